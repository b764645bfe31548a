"""Template contexts of Courtisans as plain values: cards, piles, families, rows and choices.

Most are frozen structs, because they are (in) the values of the page's parts; see `courtly.scene.page_parts`.
"""

from __future__ import annotations

from dataclasses import dataclass

from msgspec import Struct

from courtly.scene.marks import Pennant


class Card(Struct, frozen=True, kw_only=True):
    """One card as rendered: face up, or face down with its number and the pennant of the player who played it.

    Attributes
    ----------
    id
        Id of its piece in the scene.
    family, role
        Its family (None for a face-down card) and its role (empty for a courtier without a role).
    label
        Its name.
    number
        For a spy: its number.
    by
        For a face-down card and for a fresh card on the table: the pennant of the player who played it.
    known
        For a face-down card that the viewer played: its family.
    fresh
        Whether it was played or eliminated since the viewer's last turn.
    news
        For a fresh card on the table: that it is new, and who played it.
    move, move_words
        The move with which the viewer's assassin eliminates it, and that move in words.
    """

    id: str
    family: str | None
    role: str
    label: str
    number: str = ""
    by: Pennant | None = None
    known: str = ""
    fresh: bool = False
    news: str = ""
    move: str = ""
    move_words: str = ""


class Value(Struct, frozen=True):
    """A formatted amount, and its sign: `plus`, `minus`, `nil`, or `open` if it depends on face-down cards."""

    text: str
    sign: str


class Pile(Struct, frozen=True):
    """The cards of one column in one area and their current value. The Queen's column holds the spies."""

    column: str
    cards: tuple[Card, ...]
    value: Value | None = None


class Choice(Struct, frozen=True):
    """A button: the value that it sends, and its label."""

    value: str
    label: str


class Fact(Struct, frozen=True):
    """A title and a value."""

    title: str
    value: str


class CardLocations(Struct, frozen=True):
    """The locations of a family's cards. `facts` counts the cards by location, `roles` the unseen cards by role."""

    family: str
    title: str
    facts: tuple[Fact, ...]
    roles: str


class FamilyColumn(Struct, frozen=True, kw_only=True):
    """One column of the mat: a family's standing, or the spies in the Queen's column.

    `pull` is the shift of the family's emblem: `up-1` to `up-3` if more cards are above, `down-1` to `down-3` if more
    are below, or empty. `cards_title` is the title of the locations of its cards, empty if the page does not show them.
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
    cards_title: str


class Side(Struct, frozen=True):
    """One side of the Queen's table.

    `title` is its name. `place` is the button that plays a card there, if that is legal. `aimed` is true if the
    viewer's assassin may choose a target there.
    """

    id: str
    title: str
    piles: tuple[Pile, ...]
    place: Choice | None
    aimed: bool


class Forecast(Struct, frozen=True, kw_only=True):
    """A domain's value: current, lowest and highest, and the positions of these and of zero on the axis.

    `colour` is the colour of the domain's owner.
    """

    value: Value
    spread: str
    words: str
    x: float
    least: float
    most: float
    zero: float
    colour: str


class Tick(Struct, frozen=True):
    """A labelled position on the axis."""

    x: float
    text: str


class Axis(Struct, frozen=True):
    """The axis that all forecasts share."""

    zero: float
    ticks: tuple[Tick, ...]


class Back(Struct, frozen=True):
    """A face-down mission of a seat; `colour` is empty in an edition without colours."""

    id: str
    colour: str


class Domain(Struct, frozen=True, kw_only=True):
    """A row of the matrix: one seat, its domain and the value of its cards."""

    id: str
    seat: int
    name: str
    title: str
    pennant: Pennant
    mine: bool
    decides: bool
    first: bool
    hand: tuple[str, ...]
    held: str
    piles: tuple[Pile, ...]
    forecast: Forecast | None
    backs: tuple[Back, ...]
    place: Choice | None
    aimed: bool


class EliminatedCount(Struct, frozen=True):
    """The number of eliminated cards of a family, or of eliminated spies that stay unknown.

    `fresh` is whether one of them was eliminated since the viewer's last turn.
    """

    family: str
    name: str
    count: int
    fresh: bool


class HandCard(Struct, frozen=True):
    """A card in hand. `value` is the start of the move that plays it, or empty if it cannot be played now.

    `says` is the name of the card with the effect of its role.
    """

    value: str
    card: Card
    family: str
    role: str
    chosen: bool
    says: str


class Area(Struct, frozen=True):
    """One of the three areas of a turn, and whether the turn has used it."""

    title: str
    used: bool


class Victim(Struct, frozen=True):
    """A card that an assassin may eliminate, as a button; `side` is set if the card is at the Queen's table."""

    card: Card
    side: str


class Mission(Struct, frozen=True, kw_only=True):
    """One of the viewer's missions.

    `number` counts the viewer's missions from 1. A mission has a full and a short text, its points in words (`worth`,
    `points`) and as a number (`brief_worth`), and its progress in words (`counted`) and in short lines (`brief`).
    `counting` says which cards the progress counts, if it leaves some out. A mission that names two families counts one
    of them, `family`; `sides` has its cards above and below.

    If the mission counts cards of a role, `role` is that role. `pips` then has one entry per card that is needed or
    held, true for each held card. `note` says that most missions of edition 2023 are ours.
    """

    id: str
    number: int
    text: str
    short: str
    colour: str
    worth: str
    points: str
    brief_worth: str
    note: str
    counted: str = ""
    counting: str = ""
    brief: tuple[str, ...] = ()
    state: str = ""
    met: bool = False
    role: str = ""
    family: str = ""
    sides: tuple[int, int] = (0, 0)
    pips: tuple[bool, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TableContext:
    """The matrix, used during the match and after it."""

    players: int
    above: Side
    below: Side
    houses: tuple[FamilyColumn, ...]
    domains: tuple[Domain, ...]
    whereabouts: tuple[CardLocations, ...]
    axis: Axis | None
    deck: int
    removed: int
    eliminated: tuple[Card, ...]
    gone: tuple[EliminatedCount, ...]
