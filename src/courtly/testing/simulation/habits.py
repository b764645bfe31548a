"""The habits of people at a table: they look at its document, talk, draft moves, ask for hints, and watch."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from courtly.testing.simulation import trials
from courtly.testing.simulation.around import Json
from courtly.testing.simulation.people import Guest, Person, Unplayable, is_due

SELDOM = 2
"""The average number of moves between two habits of a person."""

HABITS = (*["look"] * 5, *["talk"] * 2, *["draft"] * 4, "hint")
OF_SPECTATORS = ("look",)
OF_CORRESPONDENTS = (*HABITS, "rest")
"""People rest only at tables with days for each move."""

ALONE = 0.9
"""The probability that people who see that their table has no hints do not ask for one."""

MAX_DAYS = 3
"""The most days that people take off in one request."""

STOPS = 0.2
"""The probability that the players of a match begin a rematch and stop it."""

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
        you, clock = guest.state.get("you", "watch"), guest.state.get("clock")
        if you != "watch" and guest.state["seats"][you]["forfeited"] and guest.state["status"] == "playing":
            await trials.be_refused(guest.person, guest.table, {"act": "return"}, "not-now")
        own = OF_CORRESPONDENTS if clock and clock["kind"] == "days" else HABITS
        await _follow(guest, rng.choice(OF_SPECTATORS if you == "watch" else own), rng)


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
        case "rest":
            if guest.state["status"] == "playing" and not guest.state["seats"][guest.state["you"]]["forfeited"]:
                await person.act(guest.table, {"act": "time_off", "days": rng.randint(1, MAX_DAYS)})
            return
        case "hint":
            if not guest.state.get("aids") and rng.random() < ALONE:
                return
            path = f"{path}/hint"
    response = await person.insist("POST", path, body)
    if response.status not in ALLOWED[habit]:
        guest.problems.append(f"the {habit} {body} was answered with {response.status} {response.text}")
    elif habit == "talk":
        guest.lines.append(response.json())


async def stop_rematch(guests: Sequence[Guest]) -> None:
    """Begin a rematch, vote to stop it after a move, and check that it has no record: its cards stay hidden."""
    first, path = guests[0], f"/api/tables/{guests[0].table}"
    await _send(first, act="again")
    for guest in guests:
        await _send(guest, act="ready")
    seen = await _seen(first)
    while seen["status"] == "playing" and not seen["turn"]:
        for guest in guests:
            own = await _seen(guest)
            if own["to_move"] == own["you"] and own["view"]["legal"]:
                await _send(guest, act="move", match=2, turn=own["turn"], moves=own["view"]["legal"][:1])
        await asyncio.sleep(1.0)
        seen = await _seen(first)
    for guest in guests:
        await _send(guest, act="vote", what="stop")
    document = await first.person.table(first.table)
    record = await first.person.insist("GET", f"{path}/record?match=2")
    if any(entry["act"] == "stop" for entry in document["entries"]) and record.status != 409:
        first.person.surprised(f"the stopped match has a record: {record.status} {record.text[:200]}")
    for guest in guests:
        await guest.until(lambda state: state["version"] >= document["version"])


async def _send(guest: Guest, **act: Any) -> None:
    await guest.person.insist("POST", f"/api/tables/{guest.table}/acts", {"command": guest.person.command(), **act})


async def _seen(guest: Guest) -> Json:
    return dict((await guest.person.insist("GET", f"/api/tables/{guest.table}")).json())
