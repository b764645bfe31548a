"""What each game adds to the pages: sentences, its own module of words, and what its templates draw.

A game's module `page` has it as `PAGE`. What all games do in the same way stands here once; a game that does it
otherwise overrides it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypedDict

from courtly.engine.contract.game import find_game
from courtly.engine.contract.options import Option
from courtly.scene.model import Line, Scene
from courtly.scene.parts import scene_of, words_of
from courtly.text.languages import marked
from courtly.text.reader import Reader

Refused = tuple[str | None, str]
"""The option and the problem of a `BadOption`."""

REFUSALS: Mapping[Refused, str] = {("players", "value"): marked("This game does not take so many players, or so few.")}
"""What any game says of a refused form; see `GamePages.refusals`."""


@dataclass(frozen=True)
class Seen:
    """What a page of a match is built from: one audience's view and log, and whom they are shown to.

    Attributes
    ----------
    view, log
        What the audience may know, as `Match.view` and `Match.log` give it.
    reader
        The reader: language, names of the seats, seat; a spectator has none.
    """

    view: Mapping[str, Any]
    log: Sequence[Mapping[str, Any]]
    reader: Reader

    @cached_property
    def scene(self) -> Scene:
        """The table as the reader sees it, drawn when it is first asked for."""
        return scene_of(self.reader.domain, self.view, self.log, self.reader)

    @property
    def seat(self) -> int | None:
        """The reader's seat, None for a spectator."""
        return self.reader.seat

    @property
    def first(self) -> int:
        """The seat that is drawn first, nearest to the reader: the reader's own, seat 0 for a spectator."""
        return self.reader.seat or 0

    @property
    def names(self) -> Sequence[str]:
        """The names of the seats."""
        return self.reader.names

    @property
    def off(self) -> Collection[str]:
        """What the reader has switched off."""
        return self.reader.off

    @property
    def news(self) -> list[Mapping[str, Any]]:
        """What happened since the reader's last turn, without what the reader did just now."""
        start, end = self.news_lines
        return list(self.log[start:end])

    @cached_property
    def news_lines(self) -> tuple[int, int]:
        """The first event that is news, and the one after the last; to a spectator those of about a round are."""
        doers = [event["args"].get("seat") for event in self.log]
        end = len(doers)
        if self.seat is None:
            acts = [i for i, doer in enumerate(doers) if doer is not None]
            return next(iter(acts[-len(self.names) :]), 0), end
        while end and doers[end - 1] == self.seat:
            end -= 1
        return max((i + 1 for i in range(end) if doers[i] == self.seat), default=0), end


class CountStep(TypedDict):
    """One step of the count at a match's end: what is said, and a selector of what comes up on the page."""

    says: str
    shows: str


class GamePages(ABC):
    """The parts of the pages that only one game has.

    `turn` and `final` return the typed context that the game's own templates, `<name>/turn.html` and
    `<name>/final.html`, draw; the rest is text. What `final` returns has the `steps` of the count, none where
    all of it is shown at once; nothing tells the winner before the last.

    Attributes
    ----------
    name, called
        The id of the game, and its name, the same in every language.
    about
        A few sentences on what the game is.
    refusals
        What to say to the reader in place of an error of the options.
    sheets
        The game's own style sheets, in its folder `static`.
    """

    name: str
    called: str
    about: str
    refusals: Mapping[Refused, str] = {}
    sheets: Sequence[str] = ()

    @property
    def folder(self) -> str:
        """The folder of its templates."""
        return self.name

    def sheet_files(self) -> list[str]:
        """Return its style sheets as static files."""
        return [f"{self.name}/{sheet}" for sheet in self.sheets]

    def title(self, reader: Reader) -> str:
        """Return the game's name."""
        return self.called

    def pitch(self, reader: Reader) -> str:
        """Return a few sentences on what the game is."""
        return reader.say(self.about)

    def option_title(self, option: str, reader: Reader) -> str:
        """Return what an option is called."""
        return reader.worded(self._option(option).told.title)

    def option_help(self, option: str, reader: Reader) -> str:
        """Return what an option does, in a sentence; empty where its name and its values say it, as for the players."""
        told = self._option(option).told.help
        return reader.worded(told) if told and option != "players" else ""

    def option_value(self, option: str, value: str, reader: Reader) -> str:
        """Return what a value of an option is called."""
        return reader.worded(self._option(option).value_title(value))

    def move_words(self, move: str, seen: Seen) -> str:
        """Return a legal move of the reader's in words."""
        return words_of(self.name).move(move, seen.view, seen.reader)

    def _option(self, name: str) -> Option:
        return next(option for option in find_game(self.name).rules.options.described() if option.name == name)

    @abstractmethod
    def log(self, seen: Seen) -> list[Line]:
        """Return what has happened, in sentences."""

    @abstractmethod
    def news(self, seen: Seen) -> list[Line]:
        """Return what has happened since the reader's last turn."""

    @abstractmethod
    def headline(self, seen: Seen) -> str:
        """Return who has won, in one sentence."""

    @abstractmethod
    def turn(self, seen: Seen) -> Any:
        """Return the context of the table during a match."""

    @abstractmethod
    def final(self, seen: Seen) -> Any:
        """Return the context of the scoring."""
