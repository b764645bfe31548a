"""The subjects' `unknown` covers every kind of hidden fact, and nothing that the audience knows."""

from __future__ import annotations

from typing import Any

import pytest

from courtly.engine.compile.rng import stream
from courtly.engine.contract.game import set_up
from courtly.engine.play.match import Match
from courtly.testing import redealt_record, stages
from tests.contract.subjects import SUBJECTS

COURTISANS = {"players": 3}
MASQUERADE = {"players": 4, "years": 2, "masquerade": True}


def changes(match: Match, audience: int | None) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the record of a match, and the same record with all facts exchanged that the audience cannot know."""
    unknown = SUBJECTS[match.game].unknown
    assert unknown is not None
    return match.record(), redealt_record(match, unknown(match, audience), stream(4, match.version))


def matches(game: str, **options: Any) -> list[Match]:
    return stages(set_up(game, options), seed=9, at_most=12)


@pytest.mark.parametrize("edition", ["2024", "2023"])
@pytest.mark.parametrize("audience", [0, 2, None])
def test_courtisans_hands_deck_and_missions_are_exchanged(audience: int | None, edition: str) -> None:
    true, twin = changes(matches("courtisans", **COURTISANS, edition=edition)[1], audience)
    held = [
        seat for seat in range(3) if sorted(true["deal"]["missions"][seat]) != sorted(twin["deal"]["missions"][seat])
    ]
    assert held == [seat for seat in range(3) if seat != audience]
    assert true["deal"]["deck"][18:] != twin["deal"]["deck"][18:]
    assert sorted(true["deal"]["deck"]) != sorted(twin["deal"]["deck"]), "cards that were set aside come in"


def test_courtisans_spies_of_other_seats_are_exchanged() -> None:
    *_, match, _end = matches("courtisans", **COURTISANS)
    true, twin = changes(match, 1)
    by = iter(spy["by"] for spy in match.view(None)["spies"])
    played = [(next(by), old, new) for old, new in zip(true["moves"], twin["moves"], strict=True) if ".spy " in old]
    assert any(old != new for _, old, new in played)
    assert all(old == new for seat, old, new in played if seat == 1)
    assert [move for move in true["moves"] if ".spy " not in move] == [
        move for move in twin["moves"] if ".spy " not in move
    ]


def test_the_audiences_own_hand_is_never_exchanged() -> None:
    for match in matches("courtisans", **COURTISANS):
        true, twin = changes(match, 1)
        assert sorted(true["deal"]["deck"][3:6]) == sorted(twin["deal"]["deck"][3:6])


def test_cursed_court_undealt_cards_and_feints_of_other_seats_are_exchanged() -> None:
    found = [changes(match, 0) for match in matches("cursed_court", **MASQUERADE)]
    assert all(true["deal"]["years"] != twin["deal"]["years"] for true, twin in found)
    assert sum(true["moves"] != twin["moves"] for true, twin in found) > 4
    assert all(plain(true["moves"]) == plain(twin["moves"]) for true, twin in found)


def plain(moves: list[str]) -> list[str]:
    return [move.removesuffix(" feint") for move in moves]


def test_the_deck_of_monarch_is_exchanged_before_and_after_a_reshuffle() -> None:
    found = [changes(match, 0) for match in matches("monarch", players=2, max_rounds=40)]
    assert any(true["deal"]["deck"] != twin["deal"]["deck"] for true, twin in found)
    assert any(true["deal"]["reshuffles"] != twin["deal"]["reshuffles"] for true, twin in found)
    assert all(true["deal"]["deck"][:5] == twin["deal"]["deck"][:5] for true, twin in found)
    assert all(true["moves"] == twin["moves"] for true, twin in found)
