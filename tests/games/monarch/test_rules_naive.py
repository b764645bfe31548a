"""The engine and the naive twin side by side, with the house set and with sets by chance, and what always holds."""

from __future__ import annotations

import json
import random
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files
from itertools import count
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import courtly
from tests.games.monarch.card_sets import SIZES, card_set
from tests.naive.monarch import Naive
from tests.naive.monarch_view import view_facts

PLAYERS = st.integers(2, 4)
LOOK = 5
"""Views are compared at every so many moves; they cost more than a move does."""
EAGER = {"buy": 8, "free": 8, "fly": 20, "barter": 3, "harvest": 5, "tax": 5, "sweep": 0.4, "end": 0.7, "pledge": 2}
"""How much likelier than others some moves are, so that courts fill and banners fly."""


@cache
def house() -> dict[str, Any]:
    """The house set, as its file has it."""
    return tomllib.loads(files("courtly.games.monarch").joinpath("cards.toml").read_text(encoding="utf-8"))


def both(options: dict[str, Any], *, seed: int) -> tuple[courtly.Match, Naive]:
    """The same match in the engine and in the twin, which looks up each reshuffled deck once the engine has it."""
    match = courtly.new_match("monarch", seed=seed, **options)

    def reshuffled(number: int) -> list[str]:
        return list(match.record()["deal"]["reshuffles"][number])

    return match, Naive(options, options.get("card_set", house()), match.record()["deal"], decks=reshuffled)


def compare(match: courtly.Match, naive: Naive, audience: int | None) -> None:
    """Everything that the two say of the position must be the same, to one audience."""
    facts, view = view_facts(naive, audience), match.view(audience)
    assert {key: view[key] for key in facts} == facts
    assert view["log"] == naive.log


def walk(match: courtly.Match, naive: Naive, choose: Callable[[list[str]], str], *, look: int = LOOK) -> Iterator[str]:
    """Play both to the end by the same choices; choices are compared at every move, views now and then."""
    audiences = [*range(naive.players), None]
    while not naive.over:
        assert match.to_move == naive.to_move
        assert match.legal_moves() == naive.legal()
        if len(match.moves) % look == 0:
            compare(match, naive, audiences[len(match.moves) // look % len(audiences)])
        move = choose(naive.legal())
        match.play(move)
        naive.play(move)
        yield move
    for audience in audiences:
        compare(match, naive, audience)
    assert match.is_over
    assert match.scores() == naive.scores()
    assert match.winners() == naive.winners()


def eager(moves: list[str], dice: random.Random) -> str:
    """A move by chance, of the kind that moves the match on."""
    return dice.choices(moves, [EAGER.get(move.partition(" ")[0], 1) for move in moves])[0]


def lines(naive: Naive) -> Counter[str]:
    """How often each kind of line stands in the log."""
    found: Counter[str] = Counter()
    for line in naive.log:
        report = line.get("report", {})
        found[line["move"].partition(" ")[0] if "move" in line else report.get("outcome", report["what"])] += 1
    return found


def a_match(options: dict[str, Any], *, seed: int) -> Counter[str]:
    """Play a whole match by chance, compared on its way, and return what happened in it."""
    match, naive = both(options, seed=seed)
    dice = random.Random(seed)
    for _ in walk(match, naive, lambda moves: eager(moves, dice)):
        pass
    return lines(naive)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("banners", [True, False])
def test_engine_and_twin_agree_on_the_house_set(players: int, banners: bool) -> None:
    happened: Counter[str] = Counter()
    for seed in range(3):
        happened += a_match({"players": players, "banners": banners}, seed=seed)
    assert bool(happened["fly"]) == banners


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("size", SIZES)
def test_engine_and_twin_agree_on_sets_by_chance(players: int, size: str) -> None:
    happened: Counter[str] = Counter()
    for seed in range(3):
        options = {"players": players, "card_set": card_set(10 * players + seed, size=size), "max_rounds": 30}
        happened += a_match(options, seed=seed)
    assert bool(happened["reshuffle"]) == (size == "small")
