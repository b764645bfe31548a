"""How the owner of an address confirms it and ends the mails, on a running server with a real mail server."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import pytest

from courtly.tables.devices import MAX_DEVICES
from courtly.web.limits import MAILS
from courtly.web.mail_links import MailLinks
from tests.tables.store.helpers import query
from tests.web.helpers import TIMEOUT_SECONDS, application, guest, page, serving, visitor
from tests.web.mail_service import MailService, link_in, mail_service
from tests.web.push_devices import subscription
from tests.web.table_forms import both_ready

ANN, SECRET = "ann@example.org", "a secret of the tests, long enough for any server"
SITE = {"base_url": "http://play.example.org"}
"""Over http, because clients without TLS do not return secure cookies."""

OWN_LOGS = ("courtly", "uvicorn", "asyncio", "aiosmtplib", "sqlalchemy", "alembic")


@pytest.fixture
def service(tmp_path: Path) -> Iterator[MailService]:
    with mail_service(tmp_path) as running:
        yield running


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of the database."""
    made = tmp_path / "database"
    made.mkdir()
    return made


@pytest.fixture
def site(folder: Path, service: MailService) -> Iterator[str]:
    with serving(application(folder / "tables.db", SECRET, **{**service.settings, **SITE})) as running:
        yield running


def ask(client: httpx.Client, address: str = ANN, **fields: str) -> httpx.Response:
    """Ask for mails to an address."""
    return client.post("/me/mail", data={"address": address, "zone": "Europe/Paris", **fields})


def asked(client: httpx.Client, service: MailService, address: str = ANN) -> str:
    """Ask for mails to an address, and return the path of the link that confirms it."""
    assert ask(client, address).status_code == 303
    return link_in(service.mails_to(address)[-1], "/mail/")


def confirmed(client: httpx.Client, service: MailService, address: str = ANN) -> None:
    """Ask for mails to an address and confirm it."""
    answer = httpx.post(f"{at(client)}{asked(client, service, address)}", timeout=TIMEOUT_SECONDS)
    assert answer.status_code == 200, answer.text


def at(client: httpx.Client) -> str:
    """Return the site of a client, for requests without its cookie."""
    return str(client.base_url).rstrip("/")


def devices(client: httpx.Client) -> list[dict[str, Any]]:
    """Return the devices of the guest of a client."""
    found: list[dict[str, Any]] = client.get("/api/me/devices").json()["devices"]
    return found


def stored(folder: Path) -> bytes:
    """Return everything that the database has on the disk."""
    return b"".join(path.read_bytes() for path in folder.iterdir())


def until(found: Callable[[], Any]) -> Any:
    """Return the first value of a function that is true."""
    end = time.monotonic() + TIMEOUT_SECONDS
    while not (value := found()):
        assert time.monotonic() < end, "nothing has come"
        time.sleep(0.01)
    return value


def test_only_the_button_behind_the_link_stores_an_address(
    client: httpx.Client, stranger: httpx.Client, service: MailService, folder: Path
) -> None:
    guest(client)
    guest(stranger)
    link = asked(client, service)
    # A mail scanner opens the link; the owner reads mails in another browser.
    for _ in range(2):
        text = unescape(page(stranger, link))
    assert ANN in text
    assert "Camille" in text
    assert devices(client) == []
    assert ANN.encode() not in stored(folder)
    for _ in range(2):
        assert "is confirmed" in stranger.post(link).text
    [device] = devices(client)
    assert (device["kind"], device["address"], device["lang"], device["zone"]) == ("mail", ANN, "en", "Europe/Paris")
    assert devices(stranger) == []
    # The answer does not tell that the address is known.
    assert ask(stranger).headers["location"] == ask(stranger, "unknown@example.org").headers["location"]
    assert ANN in page(client, "/me")
    assert ANN not in page(stranger, "/me")
    assert client.get("/me/export").json()["devices"][0]["endpoint"] == f"mailto:{ANN}"
    assert ANN.encode() in stored(folder)
    client.post("/me/devices", data={"act": "remove", "device": device["id"]})
    assert devices(client) == []


def test_a_deleted_player_leaves_no_address_and_no_link_that_works(
    client: httpx.Client, service: MailService, folder: Path
) -> None:
    guest(client)
    confirmed(client, service)
    link = asked(client, service)
    assert client.delete("/api/me").status_code == 204
    assert query(str(folder / "tables.db"), "SELECT * FROM devices") == []
    assert httpx.get(f"{at(client)}{link}").status_code == 404
    assert httpx.post(f"{at(client)}{link}").status_code == 404


@pytest.mark.parametrize("path", ["/mail/", "/mail-end/"])
def test_a_forged_link_is_not_found(client: httpx.Client, service: MailService, path: str) -> None:
    guest(client)
    link = asked(client, service)
    for code in ("x", f"{link[6:-3]}AAA", "d.AAAAAAAAAAAAAAAAAAAAAA"):
        for method in ("GET", "POST"):
            answer = client.request(method, f"{path}{code}")
            assert answer.status_code == 404
            assert "This link does not work" in answer.text
    assert devices(client) == []


