"""The application: the addresses, the store behind them, and what becomes of errors."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from courtly import __version__
from courtly.engine.errors import CourtlyError
from courtly.tables import TableService, open_store
from courtly.web import pages
from courtly.web.errors import BadForm, NoSuchPage, TooLarge, status_of, wants_json
from courtly.web.identity import Identities, kept_secret
from courtly.web.middleware import Backstop, Doorkeeper, SafeHeaders
from courtly.web.once import Once
from courtly.web.render import STATIC, render
from courtly.web.routes import router
from courtly.web.text import Speaker, reader_language

log = logging.getLogger(__name__)

REFUSALS: dict[int, type[CourtlyError]] = {404: NoSuchPage, 405: NoSuchPage, 413: TooLarge}
"""The framework's refusals by status; any other is about what was sent."""


def create_app(database: Path | str, secret: str | None = None) -> FastAPI:
    """Return the web application.

    Parameters
    ----------
    database
        Where matches are kept: the path of a SQLite file, or its URL.
    secret
        What signs the cookies; by default one that is kept in a file beside the database.
    """

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with await open_store(database) as store:
            app.state.service = TableService(store)
            app.state.forms = Once()
            yield

    app = FastAPI(title="Courtly", version=__version__, lifespan=lifespan, docs_url=None, redoc_url=None)
    app.state.identities = Identities(secret or kept_secret(database))
    app.include_router(router)
    app.mount("/static", StaticFiles(directory=STATIC))
    app.add_middleware(Doorkeeper, refuse=answer)
    app.add_middleware(Backstop, refuse=answer)
    app.add_middleware(SafeHeaders)
    _answer_errors(app)
    return app


def _answer_errors(app: FastAPI) -> None:
    """Say what becomes of every kind of error."""
    app.add_exception_handler(CourtlyError, on_courtly_error)
    app.add_exception_handler(RequestValidationError, on_bad_form)
    app.add_exception_handler(HTTPException, on_http_error)


async def on_courtly_error(request: Request, error: Exception) -> Response:
    """Answer an error of ours with its page, or its JSON."""
    assert isinstance(error, CourtlyError)
    if status_of(error) >= 500:
        log.error("%s: %s", error.code, error, exc_info=error)
    return answer(request, error)


async def on_bad_form(request: Request, error: Exception) -> Response:
    """Answer a form whose fields are missing or malformed."""
    assert isinstance(error, RequestValidationError)
    problem = error.errors()[0]
    where = str(problem["loc"][-1])
    given = problem.get("input") if isinstance(problem.get("input"), str) else None
    reason = problem["msg"]
    return answer(request, BadForm(f"field {where}: {reason}", given=given, where=where, allowed=reason))


async def on_http_error(request: Request, error: Exception) -> Response:
    """Answer an address where nothing is, and whatever else the framework refuses."""
    assert isinstance(error, HTTPException)
    found = REFUSALS.get(error.status_code, BadForm)
    shown = found(f"{request.method} {request.url.path}: {error.detail}", given=request.url.path, where="address")
    return answer(request, shown, status=error.status_code, headers=dict(error.headers or {}))


def answer(
    request: Request, error: CourtlyError, *, status: int | None = None, headers: Mapping[str, str] | None = None
) -> Response:
    """Return an error as JSON to a program that asks for it, and as a page to anybody else."""
    code = status or status_of(error)
    if wants_json(request):
        return JSONResponse({"error": error.as_dict()}, code, headers=headers)
    speaker = Speaker(reader_language(request))
    back = back_from(request)
    here = request.url.path if request.method == "GET" else back
    page = pages.error_page(error, here=here, back=back, speaker=speaker)
    response = render("error.html", page, speaker, status=code)
    response.headers.update(headers or {})
    return response


def back_from(request: Request) -> str:
    """Return where an error page leads: to the match when the error came from one of its forms."""
    parts = request.url.path.split("/")
    return "/".join(parts[:3]) if len(parts) > 3 and parts[1] == "matches" else "/"
