"""Template contexts of Courtisans as plain values: cards, piles, families, rows, the tray and scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from courtly.scene.page import CountStep


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One card as rendered: face up, or face down with its number and the seat that played it.

    Attributes
    ----------
    id
        Id of its piece in the scene.
    family, role
        Its family, None for a face-down card, and its role, empty for a courtier without one.
    label
        Its name.
    number, by
        For a spy: its number, and the seat that played it while it is face down.
    known
        For a face-down card that the viewer played: its family.
    fresh
        Whether it was played since the viewer's last turn.
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
    """A formatted amount, and its sign: `plus`, `minus`, `nil` or `open`."""

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
    """Known locations of a family's cards; `roles` lists the cards that the viewer has not seen."""

    title: str
    facts: Sequence[Fact]
    roles: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FamilyColumn:
    """One column of the cloth: a family's standing, or the spies in the Queen's column.

    `pull` is the shift of its emblem: `up-1` to `up-3`, `down-1` to `down-3`, or empty.
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
    """One side of the Queen's table. `place` is set if a card may go there; `aimed` if an assassin may strike there."""

    id: str
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
    """The common scale of all forecasts."""

    zero: float
    ticks: Sequence[Tick]


@dataclass(frozen=True, slots=True)
class Back:
    """A face-down mission of a seat; `colour` is empty in an edition without colours."""

    id: str
    colour: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Domain:
    """A row of the matrix: one seat, its domain and the value of the cards there."""

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
    """The number of eliminated cards of a family, or of eliminated spies that stay unknown."""

    family: str
    name: str
    count: int


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card in hand; `value` is the prefix of the move that plays it, empty if the seat cannot play it now."""

    value: str
    card: Card
    family: str
    role: str
    chosen: bool


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
    """One of the viewer's missions: full and short text, and progress in words (`counted`) and in figures (`brief`).

    `role` and `pips` show counted cards: one pip per card needed or held, true if the card is there.
    """

    id: str
    text: str
    short: str
    colour: str
    counted: str = ""
    brief: str = ""
    state: str = ""
    met: bool = False
    role: str = ""
    pips: Sequence[bool] = ()


@dataclass(frozen=True, slots=True)
class Aid:
    """A figure computed for the viewer, who can turn it off."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """The table during a match, and the viewer's choices.

    `playing` is whether a card of the hand may be played now; `note` says which missions are this project's own.
    """

    table: TableContext
    playing: bool
    turn: int
    turns: int
    seat: int | None
    hand: Sequence[HandCard]
    areas: Sequence[Area]
    victims: Sequence[Victim]
    spare: Choice | None
    missions: Sequence[Mission]
    note: str
    aids: Sequence[Aid]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredMission:
    """A scored mission: full and short text, colour, whether it is met, and its points."""

    id: str
    text: str
    short: str
    colour: str
    met: bool
    points: Value


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """The score of one seat, broken down."""

    seat: int
    name: str
    mine: bool
    winner: bool
    cards: Value
    missions: Sequence[ScoredMission]
    total: str


@dataclass(frozen=True, slots=True)
class Final:
    """The table after the spies are revealed, with all points; `scores` are in row order."""

    table: TableContext
    scores: Sequence[Score]
    ranking: Sequence[Score]
    heads: Sequence[str]
    settled: str
    steps: Sequence[CountStep]
