"""Balance studies: the settings tried, the figures computed, and a self-contained page."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import numpy as np
import pytest

import courtly
from courtly.arena import Plan, Resources, Results, play
from courtly.arena.balance import Question, as_document, as_html, report
from courtly.arena.balance.items import item_figures
from courtly.arena.balance.page import shown
from courtly.arena.balance.seats import by_place, dealt, histogram, seat_figures
from courtly.arena.balance.settings import settings
from courtly.arena.balance.skill import step_figures
from courtly.arena.compiled import replay
from courtly.arena.intervals import Figure
from courtly.arena.rows import empty_rows
from courtly.arena.uses import uses_of
from courtly.engine.contract.game import Use, set_up
from courtly.engine.errors import BadOption


def labels(game: str, **options: Any) -> list[str]:
    return [setting.label for setting in settings(game, {"players": 3, **options})]


def test_all_numbers_of_players_and_all_values_of_other_options_are_tried() -> None:
    assert labels("courtisans") == ["", "players=2", "players=4", "players=5", "edition=2023", "mission_count=cards"]
    assert "masquerade=true" in labels("cursed_court")


def test_incompatible_options_are_left_out() -> None:
    assert "great_exchange=cash" not in labels("cursed_court", coinless=True)
    assert "coinless=false" in labels("cursed_court", coinless=True)


def test_turn_order_places_count_from_the_starting_seat() -> None:
    assert by_place(np.array([[1.0, 2.0, 3.0]]), np.array([1])).tolist() == [[2, 3, 1]]


def test_the_deal_explains_repeated_results_but_not_independent_results() -> None:
    rng = np.random.default_rng(1)
    deals = rng.normal(size=(400, 3))
    group = np.arange(800) // 2
    assert dealt(np.repeat(deals, 2, axis=0), group, 400).value == 1
    assert dealt(rng.normal(size=(800, 3)), group, 400).value == pytest.approx(0, abs=0.1)
    assert dealt(np.zeros((4, 2)), group[:4], 2).value is None


def test_a_histogram_has_equal_bars_that_cover_all_values() -> None:
    found = histogram(np.arange(100))
    assert found["edges"] == list(range(0, 101, 5))
    assert sum(found["parts"]) == pytest.approx(1)
    assert histogram(np.array([24, 24])) == {"edges": [24, 25], "parts": [1.0]}


def forfeited(plan: Plan) -> Results:
    rows = empty_rows(plan.matches, plan.seats)
    rows["match"], rows["forfeit"] = np.arange(plan.matches), 0
    return Results(plan, rows, {}, {})


def test_forfeited_matches_give_no_figures() -> None:
    plan = Plan("courtisans", {"players": 2}, ("random",), deals=2, repeats=2)
    with pytest.raises(BadOption, match="every match was forfeited"):
        seat_figures(forfeited(plan))
    assert item_figures(forfeited(plan)) == []
    steps = step_figures(forfeited(Plan("courtisans", {"players": 2}, ("random", "steward"), deals=2)))
    assert steps["skill"].value is None


def test_the_value_of_an_item_is_computed_per_use() -> None:
    plan = Plan("courtisans", {"players": 2}, ("random",), deals=4)
    rows = empty_rows(4, 2)
    rows["match"], rows["scores"] = np.arange(4), [[6, 0], [0, 6], [2, 0], [0, 2]]
    three, one = [Use(0, "card", "ace")] * 3, [Use(0, "card", "ace")]
    uses = {0: three, 1: [use._replace(seat=1) for use in three], 2: one, 3: [use._replace(seat=1) for use in one]}
    (ace,) = item_figures(Results(plan, rows, {}, uses))
    assert (ace["kind"], ace["item"], ace["rate"].value, ace["times"].value) == ("card", "ace", 0.5, 1)
    assert ace["points"].value == pytest.approx(5 / 3, rel=1e-5)


def test_without_a_uses_function_moves_count_as_uses() -> None:
    plan = Plan("cursed_court", {"players": 2}, ("random",), deals=1)
    match, _ = replay(plan, 0)
    match.setup = replace(match.setup, game=match.setup.game.changed(uses=None))
    kinds = {use.kind for use in uses_of(match)}
    assert "bet" in kinds
    assert all(use.item for use in uses_of(match) if use.kind == "bet")


def test_better_players_are_ahead_and_skill_explains_part_of_the_variance() -> None:
    found = step_figures(
        play(Plan("courtisans", {"players": 2}, ("random", "steward"), deals=40), Resources(workers=1))
    )
    assert found["ahead"].value > 0.9
    assert found["upset"].value == pytest.approx(1 - found["ahead"].value)
    assert 0.3 < found["skill"].low < found["skill"].high < 1
    assert found["rating"].value > 0


def test_skill_explains_nothing_between_equal_players() -> None:
    found = [
        step_figures(play(Plan("courtisans", {"players": 3}, ("random", "random"), 20, seed)))["skill"]
        for seed in range(20)
    ]
    assert np.mean([each.value for each in found]) < 0.01
    assert [each.low for each in found] == 20 * [0.0]


@pytest.fixture(scope="module")
def found() -> dict[str, Any]:
    other = {"players": 2, "edition": "2023"}
    question = Question("courtisans", {"players": 2}, other, ladder=("random", "steward", "steward"), deals=4, told=3)
    return report(question, Resources(workers=1))


def test_every_figure_has_an_interval_and_a_sample_size(found: dict[str, Any]) -> None:
    document = as_document(found)
    assert json.loads(json.dumps(document)) == document
    assert (document["format"], document["game"]) == ("courtly-balance/1", "courtisans")
    assert document["about"]["courtly"] == courtly.__version__
    side = document["sides"][0]
    assert {"share", "score", "place"} == set(side["settings"][0]["places"][0])
    assert set(side["settings"][0]["turns"]) == {"value", "low", "high", "n"}
    assert {item["kind"] for item in side["items"]} >= {"mission", "role", "place"}
    assert [(step["lower"], step["upper"]) for step in side["skill"]] == [
        ("random", "steward"),
        ("steward", "steward"),
        ("random", "steward"),
    ]


def test_two_sides_are_compared_figure_by_figure(found: dict[str, Any]) -> None:
    by_name = {each["figure"]: each for each in found["differences"]}
    turns = by_name["turns"]
    assert turns["difference"].value == pytest.approx(turns["b"].value - turns["a"].value, abs=1e-3)
    assert "place 0: share" in by_name


def test_both_sides_play_the_same_deals() -> None:
    same = report(
        Question("cursed_court", {"players": 2}, {"players": 2}, ladder=("random", "steward"), deals=20, told=3)
    )
    assert {each["difference"].value for each in same["differences"]} <= {0.0, None}
    assert {each["difference"].high for each in same["differences"]} <= {0.0, None}


def test_a_card_set_is_named_and_its_changed_cards_are_listed() -> None:
    house = set_up("monarch", {"players": 2})
    study = house.game.study.cards
    assert study is not None
    options = study.change(house, study.cards(house)[0], "cost+1")
    question = Question(
        "monarch", options, house.options.given(), ladder=("random", "steward"), deals=2, told=1, ladder_deals=1
    )
    page = as_html(report(question, Resources(workers=1)))
    assert "<dt>Changed cards</dt><dd>tiger-pelt</dd>" in page
    assert re.search(r"card_set: [a-z-]+ \([0-9a-f]{8}\)", page)
    assert "on_acquire" not in page


def test_clear_differences_come_first_in_their_own_table(found: dict[str, Any]) -> None:
    spans = {"far": (2.0, 3.0), "near": (-9.0, -1.0), "none": (-1.0, 2.0)}
    figures = {name: Figure(sum(span) / 2, *span, 9, np.empty(0)) for name, span in spans.items()}
    figures["unknown"] = Figure(5.0, None, None, 1, np.empty(0))
    differences = [{"figure": name, "a": each, "b": each, "difference": each} for name, each in figures.items()]
    page = as_html({**found, "differences": differences[::-1]})
    assert re.findall(r'<th role="rowheader" scope="row">(far|near|none|unknown)<', page) == list(figures)
    assert "Intervals that exclude 0: 2 of 3" in page


class Seen(HTMLParser):
    """Collects the elements of a page and the addresses that the page would fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.fetched: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        names = ("src", "href", "xlink:href", "action", "data")
        self.fetched += [value or "" for name, value in attrs if name in names and not (value or "").startswith("#")]


