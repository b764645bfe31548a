"""RULES.md, section 14: what each seat and a spectator may know, mostly by two worlds that look the same to them."""

from __future__ import annotations

from typing import Any

import pytest

import courtly
from tests.games.cursed_court.builders import begin, bets, cards, deck, play_year, reports, run, told

ALLOWED = {
    *(
        "game",
        "options",
        "seat",
        "players",
        "first",
        "to_move",
        "phase",
        "version",
        "year",
        "years",
        "season",
        "marker",
    ),
    *("seated", "tableau", "holes", "aside", "board", "purse", "crowns", "feint", "pending", "pending_feint", "score"),
    *("gained", "bought", "deck", "prospects", "legal", "result"),
}
PUBLIC = ALLOWED - {"seat", "holes", "board", "feint", "pending_feint", "prospects", "legal"}

AUDIENCES = (0, 1, 2, 3, None)


def started(top: str, *, players: int = 4, rest: str = "", **options: Any) -> courtly.Match:
    """A match whose first deck is `top`, then the box in order but for `rest` at the bottom."""
    year = deck(top)
    for noble in cards(rest):
        year.append(year.pop(len(year) - 1 - year[::-1].index(noble)))
    deal = {"first": 0, "years": [year]}
    return courtly.new_match("cursed_court", players=players, deal=deal, seed=5, **options)


def test_c14_1_everybody_sees_what_lies_on_the_table() -> None:
    match = run(bets(begin(masquerade=True), "king 3", "affair 5 feint"), "bet king")
    for audience in AUDIENCES:
        view = match.view(audience)
        assert {key: view[key] for key in PUBLIC} == {key: match.view(None)[key] for key in PUBLIC}
        assert (view["to_move"], view["phase"], view["pending"], view["marker"]) == (2, "stake", "king", 0)
        assert (view["purse"], view["crowns"]) == ([17, 15, 20, 20], [3, 3, 4, 4])
        lying = {region: [(crown["seat"], crown["coins"]) for crown in row] for region, row in view["board"].items()}
        assert lying == {"king": [(0, 3)], "affair": [(1, 5)]}


def test_c14_1_choices_are_shown_to_who_decides_and_to_nobody_else() -> None:
    match = begin()
    assert match.view(0)["legal"] == match.legal_moves()
    assert [match.view(audience)["legal"] for audience in (1, 2, 3, None)] == [[]] * 4


@pytest.mark.parametrize(
    ("one", "other", "blind"),
    [
        ("KQDJ", "AQDJ", (2, 3, None)),
        ("KQDJ", "KADJ", (0, 3, None)),
        ("KQDJ", "KQAJ", (0, 1, None)),
        ("KQDJ", "KQDA", (1, 2, None)),
    ],
)
def test_c14_2_a_hole_card_changes_nothing_that_others_see(one: str, other: str, blind: tuple[int | None, ...]) -> None:
    matches = [bets(started(f"{top} MMMM"), "king 3", "queen 0") for top in (one, other)]
    for audience in AUDIENCES:
        same = matches[0].view(audience) == matches[1].view(audience)
        assert same == (audience in blind)


@pytest.mark.parametrize("players", [2, 3])
def test_c14_2_the_same_with_two_cards_in_a_gap(players: int) -> None:
    tops = {2: ("KQDJ MMMM", "KQDA MMMM"), 3: ("KQDJSS MMMM", "KQDASS MMMM")}[players]
    matches = [started(top, players=players) for top in tops]
    same = [matches[0].view(audience) == matches[1].view(audience) for audience in (*range(players), None)]
    assert same == ([True, False, True] if players == 2 else [True, False, False, True])


def test_c14_2_when_the_year_ends_everybody_sees_what_the_hole_cards_were() -> None:
    match = play_year(begin(4, "KQDJ"))
    for audience in AUDIENCES:
        (report,) = told(match, "year-end", to=audience)
        assert report["holes"] == cards("KQDJ")


def test_c14_3_the_owner_sees_which_crown_is_the_feint_and_nobody_else() -> None:
    match = bets(begin(masquerade=True), "king 3 feint", "queen 0")
    shown = [match.view(audience)["board"] for audience in AUDIENCES]
    assert [row["king"][0]["feint"] for row in shown] == [True, None, None, None, None]
    assert [row["queen"][0]["feint"] for row in shown] == [None, False, None, None, None]
    assert [match.view(audience)["feint"] for audience in AUDIENCES] == ["king", "hand", "hand", "hand", None]


def test_c14_3_without_the_masquerade_everybody_sees_that_no_crown_is_one() -> None:
    match = bets(begin(), "king 3")
    assert [match.view(audience)["board"]["king"][0]["feint"] for audience in AUDIENCES] == [False] * 5


def test_c14_4_the_order_of_the_deck_is_shown_to_nobody() -> None:
    matches = [bets(started("KQDJ M", rest=rest), "king 3", "queen 0") for rest in ("", "CCC", "AJ")]
    for audience in AUDIENCES:
        assert matches[0].view(audience) == matches[1].view(audience) == matches[2].view(audience)


