"""The rules of ratings: updates, anchors, seasons, and the limit for the same people on one day."""

from __future__ import annotations

from itertools import pairwise
from math import log10

import pytest
from hypothesis import given
from hypothesis import strategies as st

from courtly.bots.registry import level_names
from courtly.engine.contract.game import game_names
from courtly.tables.journal import identity
from courtly.tables.ratings import (
    DAY,
    MEAN,
    MOST_A_DAY,
    NEW_SIGMA,
    PROVISIONAL,
    Ledger,
    RatedMatch,
    RatedSeat,
    Rating,
    anchors,
    season_at,
    season_name,
    updated,
)

QUARTER = 92 * DAY
RANKS = st.lists(st.integers(0, 4), min_size=2, max_size=5)


def match(number: int, *seats: str, ended: int = 0) -> RatedMatch:
    """Return a match of one table whose seats finish in their order; a name of a level is a bot."""
    levels = level_names()
    made = [RatedSeat(None, s, n) if s in levels else RatedSeat(s, None, n) for n, s in enumerate(seats)]
    return RatedMatch("t", number, "courtisans", ended, tuple(made))


def ledger() -> Ledger:
    return Ledger(lambda player, seats: None)


@given(ranks=RANKS)
def test_a_better_rank_gives_a_better_rating_and_equal_ranks_equal_ones(ranks: list[int]) -> None:
    after = updated([Rating()] * len(ranks), ranks)
    for one, a in zip(after, ranks, strict=True):
        for other, b in zip(after, ranks, strict=True):
            assert a >= b or one.mu > other.mu + 1
            assert a != b or one.mu == pytest.approx(other.mu)


@given(ranks=RANKS)
def test_every_match_makes_the_ratings_of_its_players_more_certain(ranks: list[int]) -> None:
    assert all(after.sigma < NEW_SIGMA for after in updated([Rating()] * len(ranks), ranks))


@pytest.mark.parametrize("seats", range(2, 6))
def test_400_points_are_odds_of_ten_to_one_with_any_number_of_seats(seats: int) -> None:
    """The expected change of a rating is 0 at the true odds of the model, between players of known strength."""
    strong, weak = Rating(MEAN + 400, 1.0), Rating(MEAN, 1.0)
    others = list(range(1, seats))
    changes = [updated([strong, *[weak] * (seats - 1)], [place, *others])[0].mu - strong.mu for place in (0, seats)]
    if seats == 2:
        assert log10(-changes[1] / changes[0]) == pytest.approx(1, abs=0.02)
    assert changes[0] > 0 > changes[1]


def test_a_rating_is_provisional_until_it_is_certain_enough() -> None:
    book = ledger()
    orders = [("ann", "courtier"), ("courtier", "ann")]
    steps = [book.apply(match(number, *orders[number % 2], ended=number * DAY))[0] for number in range(60)]
    assert [step.rating.is_provisional for step in steps] == [step.rating.sigma > PROVISIONAL / 2 for step in steps]
    assert steps[0].rating.is_provisional
    assert not steps[-1].rating.is_provisional


@pytest.mark.parametrize("game", [*game_names(), "a game of others"])
@pytest.mark.parametrize("seats", range(2, 7))
def test_a_stronger_level_has_a_higher_fixed_rating_around_the_mean(game: str, seats: int) -> None:
    values = list(anchors(game, seats).values())
    assert list(anchors(game, seats)) == level_names()
    assert all(low < high for low, high in pairwise(values))
    assert sum(values) / len(values) == pytest.approx(MEAN, abs=1)


def test_a_game_without_measured_levels_has_evenly_spaced_ones() -> None:
    assert [round(value) for value in anchors("a game of others", 3).values()] == [1100, 1367, 1633, 1900]


def test_anchors_do_not_move_and_people_do() -> None:
    book = ledger()
    steps = [book.apply(match(number, "ann", "regent", ended=number * DAY)) for number in range(3)]
    assert [step.player for [step] in steps] == ["ann"] * 3
    gains = [b.rating.mu - a.rating.mu for [a], [b] in pairwise(steps)]
    assert all(gain > 0 for gain in gains)


def test_a_victory_over_a_stronger_level_is_worth_more() -> None:
    gains = [ledger().apply(match(1, "ann", level))[0].rating.mu for level in level_names()]
    assert gains == sorted(gains)


def test_numbers_of_seats_have_ratings_of_their_own() -> None:
    book = ledger()
    book.apply(match(1, "ann", "bea"))
    assert book.apply(match(2, "ann", "bea", "cem"))[0].rating.matches == 1


@given(order=st.permutations(["ann", "bea"]), extra=st.integers(1, 4))
def test_the_same_people_count_three_times_a_day(order: list[str], extra: int) -> None:
    book, people = ledger(), [["ann", "bea"], order]
    found = [book.apply(match(n, *people[n % 2], ended=DAY - 1)) for n in range(MOST_A_DAY + extra)]
    assert [bool(steps) for steps in found] == [True] * MOST_A_DAY + [False] * extra
    # A bot at the table makes no difference, another day and another person do.
    assert not book.apply(match(90, *order, "novice", ended=DAY - 1))
    assert book.apply(match(91, *order, ended=DAY))
    assert book.apply(match(92, *order, "cem", ended=DAY - 1))


def test_a_deleted_person_is_the_same_person_for_the_ratings() -> None:
    gone = identity("ann")
    assert identity(gone) == gone != identity("bea")
    kept, deleted = ledger(), ledger()
    for number in range(5):
        ended = number * DAY // 2
        before = kept.apply(match(number, "ann", "bea", ended=ended))
        after = deleted.apply(match(number, gone if number % 2 else "ann", "bea", ended=ended))
        assert [step.rating for step in before] == [step.rating for step in after]


def test_a_new_season_begins_with_the_old_rating_and_more_doubt() -> None:
    book = ledger()
    [first] = book.apply(match(1, "ann", "novice"))
    later = first.rating.in_season(first.rating.season + 1)
    assert (later.mu, later.matches, later.season) == (first.rating.mu, 0, first.rating.season + 1)
    assert first.rating.sigma < later.sigma <= first.rating.in_season(first.rating.season + 9).sigma <= NEW_SIGMA
    [second] = book.apply(match(2, "ann", "novice", ended=QUARTER))
    assert (second.rating.matches, second.rating.season) == (1, later.season)


def test_a_season_is_a_quarter_of_a_year() -> None:
    assert [season_name(season_at(n * QUARTER)) for n in range(5)] == [
        "1970-Q1", "1970-Q2", "1970-Q3", "1970-Q4", "1971-Q1",
    ]  # fmt: skip
