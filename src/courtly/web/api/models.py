"""The data on the wire: a typed model for each request and each answer.

Requests are validated strictly, and all errors have one shape. Answers are built in `courtly.tables`; their models here
document them. Views and events are documents of their game (docs/notation.md).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

from pydantic import (
    AliasChoices,
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
)
from typing_extensions import TypeAliasType

from courtly.engine.contract.game import find_game
from courtly.engine.errors import BadOption, CourtlyError, shown
from courtly.engine.sentences import said
from courtly.tables import acts, document
from courtly.tables.clocks import Delay, Timeout
from courtly.tables.errors import BadCommand, BadSeats
from courtly.tables.opening import NewTable
from courtly.tables.opponents import Pace
from courtly.tables.seating import SeatChoice
from courtly.tables.store.rows import DeviceKind
from courtly.tables.talk import LINE_LENGTH
from courtly.text.languages import CODES, LANGUAGES
from courtly.web.errors import BadForm, BadJson
from courtly.web.limits import NOTES_LENGTH
from courtly.web.outside import MAX_ADDRESS
from courtly.web.phrases import PHRASES

Document = dict[str, Any]


def read_json(text: str | bytes) -> Any:
    """Return a JSON text as plain values.

    Raises
    ------
    BadJson
        The text is not JSON in UTF-8.
    """
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise not_json() from None


def not_json() -> BadJson:
    """Return the error for a body or a message that cannot be parsed."""
    return BadJson(said("this is not JSON in UTF-8"), where="body", allowed="application/json")


def _checked(value: Any, read: Callable[[Any], Any]) -> Any:
    """Parse a request with `read`, and convert pydantic's validation errors into ours."""
    try:
        # The body is parsed as JSON, no matter which content type the request declares.
        plain = read_json(value) if isinstance(value, bytes) else value
        json.dumps(plain, ensure_ascii=False).encode()
        return read(plain)
    except UnicodeEncodeError:
        raise not_json() from None
    except ValidationError as error:
        raise _refusal(error) from None


def _refusal(error: ValidationError) -> CourtlyError:
    """Return the error for the first bad field of a request."""
    problem = error.errors(include_url=False, include_context=False)[0]
    first, *inner = problem["loc"] or ("body",)
    where = str(first) + "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in inner)
    given = None if problem["type"] == "missing" else problem["input"]
    if problem["type"] == "missing":
        message = said("field {field} is missing", field=where)
    elif problem["type"] == "extra_forbidden":
        message = said("there is no field {field}", field=where)
    else:
        message = said("the field {where} cannot be {given}", where=where, given=shown(given))
    if first == "options":
        return BadOption(message, given=given, where=where, allowed=problem["msg"])
    kind = {"command": BadCommand, "seats": BadSeats}.get(str(first), BadForm)
    return kind(message, given=given, where=where, allowed=problem["msg"])


def _act(value: Any, _: ValidatorFunctionWrapHandler) -> Any:
    """Parse an act as the socket does, with the same errors. The table checks the act again."""
    return _checked(value, acts.read_act)


def _device(value: Any, _: ValidatorFunctionWrapHandler) -> Any:
    """Parse a device by its kind, so that an error is about this kind only."""

    def read(plain: Any) -> NewDevice | NewWebhook:
        is_webhook = isinstance(plain, dict) and plain.get("kind") == "webhook"
        return (NewWebhook if is_webhook else NewDevice).model_validate(plain)

    return _checked(value, read)


Checked = WrapValidator(_checked)


M = TypeVar("M", bound=BaseModel)


def checked(model: type[M], value: object) -> M:
    """Return a request as its model; raise the errors of `_checked`."""
    made: M = _checked(value, model.model_validate)
    return made


