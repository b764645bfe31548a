"""Any change of observations or actions must add a version to `versions.toml`."""

from __future__ import annotations

import pytest

from courtly.engine.contract.game import find_game, game_names, set_up
from courtly.envs import versions
from courtly.testing.subject import representative_options

CHANGED = (
    "{what} of {game} are no longer those of version {number}: nets trained on them would misread them. Add a version "
    "to src/courtly/envs/versions.toml, with what changed, and the fingerprint {now}"
)


@pytest.mark.parametrize("name", game_names())
def test_observations_match_the_newest_version(name: str) -> None:
    newest, now = versions.history(name)[-1], versions.observation_fingerprint(find_game(name))
    assert newest.observations == now, CHANGED.format(what="the observations", game=name, number=newest.number, now=now)


@pytest.mark.parametrize("name", game_names())
def test_actions_match_the_newest_version(name: str) -> None:
    game = find_game(name)
    setups = [set_up(game, chosen) for chosen in representative_options(game.rules.options)]
    newest, now = versions.history(name)[-1], versions.action_fingerprint(setups)
    assert newest.actions == now, CHANGED.format(what="the actions", game=name, number=newest.number, now=now)


@pytest.mark.parametrize("name", game_names())
def test_versions_are_numbered_and_describe_their_changes(name: str) -> None:
    found = versions.history(name)
    assert [each.number for each in found] == list(range(1, len(found) + 1))
    assert all(each.text for each in found)
    assert versions.env_id(name) == f"courtly/{name}-v{len(found)}"


def test_a_change_of_any_piece_changes_the_fingerprint() -> None:
    one, two = find_game("courtisans"), find_game("cursed_court")
    assert versions.observation_fingerprint(one) != versions.observation_fingerprint(two)
    setups = [set_up(one, {"players": players}) for players in (2, 3)]
    assert versions.action_fingerprint(setups[:1]) != versions.action_fingerprint(setups)


@pytest.mark.parametrize("name", game_names())
def test_nets_saved_before_a_change_of_descriptions_are_accepted(name: str) -> None:
    accepted = versions.accepted_observations(find_game(name))
    assert versions.history(name)[-1].reworded
    assert {*versions.history(name)[-1].reworded, versions.observation_fingerprint(find_game(name))} == {*accepted}
