"""Effects of cards and options: the same deals with and without, until the intervals are narrow enough."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from courtly.arena import Plan
from courtly.arena.compiled import replay
from courtly.arena.effect import Question, measure
from courtly.arena.effect.estimates import false_discovery, outcome, standard_error, two_sided
from courtly.arena.effect.experiment import avoiding
from courtly.arena.intervals import Figure
from courtly.engine.contract.game import set_up
from courtly.engine.errors import BadOption

TWO = {"players": 2}


def question(**fields: Any) -> Question:
    return Question(**{"game": "monarch", "options": TWO, "precision": None, "deals": 300, **fields})


def changed_set(change: str, card: str = "tiger-pelt") -> dict[str, Any]:
    """Return the options of a match with one changed card."""
    setup = set_up("monarch", TWO)
    study = setup.game.study.cards
    assert study is not None
    return study.change(setup, next(each for each in study.cards(setup) if each.id == card), change)


def row(**fields: Any) -> dict[str, Any]:
    """Return the only row of a measurement."""
    (found,) = measure(question(**fields))["rows"]
    assert isinstance(found, dict)
    return found


def test_a_card_with_many_more_crowns_is_worth_more_to_its_owner() -> None:
    usual = row(cards=("tiger-pelt",), deals=1000)
    strong = row(cards=("tiger-pelt",), options=changed_set("crowns+9"), deals=1000)
    assert strong["share"].low > usual["share"].high
    assert strong["points"].low > usual["points"].high
    assert strong["taken"].low > usual["taken"].high


def test_a_card_that_nobody_can_pay_has_no_worth() -> None:
    found = row(cards=("tiger-pelt",), options=changed_set("cost+90"))
    assert (found["taken"].value, found["share"].value, found["share"].n) == (0, None, 0)


@pytest.mark.parametrize("card", ["tiger-pelt", "weepy-poet", "jewel-bazaar"])
def test_a_player_who_avoids_a_card_never_takes_it_and_plays_alike_without_it(card: str) -> None:
    setup = set_up("monarch", TWO)
    study = setup.game.study.cards
    assert study is not None
    side = avoiding(setup, next(each for each in study.cards(setup) if each.id == card), study, seed=0)
    before, deals = side.play(0, 60), 60
    unseen = np.array([card not in shown_cards(deal) for deal in range(deals)])
    assert 0 < unseen.sum() < deals
    assert (before.takers[~unseen] >= 0).any()
    for seat in range(2):
        after = side.play(0, deals, avoider=seat)
        assert seat not in after.takers
        assert np.array_equal(after.points[unseen], before.points[unseen])


def shown_cards(deal: int) -> list[str]:
    """Return the cards that a match between stewards drew from the deck; all cards after a reshuffle."""
    match, _ = replay(Plan("monarch", TWO, ("steward",), deals=60, seed=0), deal)
    dealt = match.record()["deal"]
    drawn = len(dealt["deck"]) if dealt["reshuffles"] else len(dealt["deck"]) - match.view()["deck"]
    return list(dealt["deck"][:drawn])


def test_a_change_without_consequence_changes_no_figure() -> None:
    found = row(versus={**TWO, "max_rounds": 200}, options={**TWO, "max_rounds": 199}, deals=100)
    assert {figure.value for figure in found.values() if isinstance(figure, Figure)} == {0.0}


def test_a_price_for_all_players_changes_how_often_the_card_is_taken() -> None:
    found = row(cards=("tiger-pelt",), change="cost+90")
    assert found["taken"].value > found["taken after"].value == 0
    assert found["points"].n == found["taken"].value * 300


def test_owners_of_both_sides_count() -> None:
    found = row(cards=("tiger-pelt",), change="crowns+9")
    assert found["taken after"].value > found["taken"].value
    assert found["share"].n == round(300 * (found["taken"].value + found["taken after"].value))
    assert found["points"].low > 0


def test_a_removed_card_has_only_the_owners_of_the_old_set() -> None:
    found = row(cards=("tiger-pelt",), change="removed")
    assert found["taken after"].value == 0 < found["taken"].value
    assert found["share"].n == round(300 * found["taken"].value)


@pytest.mark.parametrize(
    ("game", "versus"), [("cursed_court", {"coinless": True}), ("courtisans", {"mission_count": "cards"})]
)
def test_options_of_any_game_can_be_compared(game: str, versus: dict[str, Any]) -> None:
    found = row(game=game, versus={**TWO, **versus}, deals=200)
    assert {"decisions", "turns", "lead", "place 0", "place 1"} < set(found)
    assert found["place 0"].value == pytest.approx(-found["place 1"].value)


def test_all_cards_are_ranked_from_the_strongest_to_the_weakest() -> None:
    rows = measure(question(cards=("all",), deals=10))["rows"]
    assert len(rows) == 66
    worth = [each["share"].value for each in rows if each["share"].value is not None]
    assert worth == sorted(worth, reverse=True)
    assert all(each["share"].value is None for each in rows[len(worth) :])
    assert all((each["false_discovery"] is None) == (each["share"].value is None) for each in rows)


def test_figures_do_not_depend_on_the_number_of_workers() -> None:
    one, three = (measure(question(cards=("tiger-pelt",)), workers=workers) for workers in (1, 3))
    assert {"courtly", "rules", "steward", "machine"} < set(one["about"])
    assert repr(one) == repr(three)


def test_a_measurement_stops_when_its_intervals_are_narrow_enough() -> None:
    loose, tight = (row(cards=("tiger-pelt",), precision=precision, deals=20_000) for precision in (0.5, 0.03))
    assert loose["deals"] == 2_000 < tight["deals"] < 20_000
    assert (tight["share"].high - tight["share"].low) / 2 <= 0.03
    assert row(cards=("tiger-pelt",), precision=1e-9, deals=3_000)["deals"] == 3_000


def test_progress_counts_the_deals_of_all_cards() -> None:
    told: list[tuple[int, int]] = []
    measure(question(cards=("tiger-pelt", "old-nurse")), on_progress=lambda done, most: told.append((done, most)))
    assert told == [(300, 600), (600, 600)]


def test_a_number_of_workers_out_of_range_is_refused() -> None:
    with pytest.raises(BadOption, match="workers cannot be"):
        measure(question(cards=("tiger-pelt",)), workers=-1)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"cards": ("otter",)}, "card cannot be"),
        ({"cards": ("all",), "game": "courtisans"}, "the cards of courtisans cannot be changed"),
        ({}, "either cards or changed options"),
        ({"cards": ("all",), "versus": TWO}, "either cards or changed options"),
        ({"versus": TWO, "change": "blank"}, "a change needs a card"),
        ({"versus": {"players": 3}}, "the same number of players"),
        ({"cards": ("tiger-pelt",), "change": "bigger"}, "change cannot be"),
        ({"cards": ("all",), "precision": 0.0}, "precision cannot be"),
        ({"cards": ("all",), "deals": 0}, "deals cannot be"),
        ({"cards": ("all",), "seed": -1}, "seed cannot be"),
    ],
)
def test_questions_without_an_answer_are_refused(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(BadOption, match=message):
        measure(question(**fields))


def test_an_outcome_shares_a_victory_and_counts_points_above_the_mean() -> None:
    found = outcome(np.array([[3, 3, 0]], np.int32), np.zeros((1, 3), np.int32), np.zeros((1, 0), np.int32))
    assert found.shares.tolist() == [[0.5, 0.5, 0]]
    assert found.points.tolist() == [[1, 1, -2]]


def test_a_figure_without_an_interval_shows_nothing() -> None:
    error = standard_error(Figure(0.5, None, None, 1, np.empty(0)))
    assert two_sided(0.5, error) == 1.0


@given(st.lists(st.floats(0, 1), min_size=1))
def test_a_false_discovery_bound_keeps_the_order_and_is_no_smaller_than_the_chance(chances: list[float]) -> None:
    bounds = false_discovery(chances)
    assert all(chance <= bound <= 1 for chance, bound in zip(chances, bounds, strict=True))
    by_chance = [bound for _, bound in sorted(zip(chances, bounds, strict=True))]
    assert by_chance == sorted(by_chance)
