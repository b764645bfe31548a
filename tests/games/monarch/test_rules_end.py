"""RULES.md, sections 18 and 19: the end, the score, and two players."""

from __future__ import annotations

from typing import Any

import pytest

import courtly
from courtly.engine.errors import IllegalMove, NotOver
from tests.games.monarch.builders import reports, run
from tests.games.monarch.positions import (
    acquire,
    banner,
    begin,
    caller,
    card_set,
    choices,
    court,
    courtier,
    free_house,
    holds,
    next_turn,
    phase,
    played,
    refuses,
    row,
    see,
    sister,
    works,
)


def fill(match: courtly.Match, size: int = 7) -> courtly.Match:
    """Let the active sister take cards `page-…` from the row until her court has `size` cards."""
    seat = match.to_move
    assert seat is not None
    while len(court(match, seat)) < size:
        page = next(entry["card"] for entry in see(match)["market"] if entry["card"].startswith("page"))
        acquire(match, page)
    return match


def turns(match: courtly.Match) -> list[int]:
    """Return how often each seat has ended its turn."""
    ended = [seat for seat, move in played(match) if move == "end"]
    return [ended.count(seat) for seat in range(match.players)]


@pytest.mark.parametrize(("players", "first", "filler"), [(2, 0, 0), (3, 1, 2), (3, 0, 2), (4, 2, 1), (4, 2, 2)])
def test_c18_1_the_match_ends_after_the_round_with_a_full_court(players: int, first: int, filler: int) -> None:
    match = begin(cards=card_set(), players=players, first=first)
    run(match, *["end"] * players)
    while match.to_move != filler:
        run(match, "end")
    fill(match)
    assert (see(match)["last_round"], see(match)["round"], match.is_over) == (True, 2, False)
    while not match.is_over:
        run(match, "end")
    assert turns(match) == [2] * players


def test_c18_1_six_cards_do_not_end_the_match() -> None:
    match = fill(begin(cards=card_set()), 6)
    assert not see(match)["last_round"]
    assert not run(match, *["end"] * 3).is_over


@pytest.mark.parametrize("filler", [0, 1, 2])
def test_c18_2_xavier_has_the_last_turn_after_kayla_and_jordan(filler: int) -> None:
    match = run(begin(cards=card_set()), *["end"] * filler)
    fill(match)
    run(match, *["end"] * (2 - filler))
    assert (match.to_move, match.is_over) == (2, False)
    assert run(match, "end").is_over


def test_c18_3_all_sisters_play_on_in_the_last_round() -> None:
    match = fill(begin("page-1", cards=card_set()))
    page = next(card for card in row(match) if str(card).startswith("page"))
    run(match, f"buy {page}", "replace page-1", "tax", "end", "harvest", "sweep", "end")
    fill(match, 2)
    assert (len(court(match)), holds(match, 1), len(court(match, 2))) == (7, (2, 9), 2)
    assert run(match, "end").is_over


def test_c18_3_the_last_round_is_announced_once() -> None:
    match = run(fill(begin(cards=card_set())), "end")
    run(fill(match), "end", "end")
    assert reports(match, "last-round") == [{"full": 0}]


@pytest.mark.parametrize(("players", "rounds"), [(2, 1), (3, 4), (4, 60)])
def test_c18_4_the_round_limit_ends_the_match(players: int, rounds: int) -> None:
    more: dict[str, Any] = {} if rounds == 60 else {"max_rounds": rounds}
    match = begin(players=players, first=1, **more)
    run(match, *["end"] * (players * rounds - 1))
    assert (match.is_over, match.to_move, see(match)["round"]) == (False, 0, rounds)
    assert run(match, "end").is_over
    assert match.winners() == list(range(players))


def test_c18_5_a_score_adds_up_court_banner_and_guests() -> None:
    cards = card_set(
        courtier("queen", 5, path="might"),
        courtier("page", {"kind": "per_guest", "whose": "own", "per": 2}),
        caller("bore", -4),
        caller("oaf", -3),
        banner("might", {"kind": "path_cards", "path": "might", "at_least": 1}, 7),
    )
    match = acquire(begin("queen page bore oaf", cards=cards, max_rounds=2), "queen", "page")
    run(match, "buy oaf", "send 2", "fly might", "end", "buy bore", "send 0", "end")
    assert [sister(match, seat)["score"] for seat in range(3)] == [5 + 2 + 7 - 4, 0, -3]
    run(match, *["end"] * 4)
    assert match.scores() == [10, 0, -3]
    assert see(match)["result"] == {"scores": [10, 0, -3], "winners": [0]}


