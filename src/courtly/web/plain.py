"""The default pages of games without their own: the whole scene, in a plain layout."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from msgspec import Struct

from courtly.engine.contract.game import Game
from courtly.scene.marks import Pennant
from courtly.scene.model import Fact, Line, Piece, Place, Scene, Seat, Sheet
from courtly.scene.page import CountStep, GamePages, PageInput
from courtly.scene.page_parts import Part, Parts
from courtly.scene.parts import Words, words_of
from courtly.text.locales import Locale


class PlainPlace(Struct, frozen=True):
    """A place with its pieces."""

    id: str
    title: str
    note: str
    pieces: tuple[Piece, ...]


class PlainSeat(Struct, frozen=True):
    """A seat with its facts and places."""

    number: int
    name: str
    pennant: Pennant
    mine: bool
    decides: bool
    facts: tuple[Fact, ...]
    places: tuple[PlainPlace, ...]


class PlainAct(Struct, frozen=True):
    """An act in words; `why_not` is the reason why it is impossible."""

    move: str
    words: str
    is_open: bool
    why_not: str


class PlainActs(Struct, frozen=True):
    """The acts that start at one piece or place; `title` is empty for acts without a source."""

    title: str
    acts: tuple[PlainAct, ...]


class PlainTable(Struct, frozen=True):
    """A scene as a part: `shared` are the places without an owner."""

    facts: tuple[Fact, ...]
    shared: tuple[PlainPlace, ...]
    seats: tuple[PlainSeat, ...]


class PlainTurn(Struct, frozen=True):
    """The table during a match: the whole scene, and the viewer's acts."""

    table: PlainTable
    acts: tuple[PlainActs, ...]


@dataclass(frozen=True, slots=True)
class Count:
    """The score sheet, and the table at the end of a match. `steps` is empty: the counting is not animated."""

    sheet: Sheet | None
    table: PlainTable
    steps: Sequence[CountStep] = ()


_part = partial(Part, "plain/parts.html")


class PlainPages(GamePages):
    """The default pages of any game; see `courtly.scene.page.GamePages`."""

    def __init__(self, game: Game) -> None:
        self.game, self.name = game, game.name
        self._words: Words = words_of(game)
        self.called, self.about = self._words.title, self._words.about

    @property
    def folder(self) -> str:
        """The template folder for all games without pages of their own."""
        return "plain"

    def sheet_files(self) -> list[str]:
        """Return the style sheet for all games without pages of their own."""
        return ["plain.css"]

    def title(self, locale: Locale) -> str:
        """Return the game's name."""
        return locale.say(self.called)

    def pitch(self, locale: Locale) -> str:
        """Return a short description of the game; empty if it has none."""
        return locale.say(self.about) if self.about else ""

    def log(self, page_input: PageInput) -> list[Line]:
        """Return the events of the match, in sentences."""
        return self._words.lines(page_input.log, page_input.view["options"], page_input.locale)

    def news(self, page_input: PageInput) -> list[Line]:
        """Return the events since the viewer's last turn."""
        start, end = page_input.news_lines
        return self._words.lines(page_input.log[start:end], page_input.view["options"], page_input.locale)

    def headline(self, page_input: PageInput) -> str:
        """Return the result in one sentence."""
        sheet = page_input.scene.sheet
        return sheet.headline if sheet else self._words.question(page_input.view, page_input.locale)

    def turn(self, page_input: PageInput) -> PlainTurn:
        """Return the table during a match."""
        return PlainTurn(_table(page_input), _grouped(page_input.scene))

    def parts(self, context: PlainTurn) -> Parts:
        """Return the parts of the table during a match."""
        return {
            "facts-now": _part("facts_now"),
            "part-table": _part("table", context.table),
            "part-acts": _part("acts", context.acts),
        }

    def final(self, page_input: PageInput) -> Count:
        """Return the scoring."""
        return Count(page_input.scene.sheet, _table(page_input))

    def final_parts(self, context: Count) -> Parts:
        """Return the parts of the page of the scoring."""
        return {"part-table": _part("table", context.table)}


def _table(page_input: PageInput) -> PlainTable:
    scene = page_input.scene
    return PlainTable(
        tuple(scene.facts),
        tuple(_place(place) for place in scene.places if place.owner is None),
        tuple(_seat(seat, page_input) for seat in scene.seats),
    )


def _seat(seat: Seat, page_input: PageInput) -> PlainSeat:
    places = tuple(_place(place) for place in page_input.scene.places if place.owner == seat.number)
    pennant = page_input.pennants[seat.number]
    return PlainSeat(seat.number, seat.name, pennant, seat.mine, seat.decides, tuple(seat.facts), places)


def _place(place: Place) -> PlainPlace:
    return PlainPlace(place.id, place.title, place.note, tuple(place.pieces))


def _grouped(scene: Scene) -> tuple[PlainActs, ...]:
    """Return the acts, grouped by the piece or place where they start, in the order of the scene."""
    titles = {place.id: place.title for place in scene.places} | {piece.id: piece.title for _, piece in scene.pieces()}
    groups: dict[str, list[PlainAct]] = {}
    for act in scene.acts:
        groups.setdefault(act.source or "", []).append(PlainAct(act.move, act.words, act.open, act.why_not))
    return tuple(PlainActs(titles.get(source, ""), tuple(acts)) for source, acts in groups.items())
