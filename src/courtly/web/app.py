"""Builds the application: routes, middleware, services, and error handlers."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import JSONResponse, Response
from starlette.types import Receive, Scope, Send

from courtly import __version__
from courtly.engine.contract.game import find_game, game_names
from courtly.engine.errors import CourtlyError
from courtly.engine.sentences import Sentence, said
from courtly.runtime import Runtime
from courtly.settings import Settings
from courtly.tables.devices import DeviceSender
from courtly.tables.errors import BrokenTable, HintsNotReady, NoSuchTable, StoreError, cause_of
from courtly.tables.refusals import Banned, DealInPlay
from courtly.tables.store.notices import Notices
from courtly.text.locales import Locale
from courtly.web import admin, fair, install, pages, routes
from courtly.web.admin_links import AdminLinks
from courtly.web.admin_pages import banned_page
from courtly.web.api import description as api_description
from courtly.web.api import devices, events, health, opponents, ratings, socket, statistics
from courtly.web.api import routes as api_routes
from courtly.web.api.models import not_json
from courtly.web.errors import (
    BadForm,
    MailFailed,
    NoSuchPage,
    PicturesBusy,
    TooLarge,
    body_of,
    is_api,
    retry_headers,
    status_of,
    wants_json,
)
from courtly.web.identity import Identities, load_or_create_secret
from courtly.web.metrics import Counting, Metrics
from courtly.web.middleware import ErrorMiddleware, RequestGuard, RequestLimits, SecurityHeaders
from courtly.web.pictures.painter import PngConverter
from courtly.web.render import render
from courtly.web.services import Network, open_services
from courtly.web.static_files import STATIC, StaticFolders
from courtly.web.switches import ThemeMiddleware
from courtly.web.text import request_language

log = logging.getLogger(__name__)

SMALLEST_PACKED = 1024
"""Minimum size in bytes of an answer that is compressed; a smaller one fits in one packet anyway."""

DRAWN_WITH = frozenset({".html", ".css", ".js", ".svg", ".py", ".po"})

REFUSALS: dict[int, type[CourtlyError]] = {404: NoSuchPage, 405: NoSuchPage, 413: TooLarge}
"""Our error for each status of the framework's errors; any other status is a `BadForm`."""

HTTP_PROBLEMS = {
    404: said("there is nothing here"),
    405: said("this address does not accept this kind of request"),
    413: said("the request is too large"),
}

FIELD_PROBLEMS = {
    "missing": said("field {field} is missing"),
    "int_parsing": said("field {field} must be a whole number"),
    "greater_than_equal": said("field {field} cannot be below 0"),
}
"""Messages for a bad field of a form, by the framework's error type."""


