"""The tables of a server: opening, finding, and the one door to each.

`Lobby` is what pages, programs and sockets call. It knows who asks; everything that it returns was made for them.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Collection, Coroutine, Hashable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from courtly.bots import Hint
from courtly.engine.contract.game import set_up
from courtly.engine.errors import CourtlyError, shown
from courtly.engine.play.match import Match, Opening
from courtly.engine.sentences import said
from courtly.runtime import Runtime
from courtly.tables import acts, audience
from courtly.tables.actor import Actor, Answer, Reader, due, new_secret, now
from courtly.tables.acts import Act, Move
from courtly.tables.attendants import LEASE, Attendants
from courtly.tables.clocks import read_clock, read_minder
from courtly.tables.codes import CODE_LENGTH, Codes
from courtly.tables.errors import BadSeats, BrokenTable, NoSuchTable, NotReady, NotYourTurn, StoreError
from courtly.tables.hints import Asked, Hints
from courtly.tables.journal import Entry, Head, Line, Player, Role
from courtly.tables.looking import Draft, Look, look
from courtly.tables.refusals import NotAllowed, TooMany
from courtly.tables.seating import SeatChoice, seated
from courtly.tables.state import TableState
from courtly.tables.store.errors import Conflict
from courtly.tables.store.store import Store
from courtly.tables.values import is_plain
from courtly.text.languages import checked_language

log = logging.getLogger(__name__)

KEEP_UP = 2.0
"""Seconds between two looks at the versions of the tables in memory."""

PRESENCE = 5.0
"""Seconds after which the other processes are told again who is connected here; what is not repeated ends by itself."""

MOST_UNFINISHED = 20
"""Tables of one person that are not over, at most."""

MOST_ENTRIES = 200
"""Entries in one answer, at most."""

LINE_LENGTH = 500

LAST_LINES = 256
"""Lines of all tables that are known to have been told just now."""

ID_LENGTH = 43


class NewTable(BaseModel):
    """What a table is opened with."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    command: Annotated[str, Field(pattern=rf"^{acts.COMMAND.pattern}$")]
    game: str
    options: dict[str, Any] = {}
    seats: Annotated[list[SeatChoice], Field(min_length=1, max_length=16)]
    clock: dict[str, Any] | None = None
    minder: dict[str, Any] | None = None
    listed: bool = False
    watchers: bool = True
    talk: bool = True
    aids: bool = True
    deal: dict[str, Any] | None = None
    seed: Annotated[int, Field(ge=0, le=2**63 - 1)] | None = None


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
    """

    def __init__(
        self,
        store: Store,
        runtime: Runtime,
        *,
        secret: str,
        pace: float = 0.6,
        keep: int = 256,
    ) -> None:
        self.store = store
        self.most_tables = MOST_UNFINISHED
        self._runtime = runtime
        self._codes = Codes(secret)
        self._actors: OrderedDict[str, Actor] = OrderedDict()
        self._loading: dict[str, asyncio.Future[Actor]] = {}
        self._keep = keep
        self._hints = Hints(runtime)
        self._holder = secrets.token_urlsafe(12)
        lease = self._has_lease if store.notices.is_shared else None
        self._attendants = Attendants(runtime, pace=pace, lease=lease)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._told_lines: deque[tuple[str, int]] = deque(maxlen=LAST_LINES)
        self._awaited: set[str] = set()
        self._behind: set[str] = set()
        self._heard: dict[tuple[str, str], float] = {}
        self._is_closed = False

    async def _has_lease(self, table: str) -> bool:
        return await self.store.acquire(table, self._holder, LEASE)

    async def wake(self) -> None:
        """Take up what was going on when the server stopped: bots think on, clocks run.

        Where other processes share the store, what they do is read from then on.
        """
        if self.store.notices.is_shared:
            self.store.notices.listen(self._noticed, presence=self._told_presence)
            self._background(self._keep_up())
            self._background(self._keep_telling())
        await self._take_up()

    async def _take_up(self) -> None:
        for table in await self.store.running():
            try:
                self._attendants.attend(await self._actor(table))
            except NotReady:
                # It is taken up when its rules are compiled.
                continue
            except CourtlyError as error:
                # The cause names moves and cards.
                log.error("table %s cannot be taken up: %s", table, error.code)

    def _hasten(self, game: str) -> None:
        """Have a game compiled now, if it is not, and let what waits for that begin afterwards."""
        if self._runtime.is_cold(game) and game not in self._awaited:
            self._awaited.add(game)
            self._background(self._begin_when_warm(game))

    async def _begin_when_warm(self, game: str) -> None:
        await self._runtime.until_warm(game)
        self._awaited.discard(game)
        await self._take_up()
        for actor in [actor for actor in self._actors.values() if actor.state.game == game]:
            await actor.follow_up()

    async def close(self) -> None:
        """Let nobody think any more, and end every connection."""
        self._is_closed = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._attendants.close()
        for actor in self._actors.values():
            for visit in actor.visits.values():
                visit.cancel()
            for reader in list(actor.readers):
                reader.end()

    def _noticed(self, table: str, version: int) -> None:
        """Read what another process has appended; also of a table that is new, in case that process ends.

        What nobody here looks at can wait until somebody asks for it, or until `_keep_up`.
        """
        actor = self._actors.get(table)
        if actor is None:
            self._background(self._actor(table))
        elif version > actor.state.version:
            if actor.readers:
                self._background(actor.catch_up(version))
            else:
                self._behind.add(table)

    async def _keep_up(self) -> None:
        """Look now and then whether a notice was lost, and read what could wait."""
        while True:
            await asyncio.sleep(KEEP_UP)
            with suppress(StoreError):
                for table, version in (await self.store.versions(list(self._actors))).items():
                    if table in self._actors:
                        self._background(self._actors[table].catch_up(version))

    async def _keep_telling(self) -> None:
        """Tell the other processes now and then who is connected here, and forget what they have not told again."""
        while True:
            await asyncio.sleep(PRESENCE)
            await self._tell_presence(*[actor for actor in self._actors.values() if actor.here_at_this_process()])
            since = asyncio.get_running_loop().time() - 2.5 * PRESENCE
            for table, process in [key for key, at in self._heard.items() if at < since]:
                self._told_presence(table, process, ())

    async def _tell_presence(self, *actors: Actor) -> None:
        here = {actor.state.table: self._seated_here(actor) for actor in actors}
        with suppress(StoreError):
            await self.store.tell_presence(self._holder, here)

    def _seated_here(self, actor: Actor) -> list[str]:
        return sorted(player for player in actor.here_at_this_process() if actor.state.seat_of(player) is not None)

    def _told_presence(self, table: str, process: str, players: Collection[str]) -> None:
        """Take note of who is connected to a table at another process."""
        actor = self._actors.get(table)
        if process == self._holder or actor is None:
            self._heard.pop((table, process), None)
            return
        before = actor.present()
        if players:
            self._heard[table, process] = asyncio.get_running_loop().time()
            actor.elsewhere[process] = frozenset(players)
        else:
            self._heard.pop((table, process), None)
            actor.elsewhere.pop(process, None)
        if actor.present() != before:
            self._attendants.came(actor)
            self._attendants.went(actor)
            actor.say_presence()

    def _say_presence(self, actor: Actor) -> None:
        """Tell the readers here, and the other processes, that somebody came or went."""
        actor.say_presence()
        if self.store.notices.is_shared and not self._is_closed:
            self._background(self._tell_presence(actor))

    def _background(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.warning("what another process did at a table cannot be read", exc_info=error)

    async def open(self, host: Player, wanted: NewTable) -> dict[str, Any]:
        """Open a table, and return it as its host sees it; sent again, the same table.

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
        entry = await self._runtime.read(lambda: opening(table, host, wanted))
        state = TableState.of(table, [entry])
        try:
            await self.store.create(state.head(), [entry], codes=self._codes.hashed(state))
        except Conflict:
            # The same form came twice at once, and the other one was first.
            if await self.store.sent(host.id, wanted.command) is None:
                raise
            return await self.open(host, wanted)
        actor = self._remember(state)
        self._hasten(wanted.game)
        await actor.follow_up()
        return await self.document(host, table)

    async def document(self, player: Player | None, table: str, *, since: int | None = None) -> dict[str, Any]:
        """Return a table as somebody may see it, and the entries from `since` on.

        Raises
        ------
        NoSuchTable
            There is none, or they may not see it.
        """
        actor = await self._seen(player, table)
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
        shown = look(state, self._document(actor, state, player), player.id if player else None, match)
        return replace(shown, compiling=self._runtime.progress(state.game))

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
        if isinstance(act, acts.Sit) and not await self._was_sent(player, table, act):
            if act.code is not None:
                await self.show_code(player, act.code)
            await self._check_may_sit(player, await self._seen(player, table))
        actor = await self._seen(player, table)
        if isinstance(act, acts.Plain) and act.act == "start":
            self._check_ready(table, actor.state.game)
        answer = await actor.act(player, act)
        self._attendants.acted(actor, player.id)
        return answer

    async def _was_sent(self, player: Player, table: str, act: Act) -> bool:
        """Return whether an act is a repetition: it has its answer, though its code may be an old one by now."""
        found = await self.store.sent(player.id, act.command)
        return found is not None and found[0] == table

    async def _check_may_sit(self, player: Player, actor: Actor) -> None:
        state = actor.state
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
        return _summary((await self._actor(table)).state.head(), None), role

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

    async def hint(self, player: Player, table: str, *, lang: str) -> Hint:
        """Return advice for the seat that decides.

        Raises
        ------
        NotAllowed
            The table is without hints.
        NotYourTurn, HintsBusy
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
        asked = Asked(f"{table}/{state.number}", state.turn, seat, lang)
        return await self._hints.find(asked, state.match.knowledge(seat), asker=player.id)

    async def record(self, player: Player | None, table: str, match: int | None = None) -> dict[str, Any]:
        """Return the record of a match that is over, by default the last one; raise `NotOver` before that."""
        state = (await self._seen(player, table)).state
        return audience.record(state, player.id if player else None, match or state.number)

    async def say(self, player: Player, table: str, line: Line) -> Line:
        """Add a line of table talk, and tell everybody."""
        actor = await self._seen(player, table)
        state = actor.state
        if not state.opened.get("talk", True):
            raise NotAllowed(said("there is no table talk at this table"), where="talk")
        seat = state.seat_of(player.id)
        if seat is None and state.status == "playing":
            raise NotAllowed(said("whoever looks on does not write while a match is played"), where="seat")
        kept = await self.store.add_line(table, line)
        # One that was sent before has the time of then, but for two at the same moment.
        if kept.at == line.at and (table, kept.number) not in self._told_lines:
            self._told_lines.append((table, kept.number))
            frame = {"type": "line", **told_line(kept, seat)}
            for reader in actor.readers:
                reader.send(frame)
        return kept

    async def lines(self, player: Player | None, table: str, *, since: int = 0) -> list[dict[str, Any]]:
        """Return the table talk from a number on."""
        state = (await self._seen(player, table)).state
        lines = await self.store.lines(table, since=since)
        # Whoever wrote may sit elsewhere by now: a rematch turns the seats.
        return [told_line(line, state.seat_of(line.sender)) for line in lines]

    async def note(self, player: Player, table: str, text: str | None = None) -> str:
        """Return one's own notes at a table, after writing them when `text` is given."""
        await self._seen(player, table)
        if text is not None:
            await self.store.put_note(player.id, table, text)
        return await self.store.note(player.id, table)

    async def mine(self, player: Player) -> list[dict[str, Any]]:
        """Return somebody's tables, the newest first."""
        return [_summary(head, player.id) for head in await self.store.heads_of(player.id)]

    async def listed(self, *, page: int = 0) -> list[dict[str, Any]]:
        """Return a page of the tables that anybody may see."""
        return [_summary(head, None) for head in await self.store.lobby(page=page)]

    @asynccontextmanager
    async def reading(
        self, player: Player | None, table: str, *, lang: str = "en", since: int = 0, as_told: bool = True
    ) -> AsyncIterator[tuple[Reader, deque[Any]]]:
        """Connect somebody to a table: give the reader, and what to send first.

        That is the table, the entries from `since` on, and a state, which is a `TableState` unless it is `as_told`.
        Whoever sends them takes them out, or they would stay in memory as long as the connection.
        """
        actor = await self._seen(player, table)
        reader = Reader(player, lang)
        actor.readers.add(reader)
        if player is not None and (visit := actor.visits.pop(player.id, None)) is not None:
            # From now on the connection tells whether they are here.
            visit.cancel()
        state = actor.state
        first: deque[Any] = deque([{"type": "table", **self._document(actor, state, player)}])
        first += [{"type": "entry", **entry} for entry in actor.since(player, since)]
        first.append(self.frame(reader, state) if as_told else state)
        self._attendants.came(actor)
        self._say_presence(actor)
        try:
            yield reader, first
        finally:
            actor.readers.discard(reader)
            self._say_presence(actor)
            self._attendants.went(actor)

    async def visit(self, player: Player, table: str, seconds: float) -> None:
        """Take somebody who looks at the page of a table without a live connection as here for so many seconds."""
        actor = await self._seen(player, table)
        if actor.state.seat_of(player.id) is None or player.id in actor.connected():
            return
        before = actor.visits.pop(player.id, None)
        end = asyncio.get_running_loop().call_later(seconds, self._visited, actor, player.id)
        actor.visits[player.id] = end
        if before is not None:
            before.cancel()
            return
        self._attendants.came(actor)
        self._say_presence(actor)

    def _visited(self, actor: Actor, player: str) -> None:
        del actor.visits[player]
        self._say_presence(actor)
        self._attendants.went(actor)

    def seat_in(self, player: Player | None, table: str, match: int) -> int | None:
        """Return the seat that somebody connected had in a match when it was dealt."""
        state = self._actors[table].state
        return audience.seat_in(audience.audience_of(state, player.id if player else None, match))

    def counts(self) -> dict[str, int]:
        """Return how many tables are in memory, how many readers are connected and how many bots think."""
        actors = self._actors.values()
        return {
            "tables": len(actors),
            "readers": sum(len(actor.readers) for actor in actors),
            "thinking": sum(len(actor.thinking) for actor in actors),
        }

    def frame(self, reader: Reader, state: TableState, *, since: int | None = None) -> dict[str, Any]:
        """Return the frame of a state, drawn for a reader."""
        return {"type": "state", "from": since, **self._document(self._actors[state.table], state, reader.player)}

    def sight(self, player: Player | None, state: TableState) -> tuple[Hashable, ...]:
        """Return what decides over what somebody sees of a table in memory: two with the same see the same."""
        who = player.id if player else None
        own = audience.audience_of(state, who, state.number)
        return state.table, state.seat_of(who), own, who is not None and who == state.host

    def glance(self, player: Player | None, state: TableState) -> Look:
        """Return a table in memory and its present match as a page shows them to somebody."""
        return look(state, self._document(self._actors[state.table], state, player), player.id if player else None)

    def present(self, state: TableState) -> list[bool]:
        """Return whether somebody is connected, by seat of a state; bots always are."""
        actor = self._actors[state.table]
        return actor.present() if state.seats == actor.state.seats else [seat.kind == "bot" for seat in state.seats]

    async def refresh(self, table: str) -> None:
        """Read what other processes have done at a table that is in memory."""
        if table in self._actors:
            await self._actors[table].catch_up()

    async def _seen(self, player: Player | None, table: str) -> Actor:
        """Return the actor of a table that somebody may see.

        Raises
        ------
        NoSuchTable
            There is none, or it is not for them to know of.
        """
        actor = await self._actor(table)
        state = actor.state
        if player is not None and state.is_home_of(player.id):
            return actor
        role = await self.store.role_of(player.id, table) if player is not None else None
        is_open = state.opened.get("watchers") or state.status == "waiting"
        if is_open and (role is not None or state.opened.get("listed")):
            return actor
        raise _no_table(table)

    async def _actor(self, table: str) -> Actor:
        if table in self._actors:
            self._actors.move_to_end(table)
            actor = self._actors[table]
            if table in self._behind:
                self._behind.discard(table)
                await actor.catch_up()
            return actor
        if table not in self._loading:
            self._loading[table] = asyncio.ensure_future(self._load(table))
            self._loading[table].add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(self._loading[table])

    async def _load(self, table: str) -> Actor:
        entries = await self.store.journal(table) if is_plain(table, ID_LENGTH) else []
        if not entries:
            raise _no_table(table)
        if any(entry.act == "start" for entry in entries):
            self._check_ready(table, str(entries[0].data["game"]))
        try:
            state = await self._runtime.read(lambda: TableState.of(table, entries))
        except Exception as error:
            # Whatever a damaged entry leads to; the cause names cards, so it goes to the log and not to the player.
            message = said("the table {id} cannot be played again under the rules of this version of Courtly", id=table)
            raise BrokenTable(message, given=table, where="table") from error
        actor = self._remember(state)
        self._attendants.attend(actor)
        self._hasten(state.game)
        if due(state, self._runtime) is not None:
            self._background(actor.follow_up())
        return actor

    def _check_ready(self, table: str, game: str) -> None:
        """Raise `NotReady` while the rules of a game are compiled, which begins now at the latest."""
        if (progress := self._runtime.progress(game)) is None:
            return
        self._hasten(game)
        message = said(
            "the rules of this game are being compiled for this machine: {done} of {steps} steps are done",
            done=progress.done,
            steps=progress.steps,
        )
        raise NotReady(message, given=table, where="table")

    def _remember(self, state: TableState) -> Actor:
        """Return the actor of a table. There is one: a notice may have had the table read while it was opened."""
        if state.table in self._actors:
            return self._actors[state.table]
        actor = Actor(state, self.store, self._runtime, self._codes, self._attendants.attend)
        self._actors[state.table] = actor
        idle = [name for name, each in self._actors.items() if not each.is_busy]
        for name in idle[: max(0, len(idle) - self._keep)]:
            del self._actors[name]
        return actor


