"""Decides who may see a table, a finished match and the talk, and who may take a seat."""

from __future__ import annotations

from contextlib import suppress

from courtly.engine.sentences import said
from courtly.tables import audience
from courtly.tables.actor import Actor
from courtly.tables.blocks import Blocks
from courtly.tables.codes import CODE_LENGTH, Codes
from courtly.tables.deals import Deals
from courtly.tables.document import TableLine
from courtly.tables.errors import NoSuchTable, StoreError, no_table
from courtly.tables.journal import Player, Role
from courtly.tables.memory import Memory
from courtly.tables.refusals import DealInPlay, DealOpen, NotAllowed
from courtly.tables.state import TableState
from courtly.tables.store import reads, writes
from courtly.tables.store.store import Store
from courtly.tables.values import is_plain


class Access:
    """Finds tables on behalf of players, and refuses tables that a player may not see."""

    def __init__(self, store: Store, tables: Memory, codes: Codes, deals: Deals, blocks: Blocks) -> None:
        self._store, self._tables = store, tables
        self._codes, self._deals, self._blocks = codes, deals, blocks

    async def actor(self, player: Player | None, table: str, seen: int = 0) -> Actor:
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
        if seen > actor.state.version and self._store.notices.is_shared:
            await actor.catch_up(seen)
        state = actor.state
        if player is not None and state.is_participant(player.id):
            return actor
        role = await self._store.read(reads.role_of, player.id, table) if player is not None else None
        is_open = state.opened.get("watchers") or state.status == "waiting"
        if is_open and (role is not None or state.opened.get("listed")):
            if await self._is_apart(player, state):
                raise no_table(table)
            if player is not None and role is None and state.status != "waiting":
                # A spectator learns the cards of the match, so the store records who watched. The spectator may read
                # even if the database accepts no writes.
                with suppress(StoreError):
                    await self._store.write_at(table, writes.admit, player.id, "watch")
            return actor
        raise no_table(table)

    async def apart(self, player: Player | None) -> frozenset[str]:
        """Return the ids of the players who share no table with a player; see `Blocks`."""
        return await self._blocks.apart(player)

    async def _is_apart(self, player: Player | None, state: TableState) -> bool:
        """Return whether a player shares no table with a person at a table, or with its host."""
        apart = await self.apart(player)
        return not apart.isdisjoint({state.host, *(seat.player for seat in state.seats if seat.player is not None)})

    async def finished(self, player: Player | None, table: str, match: int | None) -> tuple[TableState, bool]:
        """Return the state of a table for a player who may see one of its matches; by default, the last match.

        The flag is True if the player may see only this match, because the player has played its deal.

        Raises
        ------
        NoSuchTable, DealInPlay, DealOpen
            The player may not see the match.
        """
        try:
            state, is_compared = (await self.actor(player, table)).state, False
        except NoSuchTable:
            state, is_compared = await self._tables.state_of(table), True
            over = match is not None and match in finished_matches(state)
            if not over or not await self._deals.may_compare(player.id if player else None, state, match or 1):
                raise no_table(table) from None
        number = match or state.number
        if number in finished_matches(state):
            # Not even the players of the match get its record before all others have played the deal.
            await self._deals.check_round_over(state, number)
            await self.check_match_open(player, state, number)
        return state, is_compared

    async def check_match_open(self, player: Player | None, state: TableState, match: int) -> None:
        """Raise if a finished match would show a deal that must stay hidden from a player; see `check_open`."""
        await self._deals.check_open(player.id if player else None, state, [match])

    async def check_open(self, player: Player | None, state: TableState, since: int | None = None) -> None:
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
        await self._deals.check_open(who, state, [*over, 1] if is_watching else over)

    async def may_read_talk(self, player: Player | None, state: TableState) -> bool:
        """Return whether a player may read the talk of a table; see `lines`."""
        try:
            await self.check_open(player, state, 0)
        except (DealInPlay, DealOpen):
            return False
        return True

    async def has_seat(self, player: Player | None, table: str) -> bool:
        """Return whether a player holds a seat at a table; raise `NoSuchTable` if the player may not see the table."""
        return (await self.actor(player, table)).state.seat_of(player.id if player else None) is not None

    async def check_may_sit(self, player: Player, state: TableState) -> None:
        """Raise if a player may not take a seat at a table that the player may see.

        Raises
        ------
        DealOpen, NotAllowed
            The match has today's deal, or the player has no code to join.
        """
        if state.is_from_elsewhere(state.number):
            self._deals.check_may_sit(player.id, state)
        if state.opened.get("listed") or player.id == state.host or state.seat_of(player.id) is not None:
            return
        if await self._store.read(reads.role_of, player.id, state.table) != "join":
            raise NotAllowed(
                said("you need the code of this table to join"), where="code", allowed=said("the code of the table")
            )

    async def show_code(self, player: Player, code: object) -> tuple[str, Role]:
        """Return the table and role of a code, and let the player see the table from now on.

        Raises
        ------
        NoSuchTable
            No table has this code, or the player shares no table with a person there.
        """
        table, role, _ = await self._coded(code, player)
        await self._store.write_at(table, writes.admit, player.id, role)
        return table, role

    async def by_code(self, code: object, table: str, player: Player | None = None) -> Actor:
        """Return the actor of a table for anyone with one of its codes, who may be no player.

        Raises
        ------
        NoSuchTable
            The code is not one of the table, or the table has no spectators.
        """
        found, _, _ = await self._coded(code, player)
        actor = await self._tables.find(found)
        if found != table or not actor.state.opened.get("watchers"):
            raise no_table(table)
        return actor

    async def line_of_code(self, code: object, player: Player | None = None) -> tuple[TableLine, Role]:
        """Return the line of a code's table for a player, and the code's role, without changing anything.

        Raises
        ------
        NoSuchTable
            No table has this code, or the player shares no table with a person there.
        """
        _, role, state = await self._coded(code, player)
        return audience.line_of(state.head(), player.id if player else None), role

    async def _coded(self, code: object, player: Player | None) -> tuple[str, Role, TableState]:
        known = isinstance(code, str) and is_plain(code, CODE_LENGTH)
        found = await self._store.read(reads.code, self._codes.hash_of(str(code))) if known else None
        if found is not None:
            table, role = found
            state = (await self._tables.find(table)).state
            if (player is not None and state.is_participant(player.id)) or not await self._is_apart(player, state):
                return table, role, state
        # A blocked person gets the answer to a wrong code, so that the answer does not reveal the block.
        raise NoSuchTable(said("no table has this code"), given=code, where="code")


def finished_matches(state: TableState) -> list[int]:
    """Return the numbers of the finished matches of a table."""
    return [number for number in range(1, len(state.played) + 1) if number != state.number or state.status == "over"]


def _end_of(state: TableState, number: int) -> int:
    """Return the number of the first entry after a match."""
    return state.played[number].start if number < len(state.played) else state.version
