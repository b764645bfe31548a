"""The lobby: the single entry point to all tables of a server.

Pages, programs and sockets call `Lobby` on behalf of a player. Each result contains only what that player may see.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Hashable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from courtly.bots import Hint
from courtly.engine.errors import CourtlyError, NotOver
from courtly.engine.play.match import Match
from courtly.engine.play.position import BranchPoint
from courtly.engine.sentences import said
from courtly.environment import environment
from courtly.review import BadReview, Review
from courtly.runtime import Runtime
from courtly.tables import acts, audience
from courtly.tables.actor import Actor, Answer, Subscriber
from courtly.tables.acts import Move
from courtly.tables.background import NON_RETRYABLE, Background
from courtly.tables.codes import CODE_LENGTH, Codes
from courtly.tables.deals import Deals, SharedDeal
from courtly.tables.errors import NoSuchTable, NotYourTurn, StoreError, no_table
from courtly.tables.fair_queue import Caller, FairQueue, QueueFull
from courtly.tables.hints import Asked, Hints
from courtly.tables.history import History
from courtly.tables.journal import Line, Player, Role
from courtly.tables.memory import KEEP, Memory
from courtly.tables.opening import NewTable, imported_entries, opening, with_deal
from courtly.tables.presence import VISIT_SECONDS, Presence, new_process
from courtly.tables.refusals import DealInPlay, DealOpen, NotAllowed, TooMany
from courtly.tables.reviews import ReviewProgress, Reviews
from courtly.tables.services import LEASE, TableServices
from courtly.tables.sharing import Sharing, check_shareable, finished_match_of_link
from courtly.tables.starts import Start, seats_with, start_from
from courtly.tables.state import TableState
from courtly.tables.store import reads, writes
from courtly.tables.store.errors import Conflict
from courtly.tables.store.rows import Aim, Share
from courtly.tables.store.store import Store
from courtly.tables.table_views import Draft, FinishedMatch, TableView, compared, table_view
from courtly.tables.values import is_plain, storable
from courtly.text.languages import ENGLISH, checked_language

MAX_UNFINISHED = 20
"""The largest number of unfinished tables of one person."""

UPLOAD_DAYS = 30

PRUNE_SECONDS = 3600.0
"""Seconds between two deletions of old uploads."""

MAX_ENTRIES = 200
"""The largest number of entries in one response."""

MAX_DRAFTS = 64
"""The largest number of waiting drafts: less than a second of work, so that no answer comes too late to be useful."""

LINE_LENGTH = 500


class Lobby:
    """All tables of a store.

    Parameters
    ----------
    store
        The store that keeps the tables.
    runtime
        The runtime that runs bots and replays journals.
    secret
        The secret from which codes are derived; equal in all processes of a server.
    pace
        The shortest time of a bot's move, in seconds; see the module `pace`.
    keep
        The largest number of idle tables in memory.

    Attributes
    ----------
    max_tables
        The largest number of unfinished tables of one person.
    upload_days
        The number of days after which an uploaded record is deleted.
    reviews
        The reviews of finished matches; without an `effort` there are none.
    deals
        The shared deals and deals of the day, and who may see them.
    sharing
        The read-only links to matches.
    history
        The results, costs and exports of players.
    """

    def __init__(
        self,
        store: Store,
        runtime: Runtime,
        *,
        secret: str,
        pace: float = 0.6,
        keep: int = KEEP,
    ) -> None:
        self.store = store
        self.max_tables = MAX_UNFINISHED
        self.upload_days = UPLOAD_DAYS
        self._runtime = runtime
        self._codes = Codes(secret)
        self.deals = Deals(store, runtime, self._codes, secret)
        self._hints = Hints(runtime)
        self._drafts = FairQueue(MAX_DRAFTS)
        self._process = new_process()
        self._background = Background()
        lease = self._has_lease if store.notices.is_shared else None
        self.reviews = Reviews(store, self._process, self._background)
        self.sharing = Sharing(store, self._codes)
        self.history = History(store)
        self._services = TableServices(runtime, pace=pace, lease=lease, ended=self.reviews.ended)
        self._tables = Memory(store, runtime, self._codes, self._services, self._background)
        self._tables.keep = keep
        self._presence = Presence(self._process, store, self._tables, self._services, self._background)

    async def _has_lease(self, table: str) -> bool:
        return await self.store.write_at(table, writes.acquire, self._process, LEASE)

    async def wake(self) -> asyncio.Task[Any] | None:
        """Start to load the unfinished tables after a restart, so that their bots and clocks continue.

        Return the task that loads them, None after `close`. If other processes share the store, also start to follow
        their changes.
        """
        if self.store.notices.is_shared:
            self.store.notices.listen(self._tables.on_notice, presence=self._presence.heard)
            self._background.start("sending presence to other processes", self._presence.broadcast_periodically())
        self._background.start("reading changes of other processes", self._tables.keep_up())
        # In the background: a long match takes long to replay, and players must not wait for the other tables.
        loading = self._background.start("loading the unfinished tables", self._tables.load_unfinished())
        self._background.start("finishing interrupted reviews", self.reviews.load_unfinished(self._state_of))
        self._background.start("deleting old uploads", self._delete_old_uploads())
        adding = self.history.load_unfinished(self._runtime.until_warm, self._state_of)
        self._background.start("adding the results of earlier matches", adding)
        return loading

    async def _delete_old_uploads(self) -> None:
        """Periodically delete the uploaded records that are older than `upload_days`."""
        while True:
            with suppress(StoreError):
                await self.delete_uploads(environment().now() - timedelta(days=self.upload_days))
            await environment().sleep(PRUNE_SECONDS)

    async def delete_uploads(self, before: datetime) -> None:
        """Delete the records that were uploaded before a time."""
        while deleted := await self.store.write(writes.forget_uploads, before):
            self._tables.drop(deleted)

    async def close(self) -> None:
        """Stop all bots, end every connection, and let other processes continue the bots and reviews."""
        await self._background.close()
        await self._tables.close()
        await self._services.close()
        if self.store.notices.is_shared:
            # Without the database, the leases expire within seconds.
            with suppress(StoreError):
                await self.store.write(writes.release, self._process)
        for actor in self._tables:
            for visit in actor.visits.values():
                visit.cancel()
            for subscriber in list(actor.subscribers):
                subscriber.end()

    async def open(self, host: Player, wanted: NewTable, start: Start | None = None) -> dict[str, Any]:
        """Open a table and return it as its host sees it; a repeated command returns the first table.

        Parameters
        ----------
        start
            The start of the first match, None for a fresh deal; see `open_from`.

        Raises
        ------
        UnknownGame, BadOption, BadSeats, UnknownBot, BadDeal, TooMany, Reused, StoreError
            No table was opened.
        """
        if (first := await self.store.read(reads.sent, host.id, wanted.command)) is not None:
            table, entry = first
            acts.check_same(entry, wanted)
            return await self.document(host, table)
        open_ones = [
            head
            for head in await self.store.read(reads.heads_of, host.id)
            if head.status != "over" and head.host == host.id
        ]
        if len(open_ones) >= self.max_tables:
            message = said("you already have {count} unfinished tables", count=len(open_ones))
            raise TooMany(message, given=len(open_ones), where="tables", allowed=str(self.max_tables))
        table = environment().token(16)
        entry = await self._runtime.read(lambda: opening(table, host, wanted, start))
        state = TableState.of(table, [entry])
        try:
            row = start.row(host.id) if start else None
            await self.store.create(state.head(), [entry], codes=self._codes.hashed(state), start=row)
        except Conflict:
            # The form was sent twice, and the other request was faster.
            if await self.store.read(reads.sent, host.id, wanted.command) is None:
                raise
            return await self.open(host, wanted, start)
        actor = self._tables.remember(state)
        self._runtime.compile_now(wanted.game)
        try:
            await actor.follow_up()
        except NON_RETRYABLE:
            raise
        except StoreError:
            # The table exists; its follow-up is retried in the background.
            self._tables.follow_up(actor)
        return await self.document(host, table)

    async def open_from(self, host: Player, wanted: NewTable, start: Start) -> dict[str, Any]:
        """Open a table whose first match is not a fresh deal, and return it as its host sees it.

        Raises
        ------
        DealInPlay, DealOpen
            The host is playing the deal at another table, or may not show it to others today.
        UnknownGame, BadOption, BadSeats, UnknownBot, BadDeal, TooMany, Reused, StoreError
            See `open`.
        """
        if await self.store.read(reads.sent, host.id, wanted.command) is None:
            self.deals.check_may_begin(start, has_others=any(seat.kind == "open" for seat in wanted.seats))
        answer = await self.open(host, with_deal(wanted, start), start)
        self._disconnect_from_deal(host, str(answer["id"]), start.key)
        return answer

    async def opened_by(self, player: Player, command: str) -> str | None:
        """Return the id of the table that a player opened with a command id, None without one."""
        first = await self.store.read(reads.sent, player.id, command)
        return first[0] if first is not None and first[1].act == "open" else None

    def _disconnect_from_deal(self, player: Player, table: str, key: str) -> None:
        """Disconnect a player from other tables with the deal that the player is playing now."""
        for actor in self._tables:
            if actor.state.table != table and actor.state.opened.get("key") == key:
                for subscriber in [one for one in actor.subscribers if one.player and one.player.id == player.id]:
                    subscriber.end()

    async def play_on(
        self, player: Player, place: BranchPoint, *, seat: int | None, other: str, command: str
    ) -> dict[str, Any]:
        """Open a table that continues from a branch point of another match, and return it as its host sees it.

        Parameters
        ----------
        seat
            The host's seat; by default the seat to move.
        other
            The bot in all other seats, or `open` for open seats.

        Raises
        ------
        BadMoment, WrongSeat
            Play cannot continue from there, or there is no such seat.
        DealInPlay, DealOpen
            See `open_from`.
        """
        match = place.match
        start, own = await self._runtime.read(lambda: (start_from(place), place.seat(seat)))
        seats, options = seats_with(match.players, own, other), match.setup.options.given()
        return await self.open_from(
            player, NewTable(command=command, game=match.game, options=options, seats=seats), start
        )

    async def share_deal(self, player: Player, table: str, match: int) -> str:
        """Return the code with which others may play the deal of a finished match.

        Raises
        ------
        NoSuchTable, NotOver, NotAllowed, DealInPlay
            The match cannot be seen, or its deal cannot be shared.
        """
        actor, _ = await self._visible_finished_match(player, table, match)
        audience.finished(actor.state, match)
        return await self.deals.share(actor.state, match, player.id)

    async def play_deal(self, player: Player, shared: SharedDeal) -> str:
        """Return the player's table for a shared deal; open it if necessary.

        Raises
        ------
        DealOpen
            The player knows the cards, or the day of the deal is over.
        """
        standing = await self.deals.standing(shared, player.id)
        if standing.table is not None:
            return standing.table
        if not standing.can_play:
            raise DealOpen(said("you cannot play this deal: you know its cards, or its day is over"), where="deal")
        return str((await self.open_from(player, *shared.wanted()))["id"])

    async def import_match(self, player: Player, match: Match, command: str) -> str:
        """Open a table that shows a finished match from its record, and return its id.

        A repeated command returns the first table.

        Raises
        ------
        NotOver, Reused, StoreError
            The match is unfinished, or no table could be made.
        """
        if not match.is_over:
            message = said("the match is not over: it has {count} moves so far", count=match.version)
            raise NotOver(message, where=f"move {match.version}", allowed=said("the record of a finished match"))
        entries = await self._runtime.read(lambda: imported_entries(player, match, command))
        if (first := await self.store.read(reads.sent, player.id, command)) is not None:
            if first[1].content != entries[0].content:
                raise acts.reused(command)
            return first[0]
        table = environment().token(16)
        state = await self._runtime.read(lambda: TableState.of(table, entries))
        await self.store.create(state.head(), entries, codes=self._codes.hashed(state))
        self._tables.remember(state)
        return table

    async def document(self, player: Player | None, table: str, *, since: int | None = None) -> dict[str, Any]:
        """Return a table as a player may see it, with the entries from `since` on.

        Raises
        ------
        NoSuchTable
            The table does not exist, or the player may not see it.
        """
        actor = await self._visible_actor(player, table, since or 0)
        await self._check_open(player, actor.state, since)
        answer = self._document(actor, actor.state, player)
        return answer if since is None else answer | {"entries": actor.since(player, since, MAX_ENTRIES)}

    async def table_view(self, player: Player | None, table: str, match: int | None = None) -> TableView:
        """Return a table and one of its matches, by default the one on the player's page, for that page.

        Raises
        ------
        NoSuchTable
            The table or match does not exist, or the player may not see it.
        """
        actor = await self._visible_actor(player, table)
        state = actor.state
        who, over = player.id if player else None, finished_matches(state)
        wanted = match or state.shown_match(who)
        if wanted in over:
            await self.deals.check_open(who, state, [wanted])
        else:
            await self._check_open(player, state)
        document = self._document(actor, state, player)
        if wanted in over:
            # The log of a whole match may be long.
            return await self._runtime.read(lambda: table_view(state, document, who, match))
        return table_view(state, document, who, match)

    async def _check_open(self, player: Player | None, state: TableState, since: int | None = None) -> None:
        """Raise if a table, or its entries from `since` on, would show a deal that must stay hidden from a player.

        Raises
        ------
        DealInPlay, DealOpen
            See `Deals.check_open`.
        """
        who = player.id if player else None
        over = [
            n for n in finished_matches(state) if n == state.number or (since is not None and _end_of(state, n) > since)
        ]
        is_watching = state.status == "playing" and state.is_from_elsewhere(state.number) and state.seat_of(who) is None
        await self.deals.check_open(who, state, [*over, 1] if is_watching else over)

    def _document(self, actor: Actor, state: TableState, player: Player | None) -> dict[str, Any]:
        codes = self._codes.of(state) if player and player.id == state.host else None
        here = self.present(state)
        return audience.document(state, player.id if player else None, present=here, codes=codes)

    async def act(self, player: Player, table: str, body: object) -> Answer:
        """Run an act at a table; see `acts`.

        Raises
        ------
        TableError, IllegalMove, BadOption, UnknownBot
            The act was refused; nothing has changed.
        """
        act = acts.read_act(body)
        # A repeated act gets its first answer, even if its code is no longer valid.
        if isinstance(act, acts.Sit) and await self.store.read(reads.sent, player.id, act.command) is None:
            if act.code is not None:
                await self.show_code(player, act.code)
            await self._check_may_sit(player, await self._visible_actor(player, table))
        actor = await self._visible_actor(player, table)
        answer = await actor.act(player, act)
        if isinstance(act, acts.Sit) and actor.state.is_from_elsewhere(actor.state.number):
            self._disconnect_from_deal(player, table, actor.state.opened["key"])
        self._services.acted(actor, player.id)
        return answer

    async def _check_may_sit(self, player: Player, actor: Actor) -> None:
        state = actor.state
        if state.is_from_elsewhere(state.number):
            self.deals.check_may_sit(player.id, state)
        if state.opened.get("listed") or player.id == state.host or state.seat_of(player.id) is not None:
            return
        if await self.store.read(reads.role_of, player.id, state.table) != "join":
            raise NotAllowed(
                said("you need the code of this table to join"), where="code", allowed=said("the code of the table")
            )

    async def show_code(self, player: Player, code: object) -> tuple[str, Role]:
        """Return the table and role of a code, and let the player see the table from now on.

        Raises
        ------
        NoSuchTable
            No table has this code.
        """
        table, role = await self._coded(code)
        await self.store.write_at(table, writes.admit, player.id, role)
        return table, role

    async def summary_of_code(self, code: object, player: Player | None = None) -> tuple[dict[str, Any], Role]:
        """Return the summary of a code's table for a player, and the code's role, without changing anything.

        Raises
        ------
        NoSuchTable
            No table has this code.
        """
        table, role = await self._coded(code)
        return audience.summary((await self._tables.find(table)).state.head(), player.id if player else None), role

    async def _coded(self, code: object) -> tuple[str, Role]:
        known = isinstance(code, str) and is_plain(code, CODE_LENGTH)
        found = await self.store.read(reads.code, self._codes.hash_of(str(code))) if known else None
        if found is None:
            raise NoSuchTable(said("no table has this code"), given=code, where="code")
        return found

    async def draft(self, player: Player, table: str, body: Mapping[str, Any], *, address: str = "") -> dict[str, Any]:
        """Return the legal moves and the view after a draft; nothing is stored."""
        laid_out = await self.draft_view(player, table, body, address=address)
        return {"legal": laid_out.legal, "reveals": laid_out.is_revealing, "view": laid_out.view}

    async def draft_view(self, player: Player, table: str, body: Mapping[str, Any], *, address: str = "") -> Draft:
        """Return a table after a draft, for a page; nothing is stored.

        Drafts are tried one at a time, in an order that is fair to addresses and persons.
        """
        act = acts.read_act({**body, "act": "move", "command": "draft"})
        assert isinstance(act, Move)
        actor = await self._visible_actor(player, table)
        async with self._trying_moves(player, address):
            state = actor.state
            seat = acts.held(state, state.seat_of(player.id))
            before = table_view(state, self._document(actor, state, player), player.id)

            def laid_out() -> Draft:
                match, is_revealing = acts.drafted(state, seat, act)
                assert before.match is not None
                after = replace(before.match, view=match.view(seat), log=match.log(seat))
                return Draft(state, replace(before, match=after), is_revealing)

            return await self._runtime.read(laid_out)

    @asynccontextmanager
    async def _trying_moves(self, player: Player, address: str) -> AsyncIterator[None]:
        """Wait for a turn to try moves, and hold it; raise `TooMany` if too many drafts are waiting."""
        try:
            async with self._drafts.take(Caller(address, player.id)):
                yield
        except QueueFull:
            allowed = said("{most} at a time", most=MAX_DRAFTS)
            message = said("too many at once: the limit is {allowed}", allowed=allowed)
            raise TooMany(message, seconds=1.0, allowed=allowed) from None

    async def hint(self, player: Player, table: str, *, lang: str, laid: Sequence[str] = (), address: str = "") -> Hint:
        """Return advice for the seat to move, in the present position or after a draft of its moves.

        Raises
        ------
        NotAllowed
            The table is without hints.
        NotYourTurn, HintsBusy, HintsNotReady, TooMany
            The seat cannot move after the draft, or too many hints or drafts are pending.
        IllegalMove
            A move of the draft is not legal.
        """
        checked_language(lang)
        state = (await self._visible_actor(player, table)).state
        seat = acts.held(state, state.seat_of(player.id))
        if not state.aids:
            raise NotAllowed(said("there are no hints at this table"), where="aids")
        if state.match is None or state.to_move != seat:
            raise NotYourTurn(said("seat {seat} has nothing to decide now", seat=seat), given=seat, where="seat")
        asked = Asked(f"{table}/{state.number}", state.turn, seat, lang, tuple(laid))
        knowledge = state.match.knowledge(seat)
        if laid:
            async with self._trying_moves(player, address):
                knowledge = await self._runtime.read(lambda: acts.known_after(state, seat, laid))
        return await self._hints.find(asked, knowledge, Caller(address, player.id))

    async def record(self, player: Player | None, table: str, match: int | None = None) -> dict[str, Any]:
        """Return the record of a finished match, by default the last one.

        Raises
        ------
        NoSuchTable, NotOver
            See `finished_match`.
        """
        state = (await self._visible_finished_match(player, table, match))[0].state
        return audience.finished(state, match or state.number).record()

    async def finished_match(self, player: Player | None, table: str, match: int) -> FinishedMatch:
        """Return a match that was played to its end, for a player who may see its table or compare its deal.

        Raises
        ------
        NoSuchTable
            The table or match does not exist, or the player may not see it.
        NotOver
            The match is still running, or was stopped.
        """
        actor, is_compared = await self._visible_finished_match(player, table, match)
        played = audience.finished(actor.state, match)
        if is_compared:
            state, document = actor.state, self._document(actor, actor.state, None)
            shown = await self._runtime.read(lambda: compared(state, document, match))
            return FinishedMatch(shown, played.copy(), is_compared=True)
        return FinishedMatch(await self.table_view(player, table, match), played.copy())

    async def _visible_finished_match(self, player: Player | None, table: str, match: int | None) -> tuple[Actor, bool]:
        """Return the actor of a table for a player who may see one of its matches; by default, the last match.

        The flag is True if the player may see only this match, because the player has played its deal.
        """
        who = player.id if player else None
        try:
            actor, is_compared = await self._visible_actor(player, table), False
        except NoSuchTable:
            actor, is_compared = await self._tables.find(table), True
            over = match is not None and match in finished_matches(actor.state)
            if not over or not await self.deals.may_compare(who, actor.state, match or 1):
                raise no_table(table) from None
        state = actor.state
        number = match or state.number
        await self.deals.check_open(who, state, [number] if number in finished_matches(state) else [])
        return actor, is_compared

    async def review(self, player: Player | None, table: str, match: int) -> Review | ReviewProgress | None:
        """Return the review of a finished match, or its progress; None if this server makes no reviews.

        Raises
        ------
        NoSuchTable, NotOver
            See `finished_match`.
        """
        state = (await self._visible_finished_match(player, table, match))[0].state
        return await self.reviews.find(state, match)

    async def _state_of(self, table: str) -> TableState:
        return (await self._tables.find(table)).state

    async def share(self, player: Player, aim: Aim) -> Share:
        """Make a read-only link to a finished match, for a player of its table.

        Raises
        ------
        NoSuchTable, NotOver, NotAllowed, BadMoment, TooMany, DealInPlay, DealOpen
            The player may not see the match, or may not share it.
        """
        actor, _ = await self._visible_finished_match(player, aim.table, aim.match)
        return await self.sharing.make(player, actor.state, aim)

    async def links_of(self, player: Player | None, aim: Aim) -> list[Share]:
        """Return the links that a player has made to a match; raise the errors of `share` if no link is possible."""
        owner = check_shareable(
            (await self._visible_finished_match(player, aim.table, aim.match))[0].state, player, aim
        )
        return await self.sharing.of_match(owner, aim.table, aim.match)

    async def shared(self, code: str, player: Player | None = None) -> tuple[FinishedMatch, Share]:
        """Return the match of a read-only link as its followers see it, and the link.

        `player` is the follower, None for an unknown visitor.

        Raises
        ------
        NoSuchShare
            The link was withdrawn, or never existed.
        DealInPlay, DealOpen
            The follower is playing the deal now, or it is today's deal.
        BrokenTable
            The rules are still being compiled, or the table cannot be replayed.
        """
        share = await self.sharing.find(code)
        state = await self._state_of(share.aim.table)
        await self.deals.check_open(player.id if player else None, state, [share.aim.match])
        return await self._runtime.read(lambda: finished_match_of_link(state, share.aim, code)), share

    async def shared_review(self, aim: Aim) -> Review | ReviewProgress | None:
        """Return the review of a link's match, or its progress; None if this server makes no reviews."""
        return await self.reviews.find(await self._state_of(aim.table), aim.match)

    async def stored_review(self, aim: Aim) -> Review | None:
        """Return the stored review of a link's match, None without one; start no review."""
        with suppress(BadReview):
            return await self.reviews.kept(aim.table, aim.match)
        return None

    async def leave(self, player: Player) -> None:
        """Delete a player: stand-ins take over running matches, and all tables lose the player's name and id."""
        for head in await self.store.read(reads.heads_of, player.id, limit=MAX_ENTRIES):
            if head.status != "over":
                with suppress(CourtlyError):
                    await self.act(player, head.table, {"command": f"leave-{head.table[:40]}", "act": "rise"})
        await self.history.leave(player, self._left)

    async def _left(self, table: str) -> None:
        """Reload a table that a player was removed from, if it is in memory."""
        if (actor := self._tables.get(table)) is not None:
            await actor.catch_up()

    async def say(self, player: Player, table: str, line: Line) -> Line:
        """Add a line of table talk, and send it to all subscribers."""
        actor = await self._visible_actor(player, table)
        state = actor.state
        if not state.opened.get("talk", True):
            raise NotAllowed(said("there is no chat at this table"), where="talk")
        await self._check_open(player, state, 0)
        seat = state.seat_of(player.id)
        if seat is None and state.status == "playing":
            raise NotAllowed(said("spectators cannot write during a match"), where="seat")
        kept, is_new = await self.store.write_at(table, writes.add_line, line)
        if is_new:
            frame = {"type": "line", **audience.serialize_line(kept, seat)}
            for subscriber in actor.subscribers:
                if subscriber.hears:
                    subscriber.send(frame)
        return kept

    async def lines(self, player: Player | None, table: str, *, since: int = 0) -> list[dict[str, Any]]:
        """Return the lines of table talk from a number on.

        Raises
        ------
        NoSuchTable, DealInPlay, DealOpen
            The player may not see the table, or may not see one of its finished matches, which the talk may reveal.
        """
        state = (await self._visible_actor(player, table)).state
        await self._check_open(player, state, 0)
        lines = await self.store.read(reads.lines, table, since=since)
        # The sender may have another seat by now: a rematch rotates the seats.
        return [audience.serialize_line(line, state.seat_of(line.sender)) for line in lines]

    async def note(self, player: Player | None, table: str, text: str | None = None) -> str:
        """Return a player's notes on a table; replace them first if `text` is given. A visitor has no notes."""
        await self._visible_actor(player, table)
        if player is None:
            return ""
        if text is not None:
            await self.store.write_at(table, writes.put_note, player.id, storable(text))
        return await self.store.read(reads.note, player.id, table)

    async def mine(self, player: Player) -> list[dict[str, Any]]:
        """Return summaries of a player's tables, most recently updated first."""
        return [audience.summary(head, player.id) for head in await self.store.read(reads.heads_of, player.id)]

    async def listed(self, *, page: int = 0) -> list[dict[str, Any]]:
        """Return a page of the public tables."""
        return [audience.summary(head, None) for head in await self.store.read(reads.lobby, page=page)]

    @asynccontextmanager
    async def subscribe(
        self, player: Player | None, table: str, *, lang: str = ENGLISH, since: int = 0, serialized: bool = True
    ) -> AsyncIterator[tuple[Subscriber, list[Any]]]:
        """Connect a client to a table; yield the subscriber, and the first frames to send.

        The frames are the table, the entries from `since` on, and the state. The state is a frame if `serialized`, else
        a `TableState`. The caller removes the frames from the list, to free their memory while the connection lasts.
        """
        actor = await self._visible_actor(player, table, since)
        subscriber = Subscriber(player, lang, hears=await self._hears(player, actor.state))
        await self._check_open(player, actor.state, since)
        self._presence.connect(actor, subscriber)
        state = actor.state
        first: list[Any] = [{"type": "table", **self._document(actor, state, player)}]
        first += [{"type": "entry", **entry} for entry in actor.since(player, since)]
        first.append(self.frame(subscriber, state) if serialized else state)
        self._presence.came(actor)
        try:
            yield subscriber, first
        finally:
            self._presence.disconnect(actor, subscriber)

    def report_shown(self, subscriber: Subscriber, table: str, version: int) -> None:
        """Record that a subscriber's page has shown everything up to a version; bots wait for it."""
        self._tables[table].report_shown(subscriber, version)

    async def _hears(self, player: Player | None, state: TableState) -> bool:
        """Return whether a player may read the talk of a table; see `lines`."""
        try:
            await self._check_open(player, state, 0)
        except (DealInPlay, DealOpen):
            return False
        return True

    async def visit(self, player: Player, table: str, seconds: float = VISIT_SECONDS) -> None:
        """Count a player who sent a request without a live connection as present for the given seconds."""
        actor = await self._visible_actor(player, table)
        if actor.state.seat_of(player.id) is not None and player.id not in actor.connected():
            self._presence.visit(actor, player.id, seconds)

    async def has_seat(self, player: Player | None, table: str) -> bool:
        """Return whether a player holds a seat at a table; raise `NoSuchTable` if the player may not see the table."""
        return (await self._visible_actor(player, table)).state.seat_of(player.id if player else None) is not None

    def seat_in(self, player: Player | None, table: str, match: int) -> int | None:
        """Return the seat that a player had when a match was dealt, at a table in memory."""
        state = self._tables[table].state
        return audience.seat_in(audience.audience_of(state, player.id if player else None, match))

    def counts(self) -> dict[str, int]:
        """Return the numbers of tables in memory, connected subscribers, and thinking bots."""
        return self._tables.counts()

    def frame(self, subscriber: Subscriber, state: TableState, *, since: int | None = None) -> dict[str, Any]:
        """Return the frame of a state, serialized for a subscriber."""
        return {"type": "state", "from": since, **self._document(self._tables[state.table], state, subscriber.player)}

    def audience_key(self, player: Player | None, state: TableState) -> tuple[Hashable, ...]:
        """Return the cache key of a player's view of a table in memory: equal keys have equal views."""
        who = player.id if player else None
        own = audience.audience_of(state, who, state.shown_match(who))
        return state.table, state.seat_of(who), own, who is not None and who == state.host

    def table_view_in_memory(self, player: Player | None, state: TableState) -> TableView:
        """Return a table in memory and its present match, for a player's page."""
        return table_view(
            state, self._document(self._tables[state.table], state, player), player.id if player else None
        )

    def present(self, state: TableState) -> list[bool]:
        """Return, by seat of a state, whether the player is present. Bots always are.

        If the seats have changed since this state, only bots count as present.
        """
        actor = self._tables[state.table]
        return actor.present() if state.seats == actor.state.seats else [seat.kind == "bot" for seat in state.seats]

    async def refresh(self, table: str) -> None:
        """Read the entries that other processes have appended to a table in memory."""
        if (actor := self._tables.get(table)) is not None:
            await actor.catch_up()

    async def _visible_actor(self, player: Player | None, table: str, seen: int = 0) -> Actor:
        """Return the actor of a table that a player may see.

        Parameters
        ----------
        seen
            The number of entries that the client has seen, possibly at another process that was faster.

        Raises
        ------
        NoSuchTable
            The table does not exist, or the player may not know of it.
        """
        actor = await self._tables.find(table)
        if seen > actor.state.version and self.store.notices.is_shared:
            await actor.catch_up(seen)
        state = actor.state
        if player is not None and state.is_participant(player.id):
            return actor
        role = await self.store.read(reads.role_of, player.id, table) if player is not None else None
        is_open = state.opened.get("watchers") or state.status == "waiting"
        if is_open and (role is not None or state.opened.get("listed")):
            if player is not None and role is None and state.status != "waiting":
                # A spectator learns the cards of the match, so the store records who watched. The spectator may read
                # even if the database accepts no writes.
                with suppress(StoreError):
                    await self.store.write_at(table, writes.admit, player.id, "watch")
            return actor
        raise no_table(table)


def finished_matches(state: TableState) -> list[int]:
    """Return the numbers of the finished matches of a table."""
    return [number for number in range(1, len(state.played) + 1) if number != state.number or state.status == "over"]


def _end_of(state: TableState, number: int) -> int:
    """Return the number of the first entry after a match."""
    return state.played[number].start if number < len(state.played) else state.version
