"""The settings of a process: how much of the machine to use, where matches are kept, how it is reached.

Every setting comes from an environment variable, `COURTLY_` and the name in capitals, or from an option of
`courtly serve`, which counts more. `Settings` is made once, where a program starts, and handed down; nothing else reads
the environment, but for the folder of compiled code (`courtly.engine.compile.cache`) and `COURTLY_DEBUG`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal, Self
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from courtly.engine.errors import BadOption, shown
from courtly.engine.sentences import said

PREFIX = "COURTLY_"
SECRET_LENGTH = 32
"""Characters that a secret has at the least."""

_COUNT = said("a whole number from 1 to 4096")
_LIMIT = said("a whole number from 1 to 1000000")
_BYTES = said("a whole number of bytes from 1024 to 16777216")
_ALLOWED = {
    "cores": _COUNT,
    "thinkers": _COUNT,
    "warm_up": said("true or false"),
    "host": said("the name or the address of this machine"),
    "port": said("a whole number from 0 to 65535"),
    "database": said("the path of a file"),
    "secret": said("{least} characters or more", least=SECRET_LENGTH),
    "base_url": said("http:// or https://, a host, and a port if it has one"),
    "pace": said("seconds from 0 to 60"),
    "limit_seconds": said("seconds from 0.1 to 3600"),
    "proxies": said("addresses or networks, separated by commas, or * for all"),
    **dict.fromkeys(("most_acts", "most_lines", "most_sockets", "most_watchers", "most_tables"), _LIMIT),
    **dict.fromkeys(("most_persons", "most_guesses"), _LIMIT),
    "address_seconds": said("seconds from 1 to 86400"),
    **dict.fromkeys(("largest_message", "largest_body"), _BYTES),
    "review_matches": said("0, or a whole number from 8 to 100000"),
    "log_format": said("text or json"),
    "log_requests": said("true or false"),
}


class Settings(BaseSettings):
    """The settings of one process.

    Attributes
    ----------
    cores
        How many processor cores to use; all that the process may use by default.
    thinkers
        How many bots may think at once; as many as `cores` by default.
    warm_up
        Whether a server compiles, beside its work, what it has not needed yet.
    host, port
        Where a server listens; port 0 takes a free one.
    database
        Where matches are kept: the path of a SQLite file or its URL; by default a file in the user's data folder.
    secret
        What signs the cookies; by default one that is kept in a file beside the database.
    base_url
        The address at which browsers reach a server, where that is not the address it listens on: behind a proxy.
    proxies
        Which machines are proxies, whose headers say for whom they ask and how: addresses or networks, separated by
        commas, or `*` for all.
    pace
        Seconds that a bot's move at a live table takes at the least; with 0 it comes as soon as it is there.
    most_acts, most_lines, limit_seconds
        How many acts, and lines of table talk, one person may send in so many seconds.
    most_sockets, most_watchers
        How many live connections one person may have, and one table.
    most_tables
        How many tables one person may have that are not over.
    most_persons, most_guesses, address_seconds
        How many new persons, and wrong codes and links, may come from one address in so many seconds.
    largest_message, largest_body
        Bytes of a request or a message of a socket, and of what may bring a card set.
    review_matches
        How many imagined matches a review of a finished match rests on, see `review.Effort`; with 0 there are none.
    log_format
        Whether the log is text or a JSON object on each line.
    log_requests
        Whether every request goes to the log.
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
    most_acts: int = Field(default=20, ge=1, le=1_000_000)
    most_lines: int = Field(default=5, ge=1, le=1_000_000)
    limit_seconds: float = Field(default=10.0, ge=0.1, le=3600)
    most_sockets: int = Field(default=8, ge=1, le=1_000_000)
    most_watchers: int = Field(default=256, ge=1, le=1_000_000)
    most_tables: int = Field(default=20, ge=1, le=1_000_000)
    most_persons: int = Field(default=100, ge=1, le=1_000_000)
    most_guesses: int = Field(default=30, ge=1, le=1_000_000)
    address_seconds: float = Field(default=600.0, ge=1, le=86_400)
    largest_message: int = Field(default=16 * 1024, ge=1024, le=16 * 1024 * 1024)
    largest_body: int = Field(default=256 * 1024, ge=1024, le=16 * 1024 * 1024)
    review_matches: int = Field(default=800, ge=0, le=100_000)
    log_format: Literal["text", "json"] = "text"
    log_requests: bool = False

    @property
    def public_host(self) -> str | None:
        """The host, and port if any, of `base_url`."""
        return urlsplit(self.base_url).netloc if self.base_url else None

    @property
    def is_secure(self) -> bool:
        """Whether browsers reach the server by https only, by what `base_url` says."""
        return self.base_url is not None and self.base_url.startswith("https://")

    @property
    def store(self) -> str:
        """Where matches are kept, as a path or a URL."""
        return str(default_database() if self.database is None else self.database)

    @classmethod
    def read(cls, **options: Any) -> Self:
        """Return the settings of the environment, and of options that are not None, which count more.

        Raises
        ------
        BadOption
            Naming the setting and its environment variable.
        """
        try:
            return cls(**{name: value for name, value in options.items() if value is not None})
        except ValidationError as error:
            raise _refusal(error) from None


def _refusal(error: ValidationError) -> BadOption:
    """Return what is wrong with the first bad setting; a secret is never shown."""
    problem = error.errors(include_url=False, include_context=False)[0]
    name = str(problem["loc"][0])
    given = "…" if name == "secret" else shown(problem["input"])
    allowed = _ALLOWED[name]
    sentence = said(
        "the setting {name}, or {variable} in the environment, cannot be {given}; it takes {allowed}",
        name=name,
        variable=f"{PREFIX}{name.upper()}",
        given=given,
        allowed=allowed,
    )
    return BadOption(sentence, given=given, where=name, allowed=str(allowed))


def default_database() -> Path:
    """Return where matches are kept when nothing else is said, its folder made."""
    from platformdirs import user_data_path

    return user_data_path("courtly", ensure_exists=True) / "courtly.sqlite3"
