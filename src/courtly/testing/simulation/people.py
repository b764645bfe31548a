"""Simulated people: they open tables, sit down, play, and reconnect, over HTTP and live connections."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from itertools import count
from random import Random
from typing import Any

from courtly.testing.simulation import trials
from courtly.testing.simulation.around import Acknowledged, Around, Json
from courtly.testing.simulation.exchange import Response
from courtly.testing.simulation.loop import running_loop
from courtly.testing.simulation.network import Client
from courtly.testing.simulation.sockets import Connection, Refused
from courtly.testing.simulation.weather import Closed, Lost

AT_ONCE = 200
"""The largest number of entries in one answer."""

UNAVAILABLE = (429, 503)
"""The statuses after which a person tries again."""

LOOK_SECONDS = 600.0
"""Seconds after which a thinking person looks at the clock."""

LONGEST_PAUSE = 30.0
"""The longest pause between two requests of a person who repeats a request, in seconds."""

FIRST_WAIT, LONGEST_WAIT = 0.5, 8.0
"""The average wait before the first attempt to connect again, and the longest average, in seconds."""

AGAIN = 0.05
"""The probability that a person repeats an old act."""

DRAFTS = 0.2
"""The probability that a person tries a move as a draft, and sends it with a second one."""

SLOW_READS = (6.0, 12.0)
"""The longest time for a frame, in seconds, of a person who reads slowly. The server waits for 10 s."""

HASTE = 0.5
"""The probability that a person is ready, or takes the seat back, without thinking."""

ERRORS = 0.05
"""The probability that a person sends an act that must be refused, before a move."""


SECOND_THOUGHTS = 0.2
"""The probability that a player asks to take back moves that can be taken back, and that may go on in the same turn."""

ANSWERS = (*["agree"] * 3, "refuse")
"""The answers to such a request, each as probable as the others."""


class Unplayable(RuntimeError):
    """A person cannot go on, because the server refuses something that it must allow."""


class Person:
    """A person, or a program that plays for one.

    Parameters
    ----------
    around
        The world.
    name
        The name, unique in the world.
    rng
        The source of the person's choices.
    process
        The number of the process to which the person connects.
    """

    def __init__(self, around: Around, name: str, rng: Random, *, process: int = 0) -> None:
        self.name = name
        self.rng = rng
        self.process = process
        self.id = ""
        self.awake = asyncio.Event()
        self.awake.set()
        self.slowest_read = 0.0
        """The longest time that the person takes to read a frame, in seconds."""
        self._around = around
        self._client = Client(around.server(process), rng, around.weather, address=f"10.{rng.randrange(250)}.0.1")
        self._headers: dict[str, str] = {}
        self._naps = 0
        self._commands = count()
        self._acts: list[Acknowledged] = []
        self._connections: dict[Connection, None] = {}
        self.away: list[tuple[float, float]] = []
        """The times in which the person sent nothing."""
        self.connections: dict[str, list[tuple[float, Connection]]] = {}
        """The live connections to each table, with the times when they were opened."""

    async def come(self) -> None:
        """Get an identity."""
        made = (await self.insist("POST", "/api/players", {"name": self.name})).json()
        self.id = made["id"]
        self._headers = {"authorization": f"Bearer {made['token']}"}

    async def sleep(self, seconds: float) -> None:
        """Lose all connections without a word, and come back later."""
        self.awake.clear()
        for connection in list(self._connections):
            connection.cut()
        since = running_loop().time()
        self.away.append((since, since + seconds))
        self._naps += 1
        await asyncio.sleep(seconds)
        self._naps -= 1
        if self._naps == 0:
            self.awake.set()

    def client(self) -> Client:
        """Return the client, connected to the present server of the person's process."""
        self._client.server = self._around.server(self.process)
        self._client.weather = self._around.weather
        return self._client

    def stranger(self) -> Client:
        """Return a client at the same address that the server does not know."""
        return Client(self._around.server(self.process), self.rng, self._around.weather, address=self._client.address)

    async def insist(self, method: str, path: str, body: object = None) -> Response:
        """Repeat a request until it is answered, after longer and longer pauses, and return the answer.

        A conflict between processes is no answer: the server has to read the entries of the other one, and try again.
        """
        longest = 3.0
        while True:
            await self.awake.wait()
            with suppress(Lost):
                response = await self.client().request(method, path, json=body, headers=self._headers)
                if response.status not in UNAVAILABLE:
                    return response
                # A page answers with another page.
                is_page = response.header("content-type") != "application/json"
                if response.status == 503 and not is_page and response.json()["error"]["code"] == "conflict":
                    self.surprised(f"{method} {path} {body} was answered with {response.text}")
            await asyncio.sleep(self.rng.uniform(0.2, longest))
            longest = min(1.3 * longest, LONGEST_PAUSE)

    async def follow(
        self,
        table: str,
        since: Callable[[], int],
        hear: Callable[[str], Awaitable[str | None]],
        problems: list[str],
        more: str = "",
    ) -> None:
        """Follow a table on a live connection without end; reconnect after each break.

        Parameters
        ----------
        since
            Returns the version that the person knows.
        hear
            Processes a frame, and returns the answer to send, if any.
        problems
            Gets a sentence when the server refuses the connection.
        more
            A further part of the query.
        """
        wait = FIRST_WAIT
        while True:
            try:
                await self.awake.wait()
                address = f"/api/tables/{table}/live?since={since()}{more}"
                connection = await self.client().connect(address, headers=self._headers)
                wait = FIRST_WAIT
                await self._receive(table, connection, hear)
            except Refused as refused:
                if refused.response.status not in UNAVAILABLE:
                    problems.append(f"the connection is refused: {refused}")
            except Closed as closed:
                self._around.disconnected(f"{self.name} at {table}", closed)
            except Lost:
                pass
            await asyncio.sleep(self.rng.uniform(0.5, 1.5) * wait)
            wait = min(2 * wait, LONGEST_WAIT)

    async def _receive(self, table: str, connection: Connection, hear: Callable[[str], Awaitable[str | None]]) -> None:
        """Receive frames until the connection ends."""
        self._connections[connection] = None
        self.connections.setdefault(table, []).append((running_loop().time(), connection))
        try:
            while True:
                frame = str(await connection.receive())
                if self.slowest_read:
                    await asyncio.sleep(self.rng.uniform(0, self.slowest_read))
                self._around.heard(self.name, frame)
                if (answer := await hear(frame)) is not None:
                    await connection.send(answer)
        finally:
            self._connections.pop(connection, None)
            connection.close()

    async def open(self, game: str, seats: list[Json], **more: Any) -> Json:
        """Open a table and return its document."""
        body = {"command": self.command(), "game": game, "seats": seats, **more}
        response = await self.insist("POST", "/api/tables", body)
        if response.status != 201:
            raise Unplayable(f"{self.name} cannot open a table: {response.status} {response.text}")
        return dict(response.json())

    async def act(self, table: str, body: Mapping[str, Any]) -> Response:
        """Send an act until it is answered; record it if it succeeded."""
        if body["act"] == "sit":
            await trials.be_refused(self, table, {**body, "seat": 0}, "seat-taken")
        if body["act"] == "ready":
            await trials.check_private(self, table)
        sent = {"command": self.command(), **body}
        response = await self.insist("POST", f"/api/tables/{table}/acts", sent)
        if response.status == 200:
            done = Acknowledged(self.id, table, sent, response.json())
            self._acts.append(done)
            self._around.acknowledged(done)
        if self._acts and self.rng.random() < AGAIN:
            await trials.repeat(self, self.rng.choice(self._acts))
        if (elsewhere := [one for one in self._acts if one.table != table]) and self.rng.random() < AGAIN:
            await trials.be_refused(self, table, self.rng.choice(elsewhere).body, "command-reused")
        return response

    def surprised(self, what: str) -> None:
        """Report an answer that no client should get."""
        self._around.surprised(self.name, what)

    async def table(self, table: str) -> Json:
        """Return the document of a table with all its entries."""
        entries: list[Json] = []
        while True:
            seen = (await self.insist("GET", f"/api/tables/{table}?since={len(entries)}")).json()
            entries += seen["entries"]
            if len(seen["entries"]) < AT_ONCE:
                return {**seen, "entries": entries}

    def command(self) -> str:
        """Return a command id that the person has not used. Others use the same ones."""
        return f"act-{next(self._commands)}"