def test_a_turn_brings_a_mail_and_its_link_ends_the_mails_with_one_click(
    client: httpx.Client, stranger: httpx.Client, service: MailService
) -> None:
    guest(client)
    guest(stranger)
    confirmed(client, service, ANN)
    confirmed(stranger, service, "bea@example.org")
    url = both_ready(client, stranger, clock="days-3")
    [mail] = until(lambda: [got for _, _, got in list(service.got) if got["List-Unsubscribe"]])
    assert f"http://play.example.org{url}\n" in mail.get_content().replace("\r", "")
    mover = client if mail["To"] == ANN else stranger
    link = link_in(mail, "/mail-end/")
    assert "End the e-mails" in httpx.get(f"{at(client)}{link}", timeout=TIMEOUT_SECONDS).text
    assert len(devices(mover)) == 1
    assert mail["List-Unsubscribe"] == f"<http://play.example.org{link}>"
    for _ in range(2):
        answer = httpx.post(f"{at(client)}{link}", data={"List-Unsubscribe": "One-Click"})
        assert (answer.status_code, "No more e-mails" in answer.text) == (200, True)
    assert devices(mover) == []
    other = stranger if mover is client else client
    assert len(devices(other)) == 1


@pytest.mark.parametrize("address", ["ann", "ann@example.org\r\nBcc: bea@example.org", "änn@example.org", "a" * 999])
def test_another_text_than_an_address_is_refused(client: httpx.Client, service: MailService, address: str) -> None:
    guest(client)
    answer = ask(client, address)
    assert answer.status_code == 422
    assert "ann@example.org" in answer.text
    assert service.got == []


def test_an_unknown_time_zone_is_refused(client: httpx.Client, service: MailService) -> None:
    guest(client)
    assert ask(client, zone="../../etc/passwd").status_code == 422
    assert service.got == []


def test_a_mailbox_gets_few_mails_to_confirm(client: httpx.Client, service: MailService) -> None:
    guest(client)
    assert [ask(client).status_code for _ in range(MAILS + 1)] == [*[303] * MAILS, 429]
    assert len(service.got) == MAILS


def test_a_player_with_ten_devices_gets_no_mails(client: httpx.Client, service: MailService) -> None:
    guest(client)
    link = asked(client, service)
    for number in range(MAX_DEVICES):
        client.post("/api/me/devices", json=subscription(f"https://push.invalid/{number}"))
    assert client.post(link).status_code == 429
    assert {each["kind"] for each in devices(client)} == {"push"}


def test_no_request_stores_an_address_without_its_link(client: httpx.Client) -> None:
    guest(client)
    for body in (
        {"kind": "mail", "address": ANN},
        {"kind": "mail", "endpoint": f"mailto:{ANN}"},
        subscription(f"mailto:{ANN}"),
        {"kind": "webhook", "address": f"mailto:{ANN}"},
    ):
        assert client.post("/api/me/devices", json=body).status_code == 422
    assert devices(client) == []


def test_a_server_without_a_mail_server_sends_no_mails(tmp_path: Path) -> None:
    with serving(application(tmp_path / "tables.db")) as site, visitor(site) as client:
        guest(client)
        assert "mail-address" not in page(client, "/me")
        assert [ask(client).status_code, client.get("/mail/x").status_code, client.post("/mail-end/x").status_code] == [
            404
        ] * 3


def test_the_form_says_that_a_mail_is_on_its_way(client: httpx.Client, service: MailService) -> None:
    guest(client)
    client.post("/api/me/devices", json=subscription())
    assert 'name="zone" value="Europe/Paris"' in page(client, "/me")
    answer = ask(client, here="/tables")
    assert answer.headers["location"] == "/me?back=%2Ftables&mail=asked#notifications"
    assert "The e-mail is on its way" in page(client, answer.headers["location"].partition("#")[0])


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("fr", ("Recevoir un e-mail quand c’est à vous", "Confirmer l’adresse", "Ne plus recevoir d’e-mails")),
        ("de", ("Eine E-Mail erhalten, wenn du am Zug bist", "Adresse bestätigen", "E-Mails beenden")),
    ],
)
def test_the_pages_are_translated(
    client: httpx.Client, service: MailService, lang: str, words: tuple[str, str, str]
) -> None:
    guest(client)
    client.headers["Accept-Language"] = lang
    assert words[0] in unescape(page(client, "/me"))
    link = asked(client, service)
    assert words[1] in unescape(page(client, link))
    assert client.post(link).status_code == 200
    [device] = devices(client)
    assert device["lang"] == lang
    end = MailLinks(SECRET, "").end(device["id"])
    assert words[2] in unescape(page(client, end))


def test_no_log_contains_an_address(
    client: httpx.Client, stranger: httpx.Client, service: MailService, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        guest(client)
        guest(stranger)
        service.recipient = "421 4.3.0 <ann@example.org> try later"
        assert ask(client).status_code == 503
        service.recipient = "250 OK"
        confirmed(client, service)
        confirmed(stranger, service, "bea@example.org")
        assert ask(client, f"{ANN}, {ANN}").status_code == 422
        service.recipient = "550 5.7.1 <ann@example.org> relaying denied"
        both_ready(client, stranger, clock="days-3")
        until(lambda: [one for one in caplog.records if "a notification failed" in one.getMessage()])
    own = [one for one in caplog.records if one.name.partition(".")[0] in OWN_LOGS]
    assert own
    formatter = logging.Formatter("%(message)s")
    assert [one for one in map(formatter.format, own) if "example.org" in one and "play.example.org" not in one] == []
