"""Fair shuffles deal every card to every position with equal frequency: first deals, years and reshuffles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import chain, permutations
from typing import Any

import numba
import numpy as np
import pytest

import courtly
from courtly.engine.contract.game import set_up
from courtly.engine.play.fair import FairShuffle
from courtly.engine.play.match import Match
from tests.games.chances import MAX_SIGMAS, Numbers, draw_excess, excess, independence_excess, pair_excess, place_excess

pytestmark = pytest.mark.many

MATCHES = 300 if numba.config.DISABLE_JIT else 3_000
LATER = 60 if numba.config.DISABLE_JIT else 600
"""Number of matches that are played up to a second year or a reshuffle."""

EDITIONS = pytest.mark.parametrize(
    ("edition", "names"), [("2024", ["missions.white", "missions.blue"]), ("2023", ["missions"])]
)


def begun(game: str, number: int, **options: Any) -> Match:
    secret = number.to_bytes(32, "big")
    return courtly.new_match(game, fair=FairShuffle(secret, ["", "plum"], "t", 1), players=2, **options)


@cache
def deals(game: str, **options: Any) -> list[dict[str, Any]]:
    return [begun(game, number, **options).record()["deal"] for number in range(MATCHES)]


def box(game: str, name: str, **options: Any) -> list[Any]:
    setup = set_up(game, {"players": 2, **options})
    return next(sorted(each.items) for each in setup.game.documents.shuffles(setup, None) if each.name == name)


def numbered(lists: Sequence[Sequence[Any]], cards: Sequence[Any]) -> Numbers:
    """Return lists of cards with each card replaced by the number of its kind."""
    kinds = {card: number for number, card in enumerate(sorted(set(cards)))}
    return np.array([[kinds[card] for card in each] for each in lists])


def check_places(lists: Sequence[Sequence[Any]], cards: Sequence[Any]) -> None:
    """Check that every card at every position, and every pair at two positions, is equally frequent."""
    dealt, among = numbered(lists, cards), numbered([cards], cards)[0].tolist()
    assert place_excess(dealt, among) < MAX_SIGMAS
    for one, other in ((0, 1), (0, -1), (-2, -1)):
        assert pair_excess(dealt[:, one], dealt[:, other], among) < MAX_SIGMAS


@pytest.mark.parametrize(
    ("game", "name"), [("courtisans", "deck"), ("cursed_court", "years.0"), ("monarch", "deck"), ("monarch", "lands")]
)
def test_every_card_is_equally_frequent_at_every_position(game: str, name: str) -> None:
    key, _, number = name.partition(".")
    lists = [deal[key][int(number)] if number else deal[key] for deal in deals(game)]
    check_places(lists, box(game, name))


@EDITIONS
def test_every_mission_is_equally_frequent_at_every_seat(edition: str, names: list[str]) -> None:
    rows = [deal["missions"] for deal in deals("courtisans", edition=edition)]
    for column, name in enumerate(names):
        lists = [[pair[column] for pair in row] if len(names) > 1 else [*chain(*row)] for row in rows]
        check_places(lists, box("courtisans", name, edition=edition))


@pytest.mark.parametrize("game", ["courtisans", "cursed_court", "monarch"])
def test_the_first_seat_is_uniform_and_independent_of_the_cards(game: str) -> None:
    first = np.array([deal["first"] for deal in deals(game)])
    assert draw_excess(first, 2) < MAX_SIGMAS
    key = "years" if game == "cursed_court" else "deck"
    tops = [deal[key][0][:1] if key == "years" else deal[key][:1] for deal in deals(game)]
    cards = box(game, "years.0" if key == "years" else "deck")
    top, among = numbered(tops, cards)[:, 0], numbered([cards], cards)[0].tolist()
    assert independence_excess(top, first, (among, [0, 1])) < MAX_SIGMAS


@cache
def years() -> list[list[list[str]]]:
    """Return the first two years of matches in which every seat plays its first legal move."""
    found = []
    for number in range(LATER):
        match = begun("cursed_court", number, coinless=True)
        while len(match.record()["deal"]["years"]) < 2:
            match.play(match.legal_moves()[0])
        found.append(match.record()["deal"]["years"])
    return found


def test_the_second_year_is_uniform_and_independent_of_the_first() -> None:
    nobles = box("cursed_court", "years.0")
    check_places([second for _, second in years()], nobles)
    one, other = (numbered([each[year] for each in years()], nobles)[:, 0] for year in (0, 1))
    among = numbered([nobles], nobles)[0].tolist()
    assert independence_excess(one, other, (among, among)) < MAX_SIGMAS


@cache
def reshuffles() -> list[list[str]]:
    """Return the first reshuffle of matches in which the market is swept as often as possible."""
    found = []
    for number in range(LATER):
        match = begun("monarch", number)
        while not match.record()["deal"]["reshuffles"]:
            legal = match.legal_moves()
            match.play(next(move for move in ("sweep", "tax", "harvest", "end", *legal) if move in legal))
        found.append(match.record()["deal"]["reshuffles"][0])
    return found


@pytest.mark.parametrize("places", [slice(0, 3), slice(-3, None)])
def test_every_order_of_a_reshuffle_is_equally_frequent(places: slice) -> None:
    """Each match reshuffles different cards, so the test compares only the relative order of the cards."""
    found = Counter(tuple(np.argsort(cards[places]).tolist()) for cards in reshuffles())
    assert excess(Counter(permutations(range(3))), found) < MAX_SIGMAS