class Guest:
    """A person at a table: listens to it, and plays when it is the person's turn.

    Parameters
    ----------
    pace
        Returns the average time for a move at present, in seconds.

    Attributes
    ----------
    entries
        All entries that the person was told, in order.
    state
        The last state that the person was told; empty before the first.
    states
        All states that the person was told.
    present
        For each seat, whether its player is connected, as the person was last told.
    documents
        The documents that the person asked for, with their first entries.
    lines
        The lines of table talk that the person has sent.
    """

    def __init__(self, person: Person, table: str, *, pace: Callable[[], float]) -> None:
        self.person = person
        self.table = table
        self.pace = pace
        self.entries: list[Json] = []
        self.state: Json = {}
        self.states: list[Json] = []
        self.present: list[bool | None] = []
        self.documents: list[Json] = []
        self.lines: list[Json] = []
        self.problems: list[str] = []
        self._changed = asyncio.Event()

    async def listen(self) -> None:
        """Listen without end; reconnect after each break."""
        await self.person.follow(self.table, lambda: len(self.entries), self._hear, self.problems)

    async def _hear(self, text: str) -> None:
        frame = json.loads(text)
        if frame["type"] == "entry":
            if frame["n"] != len(self.entries):
                self.problems.append(f"entry {frame['n']} arrived after {len(self.entries)} entries")
            self.entries.append({name: value for name, value in frame.items() if name != "type"})
        elif frame["type"] == "state":
            if frame["version"] != len(self.entries):
                self.problems.append(f"state {frame['version']} arrived after {len(self.entries)} entries")
            self.state = frame
            self.states.append(frame)
            self.present = [seat["present"] for seat in frame["seats"]]
            self._changed.set()
        elif frame["type"] == "presence":
            self.present = frame["seats"]
            self._changed.set()

    async def until(self, holds: Callable[[Json], bool]) -> Json:
        """Return the last state as soon as it fulfils a condition."""
        await self.wait_for(lambda: bool(self.state) and holds(self.state))
        return self.state

    async def wait_for(self, holds: Callable[[], bool]) -> None:
        """Wait until a condition on what the person was told holds."""
        while not holds():
            self._changed.clear()
            await self._changed.wait()

    async def play(self) -> None:
        """Send the person's acts when they are due, until the match is over."""
        while (await self.until(is_due))["status"] != "over":
            if has_turn(self.state) or self.person.rng.random() > HASTE:
                await self._think()
            if is_due(self.state) and self.state["status"] != "over":
                act = own_act(self.state, self.person.rng)
                if act["act"] == "move" and self.person.rng.random() < DRAFTS:
                    act = await trials.with_second_move(self.person, self.table, act)
                if act["act"] == "move" and self.person.rng.random() < ERRORS:
                    await trials.send_stale(self.person, self.table, act)
                response = await self.person.act(self.table, act)
                if response.status == 200:
                    version = response.json()["version"]
                    seen = await self.until(lambda seen, least=version: seen["version"] >= least)  # type: ignore[misc]
                    await self._take_back(seen)
                    if act["act"] == "move" and seen["to_move"] != seen["you"] and self.person.rng.random() < ERRORS:
                        again = {**act, "turn": seen["turn"]}
                        await trials.be_refused(self.person, self.table, again, "stale", "not-your-turn")

    async def _take_back(self, seen: Json) -> None:
        """Ask sometimes to take back the last moves, if the turn goes on: then the entries tell who is to move."""
        if seen["may_take_back"] and seen["to_move"] == seen["you"] and self.person.rng.random() < SECOND_THOUGHTS:
            await self.person.act(self.table, about_last(seen, "take_back"))

    async def _think(self) -> None:
        """Wait for the time of a move. If the pace becomes faster, wait shorter."""
        part = self.person.rng.expovariate(1.0)
        while part > 0:
            pace = self.pace()
            seconds = min(part * pace, LOOK_SECONDS)
            await asyncio.sleep(seconds)
            part -= seconds / pace


