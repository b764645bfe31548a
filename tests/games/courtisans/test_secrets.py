"""Pairs of Courtisans matches, dealt by hand, that differ in one hidden fact from the first move to the last.

The contract suite compares matches made by redealing; these pairs follow from the rules. An audience that may not know
the difference must get identical bytes. An audience that may know it must get different bytes, which shows that the
check can fail.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

import courtly
from courtly.engine.play.match import Match
from courtly.testing import channels, check_same_knowledge, state_bytes
from courtly.testing.secrets import following_lines
from tests.games.courtisans.builders import deal, play_on, run

Audience = int | None
Deal = dict[str, Any]

HANDS = [
    ["hare.spy", "stag.plain", "carp.guard"],
    ["carp.spy", "toad.plain", "toad.assassin"],
    ["stag.noble", "stag.guard", "hare.noble"],
]
OPENING = ["play hare.spy above", "play stag.plain domain:0", "play carp.guard domain:1"]
SECOND = ["play carp.spy below", "play toad.plain domain:1"]
KILL = ["play toad.assassin domain:2"]
THIRD = ["play stag.noble above", "play stag.guard domain:2", "play hare.noble domain:0"]


def base(**more: Any) -> Deal:
    """Return a deal whose fourth draw is three spies. No test reaches this draw. It has no nightingale spies."""
    return deal(3, hands=HANDS, draws=[[], [], [], ["butterfly.spy", "toad.spy", "hare.spy"]], **more)


def exchanged(document: Deal, card: str, *, at: int | None = None, with_: str) -> Deal:
    """Return the deal with one card replaced by another. If the other card is in the deck, the two change places."""
    deck: list[str] = list(document["deck"])
    place = deck.index(card) if at is None else at
    twin = len(deck) - 1 - deck[::-1].index(with_) if with_ in deck[9:] else None
    if twin is not None:
        deck[twin] = deck[place]
    deck[place] = with_
    return {**document, "deck": deck}


def renamed(moves: Sequence[str], card: str, other: str) -> list[str]:
    return [move.replace(card, other) for move in moves]


@dataclass(frozen=True)
class Pair:
    """Two matches: their deals and moves, the audiences that may not know the difference, and the seats that do."""

    one: Deal
    other: Deal
    blind: tuple[Audience, ...]
    moves: Sequence[str] = ()
    others_moves: Sequence[str] | None = None
    knowing: tuple[int, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)

    def matches(self, moves: int) -> tuple[Match, Match]:
        """Return both matches after a number of moves."""
        theirs = self.moves if self.others_moves is None else self.others_moves
        return self._match(self.one, self.moves[:moves]), self._match(self.other, theirs[:moves])

    def _match(self, document: Deal, moves: Sequence[str]) -> Match:
        match = courtly.new_match("courtisans", players=3, deal=document, **self.options)
        match.seed = None
        return run(match, *moves)


LINE = [*OPENING, *SECOND, *KILL, *THIRD]
UNDRAWN = base()["deck"][18:]
OLD = [["fallen-either-toad-hare", "nobles-3"], ["fallen-at-least-2", "esteemed-at-most-3"]]
OLD += [["fallen-either-hare-stag", "fallen-either-hare-carp"]]


def missions_of_seat_2(white: str, blue: str) -> Deal:
    return base(missions=[["nobles-3", "below-5"], ["spies-3", "fallen-hare"], [white, blue]])


PAIRS = {
    "the family of a spy that seat 1 plays, the other one in the deck": Pair(
        base(),
        exchanged(base(), "carp.spy", with_="butterfly.spy"),
        (0, 2, None),
        LINE,
        renamed(LINE, "carp.spy", "butterfly.spy"),
        knowing=(1,),
    ),
    "the family of a spy that seat 1 plays, the other one put aside": Pair(
        base(),
        exchanged(base(), "carp.spy", with_="nightingale.spy"),
        (0, 2, None),
        LINE,
        renamed(LINE, "carp.spy", "nightingale.spy"),
        knowing=(1,),
    ),
    "a card in seat 2's hand": Pair(
        base(), exchanged(base(), "hare.noble", with_="toad.guard"), (0, 1, None), LINE[:-1], knowing=(2,)
    ),
    "who of two seats holds which card": Pair(
        base(),
        {**base(), "deck": [*base()["deck"][:3], *base()["deck"][6:9], *base()["deck"][3:6], *base()["deck"][9:]]},
        (0, None),
        OPENING,
        knowing=(1, 2),
    ),
    "the order of a hand in the deal": Pair(
        base(), {**base(), "deck": [*base()["deck"][2::-1], *base()["deck"][3:]]}, (0, 1, 2, None), LINE
    ),
    "the order of the deck": Pair(
        base(), {**base(), "deck": [*base()["deck"][:18], *UNDRAWN[::-1]]}, (0, 1, 2, None), LINE
    ),
    "a card that was put aside": Pair(base(), exchanged(base(), "", at=70, with_="stag.spy"), (0, 1, 2, None), LINE),
    "the missions of seat 2": Pair(
        missions_of_seat_2("guards-4", "fallen-toad"),
        missions_of_seat_2("assassins-2", "fallen-stag"),
        (0, 1, None),
        LINE,
        knowing=(2,),
    ),
    "the order of a seat's missions in the edition of 2023": Pair(
        base(missions=OLD),
        base(missions=[pair[::-1] for pair in OLD]),
        (0, 1, 2, None),
        LINE,
        options={"edition": "2023"},
    ),
}
SAME_STATE = {"the order of a hand in the deal", "the order of a seat's missions in the edition of 2023"}
"""Pairs whose states are identical."""

every = pytest.mark.parametrize("name", PAIRS)


def stages(pair: Pair) -> Iterator[tuple[Match, Match]]:
    return (pair.matches(moves) for moves in range(len(pair.moves) + 1))


@pytest.mark.many
@every
def test_an_audience_that_may_not_know_the_difference_gets_identical_data(name: str) -> None:
    for one, other in stages(PAIRS[name]):
        for audience in PAIRS[name].blind:
            check_same_knowledge(one, other, audience)


@every
def test_the_states_of_a_pair_differ(name: str) -> None:
    assert PAIRS[name].one != PAIRS[name].other
    for one, other in stages(PAIRS[name]):
        assert (state_bytes(one) == state_bytes(other)) == (name in SAME_STATE)


@pytest.mark.parametrize("name", [name for name, pair in PAIRS.items() if pair.knowing])
def test_a_seat_that_may_know_the_difference_gets_different_data(name: str) -> None:
    for one, other in stages(PAIRS[name]):
        for seat in PAIRS[name].knowing:
            mine, others = channels(one, seat), channels(other, seat)
            assert mine["view"] != others["view"]
            assert mine["observation"] != others["observation"]


SHOT = [*OPENING, "play toad.assassin above", "kill spy:1", "play toad.plain domain:1", "play carp.spy domain:0"]


@pytest.mark.parametrize("audience", [1, 2, None])
def test_a_spy_eliminated_unseen_stays_unknown_after_the_end(audience: Audience) -> None:
    one, other = eliminated_twins()
    assert one.is_over
    assert other.is_over
    assert one.record() != other.record()
    check_same_knowledge(one, other, audience)


def eliminated_twins() -> tuple[Match, Match]:
    """Return two finished matches that differ in the family of an eliminated spy, and in a removed card."""
    document = deal(3, hands=HANDS)
    assert not {"hare.spy", "stag.spy"} & set(document["deck"][1:])
    twin = {**document, "deck": ["stag.spy", *document["deck"][1:]]}
    matches = []
    for each, family in ((document, "hare"), (twin, "stag")):
        match = courtly.new_match("courtisans", players=3, deal=each)
        matches.append(play_on(run(match, *renamed(SHOT, "hare.spy", f"{family}.spy"))))
    return matches[0], matches[1]


def test_the_player_of_an_eliminated_spy_knows_it_after_the_end() -> None:
    one, other = eliminated_twins()
    assert [match.view(0)["spies"][0]["card"] for match in (one, other)] == ["hare.spy", "stag.spy"]
    assert one.view(0) != other.view(0)


def test_after_the_end_all_audiences_know_the_spies_in_play() -> None:
    one, _other = eliminated_twins()
    for audience in (0, 1, 2, None):
        cards = {spy["n"]: spy["card"] for spy in one.view(audience)["spies"] if spy["area"] is not None}
        assert cards
        assert all(cards.values())


def test_the_log_of_a_spy_does_not_depend_on_its_family() -> None:
    pair = PAIRS["the family of a spy that seat 1 plays, the other one in the deck"]
    one, other = pair.matches(len(OPENING))
    mine = one.setup.codec.parse("play carp.spy below")
    theirs = other.setup.codec.parse("play butterfly.spy below")
    for audience in (0, 2, None):
        assert following_lines(one, audience)[mine] == following_lines(other, audience)[theirs]
    assert following_lines(one, 1)[mine] != following_lines(other, 1)[theirs]