def test_c14_4_the_decks_of_years_to_come_are_shown_to_nobody() -> None:
    matches = [bets(begin(4, "KQDJ M", top), "king 3") for top in ("KKKK", "AAAA")]
    for audience in AUDIENCES:
        assert matches[0].view(audience) == matches[1].view(audience)


def test_c14_5_the_log_tells_a_bet_with_the_stake_that_was_not_asked_for() -> None:
    match = bets(begin(2, masquerade=True), "king 10 feint", "king 20")
    assert match.moves == ["bet king feint", "stake 10", "bet king"]
    placed = [(0, "king", 10, None), (1, "king", 20, {"seat": 0, "coins": 10})]
    for audience in (0, 1, None):
        events = told(match, "place", to=audience)
        assert [(args["seat"], args["region"], args["coins"], args["bumped"]) for args in events] == placed
    assert [args["feint"] for args in told(match, "bet", "place", to=0)] == [True, True, None]
    assert [args["feint"] for args in told(match, "bet", "place", to=1)] == [None, None, False]
    assert [args["feint"] for args in told(match, "bet", "place")] == [None] * 3


def test_c14_5_buying_and_standing_stand_in_the_log() -> None:
    match = run(play_year(begin(2, great_exchange="cash")), "rebuy", "stand", "stand")
    answers = [(event["id"], event["args"]["seat"]) for event in match.log() if event["id"] in ("buy", "stand")]
    (_, first) = answers[-1]
    assert answers == [("buy", 1 - first), ("stand", 1 - first), ("stand", first)]


def test_c14_2_c14_8_a_deal_tells_each_seat_the_cards_beside_it() -> None:
    match = play_year(begin(4, "KQDJ", "CMPS"))
    seen = [told(match, "deal", to=audience)[0]["holes"] for audience in AUDIENCES]
    cards_of = [[noble] for noble in cards("CMPS")]
    for seat, holes in enumerate(seen[:4]):
        assert holes == [cards_of[gap] if gap in (seat, (seat - 1) % 4) else None for gap in range(4)]
    assert seen[4] == [None] * 4


def test_c14_6_a_years_end_is_told_crown_by_crown() -> None:
    match = play_year(
        begin(2, "KKQQ DMMA", masquerade=True), {0: ["king 3", "queen 2 feint"], 1: ["duke 0", "regicide 4"]}
    )
    report = reports(match)[0]
    assert (report["year"], report["holes"], report["tableau"]) == (1, cards("KKQQ"), cards("DMMA"))
    assert (report["gained"], report["score"]) == ([2, 4], [2, 4])
    rows = {row["region"]: (row["seat"], row["coins"], row["points"], row["feint"]) for row in report["crowns"]}
    assert rows["king"] == (0, 3, 2, False)
    assert rows["queen"] == (0, 2, 0, True)
    assert (rows["duke"], rows["regicide"]) == ((1, 0, 1, False), (1, 4, 3, False))
    assert len(rows) == 8


def test_c14_6_the_report_is_the_same_for_everybody() -> None:
    match = play_year(begin(4, masquerade=True))
    found = [told(match, "year-end", to=audience) for audience in AUDIENCES]
    assert all(years == found[0] for years in found)
    assert len(found[0]) == 1


def test_c14_7_a_spectator_knows_what_is_public_and_nothing_more() -> None:
    view = bets(begin(masquerade=True), "king 3 feint").view(None)
    assert (view["seat"], view["feint"], view["legal"]) == (None, None, [])
    assert [hole["cards"] for hole in view["holes"]] == [None] * 4
    assert view["board"]["king"][0]["feint"] is None


@pytest.mark.parametrize("form", ["elimination", "cash"])
def test_c14_8_a_seat_that_does_not_play_a_year_sees_none_of_its_hole_cards(form: str) -> None:
    match = begin(4, "KKKK QQQQ", great_exchange=form)
    play_year(match, {0: ["king 0"], 2: ["jester 100"]})
    while match.view(None)["phase"] == "rebuy":
        run(match, "stand")
    assert match.view(None)["seated"] == [True, True, False, True]
    assert [hole["cards"] for hole in match.view(2)["holes"]] == [None] * 3
    assert {key: match.view(2)[key] for key in ("holes", "prospects")} == {
        key: match.view(None)[key] for key in ("holes", "prospects")
    }


@pytest.mark.parametrize("variant", [{}, {"masquerade": True, "great_exchange": "cash", "court_remembers": "hidden"}])
def test_c14_9_a_view_holds_its_allowed_keys_and_nothing_else(variant: dict[str, Any]) -> None:
    match = begin(3, **variant)
    while not match.is_over:
        if len(match.moves) % 15 == 0:
            assert all(set(match.view(audience)) == ALLOWED for audience in (0, 1, 2, None))
        match.play(match.legal_moves()[0])
    assert all(set(match.view(audience)) == ALLOWED for audience in (0, 1, 2, None))


def test_c14_9_the_seed_shows_in_no_view() -> None:
    document = {"first": 0, "years": [deck("KQDJ")]}
    matches = [courtly.new_match("cursed_court", players=4, deal=document, seed=seed) for seed in (1, 2)]
    for audience in AUDIENCES:
        assert matches[0].view(audience) == matches[1].view(audience)
