"""What the templates of Courtisans draw: cards, columns, domains, choices and scores, as plain values."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Chip:
    """One card as it is drawn: face up, or face down with its number.

    `known` is the family of a card face down that the reader played, and `known_letter` its letter; `spied` says that a
    card revealed at the end had lain face down.
    """

    family: str | None
    role: str
    letter: str
    label: str
    known: str = ""
    known_letter: str = ""
    fresh: bool = False
    spied: bool = False
    points: int | None = None


@dataclass(frozen=True, slots=True)
class Column:
    """One column of the mat, with the cards above and below it and what they amount to."""

    family: str
    name: str
    letter: str
    above: list[Chip]
    below: list[Chip]
    above_count: int
    below_count: int
    status: str
    status_words: str
    summary: str


@dataclass(frozen=True, slots=True)
class Domain:
    """What lies before one seat."""

    seat: int
    name: str
    title: str
    mine: bool
    to_move: bool
    first: bool
    hand: int
    chips: list[Chip]


@dataclass(frozen=True, slots=True)
class Choice:
    """A button: what it sends, and what it says."""

    value: str
    label: str
    hint: str
    chip: Chip | None = None
    side: str = ""


@dataclass(frozen=True, slots=True)
class Zone:
    """One of the three areas of a turn: still to be chosen, or used."""

    title: str
    used: bool
    choices: list[Choice]


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card in hand; `value` begins the move that plays it."""

    value: str
    chip: Chip
    chosen: bool


@dataclass(frozen=True, slots=True)
class Mission:
    """A mission card; `points` is known after the end."""

    text: str
    colour: str
    met: bool = False
    points: int = 0


@dataclass(frozen=True, slots=True)
class Turn:
    """The table during a match, and what the reader may choose; `note` says what is ours of the missions."""

    asked: str
    columns: list[Column]
    domains: list[Domain]
    hand: list[HandCard]
    zones: list[Zone]
    targets: list[Choice]
    spare: Choice | None
    missions: list[Mission]
    note: str
    eliminated: list[Chip]
    deck: str
    turn: str


@dataclass(frozen=True, slots=True)
class SeatScore:
    """How one seat came to its points."""

    name: str
    mine: bool
    winner: bool
    domain: list[Chip]
    domain_points: int
    missions: list[Mission]
    mission_points: int
    total: int


@dataclass(frozen=True, slots=True)
class Final:
    """The table after the spies are revealed, and every point."""

    columns: list[Column]
    seats: list[SeatScore]
    eliminated: list[Chip]
    missions_most: int
