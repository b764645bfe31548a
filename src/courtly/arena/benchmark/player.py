"""The agent in a match: its answers are timed, limited in time and checked, and its illegal moves are counted."""

from __future__ import annotations

import faulthandler
import os
import signal
import time
from collections.abc import Callable, Mapping, Sequence
from types import FrameType
from typing import Any, TypeVar

from courtly.arena.benchmark.protocol import AGENT, Illegal, MatchResult
from courtly.arena.entrants import command_of
from courtly.arena.outside import START_TIME, Forfeit, IllegalAnswer
from courtly.arena.plan import Plan
from courtly.arena.rows import ModelCost
from courtly.arena.table import Log, MatchPlayer, make_player, play_move_by_move
from courtly.bots.base import SearchResult
from courtly.engine.compile.rng import Stream, below, stream
from courtly.engine.errors import IllegalMove, shown
from courtly.engine.play.knowledge import Knowledge

MAX_ASKED = 10
"""The largest number of answers for one move if the agent is asked again after an illegal one."""

GRACE = 5.0
"""Seconds after the time limit in which the agent may react, before its process is ended."""

_RANDOM_MOVES = 0x696C6C
_SILENT = open(os.devnull, "w")  # noqa: PTH123, SIM115 - the process writes to it when it ends

T = TypeVar("T")


class TimeIsUp(BaseException):
    """The agent has exceeded its time. No `except Exception` of the agent catches it."""


def limited(seconds: float, call: Callable[[], T]) -> T:
    """Return the result of a call. Raise `Forfeit` in it after this time; end the process if it does not react.

    Compiled code cannot be interrupted, so the process ends `GRACE` seconds later, without running any Python code.
    """
    # The signal may arrive at any line, so every line is inside the outer block.
    try:
        try:
            faulthandler.dump_traceback_later(seconds + GRACE, exit=True, file=_SILENT)
            if hasattr(signal, "SIGALRM"):
                signal.signal(signal.SIGALRM, _time_is_up)
                signal.setitimer(signal.ITIMER_REAL, seconds)
            return call()
        finally:
            if hasattr(signal, "SIGALRM"):
                signal.setitimer(signal.ITIMER_REAL, 0)
    except TimeIsUp:
        raise Forfeit(f"gave no answer within {seconds:g} s") from None
    finally:
        faulthandler.cancel_dump_traceback_later()


def _time_is_up(_number: int, _frame: FrameType | None) -> None:
    raise TimeIsUp


class AgentPlayer:
    """The agent in a seat.

    Parameters
    ----------
    player
        The player of the agent's specification.
    illegal
        The treatment of an illegal move.
    limit
        Seconds for a move, or None if the player has its own limit. The first answer has more time.
    rng
        The stream of the random moves that replace illegal ones.
    """

    def __init__(self, player: MatchPlayer, illegal: Illegal, limit: float | None, rng: Stream) -> None:
        self._player, self._treatment, self._limit, self._rng = player, illegal, limit, rng
        self._illegal = 0
        self.failed = False
        self.times: list[int] = []
        self.end, self.close = player.end, player.close

    @property
    def spent(self) -> ModelCost | None:
        """Cost of the player's moves so far."""
        return self._player.spent

    @property
    def transcript(self) -> Sequence[Mapping[str, Any]]:
        """The messages to an outside program and its answers."""
        return self._player.transcript

    @property
    def thought(self) -> SearchResult | None:
        """The search that led to the last move, or None."""
        return self._player.thought

    @property
    def illegal(self) -> int:
        """Number of illegal answers, including the answers of a language model that its protocol refused."""
        return self._illegal if self.spent is None else self.spent.refused

    def begin(self, facts: dict[str, Any]) -> None:
        """Start the player."""
        self._limited(lambda: self._player.begin(facts))

    def choose(self, knowledge: Knowledge, rng: Stream, log: Log) -> str:
        """Return a legal move, or raise `Forfeit`."""
        legal = tuple(knowledge.legal)
        for _ in range(MAX_ASKED if self._treatment == "redraw" else 1):
            try:
                return self._legal_answer(knowledge, rng, log, legal)
            except IllegalAnswer as error:
                self._illegal += 1
                last = error
        if self._treatment == "random":
            return legal[below(self._rng, len(legal))]
        raise last

    def _legal_answer(self, knowledge: Knowledge, rng: Stream, log: Log, legal: Sequence[str]) -> str:
        move = self._limited(lambda: self._timed_answer(knowledge, rng, log))
        if not isinstance(move, str) or move not in legal:
            raise IllegalAnswer(f"answered {shown(move)}, which is no legal move")
        return move

    def _timed_answer(self, knowledge: Knowledge, rng: Stream, log: Log) -> str:
        begun = time.perf_counter_ns()
        try:
            return self._player.choose(knowledge, rng, log)
        except IllegalMove as error:
            raise IllegalAnswer(str(error)) from None
        finally:
            self.times.append((time.perf_counter_ns() - begun) // 1000)

    def _limited(self, call: Callable[[], T]) -> T:
        """Call the player within its time, and note whether it fails."""
        try:
            if self._limit is None:
                return call()
            return limited(self._limit if self.times else self._limit + START_TIME, call)
        except IllegalAnswer:
            raise
        except Forfeit:
            self.failed = True
            raise


def play_match(plan: Plan, number: int, illegal: Illegal) -> MatchResult:
    """Play a match of the agent, which is the first bot of the plan, and return its result."""
    made: list[AgentPlayer] = []

    def player(plan: Plan, bot: int, threads: int | None) -> MatchPlayer:
        found = make_player(plan, bot, threads)
        if bot != AGENT:
            return found
        limit = plan.move_time if command_of(plan.bots[bot]) is None else None
        made.append(AgentPlayer(found, illegal, limit, stream(plan.seed, _RANDOM_MOVES, number)))
        return made[-1]

    _, done = play_move_by_move(plan, number, threads=1, player=player)
    row, agent = done.rows[0], made[0]
    return MatchResult(
        forfeit=int(row["forfeit"]),
        decisions=int(row["decisions"]),
        illegal=agent.illegal,
        scores=tuple(int(score) for score in row["scores"]),
        failed=agent.failed,
        reason=done.reasons.get(number, ""),
        times=tuple(agent.times),
    )
