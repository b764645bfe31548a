"""Web Push: encryption, the identity of the server, its requests, and devices over the API."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from hypothesis import given
from hypothesis import strategies as st

from courtly.tables.journal import HeadSeat
from courtly.tables.notifications import MAX_TURNS, Failed, Gone, Message, Outcome, Sent
from courtly.tables.store.rows import Device, Subscription
from courtly.text.languages import LANGUAGES
from courtly.text.locales import Locale
from courtly.web.outside import BadAddress, Outside, is_allowed, split_address
from courtly.web.push import CURVE, PADDED_LENGTH, PushKey, WebPush, encrypt, serialized
from tests.tables.store.helpers import ANN, NOON, head
from tests.web.helpers import application, begin, serving, visitor
from tests.web.push_messages import message
from tests.web.push_service import LOCAL, PushService, Receiver, push_service, unpadded

SECRET = "a secret of the tests, long enough for any server"
KEY = PushKey(SECRET, "mailto:host@example.org")


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    with push_service(tmp_path) as running:
        monkeypatch.setenv("SSL_CERT_FILE", str(running.certificate))
        yield running


def sent(service: PushService, receiver: Receiver, *, networks: Any = LOCAL, timeout: float = 30.0) -> Outcome:
    """Send a message to a device at a push service and return the outcome."""
    subscription = Subscription(f"{service.site}/device", receiver.keys["p256dh"], receiver.keys["auth"], "en", "UTC")
    push = WebPush(KEY, Outside(networks, timeout))
    return asyncio.run(push.send(Device("d", "ann", subscription, None, NOON), message()))


def test_the_receiver_of_the_tests_reads_the_example_of_the_standard() -> None:
    # RFC 8291, section 5.
    private = ec.derive_private_key(int.from_bytes(unpadded("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")), CURVE)
    receiver = Receiver(private, unpadded("BTBZMqHH6r4Tts7J_aSIgg"))
    body = (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl"
        "95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    assert receiver.decrypt(unpadded(body)) == b"When I grow up, I want to be a watermelon"


@given(st.binary(max_size=PADDED_LENGTH).filter(lambda text: not text.endswith(b"\0")))
def test_a_device_decrypts_its_messages_and_all_have_one_length(text: bytes) -> None:
    receiver = Receiver()
    subscription = Subscription("https://push.example/", receiver.keys["p256dh"], receiver.keys["auth"], "en", "UTC")
    body = encrypt(text, subscription)
    assert receiver.decrypt(body) == text
    assert len(body) == len(encrypt(b"", subscription))


def test_a_push_service_gets_an_encrypted_message_of_a_known_server(service: PushService) -> None:
    receiver = Receiver()
    assert sent(service, receiver) == Sent()
    [(path, headers, body)] = service.got
    assert (path, headers["content-encoding"], headers["ttl"]) == ("/device", "aes128gcm", "172800")
    assert json.loads(receiver.decrypt(body)) == {
        "id": "id",
        "turns": ["turn"],
        "tag": "courtly-turn",
        "title": "Courtly",
        "body": "It is your turn in Courtisans with Bea.",
        "url": "/tables/t",
    }
    scheme, _, rest = headers["authorization"].partition(" ")
    token, public = (part.strip().split("=", 1)[1] for part in rest.split(","))
    signed, _, signature = token.rpartition(".")
    r, s = (int.from_bytes(unpadded(signature)[part : part + 32]) for part in (0, 32))
    key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, unpadded(public))
    key.verify(encode_dss_signature(r, s), signed.encode(), ec.ECDSA(SHA256()))
    claims = json.loads(unpadded(signed.split(".")[1]))
    assert (scheme, public, claims["aud"], claims["sub"]) == (
        "vapid",
        KEY.public,
        service.site,
        "mailto:host@example.org",
    )


def test_the_key_of_a_server_depends_only_on_its_secret() -> None:
    assert PushKey(SECRET, "mailto:a@b").public == KEY.public
    assert PushKey(SECRET + "!", "mailto:a@b").public != KEY.public


@pytest.mark.parametrize(
    ("status", "outcome"), [(200, Sent()), (404, Gone()), (410, Gone()), (302, Failed("status 302"))]
)
def test_the_answer_of_a_push_service_decides(service: PushService, status: int, outcome: Outcome) -> None:
    service.status, service.headers = status, f"Location: {service.site}/elsewhere\r\n"
    assert sent(service, Receiver()) == outcome
    assert len(service.got) == 1


def test_a_push_service_may_ask_to_wait(service: PushService) -> None:
    service.status, service.headers = 429, "Retry-After: 120\r\n"
    outcome = sent(service, Receiver())
    assert isinstance(outcome, Failed)
    assert outcome.after is not None
    assert outcome.after.total_seconds() == 120


def test_a_push_service_that_does_not_answer_is_given_up(service: PushService) -> None:
    service.is_silent = True
    assert sent(service, Receiver(), timeout=0.5) == Failed("TimeoutError")


def test_nothing_is_sent_to_an_address_that_is_not_public(service: PushService) -> None:
    assert sent(service, Receiver(), networks=()) == Failed("BadAddress")
    assert service.got == []


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "192.168.0.1",
        "169.254.169.254",
        "::1",
        "fe80::1",
        "fd00::1",
        "0.0.0.0",
        "::ffff:127.0.0.1",
        "2002:7f00:1::",
        "224.0.0.1",
        "255.255.255.255",
        "100.64.0.1",
    ],
)
def test_private_addresses_are_not_allowed_in_any_notation(address: str) -> None:
    assert not is_allowed(ip_address(address), ())


def test_public_addresses_and_named_networks_are_allowed() -> None:
    assert is_allowed(ip_address("1.1.1.1"), ())
    assert is_allowed(ip_address("2606:4700::1111"), ())
    assert is_allowed(ip_address("10.1.2.3"), [ip_network("10.0.0.0/8")])


@pytest.mark.parametrize(
    "address",
    [
        "http://push.example/",
        "https://",
        "https://user@push.example/",
        "https://push.example/a b",
        "ftp://x",
        "",
        "https://push.example:99999/",
        "https://push.example/\r\nX: y",
        "https://push.example/" + "a" * 2048,
    ],
)
def test_other_addresses_are_refused(address: str) -> None:
    with pytest.raises(BadAddress):
        split_address(address)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_message_fits_with_the_longest_names(lang: str) -> None:
    seats = (ANN, *(HeadSeat("person", f"{n}" + "🂡" * 39, player=f"p{n}") for n in range(5)))
    turns = ["a" * 12] * MAX_TURNS
    long = Message("a" * 32, "ann", "reminder", [head(seats=seats, due=NOON)], turns)
    assert len(serialized(long, Locale(lang))) <= PADDED_LENGTH


def test_several_tables_lead_to_the_list_and_a_reminder_says_the_time() -> None:
    assert json.loads(serialized(message("t", "u"), Locale("en")))["body"] == "2 tables wait for you."
    assert json.loads(serialized(message("t", "u"), Locale("en")))["url"] == "/tables"
    late = json.loads(serialized(message(kind="reminder", due=NOON), Locale("en")))["body"]
    assert late == "It is your turn in Courtisans with Bea. 0 minutes left."


@pytest.fixture
def client(tmp_path: Path) -> Iterator[httpx.Client]:
    with serving(application(tmp_path / "tables.db")) as site, visitor(site) as client:
        begin(client, players="2", seed="7")
        yield client


def subscribed(**changes: Any) -> dict[str, Any]:
    """Return the body of a request that adds a device."""
    return {
        "endpoint": "https://push.example/1",
        "keys": Receiver().keys,
        "zone": "Europe/Paris",
        "lang": "fr",
        **changes,
    }


def test_a_browser_adds_lists_and_removes_its_device(client: httpx.Client) -> None:
    added = client.post("/api/me/devices", json=subscribed())
    again = client.post("/api/me/devices", json=subscribed())
    assert (added.status_code, again.json()) == (201, added.json())
    listed = client.get("/api/me/devices").json()
    assert len(unpadded(listed["key"])) == 65
    [device] = listed["devices"]
    assert (device["id"], device["lang"], device["zone"], device["quiet"]) == (
        added.json()["id"],
        "fr",
        "Europe/Paris",
        None,
    )
    # The endpoint is secret, also for other pages of this browser.
    assert "push.example" not in json.dumps(listed)
    removed = client.request("DELETE", "/api/me/devices", json={"endpoint": "https://push.example/1"})
    assert removed.status_code == 204
    assert client.get("/api/me/devices").json()["devices"] == []


@pytest.mark.parametrize(
    "changes",
    [
        {"endpoint": "http://push.example/"},
        {"endpoint": "https://push.example/" + "a" * 2048},
        {"keys": {"p256dh": "AAAA", "auth": "AAAA"}},
        {"keys": Receiver().keys | {"p256dh": "B" + "A" * 86}},
        {"keys": {}},
        {"zone": "Paris"},
        {"lang": "xx"},
        {"more": 1},
    ],
)
def test_a_forged_subscription_is_refused(client: httpx.Client, changes: dict[str, Any]) -> None:
    answer = client.post("/api/me/devices", json=subscribed(**changes))
    assert answer.status_code == 422
    assert client.get("/api/me/devices").json()["devices"] == []


def test_a_player_cannot_remove_the_device_of_another(client: httpx.Client) -> None:
    client.post("/api/me/devices", json=subscribed())
    with visitor(str(client.base_url)) as other:
        begin(other, players="2", seed="7")
        other.request("DELETE", "/api/me/devices", json={"endpoint": "https://push.example/1"})
    assert len(client.get("/api/me/devices").json()["devices"]) == 1


def test_notifications_can_be_switched_off(tmp_path: Path) -> None:
    with serving(application(tmp_path / "tables.db", notifications=False)) as site, visitor(site) as client:
        begin(client, players="2", seed="7")
        assert client.get("/api/me/devices").json() == {"key": None, "devices": []}
        assert client.post("/api/me/devices", json=subscribed()).status_code == 404
