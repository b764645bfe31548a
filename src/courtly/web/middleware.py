"""Middleware for every request and answer: safety headers, and limits on what may come in."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

from python_multipart.multipart import parse_options_header
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from courtly.engine.errors import CourtlyError, shown
from courtly.engine.sentences import said
from courtly.web.errors import BadForm, ForeignForm, OurFault, TooLarge
from courtly.web.logs import masked

log = logging.getLogger(__name__)

LARGEST_BODY = 256 * 1024
"""Enough for a card set of one's own, which is by far the longest that any form of ours sends."""

LARGEST_MESSAGE = 16 * 1024
"""Enough for anything else that a program sends."""

LONG_ONES = frozenset({"/api/tables"})
"""What programs send that may bring a card set; any form may."""

CHARSETS = frozenset({"utf-8", "utf8", "us-ascii"})
"""Forms come as UTF-8: Python knows encodings that fail in odd ways, or that smuggle in what UTF-8 cannot hold."""

READS = frozenset({"GET", "HEAD", "OPTIONS"})

# Scripts of ours alone and none within a page, nothing from elsewhere, no frames.
SAFETY = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
        "worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
KEEP_FOR_EVER = "public, max-age=31536000, immutable"


class SafeHeaders:
    """Adds the headers of `SAFETY` to every answer, and lets static files be kept."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(SAFETY)
                if masked(scope["path"]) != scope["path"]:
                    # What a page with a code asks for next is not to carry it, or the log of a proxy would have it.
                    headers["Referrer-Policy"] = "strict-origin"
                if scope["path"].startswith("/static/") and message["status"] == 200:
                    headers["Cache-Control"] = KEEP_FOR_EVER if scope["query_string"] else "no-cache"
                elif scope["path"].startswith("/api/"):
                    # What one may see another may not.
                    headers["Cache-Control"] = "no-store"
            await send(message)

        await self._app(scope, receive, send_safely)


@dataclass(frozen=True, slots=True)
class Door:
    """What may come in.

    Attributes
    ----------
    public_host
        The host that browsers see, where a proxy stands before this server.
    largest_message, largest_body
        Bytes of what programs send, and of forms and whatever else may bring a card set.
    """

    public_host: str | None = None
    largest_message: int = LARGEST_MESSAGE
    largest_body: int = LARGEST_BODY

    def largest(self, path: str) -> int:
        """Return how many bytes may be sent to an address."""
        return self.largest_message if path.startswith("/api/") and path not in LONG_ONES else self.largest_body


class Doorkeeper:
    """Refuses forms from other sites, in other encodings, and larger than they may be; `refuse` makes the answer."""

    def __init__(self, app: ASGIApp, refuse: Callable[[Request, CourtlyError], Response], door: Door) -> None:
        self._app = app
        self._refuse = refuse
        self._door = door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http" or scope["method"] in READS:
            await self._app(scope, receive, send)
        elif error := objection(Headers(scope=scope), self._door, scope["path"]):
            await self._refuse(Request(scope), error)(scope, receive, send)
        else:
            await self._app(scope, _limited(receive, self._door.largest(scope["path"])), send)


class Backstop:
    """Answers defects; what happened goes to the log, and none of it to the reader."""

    def __init__(self, app: ASGIApp, refuse: Callable[[Request, CourtlyError], Response]) -> None:
        self._app = app
        self._refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        begun = False

        async def send_watched(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._app(scope, receive, send_watched)
        except ClientDisconnect:
            log.info("%s %s: the sender went away", scope["method"], masked(scope["path"]))
        except Exception:
            if scope["type"] != "http" or begun:
                raise
            log.exception("%s %s failed", scope["method"], masked(scope["path"]))
            error = OurFault(said("something went wrong on our side"))
            await self._refuse(Request(scope), error)(scope, receive, send)


def objection(headers: Headers, door: Door, path: str) -> CourtlyError | None:
    """Return what speaks against a request that would change something."""
    if (foreign := from_elsewhere(headers, door.public_host)) is not None:
        return foreign
    length, most = headers.get("content-length", "0"), door.largest(path)
    if not length.isdigit() or int(length) > most:
        allowed = said("{count} bytes", count=most)
        message = said("the request is too large; it may have {allowed}", allowed=allowed)
        return TooLarge(message, given=length, where="body", allowed=allowed)
    charset = charset_of(headers)
    if charset not in CHARSETS:
        sentence = said("a form is sent as UTF-8, not as {charset}", charset=shown(charset))
        return BadForm(sentence, given=charset, where="Content-Type", allowed="UTF-8")
    return None


def charset_of(headers: Headers) -> str:
    """Return the encoding that a request announces, UTF-8 where it announces none."""
    _, options = parse_options_header(headers.get("content-type", ""))
    return options.get(b"charset", b"utf-8").decode("latin-1").strip().lower()


def from_elsewhere(headers: Headers, public_host: str | None = None) -> CourtlyError | None:
    """Return what speaks against a form, or a socket, that the page of another site asks for."""
    if not is_foreign(headers, public_host):
        return None
    message = said("the form was sent from another site")
    return ForeignForm(message, where="Origin", allowed=said("the pages of this site"))


def is_foreign(headers: Headers, public_host: str | None = None) -> bool:
    """Tell whether a browser says that a form comes from another site; programs that say nothing may pass."""
    origin = headers.get("origin")
    if origin is not None and _host_of(origin) != (public_host or headers.get("host")):
        return True
    return headers.get("sec-fetch-site", "none") not in ("same-origin", "none")


def _host_of(origin: str) -> str:
    """Return host and port of an origin, nothing for what is no address."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


def _limited(receive: Receive, most: int) -> Receive:
    """Return `receive`, which raises once more than so many bytes have come without being announced."""
    total = 0

    async def receive_limited() -> Message:
        nonlocal total
        message = await receive()
        total += len(message.get("body", b""))
        if total > most:
            raise HTTPException(413, f"more than {most} bytes")
        return message

    return receive_limited
