"""Template contexts of Cursed Court: regions, crowns, players, cards, choices and scores, as plain values.

The structs are values of the parts of a page, or are inside them; see `courtly.games.cursed_court.page_parts`. The
larger ones are cached by their inputs, see `courtly.games.cursed_court.memory`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from msgspec import Struct

from courtly.scene.marks import Pennant
from courtly.scene.page import CountStep


class SeatMark(Struct, frozen=True):
    """A player on the board: the pennant gives the colour and the letter of the player's crowns."""

    seat: int
    name: str
    pennant: Pennant
    mine: bool


class Crown(Struct, frozen=True, kw_only=True):
    """A crown on the board.

    `coins` is None in a match without coins. `feint` is true if the viewer knows that the crown is the feint. `id` is
    the id of its piece in the scene. `pile` is the height of its coins, or `bound` if no player can double them.
    """

    id: str
    mark: SeatMark
    coins: int | None
    pile: Literal["none", "few", "some", "much", "bound"]
    feint: bool
    fresh: bool
    label: str


class Odds(Struct, frozen=True):
    """A region's chance to score and its average points, as texts, and the chance as a number in percent."""

    chance: str
    points: str
    percent: int


class About(Struct, frozen=True):
    """Texts on a selected region. `closed` says why the viewer cannot bet there."""

    needs: str
    odds: str
    closed: str


Dot = Literal["", "missing", "seen", "known"]
"""State of a noble in a set's grid: not in the set, missing, in the tableau, or known from hole cards."""


class Bid(Struct, frozen=True):
    """One stake of a bidding war."""

    mark: SeatMark
    coins: int


class RegionTile(Struct, frozen=True, kw_only=True):
    """The face of a region: its nobles, and whether the viewer can place a crown there.

    `shape` is the grid with the ids of a set's nobles, empty for a noble region. `seen` and `known` count a noble's
    cards in the tableau and in the hole cards that the viewer sees. `slot` is a set region's position around the grid.
    `closed` says why the viewer cannot place a crown there now or on the next turn. If it is possible, `needs` says
    what the region needs to score.
    """

    number: int
    id: str
    name: str
    nobles: str
    shape: tuple[str, ...]
    seen: int
    known: int
    slot: int
    closed: str
    needs: str
    summary: str


class Stakes(Struct, frozen=True, kw_only=True):
    """The crowns in a region.

    `laid` is a crown whose stake is still due. `war` lists the stakes of the current bidding war there, in order.
    `held` says who is there and what a crown needs; it is empty for a closed region.
    """

    region: str
    crowns: tuple[Crown, ...]
    laid: Crown | None
    war: tuple[Bid, ...]
    held: str


class Region(Struct, frozen=True):
    """One region. Its values are sent one by one."""

    tile: RegionTile
    stakes: Stakes
    odds: Odds | None
    about: About


class Card(Struct, frozen=True):
    """Cards of one noble; `known` of them are hole cards."""

    noble: str
    name: str
    count: int
    known: int = 0


class Gap(Struct, frozen=True):
    """Hole cards between two neighbours: their number, the players who see them, and the cards that the viewer sees."""

    id: str
    count: int
    cards: tuple[Card, ...]
    shared: str
    between: str


class PlayerPanel(Struct, frozen=True, kw_only=True):
    """One seat's crowns and coins in hand, and its current activity.

    `crowns` has an entry for each crown in hand, true for the viewer's own feint. `spent` counts crowns on the board.
    `has_clues` means that the page can show the clues from the crowns of the opponents.
    """

    mark: SeatMark
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
    has_clues: bool


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


class Button(Struct, frozen=True):
    """A choice: the value it sends, its label, and a hint next to it."""

    value: str
    label: str
    hint: str = ""


class StakeStep(Struct, frozen=True):
    """A text on a stake. It applies to stakes of at least `coins`, up to the next text."""

    coins: int
    words: str


