"""Middleware for every request: security headers, and limits on incoming requests."""

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
"""The largest form sends a custom card set; this is large enough for it."""

LARGEST_MESSAGE = 16 * 1024
"""Large enough for all other requests of programs."""

LARGE_BODY_PATHS = frozenset({"/api/tables"})
"""API addresses that accept a card set. Forms may be large at any address."""

CHARSETS = frozenset({"utf-8", "utf8", "us-ascii"})
"""Allowed charsets of forms. Some other Python codecs raise odd errors, or decode to text that UTF-8 cannot encode."""

READS = frozenset({"GET", "HEAD", "OPTIONS"})

OWN_SITE = frozenset({"same-origin", "none"})
"""The values of `Sec-Fetch-Site` for requests from our own pages, and for addresses that the user typed."""

# Only scripts from this server and none inline, no external resources, no frames.
SECURITY_HEADERS = {
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
CACHE_FOREVER = "public, max-age=31536000, immutable"


class SecurityHeaders:
    """Adds `SECURITY_HEADERS` to every answer, and cache headers to static files and API answers."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(SECURITY_HEADERS)
                if masked(scope["path"]) != scope["path"]:
                    # The page's address contains a code. As referrer, it would appear in the logs of proxies.
                    headers["Referrer-Policy"] = "strict-origin"
                if scope["path"].startswith("/static/") and message["status"] == 200:
                    headers["Cache-Control"] = CACHE_FOREVER if scope["query_string"] else "no-cache"
                elif scope["path"].startswith("/api/"):
                    # API answers depend on the player.
                    headers["Cache-Control"] = "no-store"
            await send(message)

        await self._app(scope, receive, send_safely)


@dataclass(frozen=True, slots=True)
class RequestLimits:
    """The limits on incoming requests.

    Attributes
    ----------
    public_host
        The host that browsers see, if a proxy is in front of this server.
    largest_message, largest_body
        Maximum size in bytes of a small API request, and of forms and API requests that may contain a card set.
    """

    public_host: str | None = None
    largest_message: int = LARGEST_MESSAGE
    largest_body: int = LARGEST_BODY

    def largest(self, path: str) -> int:
        """Return the maximum size in bytes of a request to this address."""
        return self.largest_message if path.startswith("/api/") and path not in LARGE_BODY_PATHS else self.largest_body


class RequestGuard:
    """Rejects loads and forms from pages of other sites, forms in another charset, and requests that are too large.

    `refuse` makes the answer.
    """

    def __init__(
        self, app: ASGIApp, refuse: Callable[[Request, CourtlyError], Response], request_limits: RequestLimits
    ) -> None:
        self._app = app
        self._refuse = refuse
        self._door = request_limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers, is_read = Headers(scope=scope), scope["method"] in READS
        error = foreign_load_error(headers) if is_read else rejection_of(headers, self._door, scope["path"])
        if error is not None:
            await self._refuse(Request(scope), error)(scope, receive, send)
        else:
            largest = self._door.largest(scope["path"])
            await self._app(scope, receive if is_read else _limited(receive, largest), send)


class ErrorMiddleware:
    """Answers unexpected exceptions with a general error; the details go only to the log."""

    def __init__(self, app: ASGIApp, refuse: Callable[[Request, CourtlyError], Response]) -> None:
        self._app = app
        self._refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        begun = False

        async def send_watched(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._app(scope, receive, send_watched)
        except ClientDisconnect:
            log.info("%s %s: the client disconnected", scope["method"], masked(scope["path"]))
        except Exception:
            if scope["type"] != "http" or begun:
                raise
            log.exception("%s %s failed", scope["method"], masked(scope["path"]))
            error = OurFault(said("something went wrong on our side"))
            await self._refuse(Request(scope), error)(scope, receive, send)


def rejection_of(headers: Headers, request_limits: RequestLimits, path: str) -> CourtlyError | None:
    """Return why a request that changes something is rejected, or None if it is accepted."""
    if (foreign := foreign_origin_error(headers, request_limits.public_host)) is not None:
        return foreign
    length, most = headers.get("content-length", "0"), request_limits.largest(path)
    if not length.isdigit() or int(length) > most:
        allowed = said("{count} bytes", count=most)
        message = said("the request is too large; the limit is {allowed}", allowed=allowed)
        return TooLarge(message, given=length, where="body", allowed=allowed)
    charset = charset_of(headers)
    if charset not in CHARSETS:
        sentence = said("a form must be sent as UTF-8, not as {charset}", charset=shown(charset))
        return BadForm(sentence, given=charset, where="Content-Type", allowed="UTF-8")
    return None


def charset_of(headers: Headers) -> str:
    """Return the charset that a request declares, by default UTF-8."""
    _, options = parse_options_header(headers.get("content-type", ""))
    return options.get(b"charset", b"utf-8").decode("latin-1").strip().lower()


def foreign_origin_error(headers: Headers, public_host: str | None = None) -> CourtlyError | None:
    """Return the error for a form or a socket that comes from another site's page, or None."""
    if not is_foreign(headers, public_host):
        return None
    message = said("the form was sent from another site")
    return ForeignForm(message, where="Origin", allowed=said("the pages of this site"))


def foreign_load_error(headers: Headers) -> CourtlyError | None:
    """Return the error for something that a page of another site loads, such as an image or a frame, or None.

    Such a page can send many requests from the address of its visitor, without being noticed. A link is followed in the
    open, so links are accepted. Browsers send these headers over https, and to this machine itself.
    """
    is_link = headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest") == "document"
    if is_link or headers.get("sec-fetch-site", "none") in OWN_SITE:
        return None
    message = said("another site can link to this address, but not load it")
    return ForeignForm(message, where="Sec-Fetch-Site", allowed=said("the pages of this site"))


def is_foreign(headers: Headers, public_host: str | None = None) -> bool:
    """Return whether the browser's headers name another site as the origin; clients without these headers pass."""
    origin = headers.get("origin")
    if origin is not None and _host_of(origin) != (public_host or headers.get("host")):
        return True
    return headers.get("sec-fetch-site", "none") not in OWN_SITE


def _host_of(origin: str) -> str:
    """Return host and port of an origin, or an empty text if it is not an address."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


def _limited(receive: Receive, most: int) -> Receive:
    """Return a `receive` that raises after more than `most` bytes, for bodies without a declared length."""
    total = 0

    async def receive_limited() -> Message:
        nonlocal total
        message = await receive()
        total += len(message.get("body", b""))
        if total > most:
            raise HTTPException(413, f"more than {most} bytes")
        return message

    return receive_limited
