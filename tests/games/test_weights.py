"""The steward's weights: valid, present in every match, and absent from records and views."""

from __future__ import annotations

from dataclasses import replace

import pytest

from courtly import find_game, game_names
from courtly.engine.contract.game import Setup, set_up
from courtly.engine.contract.weights import Weights
from courtly.engine.play.match import Match, Opening

PROVENANCE = {
    *(
        "command",
        "seed",
        "method",
        "generations",
        "population",
        "deals",
        "fresh_deals",
        "players",
        "options",
        "matches",
    ),
    *("left", "before", "share", "by_players", "rules", "courtly", "date"),
}

every = pytest.mark.parametrize("game", game_names())


def weights_of(game: str) -> Weights:
    weights = find_game(game).study.weights
    assert weights is not None
    return weights


def changed(setup: Setup) -> Setup:
    """Return the same setup with other steward weights."""
    contents = setup.contents.copy()
    contents["weights"] += 0.125
    return replace(setup, contents=contents)


@every
def test_the_file_has_every_weight_and_its_source(game: str) -> None:
    document = weights_of(game).document
    assert document.keys() == {"weights", "fitted"}
    assert weights_of(game).named(weights_of(game).present) == document["weights"]
    assert document["fitted"].keys() >= PROVENANCE
    assert document["fitted"]["command"].startswith(f"courtly fit {game} ")
    assert document["fitted"]["rules"] == find_game(game).version
    assert document["fitted"]["share"].keys() == {"value", "low", "high", "deals", "matches"}


@every
def test_every_match_has_the_weights(game: str) -> None:
    content = set_up(game, {"players": 3}).content
    assert content.weights.tolist() == weights_of(game).present.tolist()


@every
def test_the_weights_are_numbered_in_the_order_of_the_file(game: str) -> None:
    assert [int(weight) for weight in weights_of(game).ranges] == list(range(len(weights_of(game).names)))
    assert list(weights_of(game).document["weights"]) == list(weights_of(game).names)


@every
def test_records_and_views_do_not_contain_the_weights(game: str) -> None:
    setup = set_up(game, {"players": 2})
    one, other = (Match(each, Opening(seed=1)) for each in (setup, changed(setup)))
    assert one.record() == other.record()
    assert one.view(0) == other.view(0)
