"""Errors as answers: one JSON shape, one page, the right status, never a traceback.

    CourtlyError
    ├── BadForm         a form or an address that lacks something or holds what it may not
    ├── BadJson         a request whose body is not JSON
    ├── NoIdentity      no cookie, or one that is not ours
    │   └── NoToken     the same over the API, where a token would do too
    ├── ForeignForm     a form that another site sends
    ├── TooLarge        more bytes than any form of ours has
    ├── PicturesBusy    a picture that cannot be made just now
    ├── NoSuchPage      an address where nothing is, or that does not take this method
    └── OurFault        a defect; what happened stays in the log

Errors of the packages below come through here too; `STATUS` has the status of each.
"""

from __future__ import annotations

from collections.abc import Callable

from pydantic import BaseModel
from starlette.requests import HTTPConnection, Request

from courtly.engine import errors as engine
from courtly.engine.errors import CourtlyError
from courtly.engine.sentences import Sentence
from courtly.tables import errors as tables
from courtly.tables import refusals
from courtly.teaching import errors as teaching
from courtly.text.languages import marked
from courtly.web.rules_text import refusal_url


class BadForm(CourtlyError):
    """A form that lacks a field, or has one that cannot be read."""

    code = "bad-form"


class NoIdentity(CourtlyError):
    """A page that belongs to a player, asked for by nobody we know."""

    code = "no-identity"


class NoToken(NoIdentity):
    """A request over the API by nobody we know: it has neither token nor cookie, or a token that is none of ours."""


class BadJson(CourtlyError):
    """A body or a message that is not JSON in UTF-8."""

    code = "bad-json"


class ForeignForm(CourtlyError):
    """A form sent from the page of another site."""

    code = "foreign-form"


