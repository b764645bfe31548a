"""Twin worlds of Monarch, dealt by hand: each pair differs in the order of a deck alone, which nobody may know.

Whoever looks gets the same bytes until a card turns up; then the worlds tell different things, so that the comparison
can fail.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest

import courtly
from courtly.engine.play.match import Match
from courtly.testing import channels, check_same_knowledge, state_bytes
from courtly.testing.secrets import audiences
from tests.games.monarch.builders import deck, lands, run

ROW = "toll-drum old-nurse mill-stream weepy-poet keeper-of-ledgers"
NEXT = "astronomer fair-moon gazing-glass"


@dataclass(frozen=True)
class Pair:
    """Two worlds: what lies behind the row, moves that both allow, one that tells; a reshuffle listed in one."""

    one: str
    other: str
    moves: Sequence[str]
    shows: str
    listed: Sequence[str] = ()

    def worlds(self, moves: int) -> tuple[Match, Match]:
        """Both worlds after so many moves."""
        return self._world(self.one, [list(self.listed)], moves), self._world(self.other, [], moves)

    def _world(self, then: str, reshuffles: list[list[str]], moves: int) -> Match:
        deal: dict[str, Any] = {
            "first": 0,
            "lands": lands("vfvfvfvfv"),
            "deck": deck(f"{ROW} {then}"),
            "reshuffles": [cards for cards in reshuffles if cards],
        }
        match = courtly.new_match("monarch", players=3, deal=deal, seed=5)
        return run(match, *self.moves[:moves])

    def stages(self) -> list[tuple[Match, Match]]:
        """Both worlds after each move."""
        return [self.worlds(moves) for moves in range(len(self.moves) + 1)]


PAIRS = {
    "the card to come": Pair(NEXT, "fireworks astronomer", ["harvest", "buy weepy-poet"], "send 1"),
    "whether a Moon comes next": Pair("frost-moon", "astronomer", ["tax"], "buy old-nurse"),
    "whether sisters will have to pay": Pair("raiders-moon", "astronomer", ["tax"], "buy toll-drum"),
    "how the deck lies further down": Pair(
        "astronomer fair-moon", "astronomer raiders-moon", ["buy keeper-of-ledgers", "end"], "buy old-nurse"
    ),
    "whether a reshuffle is listed": Pair(NEXT, NEXT, ["buy toll-drum", "tax"], "end", ["weepy-poet"]),
}
every = pytest.mark.parametrize("name", PAIRS)


@pytest.mark.many
@every
def test_nobody_is_told_the_difference(name: str) -> None:
    for one, other in PAIRS[name].stages():
        for audience in audiences(one):
            check_same_knowledge(one, other, audience)


@every
def test_the_worlds_do_differ(name: str) -> None:
    one, other = PAIRS[name].stages()[-1]
    assert state_bytes(one) != state_bytes(other)


@pytest.mark.parametrize("name", [name for name, pair in PAIRS.items() if pair.one != pair.other])
def test_everybody_is_told_when_the_card_turns_up(name: str) -> None:
    one, other = (run(world, PAIRS[name].shows) for world in PAIRS[name].stages()[-1])
    for seat in range(3):
        told, others = channels(one, seat), channels(other, seat)
        assert told["view"] != others["view"]
        assert told["observation"] != others["observation"]
