"""The interface of a game's web pages: texts, and the contexts of its templates.

A game provides it as `PAGE` in its module `page`. The base class implements the common behaviour; a game overrides the
parts that differ.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, TypedDict

from msgspec import Struct

from courtly.engine.contract.game import find_game
from courtly.engine.contract.options import Option
from courtly.scene.marks import Pennant
from courtly.scene.model import Line, Scene
from courtly.scene.page_parts import Parts
from courtly.scene.parts import scene_of, words_of
from courtly.text.languages import marked
from courtly.text.locales import Locale

SeatStates = Literal["all", "others", "none"]
"""The seats for which a table shows whether the player thinks or is away."""

Refused = tuple[str | None, str]
"""The option and the problem of a `BadOption`."""

REFUSALS: Mapping[Refused, str] = {
    ("players", "value"): marked("This game cannot be played with this number of players.")
}
"""Messages about a rejected form that all games share; see `GamePages.refusals`."""

NOT_SENT, SENT_LATER = marked("Not sent yet."), marked("Sent when you end your turn")
"""The words in the place of Confirm; see `GamePages.unsent`."""


@dataclass(frozen=True)
class PageInput:
    """The input of a match page: one audience's view and log, and the viewer's locale.

    Attributes
    ----------
    view, log
        The knowledge of the audience, as returned by `Match.view` and `Match.log`.
    locale
        The viewer's language, the names of the seats, and the viewer's seat, None for a spectator.
    pennants
        The signs of the seats.
    """

    view: Mapping[str, Any]
    log: Sequence[Mapping[str, Any]]
    locale: Locale
    pennants: tuple[Pennant, ...] = ()

    @cached_property
    def scene(self) -> Scene:
        """The table as the viewer sees it, built on first use."""
        return scene_of(self.locale.domain, self.view, self.log, self.locale)

    @property
    def seat(self) -> int | None:
        """The viewer's seat, None for a spectator."""
        return self.locale.seat

    @property
    def first(self) -> int:
        """The seat that is shown first, nearest to the viewer: the viewer's own, or seat 0 for a spectator."""
        return self.locale.seat or 0

    @property
    def names(self) -> Sequence[str]:
        """The names of the seats."""
        return self.locale.names

    @property
    def off(self) -> Collection[str]:
        """The features that the viewer has switched off."""
        return self.locale.off

    @property
    def news(self) -> list[Mapping[str, Any]]:
        """The events since the viewer's last turn, without the viewer's own latest moves."""
        start, end = self.news_lines
        return list(self.log[start:end])

    @cached_property
    def news_lines(self) -> tuple[int, int]:
        """The range of `news` in the log, as start and end. For a spectator it covers about one round."""
        doers = [event["args"].get("seat") for event in self.log]
        end = len(doers)
        if self.seat is None:
            acts = [i for i, doer in enumerate(doers) if doer is not None]
            return next(iter(acts[-len(self.names) :]), 0), end
        while end and doers[end - 1] == self.seat:
            end -= 1
        return max((i + 1 for i in range(end) if doers[i] == self.seat), default=0), end


class Aid(Struct, frozen=True):
    """An aid, such as computed values, which the viewer can switch off; and whether it is shown."""

    name: str
    title: str
    shown: bool


class Caption(Struct, frozen=True, array_like=True):
    """The caption of a table: who decides what.

    Attributes
    ----------
    text
        The question.
    note
        A sentence before it.
    price
        What the viewer pays, after it.
    legend
        The text of a link to what the numbers on the table mean, after it.
    is_focused
        Whether it has the focus when the page opens.
    """

    text: str
    note: str = ""
    price: str = ""
    legend: str = ""
    is_focused: bool = False


class CountStep(TypedDict):
    """One step of the final count: its text, and a selector for the elements that appear in this step."""

    says: str
    shows: str


