"""Bots are found by name and play reproducibly, and the steward beats random players."""

import pytest

import courtly
from courtly.bots import Budget, UnknownBot, bot_names, find_bot, level_names
from courtly.engine.compile.rng import stream

SHORT = Budget(simulations=5)


def play(bots: list[str], seed: int) -> courtly.Match:
    match = courtly.new_match("courtisans", players=len(bots), seed=seed)
    rng = stream(seed, 1)
    while match.to_move is not None:
        match.play(find_bot(bots[match.to_move]).choose(match.knowledge(match.to_move), rng, SHORT).move)
    return match


@pytest.mark.parametrize("spec", ["grandmaster", "", None, "random "])
def test_an_unknown_bot_is_refused_with_the_known_names(spec: str) -> None:
    with pytest.raises(
        UnknownBot, match="choose from courtier, ismcts, minister, novice, random, regent, steward;"
    ) as caught:
        find_bot(spec)
    assert caught.value.allowed == bot_names()


@pytest.mark.parametrize("name", bot_names())
def test_a_bot_is_found_by_its_name(name: str) -> None:
    assert find_bot(name).name == name


def test_the_levels_are_bots_the_weakest_first() -> None:
    assert level_names() == ["novice", "courtier", "minister", "regent"]
    assert set(level_names()) < set(bot_names())


@pytest.mark.parametrize("name", bot_names())
@pytest.mark.parametrize("players", [2, 5])
def test_a_bot_plays_whole_matches_reproducibly(name: str, players: int) -> None:
    assert play([name] * players, 3).moves == play([name] * players, 3).moves


@pytest.mark.parametrize("players", [2, 3])
def test_the_steward_beats_random_players(players: int) -> None:
    won = 0.0
    for seed in range(24):
        seat = seed % players
        winners = play(["steward" if other == seat else "random" for other in range(players)], seed).winners()
        won += (seat in winners) / len(winners)
    assert won > 0.8 * 24


def test_the_random_bot_eventually_plays_every_legal_move() -> None:
    match = courtly.new_match("courtisans", players=2, seed=1)
    assert match.to_move is not None
    known = match.knowledge(match.to_move)
    rng = stream(1)
    assert {find_bot("random").choose(known, rng).move for _ in range(400)} == set(known.legal)
