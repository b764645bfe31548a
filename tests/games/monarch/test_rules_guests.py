"""RULES.md, section 8: sending and dismissing Unwanted Guests."""

from __future__ import annotations

import pytest

from tests.games.monarch.builders import run
from tests.games.monarch.positions import (
    acquire,
    begin,
    caller,
    card_set,
    court,
    courtier,
    guests,
    next_turn,
    phase,
    played,
    refuses,
    see,
    sister,
)

THREE = [caller(f"bore-{number}") for number in range(1, 4)]
HOSTESS = courtier("hostess", on_acquire=[{"kind": "dismiss_guest"}])


@pytest.mark.parametrize(("players", "active"), [(3, 0), (3, 2), (4, 1)])
def test_c8_1_she_sends_a_guest_to_a_sister_of_her_choice(players: int, active: int) -> None:
    for host in set(range(players)) - {active}:
        match = run(begin("weepy-poet", players=players, first=active), "buy weepy-poet")
        assert match.legal_moves() == [f"send {seat}" for seat in range(players) if seat != active]
        run(match, f"send {host}")
        assert guests(match, host) == {"weepy-poet"}
        assert (phase(match), match.to_move) == ("act", active)


@pytest.mark.parametrize("active", [0, 1, 2])
def test_c8_2_she_cannot_send_a_guest_to_herself(active: int) -> None:
    match = run(begin("weepy-poet", first=active), "buy weepy-poet")
    assert refuses(match, f"send {active}", "send 3")


def test_c8_3_with_two_players_there_is_no_question() -> None:
    match = run(begin("weepy-poet", players=2, first=1), "buy weepy-poet")
    assert (phase(match), guests(match, 0)) == ("act", {"weepy-poet"})
    assert played(match) == [(1, "buy weepy-poet"), (1, "send 0")]


def test_c8_4_guests_take_no_space_in_the_court() -> None:
    pages = [f"page-{number}" for number in range(1, 8)]
    match = begin("bore-1 bore-2 bore-3 page-1 page-2", " ".join(pages[2:]), cards=card_set(*THREE))
    for card in ("bore-1", "bore-2", "bore-3"):
        run(match, f"buy {card}", "send 1")
    acquire(run(match, "end"), *pages)
    assert (len(guests(match, 1)), court(match, 1)) == (3, set(pages))


def test_c8_5_a_guest_leaves_when_a_card_dismisses_it() -> None:
    match = run(begin("bore-1 hostess page-1", cards=card_set(*THREE, HOSTESS)), "buy bore-1", "send 1", "end")
    assert sister(match, 1)["score"] == -2
    run(match, "buy hostess", "dismiss bore-1")
    assert (guests(match, 1), sister(match, 1)["score"]) == (set(), 0)
    assert see(match)["discard"] == ["bore-1"]


def test_c8_5_guests_leave_only_when_the_dismissing_card_is_acquired() -> None:
    match = begin("bore-1 hostess page-1", cards=card_set(*THREE, HOSTESS))
    run(match, "buy hostess", "end", "buy bore-1", "send 0", "end", "end", "buy page-1", "replace hostess")
    run(next_turn(match), "tax", "sweep")
    assert guests(match) == {"bore-1"}
