"""Identifies players: an opaque id in a signed cookie, the token of a program, and the secret that signs cookies.

A cookie that is missing, forged or signed with another secret is no identity. It holds nothing personal.
"""

from __future__ import annotations

import os
import secrets
import tempfile
from contextlib import suppress
from pathlib import Path

from itsdangerous import BadSignature, URLSafeSerializer
from starlette.requests import HTTPConnection
from starlette.responses import Response

from courtly.engine.errors import BadOption
from courtly.engine.sentences import said
from courtly.settings import SECRET_LENGTH
from courtly.tables.journal import Player
from courtly.tables.people import People
from courtly.tables.store.databases import file_of, read_url
from courtly.web.errors import NoToken
from courtly.web.limits import Limits

COOKIE = "courtly_player"
ONE_YEAR = 365 * 24 * 3600
LONGEST_SECRET = 4096


class Identities:
    """Issues and reads the signed cookie that says which player somebody is."""

    def __init__(self, secret: str) -> None:
        self._signer = URLSafeSerializer(secret, salt="courtly.player")

    def of(self, request: HTTPConnection) -> str | None:
        """Return the player's id, or None when the cookie is missing or not one of ours."""
        try:
            player = self._signer.loads(request.cookies.get(COOKIE, ""))
        except BadSignature:
            return None
        return player if isinstance(player, str) else None

    def give(self, response: Response, player: str, *, secure: bool) -> None:
        """Set the cookie that makes its bearer `player`."""
        signed = str(self._signer.dumps(player))
        response.set_cookie(COOKIE, signed, max_age=ONE_YEAR, httponly=True, samesite="lax", secure=secure)


async def known_player(request: HTTPConnection) -> Player | None:
    """Return who sends a request, by the token of a program or the cookie of a browser; None for anybody else.

    Raises
    ------
    NoToken
        There is a token, and it is none of ours.
    """
    people: People = request.app.state.people
    identities: Identities = request.app.state.identities
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        program = await people.of_token(token.strip())
        if program is None:
            raise NoToken(said("no program has this token"), where="Authorization", allowed=_ALLOWED)
        return program
    browser = identities.of(request)
    return None if browser is None else await guest_of(request, browser)


async def guest_of(request: HTTPConnection, browser: str) -> Player:
    """Return the guest of a browser, made now if need be; raise `TooMany` for one more than an address may make."""
    people: People = request.app.state.people
    limits: Limits = request.app.state.limits
    if (known := await people.known(browser)) is not None:
        return known
    limits.count_person(request)
    return await people.browser(browser)


async def needed_player(request: HTTPConnection) -> Player:
    """Return who sends a request; raise `NoToken` for anybody we do not know."""
    player = await known_player(request)
    if player is None:
        raise NoToken(said("this takes {allowed}", allowed=_ALLOWED), where="Authorization", allowed=_ALLOWED)
    return player


_ALLOWED = said("the token of a program, or the cookie of a browser")


def new_player() -> str:
    """Return the id of somebody who has none yet."""
    return secrets.token_urlsafe(16)


def kept_secret(database: str) -> str:
    """Return the secret that lies beside a database, made when first asked for and readable by its owner alone.

    A database in memory has a secret that lasts as long as the process.

    Raises
    ------
    BadOption
        What lies there is no secret, as after a loss of power it may be; or the database is a server's, which several
        processes share, and nothing lies beside it.
    StoreError
        The database is of a kind that cannot be opened.
    """
    url = read_url(database)
    name = file_of(url)
    if name is None and url.get_backend_name() != "sqlite":
        allowed = said("{least} characters or more", least=SECRET_LENGTH)
        message = said("a server's database takes a secret, by {variable}", variable="COURTLY_SECRET")
        raise BadOption(message, where="secret", allowed=allowed, problem="missing")
    if name is None:
        return secrets.token_urlsafe(32)
    path = Path(f"{name}.secret")
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        _write_once(path, secrets.token_urlsafe(32))
    # The bytes of any file are text in this encoding; a secret is one that consists of plain letters.
    secret = path.read_bytes()[:LONGEST_SECRET].decode("latin-1").strip()
    if len(secret) < SECRET_LENGTH or not (secret.isascii() and secret.isprintable()):
        sentence = said(
            "{file} holds no secret of at least {least} printable characters; remove it, and a new one is made: "
            "players then lose the way to their matches",
            file=path,
            least=SECRET_LENGTH,
        )
        allowed = said("{least} printable characters or more", least=SECRET_LENGTH)
        raise BadOption(sentence, where="secret", allowed=allowed, problem="file")
    return secret


def _write_once(path: Path, text: str) -> None:
    """Write a file for its owner alone; of two processes that do, the first prevails, and nobody reads half a file."""
    descriptor, draft = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    with suppress(FileExistsError):
        os.link(draft, path)
    Path(draft).unlink()
