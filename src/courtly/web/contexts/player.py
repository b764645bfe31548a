"""The pages of what a player has behind them, for their own eyes, and of leaving."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from courtly.web.contexts.frame import Frame, Pennant


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedMatch:
    """A finished match of the reader's: what it was, how it ended, and where it can be looked at again."""

    game: str
    called: str
    ended: str
    since: str
    won: bool
    players: str
    url: str
    review_url: str


@dataclass(frozen=True, slots=True)
class Level:
    """How the reader did against a kind of bot in a game."""

    called: str
    bot: str
    matches: int
    won: int
    share: str


@dataclass(frozen=True, slots=True)
class Recurring:
    """A kind of decision that costs the reader more than others: its game, what it is called, and its figures."""

    called: str
    kind: str
    figures: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedPage:
    """What a player has behind them; nobody else is shown it.

    Attributes
    ----------
    summary
        How many matches, and victories, in words; empty before the first.
    no_mistake
        What is said where no mistake stands out.
    earlier_url, later_url
        The pages beside this one; empty where there is none.
    """

    frame: Frame
    name: str
    pennant: Pennant
    summary: str
    streak: str
    matches: Sequence[PlayedMatch]
    levels: Sequence[Level]
    mistakes: Sequence[Recurring]
    no_mistake: str
    earlier_url: str
    later_url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LeavePage:
    """What it means to leave; asked a second time once it is `is_sure`, and then that it is done."""

    frame: Frame
    name: str
    is_sure: bool = False
    is_done: bool = False
