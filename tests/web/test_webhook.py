"""Webhooks: signed requests to public addresses, and webhooks over the API."""

from __future__ import annotations

import asyncio
import json
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from courtly.environment import environment
from courtly.tables.devices import MAX_DEVICES
from courtly.tables.notifications import Failed, Gone, Outcome, Sent
from courtly.tables.refusals import BadDevice
from courtly.tables.store.rows import Device, Subscription
from courtly.web.outside import Outside
from courtly.web.webhook import Webhooks, new_secret, signature
from tests.tables.store.helpers import NOON
from tests.web.helpers import application, guest, page, serving, visitor
from tests.web.push_devices import subscription
from tests.web.push_messages import message
from tests.web.push_service import HERE, LOCAL, PushService, push_service
from tests.web.table_forms import both_ready

SITE = "https://play.example.org"
SECRET = new_secret()
GUIDE = Path(__file__).parents[2] / "docs" / "http-api.md"


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    with push_service(tmp_path) as running:
        monkeypatch.setenv("SSL_CERT_FILE", str(running.certificate))
        yield running


def webhook(address: str) -> Subscription:
    """Return the subscription of a webhook."""
    return Subscription(address, "", SECRET, "en", "UTC", "webhook")


def sent(service: PushService, *, networks: Any = LOCAL, timeout: float = 30.0) -> Outcome:
    """Send a message to a webhook and return the outcome."""
    webhooks = Webhooks(Outside(networks, timeout), SITE)
    device = Device("d", "ann", webhook(f"{service.site}/hook?key=1"), None, NOON)
    return asyncio.run(webhooks.send(device, message(turn_since=NOON)))


def test_a_webhook_gets_the_tables_that_wait(service: PushService) -> None:
    assert sent(service) == Sent()
    [(path, headers, body)] = service.got
    assert (path, headers["content-type"]) == ("/hook?key=1", "application/json")
    assert json.loads(body) == {
        "id": "id",
        "kind": "turn",
        "turns": ["turn"],
        "tables": [
            {
                "id": "t",
                "url": f"{SITE}/tables/t",
                "game": "courtisans",
                "players": ["Ann", "Bea"],
                "turn_since": NOON.isoformat(),
                "due": None,
            }
        ],
    }


