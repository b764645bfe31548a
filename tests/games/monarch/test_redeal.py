"""A redeal samples every order of the deck equally often, and the seed of reshuffles, but nothing else."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from courtly.engine.compile.rng import stream
from courtly.engine.play.match import Match
from courtly.games.monarch.rules.moves import codec_of
from courtly.testing.redeals import sampled
from tests.games.chances import MAX_SIGMAS, excess
from tests.games.monarch.builders import begin, leave_in_deck, run, told

SAMPLES_PER_STATE = 40
ROW = "tiger-pelt storm-charger toll-drum fireworks mill-stream"
LEFT = "astronomer weepy-poet stone-bridge frost-moon"


def decks(match: Match, seat: int, count: int) -> Counter[tuple[str, ...]]:
    """Return the decks of `count` redeals, as ids from the top down."""
    ids, found = codec_of(match.setup).cards, Counter[tuple[str, ...]]()
    for number in range(count):
        s = sampled(match, seat, 7, number)[0]
        found[tuple(ids[card] for card in s.deck[s.drawn : s.deck_size])] += 1
    return found


@pytest.mark.many
@pytest.mark.parametrize("seat", [0, 2, -1])
def test_every_order_of_the_deck_is_equally_frequent(seat: int) -> None:
    match = leave_in_deck(begin(3, ROW), LEFT)
    expected = Counter(permutations(LEFT.split()))
    found = decks(match, seat, SAMPLES_PER_STATE * len(expected))
    assert found.keys() == expected.keys()
    assert excess(expected, found) < MAX_SIGMAS


def test_a_sample_does_not_depend_on_the_true_order() -> None:
    one = leave_in_deck(begin(3, ROW), LEFT)
    other = leave_in_deck(begin(3, ROW), " ".join(reversed(LEFT.split())))
    assert decks(one, 0, 5) == decks(other, 0, 5)


def test_the_seed_of_reshuffles_is_sampled_and_listed_reshuffles_are_dropped() -> None:
    match = begin(3, ROW, reshuffles=[["astronomer", "weepy-poet"]])
    truth = match.state()[0]
    samples = [sampled(match, 0, number)[0] for number in range(3)]
    assert len({int(s.luck) for s in samples} | {int(truth.luck)}) == 4
    assert truth.next_decks[0, 0] >= 0
    assert all((s.next_decks == -1).all() for s in samples)


def test_redealing_again_equals_redealing_the_true_state() -> None:
    match = run(begin(3, ROW), "buy toll-drum")
    knowledge = match.knowledge(0)
    for number in range(20):
        rng, same = stream(number), stream(number)
        truth = match.state()
        match.setup.game.rules.kernels.redeal(match.setup.content, truth[0], 0, same)
        assert np.array_equal(knowledge.redeal(rng), truth)
        assert rng[0] == same[0]


def swept(top: str) -> Match:
    """Return a match after a sweep with one card left in the deck, so that the swept cards are reshuffled."""
    return run(leave_in_deck(begin(3, top), "peacock-mantle"), "sweep")


def test_a_reshuffle_does_not_depend_on_the_discard_order() -> None:
    one, other = swept(ROW), swept(" ".join(reversed(ROW.split())))
    assert [name for name, _ in told(one)[1:3]] == ["reveal", "reshuffle"]
    assert one.state()[0].deck.tolist() == other.state()[0].deck.tolist()
    assert one.view(0)["market"] == other.view(0)["market"]


def test_cards_drawn_since_a_reshuffle_stay_and_the_rest_is_sampled() -> None:
    match = swept(ROW)
    s, sample = match.state()[0], sampled(match, 1, 5)[0]
    assert 0 < s.drawn < s.deck_size
    assert sample.deck[: s.drawn].tolist() == s.deck[: s.drawn].tolist()
    assert sorted(sample.deck[s.drawn : s.deck_size]) == sorted(s.deck[s.drawn : s.deck_size])
    assert sample.deck.tolist() != s.deck.tolist()
