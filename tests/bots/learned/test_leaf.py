"""The search with a net: it uses the net's values, uses playouts if there is no net, and reveals no secrets."""

from __future__ import annotations

import logging
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from courtly.bots import Budget, Choice, UnknownBot, find_bot
from courtly.bots.learned import net_store
from courtly.bots.learned.files import load_net, pack
from courtly.bots.learned.leaf import learned
from courtly.bots.learned.net import Net
from courtly.bots.search.bot import Ismcts
from courtly.engine.compile.rng import stream
from courtly.engine.contract.game import Setup, set_up
from courtly.engine.play.match import Match
from courtly.testing import twin_of
from courtly.testing.positions import random_match, stages
from tests.bots.learned.nets import of_one_opinion, random_net
from tests.games.monarch.builders import small_set

SHORT = Budget(simulations=40)


@pytest.fixture
def nets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder in which the bots look for nets; the cache of loaded nets is empty."""
    monkeypatch.setattr(net_store, "shipped_folders", lambda _game: [tmp_path])
    monkeypatch.setattr(net_store, "own_folder", lambda _game: tmp_path / "own")
    monkeypatch.setattr(net_store, "_FOUND", {})
    (tmp_path / "own").mkdir()
    return tmp_path


def monarch(players: int = 2) -> Setup:
    return set_up("monarch", {"players": players})


def keep(net: Net, setup: Setup, folder: Path) -> None:
    (folder / net_store.file_name(setup)).write_bytes(pack(net, setup, {}))


def chosen(match: Match, spec: str = "ismcts:leaf=net", budget: Budget = SHORT) -> Choice:
    assert match.to_move is not None
    return find_bot(spec).choose(match.knowledge(match.to_move), stream(7), budget)


@pytest.mark.parametrize("players", [2, 3])
def test_values_are_the_net_outputs_for_the_seat_to_move(players: int, nets: Path) -> None:
    setup = monarch(players)
    keep(of_one_opinion(setup, *[0.25, 0.75] * players), setup, nets)
    thought = chosen(random_match(setup, seed=3, moves=6)).thought
    assert thought is not None
    assert thought.simulations == SHORT.simulations
    assert {(each.value, each.chance) for each in thought.moves} == {(0.5, 0.25)}


def test_the_settings_give_the_weight_of_the_margin(nets: Path) -> None:
    keep(of_one_opinion(monarch(), 0.25, 0.75, 0.25, 0.75), monarch(), nets)
    thought = chosen(random_match(monarch(), seed=3, moves=6), "ismcts:leaf=net,margin=1").thought
    assert thought is not None
    assert {each.value for each in thought.moves} == {0.75}


def test_net_outputs_begin_with_the_seat_to_move(nets: Path) -> None:
    keep(of_one_opinion(monarch(), 0.9, 0.9, 0.1, 0.1), monarch(), nets)
    match = random_match(monarch(), seed=3, moves=6)
    thought = chosen(match, budget=Budget(simulations=400)).thought
    assert thought is not None
    assert min(each.value for each in thought.moves) < 0.5


def test_a_match_that_ends_before_the_next_turn_is_valued_by_its_result(nets: Path) -> None:
    setup = set_up("monarch", {"players": 2, "max_rounds": 1})
    keep(of_one_opinion(setup, 0.5, 0.5, 0.5, 0.5), setup, nets)
    match = random_match(setup, seed=1, moves=0)
    while match.view()["active"] == match.view()["first"]:
        match.play(match.legal_moves()[-1])
    plain, asked = chosen(match, "ismcts"), chosen(match)
    assert asked == plain


def test_without_a_net_the_search_uses_playouts_and_warns_once(nets: Path, caplog: pytest.LogCaptureFixture) -> None:
    match = random_match(monarch(), seed=3, moves=10)
    with caplog.at_level(logging.WARNING):
        assert chosen(match) == chosen(match, "ismcts")
        assert chosen(match) == chosen(match, "ismcts")
    words = "there is no net of monarch with these cards and options; the search plays without it"
    assert [record.getMessage() for record in caplog.records] == [words]


def test_an_unusable_net_is_logged_and_ignored(nets: Path, caplog: pytest.LogCaptureFixture) -> None:
    match = random_match(monarch(), seed=3, moves=10)
    keep(of_one_opinion(monarch(), np.nan, 0, 0, 0), monarch(), nets)
    with caplog.at_level(logging.WARNING):
        assert chosen(match) == chosen(match, "ismcts")
    assert "has weights that are infinite or not numbers; the search plays without it" in caplog.text


def test_games_without_features_use_playouts(nets: Path, caplog: pytest.LogCaptureFixture) -> None:
    match = random_match(set_up("courtisans", {"players": 2}), seed=6, moves=4)
    with caplog.at_level(logging.WARNING):
        assert chosen(match) == chosen(match, "ismcts")
    assert "there is no net of courtisans" in caplog.text


def test_equal_streams_and_simulations_give_equal_results(nets: Path) -> None:
    keep(random_net(monarch()), monarch(), nets)
    match = random_match(monarch(), seed=4, moves=9)
    assert chosen(match) == chosen(match)
    assert chosen(match) != chosen(match, "ismcts")


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("monarch", {"players": 2}),
        ("monarch", {"players": 4}),
        ("cursed_court", {"players": 2}),
        ("cursed_court", {"players": 4, "masquerade": True}),
    ],
)
def test_a_search_result_is_equal_for_a_match_and_its_twin(game: str, options: dict[str, Any]) -> None:
    setup = set_up(game, options)
    bot = Ismcts(begin=partial(learned, random_net(setup)))
    for number, match in enumerate(stages(setup, seed=setup.players, at_most=6)):
        if match.to_move is None:
            continue
        twin = twin_of(match, match.to_move, stream(number, 5))
        thoughts = [bot.choose(one.knowledge(match.to_move), stream(7), SHORT) for one in (match, twin)]
        assert thoughts[0] == thoughts[1]


def test_an_unknown_leaf_is_refused() -> None:
    with pytest.raises(UnknownBot, match="leaf"):
        find_bot("ismcts:leaf=guess")


@pytest.mark.parametrize(("game", "players"), [("monarch", 2), ("monarch", 3), ("monarch", 4), ("cursed_court", 2)])
def test_shipped_nets_won_their_trials(game: str, players: int) -> None:
    setup = set_up(game, {"players": players})
    (package,) = net_store.shipped_folders(setup.game)
    about = load_net(package / net_store.file_name(setup), setup).about
    assert about["trained"]["trial"]["low"] > 1 / players
    assert about["trained"]["command"].startswith(f"courtly train {game} ")


@pytest.mark.parametrize(("players", "has"), [(2, True), (3, False)])
def test_a_net_is_found_by_cards_and_options(players: int, has: bool, nets: Path) -> None:
    keep(random_net(monarch(2)), monarch(2), nets)
    assert net_store.has_net(monarch(players)) is has


def test_cards_and_options_without_a_net_are_known_only_if_the_game_has_one() -> None:
    assert not net_store.lost_net(monarch(2))
    assert net_store.lost_net(set_up("monarch", {"players": 2, "card_set": small_set()}))
    assert net_store.lost_net(set_up("monarch", {"players": 2, "banners": False}))
    assert net_store.lost_net(set_up("cursed_court", {"players": 2, "coinless": True}))
    assert not net_store.lost_net(set_up("cursed_court", {"players": 3, "coinless": True}))
    assert not net_store.lost_net(set_up("courtisans", {"players": 2}))


def chances(spec: str, match: Match) -> set[float]:
    thought = chosen(match, spec).thought
    assert thought is not None
    return {each.chance for each in thought.moves}


def test_a_users_net_is_used_if_selected_or_if_none_ships(nets: Path, caplog: pytest.LogCaptureFixture) -> None:
    match = random_match(monarch(), seed=3, moves=6)
    keep(of_one_opinion(monarch(), 0.25, 0.25, 0.25, 0.25), monarch(), nets / "own")
    assert chances("ismcts:leaf=net", match) == chances("ismcts:leaf=own", match) == {0.25}
    assert chosen(match, "ismcts:leaf=shipped") == chosen(match, "ismcts")
    assert not caplog.records


def test_a_shipped_net_takes_precedence_with_a_log_message(nets: Path, caplog: pytest.LogCaptureFixture) -> None:
    match = random_match(monarch(), seed=3, moves=6)
    keep(of_one_opinion(monarch(), 0.25, 0.25, 0.25, 0.25), monarch(), nets / "own")
    keep(of_one_opinion(monarch(), 0.75, 0.75, 0.75, 0.75), monarch(), nets)
    assert chances("ismcts:leaf=shipped", match) == {0.75}
    assert not caplog.records
    assert chances("ismcts:leaf=net", match) == {0.75}
    assert "is ignored because the shipped net takes precedence; use leaf=own to play with it" in caplog.text
    assert chances("ismcts:leaf=own", match) == {0.25}


def test_an_unusable_shipped_net_is_always_logged(nets: Path, caplog: pytest.LogCaptureFixture) -> None:
    match = random_match(monarch(), seed=3, moves=6)
    keep(of_one_opinion(monarch(), np.nan, 0, 0, 0), monarch(), nets)
    assert chosen(match, "ismcts:leaf=shipped") == chosen(match, "ismcts")
    assert "has weights that are infinite or not numbers; the search plays without it" in caplog.text
