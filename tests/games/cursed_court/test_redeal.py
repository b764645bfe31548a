"""A redeal samples every deal consistent with a seat's knowledge, with the right frequency.

The tests enumerate, from the view, the unseen hole cards and the feints of the other seats.
"""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product
from typing import Any

import numpy as np
import pytest

from courtly.engine.compile.rng import stream
from courtly.engine.play.match import Match
from courtly.games.cursed_court.components import NOBLE_IDS
from courtly.games.cursed_court.moves import regions_of
from courtly.testing.redeals import sampled
from tests.games.chances import MAX_SIGMAS, excess
from tests.games.cursed_court.builders import BOX, begin, bets, play_year, run

SAMPLES_PER_DEAL = 30
TOP = "KQDJ MPSA"


def holes_by_counting(match: Match, audience: int | None) -> Counter[tuple[str, ...]]:
    """Return every assignment of the unseen hole cards, with the number of deals that lead to it."""
    view = match.view(audience)
    seen = Counter(view["tableau"] + view["aside"])
    for gap in view["holes"]:
        seen += Counter(gap["cards"] or [])
    unknown = sum(gap["count"] for gap in view["holes"] if gap["cards"] is None)
    return Counter(permutations(sorted((BOX - seen).elements()), unknown))


def holes_drawn(match: Match, audience: int | None, count: int) -> Counter[tuple[str, ...]]:
    """Sample redeals and return the cards in the gaps that the audience does not see."""
    view, at = match.view(audience), 0
    unknown: list[int] = []
    for gap in view["holes"]:
        unknown += range(at, at + gap["count"]) if gap["cards"] is None else ()
        at += gap["count"]
    found: Counter[tuple[str, ...]] = Counter()
    for number in range(count):
        deck = sampled(match, -1 if audience is None else audience, 7, number)[0].deck
        found[tuple(NOBLE_IDS[deck[hole]] for hole in unknown)] += 1
    return found


@pytest.mark.many
@pytest.mark.parametrize(
    ("match", "audience"),
    [
        (begin(2, TOP), 0),
        (begin(3, "KQDJMM PSAA"), 1),
        (bets(begin(4, TOP), "king 3", "queen 0"), 2),
        (begin(4, "KKKK QQQQ"), 0),
        (play_year(begin(4, "MMMM QQQQ", court_remembers="open")), 3),
    ],
    ids=["two players", "three players", "four players", "few kinds left", "a year's cards aside"],
)
def test_every_hole_card_has_the_right_frequency(match: Match, audience: int) -> None:
    expected = holes_by_counting(match, audience)
    found = holes_drawn(match, audience, SAMPLES_PER_DEAL * len(expected))
    assert found.keys() == expected.keys(), "an impossible world, or a possible one that is never drawn"
    assert excess(expected, found) < MAX_SIGMAS


Feints = tuple[str, ...]


def feints_by_counting(match: Match, audience: int | None) -> Counter[Feints]:
    """Return every assignment of the other seats' feints that is consistent with the view."""
    view = match.view(audience)
    places = []
    for seat in range(match.players):
        mine = [region for region, row in view["board"].items() if any(crown["seat"] == seat for crown in row)]
        waiting = ["pending"] if view["pending"] and view["to_move"] == seat else []
        crowns = [*mine, *waiting, *["hand"] * (4 - len(mine) - len(waiting))]
        own = "pending" if view["pending_feint"] else view["feint"]
        places.append([own] if seat == audience else crowns)
    return Counter(product(*places))


def feints_drawn(match: Match, audience: int | None, count: int) -> Counter[Feints]:
    """Sample redeals and return the location of each seat's feint."""
    ids, found = regions_of(match.setup), Counter[Feints]()
    for number in range(count):
        s = sampled(match, -1 if audience is None else audience, 8, number)[0]
        places = [ids[s.feint[seat]] if s.feint[seat] >= 0 else "hand" for seat in range(match.players)]
        if s.pending_feint:
            assert places[s.to_move] == "hand"
            places[s.to_move] = "pending"
        found[tuple(places)] += 1
    return found


def masked(*moves: str, players: int = 2, **options: Any) -> Match:
    return run(begin(players, masquerade=True, **options), *moves)


@pytest.mark.many
@pytest.mark.parametrize(
    "match",
    [
        masked("bet king feint", "stake 3", "bet queen", "stake 2"),
        masked("bet king feint", "stake 3", "bet king feint", "stake 6"),
        masked("bet king feint"),
        bets(masked(), "king 1", "queen 1", "duke 1 feint", "jester 1", "affair 1 feint", "wedding 1", "opera 0"),
        bets(masked(players=3, coinless=True), "king 0", "king 0 feint", "king 0", "duke 0"),
    ],
    ids=["one crown each", "one bumped", "a stake due", "autumn", "a shared region"],
)
def test_every_crown_is_the_feint_equally_often(match: Match) -> None:
    for audience in (*range(match.players), None):
        expected = feints_by_counting(match, audience)
        found = feints_drawn(match, audience, 60 * len(expected) + 100)
        assert found.keys() == expected.keys()
        assert len(expected) == 1 or excess(expected, found) < MAX_SIGMAS


def test_feint_and_cards_are_sampled_independently() -> None:
    match = masked("bet king feint", "stake 3")
    seat, expected, found = 1, Counter[tuple[str, bool]](), Counter[tuple[str, bool]]()
    for (first, *_), weight in holes_by_counting(match, seat).items():
        expected += Counter({(first, True): weight, (first, False): 3 * weight})
    for number in range(3000):
        s = sampled(match, seat, 9, number)[0]
        found[NOBLE_IDS[s.deck[0]], bool(s.feint[0] >= 0)] += 1
    assert found.keys() == expected.keys()
    assert excess(expected, found) < MAX_SIGMAS


def test_redeal_resamples_the_seed_of_future_shuffles_and_drops_a_listed_deck() -> None:
    match = begin(2, TOP, "SSSS")
    truth = match.state()[0]
    samples = [sampled(match, 0, number)[0] for number in range(3)]
    assert len({int(s.luck) for s in samples} | {int(truth.luck)}) == 4
    assert truth.next_deck[0] >= 0
    assert all((s.next_deck == -1).all() for s in samples)


def test_redeal_from_knowledge_equals_a_redeal_from_the_true_state() -> None:
    match = masked("bet king feint", "stake 3", "bet queen")
    knowledge = match.knowledge(0)
    for number in range(20):
        rng, same = stream(number), stream(number)
        truth = match.state()
        match.setup.game.rules.kernels.redeal(match.setup.content, truth[0], 0, same)
        assert np.array_equal(knowledge.redeal(rng), truth)
        assert rng[0] == same[0]
