"""An event in a simulated world: people register, come late, stay away, and play all rounds at several tables."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import msgspec

from courtly.testing.simulation.around import Json
from courtly.testing.simulation.people import Guest, Person, Unplayable

LOOKS = 5.0
"""Seconds between two looks at the page of the event."""


class EventScript(msgspec.Struct, frozen=True):
    """An event of a script.

    Attributes
    ----------
    people
        The number of people who take part; bots fill the other places.
    absent
        How many of them register and never come to a table.
    late
        How many of them register after the start.
    """

    game: str
    kind: str
    tables: int
    seats: int
    rounds: int
    people: int
    absent: int = 0
    late: int = 0


@dataclass
class Evening:
    """An event that is over: its document, and the results of each round."""

    document: Json
    results: Sequence[Json]


async def hold(script: EventScript, people: Sequence[Person], pace: Callable[[], float]) -> Evening:
    """Open an event, let the people play it to its end, and return it."""
    host, punctual = people[0], people[: len(people) - script.late]
    terms = {name: getattr(script, name) for name in ("game", "kind", "tables", "seats", "rounds")}
    made = await _answer(host, "/api/events", {"command": host.command(), "name": "Friday", "level": "novice", **terms})
    path = f"/api/events/{made['code']}"
    for person in punctual:
        await _answer(person, f"{path}/join", {})
    await _answer(host, f"{path}/start", {})
    absent = people[len(punctual) - script.absent : len(punctual)]
    await asyncio.gather(*(_take_part(person, path, pace, stays_away=person in absent) for person in people))
    document = await _event(host, path)
    results = [dict((await host.insist("GET", f"{path}/deals/{n + 1}")).json()) for n in range(script.rounds)]
    return Evening(document, results)


async def _take_part(person: Person, path: str, pace: Callable[[], float], *, stays_away: bool) -> None:
    """Play each round at the own table; register first, if that has not happened yet."""
    played = set[str]()
    while (event := await _event(person, path))["status"] != "over":
        if event["you"] is None and event["places_left"] and event["round"]:
            await person.insist("POST", f"{path}/join", {})
        table = event["table"]
        if table is not None and table not in played and not stays_away:
            played.add(table)
            guest = Guest(person, table, pace=pace)
            listening = asyncio.create_task(guest.listen())
            try:
                await guest.play()
            finally:
                listening.cancel()
        await person.sleep(LOOKS)


async def _event(person: Person, path: str) -> Json:
    response = await person.insist("GET", path)
    if response.status != 200:
        raise Unplayable(f"{person.name} finds no event: {response.status} {response.text}")
    return dict(response.json())


async def _answer(person: Person, path: str, body: Json) -> Json:
    response = await person.insist("POST", path, body)
    if response.status != 200:
        raise Unplayable(f"{person.name} cannot take part: {response.status} {response.text}")
    return dict(response.json())
