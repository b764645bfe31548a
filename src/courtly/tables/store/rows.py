"""Conversion between values and database rows. Rows are checked, because a failing disk may have damaged them.

Every function that reads a row raises `ValueError` or `TypeError` for an invalid one.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Literal, NamedTuple, get_args

from courtly.tables.journal import Entry, Head, HeadSeat, Line, Player, Role, SeatKind, Status
from courtly.text.languages import ENGLISH

Row = Mapping[str, Any]

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


class NewCodes(NamedTuple):
    """The hashes of a table's new codes, and the players whose admission by an old code ends."""

    hashes: Mapping[Role, str]
    dismissed: Collection[str] = ()


@dataclass(frozen=True, slots=True)
class ResultRow:
    """The result of a match for one seat; `share` is its victory share, `player` is None for a bot."""

    table: str
    match: int
    seat: int
    player: str | None
    name: str
    bot: str | None
    game: str
    score: int
    share: float
    finished: datetime


class KeptLine(NamedTuple):
    """A stored line of table talk, and whether this write added it."""

    line: Line
    is_new: bool


@dataclass(frozen=True, slots=True)
class Cost:
    """The costs of a seat's decisions of one kind in a match: their number, sum, and sum of squares."""

    seat: int
    kind: str
    decisions: int
    total: float
    squares: float


@dataclass(frozen=True, slots=True)
class Aim:
    """The target of a read-only link: a finished match, or one move of it.

    Attributes
    ----------
    move, eyes
        The move, None for the whole match, and the seat whose view is shown, None to show all hands.
    named
        Whether the link shows the names of the players.
    lang
        The language of the link's preview.
    """

    table: str
    match: int
    move: int | None = None
    eyes: int | None = None
    named: bool = True
    lang: str = ENGLISH


