"""No match has more moves than the bound of its game."""

from __future__ import annotations

import random
from typing import Any

import pytest

import courtly
from courtly.engine.contract.game import set_up
from courtly.games.courtisans import bounds as courtisans
from courtly.games.cursed_court import bounds as cursed_court

LONGEST = {"courtisans": courtisans.longest, "cursed_court": cursed_court.longest}


@pytest.mark.parametrize(
    ("game", "options"),
    [
        *[("courtisans", {"players": players}) for players in (2, 3, 4, 5)],
        ("cursed_court", {"players": 2, "years": 1}),
        ("cursed_court", {"players": 6, "years": 1}),
        ("cursed_court", {"players": 3, "coinless": True}),
        ("cursed_court", {"players": 2, "great_exchange": "cash", "years": 2}),
    ],
)
def test_no_match_is_longer_than_its_bound(game: str, options: dict[str, Any]) -> None:
    bound = LONGEST[game](set_up(game, options).options)
    for seed in range(3):
        dice = random.Random(seed)
        match = courtly.new_match(game, seed=seed, **options)
        while not match.is_over:
            match.play(dice.choice(match.legal_moves()))
        assert len(match.moves) <= bound


@pytest.mark.parametrize(
    ("coins", "regions", "most"),
    [(0, 2, 0), (1, 2, 1), (2, 2, 2), (3, 2, 3), (4, 2, 4), (7, 2, 5), (8, 2, 6), (16, 1, 5)],
)
def test_bumps_cost_one_one_two_four_coins_in_each_region(coins: int, regions: int, most: int) -> None:
    assert cursed_court.most_bumps(coins, regions) == most
