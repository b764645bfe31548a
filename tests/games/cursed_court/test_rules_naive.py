"""Compare the engine with the naive twin for all combinations of options, and check invariants of every position."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import courtly
from tests.games.cursed_court.builders import NOBLES, VARIANTS, chips, label
from tests.naive.cursed_court import Naive

pytestmark = pytest.mark.many

PLAYERS = st.integers(2, 6)
KINDS = st.sampled_from(VARIANTS)
BETWEEN = {
    "year",
    "to_move",
    "phase",
    "marker",
    "aside",
    "board",
    "purse",
    "crowns",
    "score",
    "gained",
    "bought",
    "legal",
}
"""View keys that are still meaningful between two years."""


MOVES_PER_VIEW = 7
"""Number of moves between two comparisons of views, because comparing views takes longer than a move."""


def own_regions(*, seed: int) -> list[dict[str, Any]]:
    """Return 18 random set regions."""
    dice = random.Random(seed)
    sets: set[tuple[str, ...]] = set()
    while len(sets) < 18:
        sets.add(tuple(sorted(dice.sample(NOBLES, dice.choice([3, 4])))))
    return [
        {"id": f"plot-{number}", "name": {"en": f"Plot {number}", "fr": f"Complot {number}"}, "nobles": list(nobles)}
        for number, nobles in enumerate(sorted(sets))
    ]


def both(options: dict[str, Any], *, seed: int) -> tuple[courtly.Match, Naive]:
    """Return the same match in the engine and in the twin, which reads each year's deck after the engine deals it."""
    match = courtly.new_match("cursed_court", seed=seed, **options)

    def dealt(number: int) -> list[str]:
        return list(match.record()["deal"]["years"][number])

    return match, Naive(options, match.record()["deal"], decks=dealt)


def compare(match: courtly.Match, naive: Naive, audience: int | None) -> None:
    """Check that both show the same position and log to one audience."""
    facts, view = naive.view_facts(audience), match.view(audience)
    playing = view["phase"] in {"bet", "stake"}
    shown = {key: facts[key] for key in facts if playing or key in BETWEEN}
    assert {key: view[key] for key in shown} == shown
    events = [{"id": event["id"], "args": event["args"]} for event in match.log(audience)]
    assert events == naive.log_for(audience)


