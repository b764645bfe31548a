"""Fitting weights: bad weights improve, equal weights share victories evenly, and a seed gives reproducible results."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from courtly.arena.fit import FitTask, as_document, fit
from courtly.arena.fit.duel import contents_of, duel, even_lineups, tables, together
from courtly.engine.contract.game import find_game, registered
from courtly.engine.contract.weights import Numbers, Weights
from courtly.engine.errors import BadOption, UnknownGame
from courtly.games.courtisans.weights import WEIGHTS, Weight

TOY = FitTask("courtisans", generations=2, deals=5, seed=3, workers=1)


def spoiled(**values: float) -> Numbers:
    """Return the present weights of Courtisans with some values replaced."""
    return WEIGHTS.read({"weights": {**WEIGHTS.named(WEIGHTS.present), **values}}, where="here")


def test_a_fit_improves_bad_weights() -> None:
    found = fit(replace(TOY, generations=5, deals=12, start=spoiled(others=3.0, mission=0.0)))
    assert found.is_better
    assert found.total.share > 0.55
    assert found.after[Weight.MISSION] > found.before[Weight.MISSION]


def test_a_seed_gives_equal_weights_with_any_number_of_workers() -> None:
    one, other = (fit(replace(TOY, workers=workers)) for workers in (1, 3))
    assert one.after.tolist() == other.after.tolist()
    assert one.total.figure() == other.total.figure()
    assert fit(replace(TOY, seed=4)).after.tolist() != one.after.tolist()


def test_equal_weights_share_victory_evenly() -> None:
    outcome = together(duel(tables("courtisans", {}, 100, 1), (WEIGHTS.present, WEIGHTS.present), 1))
    figure = outcome.figure()
    assert figure.low is not None
    assert figure.high is not None
    assert figure.low < 0.5 < figure.high
    assert abs(outcome.margin) < 0.15
    assert outcome.matches == 100 * (2 + 6 + 4)


def test_with_two_players_the_share_is_the_mean_victory_share_of_the_challenger() -> None:
    (plan, *_) = tables("courtisans", {}, 50, 1)
    (outcome,) = duel([plan], (WEIGHTS.present, spoiled(others=0.0, mission=0.0)), 1)
    assert plan.seats == 2
    assert np.allclose(outcome.ours + outcome.theirs, 1)
    assert outcome.share == pytest.approx(outcome.ours.mean())
    assert outcome.share > 0.5
    assert outcome.margin > 0


def test_the_numbers_of_seats_of_both_sides_differ_by_at_most_one() -> None:
    counts = [[plan.lineups[i].count(0) for i in even_lineups(plan)] for plan in tables("courtisans", {}, 1, 1)]
    assert counts == [[1], [2, 1], [2]]


def test_contents_differ_only_in_the_weights() -> None:
    plan = tables("cursed_court", {"years": 1}, 1, 1)[0]
    weights = find_game("cursed_court").study.weights
    assert weights is not None
    contents = contents_of(plan, (weights.present, weights.limits[1]))
    assert contents["weights"].tolist() == [weights.present.tolist(), weights.limits[1].tolist()]
    assert contents["years"].tolist() == [1, 1]
    assert not contents.flags.writeable


def test_a_weight_without_effect_stays_fixed() -> None:
    found = fit(FitTask("cursed_court", generations=1, deals=2, options={"years": 1}, workers=1))
    assert {"crowd", "thin_purse"} <= set(found.idle)
    weights = find_game("cursed_court").study.weights
    assert weights is not None
    assert {name: weights.named(found.after)[name] for name in found.idle} == {
        name: weights.named(found.before)[name] for name in found.idle
    }


def test_the_document_describes_the_fit() -> None:
    found = fit(TOY)
    document = as_document(TOY, found, command="courtly fit courtisans")
    assert WEIGHTS.read(document, where="here").tolist() == found.after.tolist()
    fitted = document["fitted"]
    assert (fitted["command"], fitted["seed"], fitted["players"]) == ("courtly fit courtisans", 3, [2, 3, 4])
    assert (fitted["generations"], fitted["deals"], fitted["fresh_deals"]) == (2, 5, 100)
    assert fitted["share"]["low"] <= fitted["share"]["value"] <= fitted["share"]["high"]
    assert fitted["share"]["matches"] == 100 * (2 + 6 + 4) == sum(e["matches"] for e in fitted["by_players"].values())
    assert fitted["before"] == WEIGHTS.named(WEIGHTS.present)
    assert fitted["method"].startswith("CMA-ES, cma ")


def test_progress_never_decreases() -> None:
    seen: list[tuple[int, int]] = []
    found = fit(TOY, lambda done, total: seen.append((done, total)))
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    assert seen[-1] == (found.matches, found.matches)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"generations": 0}, "generations cannot be 0; use a whole number from 1 to"),
        ({"deals": 0}, "deals cannot be 0"),
        ({"deals": 10**9}, "deals cannot be"),
        ({"seed": -1}, "seed cannot be -1"),
        ({"workers": 0}, "workers cannot be 0"),
        ({"options": {"edition": "1999"}}, "edition cannot be '1999'"),
    ],
)
def test_an_invalid_task_is_refused(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(BadOption, match=said):
        fit(replace(TOY, **wrong))


def test_a_game_without_weights_is_refused() -> None:
    with (
        registered(find_game("courtisans").changed(weights=None)),
        pytest.raises(BadOption, match="courtisans has no weights to fit"),
    ):
        fit(TOY)
    with pytest.raises(UnknownGame):
        fit(replace(TOY, game="chess"))


def test_without_cma_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cma", None)
    with pytest.raises(BadOption, match=r"fits need the extra courtly\[arena\]"):
        TOY.check()


def test_a_fit_without_effective_weights_is_refused() -> None:
    still = Weights(
        WEIGHTS.package,
        {weight: (value, value) for weight, value in zip(Weight, WEIGHTS.present.tolist(), strict=True)},
    )
    game = find_game("courtisans").changed(weights=still)
    with registered(game), pytest.raises(BadOption, match="no weight makes a difference"):
        fit(TOY)
