"""Template contexts of Cursed Court: regions, crowns, players, cards, choices and scores, as plain values.

The cache of rendered page regions compares these values. Large contexts are compared by identity, which is fast: equal
data yields the same cached object, see `courtly.games.cursed_court.memory`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from courtly.scene.marks import Mark
from courtly.scene.page import CountStep


@dataclass(frozen=True, slots=True, kw_only=True)
class Crown:
    """A crown on the board.

    `coins` is None in a match without coins. `feint` is true if the viewer knows that the crown is the feint. `id` is
    the id of its piece in the scene. `pile` is the height of its coins, or `bound` if no player can double them.
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
    """A region's chance to score and its average points, as texts, and the chance as a number in percent."""

    chance: str
    points: str
    percent: int


@dataclass(frozen=True, slots=True)
class About:
    """Texts on a selected region."""

    needs: str
    odds: str


Dot = Literal["", "missing", "seen", "known"]
"""State of a noble in a set's grid: not in the set, missing, in the tableau, or known from hole cards."""


@dataclass(frozen=True, slots=True)
class Bid:
    """One stake of a bidding war."""

    mark: Mark
    coins: int


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Region:
    """One region: its nobles, its crowns, and whether the viewer can place a crown there.

    `shape` is the grid with the ids of a set's nobles, empty for a noble region. `seen` and `known` count a noble's
    cards in the tableau and in the hole cards that the viewer sees. `slot` is a set region's position around the grid.
    `closed` says why the viewer cannot place a crown there now or on the next turn. `laid` is a crown whose stake is
    still due. `war` lists the stakes of the current bidding war there, in order.
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
    """Hole cards between two neighbours: their number, the players who see them, and the cards that the viewer sees."""

    id: str
    count: int
    cards: tuple[Card, ...]
    shared: str
    between: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerPanel:
    """One seat's crowns and coins in hand, and its current activity.

    `crowns` has an entry for each crown in hand, true for the viewer's own feint. `spent` counts crowns on the board.
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
class CirclePlace:
    """One place on the circle around the board: a player or hole cards."""

    player: PlayerPanel | None = None
    gap: Gap | None = None


@dataclass(frozen=True, slots=True)
class Circle:
    """Players and hole cards, clockwise from the viewer's left: up the west, along the north, down the east."""

    west: Sequence[CirclePlace]
    north: Sequence[CirclePlace]
    east: Sequence[CirclePlace]


@dataclass(frozen=True, slots=True)
class Button:
    """A choice: the value it sends, its label, and a hint next to it."""

    value: str
    label: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class StakeStep:
    """A text on a stake. It applies to stakes of at least `coins`, up to the next text."""

    coins: int
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Dock:
    """The controls of the viewer's decision.

    For a bet, `plain` and `feint` say which crowns can be placed, and `bumped` who has bumped the viewer since their
    last turn. For a stake, `region` is the name of the region, `outlook` a text on its chance and `pays` one on its
    points. `least` and `most` are the limits of the stake. `steps` are texts, each with the stake from which it
    applies.
    """

    phase: Literal["bet", "stake", "rebuy", "wait"]
    note: str = ""
    bumped: str = ""
    plain: bool = False
    feint: bool = False
    buttons: tuple[Button, ...] = ()
    unit: str = ""
    least: int = 0
    most: int = 0
    region: str = ""
    outlook: str = ""
    pays: str = ""
    steps: tuple[StakeStep, ...] = ()


@dataclass(frozen=True, slots=True)
class Season:
    """One of the four seasons, its face-up card, and whether it is past, current or to come."""

    id: str
    name: str
    state: Literal["past", "now", "later"]
    card: Card | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredCrown:
    """A crown at the end of a year, with the reason for its points."""

    region: str
    noble: str
    dots: tuple[Dot, ...]
    coins: str
    points: int
    why: str
    feint: bool


@dataclass(frozen=True, slots=True)
class SeatYear:
    """One seat's points of a year, and its standing after it."""

    mark: Mark
    crowns: tuple[ScoredCrown, ...]
    gained: int
    score: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class YearCount:
    """The scoring of a year, crown by crown. It is empty for a year that was not dealt.

    `brief` is a title for a narrow page.
    """

    title: str
    brief: str
    dealt: bool
    holes: tuple[Card, ...]
    turned: tuple[Card, ...]
    seats: tuple[SeatYear, ...]
    pot: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SharedCard:
    """A hole card that a seat knows: its face if the viewer sees it too, and the player who shares it, in words.

    Hole cards that the viewer does not see are one `SharedCard` with their number.
    """

    card: Card | None
    words: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class TellingCrown:
    """A crown and the nobles that it still needs, from the viewer's knowledge. `number` is the number of its region."""

    number: int
    region: str
    noble: str
    coins: str
    words: str


@dataclass(frozen=True, slots=True, eq=False)
class CrownClues:
    """Conclusions about one seat: the hole cards that it knows, and the nobles that its crowns need; and its points."""

    mark: Mark
    score: str
    cards: tuple[SharedCard, ...]
    crowns: tuple[TellingCrown, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """The table during a match, and the viewer's choices.

    `sets` are the set regions in groups, in the order of their positions. `abouts` are the texts on each region, with
    its number and name. `seen` are the nobles in the tableau, `known` the nobles in the viewer's hole cards.
    `length` says how long the match lasts, and who wins. `is_between` means that the table is between two years, with
    no region in play. `is_over` means that the match has just ended, and the last count is shown.
    """

    dock: Dock
    year: str
    year_brief: str
    length: str
    seasons: tuple[Season, ...]
    seen: str
    known: str
    deck: str
    deck_count: int
    variants: Sequence[str]
    nobles: tuple[Region, ...]
    sets: tuple[tuple[Region, ...], ...]
    abouts: tuple[tuple[int, str, About], ...]
    own: PlayerPanel
    circle: Circle
    tells: tuple[CrownClues, ...]
    tableau_note: str
    aside: tuple[Card, ...]
    aside_note: str
    odds: Literal["on", "off", "withheld", "barred"]
    counts: tuple[YearCount, ...]
    earlier: tuple[YearCount, ...]
    is_between: bool
    is_over: bool


@dataclass(frozen=True, slots=True)
class YearRow:
    """Points of each seat in one year; None for a year that was not dealt."""

    title: str
    gained: list[int | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Final:
    """The final scoring: each year's points by seat, the standing, and every crown."""

    marks: list[Mark]
    rows: list[YearRow]
    standing: str
    scores: list[str]
    winners: list[int]
    counts: Sequence[YearCount]
    variants: list[str]
    left_out: str
    length: str
    steps: Sequence[CountStep]
