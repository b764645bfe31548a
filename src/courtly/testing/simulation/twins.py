"""Twin worlds: one script with two deals. They differ only in cards that are hidden from the people who are watched."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import courtly
from courtly.engine.play.match import Match
from courtly.testing.simulation.browser import Browser, Tab
from courtly.testing.simulation.exchange import Response
from courtly.testing.simulation.faults import Troubles
from courtly.testing.simulation.loop import SimulatedLoop
from courtly.testing.simulation.people import Guest, Person
from courtly.testing.simulation.script import Script
from courtly.testing.simulation.world import CreateApp, World

THINKING = 20.0
"""The average time for a move, in seconds."""

SPECTATOR = "spectator"
Told = Mapping[str, Sequence[str]]


class Twin(NamedTuple):
    """The only match of a world.

    Attributes
    ----------
    deal, seed
        The deal, and the seed of what it does not contain.
    choose
        Returns the next move of a match. The people who are watched make the same moves in both worlds.
    moves
        The number of moves until something hidden may show.
    """

    game: str
    options: Mapping[str, Any]
    deal: Mapping[str, Any]
    seed: int
    choose: Callable[[Match], str]
    moves: int


class _World(World):
    """A world that keeps what each client is told."""

    told: dict[str, list[str]]

    def heard(self, who: str, frame: str) -> None:
        self.told.setdefault(who, []).append(f"{self.loop.time():.6f} {frame}")
        super().heard(who, frame)


class _Player(Browser):
    """A person whose answers are kept. The table is open as a page, too."""

    told: dict[str, list[str]]

    async def insist(self, method: str, path: str, body: object = None) -> Response:
        response = await super().insist(method, path, body)
        text = f"{method} {path} -> {response.status} {response.headers} {response.text}"
        self.told.setdefault(self.name, []).append(text)
        return response


def told_in(twin: Twin, script: Script, create_app: CreateApp) -> Told:
    """Play a twin with the faults of a script. Return what each seat, by its number, and a spectator received.

    Each text of a live connection has its time.
    """
    rng = Random(f"{script.seed} loop")  # noqa: S311 - repeatable on purpose
    with (
        tempfile.TemporaryDirectory(prefix="courtly-twins-") as folder,
        closing(SimulatedLoop(rng)) as loop,
    ):

        async def play() -> Told:
            world = _World(script, create_app, loop, Path(folder))
            world.told = {}
            with world.database.watched():
                await world.start(0)
                happen = Troubles(world).happen
                faults = [asyncio.create_task(world.suffer(fault, happen)) for fault in script.faults]
                await _play(world, twin)
                for fault in faults:
                    fault.cancel()
            return world.told

        return loop.run_until_complete(play())


async def _play(world: _World, twin: Twin) -> None:
    """Seat people, let them make the moves, and let everyone look at the table between the moves."""
    rng = Random(f"{world.script.seed} moves")  # noqa: S311 - repeatable on purpose
    match = courtly.new_match(twin.game, deal=dict(twin.deal), seed=twin.seed, **twin.options)
    people = [await _come(world, str(seat)) for seat in range(match.players)]
    guests = await _seated(twin, people)
    watcher = await _come(world, SPECTATOR)
    document = await people[0].table(guests[0].table)
    await watcher.insist("POST", "/api/codes", {"code": document["watch"]})
    looking = [*guests, Guest(watcher, guests[0].table, pace=lambda: THINKING)]
    listening = [asyncio.create_task(guest.listen()) for guest in looking]
    listening += [asyncio.create_task(Tab(guest.person, guest.table).show()) for guest in looking]
    for guest in guests:
        await guest.person.act(guest.table, {"act": "ready", "word": f"rose {guest.person.name}"})
    for turn in range(twin.moves):
        await asyncio.sleep(rng.expovariate(1 / THINKING))
        for guest in looking:
            await guest.person.insist("GET", f"/api/tables/{guest.table}?since={turn}")
        seat = match.to_move
        assert seat is not None
        await _move(guests[seat], turn, twin.choose(match), match)
    await asyncio.gather(*(guest.until(lambda seen: seen["turn"] >= twin.moves) for guest in looking))
    for task in listening:
        task.cancel()
    await asyncio.gather(*listening, return_exceptions=True)


async def _come(world: _World, name: str) -> _Player:
    rng = Random(f"{world.script.seed} {name}")  # noqa: S311 - repeatable on purpose
    person = _Player(world, name, rng)
    person.told = world.told
    await person.come()
    return person


async def _seated(twin: Twin, people: Sequence[Person]) -> list[Guest]:
    seats = [{"kind": "me"}, *[{"kind": "open"}] * (len(people) - 1)]
    more = {"options": twin.options, "deal": twin.deal, "seed": twin.seed, "clock": {"kind": "days", "days": 30}}
    opened = await people[0].open(twin.game, seats, **more)
    for person in people[1:]:
        await person.act(opened["id"], {"act": "sit", "code": opened["join"]})
    return [Guest(person, opened["id"], pace=lambda: THINKING) for person in people]


async def _move(guest: Guest, turn: int, move: str, match: Match) -> None:
    """Draft a move, then make it."""
    moves = {"match": 1, "turn": turn, "moves": [move]}
    await guest.person.insist("POST", f"/api/tables/{guest.table}/draft", moves)
    response = await guest.person.act(guest.table, {"act": "move", **moves})
    assert response.status == 200, response.text
    match.play(move)
