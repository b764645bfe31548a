"""Hints: what a search would play in a seat's place, from that seat's knowledge only, explained in words."""

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
"""How many ends of the match are imagined to say what is likely."""

_LUCK = 0x68696E74
"""The family of the hints' random streams: no bot at a table draws from it."""

WINS = marked("This wins about {percent} % of the simulated matches.")
ALONE = marked("There is no other choice.")
CLOSE = marked("Another choice looked nearly as good.")
NEAR = 0.02
"""By how little the next best may be worse to be called nearly as good."""
AHEAD = marked("The next best choice wins about {percent} % of them.")
BEST = 3
"""How many of the best moves a hint explains."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """One of the best moves, and what it is likely to bring.

    Attributes
    ----------
    move
        The line of notation.
    chance
        The average share of victory, from 0 to 1.
    lines
        Whole sentences on what is likely after it, in the reader's language.
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
        The move, and what the search thought of it and of the others.
    lines
        Whole sentences that explain it, in the reader's language.
    best
        The best moves, the chosen one first; none where there was no choice.
    """

    choice: Choice
    lines: tuple[str, ...]
    best: tuple[Prospect, ...] = ()


def hint_luck(version: int) -> Stream:
    """Return the stream of a hint at a version of a match, so that asking again there gives the same hint."""
    return stream(_LUCK, version)


def hint(
    knowledge: Knowledge, rng: Stream, *, lang: str = "en", budget: Budget | None = None, ends: int = ENDS
) -> Hint:
    """Return advice for the seat that decides; all luck comes from `rng`.

    Parameters
    ----------
    knowledge
        What that seat knows.
    rng
        Where the luck of the search and of the imagined ends comes from; it advances.
    lang
        One of `courtly.text.languages.LANGUAGES`.
    budget
        How long the search may think, by default `HINT_BUDGET`.
    ends
        How many ends of the match are imagined, at least one, to say what is likely.

    Raises
    ------
    WrongSeat
        Another seat decides, or nobody.
    UnknownLanguage
    """
    if not knowledge.legal:
        message = said("seat {seat} has no move to be advised on now", seat=knowledge.seat)
        raise WrongSeat(message, given=knowledge.seat, where="seat", allowed=said("the seat that decides"))
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
    """Return what the game says that a move is likely to bring."""
    advice = knowledge.setup.game.telling.advice
    if advice is None:
        return ()
    return tuple(advice(knowledge.view, move, lambda: _ends(knowledge, move, rng, ends), lang))


def _reasons(choice: Choice, say: Callable[[str], str]) -> list[str]:
    """Return what can be said of any game: the chance of winning, and whether the choice was close."""
    if choice.thought is None:
        return []
    moves = choice.thought.moves
    lines = [say(WINS).format(percent=round(100 * choice.thought.chance))]
    if len(moves) == 1:
        return [*lines, say(ALONE)]
    is_close = moves[1].value > moves[0].value - NEAR
    return [*lines, say(CLOSE) if is_close else say(AHEAD).format(percent=round(100 * moves[1].chance))]


def _ends(knowledge: Knowledge, move: str, rng: Stream, count: int) -> list[Mapping[str, Any]]:
    """Return imagined ends of the match after a move, played by the rule-based player, as a spectator sees them."""
    setup, kernels = knowledge.setup, knowledge.setup.game.rules.kernels
    ends: list[Mapping[str, Any]] = []
    for _ in range(count):
        end = knowledge.redeal(rng)[0]
        kernels.apply(setup.content, end, setup.codec.parse(move))
        while end.to_move >= 0:
            kernels.apply(setup.content, end, int(kernels.policy(setup.content, end, rng)))
        ends.append(setup.game.telling.view(setup, end, -1))
    return ends
