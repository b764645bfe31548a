"""The pages of a game that brings none: everything is drawn from its scene, plainly and whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from courtly.engine.contract.game import Game
from courtly.scene.model import Act, Line, Place, Scene, Seat, Sheet
from courtly.scene.page import CountStep, GamePages, Seen
from courtly.scene.parts import Words, words_of
from courtly.text.reader import Reader


@dataclass(frozen=True, slots=True)
class Acts:
    """The acts that begin at one piece or place; `title` is empty for those that begin nowhere."""

    title: str
    acts: Sequence[Act]


@dataclass(frozen=True, slots=True)
class Table:
    """A scene as the templates draw it; `shared` are the places that are nobody's, `owned` those of each seat."""

    scene: Scene
    acts: Sequence[Acts]
    shared: Sequence[Place]
    owned: Sequence[tuple[Seat, Sequence[Place]]]


@dataclass(frozen=True, slots=True)
class Count:
    """The score sheet, and the table at the end; it is counted at once."""

    sheet: Sheet | None
    table: Table
    steps: Sequence[CountStep] = ()


class PlainPages(GamePages):
    """The pages of any game; see `courtly.scene.page.GamePages`."""

    def __init__(self, game: Game) -> None:
        self.game, self.name = game, game.name
        self._words: Words = words_of(game)
        self.called, self.about = self._words.title, self._words.about

    @property
    def folder(self) -> str:
        """The folder of the templates that all such games share."""
        return "plain"

    def sheet_files(self) -> list[str]:
        """Return the style sheet that all such games share."""
        return ["plain.css"]

    def title(self, reader: Reader) -> str:
        """Return the game's name."""
        return reader.say(self.called)

    def pitch(self, reader: Reader) -> str:
        """Return a few sentences on what the game is, nothing where it has none."""
        return reader.say(self.about) if self.about else ""

    def log(self, seen: Seen) -> list[Line]:
        """Return what has happened, in sentences."""
        return self._words.lines(seen.log, seen.view["options"], seen.reader)

    def news(self, seen: Seen) -> list[Line]:
        """Return what has happened since the reader's last turn."""
        start, end = seen.news_lines
        return self._words.lines(seen.log[start:end], seen.view["options"], seen.reader)

    def headline(self, seen: Seen) -> str:
        """Return who has won, in one sentence."""
        sheet = seen.scene.sheet
        return sheet.headline if sheet else self._words.question(seen.view, seen.reader)

    def turn(self, seen: Seen) -> Table:
        """Return the table during a match."""
        return _table(seen.scene)

    def final(self, seen: Seen) -> Count:
        """Return the scoring."""
        scene = seen.scene
        return Count(scene.sheet, _table(scene))


def _table(scene: Scene) -> Table:
    owned = [(seat, [place for place in scene.places if place.owner == seat.number]) for seat in scene.seats]
    return Table(scene, _grouped(scene), [place for place in scene.places if place.owner is None], owned)


def _grouped(scene: Scene) -> list[Acts]:
    """Return the acts by the piece or place at which they begin, in the order in which they are offered."""
    titles = {place.id: place.title for place in scene.places} | {piece.id: piece.title for _, piece in scene.pieces()}
    groups: dict[str, list[Act]] = {}
    for act in scene.acts:
        groups.setdefault(act.source or "", []).append(act)
    return [Acts(titles.get(source, ""), acts) for source, acts in groups.items()]
