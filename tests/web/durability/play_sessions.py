"""Two programs, with or without a bot, play at one table after another. The checks hold after any kills."""

from __future__ import annotations

import asyncio
import json
import logging
import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field

import courtly
from courtly.tables.state import TableState
from courtly.tables.store import open_store, reads
from tests.tables.store.helpers import query
from tests.web.api.helpers import GAMES
from tests.web.durability.programs import Json, Kept, Listener, Program, listening

log = logging.getLogger(__name__)

MATCHES = 2
"""The number of matches that are played at each table."""

SHORT: dict[str, Json] = {"courtisans": {}, "cursed_court": {"years": 1}, "monarch": {"max_rounds": 2}}
AGAIN = 0.1
"""The probability that a program repeats an old act."""


@dataclass
class PlaySession:
    """Programs that play a game at one table after another until `is_last` is set."""

    game: str
    seats: list[Json]
    programs: list[Program]
    dice: random.Random
    is_last: bool = False
    matches: int = 0
    kept: list[Kept] = field(default_factory=list)

    async def play(self) -> None:
        """Play at one table after another. Check each table when its matches are over."""
        for program in self.programs:
            await program.come()
        # At least one table is played to its end, even if getting tokens took long.
        while not (self.is_last and self.kept):
            await self._play_table()

    async def _play_table(self) -> None:
        host, guest = self.programs
        opened = await host.open(self.game, self.seats, options=SHORT[self.game])
        table = opened["id"]
        await guest.act(table, "sit", code=opened["join"])
        async with AsyncExitStack() as stack, asyncio.TaskGroup() as group:
            listeners = [await stack.enter_async_context(listening(p.site, table, p.headers)) for p in self.programs]
            for program, listener in zip(self.programs, listeners, strict=True):
                group.create_task(self._play_matches(program, listener, table))
        for program, listener in zip(self.programs, listeners, strict=True):
            await self._check_entries(program, listener, table)
        await self._check_records(table)

    async def _play_matches(self, program: Program, listener: Listener, table: str) -> None:
        """Send the program's acts as soon as they are due, until the last match at the table is over."""
        while (seen := await listener.until(is_due))["match"] < MATCHES or seen["status"] != "over":
            version = await program.act(table, **own_act(seen, self.dice))
            if self.dice.random() < AGAIN:
                await self._repeat_an_act(program)
            await listener.reach(version)

    async def _repeat_an_act(self, program: Program) -> None:
        kept = self.dice.choice(program.acknowledged)
        assert (await program.send(kept.table, kept.body)).text == kept.answer

    async def _check_entries(self, program: Program, listener: Listener, table: str) -> None:
        """Compare the acknowledged acts, the received entries, and the journal of the table."""
        seen = await program.table(table)
        entries = seen["entries"]
        assert [entry["n"] for entry in entries] == list(range(seen["version"]))
        assert [json.loads(text) for text in listener.heard] == [{"type": "entry", **entry} for entry in entries]
        kept = [kept for kept in program.acknowledged if kept.table == table]
        for one in kept:
            version = json.loads(one.answer)["version"]
            assert one.entries == entries[version - len(one.entries) : version]
            assert [entry["act"] for entry in one.entries] == [one.body["act"]]
        # No act was done twice: each move of a program in the journal has an answer that the program received.
        numbers = {entry["n"] for one in kept for entry in one.entries}
        assert len(numbers) == len(kept)
        own = {(entry["match"], entry["seat"]) for one in kept for entry in one.entries if entry["act"] == "move"}
        made = {e["n"] for e in entries if e["act"] == "move" and (e["match"], e["seat"]) in own}
        assert made <= numbers
        self.kept += kept

    async def _check_records(self, table: str) -> None:
        host = self.programs[0]
        entries = (await host.table(table))["entries"]
        for match in range(1, MATCHES + 1):
            record = (await host.insist("GET", f"/api/tables/{table}/record?match={match}")).json()
            assert courtly.read_record(record).is_over
            turns = [entry["turn"] for entry in entries if (entry["match"], entry["act"]) == (match, "move")]
            assert turns == list(range(len(record["moves"])))
            self.matches += 1


def is_due(seen: Json) -> bool:
    """Return whether the program has an act to send, or the last match at the table is over."""
    you = seen["you"]
    if seen["status"] == "waiting":
        return not seen["seats"][you]["ready"]
    if seen["status"] == "playing":
        return bool(seen["to_move"] == you)
    return bool(seen["host"] == you or seen["match"] == MATCHES)


def own_act(seen: Json, dice: random.Random) -> Json:
    """Return the act that a program has to send next."""
    if seen["status"] == "waiting":
        return {"act": "ready", "word": f"rose {dice.random()}"}
    if seen["status"] == "over":
        return {"act": "again"}
    move = dice.choice(seen["view"]["legal"])
    return {"act": "move", "match": seen["match"], "turn": seen["turn"], "moves": [move]}


@asynccontextmanager
async def play_sessions(
    site: str, dice: random.Random, *, guests_at: str | None = None
) -> AsyncIterator[list[PlaySession]]:
    """Play all games, with and without a bot, during the context; then finish and check the last tables.

    The second program of each table uses the address `guests_at`, by default also `site`.
    """
    me, free, bot = {"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "steward"}
    async with AsyncExitStack() as stack, asyncio.TaskGroup() as group:
        begun = []
        for game in GAMES:
            for seats in ([me, free], [me, free, bot]):
                programs = [Program(site, "Ann", dice), Program(guests_at or site, "Ben", dice)]
                for program in programs:
                    stack.push_async_callback(program.close)
                begun.append(PlaySession(game, seats, programs, dice))
                group.create_task(begun[-1].play())
        yield begun
        for evening in begun:
            evening.is_last = True


def report(begun: list[PlaySession], kills: int) -> None:
    """Log how much was checked; fail if nothing was."""
    acts, matches = sum(len(evening.kept) for evening in begun), sum(evening.matches for evening in begun)
    log.info("%d kills, %d acknowledged acts, %d matches: none lost, none twice", kills, acts, matches)
    assert all(evening.kept for evening in begun)


async def check_that_all_tables_replay(url: str) -> None:
    """Replay every journal, as a server does when it starts."""
    tables = query(url, "SELECT id, version FROM tables")
    async with await open_store(url) as store:
        for table, version in tables:
            entries = await store.read(reads.journal, table)
            assert TableState.of(table, entries).version == len(entries) == version
            sent = [(entry.sender, entry.command) for entry in entries if entry.command]
            assert len(sent) == len(set(sent))
