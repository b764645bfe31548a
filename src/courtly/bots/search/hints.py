"""Hints: the move that a search would play for a seat, based on that seat's knowledge only, with explanations."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from courtly.bots.base import Budget, Choice, MoveEvaluation
from courtly.bots.search.bot import Ismcts
from courtly.engine.compile.rng import Stream, stream
from courtly.engine.errors import WrongSeat
from courtly.engine.play.knowledge import Knowledge
from courtly.engine.sentences import said
from courtly.text.languages import ENGLISH, marked, translator

HINT_BUDGET = Budget(simulations=4000)
ENDS = 100
"""Number of simulated ends of the match on which each sentence about likely results is based."""

_STREAM_FAMILY = 0x68696E74
"""Identifies the random streams of hints; bots at tables use other streams."""

WINS = marked("This wins about {percent}% of the simulated matches.")
ALONE = marked("There is no other move.")
CLOSE = marked("Another move looked nearly as good: either is fine.")
NEAR = 0.02
"""Difference in the win share up to which another move counts as nearly as good. It is within the search's error."""
AHEAD = marked("The next best move wins about {percent}% of them.")
BEST = 3
"""Number of best moves that a hint explains."""
FEWER = 4
"""How many times fewer simulations find the rest of a turn, or of a move that is only compared with the advised one."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """One of the best moves with its likely results.

    Attributes
    ----------
    moves
        The whole move in notation: a move, and the moves that it needs, such as the stake of a bet. The advised move is
        followed by the rest of the turn.
    views
        The views of the seat before each of these moves.
    chance
        Mean victory share, from 0 to 1.
    is_near
        Whether the win share differs so little from that of the advised move, or is even higher, that the search
        cannot tell which of the two moves is better.
    lines
        Sentences on the likely results of the move, in the requested language.
    """

    moves: tuple[str, ...]
    views: tuple[dict[str, Any], ...]
    chance: float
    is_near: bool
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Hint:
    """Advice for a seat.

    Attributes
    ----------
    choice
        The chosen move, and the search's evaluation of all moves.
    lines
        Sentences that explain the move, in the requested language.
    advised
        The chosen move with the moves that it needs, and the rest of the turn if a turn has several moves.
    others
        The next best moves in the order of their win shares.
    """

    choice: Choice
    lines: tuple[str, ...]
    advised: Prospect
    others: tuple[Prospect, ...] = ()


def hint_stream(version: int) -> Stream:
    """Return the random stream of a hint for a version of a match, so that repeated requests give the same hint."""
    return stream(_STREAM_FAMILY, version)


def hint(
    knowledge: Knowledge, rng: Stream, *, lang: str = ENGLISH, budget: Budget | None = None, ends: int = ENDS
) -> Hint:
    """Return advice for the seat to move.

    Parameters
    ----------
    knowledge
        Knowledge of that seat.
    rng
        Random stream of the search and of the simulated ends; it advances.
    lang
        One of `courtly.text.languages.LANGUAGES`.
    budget
        Budget of the search; by default `HINT_BUDGET`.
    ends
        Number of simulated ends of the match, at least one.

    Raises
    ------
    WrongSeat
        If it is not this seat's turn.
    UnknownLanguage
        If the language is unknown.
    """
    if not knowledge.legal:
        message = said("seat {seat} has nothing to decide now, so it gets no hint", seat=knowledge.seat)
        raise WrongSeat(message, given=knowledge.seat, where="seat", allowed=said("the seat whose turn it is"))
    say = translator(lang)
    budget = budget or HINT_BUDGET
    choice = Ismcts().choose(knowledge, rng, budget)
    evaluations = choice.thought.moves if choice.thought else (MoveEvaluation(choice.move, 0, 0.0, 0.0),)
    best = evaluations[0].chance

    fewer = replace(budget, simulations=budget.simulations and max(1, budget.simulations // FEWER))

    def prospect(one: MoveEvaluation, budget: Budget, *, is_advised: bool) -> Prospect:
        steps = _whole_move(knowledge, one.move, rng, budget)
        if is_advised:
            steps += _rest_of_turn(*steps[-1], rng, fewer)
        moves, views = tuple(move for move, _ in steps), tuple(before.view for _, before in steps)
        move, before = steps[-1]
        return Prospect(moves, views, one.chance, one.chance > best - NEAR, _likely(before, move, rng, ends, lang))

    advised, *others = [
        prospect(one, fewer if i else budget, is_advised=not i) for i, one in enumerate(evaluations[:BEST])
    ]
    others.sort(key=lambda one: -one.chance)
    lines = _reasons(advised, others, say) if choice.thought else []
    return Hint(choice, (*lines, *advised.lines), advised, tuple(others))


def _whole_move(knowledge: Knowledge, move: str, rng: Stream, budget: Budget) -> list[tuple[str, Knowledge]]:
    """Return a move and the best moves that complete it, such as a stake, each with the knowledge before it."""
    steps = [(move, knowledge)]
    while (after := knowledge.after(move)) and after.view.get("pending") is not None:
        knowledge, move = after, Ismcts().choose(after, rng, budget).move
        steps.append((move, knowledge))
    return steps


def _rest_of_turn(move: str, knowledge: Knowledge, rng: Stream, budget: Budget) -> list[tuple[str, Knowledge]]:
    """Return the best moves after a move until the turn ends, each with the knowledge before it.

    It is empty in a game whose views do not number the turns. It ends before a move that depends on unknown facts.
    """
    steps = list[tuple[str, Knowledge]]()
    turn = knowledge.view.get("turn")
    while turn is not None and (after := knowledge.after(move)) and after.view["turn"] == turn:
        knowledge, move = after, Ismcts().choose(after, rng, budget).move
        steps.append((move, knowledge))
    return steps


def _likely(knowledge: Knowledge, move: str, rng: Stream, ends: int, lang: str) -> tuple[str, ...]:
    """Return the game's sentences on the likely results of a move."""
    advice = knowledge.setup.game.audience_view.advice
    if advice is None:
        return ()
    return tuple(advice(knowledge.view, move, lambda: _ends(knowledge, move, rng, ends), lang))


def _reasons(advised: Prospect, others: Sequence[Prospect], say: Callable[[str], str]) -> list[str]:
    """Return the sentences that apply to any game: the win share, and whether the choice was close."""
    lines = [say(WINS).format(percent=round(100 * advised.chance))]
    if not others:
        return [*lines, say(ALONE)]
    return [*lines, say(CLOSE) if others[0].is_near else say(AHEAD).format(percent=round(100 * others[0].chance))]


def _ends(knowledge: Knowledge, move: str, rng: Stream, count: int) -> list[Mapping[str, Any]]:
    """Return simulated ends of the match after a move, played by the steward, as spectator views."""
    setup, kernels = knowledge.setup, knowledge.setup.game.rules.kernels
    ends: list[Mapping[str, Any]] = []
    for _ in range(count):
        end = knowledge.redeal(rng)[0]
        kernels.apply(setup.content, end, setup.codec.parse(move))
        while end.to_move >= 0:
            kernels.apply(setup.content, end, int(kernels.policy(setup.content, end, rng)))
        ends.append(setup.game.audience_view.view(setup, end, None))
    return ends
