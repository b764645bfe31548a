"""Template contexts of Courtisans as plain values: cards, piles, families, rows and choices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One card as rendered: face up, or face down with its number and the seat that played it.

    Attributes
    ----------
    id
        Id of its piece in the scene.
    family, role
        Its family (None for a face-down card) and its role (empty for a courtier without a role).
    label
        Its name.
    number, by
        For a spy: its number and, while it is face down, the seat that played it.
    known
        For a face-down card that the viewer played: its family.
    fresh
        Whether it was played or eliminated since the viewer's last turn.
    move, move_words
        The move with which the viewer's assassin eliminates it, and that move in words.
    """

    id: str
    family: str | None
    role: str
    label: str
    number: str = ""
    by: int | None = None
    known: str = ""
    fresh: bool = False
    move: str = ""
    move_words: str = ""


@dataclass(frozen=True, slots=True)
class Value:
    """A formatted amount, and its sign: `plus`, `minus`, `nil`, or `open` if it depends on face-down cards."""

    text: str
    sign: str


@dataclass(frozen=True, slots=True)
class Pile:
    """The cards of one column in one area and their current value. The Queen's column holds the spies."""

    column: str
    cards: Sequence[Card]
    value: Value | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """A button: the value that it sends, and its label."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class Fact:
    """A title and a value."""

    title: str
    value: str


@dataclass(frozen=True, slots=True)
class CardLocations:
    """The locations of a family's cards. `facts` counts the cards by location, `roles` the unseen cards by role."""

    title: str
    facts: Sequence[Fact]
    roles: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FamilyColumn:
    """One column of the mat: a family's standing, or the spies in the Queen's column.

    `pull` is the shift of the family's emblem: `up-1` to `up-3` if more cards are above, `down-1` to `down-3` if more
    are below, or empty.
    """

    family: str
    name: str
    above: int
    below: int
    status: str
    status_words: str
    summary: str
    pull: str
    may_turn: bool
    whereabouts: CardLocations | None


@dataclass(frozen=True, slots=True)
class Side:
    """One side of the Queen's table.

    `title` is its name. `place` is the button that plays a card there, if that is legal. `aimed` is true if the
    viewer's assassin may choose a target there.
    """

    id: str
    title: str
    piles: Sequence[Pile]
    place: Choice | None
    aimed: bool


@dataclass(frozen=True, slots=True)
class Forecast:
    """A domain's value: current, lowest and highest, and their positions on the axis."""

    value: Value
    spread: str
    words: str
    x: float
    least: float
    most: float


@dataclass(frozen=True, slots=True)
class Tick:
    """A labelled position on the axis."""

    x: float
    text: str


@dataclass(frozen=True, slots=True)
class Axis:
    """The axis that all forecasts share."""

    zero: float
    ticks: Sequence[Tick]


@dataclass(frozen=True, slots=True)
class Back:
    """A face-down mission of a seat; `colour` is empty in an edition without colours."""

    id: str
    colour: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Domain:
    """A row of the matrix: one seat, its domain and the value of its cards."""

    id: str
    seat: int
    name: str
    title: str
    mine: bool
    decides: bool
    first: bool
    hand: Sequence[str]
    held: str
    piles: Sequence[Pile]
    forecast: Forecast | None
    backs: Sequence[Back]
    place: Choice | None
    aimed: bool


@dataclass(frozen=True, slots=True)
class EliminatedCount:
    """The number of eliminated cards of a family, or of eliminated spies that stay unknown.

    `fresh` is whether one of them was eliminated since the viewer's last turn.
    """

    family: str
    name: str
    count: int
    fresh: bool


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card in hand. `value` is the start of the move that plays it, or empty if it cannot be played now.

    `says` is the name of the card with the effect of its role.
    """

    value: str
    card: Card
    family: str
    role: str
    chosen: bool
    says: str


@dataclass(frozen=True, slots=True)
class Area:
    """One of the three areas of a turn, and whether the turn has used it."""

    title: str
    used: bool


@dataclass(frozen=True, slots=True)
class Victim:
    """A card that an assassin may eliminate, as a button; `side` is set if the card is at the Queen's table."""

    card: Card
    side: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Mission:
    """One of the viewer's missions.

    It has a full and a short text, its points in words (`worth`, `points`) and as a number
    (`brief_worth`), and its progress in words (`counted`) and in numbers (`brief`). `counting` says which cards the
    progress counts, if it leaves some out.

    If the mission counts cards of a role, `role` is that role. `pips` then has one entry per card that is needed or
    held, true for each held card.
    """

    id: str
    text: str
    short: str
    colour: str
    worth: str
    points: str
    brief_worth: str
    counted: str = ""
    counting: str = ""
    brief: str = ""
    state: str = ""
    met: bool = False
    role: str = ""
    pips: Sequence[bool] = ()


@dataclass(frozen=True, slots=True)
class Aid:
    """An aid: computed values that the viewer can turn off."""

    name: str
    title: str
    shown: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TableContext:
    """The matrix, used during the match and after it."""

    players: int
    above: Side
    below: Side
    houses: Sequence[FamilyColumn]
    domains: Sequence[Domain]
    axis: Axis | None
    deck: int
    removed: int
    eliminated: Sequence[Card]
    gone: Sequence[EliminatedCount]