class Sent(BaseModel):
    """The base class of all requests."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Answered(BaseModel):
    """The base class of all answers."""

    model_config = ConfigDict(frozen=True)


Command = Annotated[
    str, Field(pattern=rf"^{acts.COMMAND.pattern}$", description="Chosen by the sender, new each time.")
]
SeatNumber = Annotated[int, Field(ge=0, le=15)]


class NewPlayer(Sent):
    """The request of a program for an identity."""

    name: Annotated[str, Field(description="What others at a table read, 1 to 40 printable characters.")]


class OpponentRequest(Sent):
    """A request for opponents. `quick` has a clock, `relaxed` has none, and `days` gives three days for each move.

    Without `seats`, any number of players is fine.
    """

    command: Command
    game: str
    pace: Pace = "relaxed"
    seats: Annotated[int, Field(ge=1, le=16)] | None = None


class Opponents(Answered):
    """The number of players who wait for opponents and are present, by game."""

    waiting: dict[str, int]


class TableRequest(Sent):
    """A request to open a table.

    Without `seats`, the table has `options.players` seats, or the game's minimum. The first seat is the caller's; the
    others are open. Without `options.players`, the number of players is the length of `seats`.
    """

    command: Command
    game: str
    options: dict[str, Any] = {}
    seats: Annotated[list[SeatChoice], Field(min_length=1, max_length=16)] | None = None
    clock: Annotated[
        dict[str, Any] | None,
        Field(
            description='`{"kind": "move", "seconds"}`, `{"kind": "bank", "seconds", "increment"}` '
            'or `{"kind": "days", "days"}`.'
        ),
    ] = None
    minder: Annotated[
        dict[str, Any] | None,
        Field(
            validation_alias=AliasChoices("stand_in", "minder"),
            description='`{"bot", "after"}`: the bot that plays for an absent player, after so many seconds. '
            "If `after` is null, it plays only after a vote or a timeout. `minder` is the old name of this field.",
        ),
    ] = None
    timeout: Annotated[
        Timeout,
        Field(
            description="What happens when a clock runs out: the stand-in plays until the player returns (`stand_in`), "
            "the others may vote for it (`vote`), or it plays to the end and the player has lost (`forfeit`)."
        ),
    ] = "stand_in"
    listed: bool = False
    watchers: bool = True
    talk: bool = True
    aids: Annotated[
        bool | None,
        Field(description="Hints and computed aids; by default only while all other seats are bots'."),
    ] = None
    deal: dict[str, Any] | None = None
    seed: Annotated[
        Annotated[int, Field(ge=0, le=2**63 - 1)] | None,
        Field(description="Determines the first deal and, in that match, the bots' random choices."),
    ] = None
    rated: Annotated[
        bool,
        Field(
            description="Whether the matches count for the ratings of their players. A rated table has a fresh deal, "
            "the usual options, a clock with `timeout` `forfeit`, no stand-in, `aids` false, and no seats for programs."
        ),
    ] = False

    delay: Annotated[
        Delay | None,
        Field(
            description="How much later spectators of `/tables/{id}/stage` see moves. Players may then show them their "
            "hands. By default they see moves immediately, and no hands."
        ),
    ] = None

    def wanted(self) -> NewTable:
        """Return the arguments for `Opener.open`.

        Raises
        ------
        UnknownGame
        """
        seats = self.seats or _usual_seats(self.game, self.options)
        rest = self.model_dump(exclude={"seats"})
        return NewTable(**rest, seats=seats)


def _usual_seats(game: str, options: dict[str, Any]) -> list[SeatChoice]:
    described = find_game(game).rules.options.described()
    least = next(option.least for option in described if option.name == "players")
    players = options.get("players")
    # A number of players that the game does not allow is rejected later, with the other options.
    count = players if isinstance(players, int) and 1 <= players <= 16 else least
    return [SeatChoice(kind="me"), *[SeatChoice(kind="open")] * (count - 1)]


class CodeShown(Sent):
    """A code of a table, as shared by the host."""

    code: str


class DraftRequest(Sent):
    """Moves of the sender for a draft: a turn that is prepared but not sent."""

    match: Annotated[int, Field(ge=1)]
    turn: Annotated[int, Field(ge=0)]
    moves: Annotated[list[Annotated[str, Field(max_length=200)]], Field(min_length=1, max_length=acts.MAX_MOVES)]


class Notes(Sent):
    """The private notes of a player at a table."""

    text: Annotated[str, Field(max_length=NOTES_LENGTH)]


class DeviceKeys(Sent):
    """The keys of a push subscription, in base64url."""

    p256dh: Annotated[str, Field(max_length=100)]
    auth: Annotated[str, Field(max_length=40)]


class DeviceEndpoint(Sent):
    """The address of a device at its push service, or of another kind of device."""

    endpoint: Annotated[str, Field(max_length=MAX_ADDRESS)]


Zone = Annotated[str, Field(max_length=64, description="An IANA name, such as `Europe/Paris`.")]
Lang = Annotated[str, Field(json_schema_extra={"enum": [*LANGUAGES]}, pattern=f"^({CODES})$")]


class NewDevice(DeviceEndpoint):
    """The push subscription of a browser, its time zone, and the language of its messages."""

    kind: Literal["push"] = "push"
    keys: DeviceKeys
    zone: Zone
    lang: Lang | None = None


class NewWebhook(Sent):
    """The https address of a webhook, its time zone for quiet hours, and the language of the names of bots."""

    kind: Literal["webhook"]
    address: Annotated[str, Field(max_length=MAX_ADDRESS)]
    zone: Zone = "UTC"
    lang: Lang | None = None


if TYPE_CHECKING:
    AnyDevice = NewDevice | NewWebhook
else:
    AnyDevice = TypeAliasType("AnyDevice", NewDevice | NewWebhook)
"""A device of any kind, as a named alias like `AnyAct`."""

DeviceBody = Annotated[AnyDevice, WrapValidator(_device)]


class NewLine(Sent):
    """A line of table talk: either text or a phrase."""

    model_config = ConfigDict(json_schema_extra={"oneOf": [{"required": ["text"]}, {"required": ["phrase"]}]})

    command: Command
    text: Annotated[str, Field(min_length=1, max_length=LINE_LENGTH)] | None = None
    phrase: Annotated[str, Field(json_schema_extra={"enum": [*PHRASES]})] | None = None


class Shown(Sent):
    """The last version whose events a page has shown."""

    version: Annotated[int, Field(ge=0)]


if TYPE_CHECKING:
    AnyAct = acts.Act
else:
    AnyAct = TypeAliasType("AnyAct", Annotated[reduce(or_, acts.ACTS), Field(discriminator="act")])
"""An act at a table. It is a named alias, so that the OpenAPI document has one schema for all uses."""

ActBody = Annotated[AnyAct, WrapValidator(_act)]


class OptionDocument(Answered):
    """An option of a game.

    A `choice` takes one of `values`. A `number` is from `least` to `most`. A `document` takes one of `values`, or a
    custom document.
    """

    name: str
    title: str
    kind: Literal["choice", "number", "document"]
    values: list[Any]
    least: int | None
    most: int | None
    default: Any
    required: bool


class GameDocument(Answered):
    """A game that can be played."""

    name: str
    title: str
    version: str
    options: list[OptionDocument]


class Games(Answered):
    """The games, and the bots, which can play all of them; the weakest level is first."""

    games: list[GameDocument]
    bots: list[str]


class Me(Answered):
    """The identity of the caller."""

    id: str
    name: str
    colour: str
    kind: Literal["person", "program"]
    recovery: Annotated[bool, Field(description="Whether there is a recovery link that holds.")]


class RecoveryLink(Answered):
    """A link that moves a guest to another device; it is returned only once."""

    link: str


class AddedDevice(Answered):
    """A device that gets notifications of the caller's turns. `secret` signs the requests to a webhook."""

    id: str
    secret: str | None


