"""Seats for language models: a program that is told everything in words, and may say what a move has cost.

The protocol stands in docs/arena.md. The program is given its seat's view and log in words, and nothing else. It may
answer with a move that cannot be played, and is told why; when it has done so three times for one decision, or gives no
answer, it forfeits the match as any program does.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from courtly.arena.outside import Forfeit, Program
from courtly.arena.rows import Spent
from courtly.engine.compile.rng import Stream
from courtly.engine.contract.game import find_game
from courtly.engine.errors import shown
from courtly.engine.play.knowledge import Knowledge
from courtly.scene.prose import moves_in_words, position_in_words, rules_in_words
from courtly.text.reader import Reader

PROTOCOL = "courtly-llm/1"
TRIES = 3
"""Answers to one decision that may be no legal move; the last of them loses the match."""


class ModelPlayer:
    """A language model in a seat, as the program that speaks for it.

    Parameters
    ----------
    program
        It is started when the match begins.
    """

    def __init__(self, program: Program) -> None:
        self.spent = Spent()
        self._program = program
        self._told = 0
        self.end, self.close = program.end, program.close

    def begin(self, facts: dict[str, Any]) -> None:
        """Start the program, and tell it what is played and by which rules."""
        game = find_game(facts["game"])
        self._program.begin({**facts, "protocol": PROTOCOL, "rules": rules_in_words(game, Reader(domain=game.name))})

    def choose(self, knowledge: Knowledge, rng: Stream, log: Callable[[], Sequence[Mapping[str, Any]]]) -> str:
        """Return the program's move; raise `Forfeit` when it gives none that is legal."""
        events = log()
        legal, asked = asked_in_words(knowledge, events, since=self._told)
        self._told = len(events)
        for _ in range(TRIES):
            answer = self._answer(asked)
            move = answer.get("move") if isinstance(answer, dict) else None
            if type(move) is int and move in legal:
                return knowledge.setup.codec.format(move)
            asked = {**asked, "refused": f'{shown(answer)} is not {{"move": ...}} with the number of a legal move'}
        raise Forfeit(f"gave no legal move in {TRIES} answers: {asked['refused']}")

    def _answer(self, asked: dict[str, Any]) -> Any:
        """Return an answer, and count what it cost, also when it comes to nothing."""
        begun = time.perf_counter()
        answer: Any = None
        try:
            answer = self._program.answer(asked)
        finally:
            told = answer if isinstance(answer, dict) else {}
            seconds = time.perf_counter() - begun
            self.spent = self.spent.plus(Spent(1, seconds, _amount(told.get("tokens")), _amount(told.get("cost"))))
        return answer


def asked_in_words(
    knowledge: Knowledge, log: Sequence[Mapping[str, Any]], *, since: int
) -> tuple[dict[int, str], dict[str, Any]]:
    """Return the legal moves in words by number, and what a program is asked; events before `since` are not told."""
    setup, view = knowledge.setup, knowledge.view
    names = [Reader().name(seat) for seat in range(setup.players)]
    reader = Reader("en", names, knowledge.seat, setup.game.name)
    legal = moves_in_words(setup, view, reader)
    text = position_in_words(setup, view, log, reader, told=log[since:])
    moves = [{"move": number, "words": words} for number, words in legal.items()]
    return legal, {"type": "move", "text": text, "legal": moves}


def _amount(given: object) -> float | None:
    """Return a cost that a program tells, None for what is no number from 0 on."""
    if isinstance(given, bool) or not isinstance(given, int | float) or not math.isfinite(given) or given < 0:
        return None
    return float(given)
