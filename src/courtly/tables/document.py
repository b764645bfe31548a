"""Documents of tables: a whole table, and its line in a list, as one viewer may see them.

The interface sends them, and the pages are built from them. `audience` makes the documents of live tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Annotated, Any, Literal, Protocol, Self

from pydantic import Field

from courtly.engine.play.match import Match
from courtly.tables.clocks import ClocksDocument, Timeout
from courtly.tables.journal import SeatKind, Status


class NamedSeat(Protocol):
    """A seat with the name of its player or bot."""

    @property
    def kind(self) -> SeatKind:
        """Who holds the seat."""
        ...

    @property
    def name(self) -> str:
        """The stored name, which may be empty."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatDocument:
    """A seat of a table."""

    kind: SeatKind
    name: str
    colour: str | None
    bot: str | None
    ready: bool
    substituted_by: Annotated[str | None, Field(description="The bot that plays for an absent player.")]
    forfeited: Annotated[bool, Field(description="Whether the player has lost the match because the clock ran out.")]
    present: bool | None
    shows_hand: Annotated[bool, Field(description="Whether spectators see the hand later, on the stage.")] = False

    @classmethod
    def of_person(cls, name: str, colour: str | None = None) -> Self:
        """Return the seat of a person who is ready and present."""
        return cls(
            kind="person", name=name, colour=colour, bot=None, ready=True, substituted_by=None, forfeited=False,
            present=True,
        )  # fmt: skip

    @property
    def is_held(self) -> bool:
        """Whether a person or a program holds the seat."""
        return self.kind in ("person", "program")

    def as_dict(self) -> dict[str, Any]:
        """Return plain JSON, with the old name `minded_by` of `substituted_by`."""
        return _plain(self) | {"minded_by": self.substituted_by}


@dataclass(frozen=True, slots=True)
class OriginDocument:
    """Where the table's first match comes from, if it was not dealt randomly. Such a match is practice.

    `position`: it continues another match after `moves` moves. `deal`: it has a shared deal. `day`: it has the deal of
    a day. `record`: it is a finished match that was played elsewhere.
    """

    kind: Literal["position", "deal", "day", "record"]
    moves: int
    day: str | None


@dataclass(frozen=True, slots=True)
class MeetingDocument:
    """A table where players wait for opponents. Such a table has no host.

    After a minute, the player in the seat `filler` may fill the open seats with bots, by the act `fill` without a seat.
    """

    may_fill: bool
    filler: int | None


@dataclass(frozen=True, slots=True)
class TakeBackDocument:
    """An open request to take back the last moves, and the seats whose players have not answered yet."""

    seat: Annotated[int, Field(description="The seat of the player who asks.")]
    waiting_for: list[int]


@dataclass(frozen=True, slots=True)
class EventRoundDocument:
    """The event and the round that a table belongs to.

    If its tables have the same deal, their records and reviews are closed until the whole round is over.
    """

    name: str
    round: int
    rounds: int
    code: Annotated[str | None, Field(description="The code of the event's link; only for players of the table.")]


