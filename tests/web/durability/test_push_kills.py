"""Two persons who move only when a notification tells them, while the server is killed again and again.

One has a browser with push messages, and the other one gets mails only.
"""

from __future__ import annotations

import asyncio
import json
import random
from abc import ABC, abstractmethod
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.web.api.helpers import command
from tests.web.durability.servers import kill_repeatedly, servers
from tests.web.helpers import TIMEOUT_SECONDS
from tests.web.mail_service import MailService, link_in, mail_service
from tests.web.push_service import HERE, PushService, Receiver, push_service

pytestmark = pytest.mark.anyio

LONGEST_SECONDS = 300.0
"""Seconds after which a message counts as lost: without one, its player would wait for ever."""

ADDRESS = "bea@example.org"
DAYS = {"kind": "days", "days": 3}


class Correspondent(ABC):
    """A person in a browser that is closed most of the time."""

    def __init__(self, site: str) -> None:
        self.client = httpx.AsyncClient(base_url=site, timeout=TIMEOUT_SECONDS)

    async def insist(self, method: str, path: str, body: Any = None, form: Any = None) -> Any:
        """Send a request until a server answers it; the command id makes an act happen once."""
        while True:
            try:
                answer = await self.client.request(method, path, json=body, data=form)
            except httpx.TransportError:
                continue
            if answer.status_code < 500:
                assert answer.is_success or answer.is_redirect, answer.text
                return answer.json() if answer.headers.get("content-type") == "application/json" else None

    @abstractmethod
    async def subscribe(self) -> None:
        """Become a guest, and ask for notifications."""

    @abstractmethod
    def messages(self) -> list[str]:
        """Return the ids of the messages that the person has received."""

    async def act(self, table: str, act: str, **more: Any) -> None:
        """Send an act."""
        await self.insist("POST", f"/api/tables/{table}/acts", {"command": command(), "act": act, **more})

    async def correspond(self, table: str) -> int:
        """Play to the end, a turn for each new message; return the number of messages that came twice."""
        known = set[str]()
        while True:
            seen = await self.insist("GET", f"/api/tables/{table}")
            if seen["status"] == "over":
                return sum(count - 1 for count in Counter(self.messages()).values())
            ids = set(self.messages()) - known
            if ids and seen["to_move"] == seen["you"]:
                known |= ids
                await self._turn(table)
            await asyncio.sleep(0.02)

    async def _turn(self, table: str) -> None:
        """Make moves until another player is to move."""
        while (seen := await self.insist("GET", f"/api/tables/{table}"))["to_move"] == seen["you"]:
            moves = [seen["view"]["legal"][0]]
            await self.act(table, "move", match=seen["match"], turn=seen["turn"], moves=moves)


class PushReader(Correspondent):
    """A person whose browser gets push messages."""

    def __init__(self, site: str, service: PushService) -> None:
        super().__init__(site)
        self._service, self._receiver = service, Receiver()

    async def subscribe(self) -> None:
        """Become a guest, and ask for notifications."""
        await self.insist("GET", "/")
        body = {"endpoint": f"{self._service.site}/device", "keys": self._receiver.keys, "zone": "UTC", "lang": "en"}
        await self.insist("POST", "/api/me/devices", body)

    def messages(self) -> list[str]:
        """Return the ids of the messages that the device has received."""
        return [json.loads(self._receiver.decrypt(body))["id"] for _, _, body in list(self._service.got)]


class MailReader(Correspondent):
    """A person who gets mails only."""

    def __init__(self, site: str, service: MailService) -> None:
        super().__init__(site)
        self._service = service

    async def subscribe(self) -> None:
        """Become a guest, and confirm an address."""
        await self.insist("GET", "/")
        await self.insist("POST", "/me/mail", form={"address": ADDRESS})
        await self.insist("POST", link_in(self._service.mails_to(ADDRESS)[0], "/mail/"))

    def messages(self) -> list[str]:
        """Return the ids of the mails about turns."""
        return [str(mail["Message-ID"]) for mail in self._service.mails_to(ADDRESS) if mail["List-Unsubscribe"]]


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
    with push_service(tmp_path) as service, mail_service(tmp_path) as mails:
        settings = {"SSL_CERT_FILE": str(service.certificate), "COURTLY_PUSH_NETWORKS": f"{HERE}/32"}
        given = {**mails.settings, "base_url": "http://play.example.org"}
        settings |= {f"COURTLY_{name.upper()}": value for name, value in given.items()}
        with servers(url, **settings) as server:
            ann, bea = PushReader(server.site, service), MailReader(server.site, mails)
            async with ann.client, bea.client:
                server.start()
                table = await begun(ann, bea)
                server.kill()
                killing = asyncio.create_task(kill_repeatedly(server, kills, random.Random(7)))
                async with asyncio.timeout(LONGEST_SECONDS):
                    twice = await asyncio.gather(ann.correspond(table), bea.correspond(table))
                await killing
    assert sum(twice) <= kills
