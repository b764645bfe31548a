"""Points and standings of events: they equal a slow model, and do not depend on the order of the results."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from courtly.tables.event_rules.scoring import Kind, TableResult, points_of, standings
from tests.naive.events import slow_standings

KINDS: st.SearchStrategy[Kind] = st.sampled_from(("duplicate", "round_robin", "swiss"))


@st.composite
def events(draw: st.DrawFn) -> list[list[TableResult]]:
    """Return the results of an event, some of them with stand-ins or without scores."""
    tables, seats, rounds = draw(st.integers(1, 5)), draw(st.integers(2, 4)), draw(st.integers(1, 4))
    played = []
    for _ in range(rounds):
        order = draw(st.permutations(range(tables * seats)))
        results = []
        for table in range(tables):
            scores = draw(st.none() | st.lists(st.integers(-5, 20), min_size=seats, max_size=seats))
            stand_ins = draw(st.frozensets(st.integers(0, seats - 1), max_size=2))
            results.append(TableResult(tuple(order[table * seats : (table + 1) * seats]), scores, stand_ins))
        played.append(results)
    return played


@given(played=events(), kind=KINDS)
def test_the_standings_equal_those_of_a_slow_model(played: list[list[TableResult]], kind: Kind) -> None:
    entrants = sorted(who for table in played[0] for who in table.entrants)
    found = standings(entrants, [points_of(results, kind) for results in played])
    shown = [(each.entrant, each.place, Fraction(each.points, 2), each.margin) for each in found]
    assert shown == slow_standings(entrants, played, same_deals=kind == "duplicate")


@given(played=events(), kind=KINDS, data=st.data())
def test_the_standings_do_not_depend_on_the_order_of_results(
    played: list[list[TableResult]], kind: Kind, data: st.DataObject
) -> None:
    mixed = [data.draw(st.permutations(results)) for results in data.draw(st.permutations(played))]
    entrants = sorted(who for table in played[0] for who in table.entrants)
    first, second = (standings(entrants, [points_of(results, kind) for results in each]) for each in (played, mixed))
    assert first == second


@given(played=events(), kind=KINDS)
def test_the_points_of_a_round_have_a_constant_sum(played: list[list[TableResult]], kind: Kind) -> None:
    complete = [
        TableResult(each.entrants, each.scores or [0] * len(each.entrants))
        for results in played[:1]
        for each in results
    ]
    tables, seats = len(complete), len(complete[0].entrants)
    total = sum(each.points for each in points_of(complete, kind))
    assert total == (seats * tables * (tables - 1) if kind == "duplicate" else tables * seats * (seats - 1))


@given(played=events())
def test_luck_of_the_cards_cancels_out(played: list[list[TableResult]]) -> None:
    """If a deal gives one seat more points at all tables, the points do not change."""
    plain = [TableResult(each.entrants, each.scores, each.substituted) for each in played[0]]
    lucky = [
        TableResult(each.entrants, each.scores and [each.scores[0] + 50, *each.scores[1:]], each.substituted)
        for each in played[0]
    ]
    order = {each.entrant: each.points for each in points_of(plain, "duplicate")}
    firsts = {each.entrants[0] for each in played[0]}
    after = {each.entrant: each.points for each in points_of(lucky, "duplicate")}
    assert {who: order[who] for who in order if who in firsts} == {who: after[who] for who in after if who in firsts}


def test_a_stand_in_counts_for_the_others_but_not_for_the_absent_player() -> None:
    tables = [TableResult((0, 1), (9, 5), frozenset({0})), TableResult((2, 3), (8, 7)), TableResult((4, 5), (3, 4))]
    points = {each.entrant: (each.points, each.most, each.is_own) for each in points_of(tables, "duplicate")}
    assert points == {
        0: (0, 4, False),
        2: (2, 4, True),
        4: (0, 4, True),
        1: (0, 4, True),
        3: (2, 4, True),
        5: (4, 4, True),
    }


def test_equal_points_and_margins_share_a_place() -> None:
    tables = [TableResult((0, 1), (5, 5)), TableResult((2, 3), (5, 5))]
    assert [each.place for each in standings(range(5), [points_of(tables, "duplicate")])] == [1, 1, 1, 1, 5]