def test_c18_6_leftover_food_and_gold_give_no_crowns() -> None:
    match = run(begin(max_rounds=1), "harvest", "end", "tax", "end", "end")
    assert (match.scores(), match.winners()) == ([0, 0, 0], [0, 1, 2])


def test_c18_6_a_card_can_make_leftovers_count() -> None:
    match = acquire(begin("royal-strongbox deep-larder", cards=free_house(), max_rounds=1), "royal-strongbox")
    run(acquire(match, "deep-larder"), "end", "end", "end")
    assert match.scores() == [7 + 2 + 5 // 2, 0, 0]


@pytest.mark.parametrize(
    ("crowns", "winners"), [((3, 3, 1), [0, 1]), ((1, 3, 2), [1]), ((2, 2, 2), [0, 1, 2]), ((-1, -2, -1), [0, 2])]
)
def test_c18_7_most_crowns_win_and_ties_share_the_victory(crowns: tuple[int, ...], winners: list[int]) -> None:
    cards = card_set(*(courtier(f"card-{seat}", value) for seat, value in enumerate(crowns)))
    match = begin("card-0 card-1 card-2", cards=cards, max_rounds=1)
    for seat in range(3):
        run(match, f"buy card-{seat}", "end")
    assert (match.scores(), match.winners()) == (list(crowns), winners)
    assert see(match)["result"] == {"scores": list(crowns), "winners": winners}


def test_c18_8_current_crowns_are_public_but_scores_are_refused_before_the_end() -> None:
    match = run(begin("dancing-cranes"), "buy dancing-cranes")
    assert [match.view(audience)["seats"][0]["score"] for audience in (0, 1, 2, None)] == [3] * 4
    assert see(match)["result"] is None
    with pytest.raises(NotOver):
        match.scores()
    with pytest.raises(NotOver):
        match.winners()


def test_c18_9_after_the_end_every_move_is_refused() -> None:
    match = run(begin(max_rounds=1), *["end"] * 3)
    assert (match.to_move, match.legal_moves(), phase(match)) == (None, [], "over")
    for move in ("end", "harvest", "sweep", "buy tiger-pelt", "add", "pass", "keep"):
        assert match.why_not(move)
        with pytest.raises(IllegalMove):
            match.play(move)
    assert match.version == 3


DEAR = [works(f"hall-{number}", cost={"food": 3}) for number in range(1, 5)]


def two(**more: str) -> courtly.Match:
    return begin("hall-1 hall-2 hall-3 hall-4", cards=card_set(*DEAR), players=2, **more)


def test_c19_1_with_two_players_every_turn_starts_with_a_credit() -> None:
    match = two()
    for _ in range(4):
        assert see(match)["credits"]["improvement"] == 1
        assert choices(match, "free") == ["hall-1", "hall-2", "hall-3", "hall-4"]
        run(match, "end")


def test_c19_1_one_improvement_is_free() -> None:
    match = run(two(), "free hall-2", "build a1")
    assert (holds(match), see(match)["credits"]["improvement"]) == ((5, 5), 0)
    assert refuses(match, "free hall-1")


@pytest.mark.parametrize("moves", [("free hall-1", "buy hall-2"), ("buy hall-2", "free hall-1")])
def test_c19_2_further_improvements_cost_their_price(moves: tuple[str, ...]) -> None:
    match = two()
    for move in moves:
        run(match, move, "build a1")
    assert holds(match) == (5, 2)
    assert refuses(match, "buy hall-3", "free hall-3")


def test_c19_3_the_credit_adds_to_those_of_cards_and_expires_with_the_turn() -> None:
    mason = courtier("mason", on_acquire=[{"kind": "free_improvement"}])
    match = acquire(begin("mason hall-1", cards=card_set(mason, *DEAR), players=2), "mason")
    assert see(match)["credits"]["improvement"] == 2
    assert see(next_turn(match))["credits"]["improvement"] == 1


@pytest.mark.parametrize("players", [3, 4])
def test_c19_4_with_more_players_there_is_no_credit(players: int) -> None:
    match = begin("hall-1", cards=card_set(*DEAR), players=players)
    assert (see(match)["credits"]["improvement"], choices(match, "free")) == (0, [])
    assert refuses(match, "free hall-1")


def test_c19_4_nothing_else_changes_with_two_players() -> None:
    match = begin(players=2)
    assert ([holds(match, seat) for seat in range(2)], len(see(match)["market"])) == ([(5, 5)] * 2, 5)
    assert (len(see(match)["lands"]), see(match)["sweep_price"], len(see(match)["banners"])) == (9, 3, 5)