class PicturesBusy(CourtlyError):
    """A picture that cannot be made just now: so many wait, or the machine has no time for it."""

    code = "pictures-busy"


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

    A move that is refused has the code of its `reason`, the address of the `rule` that says why, where one does, and of
    several its `index`; an option that is, its name and the code of its `problem`; a move that comes too late the
    `match` and the `turn` where the table is.
    """

    code: str
    message: str
    given: object = None
    where: str | None
    allowed: str | list[str] | None
    reason: str | None = None
    rule: str | None = None
    option: str | None = None
    problem: str | None = None
    index: int | None = None
    match: int | None = None
    turn: int | None = None


class ErrorAnswer(BaseModel):
    """The one shape in which errors go out as JSON."""

    error: ErrorBody


STATUS: dict[type[CourtlyError], int] = {
    engine.NotOver: 409,
    tables.NoSuchTable: 404,
    refusals.NoSuchLink: 404,
    refusals.NoSuchDeal: 404,
    tables.NotYourTurn: 409,
    tables.BotFailed: 500,
    tables.HintsBusy: 429,
    tables.StoreError: 503,
    tables.NotReady: 503,
    refusals.Stale: 409,
    refusals.NotNow: 409,
    refusals.NotAllowed: 403,
    refusals.SeatTaken: 409,
    refusals.Reused: 409,
    refusals.TooMany: 429,
    teaching.NoLesson: 404,
    teaching.NoRules: 404,
    teaching.NoSuchStep: 404,
    teaching.NotInLesson: 409,
    NoIdentity: 403,
    NoToken: 401,
    BadJson: 400,
    ForeignForm: 403,
    TooLarge: 413,
    NoSuchPage: 404,
    PicturesBusy: 503,
    OurFault: 500,
}
"""The status of an error and of those below it in the tree; any other is 422, a request that cannot be carried out."""

TITLES = {
    "illegal-move": marked("That cannot be played now"),
    "unknown-move": marked("That cannot be played now"),
    "not-your-turn": marked("It is not your turn"),
    "stale": marked("The match has moved on"),
    "ends-here": marked("That cannot be played now"),
    "command-reused": marked("The match has moved on"),
    "no-such-table": marked("There is no such table"),
    "no-such-link": marked("This link leads nowhere"),
    "no-such-deal": marked("This link leads nowhere"),
    "deal-in-play": marked("You are playing this deal"),
    "deal-open": marked("This deal is still being played"),
    "bad-record": marked("This record cannot be read"),
    "no-such-share": marked("This link leads nowhere"),
    "broken-table": marked("This table cannot be read"),
    "not-now": marked("This cannot be done now"),
    "not-allowed": marked("This is for somebody else to do"),
    "seat-taken": marked("The seat is taken"),
    "bad-name": marked("This name cannot be used"),
    "too-many": marked("This is too much"),
    "not-over": marked("The match is not over yet"),
    "no-such-page": marked("Page not found"),
    "bad-option": marked("This match cannot be set up"),
    "bad-seats": marked("This match cannot be set up"),
    "unknown-game": marked("This match cannot be set up"),
    "unknown-bot": marked("This match cannot be set up"),
    "hints-busy": marked("There is no hint just now"),
    "pictures-busy": marked("There is no picture just now"),
    "not-ready": marked("In a moment"),
    "our-fault": marked("Something went wrong on our side"),
    "bot-failed": marked("Something went wrong on our side"),
    "store-error": marked("Something went wrong on our side"),
}
OTHER_TITLE = marked("This cannot be done")

EXPLANATIONS = {
    "illegal-move": marked("The rules do not allow this choice in the present position. Nothing has changed."),
    "unknown-move": marked("No choice was made, or one that this game does not have. Nothing has changed."),
    "not-your-turn": marked("Somebody else is to move, or the match is over. Nothing has changed."),
    "stale": marked("This form was made for an earlier position, so nothing was played."),
    "command-reused": marked("This form was sent before with another choice, so nothing was played now."),
    "broken-table": marked(
        "What is kept of it is damaged, or was written under other rules. Your other matches are not affected."
    ),
    "no-such-table": marked(
        "No table has this address or this code, or it is not open to this browser. "
        "Whoever plays there can send a link."
    ),
    "no-such-link": marked(
        "A recovery link holds until it is withdrawn or another is made. Whoever was carried by it can make a new one "
        "in a browser that is still theirs."
    ),
    "no-such-deal": marked("No deal has this code. Whoever shared it can send the link again."),
    "deal-in-play": marked(
        "Its cards are closed to you everywhere else until your own match is over. You can also stop it there."
    ),
    "deal-open": marked("What is known of it opens when the day is over in UTC, or when you have played it yourself."),
    "bad-record": marked(
        "A record is a JSON document that replays from its first move to its last; see what is wrong."
    ),
    "no-such-share": marked("Whoever made this link may have withdrawn it, and can make another."),
    "not-now": marked("The table has moved on. Nothing has changed."),
    "not-allowed": marked("Only the host, or whoever holds the seat, can do this. Nothing has changed."),
    "seat-taken": marked("Somebody was first, or you have a seat already. Nothing has changed."),
    "bad-name": marked("A name has some letters and nothing that cannot be printed."),
    "too-many": marked("Somebody who asks for so much has to wait, or to finish something first. Nothing has changed."),
    "not-over": marked("The record of a match shows every hidden card, so it exists only after the end."),
    "no-such-page": marked("No page has this address, or it does not take this kind of request."),
    "hints-busy": marked("Hints are busy; try again in a moment. Nothing was played."),
    "pictures-busy": marked("Several pictures are being made; try again in a moment."),
    "not-ready": marked(
        "The rules of this game are being compiled for this machine, which happens once. This page looks again by "
        "itself, and nothing is lost."
    ),
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


def is_api(request: HTTPConnection) -> bool:
    """Tell whether a request is one of a program, whatever it says that it accepts."""
    return request.url.path.startswith("/api/")


def wants_json(request: Request) -> bool:
    """Tell whether a request accepts JSON and no page, or is one of the API."""
    accepted = request.headers.get("accept", "")
    return is_api(request) or ("application/json" in accepted and "text/html" not in accepted)


def body_of(error: CourtlyError, word: Callable[[Sentence], str]) -> dict[str, object]:
    """Return what the API says of an error: all that cannot be played has one code, and of several moves an index.

    A move that is refused comes with the address of the rule that says why, where there is one. A text that is no move
    at all is an illegal one whose `reason` is `unknown`.
    """
    body = error.as_dict(word)
    if isinstance(error, engine.IllegalMove):
        body["code"] = engine.IllegalMove.code
        if rule := refusal_url(error):
            body["rule"] = rule
    index = getattr(error, "index", None)
    return body if index is None else {**body, "index": index}
