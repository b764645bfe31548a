"""What simulated people send to try the server: repeated acts, drafts, and acts that it must refuse."""

from __future__ import annotations

from contextlib import suppress

from courtly.testing.simulation.around import Acknowledged, Json, Sender
from courtly.testing.simulation.weather import Lost


async def repeat(person: Sender, act: Acknowledged) -> None:
    """Send an old act again: its answer must be the first one."""
    response = await person.insist("POST", f"/api/tables/{act.table}/acts", act.body)
    if response.status != 200 or response.json() != act.answer:
        person.surprised(
            f"the act {act.body} was answered with {act.answer} and then with {response.status} {response.text}"
        )


async def be_refused(person: Sender, table: str, body: Json, *codes: str) -> None:
    """Send an act that must be refused with one of these codes."""
    response = await person.insist("POST", f"/api/tables/{table}/acts", {"command": person.command(), **body})
    if response.status != 409 or response.json()["error"]["code"] not in codes:
        person.surprised(f"the act {body} must be refused, and was answered with {response.status} {response.text}")


async def send_stale(person: Sender, table: str, act: Json) -> None:
    """Send a move for another match, and for an earlier turn."""
    await be_refused(person, table, {**act, "match": 2}, "stale")
    if act["turn"]:
        await be_refused(person, table, {**act, "turn": act["turn"] - 1}, "stale")


async def with_second_move(person: Sender, table: str, act: Json) -> Json:
    """Try a move as a draft; return an act with a second move if one may follow, else the act.

    A list with a second move that cannot follow must be refused.
    """
    sent = {name: act[name] for name in ("match", "turn", "moves")}
    answer = await person.insist("POST", f"/api/tables/{table}/draft", sent)
    draft = answer.json()
    if answer.status != 200 or draft["reveals"]:
        return act
    if not draft["legal"]:
        await be_refused(person, table, {**act, "moves": 2 * act["moves"]}, "not-your-turn", "stale", "not-now")
        return act
    return {**act, "moves": [*act["moves"], person.rng.choice(draft["legal"])]}


async def check_private(person: Sender, table: str) -> None:
    """Check that a stranger who knows the id of a table cannot see it."""
    with suppress(Lost):
        response = await person.stranger().request("GET", f"/api/tables/{table}?since=0")
        if response.status not in (404, 429, 503):
            person.surprised(f"a stranger sees {table}: {response.status} {response.text[:200]}")
