"""The habits of people at a table: they look at its document, talk, draft moves, ask for hints, and watch."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any

from courtly.testing.simulation.people import Guest, Person, Unplayable, is_due

SELDOM = 2
"""The average number of moves between two habits of a person."""

HABITS = (*["look"] * 5, *["talk"] * 2, *["draft"] * 4, "hint")
OF_SPECTATORS = ("look",)

ALONE = 0.9
"""The probability that people who see that their table has no hints do not ask for one."""

ALLOWED = {"draft": (200, 409), "hint": (200, 403, 409), "talk": (200,)}
"""The statuses of answers. A draft or a hint may come too late, and a table of several people has no hints."""


async def watch(person: Person, opened: dict[str, Any], guest: Guest) -> Guest:
    """Let a person watch a table with its code; `guest` gives the pace."""
    response = await person.insist("POST", "/api/codes", {"code": opened["watch"]})
    if response.status != 200:
        raise Unplayable(f"{person.name} cannot watch: {response.status} {response.text}")
    return Guest(person, opened["id"], pace=guest.pace)


async def live(guest: Guest, rng: Random, is_ending: Callable[[], bool] = lambda: False) -> None:
    """Follow the habits until the run is ending. Cancel it when the match is over."""
    while not is_ending():
        await asyncio.sleep(rng.expovariate(1 / (SELDOM * guest.pace())))
        you = guest.state.get("you", "watch")
        await _follow(guest, rng.choice(OF_SPECTATORS if you == "watch" else HABITS), rng)


async def _follow(guest: Guest, habit: str, rng: Random) -> None:
    path, person = f"/api/tables/{guest.table}", guest.person
    body: dict[str, Any] | None = None
    match habit:
        case "look":
            guest.documents.append((await person.insist("GET", f"{path}?since=0")).json())
            return
        case "talk":
            path, body = f"{path}/lines", {"command": person.command(), "text": f"hello {rng.randrange(1000)}"}
        case "draft":
            if not (is_due(guest.state) and guest.state["status"] == "playing" and guest.state["view"]["legal"]):
                return
            moves = [rng.choice(guest.state["view"]["legal"])]
            path, body = f"{path}/draft", {"match": 1, "turn": guest.state["turn"], "moves": moves}
        case "hint":
            if not guest.state.get("aids") and rng.random() < ALONE:
                return
            path = f"{path}/hint"
    response = await person.insist("POST", path, body)
    if response.status not in ALLOWED[habit]:
        guest.problems.append(f"the {habit} {body} was answered with {response.status} {response.text}")
    elif habit == "talk":
        guest.lines.append(response.json())
