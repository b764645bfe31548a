"""Compiled matches do not depend on the workers, can be replayed, and use the random streams of the engine."""

from __future__ import annotations

import numba
import numpy as np
import pytest

import courtly
from courtly.arena import Plan, Resources, compiled, kernels, play, random_streams, warm
from courtly.arena.plan import Unit
from courtly.arena.work import LocalWorker, OptionalOutput
from courtly.engine.compile.rng import stream
from courtly.engine.play.records import read_record


def test_deal_seeds_are_distinct_and_fit_a_double() -> None:
    seeds = random_streams.deal_seeds(7, 0, 1000)
    assert len(set(seeds.tolist())) == 1000
    assert int(seeds.max()) < 2**53
    assert random_streams.deal_seed(7, 999) == seeds[999]


def test_vectorized_streams_equal_the_streams_of_the_engine() -> None:
    seeds = np.array([0, 1, 7, 2**53 - 1], np.uint64)
    assert random_streams.stream_words(seeds).tolist() == [int(stream(int(seed))[0]) for seed in seeds]


@pytest.mark.parametrize(("game", "seats"), [("courtisans", 2), ("cursed_court", 3)])
def test_a_replayed_match_equals_the_original(game: str, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "_TRACE", 8)
    plan = Plan(game, {"players": seats}, ("steward", "random"), deals=2, seed=3)
    worker = LocalWorker(plan, OptionalOutput(records=True))
    for lineup in range(len(plan.lineups)):
        rows = worker.do(Unit(lineup, 0, 2)).rows
        replay = worker.do(int(rows["match"][1]))
        assert replay.rows.tobytes() == rows[1:2].tobytes()
        record = replay.records[int(rows["match"][1])]
        assert read_record(record).scores() == rows["scores"][1].tolist()
        assert [seat["name"] for seat in record["seats"]] == [plan.bots[bot] for bot in plan.seating(rows["match"][1])]


@pytest.mark.parametrize("game", courtly.game_names())
def test_the_warm_up_compiles_the_code_of_a_tournament(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[list[numba.types.Type]] = []
    monkeypatch.setattr(kernels, "play_range", lambda *args: called.append([numba.typeof(each) for each in args]))
    plan = Plan(game, {"players": 2}, ("steward", "random"), deals=1)
    LocalWorker(plan, OptionalOutput()).do(Unit(0, 0, 1))
    for _, work in warm.steps(plan.setup):
        work()
    assert called[0] == called[1]


def test_all_seatings_share_one_deal() -> None:
    plan = Plan("courtisans", {"players": 2}, ("steward", "random"), deals=1)
    records = [LocalWorker(plan, OptionalOutput(records=True)).do(match).records[match] for match in range(2)]
    assert records[0]["deal"] == records[1]["deal"]
    assert records[0]["moves"] != records[1]["moves"]


def test_results_do_not_depend_on_the_number_of_workers() -> None:
    plan = Plan("courtisans", {"players": 2}, ("random", "random"), deals=1200, seed=5)
    one, three = (play(plan, Resources(workers=workers)).rows for workers in (1, 3))
    assert one.tobytes() == three.tobytes()
    assert len(one) == 2400