@dataclass(frozen=True, slots=True)
class Share:
    """A read-only link: its target, the hash and the nonce of its code, its maker, and the time when it was made."""

    aim: Aim
    hash: str = field(repr=False)
    nonce: str = field(repr=False)
    maker: str
    made: datetime


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A finished match, for lists. `head` contains game, origin, seats and result, as plain JSON.

    `results` has the result of every seat; it is empty for a stopped match.
    """

    table: str
    match: int
    finished: datetime
    head: Mapping[str, Any] = field(repr=False)
    results: Sequence[ResultRow] = field(default=(), repr=False)


class StartRow(NamedTuple):
    """The row of a table whose first match is not a fresh deal; see the schema."""

    deal: str
    shared: str | None
    player: str


class DealPlay(NamedTuple):
    """A table where a player plays a shared deal. `head` is None while `is_over` is false; see `MatchRow`."""

    table: str
    player: str
    is_over: bool
    head: Mapping[str, Any] | None


class Quiet(NamedTuple):
    """The daily hours without notifications, in minutes since midnight; they may contain midnight."""

    start: int
    end: int


DeviceKind = Literal["push", "mail", "webhook"]


@dataclass(frozen=True, slots=True)
class Subscription:
    """Where a device gets its messages, and in which language.

    Attributes
    ----------
    endpoint
        The address at the push service, a `mailto:` address, or the address of a webhook. It is secret: anyone who
        knows the address at a push service can send messages, and a `mailto:` address is private.
    public_key
        The key that encrypts messages for a browser, in base64url; otherwise empty.
    auth_secret
        The second key of a browser, in base64url, or the secret that signs the messages to a webhook.
    lang
        The language of its messages.
    zone
        The IANA name of its time zone.
    """

    endpoint: str = field(repr=False)
    public_key: str = field(repr=False)
    auth_secret: str = field(repr=False)
    lang: str
    zone: str
    kind: DeviceKind = "push"

    @property
    def address(self) -> str:
        """The e-mail address, or the address of a webhook; empty for a browser."""
        return "" if self.kind == "push" else self.endpoint.removeprefix(MAILTO)


MAILTO = "mailto:"
"""The endpoint of a mailbox is this and its address."""


@dataclass(frozen=True, slots=True)
class Device:
    """A browser, a mailbox or a webhook that gets notifications of a player's turns.

    Attributes
    ----------
    failures
        The number of failed attempts since the last message that arrived.
    """

    id: str
    player: str
    subscription: Subscription
    quiet: Quiet | None
    created: datetime
    failures: int = 0


@dataclass(frozen=True, slots=True)
class Asked:
    """A turn that begins: the player to move, when it began, and when to remind the player, None for no reminder."""

    player: str
    since: datetime
    remind: datetime | None


NotificationKind = Literal["turn", "reminder"]


@dataclass(frozen=True, slots=True)
class Notification:
    """A turn of which a device is still to be told; see the schema."""

    table: str
    version: int
    device: str
    kind: NotificationKind
    since: datetime
    due: datetime


def to_milliseconds(moment: datetime) -> int:
    """Return a time in milliseconds for the database; finer parts are cut off."""
    return (moment - _EPOCH) // _MILLISECOND


def to_moment(milliseconds: object) -> datetime:
    """Return a time from the database."""
    try:
        return _EPOCH + _number(milliseconds) * _MILLISECOND
    except OverflowError as error:
        raise ValueError(milliseconds) from error


def to_text(document: Mapping[str, Any]) -> str:
    """Return a document as text for the database."""
    return json.dumps(document, ensure_ascii=True, allow_nan=False, separators=(",", ":"))


def to_document(text: object) -> dict[str, Any]:
    """Return a document from the text in the database."""
    if not isinstance(text, str) or not text.isascii():
        raise ValueError(text)
    try:
        document = json.loads(text)
    except RecursionError as error:
        raise ValueError from error
    if not isinstance(document, dict):
        raise ValueError(text)
    return document


def entry_row(table: str, entry: Entry) -> dict[str, Any]:
    """Return the row of an entry."""
    return {
        "table_id": table,
        "number": entry.number,
        "at": to_milliseconds(entry.at),
        "act": entry.act,
        "match": entry.match,
        "turn": entry.turn,
        "seat": entry.seat,
        "sender": entry.sender,
        "data": to_text(entry.data),
        "command": entry.command,
        "content": entry.content,
        "made": entry.made,
    }


def entry_of(row: Row) -> Entry:
    """Return the entry of a row."""
    return Entry(
        number=_number(row["number"]),
        at=to_moment(row["at"]),
        act=_text(row["act"]),
        match=_number(row["match"]),
        turn=_number(row["turn"]),
        seat=_number_or_none(row["seat"]),
        sender=_text_or_none(row["sender"]),
        data=to_document(row["data"]),
        command=_text_or_none(row["command"]),
        content=_text_or_none(row["content"]),
        made=_number(row["made"]),
    )


def head_row(head: Head) -> dict[str, Any]:
    """Return the row of a head; its seats have separate rows."""
    return {
        "id": head.table,
        "game": head.game,
        "status": head.status,
        "version": head.version,
        "listed": head.listed,
        "host": head.host,
        "match": head.match,
        "to_move": head.to_move,
        "created": to_milliseconds(head.created),
        "updated": to_milliseconds(head.updated),
        "turn_since": None if head.turn_since is None else to_milliseconds(head.turn_since),
        "due": None if head.due is None else to_milliseconds(head.due),
    }


def head_of(row: Row, seats: Sequence[Row]) -> Head:
    """Return the head of a table from its row and the rows of its seats, in order."""
    if [seat["seat"] for seat in seats] != list(range(len(seats))):
        raise ValueError(seats)
    return Head(
        table=_text(row["id"]),
        game=_text(row["game"]),
        status=_one_of(row["status"], Status),
        version=_number(row["version"]),
        listed=bool(row["listed"]),
        host=_text(row["host"]),
        match=_number(row["match"]),
        to_move=_number_or_none(row["to_move"]),
        created=to_moment(row["created"]),
        updated=to_moment(row["updated"]),
        seats=tuple(_seat_of(seat) for seat in seats),
        turn_since=_moment_or_none(row["turn_since"]),
        due=_moment_or_none(row["due"]),
    )


def seat_rows(head: Head) -> list[dict[str, Any]]:
    """Return the rows of the seats of a head."""
    return [
        {
            "table_id": head.table,
            "seat": number,
            "kind": seat.kind,
            "player": seat.player,
            "name": seat.name,
            "bot": seat.bot,
        }
        for number, seat in enumerate(head.seats)
    ]


def _seat_of(row: Row) -> HeadSeat:
    return HeadSeat(
        kind=_one_of(row["kind"], SeatKind),
        name=_text(row["name"]),
        player=_text_or_none(row["player"]),
        bot=_text_or_none(row["bot"]),
    )


def player_row(player: Player) -> dict[str, Any]:
    """Return the row of a player."""
    return {
        "id": player.id,
        "name": player.name,
        "colour": player.colour,
        "created": to_milliseconds(player.created),
        "is_program": player.is_program,
        "token": player.token,
        "recovery": player.recovery,
    }


def player_of(row: Row) -> Player:
    """Return the player of a row."""
    return Player(
        id=_text(row["id"]),
        name=_text(row["name"]),
        colour=_text(row["colour"]),
        created=to_moment(row["created"]),
        is_program=bool(row["is_program"]),
        token=_text_or_none(row["token"]),
        recovery=_text_or_none(row["recovery"]),
    )


def line_row(table: str, line: Line) -> dict[str, Any]:
    """Return the row of a line."""
    return {
        "table_id": table,
        "number": line.number,
        "at": to_milliseconds(line.at),
        "sender": line.sender,
        "seat": line.seat,
        "text": line.text,
        "phrase": line.phrase,
        "command": line.command,
    }


def line_of(row: Row) -> Line:
    """Return the line of a row."""
    return Line(
        number=_number(row["number"]),
        at=to_moment(row["at"]),
        sender=_text(row["sender"]),
        seat=_number_or_none(row["seat"]),
        text=_text_or_none(row["text"]),
        phrase=_text_or_none(row["phrase"]),
        command=_text_or_none(row["command"]),
    )


def match_row(match: MatchRow) -> dict[str, Any]:
    """Return the row of a finished match."""
    return {
        "table_id": match.table,
        "match": match.match,
        "finished": to_milliseconds(match.finished),
        "head": to_text(match.head),
    }


def match_of(row: Row) -> MatchRow:
    """Return the finished match of a row."""
    return MatchRow(
        table=_text(row["table_id"]),
        match=_number(row["match"]),
        finished=to_moment(row["finished"]),
        head=to_document(row["head"]),
    )


def result_row(result: ResultRow) -> dict[str, Any]:
    """Return the row of a result."""
    row = {name: getattr(result, name) for name in ("match", "seat", "player", "name", "bot", "game", "score", "share")}
    return {"table_id": result.table, **row, "finished": to_milliseconds(result.finished)}


def result_of(row: Row) -> ResultRow:
    """Return the result of a row."""
    return ResultRow(
        table=_text(row["table_id"]),
        match=_number(row["match"]),
        seat=_number(row["seat"]),
        player=_text_or_none(row["player"]),
        name=_text(row["name"]),
        bot=_text_or_none(row["bot"]),
        game=_text(row["game"]),
        score=_number(row["score"]),
        share=float(row["share"]),
        finished=to_moment(row["finished"]),
    )


def cost_row(table: str, match: int, cost: Cost) -> dict[str, Any]:
    """Return the row of a cost."""
    return {
        "table_id": table,
        "match": match,
        "seat": cost.seat,
        "kind": cost.kind,
        "decisions": cost.decisions,
        "total": cost.total,
        "squares": cost.squares,
    }


def share_row(share: Share) -> dict[str, Any]:
    """Return the row of a link."""
    aim = asdict(share.aim)
    return {
        "hash": share.hash,
        "nonce": share.nonce,
        "table_id": aim.pop("table"),
        **aim,
        "maker": share.maker,
        "made": to_milliseconds(share.made),
    }


def share_of(row: Row) -> Share:
    """Return the link of a row."""
    aim = Aim(
        table=_text(row["table_id"]),
        match=_number(row["match"]),
        move=_number_or_none(row["move"]),
        eyes=_number_or_none(row["eyes"]),
        named=bool(row["named"]),
        lang=_text(row["lang"]),
    )
    return Share(aim, _text(row["hash"]), _text(row["nonce"]), _text(row["maker"]), to_moment(row["made"]))


def device_row(device: Device) -> dict[str, Any]:
    """Return the row of a device, which no process uses now."""
    quiet = device.quiet
    return {
        "id": device.id,
        "player": device.player,
        **asdict(device.subscription),
        "quiet_from": None if quiet is None else quiet.start,
        "quiet_until": None if quiet is None else quiet.end,
        "created": to_milliseconds(device.created),
        "failures": device.failures,
        "until": 0,
    }


def device_of(row: Row) -> Device:
    """Return the device of a row."""
    start, end = _number_or_none(row["quiet_from"]), _number_or_none(row["quiet_until"])
    return Device(
        id=_text(row["id"]),
        player=_text(row["player"]),
        subscription=Subscription(
            endpoint=_text(row["endpoint"]),
            public_key=_text(row["public_key"]),
            auth_secret=_text(row["auth_secret"]),
            lang=_text(row["lang"]),
            zone=_text(row["zone"]),
            kind=_one_of(row["kind"], DeviceKind),
        ),
        quiet=None if start is None or end is None else Quiet(start, end),
        created=to_moment(row["created"]),
        failures=_number(row["failures"]),
    )


def notification_of(row: Row) -> Notification:
    """Return the notification of a row."""
    return Notification(
        table=_text(row["table_id"]),
        version=_number(row["version"]),
        device=_text(row["device"]),
        kind=_one_of(row["kind"], NotificationKind),
        since=to_moment(row["since"]),
        due=to_moment(row["due"]),
    )


def role_of(value: object) -> Role:
    """Return a checked role."""
    role: Role = _one_of(value, Role)
    return role


def grouped(rows: Iterable[Row], key: str) -> dict[str, list[Row]]:
    """Group rows by the value of a column; each group keeps the order of the rows."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(row[key], []).append(row)
    return groups


def _number(value: object) -> int:
    if type(value) is not int:
        raise ValueError(value)
    return value


def _number_or_none(value: object) -> int | None:
    return None if value is None else _number(value)


def _moment_or_none(value: object) -> datetime | None:
    return None if value is None else to_moment(value)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(value)
    return value


def _text_or_none(value: object) -> str | None:
    return None if value is None else _text(value)


def _one_of(value: object, literal: Any) -> Any:
    if value not in get_args(literal):
        raise ValueError(value)
    return value
