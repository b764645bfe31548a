"""Requests to an outside program: its seat's view, and nothing that reveals the deal."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import Any

import pytest

from courtly.arena import Plan
from courtly.arena.language import ModelPlayer
from courtly.arena.outside import Forfeit, Program
from courtly.arena.table import ProgramPlayer, facts_for
from courtly.engine.compile.rng import stream
from courtly.engine.contract.game import set_up
from courtly.engine.play.match import Match
from courtly.testing.positions import stages, state_bytes
from courtly.testing.secrets import twin_of

GAMES = ["courtisans", "cursed_court", "monarch"]


class Recorder(Program):
    """Records the messages to a program."""

    def __init__(self) -> None:
        super().__init__(["true"], move_time=1.0)
        self.messages: list[dict[str, Any]] = []
        self._wants_tensors = True

    def _exchange(self, message: dict[str, Any], *, asks: bool, limit: float | None = None) -> bytes:
        self.messages.append(message)
        return b'{"move": "any"}'


def messages_to(match: Match, seat: int) -> list[dict[str, Any]]:
    """Return the messages to a plain program and to a language model's program, both in the seat to move."""
    program = Recorder()
    for player in (ProgramPlayer(program), ModelPlayer(program)):
        with suppress(Forfeit):
            player.choose(match.knowledge(seat), stream(1), partial(match.log, seat))
    return program.messages


@pytest.mark.parametrize("game", GAMES)
def test_a_program_cannot_distinguish_a_match_from_its_twin(game: str) -> None:
    differing = 0
    for match in stages(set_up(game, {"players": 3}), seed=81, at_most=6):
        if match.to_move is not None:
            twin = twin_of(match, match.to_move, stream(82, match.version))
            messages = messages_to(match, match.to_move)
            assert messages == messages_to(twin, match.to_move)
            assert len(messages[0]["observation"]) > len(messages[0]["legal"])
            differing += state_bytes(match) != state_bytes(twin)
    assert differing


@pytest.mark.parametrize("game", GAMES)
def test_match_facts_do_not_depend_on_the_seed_of_the_deals(game: str) -> None:
    one, other = (Plan(game, {"players": 2}, ("program:true", "random"), deals=3, seed=seed) for seed in (1, 2))
    assert facts_for(one, 3, 1) == facts_for(other, 3, 1)
    assert facts_for(one, 3, 1)["seed"] != facts_for(one, 4, 1)["seed"]
