"""Strangers in a simulated world: they look for opponents, wait for them, give up or fill the table, and play."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from random import Random

from courtly.testing.simulation.around import Json
from courtly.testing.simulation.people import Guest, Person, Unplayable

PAUSE = 90.0
"""The average time between two matches of a stranger, in seconds."""

LONGEST_WAIT = 400.0
"""The longest time for which a stranger waits for opponents, in seconds."""

GIVES_UP = 0.3
"""The probability that a stranger leaves a table where bots could take the open seats."""

GOES_AWAY = 0.2
"""The probability that a stranger closes the page while waiting, and never comes back to that table."""

SETTLED = 120.0
"""Seconds after a match in which its player must have been told all entries."""


async def look(person: Person, game: str, rng: Random) -> Json:
    """Look for opponents, and return the document of the table."""
    body = {
        "command": person.command(),
        "game": game,
        "pace": rng.choice(["relaxed", "quick"]),
        "seats": rng.choice([2, 2, 3, None]),
    }
    response = await person.insist("POST", "/api/opponents", body)
    if response.status != 200:
        raise Unplayable(f"{person.name} finds no table: {response.status} {response.text}")
    return dict(response.json())


async def meet(person: Person, game: str, rng: Random, pace: Callable[[], float]) -> tuple[Guest, Json | None]:
    """Look for opponents once, and play if some come. Return the guest, and the table after a finished match."""
    table = (await look(person, game, rng))["id"]
    guest = Guest(person, table, pace=pace)
    listening = asyncio.create_task(guest.listen())
    try:
        if not await _is_seated(guest, rng):
            return guest, None
        await guest.play()
        document = await person.table(table)
        async with asyncio.timeout(SETTLED):
            await guest.until(lambda seen: seen["version"] >= document["version"])
        return guest, document
    except TimeoutError:
        guest.problems.append("the player is not told the end of the match")
        return guest, None
    finally:
        listening.cancel()


async def _is_seated(guest: Guest, rng: Random) -> bool:
    """Wait until the match begins; return False if the stranger has gone, or has lost the seat, before."""
    goes_away, gives_up = rng.random() < GOES_AWAY, rng.random() < GIVES_UP
    if goes_away:
        await asyncio.sleep(rng.uniform(0.0, 30.0))
        return guest.state.get("status") == "playing" and guest.state["you"] != "watch"
    try:
        async with asyncio.timeout(rng.uniform(60.0, LONGEST_WAIT)):
            await guest.until(lambda seen: seen["status"] != "waiting" or seen["you"] == "watch" or _may_fill(seen))
    except TimeoutError:
        gives_up = True
    while guest.state.get("status") in (None, "waiting") and guest.state.get("you") != "watch":
        act: Json = {"act": "rise"} if gives_up else {"act": "fill", "bot": "steward"}
        path = f"/api/tables/{guest.table}/acts"
        response = await guest.person.insist("POST", path, {"command": guest.person.command(), **act})
        if response.status not in (200, 403, 409):
            guest.problems.append(f"the act {act} was answered with {response.status} {response.text}")
        if gives_up and response.status == 200:
            # The match may have begun in the meantime: then a bot plays on.
            return False
        await asyncio.sleep(1.0)
    return bool(guest.state["status"] == "playing" and guest.state["you"] != "watch")


def _may_fill(seen: Json) -> bool:
    meeting = seen["meeting"]
    return bool(meeting and meeting["may_fill"] and meeting["filler"] == seen["you"])


def problems(states: Sequence[Json]) -> Iterator[str]:
    """Check the states of a table where strangers meet: no full table waits, and each of them has one seat."""
    for state in states:
        held = [seat["name"] for seat in state["seats"] if seat["kind"] == "person"]
        if len(set(held)) != len(held):
            yield f"a person has two seats at version {state['version']}: {held}"
        if state["meeting"] and not any(seat["kind"] == "open" for seat in state["seats"]):
            yield f"a full table waits at version {state['version']}"
