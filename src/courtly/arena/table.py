"""Play one match between Python bots and outside programs, one decision at a time.

A player that makes an illegal move, fails or gives no answer forfeits. The match then ends and the other players share
the victory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any, Protocol

from courtly.arena import random_streams
from courtly.arena.compiled import seats_of
from courtly.arena.entrants import command_of, is_model, make_bot
from courtly.arena.language import ModelPlayer
from courtly.arena.outside import Forfeit, IllegalAnswer, Program
from courtly.arena.plan import Plan
from courtly.arena.rows import ModelCost, TaskResult, Visits, forfeited, row_of
from courtly.bots.base import Bot, SearchResult, choose, line_of
from courtly.engine.compile.rng import Stream
from courtly.engine.errors import IllegalMove, shown
from courtly.engine.play.knowledge import Knowledge
from courtly.engine.play.match import Match, Opening

Log = Callable[[], Sequence[Mapping[str, Any]]]
"""Returns the events of a match so far, as shown to a seat."""


class MatchPlayer(Protocol):
    """A player of one match in one seat."""

    @property
    def spent(self) -> ModelCost | None:
        """Cost of the player's moves so far, or None if costs are not counted."""
        ...

    @property
    def transcript(self) -> Sequence[Mapping[str, Any]]:
        """The messages to an outside program and its answers."""
        ...

    @property
    def thought(self) -> SearchResult | None:
        """The search that led to the last move, or None."""
        ...

    def begin(self, facts: dict[str, Any]) -> None:
        """Start with the given match facts."""
        ...

    def choose(self, knowledge: Knowledge, rng: Stream, log: Log) -> str:
        """Return a move, or raise `Forfeit`."""
        ...

    def end(self, facts: dict[str, Any]) -> None:
        """Receive the result of the match."""
        ...

    def close(self) -> None:
        """Release all resources."""
        ...


class BotPlayer:
    """A bot in a seat, created for each match. If the bot fails, it forfeits the match; the tournament goes on."""

    spent: ModelCost | None = None
    thought: SearchResult | None = None
    transcript: Sequence[Mapping[str, Any]] = ()

    def __init__(self, spec: str, *, threads: int | None = None) -> None:
        self._spec = spec
        self._threads = threads
        self._bot: Bot | None = None

    def begin(self, facts: dict[str, Any]) -> None:
        """Create the bot. It receives the match facts later, as part of its knowledge."""
        with _forfeit_on_error():
            self._bot = make_bot(self._spec)

    def choose(self, knowledge: Knowledge, rng: Stream, log: Log) -> str:
        """Return the bot's move."""
        assert self._bot is not None
        with _forfeit_on_error():
            choice = choose(self._bot, knowledge, rng, threads=self._threads)
            self.thought = choice.thought
            return choice.move

    def end(self, facts: dict[str, Any]) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Drop the bot and its memory."""
        self._bot = None


@contextmanager
def _forfeit_on_error() -> Iterator[None]:
    """Turn any error into a forfeit, including `SystemExit`."""
    try:
        yield
    except (Exception, SystemExit) as error:
        kind = IllegalAnswer if isinstance(error, IllegalMove) else Forfeit
        raise kind(f"failed: {type(error).__name__}: {shown(str(error), limit=200)}") from error


class ProgramPlayer:
    """An outside program in a seat. It receives the view and, if it asks for them, the seat's tensors."""

    spent: ModelCost | None = None
    thought: SearchResult | None = None

    def __init__(self, program: Program) -> None:
        self._program, self.transcript = program, program.transcript
        self.begin, self.end, self.close = program.begin, program.end, program.close

    def choose(self, knowledge: Knowledge, rng: Stream, log: Log) -> str:
        """Return the program's move."""
        return line_of(self._program.ask(knowledge.view, lambda: _tensors(knowledge)), knowledge)


def _tensors(knowledge: Knowledge) -> dict[str, Any]:
    """Return the observation and the mask of legal move numbers, fit for JSON."""
    return {"observation": knowledge.observation.tolist(), "mask": knowledge.mask.astype(int).tolist()}


MakePlayer = Callable[[Plan, int, int | None], MatchPlayer]
"""Creates the player of a bot, given the plan, the number of the bot and its number of threads."""


def make_player(plan: Plan, bot: int, threads: int | None) -> MatchPlayer:
    """Return the player of a bot of a plan."""
    spec = plan.bots[bot]
    command = command_of(spec)
    if command is None:
        return BotPlayer(spec, threads=threads)
    program = Program(command, move_time=plan.move_time)
    return ModelPlayer(program) if is_model(spec) else ProgramPlayer(program)


def play_move_by_move(
    plan: Plan, number: int, *, threads: int | None = None, player: MakePlayer = make_player
) -> tuple[Match, TaskResult]:
    """Play a match one decision at a time; return the match, which ends early at a forfeit, and its result.

    A searching bot uses `threads` threads, by default one for each core.
    """
    seed = random_streams.deal_seed(plan.seed, plan.place(number)[0])
    match = Match(plan.setup, Opening(seed=seed, seats=seats_of(plan, number)))
    players = [player(plan, bot, threads) for bot in plan.seating(number)]
    try:
        done = _played(plan, number, match, players)
        spent = {seat: each.spent for seat, each in enumerate(players) if each.spent is not None}
        lines = [{"seat": seat, **line} for seat, each in enumerate(players) for line in each.transcript]
        done = replace(done, transcripts={number: lines} if lines else {})
        return match, replace(done, spent={number: spent} if spent else {})
    finally:
        for each in players:
            each.close()


def _played(plan: Plan, number: int, match: Match, players: Sequence[MatchPlayer]) -> TaskResult:
    rngs = random_streams.bot_streams(plan.seed, number, match.players)
    order: list[int] = []
    visits: list[Visits] = []
    seat = 0
    try:
        for seat, player in enumerate(players):
            player.begin(facts_for(plan, number, seat))
        while match.to_move is not None:
            seat = match.to_move
            _decide(match, players[seat], rngs[seat])
            order.append(seat)
            visits.append(_visits(match, players[seat].thought))
    except Forfeit as forfeit:
        others = [other for other in range(match.players) if other != seat]
        for other in others:
            players[other].end({"scores": None, "winners": others, "forfeit": seat})
        return TaskResult(forfeited(match, number, order, seat), {number: str(forfeit)}, visits={number: visits})
    for player in players:
        player.end({"scores": match.scores(), "winners": match.winners()})
    return TaskResult(row_of(match, number, order), visits={number: visits})


def _visits(match: Match, thought: SearchResult | None) -> Visits:
    """Return the number of simulations of each move in a search, with move numbers; empty without a search."""
    return [(match.setup.codec.parse(each.move), each.visits) for each in thought.moves] if thought else []


def facts_for(plan: Plan, number: int, seat: int) -> dict[str, Any]:
    """Return the match facts for an outside program. Nothing in them reveals the deal."""
    return {
        "game": plan.game,
        "options": plan.setup.options.model_dump(mode="json"),
        "seat": seat,
        "players": plan.seats,
        "match": number,
        "seed": random_streams.program_seed(number, seat),
        "move_time": plan.move_time,
    }


def _decide(match: Match, player: MatchPlayer, rng: Stream) -> None:
    """Ask a player for a move and play it."""
    assert match.to_move is not None
    try:
        match.play(player.choose(match.knowledge(match.to_move), rng, partial(match.log, match.to_move)))
    except IllegalMove as error:
        raise Forfeit(str(error)) from None
