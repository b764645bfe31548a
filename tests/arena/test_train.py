"""Training a net: reproducible bits from a seed, continued trainings, and a trial on fresh deals."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from courtly.arena import Resources
from courtly.arena.journal import BadRun
from courtly.arena.train import TrainTask, Trial, as_html, learn, learning, run_trial, selfplay
from courtly.arena.train.learning import Trained, play_part
from courtly.bots import UnknownBot
from courtly.bots.learned.files import load_net, pack
from courtly.engine.errors import BadOption

TOY = TrainTask("monarch", {"players": 2}, parts=4, rounds=1, matches=3, seed=3, deals=2, parameters="sims=4,threads=1")


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make trainings fast: fewer positions, more steps for each of them, and matches of a few simulations."""
    monkeypatch.setattr(learning, "PART", 2 * learning.PIECE)
    monkeypatch.setattr(learning, "REMEMBERED", 3)
    monkeypatch.setattr(selfplay, "SIMULATIONS", (4, 8))
    monkeypatch.setattr(learning, "BATCH", 64)


def same(one: Trained, other: Trained) -> bool:
    return all(np.array_equal(mine, theirs) for mine, theirs in zip(one.net, other.net, strict=True))


def test_a_net_learns_to_predict_unseen_matches() -> None:
    curve = learn(TOY).curve
    assert [point.positions for point in curve] == [part * 2 * learning.PIECE for part in range(4)]
    assert curve[0].victory == pytest.approx(0, abs=1e-6)
    assert curve[-1].victory > 0.1
    assert curve[-1].margin > 0.1


def test_a_seed_gives_identical_bits_with_any_number_of_workers() -> None:
    one, other = (learn(TOY, Resources(workers=workers)) for workers in (1, 3))
    assert same(one, other)
    assert one.curve == other.curve
    assert pack(one.net, TOY.setup, one.about()) == pack(other.net, TOY.setup, other.about())
    assert not same(one, learn(replace(TOY, seed=4)))


class Interrupted(Exception):
    pass


def test_an_interrupted_training_continues(tmp_path: Path) -> None:
    def stop(done: int, _total: int) -> None:
        if done == 3:
            raise Interrupted

    kept, told = Resources(folder=tmp_path), []
    with pytest.raises(Interrupted):
        learn(TOY, kept, stop)
    found = learn(TOY, kept, lambda done, total: told.append((done, total)))
    assert told == [(3, 4), (4, 4)]
    assert same(found, learn(TOY))


def test_the_folder_of_another_training_is_refused(tmp_path: Path) -> None:
    learn(replace(TOY, parts=1), Resources(folder=tmp_path))
    with pytest.raises(BadRun, match="already holds another training"):
        learn(TOY, Resources(folder=tmp_path))


def test_a_damaged_training_is_refused(tmp_path: Path) -> None:
    learn(replace(TOY, parts=1), Resources(folder=tmp_path))
    (state,) = tmp_path.iterdir()
    state.write_bytes(state.read_bytes()[:100])
    with pytest.raises(BadRun, match="already holds another training"):
        learn(replace(TOY, parts=1), Resources(folder=tmp_path))


@pytest.mark.parametrize("players", [2, 4])
def test_training_targets_are_the_results_of_all_seats_beginning_with_the_mover(players: int) -> None:
    x, y = play_part(replace(TOY, options={"players": players}), 0, 1)
    shares, margins = y[:, ::2], y[:, 1::2]
    assert np.isfinite(x).all()
    assert np.allclose(shares.sum(axis=1), 1)
    assert ((margins > 0) & (margins < 1)).all()
    best = margins == margins.max(axis=1, keepdims=True)
    assert (best == (shares > 0)).all()
    assert abs(shares.mean(axis=0) - 1 / players).max() < 0.05


def test_start_positions_come_from_a_search_with_the_net() -> None:
    net = learn(replace(TOY, parts=1)).net
    one, other = (selfplay.searched(TOY, net, 1, workers) for workers in (1, 3))
    assert np.array_equal(one, other)
    assert not np.array_equal(one, selfplay.searched(TOY, net, 2, 1))
    assert (one["to_move"] >= 0).all()
    assert len(set(one["round_number"].tolist())) > 3


def test_matches_from_a_start_position_contain_only_its_round_and_later_rounds() -> None:
    starts = selfplay.searched(TOY, learn(replace(TOY, parts=1)).net, 1, 1)
    late = starts[starts["round_number"] > 5]
    x, y = play_part(TOY, 0, 1, late)
    rounds = x[:, 0] * 10
    assert rounds.min() == pytest.approx(late["round_number"].min(), abs=1e-4)
    assert np.allclose(y[:, ::2].sum(axis=1), 1)


def test_rounds_are_spread_evenly_over_the_parts() -> None:
    assert [replace(TOY, parts=6, rounds=2).round_of(part) for part in range(6)] == [0, 0, 1, 1, 2, 2]
    assert {replace(TOY, rounds=0).round_of(part) for part in range(4)} == {0}


def test_a_trial_plays_fresh_deals_in_both_seats_and_counts_victories(tmp_path: Path) -> None:
    trained = learn(replace(TOY, parts=1))
    trial = run_trial(trained, Resources(workers=1, folder=tmp_path))
    assert (trial.deals, trial.matches, trial.even) == (2, 4, 0.5)
    assert 0 <= trial.share <= 1
    assert trial.opponent == "ismcts:sims=4,threads=1"
    found = load_net(tmp_path / "candidate.npz", TOY.setup)
    assert found.about["trained"]["seed"] == 3
    assert run_trial(trained, Resources(workers=1, folder=tmp_path)) == trial


@pytest.mark.parametrize(("low", "better"), [(0.51, True), (0.5, False), (None, False)])
def test_a_net_is_better_when_its_whole_interval_is_above_the_equal_share(low: float | None, better: bool) -> None:
    assert Trial("ismcts", 60, 120, 0.6, low, 0.7, 0.5).is_better is better


def test_the_report_has_curves_and_the_trial() -> None:
    trained = learn(TOY)
    page = as_html(trained, Trial("ismcts:20ms", 60, 120, 0.65, 0.55, 0.75, 0.5))
    assert "A net for monarch" in page
    assert page.count("<svg") == 1
    assert "55.0 to 75.0" in page
    assert f"{trained.curve[-1].victory:.4f}" in page
    assert "Trial" not in as_html(trained, None)


@pytest.mark.parametrize(
    ("task", "error", "where"),
    [
        (replace(TOY, game="courtisans"), BadOption, "courtisans has no features"),
        (replace(TOY, parts=0), BadOption, "parts"),
        (replace(TOY, stray=0), BadOption, "stray"),
        (replace(TOY, rounds=-1), BadOption, "rounds"),
        (replace(TOY, matches=0), BadOption, "matches"),
        (replace(TOY, deals=-1), BadOption, "deals"),
        (replace(TOY, seed=-1), BadOption, "seed"),
        (replace(TOY, parameters="sims=many"), UnknownBot, "sims"),
    ],
)
def test_an_invalid_task_is_refused_before_the_first_match(task: TrainTask, error: type[Exception], where: str) -> None:
    with pytest.raises(error, match=where):
        learn(task)
