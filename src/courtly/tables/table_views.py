"""Views of a table for one viewer: the table, and one of its matches, at one moment."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import accumulate
from typing import Any

from courtly.engine.play.match import Match
from courtly.engine.sentences import said
from courtly.environment import environment
from courtly.runtime import Runtime
from courtly.tables import audience
from courtly.tables.access import Access, finished_matches
from courtly.tables.acts import ENTRIES, body_of
from courtly.tables.acts.base import seat_of
from courtly.tables.acts.take_back import TakenBack
from courtly.tables.codes import Codes
from courtly.tables.document import SeatDocument, TableDocument, TableLine, with_presence
from courtly.tables.errors import NoSuchTable
from courtly.tables.journal import Player, seat_in
from courtly.tables.memory import Memory
from courtly.tables.stage import shows_hand, version_on_stage
from courtly.tables.state import TableState
from courtly.tables.store import reads
from courtly.tables.store.store import Store
from courtly.tables.subscribers import Subscriber

MAX_ENTRIES = 200
"""The largest number of entries in one response."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A sentence of the log between the moves, such as that a bot plays for a seat.

    Attributes
    ----------
    place
        The number of events in the log before it.
    sentence
        The sentence in English, about the player in `seat`.
    args
        The arguments of the entry.
    events
        The events of the moves that the player took back, as one audience may see them.
    """

    place: int
    seat: int
    sentence: str
    args: Mapping[str, Any]
    events: Sequence[Mapping[str, Any]] = ()


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
    remarks
        The other sentences of the log, in order. They have the moves that were taken back, which `log` has not.
    """

    number: int
    seats: Sequence[SeatDocument]
    seat: int | None
    view: Mapping[str, Any]
    log: Sequence[Mapping[str, Any]]
    is_over: bool
    remarks: Sequence[Remark] = ()

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
    played_on_from
        The table and the number of the match whose position this table continues; only for the host, who was there.
    is_closed
        Whether an administrator has closed the table.
    """

    table: TableDocument
    match: MatchView | None
    words: Sequence[str] = ()
    stop_votes: Sequence[int] = ()
    stand_in_votes: Mapping[int, Sequence[int]] | None = None
    matches: int = 0
    played_on_from: tuple[str, int] | None = None
    is_closed: bool = False


@dataclass(frozen=True, slots=True)
class ListedTable:
    """A table in a list of a page.

    Attributes
    ----------
    is_practice
        Whether the present match continues a position of another match.
    clock
        The settings of the clock, None without one.
    is_rated
        Whether the matches of the table are rated.
    """

    line: TableLine
    is_practice: bool
    clock: Mapping[str, Any] | None = None
    is_rated: bool = False


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
class Stage:
    """What spectators see of the present match on the stage.

    Attributes
    ----------
    table_view
        The table and its match, some moves before the present one; without a match before the first deal.
    version
        The number of moves so far.
    seat
        The seat whose hand is shown, None without one.
    public
        The same as all spectators see it.
    is_over
        Whether the match has been played to its end, also if the stage has not come to it yet.
    """

    table_view: TableView
    version: int
    seat: int | None
    is_over: bool
    public: TableView


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

    def as_dict(self) -> dict[str, Any]:
        """Return the body of the response."""
        return {"legal": self.legal, "reveals": self.is_revealing, "view": self.view}


def table_view(state: TableState, table: TableDocument, player: str | None, number: int | None = None) -> TableView:
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
        played_on_from=_source(state) if player is not None and player == state.host else None,
        is_closed=state.is_closed,
    )


def _source(state: TableState) -> tuple[str, int] | None:
    """Return the table and the number of the match from which the first match was played on, if it was a live one."""
    origin = state.opened.get("origin", {})
    is_live = origin.get("kind") == "position" and origin.get("table") and origin.get("match")
    return (origin["table"], origin["match"]) if is_live else None


def compared(state: TableState, table: TableDocument, number: int) -> TableView:
    """Return a finished match for a viewer who may see nothing else of its table."""
    shown = _match(state, table, None, number)
    assert shown is not None
    alone = replace(
        table,
        seats=with_presence(shown.seats),
        status="over",
        match=number,
        you="watch",
        host=None,
        view=None,
        turn=0,
        to_move=None,
        clocks=None,
        talk=False,
        rematch=None,
        take_back=None,
        may_take_back=False,
    )
    return TableView(table=alone, match=shown)


def stage_of(state: TableState, table: TableDocument, seat: int | None, now: datetime) -> Stage:
    """Return the stage of a table at a time; the caller has checked that the player of the seat shows the hand."""
    live = table_view(state, table, None)
    if state.match is None:
        return Stage(live, 0, seat, is_over=False, public=live)
    version = version_on_stage(state, now)
    here = state.match.at(version)
    public = at_position(live, here, None)
    shown = public if seat is None else at_position(live, here, seat)
    return Stage(shown, version, seat, is_over=state.match.is_over, public=public)


def at_position(shown: TableView, here: Match, eyes: int | None) -> TableView:
    """Return a table whose match is at a position, seen by a seat or by a spectator; no one may move there."""
    assert shown.match is not None
    view = {**here.view(eyes), "legal": []}
    match = replace(
        shown.match,
        seat=eyes,
        view=view,
        log=here.log(eyes),
        is_over=True,
        remarks=(),
    )
    table = replace(
        shown.table,
        seats=with_presence(shown.match.seats),
        status="over",
        to_move=None,
        turn=here.version,
        view=view,
        clocks=None,
        you="watch" if eyes is None else eyes,
    )
    return replace(shown, table=table, match=match, stop_votes=(), stand_in_votes={})


def _match(state: TableState, table: TableDocument, player: str | None, number: int | None) -> MatchView | None:
    wanted = number or state.shown_match(player)
    if number is None and wanted > len(state.played):
        return None
    if not 1 <= wanted <= len(state.played):
        message = said("there is no match {match} at this table", match=wanted)
        raise NoSuchTable(message, given=wanted, where="match")
    played = state.played[wanted - 1]
    is_over = wanted != state.number or state.status == "over"
    seat = played.seat_of(player)
    seats = state.seats if wanted == state.number else played.seats
    # Making a view takes time. The document of the table already has the view of the present match.
    view = played.match.view(seat) if is_over or table.view is None else table.view
    if is_over:
        # No seat may move in a stopped match. Each viewer keeps the view that they had at the stop.
        view = {**view, "legal": []}
    return MatchView(
        number=wanted,
        seats=[replace(held, forfeited=n in played.forfeited).document() for n, held in enumerate(seats)],
        seat=seat,
        view=view,
        log=played.match.log(seat),
        is_over=is_over,
        remarks=[*_remarks(state, wanted, seat)],
    )


def _remarks(state: TableState, match: int, seat: int | None) -> Iterator[Remark]:
    """Yield the remarks about a match, as a seat or a spectator sees them."""
    played = state.played[match - 1]
    later = (entry for entry in state.entries[played.start :] if entry.match == match)
    if not (logged := [entry for entry in later if ENTRIES[entry.act].is_logged]):
        return
    seen = [[event for event in made if event.audience.includes(seat)] for made in played.match.events()]
    places = [0, *accumulate(map(len, seen))]
    taken_back = iter(played.taken_back)
    for entry in logged:
        kind = ENTRIES[entry.act]
        moves = next(taken_back) if kind is TakenBack else None
        args = body_of(entry).args(state, entry, "watch" if seat is None else seat)
        place = places[moves.version if moves else played.version_at(entry.turn)]
        events = [event for made in (moves.events if moves else ()) for event in made if event.audience.includes(seat)]
        yield Remark(place, seat_of(entry), kind.sentence_of(args), args, [event.as_dict() for event in events])


class TableViews:
    """Tables as players may see them: documents, frames, and views for pages."""

    def __init__(self, store: Store, runtime: Runtime, access: Access, tables: Memory, codes: Codes) -> None:
        self._store, self._runtime = store, runtime
        self._access, self._tables, self._codes = access, tables, codes

    async def document(self, player: Player | None, table: str) -> TableDocument:
        """Return a table as a player may see it.

        Raises
        ------
        NoSuchTable
            The table does not exist, or the player may not see it.
        """
        actor = await self._access.actor(player, table)
        await self._access.check_open(player, actor.state)
        return self.serialize(actor.state, player)

    async def answer(self, player: Player | None, table: str, *, since: int | None = None) -> dict[str, Any]:
        """Return the body of an answer: a table as a player may see it, with the entries from `since` on.

        Raises
        ------
        NoSuchTable
            The table does not exist, or the player may not see it.
        """
        actor = await self._access.actor(player, table, since or 0)
        await self._access.check_open(player, actor.state, since)
        body = self.serialize(actor.state, player).as_dict()
        return body if since is None else body | {"entries": actor.since(player, since, MAX_ENTRIES)}

    async def table_view(self, player: Player | None, table: str, match: int | None = None) -> TableView:
        """Return a table and one of its matches, by default the one on the player's page, for that page.

        Raises
        ------
        NoSuchTable
            The table or match does not exist, or the player may not see it.
        """
        actor = await self._access.actor(player, table)
        state = actor.state
        who, over = player.id if player else None, finished_matches(state)
        wanted = match or state.shown_match(who)
        if wanted in over:
            await self._access.check_match_open(player, state, wanted)
        else:
            await self._access.check_open(player, state)
        document = self.serialize(state, player)
        if wanted in over:
            # The log of a whole match may be long.
            return await self._runtime.read(lambda: table_view(state, document, who, match))
        return table_view(state, document, who, match)

    async def stage(
        self, player: Player | None, table: str, seat: int | None = None, *, code: str | None = None
    ) -> Stage:
        """Return what spectators see of the present match on the stage, with the delay of the table.

        Parameters
        ----------
        seat
            The seat whose hand to show, if its player shows it; None for what all spectators see.
        code
            A code of the table, for a viewer who is no player.

        Raises
        ------
        NoSuchTable
            The viewer may not see the table.
        """
        actor = await (self._access.by_code(code, table, player) if code else self._access.actor(player, table))
        state = actor.state
        await self._access.check_open(player, state)
        if seat is not None and state.match is not None and not shows_hand(state, player.id if player else None, seat):
            seat = None
        document, now = self.serialize(state, None), environment().now()
        return await self._runtime.read(lambda: stage_of(state, document, seat, now))

    def serialize(self, state: TableState, player: Player | None) -> TableDocument:
        """Return the document of a table in a state for a player."""
        codes = self._codes.of(state) if player and player.id == state.host and not state.meets else None
        here = self.present(state)
        document = audience.document(state, player.id if player else None, present=here, codes=codes)
        if document.event is None or state.round_of is None or player is None or not state.is_participant(player.id):
            return document
        code = self._codes.of_event(state.round_of["event"])
        return replace(document, event=replace(document.event, code=code))

    async def mine(self, player: Player) -> list[TableLine]:
        """Return the lines of a player's tables, most recently updated first."""
        return [audience.line_of(head, player.id) for head in await self._store.read(reads.heads_of, player.id)]

    async def waiting_for(self, player: Player) -> list[TableLine]:
        """Return the lines of the tables where a player is to move, the longest wait first."""
        return [audience.line_of(head, player.id) for head in await self._store.read(reads.waiting_for, player.id)]

    async def for_page(self, lines: Sequence[TableLine], *, terms: bool = False) -> list[ListedTable]:
        """Return the tables of a list with the facts that only pages show; clocks and ratings only with `terms`."""
        known = [line.id for line in lines]
        practice = await self._store.read(reads.practice, known) if known else ()
        found = await self._store.read(reads.terms, known) if known and terms else {}
        return [ListedTable(line, line.id in practice, *found.get(line.id, (None, False))) for line in lines]

    async def listed(self, player: Player | None = None, *, page: int = 0) -> list[TableLine]:
        """Return a page of the public tables that a player may see, with that player's seat at each."""
        who, apart = player.id if player else None, await self._access.apart(player)
        return [audience.line_of(head, who) for head in await self._store.read(reads.lobby, page=page, apart=apart)]

    def frame(self, subscriber: Subscriber, state: TableState, *, since: int | None = None) -> dict[str, Any]:
        """Return the frame of a state, serialized for a subscriber."""
        return {"type": "state", "from": since, **self.serialize(state, subscriber.player).as_dict()}

    def audience_key(self, player: Player | None, state: TableState) -> tuple[Hashable, ...]:
        """Return the cache key of a player's view of a table in memory: equal keys have equal views."""
        who = player.id if player else None
        own = audience.audience_of(state, who, state.shown_match(who))
        return state.table, state.seat_of(who), own, who is not None and who == state.host

    def table_view_in_memory(self, player: Player | None, state: TableState) -> TableView:
        """Return a table in memory and its present match, for a player's page."""
        return table_view(state, self.serialize(state, player), player.id if player else None)

    def present(self, state: TableState) -> list[bool]:
        """Return, by seat of a state, whether the player is present. Bots always are.

        If the seats have changed since this state, only bots count as present.
        """
        actor = self._tables[state.table]
        return actor.present() if state.seats == actor.state.seats else [seat.kind == "bot" for seat in state.seats]

    def seat_in(self, player: Player | None, table: str, match: int) -> int | None:
        """Return the seat that a player had when a match was dealt, at a table in memory."""
        state = self._tables[table].state
        return seat_in(audience.audience_of(state, player.id if player else None, match))
