"""Everything that the results of a benchmark depend on: the agent, the cells and the treatment of its mistakes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, NamedTuple

import numpy as np

from courtly.arena.benchmark.pool import Pool, Size, chosen
from courtly.arena.plan import Plan, check_range
from courtly.arena.rows import NOBODY, Rows, empty_rows

Illegal = Literal["lose", "redraw", "random"]
"""The treatment of an illegal move: the match is lost, the agent is asked again, or a random legal move is played."""

MAX_DEALS = 1_000_000

AGENT = 0
"""The number of the agent among the bots of a plan."""


@dataclass(frozen=True, slots=True)
class Cell:
    """The matches of the agent against one opponent of the pool at one kind of table.

    The agent has one seat and the opponent all others. Each deal is played once with the agent in every seat.
    """

    game: str
    seats: int
    opponent: str
    spec: str
    deals: int

    @property
    def name(self) -> str:
        """The name in messages."""
        return f"{self.game}, {self.seats} seats, {self.opponent}"

    @property
    def matches(self) -> int:
        """The number of matches: one for each deal and seat of the agent."""
        return self.deals * self.seats


class Task(NamedTuple):
    """A match to play: the number of its cell and its number in the cell."""

    cell: int
    match: int


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of a match.

    Attributes
    ----------
    forfeit
        The seat that forfeited, or -1.
    decisions, scores
        Number of decisions and points by seat. After a forfeit the points are 0.
    illegal
        Number of the agent's answers that were no legal move.
    failed
        Whether the agent crashed or exceeded its time.
    reason
        The reason of a forfeit.
    times
        Time of each answer of the agent, in microseconds.
    """

    forfeit: int
    decisions: int
    illegal: int
    scores: tuple[int, ...]
    failed: bool = False
    reason: str = ""
    times: tuple[int, ...] = ()

    def as_list(self) -> list[Any]:
        """Return the result as a list that `read` accepts."""
        names = (self.forfeit, self.decisions, self.illegal, list(self.scores), self.failed, self.reason)
        return [*names, list(self.times)]

    @classmethod
    def read(cls, given: Sequence[Any]) -> MatchResult:
        """Return the result that `as_list` serialized."""
        forfeit, decisions, illegal, scores, failed, reason, times = given
        return cls(forfeit, decisions, illegal, tuple(scores), failed, reason, tuple(times))

    @property
    def outcome(self) -> tuple[object, ...]:
        """The part of the result that a repetition with a deterministic agent must repeat."""
        return self.forfeit, self.decisions, self.illegal, self.scores


@dataclass(frozen=True, slots=True)
class Protocol:
    """Everything that the results depend on.

    Attributes
    ----------
    pool
        The version of the pool.
    agent
        The specification of the agent.
    cells
        The cells in the order of the pool.
    seed
        The seed of all deals and of the bots' randomness.
    illegal
        The treatment of an illegal move.
    move_time
        Seconds that the agent has for a move.
    """

    pool: str
    agent: str
    cells: tuple[Cell, ...]
    seed: int
    illegal: Illegal = "lose"
    move_time: float = 10.0

    def plan(self, cell: Cell) -> Plan:
        """Return the plan of a cell: the agent in one seat, the opponent in all others."""
        bots = (self.agent, *[cell.spec] * (cell.seats - 1))
        return Plan(cell.game, {"players": cell.seats}, bots, cell.deals, self.seed, self.move_time)

    def tasks(self) -> Iterator[Task]:
        """Yield all matches; those with many seats take the longest and come first in each game."""
        order = sorted(range(len(self.cells)), key=lambda at: (self.cells[at].game, -self.cells[at].seats))
        for at in order:
            yield from (Task(at, match) for match in range(self.cells[at].matches))

    @property
    def games(self) -> list[str]:
        """The games of the cells."""
        return list(dict.fromkeys(cell.game for cell in self.cells))

    def as_dict(self) -> dict[str, Any]:
        """Return the protocol as a dictionary that `read` accepts."""
        return {**asdict(self), "cells": [asdict(cell) for cell in self.cells]}

    @classmethod
    def read(cls, given: dict[str, Any]) -> Protocol:
        """Return the protocol that `as_dict` serialized."""
        return cls(**{**given, "cells": tuple(Cell(**cell) for cell in given["cells"])})


@dataclass(frozen=True, slots=True)
class Extent:
    """The part of the pool to play: the size, or a number of deals; the games and numbers of seats, by default all."""

    size: Size = "quick"
    deals: int | None = None
    games: Sequence[str] = ()
    seats: Sequence[int] = ()


def protocol_of(
    pool: Pool, agent: str, extent: Extent, *, illegal: Illegal = "lose", move_time: float = 10.0
) -> Protocol:
    """Return the protocol of a benchmark.

    Raises
    ------
    BadOption
        If an argument is out of range.
    """
    if extent.deals is not None:
        check_range("deals", extent.deals, MAX_DEALS)
    cells = tuple(
        Cell(game, number, opponent.name, opponent.spec, extent.deals or pool.games[game].deals(extent.size, number))
        for game, number in chosen(pool, extent.games, extent.seats)
        for opponent in pool.opponents
        if opponent.plays(game, number)
    )
    found = Protocol(pool.version, agent, cells, pool.seed, illegal, move_time)
    found.plan(cells[0])  # checks the time for a move
    return found


def rows_of(cell: Cell, results: Sequence[MatchResult]) -> Rows:
    """Return the results of a cell as rows of the arena."""
    rows = empty_rows(len(results), cell.seats)
    rows["match"] = np.arange(len(results))
    rows["forfeit"] = [each.forfeit for each in results] if results else NOBODY
    rows["scores"] = [each.scores for each in results]
    return rows
