"""Compare the engine, with all options, move by move with the naive twin: a slow and simple version of the rules."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import courtly
from tests.games.courtisans.builders import random_deal
from tests.naive.courtisans import Naive

pytestmark = pytest.mark.many

KINDS = list(product([2, 3, 4, 5], ["2024", "2023"], ["nobles-double", "cards"]))


def both(options: dict[str, Any], *, seed: int) -> tuple[courtly.Match, Naive]:
    """Return a match of the engine and one of the twin, from the same deal."""
    document = random_deal(options["players"], options["edition"], seed=seed)
    return courtly.new_match("courtisans", deal=document, **options), Naive(options, document)


def compare(match: courtly.Match, naive: Naive) -> None:
    """Check that both have the same position and the same view for one audience. The audience changes every move."""
    assert match.to_move == naive.to_move
    assert match.legal_moves() == naive.legal_moves()
    assert match.is_over == naive.is_over
    audience = len(match.moves) % (naive.players + 1)
    compare_view(match, naive, audience if audience < naive.players else None)


def compare_view(match: courtly.Match, naive: Naive, audience: int | None) -> None:
    facts, view = naive.view_facts(audience), match.view(audience)
    seen = {key: view[key] for key in facts}
    for shown in (facts, seen):
        shown["missions"] = [pair and sorted(pair) for pair in shown["missions"]]
    assert seen == facts
    assert [comparable(event) for event in match.log(audience)] == [comparable(event) for event in naive.log(audience)]


def comparable(event: dict[str, Any]) -> dict[str, Any]:
    """Return an event in a comparable form: missions sorted, and only the scoring fields that the twin has."""
    args = event["args"]
    if event["id"] == "missions":
        return {"id": "missions", "missions": [sorted(pair) for pair in args["missions"]]}
    if event["id"] == "score":
        return {"id": "score", "scores": args["scores"], "winners": args["winners"]}
    return event


def compare_ends(match: courtly.Match, naive: Naive) -> None:
    assert match.scores() == naive.scores()
    assert match.winners() == naive.winners()
    for audience in (*range(naive.players), None):
        compare_view(match, naive, audience)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("players", "edition", "count"), KINDS)
def test_engine_and_twin_agree_on_random_matches(players: int, edition: str, count: str, seed: int) -> None:
    match, naive = both({"players": players, "edition": edition, "mission_count": count}, seed=seed)
    dice = random.Random(f"{players} {edition} {count} {seed}")
    while not naive.is_over:
        compare(match, naive)
        move = dice.choice(naive.legal_moves())
        match.play(move)
        naive.play(move)
    compare(match, naive)
    compare_ends(match, naive)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_engine_and_twin_agree_when_every_assassin_kills(players: int) -> None:
    match, naive = both({"players": players, "edition": "2024", "mission_count": "nobles-double"}, seed=70 + players)
    dice = random.Random(players)
    while not naive.is_over:
        compare(match, naive)
        moves = naive.legal_moves()
        killing = [move for move in moves if move.startswith("kill ") or ".assassin " in move or ".spy " in move]
        move = dice.choice(killing or moves)
        match.play(move)
        naive.play(move)
    compare_ends(match, naive)
    assert naive.eliminated


@settings(max_examples=20, deadline=None)
@given(kind=st.sampled_from(KINDS), seed=st.integers(0, 2**32), choices=st.lists(st.integers(0, 40), min_size=1))
def test_engine_and_twin_agree_for_any_choices(kind: tuple[int, str, str], seed: int, choices: list[int]) -> None:
    match, naive = both(dict(zip(("players", "edition", "mission_count"), kind, strict=True)), seed=seed)
    while not naive.is_over:
        compare(match, naive)
        moves = naive.legal_moves()
        move = moves[choices[len(match.moves) % len(choices)] % len(moves)]
        match.play(move)
        naive.play(move)
    compare_ends(match, naive)