Nested = ClocksDocument | EventRoundDocument | MeetingDocument | OriginDocument | TakeBackDocument
"""The documents in the fields of a table document, apart from its seats."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableDocument:
    """A table as the caller may see it. `join` and `watch` are the invitation codes; only the host gets them."""

    id: str
    version: int
    status: Status
    game: str
    options: dict[str, Any]
    seats: Sequence[SeatDocument]
    you: int | Literal["watch"] | None
    host: int | None
    meeting: Annotated[
        MeetingDocument | None,
        Field(description="Only while players of `POST /api/opponents` wait here: the match begins by itself."),
    ]
    clock: dict[str, Any] | None
    clocks: ClocksDocument | None
    stand_in: dict[str, Any] | None
    timeout: Timeout
    listed: bool
    watchers: bool
    talk: bool
    aids: bool
    rated: bool
    delay: Annotated[
        dict[str, Any] | None,
        Field(description='How much later spectators may see the hands that players show: `{"kind", "count"}`.'),
    ]
    known_deal: bool
    commitment: Annotated[str | None, Field(description="The SHA-256 of the server's secret for the deal, in hex.")]
    origin: OriginDocument | None
    event: EventRoundDocument | None
    match: int
    rematch: Annotated[
        list[int] | None,
        Field(description="The seats of the players who have agreed to the rematch; null before one is asked for."),
    ]
    turn: Annotated[int, Field(description="The number of moves and take-backs of the match so far.")]
    to_move: int | None
    take_back: TakeBackDocument | None
    may_take_back: Annotated[bool, Field(description="Whether the caller may ask to take back the last moves.")]
    view: dict[str, Any] | None
    join: str | None = None
    watch: str | None = None

    @property
    def own_seat(self) -> int | None:
        """The viewer's seat, None for a spectator or a stranger."""
        return self.you if isinstance(self.you, int) else None

    @property
    def is_hosted_by_viewer(self) -> bool:
        """Whether the viewer is the host; only the host sees the invitation codes."""
        return self.join is not None

    @property
    def has_days(self) -> bool:
        """Whether there are days for each move, so that the players visit other tables in the meantime."""
        return self.clock is not None and self.clock["kind"] == "days"

    @property
    def legal(self) -> list[str]:
        """The moves that the viewer may make now."""
        found: list[str] = self.view["legal"] if self.view else []
        return found

    @property
    def persons(self) -> int:
        """The number of seats that a person or a program holds."""
        return sum(seat.is_held for seat in self.seats)

    @property
    def all_agree(self) -> bool:
        """Whether no person has still to agree to a rematch."""
        return self.rematch is None or len(self.rematch) == self.persons

    @classmethod
    def of_match(cls, match: Match, seats: Sequence[SeatDocument], you: int | Literal["watch"]) -> Self:
        """Return the document of a match that is not at a live table, as a seat or a spectator sees it."""
        return cls(
            id="", version=0, status="over" if match.is_over else "playing", game=match.game, options=match.options,
            seats=seats, you=you, host=None, meeting=None, clock=None, clocks=None, stand_in=None, timeout="stand_in",
            listed=False, watchers=False, talk=False, aids=True, rated=False, delay=None, known_deal=False,
            commitment=None, origin=None, event=None, match=1, rematch=None, turn=match.version, to_move=match.to_move,
            take_back=None,
            may_take_back=False, view=match.view(None if you == "watch" else you),
        )  # fmt: skip

    def as_dict(self) -> dict[str, Any]:
        """Return plain JSON, with the old names that programs may still use. Only the host gets invitation codes."""
        document = _plain(self) | {"seats": [seat.as_dict() for seat in self.seats]}
        if not self.is_hosted_by_viewer:
            del document["join"], document["watch"]
        return document | {"minder": self.stand_in, "promise": self.commitment}


@dataclass(frozen=True, slots=True)
class ListedSeat:
    """A seat in a list of tables."""

    kind: SeatKind
    name: str
    bot: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableLine:
    """A table in a list; `yours` is the number of the caller's seat, or null."""

    id: str
    game: str
    status: Status
    to_move: int | None
    yours: int | None
    seats: list[ListedSeat]
    updated: str
    turn_since: Annotated[str | None, Field(description="When this turn began; null while no seat is to move.")]
    due: Annotated[str | None, Field(description="When the clock of this turn runs out; null without a clock.")]

    @property
    def has_open_seat(self) -> bool:
        """Whether a player can still sit down."""
        return self.status == "waiting" and any(seat.kind == "open" for seat in self.seats)

    def as_dict(self) -> dict[str, Any]:
        """Return plain JSON."""
        return _plain(self) | {"seats": [_plain(seat) for seat in self.seats]}


def _plain(document: SeatDocument | TableDocument | ListedSeat | TableLine) -> dict[str, Any]:
    """Return the fields of a document, and those of the documents in them."""
    values = ((each.name, getattr(document, each.name)) for each in fields(document))
    return {name: asdict(value) if isinstance(value, Nested) else value for name, value in values}


def with_presence(seats: Sequence[SeatDocument], present: Sequence[bool] | None = None) -> list[SeatDocument]:
    """Return seats with these players present, by default all."""
    return [replace(seat, present=here) for seat, here in zip(seats, present or [True] * len(seats), strict=True)]
