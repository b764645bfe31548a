"""The store of live tables: all durable data of tables and players, in SQLite or PostgreSQL.

Writes go through one `Writer` and return when they are durable. Reads use other connections; each read sees one
snapshot of the database and never waits for a write. The store knows no game rules. Its rows contain hidden facts, so
they stay in the package `tables`.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Self, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from courtly.environment import environment
from courtly.tables.errors import BrokenTable, StoreError
from courtly.tables.journal import Entry, Head, Line, Player, Role
from courtly.tables.store import players, reads, shares, writes
from courtly.tables.store.batch import Call, Write, appending, beginning, code_rows, put_codes
from courtly.tables.store.databases import explained, file_of, read_url, reading_engine
from courtly.tables.store.errors import Conflict, StoreBusy, StoreClosed
from courtly.tables.store.notices import Notices, ServerNotices
from courtly.tables.store.outages import Outage
from courtly.tables.store.reader import Reader
from courtly.tables.store.rows import (
    Cost,
    DealPlay,
    KeptLine,
    MatchRow,
    NewCodes,
    ResultRow,
    Share,
    StartRow,
    player_row,
    to_milliseconds,
    to_moment,
    to_text,
)
from courtly.tables.store.upgrade import prepared_engine
from courtly.tables.store.writer import Writer

if TYPE_CHECKING:
    from sqlalchemy import Connection


P = ParamSpec("P")
T = TypeVar("T")

REFUSALS = (BrokenTable, Conflict, StoreBusy, StoreClosed)
"""Errors that do not mean that the database is unavailable."""

CHECK_SECONDS = 10.0
"""Seconds for which a successful write shows that the database accepts writes."""


class Store:
    """Tables, players and their data. `open_store` returns a store; a store is also an async context manager.

    Every method raises `StoreError` if the database cannot be reached. Every method that writes also raises `StoreBusy`
    and `StoreClosed`.

    Attributes
    ----------
    notices
        The notices of new table versions.
    """

    def __init__(
        self,
        writer: Writer,
        reader: Reader,
        notices: Notices,
        folder: tempfile.TemporaryDirectory[str] | None = None,
    ) -> None:
        self._writer = writer
        self._reader = reader
        self._folder = folder
        self._written = -inf
        self._check: asyncio.Future[bool] | None = None
        self._writes, self._reads = Outage("writing to the database"), Outage("reading from the database")
        self.notices = notices

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Write all accepted writes, and close every connection."""
        await self.notices.close()
        await self._writer.close()
        await self._reader.close()
        if self._folder is not None:
            self._folder.cleanup()

    async def _read(self, query: Callable[Concatenate[Connection, P], T], *arguments: P.args, **named: P.kwargs) -> T:
        """Return the result of a query."""
        try:
            found = await self._reader.read(lambda connection: query(connection, *arguments, **named))
        except (SQLAlchemyError, OSError) as error:
            away = explained(error)
            self._reads.failed(away)
            raise away from error
        self._reads.worked()
        return found

    async def _write(self, write: Write) -> Any:
        try:
            given = await self._writer.submit(write)
        except REFUSALS:
            raise
        except StoreError as away:
            self._written = -inf
            self._writes.failed(away)
            raise
        self._written = environment().monotonic()
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
        """Add a table with its first entries, the hashes of its codes, and the start of its first match.

        Raises
        ------
        Conflict
            The id, a code or the command is used already.
        DealInPlay
            The sender has a seat in the deal of the start at another table.
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
        finished: MatchRow | None = None,
    ) -> None:
        """Append entries to a table, all or none, together with new codes or a finished match.

        Raises
        ------
        Conflict
            The version of the table is not the number of the first entry, or the command is used already.
        DealInPlay
            The entries give their sender a seat in a deal that the sender is playing at another table.
        """
        assert table == head.table, "the head belongs to another table"
        await self._write(appending(entries, head, codes=codes, finished=finished))
        self.notices.appended(table, head.version)

    async def can_write(self) -> bool:
        """Return whether the database accepts writes; a full disk, for example, refuses them.

        The last successful write counts for `CHECK_SECONDS`, and callers share one attempt, so that many calls cause
        few writes.
        """
        if environment().monotonic() - self._written < CHECK_SECONDS:
            return True
        if self._check is None or self._check.done():
            self._check = asyncio.ensure_future(self._try_write())
        return await asyncio.shield(self._check)

    async def _try_write(self) -> bool:
        try:
            await self._write(Call(writes.rewrite_revision))
        except StoreError:
            return False
        return True

    async def journal(self, table: str, *, since: int = 0) -> list[Entry]:
        """Return the entries of a table from number `since` on; empty for an unknown table.

        Raises
        ------
        BrokenTable
            Entries are damaged or missing.
        """
        return await self._read(reads.journal, table, since=since)

    async def head(self, table: str) -> Head | None:
        """Return the head of a table, None for an unknown table.

        Raises
        ------
        BrokenTable
            The head is damaged.
        """
        return await self._read(reads.head, table)

    async def heads_of(self, player: str, *, limit: int = 50) -> list[Head]:
        """Return the tables where a player has a seat or is the host, most recently updated first.

        Damaged tables are skipped and logged.
        """
        return await self._read(reads.heads_of, player, limit=limit)

    async def lobby(self, *, page: int = 0) -> list[Head]:
        """Return a page of 50 listed, unfinished tables: waiting before playing, then newest first. Skip damaged."""
        return await self._read(reads.lobby, page=page)

    async def running(self) -> list[str]:
        """Return the ids of the unfinished tables."""
        return await self._read(reads.running)

    async def versions(self, tables: Collection[str]) -> dict[str, int]:
        """Return the versions of the given tables; skip unknown tables."""
        return await self._read(reads.versions, tables)

    async def tables_with_new_stand_ins(self, since: Mapping[str, int]) -> set[str]:
        """Return the tables where a stand-in took over a seat since the given version of the table."""
        return await self._read(reads.tables_with_new_stand_ins, since)

    async def sent(self, sender: str, command: str) -> tuple[str, Entry] | None:
        """Return the table and the first entry of a command, None for an unused command.

        Raises
        ------
        BrokenTable
            The entry is damaged.
        """
        return await self._read(reads.sent, sender, command)

    async def matches(self, table: str) -> list[MatchRow]:
        """Return the finished matches of a table, in order; skip damaged ones."""
        return await self._read(reads.matches, table)

    async def forget(self, before: datetime) -> int:
        """Delete every table that was last updated before a time, and return their number."""
        count = 0
        # Delete a few tables per transaction, so that other writes need not wait long.
        while deleted := await self._write(Call(lambda c: writes.forget(c, to_milliseconds(before)))):
            count += deleted
        return count

    async def forget_uploads(self, before: datetime) -> list[str]:
        """Delete every table with an uploaded record that was opened before a time, and return their ids."""
        found: list[str] = []
        while deleted := await self._write(Call(lambda c: writes.forget_uploads(c, to_milliseconds(before)))):
            found += deleted
        return found

    # Players, and their permissions.

    async def add_player(self, player: Player) -> None:
        """Add a player.

        Raises
        ------
        Conflict
            The id, the token or the recovery link is in use.
        """
        row = player_row(player)
        await self._write(Call(lambda c: writes.add_player(c, row)))

    async def change_player(self, player: Player) -> bool:
        """Update a player, except the id; return whether the id exists.

        Raises
        ------
        Conflict
            The token or the recovery link belongs to another player.
        """
        row = player_row(player)
        return bool(await self._write(Call(lambda c: writes.change_player(c, row))))

    async def player(self, id: str) -> Player | None:  # noqa: A002 - the usual name
        """Return the player with an id, None without one."""
        return await self._player(id=id)

    async def player_of_token(self, hashed: str) -> Player | None:
        """Return the program with a token, None without one."""
        return await self._player(token=hashed)

    async def player_of_recovery(self, hashed: str) -> Player | None:
        """Return the player with a recovery link, None without one."""
        return await self._player(recovery=hashed)

    async def _player(self, **wanted: str) -> Player | None:
        return await self._read(reads.player, **wanted)

    async def put_codes(self, table: str, codes: Mapping[Role, str]) -> None:
        """Replace the hashes of a table's codes, by role.

        Raises
        ------
        Conflict
            Another table has one of these codes, or the table does not exist.
        """
        rows = code_rows(table, codes)
        await self._write(Call(lambda c: put_codes(c, rows), table))

    async def code(self, hashed: str) -> tuple[str, Role] | None:
        """Return the table and the role of a code, None for an unknown code."""
        return await self._read(reads.code, hashed)

    async def admit(self, player: str, table: str, role: Role) -> None:
        """Admit a player to a table; the role `join` is never reduced to `watch`.

        Raises
        ------
        Conflict
            The table does not exist.
        """
        row = {"table_id": table, "player": player, "role": role}
        await self._write(Call(lambda c: writes.admit(c, row), table))

    async def role_of(self, player: str, table: str) -> Role | None:
        """Return the role in which a player was admitted to a table, None without one."""
        return await self._read(reads.role_of, player, table)

    async def was_at(self, player: str, table: str) -> bool:
        """Return whether a player has ever been at a table: was admitted to it, has watched it, or has acted there."""
        return await self._read(reads.was_at, player, table)

    # Shared deals.

    async def put_deal(self, id: str, document: Mapping[str, Any]) -> None:  # noqa: A002 - the usual name
        """Store a shared deal; keep an existing deal with this id."""
        row = {"id": id, "document": to_text(document)}
        await self._write(Call(lambda c: writes.put_deal(c, row)))

    async def deal(self, id: str) -> dict[str, Any] | None:  # noqa: A002 - the usual name
        """Return the shared deal with an id, None without one."""
        return await self._read(reads.deal, id)

    async def deals_in_play(self, player: str) -> dict[str, str]:
        """Return the table of each deal that a player is playing now and may not know, by the key of the deal."""
        return await self._read(reads.deals_in_play, player)

    async def deal_plays(self, shared: str, player: str | None = None) -> list[DealPlay]:
        """Return the tables where a shared deal is or was played, by all players or by one, oldest first."""
        return await self._read(reads.deal_plays, shared, player)

    # Talk and notes.

    async def add_line(self, table: str, line: Line) -> KeptLine:
        """Add a line of talk and return it with its number; a repeated command adds it only once.

        Raises
        ------
        Conflict
            The table does not exist, or the command was used with another text.
        """
        kept: KeptLine = await self._write(Call(lambda c: writes.add_line(c, table, line), table))
        return kept

    async def lines(self, table: str, *, since: int = 0) -> list[Line]:
        """Return the lines of a table from number `since` on; skip damaged ones."""
        return await self._read(reads.lines, table, since=since)

    async def put_note(self, player: str, table: str, text: str) -> None:
        """Store a player's notes on a table, replacing older ones.

        Raises
        ------
        Conflict
            The table does not exist.
        """
        row = {"table_id": table, "player": player, "text": text}
        await self._write(Call(lambda c: writes.put_note(c, row), table))

    async def note(self, player: str, table: str) -> str:
        """Return a player's notes on a table, empty without any."""
        return await self._read(reads.note, player, table)

    async def tell_presence(self, process: str, here: Mapping[str, Collection[str]]) -> None:
        """Send the ids of the players connected at this process, by table, to the other processes."""
        told = [" ".join((table, process, *players)) for table, players in here.items()]
        if told and self.notices.is_shared:
            await self._read(self.notices.send_presence, told)

    # Leases.

    async def acquire(self, table: str, holder: str, seconds: float) -> bool:
        """Take or prolong the lease of a table, and return whether the holder has it.

        Raises
        ------
        Conflict
            The table does not exist.
        """
        return bool(await self._write(Call(lambda c: writes.acquire(c, table, holder, seconds), table)))

    async def release(self, holder: str) -> None:
        """Release all leases of a holder, on tables and on unfinished reviews."""
        await self._write(Call(lambda c: writes.release(c, holder)))

    # Reviews.

    async def take_review(self, table: str, match: int, holder: str, seconds: float) -> bool:
        """Take or prolong the lease of an unfinished review, and return whether the holder has it.

        Raises
        ------
        Conflict
            The table does not exist.
        """
        row = {"table_id": table, "match": match, "holder": holder}
        return bool(await self._write(Call(lambda c: writes.take_review(c, row, seconds), table)))

    async def put_review(self, table: str, match: int, document: str, costs: Sequence[Cost] = ()) -> None:
        """Store the review of a match with the costs of its decisions; keep an existing review."""

        def put(connection: Connection) -> None:
            if writes.put_review(connection, table, match, document):
                players.put_costs(connection, table, match, costs)

        await self._write(Call(put, table))

    async def review(self, table: str, match: int) -> str | None:
        """Return the review of a match, None if it is not finished."""
        return await self._read(reads.review, table, match)

    async def drop_review(self, table: str, match: int) -> None:
        """Delete the review of a match."""
        await self._write(Call(lambda c: writes.drop_review(c, table, match), table))

    async def unfinished_reviews(self) -> list[tuple[str, int]]:
        """Return the table and the match of each review that was begun but not finished."""
        return await self._read(reads.unfinished_reviews)

    # The data and links of one player.

    async def matches_of(self, player: str, *, page: int = 0) -> list[list[ResultRow]]:
        """Return a page of a player's finished matches, newest first, each with the results of all seats."""
        return await self._read(players.matches_of, player, page=page)

    async def results_of(self, player: str) -> list[tuple[str, float]]:
        """Return the game and the victory share of each finished match of a player, oldest first."""
        return await self._read(players.results_of, player)

    async def against_bots(self, player: str) -> list[players.Against]:
        """Return a player's results against each bot, by game."""
        return await self._read(players.against_bots, player)

    async def costs_of(self, player: str) -> list[players.KindCost]:
        """Return the costs of a player's reviewed decisions, by game and kind."""
        return await self._read(players.costs_of, player)

    async def acts_of(self, player: str) -> list[dict[str, Any]]:
        """Return a player's acts at tables, without fields that may be hidden from the player."""
        return await self._read(players.acts_of, player)

    async def writings_of(self, player: str) -> dict[str, list[dict[str, Any]]]:
        """Return a player's talk and notes, and the tables that the player may see through a code."""
        return await self._read(players.writings_of, player)

    async def without_results(self) -> list[tuple[str, int, str]]:
        """Return the finished matches without stored results: table, match and game."""
        return await self._read(players.without_results)

    async def finished_at(self, table: str, match: int) -> datetime | None:
        """Return the time when a match ended, None before its end."""
        at = await self._read(players.finished_at, table, match)
        return None if at is None else to_moment(at)

    async def put_results(self, table: str, results: Sequence[ResultRow]) -> None:
        """Store the results of a match of a table; keep existing results."""
        await self._write(Call(lambda c: players.put_results(c, results), table))

    async def put_costs(self, table: str, match: int, costs: Sequence[Cost]) -> None:
        """Store the decision costs of a match, replacing older ones."""
        await self._write(Call(lambda c: players.put_costs(c, table, match, costs), table))

    async def tables_of(self, player: str) -> list[str]:
        """Return every table that a player hosts, has a seat at, or has acted at."""
        return await self._read(players.tables_of, player)

    async def leave_table(self, table: str, player: str, gone: str) -> None:
        """Anonymize a player in all data of a table, and add the entry `leave`."""
        version = await self._write(Call(lambda c: players.leave_table(c, table, player, gone), table))
        self.notices.appended(table, version)

    async def leave(self, player: str) -> None:
        """Delete a player with talk, notes and links. Call `leave_table` first for each of the player's tables."""
        await self._write(Call(lambda c: players.leave(c, player)))

    async def add_share(self, share: Share) -> None:
        """Store a read-only link.

        Raises
        ------
        Conflict
            The table does not exist, or another link has this code.
        """
        await self._write(Call(lambda c: shares.add(c, share), share.aim.table))

    async def withdraw_share(self, maker: str, hashed: str) -> bool:
        """Delete a link if `maker` made it, and return whether a link was deleted."""
        return bool(await self._write(Call(lambda c: shares.withdraw(c, maker, hashed))))

    async def share(self, hashed: str) -> Share | None:
        """Return the link of a code, None without one."""
        return await self._read(shares.find, hashed)

    async def shares_of(self, maker: str) -> list[Share]:
        """Return all links that a player has made, newest first."""
        return await self._read(shares.of_maker, maker)


