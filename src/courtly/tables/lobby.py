"""The tables of a server: opening, finding, and the one door to each.

`Lobby` is what pages, programs and sockets call. It knows who asks; everything that it returns was made for them.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Hashable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import Any

from courtly.bots import Hint
from courtly.engine.errors import CourtlyError, NotOver
from courtly.engine.play.match import Match
from courtly.engine.play.position import Place
from courtly.engine.sentences import said
from courtly.review import BadReview, Review
from courtly.runtime import Runtime
from courtly.tables import acts, audience
from courtly.tables.actor import Actor, Answer, Reader
from courtly.tables.acts import Move
from courtly.tables.attendants import LEASE, Attendants
from courtly.tables.background import FINAL, Background
from courtly.tables.codes import CODE_LENGTH, Codes
from courtly.tables.deals import Deals, Shared
from courtly.tables.errors import NoSuchTable, NotYourTurn, StoreError
from courtly.tables.hints import Asked, Hints
from courtly.tables.history import History
from courtly.tables.journal import Line, Player, Role
from courtly.tables.looking import Draft, Look, Past, compared, look
from courtly.tables.memory import KEEP, Memory, no_table
from courtly.tables.opening import NewTable, brought, opening, with_deal
from courtly.tables.presence import Presence, new_process
from courtly.tables.refusals import DealOpen, NotAllowed, TooMany
from courtly.tables.reviews import Counting, Reviews
from courtly.tables.sharing import Sharing, check_shareable, shared_past
from courtly.tables.starts import Start, seats_with, start_from
from courtly.tables.state import TableState
from courtly.tables.store.errors import Conflict
from courtly.tables.store.rows import Aim, Share
from courtly.tables.store.store import Store
from courtly.tables.values import is_plain
from courtly.text.languages import checked_language

MOST_UNFINISHED = 20
"""Tables of one person that are not over, at most."""

MOST_ENTRIES = 200
"""Entries in one answer, at most."""

LINE_LENGTH = 500


class Lobby:
    """All tables of a store.

    Parameters
    ----------
    store
        Where they are kept.
    runtime
        Where bots think and journals are replayed.
    secret
        What codes are derived from; the same in every process of a server.
    pace
        Seconds that a bot's move takes at the least; see `pace`.
    keep
        How many tables that nobody looks at stay in memory.

    Attributes
    ----------
    most_tables
        How many tables of one person may be not over.
    reviews
        The reviews of finished matches; without an `effort` there are none.
    deals
        The deals that are played more than once, and who may know what of them.
    sharing
        The read-only links to matches.
    history
        What players have behind them.
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
        self.most_tables = MOST_UNFINISHED
        self._runtime = runtime
        self._codes = Codes(secret)
        self.deals = Deals(store, runtime, self._codes, secret)
        self._beginning = asyncio.Lock()
        self._hints = Hints(runtime)
        self._process = new_process()
        self._background = Background()
        lease = self._has_lease if store.notices.is_shared else None
        self.reviews = Reviews(store, self._process, self._background)
        self.sharing = Sharing(store, self._codes)
        self.history = History(store)
        self._attendants = Attendants(runtime, pace=pace, lease=lease, ended=self.reviews.ended)
        self._tables = Memory(store, runtime, self._codes, self._attendants, self._background)
        self._tables.keep = keep
        self._presence = Presence(self._process, store, self._tables, self._attendants, self._background)

    async def _has_lease(self, table: str) -> bool:
        return await self.store.acquire(table, self._process, LEASE)

    async def wake(self) -> None:
        """Take up what was going on when the server stopped: bots think on, clocks run.

        Where other processes share the store, what they do is read from then on.
        """
        if self.store.notices.is_shared:
            self.store.notices.listen(self._tables.noticed, presence=self._presence.heard)
            self._background.start("keeping up with other processes", self._tables.keep_up())
            self._background.start("telling other processes who is here", self._presence.keep_telling())
        await self._tables.take_up()
        self._background.start("making the reviews that were begun", self.reviews.take_up(self._played))
        adding = self.history.take_up(self._runtime.until_warm, self._state_of)
        self._background.start("adding the results of earlier matches", adding)

    async def close(self) -> None:
        """Let nobody think any more, and end every connection."""
        await self._background.close()
        await self._tables.close()
        await self._attendants.close()
        for actor in self._tables:
            for visit in actor.visits.values():
                visit.cancel()
            for reader in list(actor.readers):
                reader.end()

    async def open(self, host: Player, wanted: NewTable, start: Start | None = None) -> dict[str, Any]:
        """Open a table, and return it as its host sees it; sent again, the same table.

        Parameters
        ----------
        start
            What its first match begins with; see `open_from`.

        Raises
        ------
        UnknownGame, BadOption, BadSeats, UnknownBot, BadDeal, TooMany, Reused, StoreError
        """
        if (first := await self.store.sent(host.id, wanted.command)) is not None:
            table, entry = first
            acts.check_same(entry, wanted)
            return await self.document(host, table)
        open_ones = [
            head for head in await self.store.heads_of(host.id) if head.status != "over" and head.host == host.id
        ]
        if len(open_ones) >= self.most_tables:
            message = said("you have {count} tables that are not over", count=len(open_ones))
            raise TooMany(message, given=len(open_ones), where="tables", allowed=str(self.most_tables))
        if wanted.deal is not None:
            # Whether it can be dealt is for the rules to say.
            await self._runtime.until_warm(wanted.game)
        table = secrets.token_urlsafe(16)
        entry = await self._runtime.read(lambda: opening(table, host, wanted, start))
        state = TableState.of(table, [entry])
        try:
            row = start.row(host.id) if start else None
            await self.store.create(state.head(), [entry], codes=self._codes.hashed(state), start=row)
        except Conflict:
            # The same form came twice at once, and the other one was first.
            if await self.store.sent(host.id, wanted.command) is None:
                raise
            return await self.open(host, wanted, start)
        actor = self._tables.remember(state)
        self._tables.hasten(wanted.game)
        try:
            await actor.follow_up()
        except FINAL:
            raise
        except StoreError:
            # The table is there all the same.
            self._tables.follow_up(actor)
        return await self.document(host, table)

    async def open_from(self, host: Player, wanted: NewTable, start: Start) -> dict[str, Any]:
        """Open a table whose first match is not dealt afresh, and return it as its host sees it.

        Raises
        ------
        DealInPlay, DealOpen
            The host plays the same deal elsewhere, or may not show it to others today.
        UnknownGame, BadOption, BadSeats, UnknownBot, BadDeal, TooMany, Reused, StoreError
            As `open`.
        """
        async with self._beginning:
            if await self.store.sent(host.id, wanted.command) is None:
                is_open = any(seat.kind == "open" for seat in wanted.seats)
                await self.deals.check_may_begin(host.id, start, has_others=is_open)
            answer = await self.open(host, with_deal(wanted, start), start)
        self._look_away(host, str(answer["id"]), start.key)
        return answer

    async def opened_by(self, player: Player, command: str) -> str | None:
        """Return the table that somebody opened under a command id, None where there is none."""
        first = await self.store.sent(player.id, command)
        return first[0] if first is not None and first[1].act == "open" else None

    def _look_away(self, player: Player, table: str, key: str) -> None:
        """End what somebody hears of other tables at which the deal is played that they play now."""
        for actor in self._tables:
            if actor.state.table != table and actor.state.opened.get("key") == key:
                for reader in [one for one in actor.readers if one.player and one.player.id == player.id]:
                    reader.end()

    async def play_on(
        self, player: Player, place: Place, *, seat: int | None, other: str, command: str
    ) -> dict[str, Any]:
        """Open a table at which a match is played on from a place in another, and return it as its host sees it.

        Parameters
        ----------
        seat
            The host's seat; by default that which decides there.
        other
            The bot in all other seats, or `open` for whoever comes.

        Raises
        ------
        BadMoment, WrongSeat
            There is nothing to play on, or no such seat.
        DealInPlay, DealOpen
            As `open_from`.
        """
        match = place.match
        await self._runtime.until_warm(match.game)
        start, own = await self._runtime.read(lambda: (start_from(place), place.seat(seat)))
        seats, options = seats_with(match.players, own, other), match.setup.options.given()
        return await self.open_from(
            player, NewTable(command=command, game=match.game, options=options, seats=seats), start
        )

    async def share_deal(self, player: Player, table: str, match: int) -> str:
        """Return the code under which others may play the deal of a match that is over.

        Raises
        ------
        NoSuchTable, NotOver, NotAllowed, DealInPlay
        """
        actor, _ = await self._seen_past(player, table, match)
        audience.finished(actor.state, match)
        return await self.deals.share(actor.state, match, player.id)

    async def play_deal(self, player: Player, shared: Shared) -> str:
        """Return the table at which somebody plays a shared deal; it is opened where there is none yet.

        Raises
        ------
        DealOpen
            They know its cards, or its day is over.
        """
        standing = await self.deals.standing(shared, player.id)
        if standing.table is not None:
            return standing.table
        if not standing.can_play:
            raise DealOpen(said("this deal is not yours to play: you know its cards, or its day is over"), where="deal")
        return str((await self.open_from(player, *shared.wanted()))["id"])

    async def bring(self, player: Player, match: Match, command: str) -> str:
        """Return the table that shows a finished match as its record tells it; sent again, the same table.

        Raises
        ------
        NotOver, Reused, StoreError
        """
        if not match.is_over:
            message = said("the match is not over: it has {count} moves", count=match.version)
            raise NotOver(message, where=f"move {match.version}", allowed=said("the record of a finished match"))
        entries = await self._runtime.read(lambda: brought(player, match, command))
        if (first := await self.store.sent(player.id, command)) is not None:
            if first[1].content != entries[0].content:
                raise acts.reused(command)
            return first[0]
        table = secrets.token_urlsafe(16)
        state = await self._runtime.read(lambda: TableState.of(table, entries))
        await self.store.create(state.head(), entries, codes=self._codes.hashed(state))
        self._tables.remember(state)
        return table

    async def document(self, player: Player | None, table: str, *, since: int | None = None) -> dict[str, Any]:
        """Return a table as somebody may see it, and the entries from `since` on.

        Raises
        ------
        NoSuchTable
            There is none, or they may not see it.
        """
        actor = await self._seen(player, table)
        await self._check_open(player, actor.state, since)
        answer = self._document(actor, actor.state, player)
        return answer if since is None else answer | {"entries": actor.since(player, since, MOST_ENTRIES)}

    async def look(self, player: Player | None, table: str, match: int | None = None) -> Look:
        """Return a table and one of its matches, by default the present one, as a page shows them to somebody.

        Raises
        ------
        NoSuchTable
            There is no such table or match, or they may not see it.
        """
        actor = await self._seen(player, table)
        state = actor.state
        if match in over_in(state):
            await self.deals.check_open(player.id if player else None, state, [match])
        else:
            await self._check_open(player, state)
        shown = look(state, self._document(actor, state, player), player.id if player else None, match)
        return replace(shown, compiling=self._runtime.progress(state.game))

    async def _check_open(self, player: Player | None, state: TableState, since: int | None = None) -> None:
        """Refuse a table, and its entries from `since` on, to whoever may not know the deal of a match told of there.

        Raises
        ------
        DealInPlay, DealOpen
        """
        who = player.id if player else None
        over = [n for n in over_in(state) if n == state.number or (since is not None and _end_of(state, n) > since)]
        looks_on = state.status == "playing" and state.is_from_elsewhere(state.number) and state.seat_of(who) is None
        await self.deals.check_open(who, state, [*over, 1] if looks_on else over)

    def _document(self, actor: Actor, state: TableState, player: Player | None) -> dict[str, Any]:
        codes = self._codes.of(state) if player and player.id == state.host else None
        here = self.present(state)
        return audience.document(state, player.id if player else None, present=here, codes=codes)

    async def act(self, player: Player, table: str, body: object) -> Answer:
        """Do something at a table; see `acts` for what.

        Raises
        ------
        TableError, IllegalMove, BadOption, UnknownBot
            Why not; nothing has changed.
        """
        act = acts.read_act(body)
        # A repetition has its answer, though its code may be an old one by now.
        if isinstance(act, acts.Sit) and await self.store.sent(player.id, act.command) is None:
            if act.code is not None:
                await self.show_code(player, act.code)
            await self._check_may_sit(player, await self._seen(player, table))
        actor = await self._seen(player, table)
        if isinstance(act, acts.Plain) and act.act == "start":
            self._tables.check_ready(table, actor.state.game)
        answer = await actor.act(player, act)
        self._attendants.acted(actor, player.id)
        return answer

    async def _check_may_sit(self, player: Player, actor: Actor) -> None:
        state = actor.state
        if state.is_from_elsewhere(state.number):
            await self.deals.check_may_sit(player.id, state)
        if state.opened.get("listed") or player.id == state.host or state.seat_of(player.id) is not None:
            return
        if await self.store.role_of(player.id, state.table) != "join":
            raise NotAllowed(
                said("a seat at this table takes its code"), where="code", allowed=said("the code to join")
            )

    async def show_code(self, player: Player, code: object) -> tuple[str, Role]:
        """Return the table of a code, and let whoever has shown it see that table from then on.

        Raises
        ------
        NoSuchTable
        """
        table, role = await self._coded(code)
        await self.store.admit(player.id, table, role)
        return table, role

    async def behind(self, code: object) -> tuple[dict[str, Any], Role]:
        """Return what a list would say of the table of a code, and the code's role; nothing changes.

        Raises
        ------
        NoSuchTable
        """
        table, role = await self._coded(code)
        return audience.summary((await self._tables.find(table)).state.head(), None), role

    async def _coded(self, code: object) -> tuple[str, Role]:
        known = isinstance(code, str) and is_plain(code, CODE_LENGTH)
        found = await self.store.code(self._codes.hash_of(str(code))) if known else None
        if found is None:
            raise NoSuchTable(said("no table has this code"), given=code, where="code")
        return found

    async def draft(self, player: Player, table: str, body: Mapping[str, Any]) -> dict[str, Any]:
        """Return what would be open after moves of one's own, by what one knows; nothing is done or remembered."""
        laid_out = await self.lay_out(player, table, body)
        return {"legal": laid_out.legal, "view": laid_out.view}

    async def lay_out(self, player: Player, table: str, body: Mapping[str, Any]) -> Draft:
        """Return a table after moves of one's own, for a page; nothing is done or remembered."""
        act = acts.read_act({**body, "act": "move", "command": "draft"})
        assert isinstance(act, Move)
        actor = await self._seen(player, table)
        state = actor.state
        seat = acts.held(state, state.seat_of(player.id))

        before = look(state, self._document(actor, state, player), player.id)

        def laid_out() -> Draft:
            match, is_told = acts.drafted(state, seat, act)
            assert before.match is not None
            after = replace(before.match, view=match.view(seat), log=match.log(seat))
            return Draft(state, replace(before, match=after), is_told)

        return await self._runtime.read(laid_out)

    async def hint(self, player: Player, table: str, *, lang: str, laid: Sequence[str] = ()) -> Hint:
        """Return advice for the seat that decides, or for what may follow moves of its own that are only laid out.

        Raises
        ------
        NotAllowed
            The table is without hints.
        NotYourTurn, HintsBusy
            Nothing may follow the moves; many wait.
        IllegalMove
        """
        checked_language(lang)
        state = (await self._seen(player, table)).state
        seat = acts.held(state, state.seat_of(player.id))
        if not state.opened.get("aids", True):
            raise NotAllowed(said("there are no hints at this table"), where="aids")
        if state.match is None or state.to_move != seat:
            raise NotYourTurn(
                said("there is nothing for seat {seat} to decide now", seat=seat), given=seat, where="seat"
            )
        asked = Asked(f"{table}/{state.number}", state.turn, seat, lang, tuple(laid))
        knowledge = state.match.knowledge(seat)
        if laid:
            knowledge = await self._runtime.read(lambda: acts.known_after(state, seat, laid))
        return await self._hints.find(asked, knowledge, asker=player.id)

    async def record(self, player: Player | None, table: str, match: int | None = None) -> dict[str, Any]:
        """Return the record of a match that is over, by default the last one; raise `NotOver` before that."""
        state = (await self._seen_past(player, table, match))[0].state
        return audience.record(state, player.id if player else None, match or state.number)

    async def past(self, player: Player | None, table: str, match: int) -> Past:
        """Return a match that was played to its end, for whoever may see its table.

        Raises
        ------
        NoSuchTable
            There is no such table or match, or they may not see it.
        NotOver
            It is still running, or was stopped.
        """
        actor, is_compared = await self._seen_past(player, table, match)
        played = audience.finished(actor.state, match)
        if is_compared:
            document = self._document(actor, actor.state, None)
            return Past(compared(actor.state, document, match), played.copy(), is_compared=True)
        return Past(await self.look(player, table, match), played.copy())

    async def _seen_past(self, player: Player | None, table: str, match: int | None) -> tuple[Actor, bool]:
        """Return the actor of a table whose match, by default the last, somebody may look back on if it is over.

        With it comes whether that is only because they have played its deal too.
        """
        who = player.id if player else None
        try:
            actor, is_compared = await self._seen(player, table), False
        except NoSuchTable:
            actor, is_compared = await self._tables.find(table), True
            over = match is not None and match in over_in(actor.state)
            if not over or not await self.deals.may_compare(who, actor.state, match or 1):
                raise no_table(table) from None
        state = actor.state
        number = match or state.number
        await self.deals.check_open(who, state, [number] if number in over_in(state) else [])
        return actor, is_compared

    async def review(self, player: Player | None, table: str, match: int) -> Review | Counting | None:
        """Return the review of a match that is over, or how far it is made; None where this server makes none.

        Raises
        ------
        NoSuchTable, NotOver
            As `past`.
        """
        played = audience.finished((await self._seen_past(player, table, match))[0].state, match)
        return await self.reviews.find(table, match, played)

    async def _played(self, table: str, match: int) -> Match:
        return audience.finished(await self._state_of(table), match)

    async def _state_of(self, table: str) -> TableState:
        return (await self._tables.find(table)).state

    async def share(self, player: Player, aim: Aim) -> Share:
        """Make a read-only link to a match that is over, for whoever was at its table.

        Raises
        ------
        NoSuchTable, NotOver, NotAllowed, BadMoment, TooMany, DealInPlay, DealOpen
        """
        actor, _ = await self._seen_past(player, aim.table, aim.match)
        return await self.sharing.make(player, actor.state, aim)

    async def links_of(self, player: Player | None, aim: Aim) -> list[Share]:
        """Return the links that somebody has made to a match; raise as `share` does where they may make none."""
        owner = check_shareable((await self._seen_past(player, aim.table, aim.match))[0].state, player, aim)
        return await self.sharing.of_match(owner, aim.table, aim.match)

    async def shared(self, code: str, player: Player | None = None) -> tuple[Past, Share]:
        """Return the match that a read-only link leads to, as its followers see it, and the link.

        `player` is who follows it, None for somebody who is not known.

        Raises
        ------
        NoSuchShare
            It was withdrawn, or never was.
        DealInPlay, DealOpen
            They play the same deal now, or it is one of today.
        NotReady, BrokenTable
        """
        share = await self.sharing.find(code)
        state = await self._state_of(share.aim.table)
        await self.deals.check_open(player.id if player else None, state, [share.aim.match])
        return await self._runtime.read(lambda: shared_past(state, share.aim, code)), share

    async def shared_review(self, aim: Aim) -> Review | Counting | None:
        """Return the review of the match of a link, or how far it is made; None where this server makes none."""
        return await self.reviews.find(aim.table, aim.match, await self._played(aim.table, aim.match))

    async def kept_review(self, aim: Aim) -> Review | None:
        """Return the review of the match of a link if it is made; none is made for it."""
        with suppress(BadReview):
            return await self.reviews.kept(aim.table, aim.match)
        return None

    async def leave(self, player: Player) -> None:
        """Delete a player: bots play on for them, and what stays of them for others has neither name nor id."""
        for head in await self.store.heads_of(player.id, limit=MOST_ENTRIES):
            if head.status != "over":
                with suppress(CourtlyError):
                    await self.act(player, head.table, {"command": f"leave-{head.table[:40]}", "act": "rise"})
        await self.history.leave(player, self._left)

    async def _left(self, table: str) -> None:
        """Read a table anew from which somebody was taken out, where it is in memory."""
        if (actor := self._tables.get(table)) is not None:
            await actor.catch_up()

    async def say(self, player: Player, table: str, line: Line) -> Line:
        """Add a line of table talk, and tell everybody."""
        actor = await self._seen(player, table)
        state = actor.state
        if not state.opened.get("talk", True):
            raise NotAllowed(said("there is no table talk at this table"), where="talk")
        seat = state.seat_of(player.id)
        if seat is None and state.status == "playing":
            raise NotAllowed(said("whoever looks on does not write while a match is played"), where="seat")
        kept, is_new = await self.store.add_line(table, line)
        if is_new:
            frame = {"type": "line", **audience.told_line(kept, seat)}
            for reader in actor.readers:
                reader.send(frame)
        return kept

    async def lines(self, player: Player | None, table: str, *, since: int = 0) -> list[dict[str, Any]]:
        """Return the table talk from a number on."""
        state = (await self._seen(player, table)).state
        lines = await self.store.lines(table, since=since)
        # Whoever wrote may sit elsewhere by now: a rematch turns the seats.
        return [audience.told_line(line, state.seat_of(line.sender)) for line in lines]

    async def note(self, player: Player, table: str, text: str | None = None) -> str:
        """Return one's own notes at a table, after writing them when `text` is given."""
        await self._seen(player, table)
        if text is not None:
            await self.store.put_note(player.id, table, text)
        return await self.store.note(player.id, table)

    async def mine(self, player: Player) -> list[dict[str, Any]]:
        """Return somebody's tables, the newest first."""
        return [audience.summary(head, player.id) for head in await self.store.heads_of(player.id)]

    async def listed(self, *, page: int = 0) -> list[dict[str, Any]]:
        """Return a page of the tables that anybody may see."""
        return [audience.summary(head, None) for head in await self.store.lobby(page=page)]

    @asynccontextmanager
    async def reading(
        self, player: Player | None, table: str, *, lang: str = "en", since: int = 0, as_told: bool = True
    ) -> AsyncIterator[tuple[Reader, list[Any]]]:
        """Connect somebody to a table: give the reader, and what to send first.

        That is the table, the entries from `since` on, and a state, which is a `TableState` unless it is `as_told`.
        Whoever sends them takes them out, or they would stay in memory as long as the connection.
        """
        actor = await self._seen(player, table)
        await self._check_open(player, actor.state, since)
        reader = Reader(player, lang)
        self._presence.connect(actor, reader)
        state = actor.state
        first: list[Any] = [{"type": "table", **self._document(actor, state, player)}]
        first += [{"type": "entry", **entry} for entry in actor.since(player, since)]
        first.append(self.frame(reader, state) if as_told else state)
        self._presence.came(actor)
        try:
            yield reader, first
        finally:
            self._presence.disconnect(actor, reader)

    async def visit(self, player: Player, table: str, seconds: float) -> None:
        """Take somebody who looks at the page of a table without a live connection as here for so many seconds."""
        actor = await self._seen(player, table)
        if actor.state.seat_of(player.id) is not None and player.id not in actor.connected():
            self._presence.visit(actor, player.id, seconds)

    def seat_in(self, player: Player | None, table: str, match: int) -> int | None:
        """Return the seat that somebody connected had in a match when it was dealt."""
        state = self._tables[table].state
        return audience.seat_in(audience.audience_of(state, player.id if player else None, match))

    def counts(self) -> dict[str, int]:
        """Return how many tables are in memory, how many readers are connected and how many bots think."""
        return self._tables.counts()

    def frame(self, reader: Reader, state: TableState, *, since: int | None = None) -> dict[str, Any]:
        """Return the frame of a state, drawn for a reader."""
        return {"type": "state", "from": since, **self._document(self._tables[state.table], state, reader.player)}

    def sight(self, player: Player | None, state: TableState) -> tuple[Hashable, ...]:
        """Return what decides over what somebody sees of a table in memory: two with the same see the same."""
        who = player.id if player else None
        own = audience.audience_of(state, who, state.number)
        return state.table, state.seat_of(who), own, who is not None and who == state.host

    def glance(self, player: Player | None, state: TableState) -> Look:
        """Return a table in memory and its present match as a page shows them to somebody."""
        return look(state, self._document(self._tables[state.table], state, player), player.id if player else None)

    def present(self, state: TableState) -> list[bool]:
        """Return whether somebody is connected, by seat of a state; bots always are."""
        actor = self._tables[state.table]
        return actor.present() if state.seats == actor.state.seats else [seat.kind == "bot" for seat in state.seats]

    async def refresh(self, table: str) -> None:
        """Read what other processes have done at a table that is in memory."""
        if (actor := self._tables.get(table)) is not None:
            await actor.catch_up()

    async def _seen(self, player: Player | None, table: str) -> Actor:
        """Return the actor of a table that somebody may see.

        Raises
        ------
        NoSuchTable
            There is none, or it is not for them to know of.
        """
        actor = await self._tables.find(table)
        state = actor.state
        if player is not None and state.is_home_of(player.id):
            return actor
        role = await self.store.role_of(player.id, table) if player is not None else None
        is_open = state.opened.get("watchers") or state.status == "waiting"
        if is_open and (role is not None or state.opened.get("listed")):
            return actor
        raise no_table(table)


def over_in(state: TableState) -> list[int]:
    """Return the numbers of the matches of a table that are over."""
    return [number for number in range(1, len(state.played) + 1) if number != state.number or state.status == "over"]


def _end_of(state: TableState, number: int) -> int:
    """Return the number of the first entry behind a match."""
    return state.played[number].start if number < len(state.played) else state.version
