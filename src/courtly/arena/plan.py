"""The plan of a tournament: bots, deals, seatings, and a number for every match.

A lineup is a choice of bots for the seats. Every lineup plays every deal in all rotations, so that every bot plays
every seat. A match number depends on the plan alone, so any machine can play any match.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import combinations, combinations_with_replacement, permutations
from typing import Any

import numpy as np
import numpy.typing as npt

from courtly.engine.contract.game import Setup, set_up
from courtly.engine.errors import BadOption, cannot_be
from courtly.engine.play.match import MAX_SEED
from courtly.engine.sentences import said

MAX_MATCHES = 1_000_000_000
MAX_LINEUPS = 10_000
SPAN = 500
"""Deals in one unit of compiled work: an interruption loses little work, and the overhead of a unit is small."""

Arrangement = tuple[int, ...]
"""The number of the bot in each seat."""


@dataclass(frozen=True)
class Plan:
    """All inputs that determine the results of a tournament.

    Attributes
    ----------
    game, options
        The game and its options as in a match record, including `players`.
    bots
        Specifications, one for each entrant; duplicates are allowed.
    deals
        Number of deals.
    seed
        Seed of all deals and of the bots' randomness.
    move_time
        Seconds that an outside program has for a move.
    repeats
        Number of times each deal is played in each seating; the bots' random streams differ each time.
    """

    game: str
    options: dict[str, Any]
    bots: tuple[str, ...]
    deals: int
    seed: int = 0
    move_time: float = 10.0
    repeats: int = 1

    def __post_init__(self) -> None:
        check_range("deals", self.deals, MAX_MATCHES)
        check_range("repeats", self.repeats, MAX_MATCHES)
        if not 0 <= self.seed <= MAX_SEED:
            raise cannot_be("seed", self.seed, said("a whole number from {low} to {high}", low=0, high=MAX_SEED))
        if not 0 < self.move_time <= 86_400:
            raise cannot_be("move_time", self.move_time, said("seconds, more than 0 and at most 86400"))
        if not self.bots:
            raise BadOption(said("no bots are given; a plan needs at least one"), where="players")

    @cached_property
    def setup(self) -> Setup:
        """The game with its validated options."""
        return set_up(self.game, self.options)

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self.setup.players

    @cached_property
    def lineups(self) -> tuple[Arrangement, ...]:
        """Every choice of as many bots as there are seats.

        With fewer bots than seats, some bots play several seats and every bot plays at least one.
        """
        indices = range(len(self.bots))
        if len(self.bots) >= self.seats:
            found = list(_first_few(combinations(indices, self.seats)))
        else:
            several = combinations_with_replacement(indices, self.seats)
            found = [lineup for lineup in several if set(lineup) == set(indices)]
        return tuple(found)

    @cached_property
    def arrangements(self) -> tuple[npt.NDArray[np.int64], ...]:
        """Seatings by lineup: shape (orders, rotations, seats). Successive deals cycle through the orders."""
        return tuple(_arrangements(lineup, self.repeats) for lineup in self.lineups)

    @cached_property
    def offsets(self) -> tuple[int, ...]:
        """Index, within a deal, of each lineup's first match."""
        counts = [each.shape[1] for each in self.arrangements]
        return tuple(sum(counts[:i]) for i in range(len(counts)))

    @cached_property
    def per_deal(self) -> int:
        """Number of matches of each deal."""
        return sum(each.shape[1] for each in self.arrangements)

    @property
    def matches(self) -> int:
        """Total number of matches."""
        return self.deals * self.per_deal

    def place(self, match: int) -> tuple[int, int, int]:
        """Return the deal, the lineup and the rotation of a match."""
        deal, within = divmod(match, self.per_deal)
        lineup = max(i for i, offset in enumerate(self.offsets) if offset <= within)
        return deal, lineup, within - self.offsets[lineup]

    def seating(self, match: int) -> Arrangement:
        """Return the bot in each seat of a match."""
        deal, lineup, rotation = self.place(match)
        table = self.arrangements[lineup]
        return tuple(int(bot) for bot in table[deal % len(table), rotation])

    def seatings(self, matches: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Return the bot in each seat of many matches: shape (matches, seats)."""
        deals, within = np.divmod(matches, self.per_deal)
        found = np.empty((len(matches), self.seats), np.int64, order="F")
        for offset, table in zip(self.offsets, self.arrangements, strict=True):
            mine = (within >= offset) & (within < offset + table.shape[1])
            found[mine] = table[deals[mine] % len(table), within[mine] - offset]
        return found

    def as_dict(self) -> dict[str, Any]:
        """Return the plan as a dictionary that `Plan.read` accepts."""
        return {**asdict(self), "bots": list(self.bots)}

    @classmethod
    def read(cls, document: dict[str, Any]) -> Plan:
        """Return the plan that `as_dict` serialized."""
        return cls(**{**document, "bots": tuple(document["bots"])})


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of work: the matches of one lineup in the deals from `low` to `high`, exclusive."""

    lineup: int
    low: int
    high: int

    def matches(self, plan: Plan) -> npt.NDArray[np.int64]:
        """Return the match numbers in ascending order."""
        deals = np.arange(self.low, self.high, dtype=np.int64)[:, None]
        within = np.arange(plan.arrangements[self.lineup].shape[1], dtype=np.int64)
        return (deals * plan.per_deal + plan.offsets[self.lineup] + within).ravel()


def spans(lineup: int, deals: int) -> Iterator[Unit]:
    """Yield the units of a lineup, `SPAN` deals in each."""
    for low in range(0, deals, SPAN):
        yield Unit(lineup, low, min(low + SPAN, deals))


def unique_names(bots: Sequence[str]) -> list[str]:
    """Return a unique name for each bot; equal specifications get a number."""
    return [bot if bots.count(bot) == 1 else f"{bot} {list(bots[: i + 1]).count(bot)}" for i, bot in enumerate(bots)]


def _first_few(lineups: Iterator[Arrangement]) -> Iterator[Arrangement]:
    for count, lineup in enumerate(lineups, 1):
        if count > MAX_LINEUPS:
            message = said("there are more than {most} ways to choose who sits together", most=MAX_LINEUPS)
            raise BadOption(message, where="players", allowed=said("fewer bots, or as many as there are seats"))
        yield lineup


def _arrangements(lineup: Arrangement, repeats: int) -> npt.NDArray[np.int64]:
    """Return the distinct orders of a lineup around the table, each in all its rotations."""
    first, *rest = lineup
    orders = sorted({min(_rotations((first, *others))) for others in permutations(rest)})
    turns = len(lineup) if len(set(lineup)) > 1 else 1
    table = [[turned for turned in _rotations(order)[:turns] for _ in range(repeats)] for order in orders]
    return np.array(table, np.int64)


def _rotations(order: Arrangement) -> list[Arrangement]:
    return [order[turn:] + order[:turn] for turn in range(len(order))]


def check_range(name: str, value: object, most: int) -> None:
    """Raise `BadOption` unless the value is a whole number from 1 to `most`."""
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
        raise cannot_be(name, value, said("a whole number from {low} to {high}", low=1, high=most))