class DeviceDocument(Answered):
    """A device of the caller. `quiet` has the beginning and the end of the hours without notifications.

    `address` is an e-mail address, the address of a webhook, or null.
    """

    id: str
    kind: DeviceKind
    address: str | None
    created: str
    lang: str
    zone: str
    quiet: list[str] | None


class DeviceList(Answered):
    """The devices of the caller, and the public key of the server; null if it sends no notifications."""

    key: str | None
    devices: list[DeviceDocument]


class NewProgram(Answered):
    """The identity of a program; the token is returned only once."""

    id: str
    name: str
    token: str


class TableList(Answered):
    """A list of tables."""

    tables: list[document.TableLine]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatDocument(document.SeatDocument):
    """A seat of a table."""

    minded_by: Annotated[str | None, Field(description="The old name of `substituted_by`.")]


class EventDocument(Answered):
    """An event, in ids and numbers; `then` is a list of the further events that a move caused."""

    id: str
    args: Document
    steps: list[Any]
    then: list[EventDocument] = []


class EntryDocument(Answered):
    """An entry of a table's journal, serialized for the caller."""

    n: int
    at: str
    match: int
    turn: int
    act: str
    seat: int | None
    event: EventDocument


@dataclass(frozen=True, slots=True, kw_only=True)
class TableDocument(document.TableDocument):
    """A table as the caller may see it. `join` and `watch` are the invitation codes; only the host gets them."""

    seats: list[SeatDocument]
    minder: Annotated[Document | None, Field(description="The old name of `stand_in`.")]
    promise: Annotated[str | None, Field(description="The old name of `commitment`.")]
    entries: list[EntryDocument] | None = None


class ActAnswer(Answered):
    """The entries that an act caused, and the version after them."""

    version: int
    entries: list[EntryDocument]


class CodeAnswer(Answered):
    """The table of a code, and the role that the code grants."""

    table: str
    role: Literal["join", "watch"]


class DraftAnswer(Answered):
    """The legal moves and the view after a draft, computed from the player's own knowledge.

    `reveals` says whether the last move will reveal something new. No move can follow it in a draft.
    """

    legal: list[str]
    reveals: bool
    view: Document


class ActDocument(Answered):
    """A move of the player's, in words, with the scene ids where it starts and ends. It may still be unavailable."""

    move: str
    words: str
    source: str | None
    target: str | None
    why_not: str
    changes: str


class DrawnDraft(Answered):
    """A draft for a page: the legal moves after it, and the regions that differ from those on the page, by id."""

    legal: list[str]
    reveals: bool
    acts: list[ActDocument]
    regions: dict[str, str]


class HintAnswer(Answered):
    """A hint: a move, all moves of the turn from this one on, and the reasons in the caller's language."""

    move: str
    moves: list[str]
    lines: list[str]


class LineDocument(Answered):
    """A line of table talk; a phrase is in the caller's language."""

    n: int
    at: str
    seat: int | None
    text: str | None
    phrase: str | None


class LineList(Answered):
    """Lines of table talk."""

    lines: list[LineDocument]


class SeenRequest(Answered):
    """How the server sees the request of its client; `is_trusted` if it accepts the headers of the proxy."""

    host: str
    forwarded_for: bool
    forwarded_proto: bool
    is_trusted: bool


class Health(Answered):
    """Whether the server can serve requests."""

    status: Literal["ok", "not ready"]
    store: bool = True
    warm: bool = True
