"""Template contexts of Courtisans for whole pages: the table during a match, the revealed spies, the final scoring."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from courtly.games.courtisans.page_contexts import (
    Aid,
    Area,
    Card,
    Choice,
    HandCard,
    Mission,
    TableContext,
    Value,
    Victim,
)
from courtly.scene.page import CountStep


@dataclass(frozen=True, slots=True)
class RevealedSpy:
    """A revealed spy: its card, the name of its family, and in a domain its points."""

    card: Card
    family: str
    points: Value | None


@dataclass(frozen=True, slots=True)
class RevealedPlace:
    """The spies of an area. For a domain, `before` and `now` are the points of all its cards without and with spies."""

    title: str
    spies: Sequence[RevealedSpy]
    before: Value | None = None
    now: Value | None = None


@dataclass(frozen=True, slots=True)
class RevealedFamily:
    """A family with a spy at the Queen's table: its status after the reveal, and in words what has changed."""

    family: str
    name: str
    status: str
    words: str
    is_changed: bool


@dataclass(frozen=True, slots=True)
class Reveal:
    """All spies in play at the end of a match. `places` are both sides of the Queen's table."""

    count: int
    places: Sequence[RevealedPlace]
    families: Sequence[RevealedFamily]
    domains: Sequence[RevealedPlace]


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """The table during a match, and the viewer's choices.

    `reveal` has the spies once the match is over. `playing` is whether a card of the hand may be played now.
    `note` says that most missions of edition 2023 are ours.
    """

    table: TableContext
    reveal: Reveal | None
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
    """The table after the spies are revealed, with all points. `scores` are in the order of the table's rows."""

    table: TableContext
    scores: Sequence[Score]
    ranking: Sequence[Score]
    heads: Sequence[str]
    settled: str
    reveal: Reveal | None
    steps: Sequence[CountStep]