class GamePages(ABC):
    """The parts of the pages that are specific to one game.

    `turn` and `final` return the typed context of the game's own templates, `<name>/turn.html` and `<name>/final.html`;
    the other methods return text. The result of `final` has the `steps` of the final count; without steps the page
    shows everything immediately. Only the last step may reveal the winner.

    Attributes
    ----------
    name, called
        The id of the game, and its displayed name, which is never translated.
    about
        A few sentences that describe the game.
    refusals
        Friendlier messages for errors of the options.
    sheets
        The game's own style sheets in its folder `static`.
    seat_states
        The seats for which the table has a part `seat-state-<seat>`: what its player does.
    seat_marks
        The seats for which the table has a part `seat-mark-<seat>`: a sign for an absent player and for a stand-in,
        where a seat has no room for words.
    """

    name: str
    called: str
    about: str
    refusals: Mapping[Refused, str] = {}
    sheets: Sequence[str] = ()
    seat_states: SeatStates = "all"
    seat_marks: SeatStates = "none"

    @property
    def folder(self) -> str:
        """The folder with the game's templates."""
        return self.name

    def sheet_files(self) -> list[str]:
        """Return the game's style sheets as paths of static files."""
        return [f"{self.name}/{sheet}" for sheet in self.sheets]

    def title(self, locale: Locale) -> str:
        """Return the game's name."""
        return self.called

    def pitch(self, locale: Locale) -> str:
        """Return a few sentences that describe the game."""
        return locale.say(self.about)

    def option_title(self, option: str, locale: Locale) -> str:
        """Return the displayed name of an option."""
        return locale.worded(self._option(option).description.title)

    def option_help(self, option: str, locale: Locale) -> str:
        """Return one sentence that explains an option; empty if its name and values explain it."""
        description = self._option(option).description.help
        return locale.worded(description) if description and option != "players" else ""

    def option_value(self, option: str, value: str, locale: Locale) -> str:
        """Return the displayed name of an option's value."""
        return locale.worded(self._option(option).value_title(value))

    def move_words(self, move: str, page_input: PageInput) -> str:
        """Return a legal move of the viewer in words."""
        return words_of(self.name).move(move, page_input.view, page_input.locale)

    def whole_move_words(self, moves: Sequence[str], inputs: Sequence[PageInput]) -> str:
        """Return a move and the moves that it needs in words; `inputs` has the page before each of them."""
        return "; ".join(map(self.move_words, moves, inputs))

    def confirms(self, page_input: PageInput) -> str:
        """Return a short name of the turn for the button that sends a complete draft; empty for the usual words.

        `page_input` is the page after the draft.
        """
        return ""

    def unsent(self, page_input: PageInput) -> str:
        """Return the words in the place of Confirm until a draft is complete; empty for the usual words.

        `page_input` is the page after the draft. The text is translated where it is shown.
        """
        return NOT_SENT

    def drafted(self, page_input: PageInput) -> str:
        """Return a sentence that names what the last move of a draft does; empty if the table shows it well enough.

        `page_input` is the page after the draft.
        """
        return ""

    def _option(self, name: str) -> Option:
        return next(option for option in find_game(self.name).rules.options.described() if option.name == name)

    @abstractmethod
    def log(self, page_input: PageInput) -> list[Line]:
        """Return the whole log in sentences."""

    @abstractmethod
    def news(self, page_input: PageInput) -> list[Line]:
        """Return the events since the viewer's last turn, in sentences."""

    @abstractmethod
    def headline(self, page_input: PageInput) -> str:
        """Return a sentence that names the winner."""

    @abstractmethod
    def turn(self, page_input: PageInput) -> Any:
        """Return the template context of the table during a match."""

    def parts(self, context: Any) -> Parts:
        """Return the parts of the table during a match, from its context; `facts-now` is always among them."""
        return {}

    def final_parts(self, context: Any) -> Parts:
        """Return the parts of the table on the page of the scoring, from its context."""
        return {}

    def caption(self, context: Any, question: str) -> Caption:
        """Return the caption of the table during a match, from its context and the question who decides what."""
        return Caption(question)

    @abstractmethod
    def final(self, page_input: PageInput) -> Any:
        """Return the template context of the scoring."""