def opening(table: str, host: Player, wanted: NewTable) -> Entry:
    """Return the first entry of a table; raise what speaks against it."""
    options = {"players": len(wanted.seats), **wanted.options}
    setup = set_up(wanted.game, options)
    if setup.players != len(wanted.seats):
        message = said(
            "{count} seats cannot play this match; it takes {players}", count=len(wanted.seats), players=setup.players
        )
        raise BadSeats(message, given=len(wanted.seats), where="seats", allowed=str(setup.players))
    seats = seated(host, wanted.seats)
    clock = read_clock(wanted.clock)
    minder = read_minder(wanted.minder) if wanted.minder is not None else None
    known = wanted.deal is not None or wanted.seed is not None
    if wanted.deal is not None:
        Match(setup, Opening(seed=wanted.seed, deal=wanted.deal))
    data: dict[str, Any] = {
        "host": host.id,
        "game": wanted.game,
        "rules": setup.game.version,
        "options": setup.options.model_dump(mode="json", exclude_unset=True),
        "seats": seats,
        "clock": clock.model_dump(mode="json") if clock else None,
        "minder": minder.model_dump(mode="json") if minder else None,
        "listed": wanted.listed,
        "watchers": wanted.watchers,
        "talk": wanted.talk,
        "aids": wanted.aids,
        "deal": wanted.deal,
        "seed": wanted.seed,
        **({} if known else new_secret(setup)),
    }
    return Entry(0, now(), "open", 1, 0, None, host.id, data, wanted.command, acts.content_of(wanted), 1)


def told_line(line: Line, seat: int | None) -> dict[str, Any]:
    """Return a line of table talk as it goes out."""
    return {"n": line.number, "at": audience.moment(line.at), "seat": seat, "text": line.text, "phrase": line.phrase}


def _summary(head: Head, player: str | None) -> dict[str, Any]:
    """Return the line of a table in a list."""
    yours = next((n for n, seat in enumerate(head.seats) if player is not None and seat.player == player), None)
    return {
        "id": head.table,
        "game": head.game,
        "status": head.status,
        "to_move": head.to_move,
        "yours": yours,
        "seats": [{"kind": seat.kind, "name": seat.name, "bot": seat.bot} for seat in head.seats],
        "updated": audience.moment(head.updated),
    }


def _no_table(table: object) -> NoSuchTable:
    return NoSuchTable(said("there is no table {id}", id=shown(table)), given=table, where="table")
