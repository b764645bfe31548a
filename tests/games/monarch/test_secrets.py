"""Pairs of Monarch matches, dealt by hand, that differ only in hidden facts: the deck order or a listed reshuffle.

Every audience gets identical bytes until the difference is revealed. After that the bytes differ, which shows that
the comparison can fail.
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
    """Two matches with the same moves. The cards after the row differ, or only the first deal lists a reshuffle.

    Attributes
    ----------
    one, other
        The cards of each deck after the row.
    moves
        The moves before the difference is revealed.
    shows
        The move that reveals the difference.
    listed
        The reshuffle that only the deal of the first match lists.
    """

    one: str
    other: str
    moves: Sequence[str]
    shows: str
    listed: Sequence[str] = ()

    def matches(self, moves: int) -> tuple[Match, Match]:
        """Return both matches after `moves` moves."""
        return self._match(self.one, [list(self.listed)], moves), self._match(self.other, [], moves)

    def _match(self, then: str, reshuffles: list[list[str]], moves: int) -> Match:
        deal: dict[str, Any] = {
            "first": 0,
            "lands": lands("vfvfvfvfv"),
            "deck": deck(f"{ROW} {then}"),
            "reshuffles": [cards for cards in reshuffles if cards],
        }
        match = courtly.new_match("monarch", players=3, deal=deal, seed=5)
        return run(match, *self.moves[:moves])

    def stages(self) -> list[tuple[Match, Match]]:
        """Return both matches after each move."""
        return [self.matches(moves) for moves in range(len(self.moves) + 1)]


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
def test_no_audience_can_tell_the_matches_apart(name: str) -> None:
    for one, other in PAIRS[name].stages():
        for audience in audiences(one):
            check_same_knowledge(one, other, audience)


@every
def test_the_matches_really_differ(name: str) -> None:
    one, other = PAIRS[name].stages()[-1]
    assert state_bytes(one) != state_bytes(other)


@pytest.mark.parametrize("name", [name for name, pair in PAIRS.items() if pair.one != pair.other])
def test_every_seat_sees_the_card_when_it_is_revealed(name: str) -> None:
    one, other = (run(match, PAIRS[name].shows) for match in PAIRS[name].stages()[-1])
    for seat in range(3):
        told, others = channels(one, seat), channels(other, seat)
        assert told["view"] != others["view"]
        assert told["observation"] != others["observation"]
