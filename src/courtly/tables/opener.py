"""Opens tables, with a fresh deal or with a deal that is known already."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from courtly.engine.play.position import BranchPoint
from courtly.engine.sentences import said
from courtly.environment import environment
from courtly.runtime import Runtime
from courtly.tables import acts
from courtly.tables.acts.seats import Opened
from courtly.tables.background import NON_RETRYABLE
from courtly.tables.deals import Deals, SharedDeal
from courtly.tables.errors import StoreError
from courtly.tables.journal import Player
from courtly.tables.memory import Memory
from courtly.tables.opening import NewTable, opening, with_deal
from courtly.tables.refusals import DealOpen, NotAllowed, TooMany
from courtly.tables.starts import Start, seats_with, start_from
from courtly.tables.state import TableState
from courtly.tables.store import reads
from courtly.tables.store.errors import Conflict
from courtly.tables.store.store import Store


@dataclass(frozen=True, slots=True)
class OpeningRules:
    """The largest number of unfinished tables of one person, and whether tables may be rated or show hands later."""

    max_tables: int
    rated: bool = True
    hands: bool = True


class Opener:
    """Opens tables."""

    def __init__(self, store: Store, runtime: Runtime, tables: Memory, deals: Deals, rules: OpeningRules) -> None:
        self._store, self._runtime = store, runtime
        self._tables, self._deals, self._rules = tables, deals, rules

    @property
    def has_stage(self) -> bool:
        """Whether tables have a stage for streams, on which players may show their hands."""
        return self._rules.hands

    async def open(
        self, host: Player, wanted: NewTable, start: Start | None = None, *, known: Collection[str] | None = None
    ) -> str:
        """Open a table and return its id; a repeated command returns the first table.

        Parameters
        ----------
        start
            The start of the first match, None for a fresh deal; see `open_from`.
        known
            For a host who looks for opponents, the tables where others wait, as far as they are known; see
            `Opponents`.

        Raises
        ------
        UnknownGame, BadOption, BadSeats, UnknownBot, BadDeal, TooMany, Reused, StoreError
            No table was opened.
        NotAllowed
            The table should be rated, or players should show hands, but this server does not allow it.
        Conflict
            The host does not know a table where others wait.
        """
        if (first := await self._store.read(reads.sent, host.id, wanted.command)) is not None:
            table, entry = first
            acts.check_same(entry, wanted)
            return table
        if wanted.rated and not self._rules.rated:
            raise NotAllowed(said("this server has no rated tables"), where="rated", allowed="false")
        if wanted.delay is not None and not self._rules.hands:
            raise NotAllowed(said("on this server, no hands are shown to spectators"), where="delay", allowed="null")
        open_ones = [
            head
            for head in await self._store.read(reads.heads_of, host.id)
            if head.status != "over" and head.host == host.id
        ]
        if len(open_ones) >= self._rules.max_tables:
            message = said("you already have {count} unfinished tables", count=len(open_ones))
            raise TooMany(message, given=len(open_ones), where="tables", allowed=str(self._rules.max_tables))
        table = environment().token(16)
        entry = await self._runtime.read(lambda: opening(table, host, wanted, start, meets=known is not None))
        state = TableState.of(table, [entry])
        try:
            row = start.row(host.id) if start else None
            actor = await self._tables.create(state, [entry], row, known)
        except Conflict:
            # The form was sent twice, and the other request was faster.
            if await self._store.read(reads.sent, host.id, wanted.command) is None:
                raise
            return await self.open(host, wanted, start)
        self._runtime.compile_now(wanted.game)
        try:
            await actor.follow_up()
        except NON_RETRYABLE:
            raise
        except StoreError:
            # The table exists; its follow-up is retried in the background.
            self._tables.follow_up(actor)
        return table

    async def open_from(self, host: Player, wanted: NewTable, start: Start) -> str:
        """Open a table whose first match is not a fresh deal, and return its id.

        Raises
        ------
        DealInPlay, DealOpen
            The host is playing the deal at another table, or may not show it to others today.
        UnknownGame, BadOption, BadSeats, UnknownBot, BadDeal, TooMany, Reused, StoreError
            See `open`.
        """
        if await self._store.read(reads.sent, host.id, wanted.command) is None:
            self._deals.check_may_begin(start, has_others=any(seat.kind == "open" for seat in wanted.seats))
        table = await self.open(host, with_deal(wanted, start), start)
        self._tables.disconnect_from_deal(host.id, table, start.key)
        return table

    async def opened_by(self, player: Player, command: str) -> str | None:
        """Return the id of the table that a player opened with a command id, None without one."""
        first = await self._store.read(reads.sent, player.id, command)
        return first[0] if first is not None and first[1].act == Opened.act else None

    async def play_on(self, player: Player, place: BranchPoint, *, seat: int | None, other: str, command: str) -> str:
        """Open a table that continues from a branch point of another match, and return its id.

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
        wanted = NewTable(command=command, game=match.game, options=options, seats=seats)
        return await self.open_from(player, wanted, start)

    async def play_deal(self, player: Player, shared: SharedDeal) -> str:
        """Return the player's table for a shared deal; open it if necessary.

        Raises
        ------
        DealOpen
            The player knows the cards, or the day of the deal is over.
        """
        standing = await self._deals.standing(shared, player.id)
        if standing.table is not None:
            return standing.table
        if not standing.can_play:
            raise DealOpen(said("you cannot play this deal: you know its cards, or its day is over"), where="deal")
        return await self.open_from(player, *shared.wanted())