async def open_store(
    url_or_path: str | Path, *, patience: float = 5.0, most_waiting: int = 4096, notices: Notices | None = None
) -> Store:
    """Open a store; create or upgrade it if necessary.

    Parameters
    ----------
    url_or_path
        The path of a file, `:memory:` for a temporary store, or a URL that begins with `sqlite:///` or `postgresql://`.
    patience
        Seconds to wait for another program that is writing.
    most_waiting
        The largest number of waiting writes; further ones fail with `StoreBusy`.
    notices
        The notices of other processes; by default those of PostgreSQL, or none for SQLite.

    Raises
    ------
    NewerStore
        A later version of Courtly has written this database.
    StoreError
        The database cannot be created, opened or upgraded.
    """
    url = read_url(url_or_path)
    folder = None
    if url.get_backend_name() == "sqlite" and file_of(url) is None:
        folder = tempfile.TemporaryDirectory(prefix="courtly-")
        url = url.set(database=str(Path(folder.name) / "tables.db"))
    engine = await environment().in_thread(lambda: prepared_engine(url, patience=patience))
    writer = Writer(engine, most_waiting=most_waiting)
    if notices is None:
        notices = ServerNotices(url) if url.get_backend_name() == "postgresql" else Notices()
    await notices.start()
    return Store(writer, Reader(reading_engine(url, patience=patience)), notices, folder)
