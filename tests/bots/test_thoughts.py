"""What the search thinks is what was kept: the same knowledge, stream and simulations, the same thought."""

from __future__ import annotations

import json

import pytest

from courtly import game_names
from tests.golden.thoughts import FILE, Asked, every_question, thought_of

KEPT = json.loads(FILE.read_text(encoding="utf-8"))


def test_every_game_has_thoughts_that_are_kept() -> None:
    assert KEPT.keys() == set(game_names())
    assert {label for part in KEPT.values() for label in part} == {asked.label for asked in every_question()}


@pytest.mark.parametrize("asked", list(every_question()), ids=lambda asked: asked.label)
def test_a_thought_is_the_one_that_was_kept(asked: Asked) -> None:
    assert json.loads(json.dumps(thought_of(asked))) == KEPT[asked.game][asked.label]
