"""Notices about tables from all processes that share a database: new versions, and connected players.

Notices are not reliable: while the connection is lost, they are lost too. When the connection is back, the `missed`
callbacks run, so that listeners can read the versions again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING

from courtly.environment import environment
from courtly.tables.store.databases import CHANNEL, PRESENCE, explained, notify_presence
from courtly.tables.store.outages import Outage

if TYPE_CHECKING:
    from sqlalchemy import Connection
    from sqlalchemy.engine import URL

OnAppended = Callable[[str, int], None]
Missed = Callable[[], None]
Presence = Callable[[str, str, Collection[str]], None]

_PAUSE = 0.1
_LONGEST_PAUSE = 2.0


class Notices:
    """Calls listeners when a table has a new version. This class reports only the writes of its own process.

    Attributes
    ----------
    is_shared
        Whether other processes may write to the database.
    """

    is_shared = False

    def __init__(self) -> None:
        self._listeners: dict[object, tuple[OnAppended, Missed, Presence]] = {}

    def listen(
        self, on_appended: OnAppended, *, missed: Missed = lambda: None, presence: Presence = lambda *_: None
    ) -> Callable[[], None]:
        """Register callbacks, which run in the event loop; return a function that unregisters them.

        Parameters
        ----------
        on_appended
            A callback with the table and the version of every notice.
        missed
            A callback for when notices may have been lost.
        presence
            A callback with a table, a process, and the players connected to the table at that process.
        """
        key = object()
        self._listeners[key] = (on_appended, missed, presence)
        return lambda: self._listeners.pop(key, None) and None

    async def start(self) -> None:
        """Start receiving notices of other processes."""

    async def close(self) -> None:
        """Stop receiving notices of other processes."""

    def appended(self, table: str, version: int) -> None:
        """Report a durable write of this process."""
        self._tell(table, version)

    def send_presence(self, connection: Connection, told: Sequence[str]) -> None:
        """Send to the other processes who is connected here: for each table its id, this process, and the players."""

    def _tell(self, table: str, version: int) -> None:
        for on_appended, _, _ in list(self._listeners.values()):
            on_appended(table, version)

    def _tell_presence(self, table: str, process: str, players: Collection[str]) -> None:
        for _, _, presence in list(self._listeners.values()):
            presence(table, process, players)


class ServerNotices(Notices):
    """Receives notices of all processes that write to a PostgreSQL database, over a dedicated connection."""

    is_shared = True

    def __init__(self, url: URL) -> None:
        super().__init__()
        self._url = url
        self._is_listening = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._outage = Outage("notices of other processes")

    async def start(self) -> None:
        """Start listening, and return once the connection is ready."""
        self._task = asyncio.create_task(self._keep_listening())
        await self._is_listening.wait()

    async def close(self) -> None:
        """Stop listening."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def appended(self, table: str, version: int) -> None:
        """Do nothing: the database server sends this notice to every process, also to this one."""

    def send_presence(self, connection: Connection, told: Sequence[str]) -> None:
        """Send the notices over the database server."""
        notify_presence(connection, told)

    async def _keep_listening(self) -> None:
        import psycopg

        pause = _PAUSE
        while True:
            try:
                await self._listen()
            except psycopg.Error as error:
                self._outage.failed(explained(error))
            if self._is_listening.is_set():
                self._is_listening.clear()
                pause = _PAUSE
            await environment().sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    async def _listen(self) -> None:
        """Report notices until the connection is lost."""
        import psycopg

        arguments, named = self._url.get_dialect()().create_connect_args(self._url)
        async with await psycopg.AsyncConnection.connect(*arguments, **named, autocommit=True) as connection:
            for channel in (CHANNEL, PRESENCE):
                await connection.execute(f"LISTEN {channel}".encode())
            self._is_listening.set()
            self._outage.worked()
            for _, missed, _ in list(self._listeners.values()):
                missed()
            async for notice in connection.notifies():
                table, value, *more = notice.payload.split(" ")
                if notice.channel == CHANNEL:
                    self._tell(table, int(value))
                else:
                    self._tell_presence(table, value, more)
