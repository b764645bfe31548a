"""Identifies players: by a signed cookie with a random id, or by the token of a program.

A cookie that is missing, forged or signed with another secret identifies no player. Cookies contain no personal data.
"""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from itsdangerous import BadSignature, URLSafeSerializer
from starlette.requests import HTTPConnection
from starlette.responses import Response

from courtly.engine.errors import BadOption
from courtly.engine.sentences import said
from courtly.environment import environment
from courtly.settings import SECRET_LENGTH
from courtly.tables.journal import Player
from courtly.tables.store.databases import file_of, read_url
from courtly.web.errors import NoToken
from courtly.web.limits import address_of, host_of
from courtly.web.middleware import READS
from courtly.web.services import services_of

COOKIE = "courtly_player"
ONE_YEAR = 365 * 24 * 3600
LONGEST_SECRET = 4096

OPEN_TO_BANNED = ("/api/me", "/api/me/export")
"""The requests of the API that banned people can send: to get and to delete their data."""


class Identities:
    """Issues and reads the signed cookie with the player's id."""

    def __init__(self, secret: str) -> None:
        self._signer = URLSafeSerializer(secret, salt="courtly.player")

    def of(self, request: HTTPConnection) -> str | None:
        """Return the player's id, or None if the cookie is missing or invalid."""
        try:
            player = self._signer.loads(request.cookies.get(COOKIE, ""))
        except BadSignature:
            return None
        return player if isinstance(player, str) else None

    def give(self, response: Response, player: str, *, secure: bool) -> None:
        """Set the cookie that identifies the browser as `player`."""
        signed = str(self._signer.dumps(player))
        response.set_cookie(COOKIE, signed, max_age=ONE_YEAR, httponly=True, samesite="lax", secure=secure)


async def find_player(request: HTTPConnection) -> Player | None:
    """Return the sender of a request, by a program's token or a browser's cookie, or None if unknown.

    Raises
    ------
    NoToken
        The token is invalid.
    Banned
        The sender or the address is banned.
    """
    player = await _find_player(request)
    if request.url.path not in OPEN_TO_BANNED:
        await services_of(request).lobby.bans.check(player.id if player else None, host_of(request))
    return player


async def _find_player(request: HTTPConnection) -> Player | None:
    people = services_of(request).lobby.people
    identities: Identities = request.app.state.identities
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        program = await people.of_token(token.strip())
        if program is None:
            raise NoToken(said("no program has this token"), where="Authorization", allowed=_ALLOWED)
        return seen(request, program)
    browser = identities.of(request)
    if browser is None or is_read(request):
        known = None if browser is None else await people.known(browser)
        return None if known is None else seen(request, known)
    return await guest_of(request, browser)


def seen(request: HTTPConnection, player: Player) -> Player:
    """Remember the address of a known player, and return the player."""
    services_of(request).lobby.blocks.seen(player.id, address_of(request))
    return player


def is_read(request: HTTPConnection) -> bool:
    """Return whether a request only reads. Such a request never creates a guest: another site may have caused it."""
    return request.scope.get("method") in READS


async def guest_of(request: HTTPConnection, browser: str) -> Player:
    """Return the guest of a browser, created if necessary.

    Raises
    ------
    NoToken
        The browser has no guest yet, and the request only reads.
    TooMany
        The address has created too many guests.
    """
    services = services_of(request)
    if (known := await services.lobby.people.known(browser)) is not None:
        return seen(request, known)
    if is_read(request):
        raise _no_identity()
    services.limits.count_person(request)
    guest = await services.lobby.people.browser(browser)
    await services.lobby.blocks.arrived(guest, address_of(request))
    return seen(request, guest)


async def require_player(request: HTTPConnection) -> Player:
    """Return the sender of a request; raise `NoToken` for an unknown one."""
    player = await find_player(request)
    if player is None:
        raise _no_identity()
    return player


def _no_identity() -> NoToken:
    return NoToken(said("this needs {allowed}", allowed=_ALLOWED), where="Authorization", allowed=_ALLOWED)


_ALLOWED = said("a program's token, or a browser's cookie")


def new_player() -> str:
    """Return a new random player id."""
    return environment().token(16)


def load_or_create_secret(database: str) -> str:
    """Return the secret stored next to a database. If there is none, create it; only its owner can read the file.

    For a database in memory, return a new secret, which is lost when the process ends.

    Raises
    ------
    BadOption
        The file contains no valid secret, for example after a power loss. Or the database runs on a server: then
        several processes use it, and there is no place for a file.
    StoreError
        The database is of an unsupported kind.
    """
    url = read_url(database)
    name = file_of(url)
    if name is None and url.get_backend_name() != "sqlite":
        allowed = said("{least} characters or more", least=SECRET_LENGTH)
        message = said("a database server needs a secret; set {variable}", variable="COURTLY_SECRET")
        raise BadOption(message, where="secret", allowed=allowed, problem="missing")
    if name is None:
        return environment().token(32)
    path = Path(f"{name}.secret")
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        _write_once(path, environment().token(32))
    # Latin-1 decodes any bytes; a valid secret is printable ASCII.
    secret = path.read_bytes()[:LONGEST_SECRET].decode("latin-1").strip()
    if len(secret) < SECRET_LENGTH or not (secret.isascii() and secret.isprintable()):
        sentence = said(
            "{file} has no secret of at least {least} printable characters; remove it to get a new one: players "
            "then lose access to their matches",
            file=path,
            least=SECRET_LENGTH,
        )
        allowed = said("{least} printable characters or more", least=SECRET_LENGTH)
        raise BadOption(sentence, where="secret", allowed=allowed, problem="file")
    return secret


def _write_once(path: Path, text: str) -> None:
    """Write a file that only its owner can read. If it exists, keep it; other processes never see a partial file."""
    descriptor, draft = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    with suppress(FileExistsError):
        os.link(draft, path)
    Path(draft).unlink()