def test_the_documentation_verifies_the_signature(service: PushService) -> None:
    found = re.search(r"```python\n(import base64.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    assert len(found[1].strip().splitlines()) <= 10
    told: dict[str, Any] = {}
    exec(found[1], told)
    sent(service)
    [(_, headers, body)] = service.got
    assert headers["webhook-id"] == "id"
    assert abs(int(headers["webhook-timestamp"]) - environment().system_time()) < 300
    is_genuine = told["is_genuine"]
    assert is_genuine(SECRET, headers, body)
    assert not is_genuine(new_secret(), headers, body)
    assert not is_genuine(SECRET, headers, body + b" ")
    assert not is_genuine(SECRET, {**headers, "webhook-id": "other"}, body)
    old = str(int(headers["webhook-timestamp"]) - 600)
    assert not is_genuine(SECRET, {**headers, "webhook-timestamp": old}, body)


def test_the_signature_is_that_of_the_specification() -> None:
    # The example of Standard Webhooks 1.0.
    secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    body = b'{"test": 2432232314}'
    assert signature(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", body) == (
        "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
    )


@pytest.mark.parametrize(
    ("status", "outcome"),
    [
        (200, Sent()),
        (204, Sent()),
        (410, Gone()),
        (404, Failed("status 404")),
        (302, Failed("status 302")),
        (500, Failed("status 500")),
    ],
)
def test_the_answer_of_a_webhook_decides(service: PushService, status: int, outcome: Outcome) -> None:
    service.status, service.headers = status, f"Location: {service.site}/elsewhere\r\n"
    assert sent(service) == outcome
    # No redirect is followed.
    assert len(service.got) == 1


def test_a_webhook_that_does_not_answer_is_given_up(service: PushService) -> None:
    service.is_silent = True
    assert sent(service, timeout=0.5) == Failed("TimeoutError")


def test_a_webhook_whose_address_has_become_private_gets_nothing(service: PushService) -> None:
    assert sent(service, networks=()) == Failed("BadAddress")
    assert service.got == []


@pytest.mark.parametrize(
    "address",
    [
        "http://1.1.1.1/hook",
        "https://10.1.2.3/hook",
        "https://127.0.0.1:8443/hook",
        "https://[::1]/hook",
        "https://[::ffff:10.0.0.1]/hook",
        "https://169.254.169.254/latest/meta-data",
        "https://localhost/hook",
        "https://private.example/hook",
        "https://unknown.example/hook",
        "https://user:password@1.1.1.1/hook",
        "mailto:ann@example.org",
        "",
    ],
)
def test_only_public_https_addresses_are_stored(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    real = socket.getaddrinfo

    def looked_up(host: str, *more: Any, **options: Any) -> Any:
        if host == "unknown.example":
            raise socket.gaierror(socket.EAI_NONAME, "unknown")
        return real("127.0.0.1" if host == "private.example" else host, *more, **options)

    monkeypatch.setattr(socket, "getaddrinfo", looked_up)
    with pytest.raises(BadDevice):
        asyncio.run(Webhooks(Outside(), SITE).check(webhook(address)))


def test_a_public_address_is_accepted() -> None:
    asyncio.run(Webhooks(Outside(), SITE).check(webhook("https://1.1.1.1/hook")))


@pytest.fixture
def client(tmp_path: Path, service: PushService) -> Iterator[httpx.Client]:
    app = application(tmp_path / "tables.db", push_networks=f"{HERE}/32")
    with serving(app) as site, visitor(site) as client:
        guest(client)
        yield client


def add(client: httpx.Client, address: str, **fields: Any) -> httpx.Response:
    """Add a webhook."""
    return client.post("/api/me/devices", json={"kind": "webhook", "address": address, **fields})


def devices(client: httpx.Client) -> list[dict[str, Any]]:
    """Return the devices of a client."""
    found: list[dict[str, Any]] = client.get("/api/me/devices").json()["devices"]
    return found


def test_a_webhook_is_added_listed_and_removed(client: httpx.Client, service: PushService) -> None:
    address = f"{service.site}/hook/private-part"
    added, again = add(client, address), add(client, address, zone="Europe/Paris", lang="de")
    assert (added.status_code, added.json()["id"]) == (201, again.json()["id"])
    assert added.json()["secret"].startswith("whsec_")
    assert added.json()["secret"] != again.json()["secret"]
    [device] = devices(client)
    assert (device["kind"], device["address"], device["lang"], device["zone"]) == (
        "webhook",
        address,
        "de",
        "Europe/Paris",
    )
    for shown in (client.get("/api/me/devices").text, client.get("/me/export").text, page(client, "/me")):
        assert "whsec_" not in shown
    assert "Webhook at" in page(client, "/me")
    assert "private-part" not in page(client, "/me")
    assert client.request("DELETE", "/api/me/devices", json={"endpoint": address}).status_code == 204
    assert devices(client) == []


def test_a_program_gets_its_turns_by_webhook_only(client: httpx.Client, service: PushService) -> None:
    token = client.post("/api/players", json={"name": "Robot"}).json()["token"]
    with visitor(str(client.base_url)) as program:
        program.headers["Authorization"] = f"Bearer {token}"
        assert add(program, f"{service.site}/hook").status_code == 201
        refused = program.post("/api/me/devices", json=subscription())
        assert (refused.status_code, refused.json()["error"]["allowed"]) == (403, "a webhook")


@pytest.mark.parametrize(
    "body",
    [
        {"address": "https://10.0.0.1/"},
        {"address": "https://1.1.1.1/" + "a" * 2048},
        {"address": "https://1.1.1.1/", "zone": "Paris"},
        {"address": "https://1.1.1.1/", "lang": "xx"},
        {"address": "https://1.1.1.1/", "secret": "mine"},
        {},
    ],
)
def test_a_forged_webhook_is_refused(client: httpx.Client, body: dict[str, Any]) -> None:
    answer = client.post("/api/me/devices", json={"kind": "webhook", **body})
    assert answer.status_code == 422
    assert devices(client) == []


def test_webhooks_count_as_devices(client: httpx.Client, service: PushService) -> None:
    statuses = [add(client, f"{service.site}/{number}").status_code for number in range(MAX_DEVICES + 1)]
    assert statuses == [*[201] * MAX_DEVICES, 429]


def test_webhooks_can_be_switched_off(tmp_path: Path) -> None:
    with serving(application(tmp_path / "other.db", webhooks=False)) as site, visitor(site) as client:
        guest(client)
        answer = add(client, "https://1.1.1.1/hook")
        assert (answer.status_code, answer.json()["error"]["allowed"]) == (422, ["push"])


def test_a_turn_reaches_a_webhook(client: httpx.Client, service: PushService) -> None:
    secret = add(client, f"{service.site}/ann").json()["secret"]
    with visitor(str(client.base_url)) as other:
        guest(other)
        add(other, f"{service.site}/bea")
        url = both_ready(client, other, clock="days-3")
        while not service.got:
            client.get("/api/me")
    [(path, headers, body)] = service.got
    [table] = json.loads(body)["tables"]
    assert (table["url"], table["due"] is not None) == (url, True)
    if path == "/ann":
        signed = signature(secret, headers["webhook-id"], headers["webhook-timestamp"], body)
        assert headers["webhook-signature"] == signed