class Application(FastAPI):
    """The application. WebSocket connections bypass the middleware.

    The middleware does nothing for connections, but would keep twenty stack frames alive for each of them.
    """

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request or a connection."""
        if scope["type"] == "websocket":
            scope["app"] = self
            await socket.connect(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


def create_app(
    settings: Settings,
    runtime: Runtime | None = None,
    *,
    notices: Notices | None = None,
    sender: DeviceSender | None = None,
) -> FastAPI:
    """Return the web application.

    Parameters
    ----------
    settings
        The store, the secret that signs cookies, and the public address of the server.
    runtime
        Runs the bots and searches for hints; by default a new runtime, which is closed with the application.
    notices
        The notices of other processes that use the store; see `open_store`.
    sender
        Sends the notifications of turns; by default, the settings decide.

    Raises
    ------
    StoreError
        The database is of an unsupported kind.
    BadOption
        The secret file next to the database contains no secret.
    """
    secret = settings.secret.get_secret_value() if settings.secret else load_or_create_secret(settings.store)
    metrics = Metrics()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        used = runtime or Runtime(settings)
        try:
            async with open_services(settings, secret, metrics, used, Network(notices, sender)) as services:
                app.state.services = services
                yield
        finally:
            if runtime is None:
                used.close()

    app = Application(
        title="Courtly",
        version=__version__,
        description=api_description.ABOUT,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.identities = Identities(secret)
    app.state.settings = settings
    app.state.admin_links = AdminLinks(secret)
    app.state.painter = PngConverter()
    app.state.metrics = metrics
    app.state.build = build()
    api = (health, api_routes, opponents, ratings, events, statistics, devices, api_description)
    for module in (*api, routes, admin, fair, install):
        app.include_router(module.router)
    app.mount("/static", StaticFolders(directory=STATIC))
    request_limits = RequestLimits(settings.public_host, settings.largest_message, settings.largest_body)
    app.add_middleware(RequestGuard, refuse=answer, request_limits=request_limits)
    app.add_middleware(ErrorMiddleware, refuse=answer)
    app.add_middleware(GZipMiddleware, minimum_size=SMALLEST_PACKED, compresslevel=6)
    app.add_middleware(SecurityHeaders)
    app.add_middleware(Counting, metrics=metrics)
    app.add_middleware(ThemeMiddleware)
    _answer_errors(app)
    return app


@cache
def build() -> str:
    """Return the build id: a hash of everything that affects rendered pages."""
    digest = sha256(__version__.encode())
    folders = [Path(__file__).parent, *(Path(str(files(find_game(name).package))) for name in game_names())]
    for folder in folders:
        for path in sorted(path for path in folder.rglob("*") if path.suffix in DRAWN_WITH):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def _answer_errors(app: FastAPI) -> None:
    """Register the exception handlers."""
    app.add_exception_handler(CourtlyError, on_courtly_error)
    app.add_exception_handler(RequestValidationError, on_bad_form)
    app.add_exception_handler(HTTPException, on_http_error)


async def on_courtly_error(request: Request, error: Exception) -> Response:
    """Answer a Courtly error with an error page or JSON."""
    assert isinstance(error, CourtlyError)
    if isinstance(error, BrokenTable):
        # The message of the cause may name hidden cards, so only the place of the error is logged.
        log.error("%s: %s (%s)", error.code, error, cause_of(error))
    elif isinstance(error, StoreError):
        # A temporary failure; the store logs when it begins and ends.
        log.info("%s: %s", error.code, error)
    elif isinstance(error, PicturesBusy | HintsNotReady | MailFailed):
        log.warning("%s: %s", error.code, error)
    elif status_of(error) >= 500:
        log.error("%s: %s", error.code, error, exc_info=error)
    return answer(request, error)


async def on_bad_form(request: Request, error: Exception) -> Response:
    """Answer a form with missing or malformed fields."""
    assert isinstance(error, RequestValidationError)
    problem = error.errors()[0]
    if problem["type"] == "json_invalid":
        return answer(request, not_json())
    where = str(problem["loc"][-1])
    given = problem.get("input") if isinstance(problem.get("input"), str) else None
    message = FIELD_PROBLEMS.get(problem["type"], said("field {field} cannot be read"))
    shown = BadForm(replace(message, places={"field": where}), given=given, where=where, allowed=problem["msg"])
    return answer(request, shown)


async def on_http_error(request: Request, error: Exception) -> Response:
    """Answer an unknown address, or another error of the framework."""
    assert isinstance(error, HTTPException)
    found = REFUSALS.get(error.status_code, BadForm)
    message = said("{method} {path}: {reason}", method=request.method, path=request.url.path, reason=_reason(error))
    shown = found(message, given=request.url.path, where="address")
    return answer(request, shown, status=error.status_code, headers=dict(error.headers or {}))


def _reason(error: HTTPException) -> str | Sentence:
    """Return the reason for an error of the framework."""
    return HTTP_PROBLEMS.get(error.status_code, error.detail)


def answer(
    request: Request, error: CourtlyError, *, status: int | None = None, headers: Mapping[str, str] | None = None
) -> Response:
    """Return an error as JSON for a program that asks for it, and as a page otherwise."""
    code, locale = status or status_of(error), Locale(request_language(request))
    if wants_json(request):
        more = {"WWW-Authenticate": "Bearer"} if code == 401 else retry_headers(request, error)
        body = body_of(error, locale.worded) if is_api(request) else error.as_dict(locale.worded)
        return JSONResponse({"error": body}, code, headers={**more, **(headers or {})})
    back = pages.table_url(error.table) if isinstance(error, DealInPlay) else back_from(request, error)
    here = request.url.path if request.method == "GET" else back
    if isinstance(error, Banned):
        return render("banned.html", banned_page(error, locale), locale, status=code)
    page = pages.error_page(error, here=here, back=back, locale=locale)
    response = render("error.html", page, locale, status=code)
    response.headers.update({**retry_headers(request, error), **(headers or {})})
    return response


def back_from(request: Request, error: CourtlyError) -> str:
    """Return the address that an error page links back to: the table whose form failed, or else the start page."""
    parts = request.url.path.split("/")
    at_table = len(parts) > 3 and parts[1] == "tables" and not isinstance(error, NoSuchTable)
    return "/".join(parts[:3]) if at_table else "/"
