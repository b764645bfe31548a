"""What a page shows of a table: the table and one of its matches, as somebody may see them at one moment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from courtly.engine.play.match import Match
from courtly.engine.sentences import said
from courtly.runtime import Progress
from courtly.tables.audience import Audience, audience_of, seat_in, shown_seat
from courtly.tables.errors import NoSuchTable
from courtly.tables.state import TableState


@dataclass(frozen=True, slots=True)
class MatchLook:
    """A match of a table as one audience may know it.

    Attributes
    ----------
    number
        Which match of the table, from 1.
    seats
        Who sat where when it began.
    seat
        The seat that it is shown to, None for whoever looks on.
    view, log
        As `Match.view` and `Match.log` give them.
    is_over
        Whether nothing more is played in it: it has ended, or was stopped.
    """

    number: int
    seats: Sequence[Mapping[str, Any]]
    seat: int | None
    view: Mapping[str, Any]
    log: Sequence[Mapping[str, Any]]
    is_over: bool

    @property
    def is_stopped(self) -> bool:
        """Whether it was stopped before its end."""
        return self.is_over and self.view["to_move"] is not None


@dataclass(frozen=True, slots=True)
class Look:
    """A table as somebody may see it.

    Attributes
    ----------
    table
        The document of the table.
    match
        The match that is shown, None before the first is dealt.
    words
        The words for the shuffle, by seat.
    stop_votes, mind_votes
        The seats that have voted to stop, and to have somebody's seat minded.
    matches
        How many matches of the table are over.
    compiling
        How far the compiling of its game is, None once that is done.
    """

    table: Mapping[str, Any]
    match: MatchLook | None
    words: Sequence[str] = ()
    stop_votes: Sequence[int] = ()
    mind_votes: Mapping[int, Sequence[int]] | None = None
    matches: int = 0
    compiling: Progress | None = None


@dataclass(frozen=True, slots=True)
class Past:
    """A match of a table that was played to its end.

    Attributes
    ----------
    look
        The table and the match at its end, as somebody may see them.
    match
        The match itself: everything is told of it now.
    is_compared
        Whether it is looked at only because its deal was played elsewhere too: all else at the table stays closed.
    code
        The code of the link through which it is seen; empty for whoever may see the table.
    """

    look: Look
    match: Match
    is_compared: bool = False
    code: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """A table with moves of one's own that are only laid out.

    Attributes
    ----------
    state
        The table as it is.
    look
        The table after the moves, as whoever lays them out may know it.
    is_told
        Whether the last move would tell something new: it is not made here, and nothing can follow it.
    """

    state: TableState
    look: Look
    is_told: bool

    @property
    def view(self) -> Mapping[str, Any]:
        """What is known of the match after the moves."""
        assert self.look.match is not None
        return self.look.match.view

    @property
    def legal(self) -> Sequence[str]:
        """The moves that may follow."""
        return [] if self.is_told else self.view["legal"]


def look(state: TableState, table: Mapping[str, Any], player: str | None, number: int | None = None) -> Look:
    """Return a table, and the match of a number, by default the present one, as a player may see them.

    Raises
    ------
    NoSuchTable
        There was no such match here.
    """
    return Look(
        table=table,
        match=_match(state, table, player, number),
        words=[seat.word for seat in state.seats],
        stop_votes=sorted(state.votes.stop),
        mind_votes={seat: sorted(voters) for seat, voters in state.votes.mind.items()},
        matches=len(state.played) - (state.status == "playing"),
    )


def compared(state: TableState, table: Mapping[str, Any], number: int) -> Look:
    """Return a match that is over, for somebody who may see nothing else of its table."""
    shown = _match(state, table, None, number)
    assert shown is not None
    seats = [{**seat, "present": True} for seat in shown.seats]
    alone = {"seats": seats, "status": "over", "match": number, "you": "watch", "host": None, "view": None}
    rest = {"turn": 0, "to_move": None, "clocks": None, "talk": False}
    return Look(table={**table, **alone, **rest}, match=shown)


def _match(state: TableState, table: Mapping[str, Any], player: str | None, number: int | None) -> MatchLook | None:
    if number is None and state.match is None:
        return None
    wanted = number or state.number
    if not 1 <= wanted <= len(state.played):
        message = said("there is no match {match} at this table", match=wanted)
        raise NoSuchTable(message, given=wanted, where="match")
    played = state.played[wanted - 1]
    is_over = wanted != state.number or state.status == "over"
    audience: Audience = audience_of(state, player, wanted)
    if is_over and not played.match.is_over:
        # Nobody can move in a match that was stopped, and its hidden cards stay hidden from whoever looks on.
        audience = "watch"
    seat = seat_in(audience)
    seats = state.seats if wanted == state.number else played.seats
    return MatchLook(
        number=wanted,
        seats=[shown_seat(held) for held in seats],
        seat=seat,
        # To make a view takes a while, and the document of a table has that of the match that is played.
        view=played.match.view(seat) if is_over else table["view"],
        log=played.match.log(seat),
        is_over=is_over,
    )
