"""Compare the chances in a view with an enumeration of all consistent deals."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import comb

import numpy as np
import numpy.typing as npt
import pytest

from courtly.engine.contract.game import set_up
from courtly.engine.play.match import Match
from courtly.games.cursed_court.policy import prospects
from courtly.games.cursed_court.state import REGIONS as COUNT
from courtly.testing.positions import stages
from tests.games.cursed_court import builders
from tests.games.cursed_court.builders import BOX, NOBLES, REGIONS, SETS, TABLEAU, begin, bets, play_year

Numbers = npt.NDArray[np.float64]


def known_cards(match: Match, audience: int | None) -> list[str]:
    """Return the cards of this year's tableau that are face up or that the audience has seen."""
    view = match.view(audience)
    return [*view["tableau"]] + [card for gap in view["holes"] for card in gap["cards"] or []]


def every_tableau(match: Match, audience: int | None) -> tuple[npt.NDArray[np.int64], Numbers]:
    """Return every possible final tableau as counts by noble, and the number of deals that lead to each."""
    known, aside = Counter(known_cards(match, audience)), Counter(match.view(None)["aside"])
    left = [BOX[noble] - known[noble] - aside[noble] for noble in NOBLES]
    draws = TABLEAU[sum(match.view(None)["seated"])] - known.total()
    rows: list[tuple[int, ...]] = [()]
    for number, cards in enumerate(left):
        rest = sum(left[number + 1 :])
        rows = [(*row, more) for row, more in product(rows, range(cards + 1)) if 0 <= draws - sum(row) - more <= rest]
    drawn = np.array(rows, np.int64)
    table = np.array([[comb(cards, more) for more in range(5)] for cards in left], np.float64)
    weights = table[np.arange(9), drawn].prod(axis=1)
    assert weights.sum() == comb(sum(left), draws)
    return drawn + np.array([known[noble] for noble in NOBLES]), weights


def brute_force(match: Match, audience: int | None) -> tuple[Numbers, Numbers]:
    """Return each region's chance to score and average points over all possible tableaux."""
    counts, weights = every_tableau(match, audience)
    points = np.empty((COUNT, len(counts)))
    for number, region in enumerate(REGIONS):
        if region in NOBLES:
            points[number] = np.array([0, 1, 2, 5, 8])[counts[:, number]]
        else:
            needed = [NOBLES.index(noble) for noble in builders.cards(SETS[region])]
            points[number] = len(needed) * (counts[:, needed] > 0).all(axis=1)
    return (points > 0) @ weights / weights.sum(), points @ weights / weights.sum()


def engine_values(match: Match, audience: int | None) -> tuple[Numbers, Numbers]:
    chance, worth = np.empty(COUNT), np.empty(COUNT)
    seat = -1 if audience is None else audience
    prospects(match.setup.content, match.state()[0], seat, chance, worth)
    return chance, worth


@pytest.mark.parametrize(
    "options",
    [
        {"players": 2},
        {"players": 3, "court_remembers": "open"},
        {"players": 4, "court_remembers": "hidden"},
        {"players": 5, "masquerade": True},
        {"players": 6},
        {"players": 4, "great_exchange": "elimination"},
    ],
    ids=builders.label,
)
def test_chances_and_averages_match_an_enumeration_of_all_deals(options: dict[str, int]) -> None:
    for number, match in enumerate(stages(set_up("cursed_court", options), seed=options["players"], at_most=9)):
        if match.is_over:
            continue
        for audience in (number % match.players, (number + 1) % match.players, None):
            for found, counted in zip(engine_values(match, audience), brute_force(match, audience), strict=True):
                assert np.abs(found - counted).max() < 1e-9


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_complete_regions_score_with_certainty(players: int) -> None:
    match = begin(players, "K" * 0 + "MPQDJSAM"[: builders.HOLES[players]] + "CMKC")
    while match.view(None)["season"] != "autumn":
        empty = next(region for region in REGIONS if region not in match.view(None)["board"])
        bets(match, f"{empty} 0")
    for audience in (*range(players), None):
        chance = match.view(audience)["prospects"]
        assert [chance[region]["chance"] for region in ("courtesan", "merchant", "king", "affair")] == [1, 1, 1, 1]
        assert chance["affair"]["points"] == 3


def test_there_are_no_prospects_between_two_years() -> None:
    match = play_year(begin(2, great_exchange="cash", years=2))
    assert match.view(0)["phase"] == "rebuy"
    assert match.view(0)["prospects"] is None
