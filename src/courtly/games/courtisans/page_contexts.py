"""What the templates of Courtisans draw: cards, piles, families, rows, the tray and scores, as plain values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from courtly.scene.page import CountStep


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One card as it is drawn: face up, or face down with its number and the seat that played it.

    Attributes
    ----------
    id
        Its piece in the scene.
    family, role
        What it is; no family for one that lies face down, and no role for a courtier without one.
    label
        What it is called.
    number, by
        Of a spy: its number, and who played it while it lies face down.
    known
        The family of a card face down that the reader played.
    fresh
        Whether it came since the reader's last turn.
    move, move_words
        The move with which the reader's assassin eliminates it, and that move in words.
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
    """An amount as it is written, and whether it is `plus`, `minus`, `nil` or `open`."""

    text: str
    sign: str


@dataclass(frozen=True, slots=True)
class Pile:
    """The cards of one column that lie in one area, and what they are worth now; in the Queen's column the spies."""

    column: str
    cards: Sequence[Card]
    value: Value | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """A button: what it sends, and what it says."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class Fact:
    """A title and how much there is of it."""

    title: str
    value: str


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where the cards of a family are, as far as the reader has seen them; `roles` of those that are left."""

    title: str
    facts: Sequence[Fact]
    roles: str


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """One column of the cloth: a family's standing, or the spies that wait in the Queen's.

    `pull` is how far its emblem is drawn up or down: `up-1` to `up-3`, `down-1` to `down-3`, or nothing.
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
    whereabouts: Whereabouts | None


@dataclass(frozen=True, slots=True)
class Side:
    """One side of the Queen's table; `place` when a card may be played there now, `aimed` under an assassin's eyes."""

    id: str
    piles: Sequence[Pile]
    place: Choice | None
    aimed: bool


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a domain would be worth: now, at least and at most, and where that is on the axis."""

    value: Value
    spread: str
    words: str
    x: float
    least: float
    most: float


@dataclass(frozen=True, slots=True)
class Tick:
    """A figure on the axis."""

    x: float
    text: str


@dataclass(frozen=True, slots=True)
class Axis:
    """The one scale of all forecasts."""

    zero: float
    ticks: Sequence[Tick]


@dataclass(frozen=True, slots=True)
class Back:
    """A mission as it lies before its seat, face down; `colour` is empty in an edition without colours."""

    id: str
    colour: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Domain:
    """A row of the matrix: one seat, the cards before it, and what they are worth."""

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
class Gone:
    """How many cards of a family were eliminated, or of spies that nobody turned up."""

    family: str
    name: str
    count: int


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card in hand; `value` begins the move that plays it, empty when it is not one's turn."""

    value: str
    card: Card
    family: str
    role: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Area:
    """One of the three areas of a turn, and whether it is used."""

    title: str
    used: bool


@dataclass(frozen=True, slots=True)
class Victim:
    """A card that an assassin may eliminate, as a button of the tray; `side` of the Queen's table, if it lies there."""

    card: Card
    side: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Mission:
    """One of the reader's missions: in full and in short, and how far it is, in words and in figures alone (`brief`).

    `role` and `pips` draw what is counted: so many there, so many asked.
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
    """Something that is worked out for the reader, and may be switched off."""

    name: str
    title: str
    shown: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """The matrix, the same during the match and after it."""

    players: int
    above: Side
    below: Side
    houses: Sequence[House]
    domains: Sequence[Domain]
    axis: Axis | None
    deck: int
    removed: int
    eliminated: Sequence[Card]
    gone: Sequence[Gone]


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """The table during a match, and what the reader may choose.

    `playing` is whether a card of the hand may be played now; `note` says what is ours of the missions.
    """

    table: Table
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
    """A mission of the count: in full and in short, its colour, whether it is met and what it brought."""

    id: str
    text: str
    short: str
    colour: str
    met: bool
    points: Value


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """How one seat came to its points."""

    seat: int
    name: str
    mine: bool
    winner: bool
    cards: Value
    missions: Sequence[ScoredMission]
    total: str


@dataclass(frozen=True, slots=True)
class Final:
    """The table after the spies are revealed, and every point; `scores` are in the order of the rows."""

    table: Table
    scores: Sequence[Score]
    ranking: Sequence[Score]
    heads: Sequence[str]
    settled: str
    steps: Sequence[CountStep]
