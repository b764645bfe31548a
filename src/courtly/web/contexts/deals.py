"""The pages of matches that are not dealt afresh: playing on, shared deals and days, records that are brought."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from courtly.web.contexts.doors import GameLink, OptionChoice
from courtly.web.contexts.frame import ErrorPage, Frame


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayOnPage:
    """The form that plays on from a move of a finished match.

    Attributes
    ----------
    title
        After which move.
    seats
        Which seat to take, the one that decides there chosen.
    others
        Who plays in the other seats.
    url, deal_url
        Where the form goes, and the one that makes a link to the same deal; the latter is empty where there is none.
    """

    frame: Frame
    game: str
    called: str
    title: str
    move: int
    seats: Sequence[OptionChoice]
    others: Sequence[OptionChoice]
    url: str
    deal_url: str
    back_url: str
    command: str


@dataclass(frozen=True, slots=True)
class ResultRow:
    """How somebody did with a deal: name, points, place and the others' points in words, and where to look at it."""

    name: str
    points: str
    place: str
    others: str
    mine: bool
    steps_url: str
    review_url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DealPage:
    """A deal that several people play.

    Attributes
    ----------
    title, told
        Whose deal it is, and who is played against.
    link
        The address to be sent to others, for those who know its cards; empty otherwise, and for the deal of a day.
    url
        Where the button goes that plays it; empty where it cannot be played.
    table_url
        Where the reader plays it, or has played it.
    state
        What is to be said instead of results.
    days
        Other days, and the deals of the day of other games.
    """

    frame: Frame
    game: str
    called: str
    title: str
    told: str
    link: str
    url: str
    table_url: str
    state: str
    results: Sequence[ResultRow]
    days: Sequence[tuple[str, str]]
    games: Sequence[GameLink]
    name: str
    name_length: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionsPage:
    """The form that takes a record, with what was wrong with the last one."""

    frame: Frame
    record: str
    others: Sequence[OptionChoice]
    problem: ErrorPage | None
    command: str
