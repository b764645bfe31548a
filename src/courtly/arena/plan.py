"""The plan of a tournament: bots, deals, seatings, and a number for every match.

A deal is played once in every seating: each choice of bots for the seats (a lineup), rotated so that everybody sits
everywhere. Match `number` depends on the plan and on nothing else, so any machine can play any match.
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
"""Deals in one unit of compiled work: small enough to lose little when interrupted, large enough to cost nothing."""

Arrangement = tuple[int, ...]
"""By seat, the number of the bot that sits there."""


@dataclass(frozen=True)
class Plan:
    """Everything that the results of a tournament depend on.

    Attributes
    ----------
    game, options
        The game and its options as a record holds them, `players` among them.
    bots
        Specifications, one for each entrant; the same one may stand twice.
    deals
        How many deals are played.
    seed
        Decides every deal and all luck of the bots.
    move_time
        Seconds that an outside program has for a move.
    repeats
        How often each deal is played in each seating; the bots' random streams differ each time.
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
            raise cannot_be("seed", self.seed, said("a whole number, {low} to {high}", low=0, high=MAX_SEED))
        if not 0 < self.move_time <= 86_400:
            raise cannot_be("move_time", self.move_time, said("seconds, more than 0 and at most 86400"))
        if not self.bots:
            raise BadOption(said("nobody plays; a plan has at least one bot"), where="players")

    @cached_property
    def setup(self) -> Setup:
        """The game with its options, checked."""
        return set_up(self.game, self.options)

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self.setup.players

    @cached_property
    def lineups(self) -> tuple[Arrangement, ...]:
        """Which bots play together: every choice of as many as there are seats.

        With fewer bots than seats they sit more than once, every bot at least once.
        """
        everybody = range(len(self.bots))
        if len(self.bots) >= self.seats:
            found = list(_first_few(combinations(everybody, self.seats)))
        else:
            several = combinations_with_replacement(everybody, self.seats)
            found = [lineup for lineup in several if set(lineup) == set(everybody)]
        return tuple(found)

    @cached_property
    def arrangements(self) -> tuple[npt.NDArray[np.int64], ...]:
        """By lineup, who sits where: shape (orders, rotations, seats); a deal takes the next order by turns."""
        return tuple(_arrangements(lineup, self.repeats) for lineup in self.lineups)

    @cached_property
    def offsets(self) -> tuple[int, ...]:
        """By lineup, the number of its first match within a deal."""
        counts = [each.shape[1] for each in self.arrangements]
        return tuple(sum(counts[:i]) for i in range(len(counts)))

    @cached_property
    def per_deal(self) -> int:
        """How many matches one deal is played in."""
        return sum(each.shape[1] for each in self.arrangements)

    @property
    def matches(self) -> int:
        """How many matches there are in all."""
        return self.deals * self.per_deal

    def place(self, match: int) -> tuple[int, int, int]:
        """Return the deal, the lineup and the seating of a match."""
        deal, within = divmod(match, self.per_deal)
        lineup = max(i for i, offset in enumerate(self.offsets) if offset <= within)
        return deal, lineup, within - self.offsets[lineup]

    def seating(self, match: int) -> Arrangement:
        """Return who sits where in a match."""
        deal, lineup, rotation = self.place(match)
        table = self.arrangements[lineup]
        return tuple(int(bot) for bot in table[deal % len(table), rotation])

    def seatings(self, matches: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Return who sits where in each of many matches: shape (matches, seats)."""
        deals, within = np.divmod(matches, self.per_deal)
        found = np.empty((len(matches), self.seats), np.int64, order="F")
        for offset, table in zip(self.offsets, self.arrangements, strict=True):
            mine = (within >= offset) & (within < offset + table.shape[1])
            found[mine] = table[deals[mine] % len(table), within[mine] - offset]
        return found

    def as_dict(self) -> dict[str, Any]:
        """Return the plan as a plain value, which `Plan.read` takes."""
        return {**asdict(self), "bots": list(self.bots)}

    @classmethod
    def read(cls, document: dict[str, Any]) -> Plan:
        """Return the plan that `as_dict` wrote."""
        return cls(**{**document, "bots": tuple(document["bots"])})


@dataclass(frozen=True, slots=True)
class Unit:
    """A piece of work: the matches of one lineup in the deals from `low` up to `high`."""

    lineup: int
    low: int
    high: int

    def matches(self, plan: Plan) -> npt.NDArray[np.int64]:
        """Return the numbers of its matches, ascending."""
        deals = np.arange(self.low, self.high, dtype=np.int64)[:, None]
        within = np.arange(plan.arrangements[self.lineup].shape[1], dtype=np.int64)
        return (deals * plan.per_deal + plan.offsets[self.lineup] + within).ravel()


def spans(lineup: int, deals: int) -> Iterator[Unit]:
    """Yield the units of a lineup, `SPAN` deals in each."""
    for low in range(0, deals, SPAN):
        yield Unit(lineup, low, min(low + SPAN, deals))


def unique_names(bots: Sequence[str]) -> list[str]:
    """Return a name for each bot, those with the same specification told apart by a number."""
    return [bot if bots.count(bot) == 1 else f"{bot} {list(bots[: i + 1]).count(bot)}" for i, bot in enumerate(bots)]


def _first_few(lineups: Iterator[Arrangement]) -> Iterator[Arrangement]:
    for count, lineup in enumerate(lineups, 1):
        if count > MAX_LINEUPS:
            message = said("there are more than {most} ways to choose who sits together", most=MAX_LINEUPS)
            raise BadOption(message, where="players", allowed=said("fewer bots, or as many as there are seats"))
        yield lineup


def _arrangements(lineup: Arrangement, repeats: int) -> npt.NDArray[np.int64]:
    """Return the orders of a lineup around the table, each in all its rotations."""
    first, *rest = lineup
    orders = sorted({min(_rotations((first, *others))) for others in permutations(rest)})
    turns = len(lineup) if len(set(lineup)) > 1 else 1
    table = [[turned for turned in _rotations(order)[:turns] for _ in range(repeats)] for order in orders]
    return np.array(table, np.int64)


def _rotations(order: Arrangement) -> list[Arrangement]:
    return [order[turn:] + order[:turn] for turn in range(len(order))]


def check_range(name: str, value: object, most: int) -> None:
    """Refuse what is not a whole number from 1 to `most`."""
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
        raise cannot_be(name, value, said("a whole number, {low} to {high}", low=1, high=most))
