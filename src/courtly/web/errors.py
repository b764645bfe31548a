"""Errors as answers: one JSON shape, one error page, the right status, and never a traceback.

    CourtlyError
    ├── BadForm         a form or an address with a missing or invalid field
    ├── BadJson         a request whose body is not JSON
    ├── NoIdentity      a missing or invalid cookie
    │   └── NoToken     the same error over the API, where a token is accepted too
    ├── NoAdmin         a page of administrators without their session
    ├── ForeignForm     a form that another site sends, or a page that it loads into its own
    ├── TooLarge        a request over the size limit
    ├── PicturesBusy    a picture that cannot be rendered now
    ├── MailFailed      a mail that cannot be sent now
    ├── NoSuchPage      an unknown address, or a method that it does not allow
    └── OurFault        an internal error; its details are only in the log

Errors of the lower packages are answered here too; `STATUS` maps each to its status.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

from pydantic import BaseModel
from starlette.requests import HTTPConnection, Request

from courtly.engine import errors as engine
from courtly.engine.errors import CourtlyError
from courtly.engine.sentences import Sentence
from courtly.settings import Settings
from courtly.tables import errors as tables
from courtly.tables import refusals
from courtly.teaching import errors as teaching
from courtly.text.languages import marked
from courtly.web.rules_text import refusal_url


class BadForm(CourtlyError):
    """A form with a missing or unreadable field."""

    code = "bad-form"


class NoIdentity(CourtlyError):
    """A request from an unknown player for a page that belongs to a player."""

    code = "no-identity"


class NoToken(NoIdentity):
    """A request over the API from an unknown player: no token or cookie, or an invalid token."""


class NoAdmin(CourtlyError):
    """A request for a page of administrators without a session."""

    code = "no-admin"


class BadJson(CourtlyError):
    """A body or a message that cannot be parsed as JSON in UTF-8."""

    code = "bad-json"


class ForeignForm(CourtlyError):
    """A form sent from the page of another site, or an image, frame or file of this server that such a page loads."""

    code = "foreign-form"


class PicturesBusy(CourtlyError):
    """A picture that cannot be rendered now: the queue is full, or the machine is too busy."""

    code = "pictures-busy"


class MailFailed(CourtlyError):
    """A mail that the mail server does not take now."""

    code = "mail-failed"


class TooLarge(CourtlyError):
    """A request over the size limit."""

    code = "too-large"


class NoSuchPage(CourtlyError):
    """An unknown address, or a method that the address does not allow."""

    code = "no-such-page"


class OurFault(CourtlyError):
    """An internal error; the client gets no details."""

    code = "our-fault"


class ErrorBody(BaseModel):
    """An error: its code, a sentence in the client's language, the given value, the field, and the allowed values.

    A rejected move has the code of its `reason`, and the address of the `rule` behind it if there is one; if several
    moves were sent, `index` says which one was rejected. A rejected option has its name and the code of its `problem`.
    A move that comes too late has the present `match` and `turn` of the table.
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
    """The one JSON shape of all errors."""

    error: ErrorBody


STATUS: dict[type[CourtlyError], int] = {
    engine.NotOver: 409,
    tables.NoSuchTable: 404,
    refusals.NoSuchLink: 404,
    refusals.NoSuchDeal: 404,
    refusals.NoSuchEvent: 404,
    tables.NotYourTurn: 409,
    tables.BotFailed: 500,
    tables.HintsBusy: 429,
    tables.HintsNotReady: 503,
    tables.StoreError: 503,
    refusals.Stale: 409,
    refusals.NotNow: 409,
    refusals.NotAllowed: 403,
    refusals.Banned: 403,
    refusals.SeatTaken: 409,
    refusals.Reused: 409,
    refusals.TooMany: 429,
    teaching.NoLesson: 404,
    teaching.NoRules: 404,
    teaching.NoSuchStep: 404,
    teaching.NotInLesson: 409,
    NoIdentity: 403,
    NoAdmin: 403,
    NoToken: 401,
    BadJson: 400,
    ForeignForm: 403,
    TooLarge: 413,
    NoSuchPage: 404,
    PicturesBusy: 503,
    MailFailed: 503,
    OurFault: 500,
}
"""The status of each error class and its subclasses; any other error has status 422, unprocessable content."""

TITLES = {
    "illegal-move": marked("This move is not possible now"),
    "unknown-move": marked("This move is not possible now"),
    "not-your-turn": marked("It is not your turn"),
    "stale": marked("The match has moved on"),
    "ends-here": marked("This move is not possible now"),
    "command-reused": marked("The match has moved on"),
    "no-such-table": marked("Table not found"),
    "no-such-link": marked("This link does not work"),
    "no-such-deal": marked("This link does not work"),
    "no-such-event": marked("This link does not work"),
    "deal-in-play": marked("You are playing this deal"),
    "deal-open": marked("This deal is still being played"),
    "round-open": marked("This deal is still being played"),
    "bad-record": marked("This record cannot be read"),
    "no-such-share": marked("This link does not work"),
    "no-such-mail-link": marked("This link does not work"),
    "no-such-admin-link": marked("This link does not work"),
    "no-admin": marked("This page is for administrators"),
    "mail-failed": marked("No e-mail right now"),
    "broken-table": marked("This table cannot be read"),
    "not-now": marked("Not possible right now"),
    "not-allowed": marked("You are not allowed to do this"),
    "banned": marked("You are banned from this server"),
    "seat-taken": marked("The seat is taken"),
    "bad-name": marked("This name cannot be used"),
    "too-many": marked("Limit reached"),
    "not-over": marked("The match is not over yet"),
    "no-such-page": marked("Page not found"),
    "bad-option": marked("This match cannot be set up"),
    "bad-seats": marked("This match cannot be set up"),
    "unknown-game": marked("This match cannot be set up"),
    "unknown-bot": marked("This match cannot be set up"),
    "hints-busy": marked("No hint right now"),
    "hints-not-ready": marked("No hint right now"),
    "pictures-busy": marked("No picture right now"),
    "our-fault": marked("Something went wrong on our side"),
    "bot-failed": marked("Something went wrong on our side"),
    "store-error": marked("Something went wrong on our side"),
}
OTHER_TITLE = marked("This is not possible")

