"""Players that connect language models: programs that receive everything as text and may report the cost of a move.

docs/arena.md describes the protocol. The program receives its seat's view and log as text and nothing else. If it
answers with an illegal move, it receives the reason and may try again. After three such answers to one decision, or
without an answer, it forfeits the match like any outside program.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from courtly.arena.outside import IllegalAnswer, Program
from courtly.arena.rows import ModelCost
from courtly.bots.base import SearchResult
from courtly.engine.compile.rng import Stream
from courtly.engine.contract.game import find_game
from courtly.engine.errors import shown
from courtly.engine.play.knowledge import Knowledge
from courtly.scene.prose import moves_in_words, position_in_words, rules_in_words
from courtly.text.languages import ENGLISH
from courtly.text.locales import Locale

PROTOCOL = "courtly-llm/1"
TRIES = 3
"""Maximum number of answers to one decision. If none is a legal move, the match is lost."""


class ModelPlayer:
    """A language model in a seat, played by a program.

    Parameters
    ----------
    program
        The program; it is started when the match begins.
    """

    thought: SearchResult | None = None

    def __init__(self, program: Program) -> None:
        self.spent = ModelCost()
        self._program, self.transcript = program, program.transcript
        self._events_sent = 0
        self.end, self.close = program.end, program.close

    def begin(self, facts: dict[str, Any]) -> None:
        """Start the program and send the match facts and the rules."""
        game = find_game(facts["game"])
        self._program.begin({**facts, "protocol": PROTOCOL, "rules": rules_in_words(game, Locale(domain=game.name))})

    def choose(self, knowledge: Knowledge, rng: Stream, log: Callable[[], Sequence[Mapping[str, Any]]]) -> str:
        """Return the program's move; raise `IllegalAnswer` if no answer is a legal move."""
        events = log()
        legal, asked = text_request(knowledge, events, since=self._events_sent)
        self._events_sent = len(events)
        for _ in range(TRIES):
            answer = self._answer(asked)
            move = answer.get("move") if isinstance(answer, dict) else None
            if type(move) is int and move in legal:
                return knowledge.setup.codec.format(move)
            self.spent = self.spent.plus(ModelCost(refused=1))
            asked = {**asked, "refused": f'{shown(answer)} is not {{"move": ...}} with the number of a legal move'}
        raise IllegalAnswer(f"gave no legal move in {TRIES} answers: {asked['refused']}")

    def _answer(self, asked: dict[str, Any]) -> Any:
        """Return the program's answer and add its cost, even if the program fails."""
        begun = time.perf_counter()
        answer: Any = None
        try:
            answer = self._program.answer(asked)
        finally:
            reported = answer if isinstance(answer, dict) else {}
            seconds = time.perf_counter() - begun
            tokens, cost = _amount(reported.get("tokens")), _amount(reported.get("cost"))
            self.spent = self.spent.plus(ModelCost(1, seconds, tokens, cost, slowest=seconds))
        return answer


def text_request(
    knowledge: Knowledge, log: Sequence[Mapping[str, Any]], *, since: int
) -> tuple[dict[int, str], dict[str, Any]]:
    """Return the legal moves in words by number, and the request for a program, with log events from `since` on."""
    setup, view = knowledge.setup, knowledge.view
    names = [Locale().name(seat) for seat in range(setup.players)]
    locale = Locale(ENGLISH, names, knowledge.seat, setup.game.name)
    legal = moves_in_words(setup, view, locale)
    text = position_in_words(setup, view, log, locale, told=log[since:])
    moves = [{"move": number, "words": words} for number, words in legal.items()]
    return legal, {"type": "move", "text": text, "legal": moves}


def _amount(given: object) -> float | None:
    """Return a reported cost as a float, or None unless it is a finite number of at least 0."""
    if isinstance(given, bool) or not isinstance(given, int | float) or not math.isfinite(given) or given < 0:
        return None
    return float(given)
