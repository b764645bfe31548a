"""A redeal draws every assignment of cards that a seat cannot rule out, with the frequency that the rules imply.

Tiny boxes allow a full list of these assignments: unseen cards in unknown places, with a spy for each face-down card on
the table. Plain Python builds that list from the seat's view, and the tests compare the sampler with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice, permutations, product
from math import comb, factorial
from typing import Any

import numba
import pytest

from courtly.engine.compile.rng import stream
from courtly.engine.play.match import Match
from courtly.games.courtisans.content import CARD_IDS, mission_ids
from courtly.testing import random_match
from courtly.testing.redeals import sampled
from tests.games.chances import MAX_SIGMAS, excess
from tests.golden.courtisans import Box

View = dict[str, Any]
Redeal = tuple[tuple[str, ...], ...]
"""The unknown spies in order, the other hands by seat, the deck, and the missions of all seats, after one redeal."""

MAX_REDEALS = 100
MAX_LAYOUTS = 15_000
SAMPLES_PER_REDEAL = 40
POSITIONS = 1 if numba.config.DISABLE_JIT else 4
"""Positions tested per box. Without compilation the same kernels run as plain Python, which is slow."""

BOXES = {
    "spies and assassins": Box((0, 0, 1, 1, 0), 6),
    "two spies of each family": Box((0, 0, 2, 0, 0), 12),
    "spies and courtiers": Box((1, 0, 1, 0, 0), 12),
    "spies and assassins, all in play": Box((0, 0, 1, 1, 0), 12),
    "three players": Box((0, 0, 1, 1, 0), 9, players=3, missions=6),
    "missions of two colours": Box((0, 0, 1, 0, 0), 6, missions=8),
    "missions of one deck": Box((0, 0, 1, 0, 0), 6, missions=6, edition="2023"),
    "missions of one deck, three players": Box((0, 0, 1, 1, 0), 9, players=3, missions=6, edition="2023"),
}


def unseen(box: Box, view: View) -> list[str]:
    """Return all cards that the seat has not seen, one entry per copy."""
    seen = [card for cards in view["areas"].values() for card in cards]
    seen += view["eliminated"] + (view["hand"] or [])
    seen += [
        spy["card"] for spy in view["spies"] if spy["card"] and (spy["area"] is None or view["to_move"] is not None)
    ]
    cards = box.cards - Counter(card for card in seen if not card.startswith("spy:"))
    return sorted(cards.elements())


def unknown_places(view: View) -> tuple[int, list[int], int]:
    """Return the number of unknown spies, of cards in each other hand, and of cards in the deck."""
    spies = sum(spy["card"] is None for spy in view["spies"])
    return spies, [held if seat != view["seat"] else 0 for seat, held in enumerate(view["hands"])], view["deck"]


def layouts(box: Box, view: View) -> int:
    """Return the number of ways to assign the unseen cards to the unknown places."""
    spies, hands, deck = unknown_places(view)
    cards = unseen(box, view)
    kinds = sum(card.endswith(".spy") for card in cards)
    rest = len(cards) - spies
    return factorial(kinds) // factorial(kinds - spies) * (factorial(rest) // factorial(rest - sum(hands) - deck))


def card_redeals(box: Box, view: View) -> Counter[Redeal]:
    """Return all possible redeals of the cards, each with the number of assignments that produce it."""
    cards = unseen(box, view)
    places, hands, deck = unknown_places(view)
    redeals: Counter[Redeal] = Counter()
    for spies in permutations([i for i, card in enumerate(cards) if card.endswith(".spy")], places):
        rest = [i for i in range(len(cards)) if i not in spies]
        for placed in permutations(rest, sum(hands) + deck):
            drawn = iter([cards[i] for i in placed])
            held = [tuple(sorted((next(drawn) for _ in range(count)), key=CARD_IDS.index)) for count in hands]
            redeals[(tuple(cards[i] for i in spies), *held, tuple(drawn))] += 1
    return redeals


def mission_redeals(box: Box, view: View) -> Iterator[tuple[str, ...]]:
    """Yield all equally likely deals of the missions that the seat does not hold."""
    if view["to_move"] is None:
        yield tuple(mission for pair in view["missions"] for mission in pair)
        return
    ids = mission_ids(box.edition)[: box.missions]
    decks = [ids] if box.edition == "2023" else [ids[: len(ids) // 2], ids[len(ids) // 2 :]]
    mine = view["missions"][view["seat"]] if view["seat"] is not None else []
    others = box.players - (view["seat"] is not None)
    rest = [[mission for mission in deck if mission not in mine] for deck in decks]
    each = 2 // len(decks) * others
    for dealt in product(*(permutations(deck, each) for deck in rest)):
        pairs = (
            list(zip(*dealt, strict=True)) if len(dealt) == 2 else list(zip(dealt[0][::2], dealt[0][1::2], strict=True))
        )
        if view["seat"] is not None:
            pairs.insert(view["seat"], (mine[0], mine[1]))
        yield tuple(mission for pair in pairs for mission in sorted(pair, key=ids.index))


def redeals(box: Box, view: View) -> Counter[Redeal]:
    """Return all redeals that the seat cannot rule out, with their weights."""
    missions = Counter(mission_redeals(box, view))
    found: Counter[Redeal] = Counter()
    for (cards, weight), (dealt, ways) in product(card_redeals(box, view).items(), missions.items()):
        found[(*cards, dealt)] = weight * ways
    return found


def draws(match: Match, seat: int, count: int) -> Counter[Redeal]:
    """Return the results of `count` redeals."""
    view = match.view(None if seat < 0 else seat)
    _spies, hands, deck = unknown_places(view)
    unknown = [i for i, spy in enumerate(view["spies"]) if spy["card"] is None]
    ids = mission_ids(str(match.options["edition"]))
    found: Counter[Redeal] = Counter()
    for number in range(count):
        s = sampled(match, seat, 7, number)[0]
        spies, held, missions = s.spy_kind.tolist(), s.hands.tolist(), s.missions[: match.players].ravel().tolist()
        drawn = s.deck.tolist()[int(s.drawn) : int(s.drawn) + deck]
        cards = ([spies[i] for i in unknown], *(held[seat][:n] for seat, n in enumerate(hands)), drawn)
        found[(*(tuple(CARD_IDS[kind] for kind in place) for place in cards), tuple(ids[i] for i in missions))] += 1
    return found


def small_positions(box: Box) -> Iterator[tuple[Match, int, Counter[Redeal]]]:
    """Yield random positions in a box, each with a seat (-1: a spectator) that has several redeals but not too many."""
    for seed in range(12):
        last = random_match(box.setup(), seed=seed).version
        match = random_match(box.setup(), seed=seed, moves=(last + 1) * seed // 12)
        for seat in range(-1, box.players):
            view = match.view(None if seat < 0 else seat)
            if layouts(box, view) <= MAX_LAYOUTS:
                expected = redeals(box, view)
                if 2 <= len(expected) <= MAX_REDEALS:
                    yield match, seat, expected


every_box = pytest.mark.parametrize("name", BOXES)


@pytest.mark.many
@every_box
def test_every_redeal_has_the_expected_frequency(name: str) -> None:
    tried = list(islice(small_positions(BOXES[name]), POSITIONS))
    for match, seat, expected in tried:
        found = draws(match, seat, SAMPLES_PER_REDEAL * len(expected))
        assert found.keys() == expected.keys(), "an impossible world, or a possible one that is never drawn"
        assert excess(expected, found) < MAX_SIGMAS
    assert len(tried) >= min(3, POSITIONS)


def test_the_check_detects_a_sampler_that_weighs_kinds_instead_of_cards() -> None:
    expected: Counter[Redeal] = Counter({(("hare.spy",),): 2, (("carp.spy",),): 1})
    even, right = (
        Counter(dict.fromkeys(expected, 600)),
        Counter({redeal: 400 * weight for redeal, weight in expected.items()}),
    )
    assert excess(expected, even) > MAX_SIGMAS > excess(expected, right)


def test_the_redeals_after_the_deal_are_all_hands_of_unseen_cards() -> None:
    box = BOXES["spies and assassins"]
    view = box.match(1).view(0)
    found = card_redeals(box, view)
    assert len(found) == comb(9, 3)
    assert set(found.values()) == {factorial(3)}


@every_box
def test_a_spy_on_the_table_is_redealt_as_a_spy(name: str) -> None:
    box = BOXES[name]
    match = random_match(box.setup(), seed=3)
    for moves in range(match.version):
        part = random_match(box.setup(), seed=3, moves=moves)
        for seat in range(-1, box.players):
            s = sampled(part, seat, moves)[0]
            assert all(CARD_IDS[kind].endswith(".spy") for kind in s.spy_kind[: s.spies])


def test_a_redeal_from_knowledge_equals_a_redeal_from_the_true_state() -> None:
    box = BOXES["spies and courtiers"]
    match = random_match(box.setup(), seed=5, moves=5)
    knowledge = match.knowledge(0)
    for number in range(20):
        rng, same = stream(number), stream(number)
        sample = knowledge.redeal(rng)
        truth = match.state()
        match.setup.game.rules.kernels.redeal(match.setup.content, truth[0], 0, same)
        assert sample.tobytes() == truth.tobytes()
        assert rng[0] == same[0]