@pytest.fixture(scope="module")
def pages(found: dict[str, Any]) -> dict[int, str]:
    """Return, by number of sides, the page of a study of one set of options, and of a comparison of two."""
    return {1: as_html({**found, "sides": found["sides"][:1], "differences": None}), 2: as_html(found)}


@pytest.mark.parametrize("sides", [1, 2])
def test_the_page_contains_its_plots_and_fetches_nothing(pages: dict[int, str], sides: int) -> None:
    page = pages[sides]
    seen = Seen()
    seen.feed(page)
    assert seen.fetched == []
    assert "script" not in seen.tags
    assert not re.search(r"@import|url\((?!#)", page)
    assert seen.tags.count("svg") == seen.tags.count("section") - (sides - 1)
    assert seen.tags.count("html") == 1
    assert "prefers-color-scheme: dark" in page
    assert ("Options A" in page) == (sides == 2)


def test_ids_of_all_charts_are_unique(pages: dict[int, str]) -> None:
    names = re.findall(r' id="([^"]*)"', pages[2])
    assert len(names) == len(set(names))


def test_a_figure_is_formatted_with_its_interval_and_sample_size() -> None:
    assert shown(Figure(0.5, -0.25, 123.4, 7, np.empty(0))) == "0.500 [\N{MINUS SIGN}0.250,\N{NO-BREAK SPACE}123] n=7"
    assert shown(Figure(12.34, None, None, 1, np.empty(0))) == "12.3 n=1"
    assert shown(Figure(None, None, None, 0, np.empty(0))) == "–"


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"ladder": ("random",)}, "ladder"),
        ({"deals": 0}, "^deals"),
        ({"told": 0}, "^told"),
        ({"ladder_deals": 0}, "^ladder_deals"),
    ],
)
def test_an_invalid_study_is_refused_before_the_first_match(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(BadOption, match=said):
        report(Question("courtisans", {"players": 2}, **wrong))