class Dock(Struct, frozen=True, kw_only=True):
    """The controls of the viewer's decision.

    For a bet, `plain` and `feint` say which crowns can be placed, and `bumped` who has bumped the viewer since their
    last turn. `legend` is the text of a link to the legend. For a stake, `region` is the name of the region, `outlook`
    a text on its chance and `pays` one on its points. `least` and `most` are the limits of the stake. `steps` are
    texts, each with the stake from which it applies.
    """

    phase: Literal["bet", "stake", "rebuy", "wait"]
    note: str = ""
    bumped: str = ""
    legend: str = ""
    plain: bool = False
    feint: bool = False
    buttons: tuple[Button, ...] = ()
    least: int = 0
    most: int = 0
    region: str = ""
    outlook: str = ""
    pays: str = ""
    steps: tuple[StakeStep, ...] = ()


class Facts(Struct, frozen=True):
    """The facts above the table: the year, also for a narrow page, and the variants in play."""

    year: str
    year_brief: str
    variants: tuple[str, ...]


class FaceUp(Struct, frozen=True):
    """The nobles in the tableau, and those in the viewer's hole cards."""

    seen: str
    known: str


class Deck(Struct, frozen=True):
    """The deck in words, and the number of its cards; 0 if it is not shown."""

    words: str
    count: int


class Aside(Struct, frozen=True):
    """The cards that sit out, as far as the viewer may see them, and a sentence; empty if no cards do.

    `label` names the cards, or says how many there are.
    """

    cards: tuple[Card, ...]
    note: str
    label: str


class Season(Struct, frozen=True):
    """One of the four seasons, its face-up card, and whether it is past, current or to come."""

    id: str
    name: str
    state: Literal["past", "now", "later"]
    card: Card | None


class ScoredCrown(Struct, frozen=True, kw_only=True):
    """A crown at the end of a year, with the reason for its points."""

    region: str
    noble: str
    dots: tuple[Dot, ...]
    coins: str
    points: int
    why: str
    feint: bool


class SeatYear(Struct, frozen=True):
    """One seat's points of a year, and its standing after it."""

    mark: SeatMark
    crowns: tuple[ScoredCrown, ...]
    gained: int
    score: str


class YearCount(Struct, frozen=True, kw_only=True):
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


class SharedCard(Struct, frozen=True):
    """A hole card that a seat knows: its face if the viewer sees it too, and the player who shares it, in words.

    Hole cards that the viewer does not see are one `SharedCard` with their number.
    """

    card: Card | None
    words: str
    count: int = 1


class TellingCrown(Struct, frozen=True):
    """A crown and the nobles that it still needs, from the viewer's knowledge. `number` is the number of its region."""

    number: int
    region: str
    noble: str
    coins: str
    words: str


class CrownClues(Struct, frozen=True):
    """Conclusions about one seat: the hole cards that it knows, and the nobles that its crowns need; and its points."""

    mark: SeatMark
    score: str
    cards: tuple[SharedCard, ...]
    crowns: tuple[TellingCrown, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """The table during a match, and the viewer's choices.

    `sets` are the set regions in groups, in the order of their positions. `tells` are the clues about each opponent.
    `length` says how long the match lasts, and who wins. `counts` are the years that ended since the viewer's last
    turn, `earlier` the other ones. `is_between` means that the table is between two years, with no region in play.
    `is_over` means that the match has just ended, and the last count is shown.
    """

    dock: Dock
    facts: Facts
    length: str
    seasons: tuple[Season, ...]
    face_up: FaceUp
    deck: Deck
    nobles: tuple[Region, ...]
    sets: tuple[tuple[Region, ...], ...]
    own: PlayerPanel
    circle: Circle
    tells: tuple[CrownClues, ...]
    tableau_note: str
    aside: Aside
    odds: Literal["on", "off", "withheld", "barred"]
    counts: tuple[YearCount, ...]
    earlier: tuple[YearCount, ...]
    players: int
    is_between: bool
    is_over: bool

    @property
    def regions(self) -> Sequence[Region]:
        """All regions: the nobles, then the sets."""
        return *self.nobles, *(region for group in self.sets for region in group)


@dataclass(frozen=True, slots=True)
class YearRow:
    """Points of each seat in one year; None for a year that was not dealt."""

    title: str
    gained: list[int | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Final:
    """The final scoring: each year's points by seat, the standing, and every crown."""

    marks: list[SeatMark]
    rows: list[YearRow]
    standing: str
    scores: list[str]
    winners: list[int]
    counts: Sequence[YearCount]
    variants: list[str]
    left_out: str
    length: str
    steps: Sequence[CountStep]
