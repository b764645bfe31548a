"""The page contexts of matches without a random deal: played on, shared, of a day, or imported."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from courtly.web.contexts.frame import ErrorPage, Frame
from courtly.web.contexts.setup import GameLink, OptionChoice


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayOnPage:
    """The form to play on from a move of a finished match.

    Attributes
    ----------
    title
        The move to play on from, in words.
    seats
        The seats to choose from; the deciding seat is preselected.
    others
        The bots to choose from for the other seats.
    url, deal_url
        The form's address, and the address that makes a link to the same deal; the latter is empty if unavailable.
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
    """A player's result in a deal: name, points, rank, the others' points in words, and links to the match.

    `place` is the rank, or the reason why there is none.
    """

    name: str
    points: str
    place: str
    others: str
    mine: bool
    steps_url: str
    review_url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DealPage:
    """A deal that several people play, each at their own table.

    Attributes
    ----------
    title, told
        The owner of the deal, and the opponents, in words.
    link
        The address to share. It is empty for the deal of the day, and for viewers who do not know the cards yet.
    url
        The address of the button that plays the deal; empty if the viewer cannot play it.
    table_url
        The table where the viewer plays or played it.
    state
        The text shown in place of results.
    days
        The deals of other days: titles and addresses.
    games
        Links to the other games' deals of the day.
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
    """The form that imports a record, with the error of the last attempt."""

    frame: Frame
    record: str
    others: Sequence[OptionChoice]
    problem: ErrorPage | None
    command: str
