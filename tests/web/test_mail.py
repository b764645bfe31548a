"""E-mails: what they contain, how they are sent, and how the owner of an address confirms it and ends them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from courtly.environment import environment
from courtly.settings import MailServer
from courtly.tables.notifications import Failed, Gone, Outcome, Sent
from courtly.tables.refusals import BadDevice, NoSuchMailLink
from courtly.tables.store.rows import Device
from courtly.text.languages import LANGUAGES
from courtly.web import mail as mail_module
from courtly.web.errors import MailFailed
from courtly.web.logs import masked
from courtly.web.mail import Mail, check_address
from courtly.web.mail_links import MailLinks, mailbox
from tests.tables.store.helpers import NOON, player
from tests.web.mail_service import SENDER, MailService, mail_service
from tests.web.push_messages import message
from tests.web.push_service import HERE

SITE, SECRET = "https://play.example.org", "a secret of the tests, long enough for any server"
LINKS = MailLinks(SECRET, SITE)
ANN = "ann@example.org"


def device(lang: str = "en", address: str = ANN) -> Device:
    """Return a confirmed mailbox."""
    return Device("d", "ann", mailbox(address, lang, "UTC"), None, NOON)


def mail(port: int = 25, security: Any = "none", user: str = "", password: str = "") -> Mail:
    """Return a sender of mails that uses a mail server of this machine."""
    return Mail(MailServer(HERE, port, security, user, password), SENDER, LINKS)


def sent(service: MailService, *, security: Any = "none", **login: str) -> Outcome:
    """Send a notification to Ann and return the outcome."""
    return asyncio.run(mail(service.port, security, **login).send(device(), message()))


@pytest.fixture
def service(tmp_path: Path) -> Iterator[MailService]:
    with mail_service(tmp_path) as running:
        yield running


def test_a_notification_is_plain_text_with_a_link_to_the_table_and_a_link_that_ends_it(service: MailService) -> None:
    assert sent(service) == Sent()
    [(sender, recipient, got)] = service.got
    assert (sender, recipient) == (SENDER, ANN)
    end = LINKS.end("d")
    assert got.get_content_type() == "text/plain"
    assert got.get_content().replace("\r", "") == (
        f"It is your turn in Courtisans with Bea.\n\n{SITE}/tables/t\n\n"
        f"To get no more of these e-mails, open this page: {end}\n"
    )
    headers = {name: got[name] for name in ("From", "To", "Subject", "Message-ID", "Auto-Submitted")}
    assert headers == {
        "From": f"Courtly <{SENDER}>",
        "To": ANN,
        "Subject": "It is your turn",
        "Message-ID": "<id@play.example.org>",
        "Auto-Submitted": "auto-generated",
    }
    assert (got["List-Unsubscribe"], got["List-Unsubscribe-Post"]) == (f"<{end}>", "List-Unsubscribe=One-Click")
    assert {name.lower() for name in got.keys()} == {  # noqa: SIM118 - a mail has no other way to list its headers
        *(name.lower() for name in headers),
        "date",
        "list-unsubscribe",
        "list-unsubscribe-post",
        "mime-version",
        "content-type",
        "content-transfer-encoding",
    }


def test_a_repeated_message_has_the_same_id(service: MailService) -> None:
    for _ in range(2):
        sent(service)
    assert {got["Message-ID"] for _, _, got in service.got} == {"<id@play.example.org>"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_mails_are_in_the_language_of_the_device(lang: str) -> None:
    words = {"en": "It is your turn", "fr": "C’est à vous", "de": "Du bist am Zug"}
    notification = mail().notification(device(lang), message())
    question = mail().question(player("ann"), mailbox(ANN, lang, "UTC"))
    for one in (notification, question):
        # Both survive the way over the wire.
        raw = one.as_bytes(policy=mail_module.UNFOLDED)
        assert raw.isascii()
        assert max(map(len, raw.split(b"\r\n"))) < 998
    assert words[lang] in notification["Subject"]
    assert SITE in question.get_content()


@pytest.mark.parametrize(
    ("answers", "outcome"),
    [
        ({"recipient": "550 5.1.1 no such user"}, Gone()),
        ({"recipient": "550 no such user"}, Gone()),
        ({"recipient": "550 5.7.1 relaying denied"}, Failed("status 550")),
        ({"recipient": "450 4.2.1 try again later"}, Failed("status 450")),
        ({"content": "554 5.7.1 this looks like spam"}, Failed("status 554")),
        ({"content": "451 4.3.0 try again later"}, Failed("status 451")),
    ],
)
def test_the_answer_of_a_mail_server_decides(service: MailService, answers: dict[str, str], outcome: Outcome) -> None:
    for name, answer in answers.items():
        setattr(service, name, answer)
    assert sent(service) == outcome
    assert service.got == []


def test_a_mail_server_that_cannot_be_reached_is_a_failure() -> None:
    assert isinstance(sent(MailService(port=1)), Failed)


@pytest.mark.parametrize("security", ["tls", "starttls"])
def test_mails_and_logins_are_encrypted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, security: Any) -> None:
    with mail_service(tmp_path, security) as service:
        login = {"user": "courtly", "password": "p@ss word"}
        # An unknown certificate is refused.
        assert isinstance(sent(service, security=security, **login), Failed)
        assert (service.got, service.logins) == ([], [])
        monkeypatch.setenv("SSL_CERT_FILE", str(service.certificate))
        assert sent(service, security=security, **login) == Sent()
        assert service.logins == [(b"courtly", b"p@ss word")]
        assert len(service.got) == 1


def test_nothing_is_sent_without_encryption_if_it_is_required(service: MailService) -> None:
    assert isinstance(sent(service, security="starttls", user="courtly", password="hush"), Failed)
    assert (service.got, service.logins) == ([], [])


@pytest.mark.parametrize(
    "address",
    [
        "",
        "ann",
        "ann@localhost",
        "ann@example.org\r\nBcc: bea@example.org",
        "ann@example.org\n",
        "ann@example.org,bea@example.org",
        "Ann <ann@example.org>",
        '"ann b"@example.org',
        "änn@example.org",
        "ann@exämple.org",
        "ann@127.0.0.1",
        "ann@[127.0.0.1]",
        "ann..b@example.org",
        ".ann@example.org",
        "ann@-example.org",
        "ann@example..org",
        "a" * 65 + "@example.org",
        "ann@" + "a." * 130 + "org",
        "ann@bea@example.org",
        "ann%bea@example.org@x",
    ],
)
def test_other_texts_are_no_addresses(address: str) -> None:
    with pytest.raises(BadDevice) as refused:
        check_address(address)
    assert refused.value.given is None


@pytest.mark.parametrize("address", ["ann@example.org", "o'hara+turns@mail.example.co.uk", "a.b-c_d@x1.example"])
def test_usual_addresses_are_accepted(address: str) -> None:
    check_address(address)


def code_of(link: str) -> str:
    return link.rpartition("/")[2]


def test_a_link_that_confirms_is_read_by_the_same_server_only() -> None:
    subscription = mailbox(ANN, "fr", "Europe/Paris")
    code = code_of(LINKS.confirm("id of ann", subscription))
    assert MailLinks(SECRET, "http://other.example").read_confirm(code) == ("id of ann", subscription)
    with pytest.raises(NoSuchMailLink):
        MailLinks(SECRET + "!", SITE).read_confirm(code)
    assert "example.org" not in code


def test_a_forged_link_is_refused() -> None:
    code = code_of(LINKS.confirm("ann", mailbox(ANN, "en", "UTC")))
    end = code_of(LINKS.end("d"))
    for number in range(len(code)):
        forged = f"{code[:number]}{'A' if code[number] != 'A' else 'B'}{code[number + 1 :]}"
        if forged.rstrip("=")[-1:] == code.rstrip("=")[-1:]:
            with pytest.raises(NoSuchMailLink):
                LINKS.read_confirm(forged)
    for forged in ("", "é", "d", "d.", f"e{end[1:]}", end[:-1], f"{end}A", end.replace("d.", "d..")):
        with pytest.raises(NoSuchMailLink):
            LINKS.read_end(forged)
        with pytest.raises(NoSuchMailLink):
            LINKS.read_confirm(forged)
    assert LINKS.read_end(end) == "d"


def test_a_link_that_confirms_works_for_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    code, now = code_of(LINKS.confirm("ann", mailbox(ANN, "en", "UTC"))), environment().system_time()
    monkeypatch.setattr(environment(), "system_time", lambda: now + 86_300)
    assert LINKS.read_confirm(code)[0] == "ann"
    monkeypatch.setattr(environment(), "system_time", lambda: now + 86_500)
    with pytest.raises(NoSuchMailLink):
        LINKS.read_confirm(code)


def test_links_are_masked_in_logs() -> None:
    for link in (LINKS.confirm("ann", mailbox(ANN, "en", "UTC")), LINKS.end("d")):
        assert code_of(link) not in masked(f"GET {link} failed")
    assert masked(f"mail to <{ANN}>: {ANN.replace('@', '%40')} failed") == "mail to <…>: … failed"


async def asked(made: Mail) -> None:
    await made.ask(player("ann"), mailbox(ANN, "en", "UTC"))


def test_asking_fails_only_if_the_mail_server_fails(service: MailService) -> None:
    service.recipient = "550 5.1.1 no such user"
    # The answer does not tell whether the address exists.
    asyncio.run(asked(mail(service.port)))
    service.recipient = "421 busy"
    with pytest.raises(MailFailed) as failed:
        asyncio.run(asked(mail(service.port)))
    assert ANN not in str(failed.value)


def test_asking_gives_up_with_a_silent_mail_server(service: MailService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mail_module, "ATTEMPT_SECONDS", 0.3)
    service.is_silent = True
    with pytest.raises(MailFailed):
        asyncio.run(asked(mail(service.port)))
