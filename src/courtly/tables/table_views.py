"""Views of a table for one viewer: the table, and one of its matches, at one moment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from courtly.engine.play.match import Match
from courtly.engine.sentences import said
from courtly.tables.audience import audience_of, seat_in, shown_seat
from courtly.tables.errors import NoSuchTable
from courtly.tables.state import TableState


@dataclass(frozen=True, slots=True)
class MatchView:
    """A match of a table, as one audience may see it.

    Attributes
    ----------
    number
        The number of the match at the table, from 1.
    seats
        The players and bots of the seats when the match began.
    seat
        The seat of the viewer, None for a spectator.
    view, log
        The results of `Match.view` and `Match.log`.
    is_over
        Whether the match has ended or was stopped.
    """

    number: int
    seats: Sequence[Mapping[str, Any]]
    seat: int | None
    view: Mapping[str, Any]
    log: Sequence[Mapping[str, Any]]
    is_over: bool

    @property
    def is_stopped(self) -> bool:
        """Whether the match was stopped before its end."""
        return self.is_over and self.view["to_move"] is not None


@dataclass(frozen=True, slots=True)
class TableView:
    """A table, as one viewer may see it.

    Attributes
    ----------
    table
        The document of the table.
    match
        The match that is shown, None before the first deal.
    words
        The shuffle seeds of the players, by seat.
    stop_votes
        The seats that have voted to stop the match.
    stand_in_votes
        The seats that have voted for a stand-in, by the seat to substitute for.
    matches
        The number of finished matches of the table.
    """

    table: Mapping[str, Any]
    match: MatchView | None
    words: Sequence[str] = ()
    stop_votes: Sequence[int] = ()
    stand_in_votes: Mapping[int, Sequence[int]] | None = None
    matches: int = 0


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """A match of a table that was played to its end.

    Attributes
    ----------
    table_view
        The table and the match at its end, as the viewer may see them.
    match
        The match itself; nothing of it is hidden any more.
    is_compared
        Whether the viewer may see only this match of the table, to compare it with a match of the same deal.
    code
        The code of the read-only link in use, empty for a viewer who may see the table.
    """

    table_view: TableView
    match: Match
    is_compared: bool = False
    code: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """A table with a draft: moves of the viewer that are prepared but not sent.

    Attributes
    ----------
    state
        The table without the draft.
    table_view
        The table after the moves of the draft, as their player may see it.
    is_revealing
        Whether the last move would reveal new information. The draft shows the move without what it reveals, and no
        move can follow it.
    """

    state: TableState
    table_view: TableView
    is_revealing: bool

    @property
    def view(self) -> Mapping[str, Any]:
        """The view of the match after the draft."""
        assert self.table_view.match is not None
        return self.table_view.match.view

    @property
    def legal(self) -> Sequence[str]:
        """The moves that may come next."""
        return [] if self.is_revealing else self.view["legal"]


def table_view(state: TableState, table: Mapping[str, Any], player: str | None, number: int | None = None) -> TableView:
    """Return a table and one of its matches, by default `TableState.shown_match`, as a player may see them.

    Raises
    ------
    NoSuchTable
        The table has no match with this number.
    """
    return TableView(
        table=table,
        match=_match(state, table, player, number),
        words=[seat.word for seat in state.seats],
        stop_votes=sorted(state.votes.stop),
        stand_in_votes={seat: sorted(voters) for seat, voters in state.votes.mind.items()},
        matches=len(state.played) - (state.status == "playing"),
    )


def compared(state: TableState, table: Mapping[str, Any], number: int) -> TableView:
    """Return a finished match for a viewer who may see nothing else of its table."""
    shown = _match(state, table, None, number)
    assert shown is not None
    seats = [{**seat, "present": True} for seat in shown.seats]
    alone = {"seats": seats, "status": "over", "match": number, "you": "watch", "host": None, "view": None}
    rest = {"turn": 0, "to_move": None, "clocks": None, "talk": False, "rematch": None}
    return TableView(table={**table, **alone, **rest}, match=shown)


def _match(state: TableState, table: Mapping[str, Any], player: str | None, number: int | None) -> MatchView | None:
    wanted = number or state.shown_match(player)
    if number is None and wanted > len(state.played):
        return None
    if not 1 <= wanted <= len(state.played):
        message = said("there is no match {match} at this table", match=wanted)
        raise NoSuchTable(message, given=wanted, where="match")
    played = state.played[wanted - 1]
    is_over = wanted != state.number or state.status == "over"
    seat = seat_in(audience_of(state, player, wanted))
    seats = state.seats if wanted == state.number else played.seats
    # Making a view takes time. The document of the table already has the view of the present match.
    view = played.match.view(seat) if is_over else table["view"]
    if is_over:
        # No seat may move in a stopped match. Each viewer keeps the view that they had at the stop.
        view = {**view, "legal": []}
    return MatchView(
        number=wanted,
        seats=[shown_seat(held) for held in seats],
        seat=seat,
        view=view,
        log=played.match.log(seat),
        is_over=is_over,
    )
