"""Checks of a server's machine, database and proxy, for `courtly doctor`.

Each check returns findings and changes nothing that lasts. It uses the public address as a browser does, so the
checks of the proxy see what players see.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from email.utils import mktime_tz, parsedate_tz
from errno import EISDIR, ENOSPC
from http.client import HTTPConnection, HTTPException, HTTPMessage, HTTPSConnection
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from ssl import SSLError
from typing import Literal
from urllib.parse import urlencode, urlsplit

from pydantic import BaseModel, ValidationError
from sqlalchemy.engine import URL
from websockets.exceptions import InvalidStatus, WebSocketException
from websockets.sync.client import connect
from websockets.typing import Origin

import courtly
from courtly.engine.compile.cache import cache_root
from courtly.engine.errors import reason_of, shown
from courtly.engine.sentences import Sentence, said
from courtly.environment import environment
from courtly.settings import Settings
from courtly.tables.errors import NewerStore, StoreError
from courtly.tables.store import upkeep
from courtly.tables.store.databases import file_of, named, read_url
from courtly.tables.store.errors import BadBackup
from courtly.text.languages import marked

Status = Literal["ok", "warning", "problem"]
STATUS: dict[Status, str] = {"ok": marked("ok"), "warning": marked("warning"), "problem": marked("problem")}

NAMES = (marked("versions"), marked("disk"), marked("cache"), marked("database"), marked("clock"), marked("address"))
"""The names of checks that are translated; the others are technical terms."""

TIMEOUT_SECONDS = 10.0
MAX_CLOCK_ERROR = 5.0
"""Seconds by which two clocks may differ. The header `Date` has whole seconds."""

LEAST_FREE, ENOUGH_FREE = 100_000_000, 1_000_000_000
"""Bytes of free disk space below which there is a problem, or a warning."""

LOCKS = (Path(courtly.__file__).parents[2] / "locks" / "runtime.txt", Path("locks", "runtime.txt"))
_LOCKED = re.compile(r"^([\w.-]+)==(\S+) \\$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of a check: its name, its status, and a sentence that says what to do about a problem."""

    name: str
    status: Status
    sentence: Sentence


class SeenByServer(BaseModel):
    """The answer of `/proxyz`: how the server sees a request that the proxy has passed on."""

    host: str
    forwarded_for: bool
    forwarded_proto: bool
    is_trusted: bool


def examine(settings: Settings, url: str | None, usage: Callable[[Path], int]) -> Iterator[Finding]:
    """Yield the findings of all checks.

    Parameters
    ----------
    url
        The public address of the server; None checks no proxy.
    usage
        Returns the free bytes of the disk of a folder, as `free_bytes`.
    """
    database = read_url(settings.store)
    yield _versions()
    if (path := file_of(database)) is not None:
        yield _folder("disk", path.resolve().parent, "COURTLY_DATABASE", usage)
    yield _folder("cache", cache_root(), "COURTLY_CACHE_DIR", usage)
    yield from _database(settings.store, database)
    if url is not None:
        yield from _proxy(url.rstrip("/"))


def free_bytes(folder: Path) -> int:
    """Return the free bytes of the disk of a folder."""
    return shutil.disk_usage(folder).free


def _versions() -> Finding:
    """Compare the installed libraries with the lock."""
    places = {"python": platform.python_version(), "courtly": courtly.__version__}
    lock = next((path for path in LOCKS if path.is_file()), None)
    if lock is None:
        return Finding("versions", "ok", said("Python {python}, Courtly {courtly}; there is no lock here", **places))
    locked = dict(_LOCKED.findall(lock.read_text(encoding="utf-8")))
    other = [f"{name} {_installed(name)} ({wanted})" for name, wanted in locked.items() if _installed(name) != wanted]
    if other:
        sentence = said(
            "other libraries than in {lock}: {names}; run python -m tools.dev setup runtime",
            lock=lock,
            names=", ".join(other),
        )
        return Finding("versions", "warning", sentence)
    return Finding("versions", "ok", said("Python {python}, Courtly {courtly}, libraries as in the lock", **places))


