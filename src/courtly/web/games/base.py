"""What each game adds to the pages: sentences, its own module of words, and what its templates draw.

What all games do in the same way stands here once; a game that does it otherwise overrides it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from courtly.engine.words import marked
from courtly.web.contexts import LogLine
from courtly.web.seen import Seen
from courtly.web.text import Speaker

REFUSALS = {"option players cannot be": marked("This game does not take so many players, or so few.")}
"""What any game says of a refused form; see `GamePages.refusals`."""


class Words(Protocol):
    """What a game's own `words` have to say about its options and its moves."""

    def option_name(self, option: str, lang: str = "en") -> str:
        """Return the name of an option."""
        ...

    def option_help(self, option: str, lang: str = "en") -> str:
        """Return what an option does, in a sentence."""
        ...

    def value_name(self, option: str, value: object, lang: str = "en") -> str:
        """Return one value of an option in words."""
        ...

    def move_words(self, move: str, view: Mapping[str, Any], lang: str = "en", *, names: Sequence[str] = ()) -> str:
        """Return a choice as the seat that has it reads it."""
        ...


class GamePages(ABC):
    """The parts of the pages that only one game has.

    `turn` and `final` return the typed context that the game's own templates, `<name>/turn.html` and
    `<name>/final.html`, draw; the rest is text.

    Attributes
    ----------
    name, called
        The id of the game, and its name, the same in every language.
    about
        A few sentences on what the game is.
    words
        What its options and moves are called; a game that has none of this form says it in its own methods.
    helps
        What the form says of an option in other words than the game's own; of the players it says nothing.
    refusals
        What to say to the reader in place of an error whose message has a certain part, by that part.
    sheets
        The game's own style sheets, under `static/`.
    lists
        Options whose value is a list of the player's own, and what reads it from text.
    """

    name: str
    called: str
    about: str
    words: Words
    helps: Mapping[str, str] = {}
    refusals: Mapping[str, str] = {}
    sheets: Sequence[str] = ()
    lists: Mapping[str, Callable[[str], Any]] = {}

    def title(self, speaker: Speaker) -> str:
        """Return the game's name."""
        return self.called

    def pitch(self, speaker: Speaker) -> str:
        """Return a few sentences on what the game is."""
        return speaker.say(self.about)

    def option_title(self, option: str, speaker: Speaker) -> str:
        """Return what an option is called."""
        return self.words.option_name(option, speaker.lang)

    def option_help(self, option: str, speaker: Speaker) -> str:
        """Return what an option does, in a sentence; empty where its name and its values say it."""
        if option == "players":
            return ""
        return speaker.say(self.helps[option]) if option in self.helps else self.words.option_help(option, speaker.lang)

    def option_value(self, option: str, value: str, speaker: Speaker) -> str:
        """Return what a value of an option is called."""
        return self.words.value_name(option, value, speaker.lang)

    def move_words(self, move: str, seen: Seen) -> str:
        """Return a legal move of the reader's in words."""
        return self.words.move_words(move, seen.view, seen.speaker.lang, names=seen.names)

    @abstractmethod
    def log(self, seen: Seen) -> list[LogLine]:
        """Return what has happened, in sentences."""

    @abstractmethod
    def news(self, seen: Seen) -> list[LogLine]:
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
