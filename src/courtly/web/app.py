"""Builds the application: routes, store, and error handlers."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from courtly import __version__
from courtly.engine.errors import CourtlyError
from courtly.engine.sentences import Sentence, said
from courtly.runtime import Runtime
from courtly.settings import Settings
from courtly.tables import TableService, open_store
from courtly.text.reader import Reader
from courtly.web import pages
from courtly.web.errors import BadForm, NoSuchPage, TooLarge, status_of, wants_json
from courtly.web.identity import Identities, kept_secret
from courtly.web.middleware import Backstop, Doorkeeper, SafeHeaders
from courtly.web.render import STATIC, StaticFolders, render
from courtly.web.routes import router
from courtly.web.submissions import Submissions
from courtly.web.text import reader_language

log = logging.getLogger(__name__)

REFUSALS: dict[int, type[CourtlyError]] = {404: NoSuchPage, 405: NoSuchPage, 413: TooLarge}
"""The framework's refusals by status; any other is about what was sent."""

HTTP_PROBLEMS = {
    404: said("there is nothing at this address"),
    405: said("this address does not take such a request"),
    413: said("the request is too large"),
}

FIELD_PROBLEMS = {
    "missing": said("field {field} is missing"),
    "int_parsing": said("field {field} takes a whole number"),
    "greater_than_equal": said("field {field} takes no number below 0"),
}
"""What is wrong with a field of a form, by the framework's name for it."""


def create_app(settings: Settings, runtime: Runtime | None = None) -> FastAPI:
    """Return the web application.

    Parameters
    ----------
    settings
        Where matches are kept, what signs the cookies, and how browsers reach the server.
    runtime
        Where bots think and hints are searched; by default one of these settings that ends with the application.

    Raises
    ------
    StoreError
        The database is of a kind that cannot be opened.
    BadOption
        The file beside the database holds no secret.
    """

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        used = runtime or Runtime(settings)
        try:
            async with await open_store(settings.store) as store:
                app.state.runtime = used
                app.state.service = TableService(store, used)
                app.state.submissions = Submissions()
                yield
        finally:
            if runtime is None:
                used.close()

    app = FastAPI(title="Courtly", version=__version__, lifespan=lifespan, docs_url=None, redoc_url=None)
    secret = settings.secret.get_secret_value() if settings.secret else kept_secret(settings.store)
    app.state.identities = Identities(secret)
    app.state.settings = settings
    app.include_router(router)
    app.mount("/static", StaticFolders(directory=STATIC))
    app.add_middleware(Doorkeeper, refuse=answer, public_host=settings.public_host)
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
    message = FIELD_PROBLEMS.get(problem["type"], said("field {field} cannot be read"))
    return answer(request, BadForm(replace(message, places={"field": where}), given=given, where=where))


async def on_http_error(request: Request, error: Exception) -> Response:
    """Answer an address where nothing is, and whatever else the framework refuses."""
    assert isinstance(error, HTTPException)
    found = REFUSALS.get(error.status_code, BadForm)
    message = said("{method} {path}: {reason}", method=request.method, path=request.url.path, reason=_reason(error))
    shown = found(message, given=request.url.path, where="address")
    return answer(request, shown, status=error.status_code, headers=dict(error.headers or {}))


def _reason(error: HTTPException) -> str | Sentence:
    """Return what the framework says of a request that it refuses."""
    return HTTP_PROBLEMS.get(error.status_code, error.detail)


def answer(
    request: Request, error: CourtlyError, *, status: int | None = None, headers: Mapping[str, str] | None = None
) -> Response:
    """Return an error as JSON to a program that asks for it, and as a page to anybody else."""
    code, reader = status or status_of(error), Reader(reader_language(request))
    if wants_json(request):
        return JSONResponse({"error": error.as_dict(reader.worded)}, code, headers=headers)
    back = back_from(request)
    here = request.url.path if request.method == "GET" else back
    page = pages.error_page(error, here=here, back=back, reader=reader)
    response = render("error.html", page, reader, status=code)
    response.headers.update(headers or {})
    return response


def back_from(request: Request) -> str:
    """Return where an error page leads: to the match when the error came from one of its forms."""
    parts = request.url.path.split("/")
    return "/".join(parts[:3]) if len(parts) > 3 and parts[1] == "matches" else "/"
