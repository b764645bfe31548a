"""A walk through a match, from the last move to the first: it estimates each seat's chance in every position.

It goes backwards because the value of a move includes the best continuation of the turn. That continuation is the line
that was found for the next move.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Protocol

import numpy as np

from courtly.engine.compile.rng import stream
from courtly.engine.contract.layout import States
from courtly.engine.play.match import Match
from courtly.review.effort import Effort
from courtly.review.imagining import Estimate, Line, MatchSampler, Z
from courtly.review.kernels import OPEN
from courtly.review.lines import lines_to_try, until_reveal

REVEAL_SAMPLES = 10
"""Samples used to check whether a move reveals information."""


class Purpose(IntEnum):
    """Purposes of imagined matches; each has its own random streams."""

    SEARCH = 1
    TRY = 2
    JUDGE = 3
    KNOWN = 4
    OPENED = 5
    AFTER = 6
    NEWS = 7
    GIVEN = 8


class Figure(Protocol):
    """A share of victory, estimated or exact."""

    @property
    def mean(self) -> float:
        """The value."""
        ...

    @property
    def variance(self) -> float:
        """The variance of the value."""
        ...


@dataclass(frozen=True, slots=True)
class Exact:
    """An exact share of victory."""

    mean: float
    variance: float = 0.0


@dataclass(frozen=True, slots=True)
class Judged:
    """The judgement of a decision. All estimates use only the knowledge of the seat that moved.

    Attributes
    ----------
    best
        The best move found; the actual move if none was better.
    played, better
        Estimates of the actual and of the best move; the same object if the moves are equal.
    line
        The best line found for the turn.
    """

    best: int
    played: Estimate
    better: Estimate
    line: Line
    choices: int

    @property
    def cost(self) -> tuple[float, float]:
        """The advantage of the best move, and half the width of its interval; both moves used the same matches."""
        if self.better is self.played:
            return 0.0, 0.0
        apart = self.better.shares - self.played.shares
        n = len(apart)
        return float(apart.mean()), Z * math.sqrt((float(apart.var()) * n + 1) / (n * (n + 1)))


@dataclass(slots=True)
class ReviewStep:
    """A position and the move made there.

    Attributes
    ----------
    version
        Number of moves before the position.
    seat, move
        The seat to move, and its move.
    known
        Each seat's chance, given its own knowledge.
    opened
        Each seat's chance, given all hidden facts.
    judged
        The judgement of the decision.
    news
        Each seat's chance after the move but before the reveal, given its own knowledge; None if the move reveals
        nothing to the seat.
    by_stand_in
        Whether a stand-in made the move for an absent player.
    """

    version: int
    seat: int
    move: int
    known: list[Estimate]
    opened: list[Estimate]
    judged: Judged
    news: list[Figure | None]
    by_stand_in: bool


class Walk:
    """Judges every position of a finished match; `stand_ins` are the numbers of the moves that stand-ins made."""

    def __init__(self, match: Match, effort: Effort, stand_ins: Collection[int] = ()) -> None:
        self.match, self.effort, self._stand_ins = match, effort, frozenset(stand_ins)
        self.imagination = MatchSampler(match.setup, effort)
        self._moves = [match.setup.codec.parse(text) for text in match.moves]
        self.positions = positions_of(match)

    def steps(self, on_step: Callable[[ReviewStep], None] = lambda _: None, *, since: int = 0) -> list[ReviewStep]:
        """Return a step for every move after the first `since`, in order; call `on_step` for each, the last first."""
        found: list[ReviewStep] = []
        for version in reversed(range(since, self.match.version)):
            found.append(self._step(version, found[-1] if found else None))
            on_step(found[-1])
        return found[::-1]

    def _step(self, version: int, later: ReviewStep | None) -> ReviewStep:
        here = self.positions[version]
        seat, move, truth = here.to_move, self._moves[version], here.state()
        assert seat is not None
        news = [self._reveals_to(version, each) for each in range(self.match.players)]
        goes_on = later.judged.line if later and later.seat == seat and not news[seat] else ()
        judged = self._judged(version, until_reveal(here, (move, *goes_on)))
        known = [judged.better if each == seat else self._known(version, each) for each in range(self.match.players)]
        count = self.effort.matches // 4
        opened = self.imagination.play(truth, OPEN, [()], count, version, Purpose.OPENED)[0]
        before = [
            self._before_reveal(version, each, judged) if news[each] else None for each in range(self.match.players)
        ]
        return ReviewStep(version, seat, move, known, opened, judged, before, version + 1 in self._stand_ins)

    def _begins_turn(self, version: int) -> bool:
        return version == 0 or self.positions[version].to_move != self.positions[version - 1].to_move

    def _known(self, version: int, seat: int) -> Estimate:
        """Return the estimate for a seat that is not to move, given its own knowledge."""
        count = self.effort.matches if self._begins_turn(version) else self.effort.matches // 4
        truth = self.positions[version].state()
        return self.imagination.play(truth, seat, [()], count, version, Purpose.KNOWN, seat)[0][seat]

    def _judged(self, version: int, played: Line) -> Judged:
        """Return the judgement of a decision; `played` is the line that begins with the actual move."""
        here, effort = self.positions[version], self.effort
        seat, truth, choices = here.to_move, here.state(), len(here.legal_moves())
        assert seat is not None
        count = effort.matches if self._begins_turn(version) else effort.matches // 2
        lines = [played]
        if choices > 1:
            rng = stream(effort.seed, version, Purpose.SEARCH)
            lines += [line for line in lines_to_try(here, effort.simulations, rng) if line[0] != played[0]]
        best = self._most_promising(truth, seat, lines, version)
        finalists = [played] if best == played else [played, best]
        worth = [each[seat] for each in self.imagination.play(truth, seat, finalists, count, version, Purpose.JUDGE)]
        if len(worth) == 1 or worth[1].mean <= worth[0].mean:
            return Judged(played[0], worth[0], worth[0], played, choices)
        return Judged(best[0], worth[0], worth[1], best, choices)

    def _most_promising(self, truth: States, seat: int, lines: Sequence[Line], version: int) -> Line:
        """Return the line that wins most in a separate set of matches, so that the choice biases no other estimate."""
        if len(lines) == 1:
            return lines[0]
        count = max(1, self.effort.matches // 8)
        tried = self.imagination.play(truth, seat, lines, count, version, Purpose.TRY)
        means = [each[seat].mean for each in tried]
        return lines[int(np.argmax(means))]

    def _reveals_to(self, version: int, seat: int) -> bool:
        """Return whether a move revealed anything to a seat, apart from the move itself.

        It did if the same move leads to different views in samples of the seat's knowledge.
        """
        here, setup = self.positions[version], self.match.setup
        afters, _ = self.imagination.ask(
            here.state(), seat, [self._moves[version]], REVEAL_SAMPLES, version, Purpose.NEWS, seat
        )
        view = setup.game.audience_view.view
        truth = view(setup, self.positions[version + 1].state()[0], seat)
        return any(view(setup, after, seat) != truth for after in afters)

    def _before_reveal(self, version: int, seat: int, judged: Judged) -> Figure | None:
        """Return a seat's chance after a move, before the move's reveal."""
        here = self.positions[version]
        if here.to_move == seat:
            return judged.played
        line, count = (self._moves[version],), self.effort.matches // 2
        found = self.imagination.play(here.state(), seat, [line], count, version, Purpose.AFTER, seat)
        return found[0][seat] if found else None


def positions_of(match: Match) -> list[Match]:
    """Return copies of a match after 0, 1, 2, ... moves."""
    found = [match.at(0)]
    for move in match.moves:
        again = found[-1].copy()
        again.play(move)
        found.append(again)
    return found
