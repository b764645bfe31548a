"""The explanation of a Monarch move, made from a few final positions."""

from __future__ import annotations

from typing import Any, cast

import pytest

from courtly.engine.play.match import Match
from courtly.games.monarch.rules.view import View
from courtly.games.monarch.words.advice import advice
from tests.games.monarch.builders import begin, run, with_state


def end(*scores: int, rounds: int = 9, moons: int = 0, **held: Any) -> dict[str, Any]:
    """Return the view of a finished match. `held` are fields of seat 0; `guests_1` is the list of seat 1's guests."""
    seats: list[dict[str, Any]] = [{"court": [], "guests": [], "banner": None} for _ in scores]
    seats[1]["guests"] = held.pop("guests_1", [])
    seats[0] |= held
    return {"result": {"scores": list(scores)}, "round": rounds, "gone": ["moon"] * moons, "seats": seats}


def explain(match: Match, move: str, *ends: dict[str, Any], lang: str = "en") -> list[str]:
    """Return the lines that explain a move of the seat to move, given the simulated endings `ends`."""
    return advice(cast(View, match.view(match.to_move)), move, lambda: ends, lang)


@pytest.mark.parametrize(
    ("lang", "standing", "length"),
    [
        (
            "en",
            "On average, you finish with 10 crowns, and each rival with 4 crowns.",
            "Half of the simulated games end by round 8.",
        ),
        (
            "fr",
            "En moyenne, vous finissez avec 10 couronnes, et chaque rivale avec 4 couronnes.",
            "La moitié des parties simulées sont finies après la manche 8.",
        ),
    ],
)
def test_the_expected_crowns_and_length_are_shown(lang: str, standing: str, length: str) -> None:
    ends = [end(8, 4, 2, rounds=8), end(12, 1, 8, rounds=11)]
    assert explain(begin(3), "harvest", *ends, lang=lang) == [standing, length]


def test_a_card_that_is_not_held_at_the_end_counts_as_0_crowns() -> None:
    match = begin(2, "toll-drum")
    held = end(9, 3, court=[{"card": "toll-drum", "crowns": 6}])
    assert explain(match, "buy toll-drum", held, end(2, 3))[1] == "Toll Drum: about 3 crowns for you at the end."


def test_the_expected_crowns_of_a_banner_are_shown() -> None:
    flown = end(9, 3, banner={"banner": "banner-of-might", "crowns": 4})
    assert explain(begin(2), "fly banner-of-might", flown)[1] == "Banner of Might: about 4 crowns for you at the end."


@pytest.mark.parametrize("bought", [False, True])
def test_the_cost_of_a_guest_to_its_host_is_shown(bought: bool) -> None:
    match, move = begin(3, "insistent-peddler"), "buy insistent-peddler"
    if bought:
        match, move = run(match, move), "send 1"
    lodged = end(5, 3, 1, guests_1=[{"card": "insistent-peddler", "crowns": -2}])
    assert explain(match, move, lodged)[1] == "Insistent Peddler: about −2 crowns for its host at the end."


def test_no_crowns_are_shown_for_an_improvement() -> None:
    assert (
        len(explain(with_state(begin(2, "mill-stream"), food=[9, 9], gold=[9, 9]), "buy mill-stream", end(5, 3))) == 2
    )


def test_the_probability_of_another_moon_is_shown() -> None:
    lines = explain(begin(2), "end", end(5, 3), end(5, 3, moons=1), end(5, 3), end(5, 3))
    assert "Another Moon rises before the end in 25% of the simulated games." in lines


def test_the_moon_that_asks_for_pledges_is_not_counted_as_another() -> None:
    top = "insistent-peddler stone-bridge mill-stream old-nurse toll-drum raiders-moon"
    match = run(begin(3, top), "buy insistent-peddler", "send 1")
    assert match.view(0)["phase"] == "pledge"
    assert len(explain(match, "pass", end(5, 3, 1, moons=1))) == 2


def test_the_length_is_not_shown_in_the_last_round() -> None:
    assert len(explain(begin(2), "harvest", end(5, 3, rounds=1))) == 1
