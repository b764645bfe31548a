"""What the templates of Cursed Court draw: regions, crowns, players, cards, choices and counts, as plain values.

Regions of a page are remembered by these values. Those with many parts equal only themselves, which is found out at
once: they are made once for the same facts, see `courtly.games.cursed_court.memory`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from courtly.scene.marks import Mark
from courtly.scene.page import CountStep


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


Dot = Literal["", "missing", "seen", "known"]
"""A place of the little grid: not of the set, still missing, in the tableau, or known from hole cards."""


@dataclass(frozen=True, slots=True)
class Bid:
    """One stake of a war."""

    mark: Mark
    coins: int


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Region:
    """One region: what it shows, who holds it, and whether a crown can be placed there now.

    `shape` is that of a set region in the grid of nobles, with the ids of those in it, and empty for a noble; `seen`
    and `known` count a noble's cards in the tableau and among the hole cards that the reader sees; `slot` is the place
    in the ring of set regions.
    `closed` says why the reader cannot place a crown there, whoever decides; `laid` is a crown whose coins are asked.
    `war` has the stakes of a war that goes on there, one after the other.
    """

    number: int
    id: str
    name: str
    nobles: str
    shape: tuple[str, ...]
    seen: int
    known: int
    slot: int
    crowns: tuple[Crown, ...]
    closed: str
    laid: Crown | None
    war: tuple[Bid, ...]
    odds: Odds | None
    about: About
    held: str
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
    cards: tuple[Card, ...]
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
    crowns: tuple[bool, ...]
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

    west: Sequence[Stop]
    north: Sequence[Stop]
    east: Sequence[Stop]


@dataclass(frozen=True, slots=True)
class Button:
    """A choice: what it sends, what it says, and what is said beside it."""

    value: str
    label: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """What holds from a number of coins on, until the next step."""

    coins: int
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Dock:
    """What is asked. In a bet `plain` and `feint` tell which crowns can be placed; a stake has limits.

    `region` is the name of what a stake is for, `outlook` what it may bring; `steps` are the numbers of coins from
    which on something else holds, with what does.
    """

    phase: Literal["bet", "stake", "rebuy", "wait"]
    note: str = ""
    plain: bool = False
    feint: bool = False
    buttons: tuple[Button, ...] = ()
    unit: str = ""
    least: int = 0
    most: int = 0
    region: str = ""
    outlook: str = ""
    steps: tuple[Step, ...] = ()


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
    dots: tuple[Dot, ...]
    coins: str
    points: int
    why: str
    feint: bool


@dataclass(frozen=True, slots=True)
class SeatYear:
    """What one seat scored in a year, and its standing after it."""

    mark: Mark
    crowns: tuple[ScoredCrown, ...]
    gained: int
    score: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class YearCount:
    """The count at a year's end, crown by crown; a year that was not played has none."""

    title: str
    dealt: bool
    holes: tuple[Card, ...]
    turned: tuple[Card, ...]
    seats: tuple[SeatYear, ...]
    pot: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SharedCard:
    """A hole card that somebody knows, or several: what it is if the reader sees it too, and with whom it is shared."""

    card: Card | None
    words: str


@dataclass(frozen=True, slots=True)
class TellingCrown:
    """A crown and what it needs, by what the reader knows; `number` is that of its region."""

    number: int
    region: str
    noble: str
    coins: str
    words: str


@dataclass(frozen=True, slots=True, eq=False)
class Told:
    """What the crowns of a seat may tell: the hole cards that it knows, and what its crowns need."""

    mark: Mark
    cards: tuple[SharedCard, ...]
    crowns: tuple[TellingCrown, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """The table during a match, and what the reader may choose.

    `sets` are the set regions in groups, in the order of the ring; `abouts` what is said of each region, by its number
    and name; `seen` are the nobles in the tableau, `known` those of the hole cards that the reader sees. `is_between`
    two years no region is played.
    """

    dock: Dock
    year: str
    seasons: tuple[Season, ...]
    seen: str
    known: str
    deck: str
    variants: Sequence[str]
    nobles: tuple[Region, ...]
    sets: tuple[tuple[Region, ...], ...]
    abouts: tuple[tuple[int, str, About], ...]
    own: Player
    circle: Circle
    tells: tuple[Told, ...]
    tableau_note: str
    aside: tuple[Card, ...]
    aside_note: str
    odds: Literal["on", "off", "withheld", "barred"]
    counts: tuple[YearCount, ...]
    earlier: tuple[YearCount, ...]
    is_between: bool


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
    counts: Sequence[YearCount]
    variants: list[str]
    left_out: str
    steps: Sequence[CountStep]
