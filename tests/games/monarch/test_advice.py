"""What explains a move of Monarch, from ends as they might come."""

from __future__ import annotations

from typing import Any, cast

import pytest

from courtly.engine.play.match import Match
from courtly.games.monarch.rules.view import View
from courtly.games.monarch.words.advice import advice
from tests.games.monarch.builders import begin, poked, run


def end(*scores: int, rounds: int = 9, moons: int = 0, **held: Any) -> dict[str, Any]:
    """The view of an end; `held` is what lies before seat 0, `guests_1` the guests of seat 1."""
    seats: list[dict[str, Any]] = [{"court": [], "guests": [], "banner": None} for _ in scores]
    seats[1]["guests"] = held.pop("guests_1", [])
    seats[0] |= held
    return {"result": {"scores": list(scores)}, "round": rounds, "gone": ["moon"] * moons, "seats": seats}


def told(match: Match, move: str, *ends: dict[str, Any], lang: str = "en") -> list[str]:
    """What is said of a move of the seat that decides."""
    return advice(cast(View, match.view(match.to_move)), move, lambda: ends, lang)


@pytest.mark.parametrize(
    ("lang", "standing", "length"),
    [
        (
            "en",
            "On average you end with 10 crowns, each other sister with 4 crowns.",
            "Half of the simulated matches are over by round 8.",
        ),
        (
            "fr",
            "En moyenne vous finissez avec 10 couronnes, chaque autre sœur avec 4 couronnes.",
            "La moitié des parties simulées sont finies après la manche 8.",
        ),
    ],
)
def test_the_crowns_and_the_length_to_be_expected_are_told(lang: str, standing: str, length: str) -> None:
    ends = [end(8, 4, 2, rounds=8), end(12, 1, 8, rounds=11)]
    assert told(begin(3), "harvest", *ends, lang=lang) == [standing, length]


def test_what_a_card_for_the_court_brings_counts_nothing_where_it_is_replaced() -> None:
    match = begin(2, "toll-drum")
    held = end(9, 3, court=[{"card": "toll-drum", "crowns": 6}])
    assert told(match, "buy toll-drum", held, end(2, 3))[1] == "Toll Drum: about 3 crowns for you at the end."


def test_what_a_banner_brings_is_told() -> None:
    flown = end(9, 3, banner={"banner": "banner-of-might", "crowns": 4})
    assert told(begin(2), "fly banner-of-might", flown)[1] == "Banner of Might: about 4 crowns for you at the end."


@pytest.mark.parametrize("bought", [False, True])
def test_what_a_guest_costs_its_host_is_told(bought: bool) -> None:
    match, move = begin(3, "insistent-peddler"), "buy insistent-peddler"
    if bought:
        match, move = run(match, move), "send 1"
    lodged = end(5, 3, 1, guests_1=[{"card": "insistent-peddler", "crowns": -2}])
    assert told(match, move, lodged)[1] == "Insistent Peddler: about −2 crowns for its host at the end."


def test_an_improvement_serves_everybody_and_is_not_counted() -> None:
    assert len(told(poked(begin(2, "mill-stream"), food=[9, 9], gold=[9, 9]), "buy mill-stream", end(5, 3))) == 2


def test_a_moon_that_may_come_or_not_is_told() -> None:
    lines = told(begin(2), "end", end(5, 3), end(5, 3, moons=1), end(5, 3), end(5, 3))
    assert "Another Moon rises before the end in 25 % of the simulated matches." in lines


def test_the_moon_that_asks_for_pledges_is_not_another_one() -> None:
    top = "insistent-peddler stone-bridge mill-stream old-nurse toll-drum raiders-moon"
    match = run(begin(3, top), "buy insistent-peddler", "send 1")
    assert match.view(0)["phase"] == "pledge"
    assert len(told(match, "pass", end(5, 3, 1, moons=1))) == 2


def test_the_length_is_not_told_when_the_match_ends_with_this_round() -> None:
    assert len(told(begin(2), "harvest", end(5, 3, rounds=1))) == 1
