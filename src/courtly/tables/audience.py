"""Serialize a table for one audience: entries, the table document, records, talk, and lines of lists.

A finished match reveals everything. A stopped match reveals nothing: each audience keeps the view that it had at the
stop, and there is no record, no secret of the shuffle and no review.

Every function here depends only on the journal and the audience. A result for one audience must not be shown to
another. Only this module, and the entries in `acts` for it, turn hidden facts into values that leave the package.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from courtly.engine.errors import NotOver
from courtly.engine.play.match import Match
from courtly.engine.sentences import said
from courtly.tables.acts import body_of
from courtly.tables.document import (
    EventRoundDocument,
    ListedSeat,
    MeetingDocument,
    OriginDocument,
    TableDocument,
    TableLine,
    TakeBackDocument,
)
from courtly.tables.errors import NoSuchTable
from courtly.tables.journal import Audience, Entry, Head, Line, Role, seat_in
from courtly.tables.state import TableState


def audience_of(state: TableState, player: str | None, match: int) -> Audience:
    """Return the audience of a player in a match: the seat that the player had when the match began, or `watch`."""
    seat = state.played[match - 1].seat_of(player) if match <= len(state.played) else None
    return "watch" if seat is None else seat


def moment(at: datetime) -> str:
    """Return a time for output: UTC, ISO 8601, milliseconds."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def serialize_for(state: TableState, entry: Entry, audience: Audience) -> dict[str, Any]:
    """Return an entry as an audience of its match may see it. Later entries do not change the result."""
    return {
        "n": entry.number,
        "at": moment(entry.at),
        "match": entry.match,
        "turn": entry.turn,
        "act": entry.act,
        "seat": entry.seat,
        "event": body_of(entry).event(state, entry, audience),
    }


def document(
    state: TableState, player: str | None, *, present: Sequence[bool], codes: Mapping[Role, str] | None
) -> TableDocument:
    """Return the table document for a player or a spectator.

    Parameters
    ----------
    present
        For each seat, whether its player is connected.
    codes
        The codes of the table, for its host; None for all others.
    """
    seat, opened, codes = state.seat_of(player), state.opened, codes or {}
    return TableDocument(
        id=state.table,
        version=state.version,
        status=state.status,
        game=state.game,
        options=state.setup.options.model_dump(mode="json"),
        seats=[held.document(present=here) for held, here in zip(state.seats, present, strict=True)],
        you=seat if seat is not None else "watch" if opened.get("watchers") else None,
        host=None if state.meets else state.seat_of(state.host),
        meeting=_meeting(state),
        clock=opened.get("clock"),
        clocks=state.clocks.document() if state.clocks else None,
        stand_in=opened.get("minder"),
        timeout=state.timeout,
        listed=bool(opened.get("listed")),
        watchers=bool(opened.get("watchers")),
        talk=bool(opened.get("talk", True)),
        aids=state.aids,
        rated=state.is_rated,
        delay=opened.get("delay"),
        known_deal=state.known_deal,
        commitment=state.promise,
        origin=_origin(state),
        event=_event(state),
        match=state.number,
        rematch=[n for n, held in enumerate(state.seats) if held.is_held and held.agreed] if state.is_rematch else None,
        turn=state.turn,
        to_move=state.to_move,
        take_back=_request(state),
        may_take_back=seat is not None and state.can_take_back(seat),
        view=_view(state, player),
        join=codes.get("join"),
        watch=codes.get("watch"),
    )


def _view(state: TableState, player: str | None) -> dict[str, Any] | None:
    """Return the view of the present match, None without one."""
    if state.match is None:
        return None
    shown = seat_in(audience_of(state, player, state.number))
    view = state.match.view(shown)
    # A stopped match keeps its last position, but no seat may move.
    return view | {"to_move": None, "legal": []} if state.status == "over" else view


def _meeting(state: TableState) -> MeetingDocument | None:
    """Return, where strangers wait for opponents, whether bots may fill the open seats, and who may decide that."""
    return MeetingDocument(state.has_waited, state.seat_of(state.host)) if state.is_meeting else None


def _request(state: TableState) -> TakeBackDocument | None:
    """Return the open request to take back the last act; None without one."""
    if (request := state.request) is None:
        return None
    return TakeBackDocument(request.seat, sorted(state.asked(request.seat) - request.agreed))


def _origin(state: TableState) -> OriginDocument | None:
    """Return where a table's first match comes from, without private fields; None for a fresh deal."""
    if "record" in state.opened:
        return OriginDocument("record", 0, None)
    origin = state.opened.get("origin")
    return OriginDocument(origin.get("kind"), origin.get("moves"), origin.get("day")) if origin else None


def _event(state: TableState) -> EventRoundDocument | None:
    """Return the event of a table, without the code of its link; None without an event."""
    if (found := state.round_of) is None:
        return None
    return EventRoundDocument(found["name"], found["round"], found["rounds"], None)


def finished(state: TableState, match: int) -> Match:
    """Return a match that was played to its end; it contains all hidden facts.

    Raises
    ------
    NoSuchTable
        The table has no such match.
    NotOver
        The match is still running, or was stopped: its hidden cards stay hidden.
    """
    if not 1 <= match <= len(state.played):
        message = said("there is no match {match} at this table", match=match)
        raise NoSuchTable(message, given=match, where="match")
    if match == state.number and state.status == "playing":
        message = said("match {match} at this table is still running", match=match)
        raise NotOver(message, given=match, where="match")
    played = state.played[match - 1].match
    if not played.is_over:
        message = said("match {match} at this table was stopped before its end", match=match)
        raise NotOver(message, given=match, where="match")
    return played


def serialize_line(line: Line, seat: int | None) -> dict[str, Any]:
    """Return a line of table talk for output."""
    return {"n": line.number, "at": moment(line.at), "seat": seat, "text": line.text, "phrase": line.phrase}


def line_of(head: Head, player: str | None) -> TableLine:
    """Return the line of a table in a list."""
    return TableLine(
        id=head.table,
        game=head.game,
        status=head.status,
        to_move=head.to_move,
        yours=next((n for n, seat in enumerate(head.seats) if player is not None and seat.player == player), None),
        seats=[ListedSeat(seat.kind, seat.name, seat.bot) for seat in head.seats],
        updated=moment(head.updated),
        turn_since=None if head.turn_since is None else moment(head.turn_since),
        due=None if head.due is None else moment(head.due),
    )
