"""The default pages of games without their own: the whole scene, in a plain layout."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from courtly.engine.contract.game import Game
from courtly.scene.model import Act, Line, Place, Scene, Seat, Sheet
from courtly.scene.page import CountStep, GamePages, PageInput
from courtly.scene.parts import Words, words_of
from courtly.text.locales import Locale


@dataclass(frozen=True, slots=True)
class Acts:
    """The acts that start at one piece or place; `title` is empty for acts without a source."""

    title: str
    acts: Sequence[Act]


@dataclass(frozen=True, slots=True)
class SceneTable:
    """A scene, prepared for templates: `shared` are the places without an owner, `owned` the places of each seat."""

    scene: Scene
    acts: Sequence[Acts]
    shared: Sequence[Place]
    owned: Sequence[tuple[Seat, Sequence[Place]]]


@dataclass(frozen=True, slots=True)
class Count:
    """The score sheet, and the table at the end of a match. `steps` is empty: the counting is not animated."""

    sheet: Sheet | None
    table: SceneTable
    steps: Sequence[CountStep] = ()


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

    def turn(self, page_input: PageInput) -> SceneTable:
        """Return the table during a match."""
        return _table(page_input.scene)

    def final(self, page_input: PageInput) -> Count:
        """Return the scoring."""
        scene = page_input.scene
        return Count(scene.sheet, _table(scene))


def _table(scene: Scene) -> SceneTable:
    owned = [(seat, [place for place in scene.places if place.owner == seat.number]) for seat in scene.seats]
    return SceneTable(scene, _grouped(scene), [place for place in scene.places if place.owner is None], owned)


def _grouped(scene: Scene) -> list[Acts]:
    """Return the acts, grouped by the piece or place where they start, in the order of the scene."""
    titles = {place.id: place.title for place in scene.places} | {piece.id: piece.title for _, piece in scene.pieces()}
    groups: dict[str, list[Act]] = {}
    for act in scene.acts:
        groups.setdefault(act.source or "", []).append(act)
    return [Acts(titles.get(source, ""), acts) for source, acts in groups.items()]
