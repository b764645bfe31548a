"""Template contexts of Courtisans for whole pages: the table during a match, the revealed spies, the final scoring."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec import Struct

from courtly.games.courtisans.page_contexts import (
    Area,
    Card,
    Choice,
    HandCard,
    Mission,
    TableContext,
    Value,
    Victim,
)
from courtly.scene.page import Aid, CountStep


class RevealedSpy(Struct, frozen=True):
    """A revealed spy: its card, the name of its family, and in a domain its points."""

    card: Card
    family: str
    points: Value | None


class RevealedPlace(Struct, frozen=True):
    """The spies of an area. For a domain, `before` and `now` are the points of all its cards without and with spies."""

    title: str
    spies: tuple[RevealedSpy, ...]
    before: Value | None = None
    now: Value | None = None


class RevealedFamily(Struct, frozen=True):
    """A family with a spy at the Queen's table: its status after the reveal, and in words what has changed."""

    family: str
    name: str
    status: str
    words: str
    is_changed: bool


class Reveal(Struct, frozen=True):
    """All spies in play at the end of a match. `places` are both sides of the Queen's table."""

    count: int
    places: tuple[RevealedPlace, ...]
    families: tuple[RevealedFamily, ...]
    domains: tuple[RevealedPlace, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """The table during a match, and the viewer's choices.

    `reveal` has the spies once the match is over. `playing` is whether a card of the hand may be played now.
    `question` asks the viewer for a move, or says who is to move. `note` says that most missions of edition 2023 are
    ours.
    """

    table: TableContext
    reveal: Reveal | None
    playing: bool
    turn: int
    turns: int
    seat: int | None
    hand: tuple[HandCard, ...]
    areas: tuple[Area, ...]
    victims: tuple[Victim, ...]
    spare: Choice | None
    missions: tuple[Mission, ...]
    question: str
    note: str
    aids: tuple[Aid, ...]


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
