"""RULES.md, section 6: spies from the hand to the reveal."""

from __future__ import annotations

import pytest

import courtly
from tests.games.courtisans.builders import begin, family_row, finish, points_of, result, run

AREAS = ["above", "below", "domain:0", "domain:1"]


def three_spies() -> courtly.Match:
    """Return a match with three spies in play.

    Seat 0 played spy 1 above the mat and spy 2 in seat 1's domain. Seat 1 played spy 3 in seat 0's domain.
    """
    match = begin(
        hands=[["hare.spy", "hare.spy", "stag.guard"], ["carp.spy", "toad.guard", "carp.guard"]],
        draws=[["toad.assassin", "toad.spy", "stag.guard"]],
    )
    run(match, "play hare.spy above", "play stag.guard domain:0", "play hare.spy domain:1")
    return run(match, "play carp.spy domain:0", "play toad.guard below", "play carp.guard domain:1")


@pytest.mark.parametrize("area", AREAS)
def test_c6_1_a_spy_is_face_down_in_any_area(area: str) -> None:
    match = run(begin(hands=[["hare.spy", "stag.plain", "carp.plain"]]), f"play hare.spy {area}")
    for audience in (0, 1, None):
        assert match.view(audience)["areas"][area] == ["spy:1"]


@pytest.mark.parametrize("side", ["above", "below"])
def test_c6_2_a_spy_at_the_table_belongs_to_no_family_yet(side: str) -> None:
    match = run(begin(hands=[["hare.spy", "stag.plain", "carp.plain"]]), f"play hare.spy {side}")
    for audience in (0, 1, None):
        view = match.view(audience)
        assert view["areas"][side] == ["spy:1"]
        assert all(count == {"above": 0, "below": 0} for count in view["standing"].values())


def test_c6_2_the_player_of_a_spy_chooses_its_side() -> None:
    match = begin(hands=[["hare.spy", "stag.plain", "carp.plain"]])
    assert {"play hare.spy above", "play hare.spy below"} <= set(match.legal_moves())


def test_c6_3_a_revealed_spy_is_one_card_of_its_family() -> None:
    match = finish(
        above=["hare.spy"], below=["hare.noble"], domains={0: ["hare.spy"]}, avoid=["hare"], avoid_table=["hare"]
    )
    assert family_row(match, "hare") == {"family": "hare", "above": 1, "below": 2, "status": "fallen"}
    assert points_of(match, "hare.spy") == [-1]


def test_c6_4_spies_are_numbered_in_order_of_play_regardless_of_player_and_area() -> None:
    view = three_spies().view(None)
    assert [(spy["n"], spy["by"], spy["area"]) for spy in view["spies"]] == [
        (1, 0, "above"),
        (2, 0, "domain:1"),
        (3, 1, "domain:0"),
    ]
    assert view["areas"]["domain:0"] == ["stag.guard", "spy:3"]


def test_c6_5_a_spy_keeps_its_number_if_an_earlier_spy_is_eliminated() -> None:
    match = run(three_spies(), "play toad.assassin below", "kill spy:1", "play toad.spy domain:0")
    view = match.view(None)
    assert [(spy["n"], spy["area"]) for spy in view["spies"]] == [
        (1, None),
        (2, "domain:1"),
        (3, "domain:0"),
        (4, "domain:0"),
    ]
    assert view["areas"]["domain:0"] == ["stag.guard", "spy:3", "spy:4"]


@pytest.mark.parametrize("side", ["above", "below"])
def test_c6_6_at_the_end_a_spy_at_the_table_joins_its_family_on_the_same_side(side: str) -> None:
    match = finish(avoid_table=["hare"], **{side: ["hare.spy", "hare.plain", "carp.noble"]})
    row = family_row(match, "hare")
    assert (row[side], row["above"] + row["below"]) == (2, 2)
    for audience in (0, 1, None):
        view = match.view(audience)
        assert "hare.spy" in view["areas"][side]
        assert not any(card.startswith("spy:") for cards in view["areas"].values() for card in cards)
        assert view["spies"][0] == {"n": 1, "by": 0, "area": side, "card": "hare.spy"}


def test_c6_6_at_the_end_a_spy_in_a_domain_stays_there_and_scores() -> None:
    match = finish(above=["hare.noble"], domains={1: ["hare.spy"]}, avoid=["hare"], avoid_table=["hare"])
    row = next(row for row in result(match)["domains"][1] if row["card"] == "hare.spy")
    assert row == {"card": "hare.spy", "spy": 1, "status": "esteemed", "points": 1}
    assert "hare.spy" in match.view(None)["areas"]["domain:1"]


def test_c6_7_an_eliminated_spy_is_not_revealed_and_counts_for_nothing() -> None:
    match = finish(
        above=["hare.spy", "hare.spy"],
        below=["toad.assassin", "hare.plain"],
        kill=["kill spy:2"],
        avoid_table=["hare"],
    )
    assert family_row(match, "hare") == {"family": "hare", "above": 1, "below": 1, "status": "neutral"}
    assert match.view(None)["spies"][1] == {"n": 2, "by": 1, "area": None, "card": None}
    assert match.view(None)["eliminated"] == ["spy:2"]
