"""Errors as answers: one JSON shape, one page, the right status, never a traceback.

    CourtlyError
    ├── BadForm         a form or an address that lacks something or holds what it may not
    ├── NoIdentity      no cookie, or one that is not ours
    ├── ForeignForm     a form that another site sends
    ├── TooLarge        more bytes than any form of ours has
    ├── NoSuchPage      an address where nothing is, or that does not take this method
    └── OurFault        a defect; what happened stays in the log

Errors of the packages below come through here too; `STATUS` has the status of each.
"""

from __future__ import annotations

from pydantic import BaseModel
from starlette.requests import Request

from courtly.engine import errors as engine
from courtly.engine.errors import CourtlyError
from courtly.tables import errors as tables
from courtly.text.languages import marked


class BadForm(CourtlyError):
    """A form that lacks a field, or has one that cannot be read."""

    code = "bad-form"


class NoIdentity(CourtlyError):
    """A page that belongs to a player, asked for by nobody we know."""

    code = "no-identity"


class ForeignForm(CourtlyError):
    """A form sent from the page of another site."""

    code = "foreign-form"


class TooLarge(CourtlyError):
    """A request larger than any form of ours."""

    code = "too-large"


class NoSuchPage(CourtlyError):
    """An address where nothing is, or where this cannot be done."""

    code = "no-such-page"


class OurFault(CourtlyError):
    """A defect of ours; the reader learns that it happened and nothing else."""

    code = "our-fault"


class ErrorBody(BaseModel):
    """What every error says: its kind, a sentence in the reader's language, what was given, where, and what is allowed.

    A move that is refused has the code of its `reason`; an option that is, its name and the code of its `problem`.
    """

    code: str
    message: str
    given: object = None
    where: str | None
    allowed: str | list[str] | None
    reason: str | None = None
    option: str | None = None
    problem: str | None = None


class ErrorAnswer(BaseModel):
    """The one shape in which errors go out as JSON."""

    error: ErrorBody


STATUS: dict[type[CourtlyError], int] = {
    engine.NotOver: 409,
    tables.NoSuchTable: 404,
    tables.NotYourTable: 403,
    tables.NotYourTurn: 409,
    tables.StaleVersion: 409,
    tables.BotFailed: 500,
    tables.HintsBusy: 429,
    tables.StoreError: 503,
    NoIdentity: 403,
    ForeignForm: 403,
    TooLarge: 413,
    NoSuchPage: 404,
    OurFault: 500,
}
"""The status of an error and of those below it in the tree; any other is 422, a request that cannot be carried out."""

TITLES = {
    "illegal-move": marked("That cannot be played now"),
    "unknown-move": marked("That cannot be played now"),
    "not-your-turn": marked("It is not your turn"),
    "stale-version": marked("The match has moved on"),
    "command-reused": marked("The match has moved on"),
    "no-such-table": marked("There is no such match"),
    "broken-table": marked("This match cannot be read"),
    "not-your-table": marked("This match belongs to somebody else"),
    "no-identity": marked("This match belongs to somebody else"),
    "not-over": marked("The match is not over yet"),
    "no-such-page": marked("Page not found"),
    "bad-option": marked("This match cannot be set up"),
    "bad-seats": marked("This match cannot be set up"),
    "unknown-game": marked("This match cannot be set up"),
    "unknown-bot": marked("This match cannot be set up"),
    "hints-busy": marked("There is no hint just now"),
    "our-fault": marked("Something went wrong on our side"),
    "bot-failed": marked("Something went wrong on our side"),
    "store-error": marked("Something went wrong on our side"),
}
OTHER_TITLE = marked("This cannot be done")

EXPLANATIONS = {
    "illegal-move": marked("The rules do not allow this choice in the present position. Nothing has changed."),
    "unknown-move": marked("No choice was made, or one that this game does not have. Nothing has changed."),
    "not-your-turn": marked("Somebody else is to move, or the match is over. Nothing has changed."),
    "stale-version": marked("This form was made for an earlier position, so nothing was played."),
    "command-reused": marked("This form was sent before with another choice, so nothing was played now."),
    "broken-table": marked(
        "What is kept of it is damaged, or was written under other rules. Your other matches are not affected."
    ),
    "no-such-table": marked("No match has this address. It may have been mistyped."),
    "not-your-table": marked("The pages of a match open only in the browser of its player."),
    "no-identity": marked("The pages of a match open only in the browser of its player."),
    "not-over": marked("The record of a match shows every hidden card, so it exists only after the end."),
    "no-such-page": marked("No page has this address, or it does not take this kind of request."),
    "hints-busy": marked("Hints are busy; try again in a moment. Nothing was played."),
    "our-fault": marked("It has been noted. What was played before is kept."),
    "bot-failed": marked("It has been noted. What was played before is kept."),
    "store-error": marked("The matches cannot be read or written just now. What was played before is kept."),
    "foreign-form": marked("The form was sent from another site, so nothing was done."),
    "too-large": marked("That upload is too large."),
}
OTHER_EXPLANATION = marked("Something in the form or the address is missing or not allowed.")


def status_of(error: CourtlyError) -> int:
    """Return the HTTP status of an error."""
    return next((STATUS[kind] for kind in type(error).__mro__ if kind in STATUS), 422)


def wants_json(request: Request) -> bool:
    """Tell whether a request accepts JSON and no page."""
    accepted = request.headers.get("accept", "")
    return "application/json" in accepted and "text/html" not in accepted
