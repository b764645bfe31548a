"""The settings of a process: resources, storage and network access.

Every setting comes from an environment variable, such as `COURTLY_PORT`, or from an option of `courtly serve`, which
takes precedence. `Settings` is created once, at the start of a program, and passed down. Only two other
variables are read elsewhere: the folder of compiled code (`courtly.engine.compile.cache`) and `COURTLY_DEBUG`.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import Any, Literal, Self
from urllib.parse import unquote, urlsplit

from pydantic import Field, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError
from pydantic_settings import BaseSettings, SettingsConfigDict

from courtly.engine.errors import BadOption, shown
from courtly.engine.sentences import said

PREFIX = "COURTLY_"
SECRET_LENGTH = 32
"""Least number of characters in a secret."""

_OLD_NAMES = {
    f"most_{each}": f"max_{each}" for each in ("acts", "lines", "sockets", "watchers", "tables", "persons", "guesses")
}
"""Former names of settings. They still work in the environment and as options of `courtly serve`."""

_COUNT = said("a whole number from 1 to 4096")
_LIMIT = said("a whole number from 1 to 1000000")
_BYTES = said("a whole number of bytes from 1024 to 16777216")
_UPLOAD = said("a whole number of bytes from 65536 to 1073741824")
_ALLOWED = {
    "cores": _COUNT,
    "thinkers": _COUNT,
    "warm_up": said("true or false"),
    "host": said("the name or the address of this machine"),
    "port": said("a whole number from 0 to 65535"),
    "database": said("the path of a file"),
    "secret": said("{least} characters or more", least=SECRET_LENGTH),
    "base_url": said("http:// or https://, a host, and a port if needed"),
    "pace": said("seconds from 0 to 60"),
    "limit_seconds": said("seconds from 0.1 to 3600"),
    "proxies": said("addresses or networks, separated by commas, or * for all"),
    **dict.fromkeys(("max_acts", "max_lines", "max_sockets", "max_watchers", "max_tables", "max_connections"), _LIMIT),
    **dict.fromkeys(("max_persons", "max_guesses"), _LIMIT),
    "address_seconds": said("seconds from 1 to 86400"),
    **dict.fromkeys(("largest_message", "largest_body"), _BYTES),
    "max_upload": _UPLOAD,
    "upload_days": said("a whole number of days from 1 to 3650"),
    "review_matches": said("0, or a whole number from 8 to 100000"),
    "opponents": said("true or false"),
    "blocks": said("true or false"),
    "reports": said("true or false"),
    "admin": said("true or false"),
    "words": said("the path of a file"),
    "ratings": said("true or false"),
    "statistics": said("true or false"),
    "stage": said("true or false"),
    "events": said("true or false"),
    "notifications": said("true or false"),
    "contact": said("mailto: and an address, or an https address"),
    "push_networks": said("networks, separated by commas"),
    "mail_from": said("an e-mail address such as courtly@example.org"),
    "mail_server": said("smtps:// or smtp://, a user and a password if needed, a host, and a port if needed"),
    "webhooks": said("true or false"),
    "log_format": said("text or json"),
    "log_requests": said("true or false"),
}


_ATOM, _LABEL = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+", r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_MAIL_ADDRESS = re.compile(rf"(?=.{{1,254}}\Z)(?=[^@]{{1,64}}@){_ATOM}(?:\.{_ATOM})*@(?:{_LABEL}\.)+(?!\d+\Z){_LABEL}")


def is_mail_address(text: str) -> bool:
    """Return whether a text is an e-mail address in ASCII, without a name, quotes or spaces.

    Examples
    --------
    >>> [is_mail_address(each) for each in ("ann@example.org", "Ann <ann@example.org>", "ann@10.0.0.1")]
    [True, False, False]
    """
    return _MAIL_ADDRESS.fullmatch(text) is not None


@dataclass(frozen=True, slots=True)
class MailServer:
    """The mail server to which this server gives its mails.

    Attributes
    ----------
    security
        `tls` from the first byte, `starttls` before anything private is sent, or `none` for this machine.
    user, password
        Empty for a server without a login.
    """

    host: str
    port: int
    security: Literal["tls", "starttls", "none"]
    user: str = ""
    password: str = field(default="", repr=False)


def read_mail_server(text: str) -> MailServer:
    """Return the mail server of an address such as `smtps://user:password@mail.example.org`.

    Raises
    ------
    ValueError
        It is no such address.
    """
    parts = urlsplit(text)
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname or parts.path.strip("/") or parts.query:
        raise ValueError("not the address of a mail server")
    if parts.password and not parts.username:
        raise ValueError("a password needs a user")
    security: Literal["tls", "starttls", "none"] = "tls" if parts.scheme == "smtps" else "starttls"
    if security == "starttls" and _is_this_machine(parts.hostname):
        security = "none"
    port = parts.port or (465 if security == "tls" else 587)
    return MailServer(parts.hostname, port, security, unquote(parts.username or ""), unquote(parts.password or ""))


def _is_this_machine(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


class Settings(BaseSettings):
    """The settings of one process.

    Attributes
    ----------
    cores
        Number of processor cores to use; by default all that the process may use.
    thinkers
        Number of bots that may think concurrently; as many as `cores` by default.
    warm_up
        Whether a server compiles the kernels of games in the background, before their first use.
    host, port
        The address on which a server listens; port 0 picks a free port.
    database
        The path of a SQLite file or a database URL; by default a file in the user's data folder.
    secret
        The key that signs cookies; by default a generated key in a file next to the database.
    base_url
        The public URL of the server if it differs from the address it listens on, such as behind a proxy.
    proxies
        The trusted proxies, whose headers give the client's address and scheme: addresses or networks, separated by
        commas, or `*` for all.
    pace
        Least duration in seconds of a bot's move at a live table; 0 for no delay.
    max_acts, max_lines, limit_seconds
        Number of acts and of chat lines that one user may send in `limit_seconds` seconds.
    max_sockets, max_watchers
        Number of live connections per user and per table.
    max_tables
        Number of unfinished tables per user.
    max_connections
        Number of connections of the server, from all users together.
    max_persons, max_guesses, address_seconds
        Number of new users, and of wrong codes and links, per address in `address_seconds` seconds.
    largest_message, largest_body
        Size limit in bytes of a request or socket message, and of a request that may contain a card set.
    max_upload
        Number of bytes of uploaded records, card sets and maps from one address in a day; one user may send a quarter.
    upload_days
        Number of days after which an uploaded record is deleted.
    review_matches
        Number of sampled matches for the review of a finished match, see `review.Effort`; 0 disables them.
    opponents
        Whether players can look for opponents.
    ratings
        Whether players can open rated tables and see ratings.
    statistics
        Whether the server counts finished matches and shows the statistics of each game.
    stage
        Whether tables have a stage for streams, on which players may show their hands later.
    blocks
        Whether players can block and mute others.
    reports
        Whether players can report others to the operator of the server.
    admin
        Whether the server has the pages of administrators, and applies their bans.
    words
        A file with one word on each line, which the chat hides and no name can contain; None for no filter.
    events
        Whether players can open events of several tables.
    notifications
        Whether players may ask for notifications of their turns.
    contact
        The address at which a push service reaches the people who run this server; by default `base_url`.
    push_networks
        Networks of push services and webhooks that are allowed although they are not public.
    mail_from, mail_server
        The sender of mails, and the mail server that takes them; without a server, players get no mails.
    webhooks
        Whether players may ask for notifications by webhook.
    log_format
        The format of the log: text, or one JSON object per line.
    log_requests
        Whether every request is logged.
    """

    model_config = SettingsConfigDict(env_prefix=PREFIX, env_ignore_empty=True, frozen=True, extra="forbid")

    cores: int | None = Field(default=None, ge=1, le=4096)
    thinkers: int | None = Field(default=None, ge=1, le=4096)
    warm_up: bool = True
    host: str = Field(default="127.0.0.1", min_length=1)
    port: int = Field(default=8000, ge=0, le=65535)
    database: str | Path | None = None
    secret: SecretStr | None = Field(default=None, min_length=SECRET_LENGTH)
    base_url: str | None = Field(default=None, pattern=r"^https?://[A-Za-z0-9_.\-:\[\]]+/?$")
    proxies: str = Field(default="127.0.0.1", pattern=r"^(\*|[0-9A-Fa-f.:/]+(\s*,\s*[0-9A-Fa-f.:/]+)*)$")
    pace: float = Field(default=0.6, ge=0, le=60)
    max_acts: int = Field(default=20, ge=1, le=1_000_000)
    max_lines: int = Field(default=5, ge=1, le=1_000_000)
    limit_seconds: float = Field(default=10.0, ge=0.1, le=3600)
    max_sockets: int = Field(default=8, ge=1, le=1_000_000)
    max_watchers: int = Field(default=256, ge=1, le=1_000_000)
    max_tables: int = Field(default=20, ge=1, le=1_000_000)
    max_connections: int = Field(default=2048, ge=1, le=1_000_000)
    max_persons: int = Field(default=100, ge=1, le=1_000_000)
    max_guesses: int = Field(default=30, ge=1, le=1_000_000)
    address_seconds: float = Field(default=600.0, ge=1, le=86_400)
    largest_message: int = Field(default=16 * 1024, ge=1024, le=16 * 1024 * 1024)
    largest_body: int = Field(default=256 * 1024, ge=1024, le=16 * 1024 * 1024)
    max_upload: int = Field(default=8 * 1024 * 1024, ge=64 * 1024, le=1024 * 1024 * 1024)
    upload_days: int = Field(default=30, ge=1, le=3650)
    review_matches: int = Field(default=800, ge=0, le=100_000)
    opponents: bool = True
    ratings: bool = True
    statistics: bool = True
    stage: bool = True
    blocks: bool = True
    reports: bool = True
    admin: bool = True
    words: Path | None = None
    events: bool = True
    notifications: bool = True
    contact: str | None = Field(default=None, pattern=r"^(mailto:[^@\s]+@[^@\s]+|https://\S+)$", max_length=200)
    push_networks: str | None = Field(default=None, pattern=r"^[0-9A-Fa-f.:/]+(\s*,\s*[0-9A-Fa-f.:/]+)*$")
    mail_from: str | None = None
    mail_server: SecretStr | None = None
    webhooks: bool = True
    log_format: Literal["text", "json"] = "text"
    log_requests: bool = False

    @field_validator("push_networks")
    @classmethod
    def _check_networks(cls, text: str | None) -> str | None:
        for each in text.split(",") if text else ():
            ip_network(each.strip())
        return text

    @field_validator("mail_from")
    @classmethod
    def _check_sender(cls, text: str | None) -> str | None:
        if text is not None and not is_mail_address(text):
            raise ValueError("not an e-mail address")
        return text

    @field_validator("mail_server")
    @classmethod
    def _check_mail_server(cls, text: SecretStr | None, info: ValidationInfo) -> SecretStr | None:
        if text is not None:
            read_mail_server(text.get_secret_value())
            for other in ("base_url", "mail_from"):
                if info.data.get(other) is None:
                    raise PydanticCustomError("needs", other)
        return text

    @property
    def mail(self) -> MailServer | None:
        """The mail server, None without one."""
        return read_mail_server(self.mail_server.get_secret_value()) if self.mail_server else None

    @property
    def public_host(self) -> str | None:
        """The host, and port if any, of `base_url`."""
        return urlsplit(self.base_url).netloc if self.base_url else None

    @property
    def is_secure(self) -> bool:
        """Whether browsers reach the server by https only, according to `base_url`."""
        return self.base_url is not None and self.base_url.startswith("https://")

    @property
    def networks(self) -> list[IPv4Network | IPv6Network]:
        """The networks of `push_networks`."""
        return [ip_network(each.strip()) for each in (self.push_networks or "").split(",") if each.strip()]

    @property
    def store(self) -> str:
        """The location of the match store, as a path or a URL."""
        return str(default_database() if self.database is None else self.database)

    @classmethod
    def read(cls, **options: Any) -> Self:
        """Return the settings from the environment; options other than None take precedence.

        Raises
        ------
        BadOption
            Names the setting and its environment variable.
        """
        given = {name: value for name, value in options.items() if value is not None}
        try:
            return cls(**(_old_environment() | given))
        except ValidationError as error:
            raise _refusal(error) from None


def _old_environment() -> dict[str, str]:
    """Return the settings that the environment gives only under their former names."""
    found = ((new, os.environ.get(f"{PREFIX}{old.upper()}")) for old, new in _OLD_NAMES.items())
    return {new: value for new, value in found if value and not os.environ.get(f"{PREFIX}{new.upper()}")}


def _refusal(error: ValidationError) -> BadOption:
    """Return the error for the first invalid setting; it never contains a secret."""
    problem = error.errors(include_url=False, include_context=False)[0]
    name = str(problem["loc"][0])
    if problem["type"] == "needs":
        # Mails contain links to this server.
        other = problem["msg"]
        sentence = said(
            "the setting {name} also needs {other}; set {variable}",
            name=name,
            other=other,
            variable=f"{PREFIX}{other.upper()}",
        )
        return BadOption(sentence, where=other, allowed=str(_ALLOWED[other]))
    given = "…" if name in ("secret", "mail_server") else shown(problem["input"])
    allowed = _ALLOWED[name]
    sentence = said(
        "the setting {name}, or {variable} in the environment, cannot be {given}; use {allowed}",
        name=name,
        variable=f"{PREFIX}{name.upper()}",
        given=given,
        allowed=allowed,
    )
    return BadOption(sentence, given=given, where=name, allowed=str(allowed))


def default_database() -> Path:
    """Return the path of the default database and create its folder."""
    from platformdirs import user_data_path

    return user_data_path("courtly", ensure_exists=True) / "courtly.sqlite3"
