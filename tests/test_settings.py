"""Settings: from the environment, from options, which take precedence, and errors that name them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import typer.main
from pydantic import SecretStr

from courtly.cli import app
from courtly.engine.errors import BadOption
from courtly.settings import MailServer, Settings, default_database

SECRET = "a secret of more than thirty-two characters"


def test_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in {"CORES": "1", "WARM_UP": "false", "DATABASE": "a.db", "SECRET": SECRET, "PORT": ""}.items():
        monkeypatch.setenv(f"COURTLY_{name}", text)
    found = Settings.read()
    assert (found.cores, found.warm_up, found.store, found.port) == (1, False, "a.db", 8000)
    assert found.secret is not None
    assert found.secret.get_secret_value() == SECRET


def test_an_option_takes_precedence_and_none_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COURTLY_PORT", "1")
    monkeypatch.setenv("COURTLY_HOST", "localhost")
    found = Settings.read(port=2, host=None)
    assert (found.port, found.host) == (2, "localhost")


def test_a_former_name_of_a_setting_works_until_its_new_name_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COURTLY_MOST_ACTS", "7")
    assert Settings.read().max_acts == 7
    monkeypatch.setenv("COURTLY_MAX_ACTS", "8")
    assert Settings.read().max_acts == 8
    assert Settings.read(max_acts=9).max_acts == 9


@pytest.mark.parametrize(
    ("name", "text", "allowed"),
    [
        ("cores", "0", "a whole number from 1 to 4096"),
        ("thinkers", "many", "a whole number from 1 to 4096"),
        ("warm_up", "perhaps", "true or false"),
        ("port", "70000", "a whole number from 0 to 65535"),
        ("base_url", "ftp://example.org", "http:// or https://"),
        ("base_url", "https://example.org/games", "http:// or https://"),
    ],
)
def test_an_invalid_setting_is_named(monkeypatch: pytest.MonkeyPatch, name: str, text: str, allowed: str) -> None:
    monkeypatch.setenv(f"COURTLY_{name.upper()}", text)
    with pytest.raises(BadOption, match=f"COURTLY_{name.upper()} in the environment") as refused:
        Settings.read()
    assert refused.value.where == name
    assert text in str(refused.value)
    assert allowed in str(refused.value)


def test_a_secret_is_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    assert SECRET not in repr(Settings(secret=SecretStr(SECRET)))
    monkeypatch.setenv("COURTLY_SECRET", "hush")
    with pytest.raises(BadOption) as refused:
        Settings.read()
    assert "hush" not in f"{refused.value} {refused.value.as_dict()}"


@pytest.mark.parametrize(
    ("base_url", "host", "secure"),
    [
        (None, None, False),
        ("http://example.org:8080", "example.org:8080", False),
        ("https://example.org/", "example.org", True),
    ],
)
def test_the_public_url_gives_host_and_https(base_url: str | None, host: str | None, secure: bool) -> None:
    found = Settings(base_url=base_url)
    assert (found.public_host, found.is_secure) == (host, secure)


def test_matches_are_stored_in_the_users_folder_by_default(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert Settings().store == str(default_database()) == str(tmp_path / "courtly" / "courtly.sqlite3")


def test_every_setting_is_documented_with_its_default() -> None:
    page = (Path(__file__).parent.parent / "docs" / "settings.md").read_text(encoding="utf-8")
    told = {name.lower(): row for name, row in re.findall(r"^\| `COURTLY_(\w+)` \|(.*)$", page, re.MULTILINE)}
    assert set(told) - {"cache_dir", "debug"} == set(Settings.model_fields)
    for name, field in Settings.model_fields.items():
        if field.default is not None:
            assert re.search(rf" `?{re.escape(worded(field.default))}`? \|", told[name]), name


def test_every_setting_is_an_option_of_the_server() -> None:
    group: Any = typer.main.get_command(app)
    command = group.commands["serve"]
    options = {parameter.name: parameter.opts[0] for parameter in command.params}
    assert options == {name: f"--{name.replace('_', '-')}" for name in Settings.model_fields}
    assert all(parameter.default is None for parameter in command.params)


def worded(default: object) -> str:
    """Return a default value as the page has it."""
    return f"{default:g}" if isinstance(default, float) else str(default).lower()


@pytest.mark.parametrize(
    ("text", "server"),
    [
        ("smtps://mail.example.org", MailServer("mail.example.org", 465, "tls")),
        ("smtp://mail.example.org", MailServer("mail.example.org", 587, "starttls")),
        ("smtp://ann:p%40ss@mail.example.org:25", MailServer("mail.example.org", 25, "starttls", "ann", "p@ss")),
        ("smtp://localhost:25", MailServer("localhost", 25, "none")),
        ("smtp://[::1]", MailServer("::1", 587, "none")),
        ("smtp://10.0.0.1", MailServer("10.0.0.1", 587, "starttls")),
    ],
)
def test_a_mail_server_is_encrypted_unless_it_is_this_machine(text: str, server: MailServer) -> None:
    found = Settings(mail_server=SecretStr(text), mail_from="courtly@example.org", base_url="https://example.org")
    assert found.mail == server
    assert Settings().mail is None


@pytest.mark.parametrize(
    "text", ["mail.example.org", "http://a", "smtp://", "smtp://:p@a", "smtp://a:99999", "smtp://a/b"]
)
def test_an_invalid_mail_server_is_named_without_its_password(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("COURTLY_MAIL_SERVER", text)
    with pytest.raises(BadOption, match="COURTLY_MAIL_SERVER") as refused:
        Settings.read(mail_from="courtly@example.org", base_url="https://example.org")
    assert text not in f"{refused.value} {refused.value.as_dict()}".replace("smtps:// or smtp://", "")


@pytest.mark.parametrize("missing", ["base_url", "mail_from"])
def test_a_mail_server_needs_a_sender_and_a_public_address(missing: str) -> None:
    given = {"mail_server": "smtps://a.example", "mail_from": "a@a.example", "base_url": "https://a.example"}
    with pytest.raises(BadOption, match=f"mail_server also needs {missing}; set COURTLY_{missing.upper()}") as refused:
        Settings.read(**{**given, missing: None})
    assert refused.value.where == missing


def test_the_password_of_a_mail_server_is_never_shown() -> None:
    server = SecretStr("smtp://ann:hush@localhost")
    found = Settings(mail_server=server, mail_from="courtly@example.org", base_url="https://example.org")
    assert "hush" not in f"{found!r} {found.mail!r}"
    with pytest.raises(BadOption, match="mail_from"):
        Settings.read(mail_from="Courtly <courtly@example.org>")
