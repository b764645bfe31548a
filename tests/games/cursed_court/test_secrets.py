"""Pairs of Cursed Court matches from explicit deals. The two matches of a pair differ in one hidden fact only.

An audience that may not know the fact must get identical bytes. An audience that may know it must get different bytes,
which shows that the check can fail.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

import courtly
from courtly.engine.play.match import Match
from courtly.testing import channels, check_same_knowledge, state_bytes
from tests.games.cursed_court.builders import begin, deck, play_year, run

Audience = int | None

SPRING = ["bet king", "stake 3", "bet king", "stake 6", "bet affair", "stake 0", "bet queen"]
BUMPED = ["bet king feint", *SPRING[1:]]


@dataclass(frozen=True)
class Pair:
    """Two matches with decks and moves. Audiences in `blind` may not see the difference; seats in `knowing` may."""

    one: Sequence[list[str]]
    other: Sequence[list[str]]
    blind: tuple[Audience, ...]
    moves: Sequence[str] = ()
    other_moves: Sequence[str] | None = None
    knowing: tuple[int, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)

    def matches(self, moves: int) -> tuple[Match, Match]:
        """Return both matches after a number of moves."""
        theirs = self.moves if self.other_moves is None else self.other_moves
        return self._match(self.one, self.moves[:moves]), self._match(self.other, theirs[:moves])

    def _match(self, years: Sequence[list[str]], moves: Sequence[str]) -> Match:
        deal = {"first": 0, "years": list(years)}
        return run(courtly.new_match("cursed_court", players=3, deal=deal, seed=5, **self.options), *moves)

    def stages(self) -> list[tuple[Match, Match]]:
        """Return both matches after the first move, halfway, and after the last move."""
        last = len(self.moves)
        return [self.matches(moves) for moves in sorted({1, last // 2, last})]


TOP = "KKQQDD MPSA"
BASE = deck(TOP)
MASKED: dict[str, Any] = {"masquerade": True}
PAIRS = {
    "a hole card": Pair([BASE], [deck("KJQQDD MPSA")], (2, None), SPRING, knowing=(0, 1)),
    "which of two gaps a card lies in": Pair([BASE], [deck("KKDQQD MPSA")], (None,), SPRING, knowing=(0, 1, 2)),
    "the order of the deck": Pair([BASE], [[*BASE[:7], *BASE[:6:-1]]], (0, 1, 2, None), SPRING),
    "the deck of the year to come": Pair([BASE, deck("KKKK")], [BASE, deck("SSSS")], (0, 1, 2, None), SPRING),
    "whether another year is listed": Pair([BASE, deck("KKKK")], [BASE], (0, 1, 2, None), SPRING),
    "a feint on the board": Pair(
        [BASE],
        [BASE],
        (0, 1, None),
        SPRING,
        [*SPRING[:2], "bet king feint", *SPRING[3:]],
        options=MASKED,
    ),
    "a feint that was bumped": Pair([BASE], [BASE], (0, 2, None), SPRING, BUMPED, options=MASKED),
    "a feint whose stake is due": Pair(
        [BASE], [BASE], (0, 2, None), SPRING, [*SPRING[:-1], "bet queen feint"], options=MASKED
    ),
    "a feint in a region that is shared": Pair(
        [BASE],
        [BASE],
        (0, 1, None),
        ["bet king", "bet king"],
        ["bet king", "bet king feint"],
        options={**MASKED, "coinless": True},
    ),
}
every = pytest.mark.parametrize("name", PAIRS)


@pytest.mark.many
@every
def test_blind_audience_sees_no_difference(name: str) -> None:
    for one, other in PAIRS[name].stages():
        for audience in PAIRS[name].blind:
            check_same_knowledge(one, other, audience)


@every
def test_matches_of_a_pair_differ(name: str) -> None:
    ends = PAIRS[name].stages()[-1]
    assert state_bytes(ends[0]) != state_bytes(ends[1]) or ends[0].moves != ends[1].moves


@pytest.mark.parametrize("name", [name for name, pair in PAIRS.items() if pair.knowing])
def test_knowing_audience_sees_the_difference(name: str) -> None:
    for one, other in PAIRS[name].stages():
        for seat in PAIRS[name].knowing:
            first, second = channels(one, seat), channels(other, seat)
            assert first["view"] != second["view"]
            assert first["observation"] != second["observation"]


@pytest.mark.parametrize("form", ["hidden", "open"])
def test_cards_that_sit_out_are_public_in_either_form(form: str) -> None:
    match = play_year(begin(3, TOP, court_remembers=form))
    views = [match.view(audience) for audience in (0, 1, 2, None)]
    assert sorted(views[0]["aside"]) == sorted(BASE[:10])
    assert all(view["aside"] == views[0]["aside"] for view in views)
    other = play_year(begin(3, TOP, court_remembers="open"))
    assert [{**view, "options": None} for view in views] == [
        {**other.view(audience), "options": None} for audience in (0, 1, 2, None)
    ]
