"""The store of live tables: everything that must outlive the process, in SQLite or PostgreSQL.

Writes go through one `Writer` and return when they are durable. Reads use connections of their own, each read sees one
state of the database, and none waits for a write. Nothing here knows the rules of a game; what is read holds hidden
things, and stays in `tables/`.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from sqlalchemy.exc import SQLAlchemyError

from courtly.tables.errors import BrokenTable, StoreError
from courtly.tables.journal import Entry, Head, Line, Player, Role
from courtly.tables.store import players, reads, shares, writes
from courtly.tables.store.batch import Call, Write, appending, beginning, code_rows, put_codes
from courtly.tables.store.databases import explained, file_of, notify_presence, read_url, reading_engine
from courtly.tables.store.errors import Conflict, StoreBusy, StoreClosed
from courtly.tables.store.notices import Notices, ServerNotices
from courtly.tables.store.outages import Outage
from courtly.tables.store.rows import (
    Cost,
    FinishedMatch,
    KeptLine,
    NewCodes,
    Result,
    Share,
    StartRow,
    Try,
    player_row,
    to_milliseconds,
    to_moment,
    to_text,
)
from courtly.tables.store.upgrade import prepared_engine
from courtly.tables.store.writer import Writer

if TYPE_CHECKING:
    from sqlalchemy import Connection
    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine


PASSING = (BrokenTable, Conflict, StoreBusy, StoreClosed)
"""Refusals by a store that works."""


class Store:
    """Tables, players and all that belongs to them; `open_store` makes one. Also an async context manager.

    Every method raises `StoreError` where the database cannot be reached, and every one that writes `StoreBusy` and
    `StoreClosed`.

    Attributes
    ----------
    notices
        Tells that tables have come to new versions.
    """

    def __init__(
        self,
        writer: Writer,
        readers: AsyncEngine,
        notices: Notices,
        folder: tempfile.TemporaryDirectory[str] | None = None,
    ) -> None:
        self._writer = writer
        self._readers = readers
        self._folder = folder
        self._writes, self._reads = Outage("writing to the database"), Outage("reading from the database")
        self.notices = notices

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Write what was accepted, and close every connection."""
        await self.notices.close()
        await self._writer.close()
        await self._readers.dispose()
        if self._folder is not None:
            self._folder.cleanup()

    @asynccontextmanager
    async def _reading(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with self._readers.connect() as connection:
                yield connection
        except (SQLAlchemyError, OSError) as error:
            away = explained(error)
            self._reads.failed(away)
            raise away from error
        self._reads.worked()

    async def _write(self, write: Write) -> Any:
        try:
            given = await self._writer.submit(write)
        except PASSING:
            raise
        except StoreError as away:
            self._writes.failed(away)
            raise
        self._writes.worked()
        return given

    # Tables and their journals.

    async def create(
        self,
        head: Head,
        entries: Sequence[Entry],
        *,
        codes: Mapping[Role, str] | None = None,
        start: StartRow | None = None,
    ) -> None:
        """Add a table with its first entries and the hashes of its codes, and what its first match begins with.

        Raises
        ------
        Conflict
            The id, a code or the command is used already.
        """
        act = appending(entries, head, is_new=True, codes=NewCodes(codes or {}))
        await self._write(beginning(act, start) if start else act)
        self.notices.appended(head.table, head.version)

    async def append(
        self,
        table: str,
        entries: Sequence[Entry],
        head: Head,
        *,
        codes: NewCodes | None = None,
        finished: FinishedMatch | None = None,
    ) -> None:
        """Add entries to a table, all or none; with them new codes, or the match that they finish.

        Raises
        ------
        Conflict
            The table is not at the number of the first entry, or the command is used already.
        """
        assert table == head.table, "a head is that of its table"
        await self._write(appending(entries, head, codes=codes, finished=finished))
        self.notices.appended(table, head.version)

    async def journal(self, table: str, *, since: int = 0) -> list[Entry]:
        """Return the entries of a table from number `since` on; none where there is no such table.

        Raises
        ------
        BrokenTable
            Some are damaged or missing.
        """
        async with self._reading() as connection:
            return await reads.journal(connection, table, since=since)

    async def head(self, table: str) -> Head | None:
        """Return the head of a table, None where there is no such table.

        Raises
        ------
        BrokenTable
            It is damaged.
        """
        async with self._reading() as connection:
            return await reads.head(connection, table)

    async def heads_of(self, player: str, *, limit: int = 50) -> list[Head]:
        """Return the tables where a player has a seat or is the host, first where something happened last.

        Damaged ones are left out, and named in the log.
        """
        async with self._reading() as connection:
            return await reads.heads_of(connection, player, limit=limit)

    async def lobby(self, *, page: int = 0) -> list[Head]:
        """Return 50 of the listed tables that are not over: those that wait first, then the newest; no damaged one."""
        async with self._reading() as connection:
            return await reads.lobby(connection, page=page)

    async def running(self) -> list[str]:
        """Return the ids of the tables that are not over."""
        async with self._reading() as connection:
            return await reads.running(connection)

    async def versions(self, tables: Collection[str]) -> dict[str, int]:
        """Return the versions of those of these tables that there are."""
        async with self._reading() as connection:
            return await reads.versions(connection, tables)

    async def minded(self, since: Mapping[str, int]) -> set[str]:
        """Return those of these tables where a bot took over a seat, from the version on that is given for each."""
        async with self._reading() as connection:
            return await reads.minded(connection, since)

    async def sent(self, sender: str, command: str) -> tuple[str, Entry] | None:
        """Return the first entry that a command made, and its table; None where it is not used.

        Raises
        ------
        BrokenTable
            The entry is damaged.
        """
        async with self._reading() as connection:
            return await reads.sent(connection, sender, command)

    async def matches(self, table: str) -> list[FinishedMatch]:
        """Return the matches of a table that are over, in their order; damaged ones are left out."""
        async with self._reading() as connection:
            return await reads.matches(connection, table)

    async def forget(self, before: datetime) -> int:
        """Delete every table where nothing happened since, whole, and return how many they were."""
        count = 0
        # A part at a time, so that tables in play need not wait.
        while deleted := await self._write(Call(lambda c: writes.forget(c, to_milliseconds(before)))):
            count += deleted
        return count

    # Players, and what they may see.

    async def add_player(self, player: Player) -> None:
        """Add a player.

        Raises
        ------
        Conflict
            The id, the token or the recovery link is somebody's already.
        """
        row = player_row(player)
        await self._write(Call(lambda c: writes.add_player(c, row)))

    async def change_player(self, player: Player) -> bool:
        """Change all but the id of a player; return whether there is one of this id.

        Raises
        ------
        Conflict
            The token or the recovery link is somebody else's.
        """
        row = player_row(player)
        return bool(await self._write(Call(lambda c: writes.change_player(c, row))))

    async def player(self, id: str) -> Player | None:  # noqa: A002 - what it is called everywhere
        """Return a player, None where there is none of this id."""
        return await self._player(id=id)

    async def player_of_token(self, hashed: str) -> Player | None:
        """Return the program that has a token."""
        return await self._player(token=hashed)

    async def player_of_recovery(self, hashed: str) -> Player | None:
        """Return the player whom a recovery link carries."""
        return await self._player(recovery=hashed)

    async def _player(self, **wanted: str) -> Player | None:
        async with self._reading() as connection:
            return await reads.player(connection, **wanted)

    async def put_codes(self, table: str, codes: Mapping[Role, str]) -> None:
        """Put the hashes of codes in place of those that the table has for the same roles.

        Raises
        ------
        Conflict
            Another table has such a code, or there is no such table.
        """
        rows = code_rows(table, codes)
        await self._write(Call(lambda c: put_codes(c, rows), table))

    async def code(self, hashed: str) -> tuple[str, Role] | None:
        """Return the table and the role that a code stands for."""
        async with self._reading() as connection:
            return await reads.code(connection, hashed)

    async def admit(self, player: str, table: str, role: Role) -> None:
        """Let a player see a table from now on; who may join is not made one who may only watch.

        Raises
        ------
        Conflict
            There is no such table.
        """
        row = {"table_id": table, "player": player, "role": role}
        await self._write(Call(lambda c: writes.admit(c, row), table))

    async def role_of(self, player: str, table: str) -> Role | None:
        """Return the role in which a player was admitted to a table."""
        async with self._reading() as connection:
            return await reads.role_of(connection, player, table)

    # Deals that are played more than once.

    async def put_deal(self, id: str, document: Mapping[str, Any]) -> None:  # noqa: A002 - what it is called everywhere
        """Keep a deal for others; one that is there already stays."""
        row = {"id": id, "document": to_text(document)}
        await self._write(Call(lambda c: writes.put_deal(c, row)))

    async def deal(self, id: str) -> dict[str, Any] | None:  # noqa: A002 - what it is called everywhere
        """Return a deal that was kept for others, None where there is none of this id."""
        async with self._reading() as connection:
            return await reads.deal(connection, id)

    async def deals_in_play(self, player: str) -> dict[str, str]:
        """Return the deals, not dealt afresh, of the matches that a player has a seat in and that are not over.

        Returns
        -------
        For each deal the table where it is played.
        """
        async with self._reading() as connection:
            return await reads.deals_in_play(connection, player)

    async def tries(self, shared: str, player: str | None = None) -> list[Try]:
        """Return the tries at a shared deal, or those of one player, the first to be opened first."""
        async with self._reading() as connection:
            return await reads.tries(connection, shared, player)

    # Talk and notes.

    async def add_line(self, table: str, line: Line) -> KeptLine:
        """Add a line of talk and return it with its number; sent again under its command, it is there once.

        Raises
        ------
        Conflict
            There is no such table, or the command came with other words.
        """
        kept: KeptLine = await self._write(Call(lambda c: writes.add_line(c, table, line), table))
        return kept

    async def lines(self, table: str, *, since: int = 0) -> list[Line]:
        """Return the lines of a table from number `since` on; damaged ones are left out."""
        async with self._reading() as connection:
            return await reads.lines(connection, table, since=since)

    async def put_note(self, player: str, table: str, text: str) -> None:
        """Keep a player's own notes on a table, in place of those before.

        Raises
        ------
        Conflict
            There is no such table.
        """
        row = {"table_id": table, "player": player, "text": text}
        await self._write(Call(lambda c: writes.put_note(c, row), table))

    async def note(self, player: str, table: str) -> str:
        """Return a player's notes on a table, empty where there are none."""
        async with self._reading() as connection:
            return await reads.note(connection, player, table)

    async def tell_presence(self, process: str, here: Mapping[str, Collection[str]]) -> None:
        """Let the processes that share the store know which players are connected to which tables at this one."""
        told = [" ".join((table, process, *players)) for table, players in here.items()]
        if told and self.notices.is_shared:
            async with self._reading() as connection:
                await connection.run_sync(notify_presence, told)
                await connection.commit()

    # Leases.

    async def acquire(self, table: str, holder: str, seconds: float) -> bool:
        """Take or prolong the lease of a table, and return whether the holder has it.

        Raises
        ------
        Conflict
            There is no such table.
        """
        return bool(await self._write(Call(lambda c: writes.acquire(c, table, holder, seconds), table)))

    async def release(self, table: str, holder: str) -> None:
        """Give a lease back, if the holder has it."""
        await self._write(Call(lambda c: writes.release(c, table, holder), table))

    # Reviews.

    async def take_review(self, table: str, match: int, holder: str, seconds: float) -> bool:
        """Begin to make a review, or go on, and return whether the holder may: nobody else does, and it is not made.

        Raises
        ------
        Conflict
            There is no such table.
        """
        row = {"table_id": table, "match": match, "holder": holder}
        return bool(await self._write(Call(lambda c: writes.take_review(c, row, seconds), table)))

    async def put_review(self, table: str, match: int, document: str, costs: Sequence[Cost] = ()) -> None:
        """Keep the review of a match that was begun, and what its decisions cost."""

        def put(connection: Connection) -> None:
            if writes.put_review(connection, table, match, document):
                players.put_costs(connection, table, match, costs)

        await self._write(Call(put, table))

    async def review(self, table: str, match: int) -> str | None:
        """Return the review of a match, None where it is not made."""
        async with self._reading() as connection:
            return await reads.review(connection, table, match)

    async def drop_review(self, table: str, match: int) -> None:
        """Forget the review of a match."""
        await self._write(Call(lambda c: writes.drop_review(c, table, match), table))

    async def unmade_reviews(self) -> list[tuple[str, int]]:
        """Return the tables and matches whose reviews were begun and are not made."""
        async with self._reading() as connection:
            return await reads.unmade_reviews(connection)

    # What a player has, and shares.

    async def matches_of(self, player: str, *, page: int = 0) -> list[list[Result]]:
        """Return a page of a player's finished matches, the newest first: the results of all seats of each."""
        async with self._reading() as connection:
            return await players.matches_of(connection, player, page=page)

    async def results_of(self, player: str) -> list[tuple[str, float]]:
        """Return the game of every finished match of a player and their part of its victory, the oldest first."""
        async with self._reading() as connection:
            return await players.results_of(connection, player)

    async def against_bots(self, player: str) -> list[players.Against]:
        """Return how a player did against every kind of bot, by game."""
        async with self._reading() as connection:
            return await players.against_bots(connection, player)

    async def costs_of(self, player: str) -> list[players.KindCost]:
        """Return what a player's decisions cost in the reviews that are kept, by game and kind."""
        async with self._reading() as connection:
            return await players.costs_of(connection, player)

    async def acts_of(self, player: str) -> list[dict[str, Any]]:
        """Return what a player has done at tables, without what an act says that may be hidden from them."""
        async with self._reading() as connection:
            return await players.acts_of(connection, player)

    async def writings_of(self, player: str) -> dict[str, list[dict[str, Any]]]:
        """Return a player's talk, notes, and the tables to which a code let them in."""
        async with self._reading() as connection:
            return await players.writings_of(connection, player)

    async def without_results(self) -> list[tuple[str, int, str]]:
        """Return the finished matches of which no results are kept: table, match and game."""
        async with self._reading() as connection:
            return await players.without_results(connection)

    async def finished_at(self, table: str, match: int) -> datetime | None:
        """Return when a match was over, None where it is not."""
        async with self._reading() as connection:
            at = await players.finished_at(connection, table, match)
        return None if at is None else to_moment(at)

    async def put_results(self, table: str, results: Sequence[Result]) -> None:
        """Keep what came of a match of a table; what is there already stays."""
        await self._write(Call(lambda c: players.put_results(c, results), table))

    async def put_costs(self, table: str, match: int, costs: Sequence[Cost]) -> None:
        """Keep what the decisions of a match cost, in place of what was kept before."""
        await self._write(Call(lambda c: players.put_costs(c, table, match, costs), table))

    async def tables_of(self, player: str) -> list[str]:
        """Return every table where a player has done something, has a seat, or which is theirs."""
        async with self._reading() as connection:
            return await players.tables_of(connection, player)

    async def leave_table(self, table: str, player: str, gone: str) -> None:
        """Take a player out of all that is kept of a table; an entry tells that it has happened."""
        version = await self._write(Call(lambda c: players.leave_table(c, table, player, gone), table))
        self.notices.appended(table, version)

    async def leave(self, player: str) -> None:
        """Delete a player with talk, notes and links; see `leave_table` for the tables where they were."""
        await self._write(Call(lambda c: players.leave(c, player)))

    async def add_share(self, share: Share) -> None:
        """Keep a read-only link.

        Raises
        ------
        Conflict
            There is no such table, or another link has this code.
        """
        await self._write(Call(lambda c: shares.add(c, share), share.aim.table))

    async def withdraw_share(self, maker: str, hashed: str) -> bool:
        """Forget a link of its maker's, and return whether there was one."""
        return bool(await self._write(Call(lambda c: shares.withdraw(c, maker, hashed))))

    async def share(self, hashed: str) -> Share | None:
        """Return the link of a code, None where there is none."""
        async with self._reading() as connection:
            return await shares.find(connection, hashed)

    async def shares_of(self, maker: str) -> list[Share]:
        """Return all links that a player has made, the newest first."""
        async with self._reading() as connection:
            return await shares.of_maker(connection, maker)


async def open_store(url_or_path: str | Path, *, patience: float = 5.0, most_waiting: int = 4096) -> Store:
    """Open a store, made and brought up to date as needed.

    Parameters
    ----------
    url_or_path
        The path of a file, `:memory:` for one that is gone when it is closed, or a URL that begins with `sqlite:///`
        or `postgresql://`.
    patience
        Seconds to wait for another program that is writing.
    most_waiting
        How many writes may wait for the disk; one more is refused with `StoreBusy`.

    Raises
    ------
    NewerStore
        A later version of Courtly has written this database.
    StoreError
        The database cannot be made, opened or brought up to date.
    """
    url = read_url(url_or_path)
    folder = None
    if url.get_backend_name() == "sqlite" and file_of(url) is None:
        folder = tempfile.TemporaryDirectory(prefix="courtly-")
        url = url.set(database=str(Path(folder.name) / "tables.db"))
    engine = await asyncio.to_thread(prepared_engine, url, patience=patience)
    writer = Writer(engine, most_waiting=most_waiting)
    notices = ServerNotices(url) if url.get_backend_name() == "postgresql" else Notices()
    await notices.start()
    return Store(writer, reading_engine(url, patience=patience), notices, folder)
