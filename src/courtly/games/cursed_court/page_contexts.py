"""What the templates of Cursed Court draw: regions, crowns, players, cards, choices and counts, as plain values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from courtly.scene.marks import Mark


@dataclass(frozen=True, slots=True, kw_only=True)
class Crown:
    """A crown on the board; `coins` is None where there are none in the game, `feint` what this reader knows.

    `id` names it as in the scene; `pile` says how high its coins stand, `bound` once nobody can double them.
    """

    id: str
    mark: Mark
    coins: int | None
    pile: Literal["none", "few", "some", "much", "bound"]
    feint: bool
    fresh: bool
    label: str


@dataclass(frozen=True, slots=True)
class Odds:
    """A region's chance to score and its average points, in words and as a number of hundredths."""

    chance: str
    points: str
    percent: int


@dataclass(frozen=True, slots=True)
class About:
    """What is said of a region once it is chosen."""

    needs: str
    odds: str
    held: str


Dot = Literal["", "missing", "seen", "known"]
"""A place of the little grid: not of the set, still missing, in the tableau, or known from hole cards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Region:
    """One region: what it shows, who holds it, and whether a crown can be placed there now.

    `dots` is the shape of a set region in the grid of nobles and empty for a noble; `seen` and `known` count a noble's
    cards in the tableau and among the hole cards that the reader sees; `slot` is the place in the ring of set regions.
    """

    number: int
    id: str
    name: str
    dots: list[Dot]
    seen: int
    known: int
    slot: int
    crowns: list[Crown]
    legal: bool
    closed: str
    pending: bool
    odds: Odds | None
    about: About
    summary: str


@dataclass(frozen=True, slots=True)
class Card:
    """Cards of one noble; `known` of them are hole cards."""

    noble: str
    name: str
    count: int
    known: int = 0


@dataclass(frozen=True, slots=True)
class Gap:
    """Hole cards between two neighbours: how many, who sees them, and what they are if the reader is one of those."""

    id: str
    count: int
    cards: list[Card]
    shared: str
    between: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """What one seat has in hand, and what it does now or why it is passed over.

    `crowns` has an entry for each crown in hand, true for the reader's own feint; `spent` are those on the board.
    """

    mark: Mark
    to_move: bool
    holds_marker: bool
    out: bool
    crowns: list[bool]
    spent: int
    purse: int | None
    coins: str
    points: int
    score: str
    doing: str


@dataclass(frozen=True, slots=True)
class Stop:
    """What lies on one place of the circle around the court: a player, or hole cards."""

    player: Player | None = None
    gap: Gap | None = None


@dataclass(frozen=True, slots=True)
class Circle:
    """Players and hole cards in turn order, clockwise from the reader's left: up the west, along the north, down."""

    west: list[Stop]
    north: list[Stop]
    east: list[Stop]


@dataclass(frozen=True, slots=True)
class Button:
    """A choice: what it sends, what it says, and what is said beside it."""

    value: str
    label: str
    hint: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dock:
    """What is asked. In a bet `plain` and `feint` tell which crowns can be placed; a stake has limits."""

    asked: str
    phase: Literal["bet", "stake", "rebuy", "wait"]
    note: str = ""
    plain: bool = False
    feint: bool = False
    buttons: list[Button] = field(default_factory=list)
    unit: str = ""
    least: int = 0
    most: int = 0


@dataclass(frozen=True, slots=True)
class Season:
    """One of the four seasons, the card it turned up, and whether it is over, now, or to come."""

    id: str
    name: str
    state: Literal["past", "now", "later"]
    card: Card | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredCrown:
    """A crown at the end of a year, and why it scored what it did."""

    region: str
    noble: str
    dots: list[Dot]
    coins: str
    points: int
    why: str
    feint: bool


@dataclass(frozen=True, slots=True)
class SeatYear:
    """What one seat scored in a year, and its standing after it."""

    mark: Mark
    crowns: list[ScoredCrown]
    gained: int
    score: str


@dataclass(frozen=True, slots=True, kw_only=True)
class YearCount:
    """The count at a year's end, crown by crown; a year that was not played has none."""

    title: str
    dealt: bool
    cards: list[Card]
    seats: list[SeatYear]
    pot: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """The table during a match, and what the reader may choose."""

    dock: Dock
    year: str
    seasons: list[Season]
    deck: str
    variants: list[str]
    regions: list[Region]
    own: Player
    circle: Circle
    tableau_note: str
    aside: list[Card]
    aside_note: str
    odds: Literal["on", "off", "withheld"]
    counts: list[YearCount]
    earlier: list[YearCount]
    coinless: bool


@dataclass(frozen=True, slots=True)
class YearRow:
    """What each seat scored in one year; None in a year that was not played."""

    title: str
    gained: list[int | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Final:
    """The match counted: each year's points by seat, the standing, and every crown."""

    marks: list[Mark]
    rows: list[YearRow]
    standing: str
    scores: list[str]
    winners: list[int]
    counts: list[YearCount]
    variants: list[str]
    left_out: str