def walk(match: courtly.Match, naive: Naive, choose: Callable[[list[str]], str]) -> Iterator[None]:
    """Play both to the end with equal choices. Compare legal moves at every move, and views every few moves."""
    audiences = [*range(naive.players), None]
    while not naive.is_over:
        assert match.to_move == naive.to_move
        assert match.legal_moves() == naive.legal_moves()
        if len(match.moves) % MOVES_PER_VIEW == 0:
            compare(match, naive, audiences[len(match.moves) // MOVES_PER_VIEW % len(audiences)])
        move = choose(naive.legal_moves())
        match.play(move)
        naive.play(move)
        yield
    for audience in audiences:
        compare(match, naive, audience)
    assert match.is_over
    assert match.scores() == naive.scores()
    assert match.winners() == naive.winners()


def some_move(moves: list[str], dice: random.Random) -> str:
    """Return a random move. Small stakes are more likely, so that bumps occur."""
    if moves[0].startswith("stake ") and dice.random() < 0.7:
        return min(moves, key=lambda move: int(move.split(" ")[1]) + dice.random() * 6)
    return dice.choice(moves)


def reckless(moves: list[str], dice: random.Random) -> str:
    """Return a move that often stakes all coins and rarely buys chips, so that players go broke."""
    if moves[0].startswith("stake "):
        return max(moves, key=lambda move: int(move.split(" ")[1])) if dice.random() < 0.6 else dice.choice(moves)
    return "stand" if "stand" in moves and dice.random() < 0.85 else dice.choice(moves)


def a_match(
    options: dict[str, Any], *, seed: int, choose: Callable[[list[str], random.Random], str] = some_move
) -> Naive:
    """Play a whole random match in the engine and in the twin, and compare them."""
    match, naive = both(options, seed=seed)
    dice = random.Random(seed)
    for _ in walk(match, naive, lambda moves: choose(moves, dice)):
        pass
    return naive


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("variant", VARIANTS, ids=label)
def test_c9_7_engine_and_twin_agree_for_every_allowed_combination(players: int, variant: dict[str, Any]) -> None:
    a_match({"players": players, **variant}, seed=players)


@pytest.mark.parametrize("players", [2, 3, 4, 6])
@pytest.mark.parametrize("more", [{}, {"court_remembers": "open", "masquerade": True, "tie": "extra-year"}], ids=label)
def test_c12_7_c12_13_engine_and_twin_agree_when_players_go_broke(players: int, more: dict[str, Any]) -> None:
    undealt = sat_out = 0
    for seed in range(4):
        options = {"players": players, "great_exchange": "cash", "years": 8, **more}
        naive = a_match(options, seed=seed, choose=reckless)
        undealt += naive.year - naive.dealt
        sat_out += len(naive.seated) < players
    assert undealt + sat_out > 0
    assert undealt > 0 or players > 3


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_c12_10_engine_and_twin_agree_during_eliminations(players: int) -> None:
    for seed in range(4):
        options = {
            "players": players,
            "great_exchange": "elimination",
            "court_remembers": "open",
            "masquerade": seed > 1,
        }
        naive = a_match(options, seed=seed, choose=reckless)
        assert len(naive.winners()) == 1


@pytest.mark.parametrize("players", [2, 4, 6])
def test_c8_5_engine_and_twin_agree_through_many_extra_years(players: int) -> None:
    """Players bet where points are unlikely, so that ties last."""
    dull = ("conspiracy", "trial", "church", "council", "carnival", "masquerade", "opera")

    def choose(moves: list[str], dice: random.Random) -> str:
        quiet = [move for move in moves if move.split(" ")[1] in dull] if moves[0].startswith("bet") else []
        return dice.choice(quiet or moves)

    years = [
        a_match({"players": players, "tie": "extra-year", "years": 1}, seed=seed, choose=choose).year
        for seed in range(12)
    ]
    assert max(years) > 1


def expected_coins(view: dict[str, Any]) -> int:
    """Return the expected total of coins or chips."""
    players: int = view["players"]
    bought: list[int] = view["bought"]
    if view["options"]["great_exchange"] != "off":
        return 100 * players + sum(bought)
    return 0 if view["options"]["coinless"] else 20 * players


@settings(max_examples=40, deadline=None)
@given(variant=KINDS, players=PLAYERS, seed=st.integers(0, 2**32), choices=st.lists(st.integers(0, 200), min_size=1))
def test_c12_14_c5_12_coins_and_chips_are_conserved_in_every_position(
    variant: dict[str, Any], players: int, seed: int, choices: list[int]
) -> None:
    match = courtly.new_match("cursed_court", players=players, seed=seed, **variant)
    while not match.is_over and len(match.moves) < 100:
        view = match.view(None)
        assert chips(view) == expected_coins(view)
        on_board = Counter(crown["seat"] for crowns in view["board"].values() for crown in crowns)
        assert view["crowns"] == [4 - on_board[seat] for seat in range(players)]
        assert min(view["purse"]) >= 0
        moves = match.legal_moves()
        match.play(moves[choices[len(match.moves) % len(choices)] % len(moves)])


@settings(max_examples=50, deadline=None)
@given(variant=KINDS, players=PLAYERS, seed=st.integers(0, 2**32), stop=st.integers(0, 400))
def test_c9_7_random_matches_end_and_replay_from_their_records(
    variant: dict[str, Any], players: int, seed: int, stop: int
) -> None:
    match = courtly.new_match("cursed_court", players=players, seed=seed, **variant)
    dice = random.Random(seed)
    while not match.is_over:
        if len(match.moves) == stop:
            record = json.loads(json.dumps(match.record()))
            assert courtly.read_record(record).record() == record
        match.play(reckless(match.legal_moves(), dice))
    record = json.loads(json.dumps(match.record()))
    copy = courtly.read_record(record)
    assert copy.record() == record
    assert [copy.view(seat) for seat in (*range(players), None)] == [
        match.view(seat) for seat in (*range(players), None)
    ]


@settings(max_examples=40, deadline=None)
@given(
    variant=KINDS,
    players=PLAYERS,
    seed=st.integers(0, 2**32),
    choices=st.lists(st.integers(0, 200), min_size=1, max_size=40),
)
def test_c9_7_engine_and_twin_agree_for_arbitrary_choices(
    variant: dict[str, Any], players: int, seed: int, choices: list[int]
) -> None:
    options = {"players": players, "regions": own_regions(seed=seed), **variant}
    if variant.get("great_exchange") != "elimination":
        options["years"] = 1 + seed % 4
    turn = count()
    match, naive = both(options, seed=seed)
    for _ in walk(match, naive, lambda moves: moves[choices[next(turn) % len(choices)] % len(moves)]):
        if len(match.moves) > 300:
            break


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_c2_5_given_deal_is_played(players: int) -> None:
    dice = random.Random(players)
    years = [dice.sample(NOBLES * 4, 36) for _ in range(3)]
    deal = {"first": dice.randrange(players), "years": years}
    match, naive = courtly.new_match("cursed_court", players=players, deal=deal), Naive({"players": players}, deal)
    for _ in walk(match, naive, lambda moves: some_move(moves, dice)):
        pass
    assert match.record()["deal"] == deal
