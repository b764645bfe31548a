"""Every game still matches its stored traces, and its golden matches, move by move and view by view.

The tests run compiled, in plain Python and bounds-checked. All three use this file, so they also agree with each other.
"""

from __future__ import annotations

import json

import pytest

from courtly import game_names
from courtly.engine.play.records import read_record
from courtly.testing import Case, random_match, trace
from tests.golden.figures import POSITIONS, every_case, golden_match, kept, match_file, views_on_the_way

every = pytest.mark.parametrize("case", every_case(), ids=lambda case: case.label)


def test_every_registered_game_has_stored_figures() -> None:
    assert POSITIONS.keys() == set(game_names())
    for game in POSITIONS:
        labels = {case.label for case in every_case() if case.setup.game.name == game}
        assert kept(game)["traces"].keys() == labels
        assert kept(game)["nodes"].keys() == POSITIONS[game]().keys()
        assert len(set(kept(game)["traces"].values())) == len(labels)


@every
def test_the_trace_is_unchanged(case: Case) -> None:
    assert trace(case.setup, seed=1) == kept(case.setup.game.name)["traces"][case.label]


@every
def test_another_seed_gives_another_trace(case: Case) -> None:
    assert trace(case.setup, seed=2) != kept(case.setup.game.name)["traces"][case.label]


@every
def test_a_golden_match_replays_with_the_same_views(case: Case) -> None:
    golden = json.loads(match_file(case).read_text(encoding="utf-8"))
    match = read_record(golden["record"])
    assert match.is_over
    assert match.record() == golden["record"]
    assert json.loads(json.dumps(views_on_the_way(golden["record"]))) == golden["views"]


@every
def test_the_seed_still_gives_the_golden_match(case: Case) -> None:
    golden = json.loads(match_file(case).read_text(encoding="utf-8"))
    assert random_match(case.setup, seed=golden["record"]["seed"]).record() == golden["record"]
    assert golden_match(case).keys() == golden.keys()
