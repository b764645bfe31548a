"""Stored results of searches: equal knowledge, stream and simulations must give the stored result."""

from __future__ import annotations

import json

import pytest

from courtly import game_names
from tests.golden.search_results import FILE, Asked, every_question, search_result_of

KEPT = json.loads(FILE.read_text(encoding="utf-8"))


def test_every_game_has_stored_search_results() -> None:
    assert KEPT.keys() == set(game_names())
    assert {label for part in KEPT.values() for label in part} == {asked.label for asked in every_question()}


@pytest.mark.parametrize("asked", list(every_question()), ids=lambda asked: asked.label)
def test_a_search_result_equals_the_stored_one(asked: Asked) -> None:
    assert json.loads(json.dumps(search_result_of(asked))) == KEPT[asked.game][asked.label]