def is_due(seen: Json) -> bool:
    """Return whether the person has something to do, or the match is over."""
    you = seen["you"]
    if seen["status"] == "waiting":
        return not seen["seats"][you]["ready"]
    if seen["status"] == "over" or seen["seats"][you]["forfeited"]:
        return bool(seen["status"] == "over")
    is_replaced = seen["seats"][you]["substituted_by"] is not None
    return bool(is_replaced or seen["to_move"] == you or is_asked(seen))


def is_asked(seen: Json) -> bool:
    """Return whether another player waits for the person's answer to a take-back."""
    return seen["take_back"] is not None and seen["you"] in seen["take_back"]["waiting_for"]


def about_last(seen: Json, act: str) -> Json:
    """Return an act about the last moves."""
    return {"act": act, "match": seen["match"], "turn": seen["turn"]}


def has_turn(seen: Json) -> bool:
    """Return whether the person is to move, and no stand-in plays."""
    you = seen["you"]
    return seen["status"] == "playing" and seen["to_move"] == you and seen["seats"][you]["substituted_by"] is None


def own_act(seen: Json, rng: Random) -> Json:
    """Return the act that is due."""
    if seen["status"] == "waiting":
        return {"act": "ready", "word": f"rose {rng.randrange(1000)}"}
    if seen["seats"][seen["you"]]["substituted_by"] is not None:
        return {"act": "return"}
    if is_asked(seen):
        return about_last(seen, rng.choice(ANSWERS))
    return {"act": "move", "match": seen["match"], "turn": seen["turn"], "moves": [rng.choice(seen["view"]["legal"])]}
