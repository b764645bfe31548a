"""Hints: the move that a search would play for a seat, based on that seat's knowledge only, with explanations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from courtly.bots.base import Budget, Choice
from courtly.bots.search.bot import Ismcts
from courtly.engine.compile.rng import Stream, stream
from courtly.engine.errors import WrongSeat
from courtly.engine.play.knowledge import Knowledge
from courtly.engine.sentences import said
from courtly.text.languages import marked, translator

HINT_BUDGET = Budget(simulations=4000)
ENDS = 100
"""Number of simulated ends of the match on which each sentence about likely results is based."""

_STREAM_FAMILY = 0x68696E74
"""Identifies the random streams of hints; bots at tables use other streams."""

WINS = marked("This wins about {percent} % of the simulated matches.")
ALONE = marked("There is no other move.")
CLOSE = marked("Another move looked nearly as good.")
NEAR = 0.02
"""Largest difference in value at which the next best move counts as nearly as good."""
AHEAD = marked("The next best move wins about {percent} % of them.")
BEST = 3
"""Number of best moves that a hint explains."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """One of the best moves with its likely results.

    Attributes
    ----------
    move
        The move in notation.
    chance
        Mean victory share, from 0 to 1.
    lines
        Sentences on the likely results of the move, in the requested language.
    """

    move: str
    chance: float
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
    best
        The best moves, the chosen one first; empty if there was only one move.
    """

    choice: Choice
    lines: tuple[str, ...]
    best: tuple[Prospect, ...] = ()


def hint_stream(version: int) -> Stream:
    """Return the random stream of a hint for a version of a match, so that repeated requests give the same hint."""
    return stream(_STREAM_FAMILY, version)


def hint(
    knowledge: Knowledge, rng: Stream, *, lang: str = "en", budget: Budget | None = None, ends: int = ENDS
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
    choice = Ismcts().choose(knowledge, rng, budget or HINT_BUDGET)
    lines = _reasons(choice, say)
    likely = _likely(knowledge, choice.move, rng, ends, lang)
    considered = choice.thought.moves[:BEST] if choice.thought and len(choice.thought.moves) > 1 else ()
    best = [
        Prospect(
            one.move, one.chance, likely if one.move == choice.move else _likely(knowledge, one.move, rng, ends, lang)
        )
        for one in considered
    ]
    return Hint(choice, (*lines, *likely), tuple(best))


def _likely(knowledge: Knowledge, move: str, rng: Stream, ends: int, lang: str) -> tuple[str, ...]:
    """Return the game's sentences on the likely results of a move."""
    advice = knowledge.setup.game.audience_view.advice
    if advice is None:
        return ()
    return tuple(advice(knowledge.view, move, lambda: _ends(knowledge, move, rng, ends), lang))


def _reasons(choice: Choice, say: Callable[[str], str]) -> list[str]:
    """Return the sentences that apply to any game: the win share, and whether the choice was close."""
    if choice.thought is None:
        return []
    moves = choice.thought.moves
    lines = [say(WINS).format(percent=round(100 * choice.thought.chance))]
    if len(moves) == 1:
        return [*lines, say(ALONE)]
    is_close = moves[1].value > moves[0].value - NEAR
    return [*lines, say(CLOSE) if is_close else say(AHEAD).format(percent=round(100 * moves[1].chance))]


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
