"""The private pages of a player's history, and the page that deletes the player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from courtly.scene.marks import Pennant
from courtly.web.contexts.frame import Frame


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedMatch:
    """A finished match of the viewer: the game, the result, and links to the match."""

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
    """The viewer's results against one kind of bot in a game."""

    called: str
    bot: str
    matches: int
    won: int
    share: str


@dataclass(frozen=True, slots=True)
class Recurring:
    """A kind of decision that costs the viewer more than the viewer's other decisions: game, kind and figures."""

    called: str
    kind: str
    figures: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedPage:
    """A player's history, visible only to that player.

    Attributes
    ----------
    summary
        The numbers of matches and victories, in words; empty before the first match.
    no_mistake
        The text to show if no kind of decision stands out.
    earlier_url, later_url
        The previous and the next page; empty where there is none.
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
    """The page that deletes the viewer: an explanation, a confirmation (`is_sure`), and the result (`is_done`)."""

    frame: Frame
    name: str
    is_sure: bool = False
    is_done: bool = False
