"""The pages of events: the form and the list, one event, and the results of a deal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from courtly.web.contexts.frame import Frame
from courtly.web.contexts.setup import EventLine, GameLink, OptionChoice


@dataclass(frozen=True, slots=True)
class EventProblem:
    """An error of the form: what to do, and the details."""

    explanation: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EventsPage:
    """The viewer's events, and the form that opens one.

    `most_tables` and `most_rounds` are the limits of the numbers of the form.
    """

    frame: Frame
    problem: EventProblem | None
    events: Sequence[EventLine]
    games: Sequence[GameLink]
    game: str
    title: str
    kinds: Sequence[OptionChoice]
    tables: str
    seats: Sequence[OptionChoice]
    rounds: str
    paces: Sequence[OptionChoice]
    levels: Sequence[OptionChoice]
    most_tables: int
    most_rounds: int
    title_length: int
    name: str
    name_length: int
    command: str


@dataclass(frozen=True, slots=True)
class EntrantLine:
    """A player or a bot of an event in the standings; `place` and `points` are empty before the first result.

    `since` tells from which round on a late player takes part.
    """

    place: str
    name: str
    points: str
    lead: str
    rounds: str
    is_bot: bool
    is_mine: bool
    since: str


@dataclass(frozen=True, slots=True)
class EventTableLine:
    """A table of the present round: who sits there, and whether its match is over."""

    number: int
    players: str
    state: str
    is_mine: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class EventPage:
    """An event.

    Attributes
    ----------
    facts
        The game, the size and the pace of the event, in words.
    state
        The state of the event, in words.
    link
        The address to share; empty after the event.
    join_url, leave_url, start_url
        The addresses of the forms; empty if the viewer cannot use them.
    table_url
        The viewer's table in the present round, empty without one.
    points_words
        How the points are counted.
    deals
        The results of the rounds that are over: address and title.
    refresh
        The seconds after which the page is updated; 0 if nothing will change.
    """

    frame: Frame
    called: str
    title: str
    facts: Sequence[str]
    state: str
    link: str
    join_url: str
    leave_url: str
    start_url: str
    table_url: str
    standings: Sequence[EntrantLine]
    has_results: bool
    points_words: str
    tables: Sequence[EventTableLine]
    deals: Sequence[tuple[str, str]]
    refresh: int
    name: str
    name_length: int


@dataclass(frozen=True, slots=True)
class DealResult:
    """The result of an entrant in a seat of a deal; `cost` is the mean cost of a decision by the review."""

    table: int
    name: str
    score: str
    lead: str
    points: str
    cost: str
    is_bot: bool
    is_mine: bool
    is_substituted: bool
    replay_url: str
    review_url: str


@dataclass(frozen=True, slots=True)
class DealGroup:
    """Results that are compared with each other: of one seat, or of one table. `verdict` is that of the review."""

    title: str
    verdict: str
    results: Sequence[DealResult]


@dataclass(frozen=True, slots=True, kw_only=True)
class EventDealPage:
    """The results of a round. `verdicts` has the winners of each table that has a review."""

    frame: Frame
    title: str
    event_url: str
    called: str
    told: str
    points_words: str
    groups: Sequence[DealGroup]
    has_reviews: bool
    verdicts: Sequence[str]
    earlier: tuple[str, str] | None
    later: tuple[str, str] | None
