"""Two persons who move only when their devices tell them, while the server is killed again and again."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.web.api.helpers import command
from tests.web.durability.servers import kill_repeatedly, servers
from tests.web.helpers import TIMEOUT_SECONDS
from tests.web.push_service import HERE, PushService, Receiver, push_service

pytestmark = pytest.mark.anyio

LONGEST_SECONDS = 300.0
"""Seconds after which a message counts as lost: without one, its player would wait for ever."""

DAYS = {"kind": "days", "days": 3}


class Correspondent:
    """A person in a browser that is closed most of the time, and the person's device."""

    def __init__(self, site: str, service: PushService, name: str) -> None:
        self.client = httpx.AsyncClient(base_url=site, timeout=TIMEOUT_SECONDS)
        self._service, self._name = service, name
        self._receiver = Receiver()

    async def insist(self, method: str, path: str, body: Any = None) -> Any:
        """Send a request until a server answers it; the command id makes an act happen once."""
        while True:
            try:
                answer = await self.client.request(method, path, json=body)
            except httpx.TransportError:
                continue
            if answer.status_code < 500:
                assert answer.is_success, answer.text
                return answer.json() if answer.headers.get("content-type") == "application/json" else None

    async def subscribe(self) -> None:
        """Become a guest, and ask for notifications."""
        await self.insist("GET", "/")
        endpoint = f"{self._service.site}/{self._name}"
        body = {"endpoint": endpoint, "keys": self._receiver.keys, "zone": "UTC", "lang": "en"}
        await self.insist("POST", "/api/me/devices", body)

    async def act(self, table: str, act: str, **more: Any) -> None:
        """Send an act."""
        await self.insist("POST", f"/api/tables/{table}/acts", {"command": command(), "act": act, **more})

    def messages(self) -> list[Any]:
        """Return the messages that the device has received."""
        got = [body for path, _, body in self._service.got if path == f"/{self._name}"]
        return [json.loads(self._receiver.decrypt(body)) for body in got]

    async def correspond(self, table: str) -> int:
        """Play to the end, a turn for each new message; return the number of messages that came twice."""
        known = set[str]()
        while True:
            seen = await self.insist("GET", f"/api/tables/{table}")
            if seen["status"] == "over":
                return sum(count - 1 for count in Counter(each["id"] for each in self.messages()).values())
            ids = {each["id"] for each in self.messages()} - known
            if ids and seen["to_move"] == seen["you"]:
                known |= ids
                await self._turn(table)
            await asyncio.sleep(0.02)

    async def _turn(self, table: str) -> None:
        """Make moves until another player is to move."""
        while (seen := await self.insist("GET", f"/api/tables/{table}"))["to_move"] == seen["you"]:
            moves = [seen["view"]["legal"][0]]
            await self.act(table, "move", match=seen["match"], turn=seen["turn"], moves=moves)


async def begun(host: Correspondent, guest: Correspondent) -> str:
    """Begin a match with days for each move, and return its table."""
    for person in (host, guest):
        await person.subscribe()
    seats = [{"kind": "me"}, {"kind": "open"}]
    wanted = {"command": command(), "game": "courtisans", "seats": seats, "clock": DAYS}
    table = await host.insist("POST", "/api/tables", wanted)
    await guest.act(table["id"], "sit", code=table["join"])
    for person in (host, guest):
        await person.act(table["id"], "ready", word="rose")
    return str(table["id"])


@pytest.mark.long
async def test_kills_of_the_server_lose_no_notification(url: str, kills: int, tmp_path: Path) -> None:
    with push_service(tmp_path) as service:
        settings = {"SSL_CERT_FILE": str(service.certificate), "COURTLY_PUSH_NETWORKS": f"{HERE}/32"}
        with servers(url, **settings) as server:
            ann, bea = (Correspondent(server.site, service, name) for name in ("ann", "bea"))
            async with ann.client, bea.client:
                server.start()
                table = await begun(ann, bea)
                server.kill()
                killing = asyncio.create_task(kill_repeatedly(server, kills, random.Random(7)))
                async with asyncio.timeout(LONGEST_SECONDS):
                    twice = await asyncio.gather(ann.correspond(table), bea.correspond(table))
                await killing
    assert sum(twice) <= kills