EXPLANATIONS = {
    "illegal-move": marked("The rules do not allow this move in this position. Nothing has changed."),
    "unknown-move": marked("You made no choice, or one that does not exist in this game. Nothing has changed."),
    "not-your-turn": marked("It is another player’s turn, or the match is over. Nothing has changed."),
    "stale": marked("This form belongs to an earlier position. Nothing was played."),
    "command-reused": marked("This form was already sent with another choice. Nothing was played this time."),
    "broken-table": marked("Its data is damaged or was saved under other rules. Your other matches are not affected."),
    "no-such-table": marked(
        "There is no table at this address or with this code, or it is not open to this browser. Ask a player at "
        "the table for a link."
    ),
    "no-such-link": marked(
        "A recovery link works until you withdraw it or create another. You can create a new one in any browser "
        "that still knows you."
    ),
    "no-such-deal": marked("There is no deal with this code. Ask the player who shared it for the link."),
    "no-such-event": marked("There is no event with this link. Ask the person who opened it for the link."),
    "deal-in-play": marked(
        "You cannot see its cards elsewhere until your own match is over. You can also stop that match."
    ),
    "round-open": marked("You can see it when all tables of the round have finished."),
    "deal-open": marked("You can see it when the day is over (UTC), or when you have played it yourself."),
    "bad-record": marked(
        "A match record is a JSON document whose moves replay from first to last. See the details for what is wrong."
    ),
    "no-such-mail-link": marked(
        "A link that confirms an address works for one day. You can ask for another one on the page “Your name”."
    ),
    "no-such-admin-link": marked("A link of an administrator works once, within an hour."),
    "no-admin": marked("Your session is over, or you never had one."),
    "mail-failed": marked("The e-mail could not be sent. Please try again later. Nothing has changed."),
    "no-such-share": marked("Its owner may have withdrawn it, and can create another."),
    "not-now": marked("The table has moved on. Nothing has changed."),
    "not-allowed": marked("Only the host or the player in the seat can do this. Nothing has changed."),
    "seat-taken": marked("Another player was faster, or you already have a seat. Nothing has changed."),
    "bad-name": marked("A name must have at least one character, and printable characters only."),
    "too-many": marked("You have reached a limit: wait a moment, or finish something first. Nothing has changed."),
    "not-over": marked("A match record shows every hidden card, so you can get it only after the end."),
    "no-such-page": marked("There is nothing here."),
    "hints-busy": marked("Too many hint requests; try again in a moment. Nothing was played."),
    "hints-not-ready": marked(
        "The server is preparing this game, which takes about a minute and happens only once. Ask again later."
    ),
    "pictures-busy": marked("The server is busy with other pictures; try again in a moment."),
    "our-fault": marked("The error was logged. Moves played so far are saved."),
    "bot-failed": marked("The error was logged. Moves played so far are saved."),
    "store-error": marked("Matches cannot be loaded or saved right now. Moves played so far are kept."),
    "foreign-form": marked("The form was sent from another site. Nothing has changed."),
    "too-large": marked("This upload is too large."),
}
OTHER_EXPLANATION = marked("Something in the form or the address is missing or invalid.")


def status_of(error: CourtlyError) -> int:
    """Return the HTTP status of an error."""
    return next((STATUS[kind] for kind in type(error).__mro__ if kind in STATUS), 422)


def retry_headers(request: HTTPConnection, error: CourtlyError) -> dict[str, str]:
    """Return the header with the seconds after which a rate-limited client may try again; empty for other errors.

    If no time helps, as for too many open tables, a client waits for the window of the rate limits.
    """
    if status_of(error) != 429:
        return {}
    settings: Settings = request.app.state.settings
    return {"Retry-After": str(max(1, ceil(getattr(error, "seconds", None) or settings.limit_seconds)))}


def is_api(request: HTTPConnection) -> bool:
    """Return whether a request is for the API; its Accept header does not matter."""
    return request.url.path.startswith("/api/")


def wants_json(request: Request) -> bool:
    """Return whether a request accepts JSON but not HTML, or is for the API."""
    accepted = request.headers.get("accept", "")
    return is_api(request) or ("application/json" in accepted and "text/html" not in accepted)


def body_of(error: CourtlyError, word: Callable[[Sentence], str]) -> dict[str, object]:
    """Return the API document of an error. All illegal moves have one code; their `reason` says why.

    A rejected move contains the address of the rule behind it, if there is one. An unparsable move is an illegal move
    whose `reason` is `unknown`.
    """
    body = error.as_dict(word)
    if isinstance(error, engine.IllegalMove):
        body["code"] = engine.IllegalMove.code
        if rule := refusal_url(error):
            body["rule"] = rule
    index = getattr(error, "index", None)
    return body if index is None else {**body, "index": index}
