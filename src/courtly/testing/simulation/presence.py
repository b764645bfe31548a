"""Checks of presence: clients know who is connected, and soon after all have left, no one is."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from courtly.testing.simulation.loop import running_loop
from courtly.testing.simulation.people import Guest

SECONDS = 60.0
"""Seconds in which clients are told who has come."""

LEAVING = 150.0
"""Seconds in which a player who has left ceases to count as present. A program still counts for two minutes."""


async def missing(players: Sequence[Guest], guests: Sequence[Guest]) -> list[str]:
    """Return a problem for each guest who is not told that all players are connected, unless that player sleeps."""
    problems = []
    seats = {player.state["you"]: player.person for player in players}
    for guest in guests:
        try:
            async with asyncio.timeout(SECONDS):
                await guest.wait_for(
                    lambda guest=guest: all(  # type: ignore[misc]
                        guest.present[seat] or not person.awake.is_set() for seat, person in seats.items()
                    )
                )
        except TimeoutError:
            problems.append(f"{guest.person.name} at {guest.table} does not see all players who are connected")
    return problems


async def left_over(guest: Guest) -> list[str]:
    """Return a problem if another player counts as connected to a table, although all have closed their connections.

    The guest who asks counts as present.
    """
    until = running_loop().time() + LEAVING
    path = f"/api/tables/{guest.table}?since={len(guest.entries)}"
    while running_loop().time() < until:
        document = (await guest.person.insist("GET", path)).json()
        others = [seat for number, seat in enumerate(document["seats"]) if number != document["you"]]
        if not any(seat["present"] for seat in others if seat["kind"] != "bot"):
            return []
        await asyncio.sleep(20.0)
    return [f"a player counts as connected to {guest.table}, although all have left"]