def _installed(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "-"


def _folder(name: str, folder: Path, setting: str, usage: Callable[[Path], int]) -> Finding:
    """Write a file into a folder, and check the free space."""
    if (unwritable := cannot_write_folder(folder, setting)) is not None:
        return Finding(name, "problem", unwritable)
    free = usage(_present(folder))
    places = {"folder": folder, "free": round(free / 1e6)}
    if free >= ENOUGH_FREE:
        return Finding(name, "ok", said("{folder} can be written; {free} MB are free", **places))
    few = said("only {free} MB are free in {folder}; delete files, or run courtly prune", **places)
    return Finding(name, "problem" if free < LEAST_FREE else "warning", few)


def cannot_write_folder(folder: Path, setting: str) -> Sentence | None:
    """Return the sentence for a folder that the server cannot write, with the setting to change; None if it can.

    A missing folder can be written if the server can create it.
    """
    try:
        with tempfile.TemporaryFile(dir=_present(folder)) as file:
            file.write(bytes(65536))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        places = {"folder": folder, "reason": reason_of(error), "what": setting}
        if error.errno == ENOSPC:
            return said(
                "{folder} cannot be written: {reason}; delete files there, or set {what} to another folder", **places
            )
        return said(
            "{folder} cannot be written: {reason}; let the server's user write there, or set {what} to another folder",
            **places,
        )
    return None


def _present(folder: Path) -> Path:
    """Return a folder, or the nearest one above it that exists."""
    return next(each for each in (folder, *folder.parents) if each.exists())


def _database(store: str, url: URL) -> Iterator[Finding]:
    """Check the database, and compare its clock with that of this machine."""
    places = {"name": shown(named(url))}
    try:
        if (path := file_of(url)) is not None and path.is_dir():
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
        found = upkeep.examine(store)
    except BadBackup:
        yield Finding(
            "database", "warning", said("there is no database {name} yet; courtly serve creates it", **places)
        )
        return
    except NewerStore as error:
        yield Finding("database", "problem", error.sentence)
        return
    except (StoreError, OSError) as error:
        reason = error.sentence if isinstance(error, StoreError) else reason_of(error)
        advice = said("{reason}; check COURTLY_DATABASE, or restore a backup", reason=reason)
        yield Finding("database", "problem", advice)
        return
    if found.damaged:
        damaged = said(
            "{count} tables of {name} are damaged, first {table}; restore a backup",
            count=len(found.damaged), table=found.damaged[0], **places,
        )  # fmt: skip
        yield Finding("database", "problem", damaged)
    elif not found.is_current:
        earlier = said("{name} is of an earlier version; make a backup, then courtly serve upgrades it", **places)
        yield Finding("database", "warning", earlier)
    else:
        yield Finding("database", "ok", said("{name} is complete; tables: {count}", count=found.tables, **places))
    yield _clock(environment().system_time() - found.clock, said("that of the database"))


def _clock(ahead: float, other: Sentence) -> Finding:
    """Compare the clock of this machine with another clock, which it is ahead of by some seconds."""
    if abs(ahead) <= MAX_CLOCK_ERROR:
        return Finding("clock", "ok", said("the clock agrees with {other}", other=other))
    text = said(
        "the clock differs from {other} by {seconds} s; set it with a time server (NTP)",
        other=other, seconds=round(abs(ahead)),
    )  # fmt: skip
    return Finding("clock", "problem", text)


def _proxy(url: str) -> Iterator[Finding]:
    """Ask the public address, and check how its proxy passes requests on."""
    try:
        headers, body = _ask(url, "GET", "/proxyz")
        chosen, _ = _ask(url, "POST", "/theme", body=urlencode({"theme": "light"}), origin=url)
    except (OSError, HTTPException, ValueError) as error:
        text = said(
            "{url} cannot be reached: {reason}; start the server and the proxy, and check COURTLY_BASE_URL",
            url=url, reason=str(error) if isinstance(error, SSLError) else reason_of(error),
        )  # fmt: skip
        yield Finding("address", "problem", text)
        return
    try:
        seen = SeenByServer.model_validate_json(body)
    except ValidationError:
        text = said("{url} answers, but not as Courtly of this version; let the proxy forward all paths to it", url=url)
        yield Finding("address", "problem", text)
        return
    yield Finding("address", "ok", said("{url} answers as Courtly", url=url))
    if date := parsedate_tz(headers.get("Date", "")):
        ahead = environment().system_time() - mktime_tz(date)
        yield _clock(ahead, said("that of {url}", url=url))
    yield from _forwarded(url, seen)
    yield _cookies(url, chosen)
    yield _websocket(url)


def _forwarded(url: str, seen: SeenByServer) -> Iterator[Finding]:
    """Check the headers that the server gets from the proxy."""
    address = urlsplit(url)
    ok = seen.host == address.netloc
    wrong = said("the server gets the host {host}; let the proxy forward the header Host", host=shown(seen.host))
    yield Finding("Host", "ok" if ok else "problem", said("forwarded") if ok else wrong)
    for name, is_set in (("X-Forwarded-For", seen.forwarded_for), ("X-Forwarded-Proto", seen.forwarded_proto)):
        if not is_set:
            yield Finding(name, "problem", said("missing; let the proxy set the header {name}", name=name))
        elif not seen.is_trusted:
            yield Finding(name, "problem", said("not trusted; add the address of the proxy to COURTLY_PROXIES"))
        else:
            yield Finding(name, "ok", said("forwarded"))


def _cookies(url: str, headers: HTTPMessage) -> Finding:
    """Check that cookies are sent over HTTPS only."""
    cookie = headers.get("Set-Cookie")
    if not url.startswith("https:"):
        return Finding("cookies", "warning", said("{url} is not encrypted; use HTTPS", url=url))
    if cookie is None:
        return Finding("cookies", "problem", said("forms are refused; set COURTLY_BASE_URL to {url}", url=url))
    if "; secure" not in cookie.lower():
        return Finding("cookies", "problem", said("cookies are not Secure; set COURTLY_BASE_URL to {url}", url=url))
    return Finding("cookies", "ok", said("sent over HTTPS only"))


def _websocket(url: str) -> Finding:
    """Check that live connections pass. The server refuses this one in its own words, as the table does not exist."""
    address = url.replace("http", "ws", 1) + "/api/tables/doctor/live"
    code = ""
    try:
        with connect(address, origin=Origin(url), open_timeout=TIMEOUT_SECONDS, proxy=None):
            pass
    except InvalidStatus as refused:
        found = re.search(rb'"code": ?"([a-z-]+)"', refused.response.body or b"")
        code = found[1].decode() if found else ""
    except (OSError, WebSocketException):
        pass
    if code == "no-such-table":
        return Finding("WebSocket", "ok", said("live connections pass"))
    text = said("live connections do not pass; let the proxy forward the headers Upgrade and Connection")
    return Finding("WebSocket", "problem", text)


def _ask(url: str, method: str, path: str, *, body: str | None = None, origin: str = "") -> tuple[HTTPMessage, str]:
    """Send a request without following redirects; return the headers and the body of the answer."""
    address = urlsplit(url)
    kind = HTTPSConnection if address.scheme == "https" else HTTPConnection
    connection = kind(address.netloc, timeout=TIMEOUT_SECONDS)
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Origin": origin} if body else {}
    try:
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        return answer.headers, answer.read().decode("utf-8", "replace")
    finally:
        connection.close()
