"""RULES.md, section 14: who knows what. Most tests compare two matches that differ in hidden information."""

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
    """Return a match whose first deck has `top` on top, then the box in order, with `rest` at the bottom."""
    year = deck(top)
    for noble in cards(rest):
        year.append(year.pop(len(year) - 1 - year[::-1].index(noble)))
    deal = {"first": 0, "years": [year]}
    return courtly.new_match("cursed_court", players=players, deal=deal, seed=5, **options)


def test_c14_1_public_facts_are_in_every_view() -> None:
    match = run(bets(begin(masquerade=True), "king 3", "affair 5 feint"), "bet king")
    for audience in AUDIENCES:
        view = match.view(audience)
        assert {key: view[key] for key in PUBLIC} == {key: match.view(None)[key] for key in PUBLIC}
        assert (view["to_move"], view["phase"], view["pending"], view["marker"]) == (2, "stake", "king", 0)
        assert (view["purse"], view["crowns"]) == ([17, 15, 20, 20], [3, 3, 4, 4])
        lying = {region: [(crown["seat"], crown["coins"]) for crown in row] for region, row in view["board"].items()}
        assert lying == {"king": [(0, 3)], "affair": [(1, 5)]}


def test_c14_1_only_the_deciding_seat_sees_its_choices() -> None:
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
def test_c14_2_hole_card_changes_no_other_view(one: str, other: str, blind: tuple[int | None, ...]) -> None:
    matches = [bets(started(f"{top} MMMM"), "king 3", "queen 0") for top in (one, other)]
    for audience in AUDIENCES:
        same = matches[0].view(audience) == matches[1].view(audience)
        assert same == (audience in blind)


@pytest.mark.parametrize("players", [2, 3])
def test_c14_2_two_cards_in_a_gap_change_no_other_view(players: int) -> None:
    tops = {2: ("KQDJ MMMM", "KQDA MMMM"), 3: ("KQDJSS MMMM", "KQDASS MMMM")}[players]
    matches = [started(top, players=players) for top in tops]
    same = [matches[0].view(audience) == matches[1].view(audience) for audience in (*range(players), None)]
    assert same == ([True, False, True] if players == 2 else [True, False, False, True])


def test_c14_2_all_audiences_see_the_hole_cards_at_the_years_end() -> None:
    match = play_year(begin(4, "KQDJ"))
    for audience in AUDIENCES:
        (report,) = told(match, "year-end", to=audience)
        assert report["holes"] == cards("KQDJ")


def test_c14_3_only_the_owner_sees_which_crown_is_the_feint() -> None:
    match = bets(begin(masquerade=True), "king 3 feint", "queen 0")
    shown = [match.view(audience)["board"] for audience in AUDIENCES]
    assert [row["king"][0]["feint"] for row in shown] == [True, None, None, None, None]
    assert [row["queen"][0]["feint"] for row in shown] == [None, False, None, None, None]
    assert [match.view(audience)["feint"] for audience in AUDIENCES] == ["king", "hand", "hand", "hand", None]


def test_c14_3_all_crowns_are_plain_without_the_masquerade() -> None:
    match = bets(begin(), "king 3")
    assert [match.view(audience)["board"]["king"][0]["feint"] for audience in AUDIENCES] == [False] * 5


def test_c14_4_no_view_shows_the_order_of_the_deck() -> None:
    matches = [bets(started("KQDJ M", rest=rest), "king 3", "queen 0") for rest in ("", "CCC", "AJ")]
    for audience in AUDIENCES:
        assert matches[0].view(audience) == matches[1].view(audience) == matches[2].view(audience)


def test_c14_4_no_view_shows_future_decks() -> None:
    matches = [bets(begin(4, "KQDJ M", top), "king 3") for top in ("KKKK", "AAAA")]
    for audience in AUDIENCES:
        assert matches[0].view(audience) == matches[1].view(audience)


def test_c14_5_log_includes_a_stake_that_was_not_asked() -> None:
    match = bets(begin(2, masquerade=True), "king 10 feint", "king 20")
    assert match.moves == ["bet king feint", "stake 10", "bet king"]
    placed = [(0, "king", 10, None), (1, "king", 20, {"seat": 0, "coins": 10})]
    for audience in (0, 1, None):
        events = told(match, "place", to=audience)
        assert [(args["seat"], args["region"], args["coins"], args["bumped"]) for args in events] == placed
    assert [args["feint"] for args in told(match, "bet", "place", to=0)] == [True, True, None]
    assert [args["feint"] for args in told(match, "bet", "place", to=1)] == [None, None, False]
    assert [args["feint"] for args in told(match, "bet", "place")] == [None] * 3


def test_c14_5_log_includes_buying_and_standing() -> None:
    match = run(play_year(begin(2, great_exchange="cash")), "rebuy", "stand", "stand")
    answers = [(event["id"], event["args"]["seat"]) for event in match.log() if event["id"] in ("buy", "stand")]
    (_, first) = answers[-1]
    assert answers == [("buy", 1 - first), ("stand", 1 - first), ("stand", first)]


def test_c14_2_c14_8_deal_shows_each_seat_its_own_hole_cards() -> None:
    match = play_year(begin(4, "KQDJ", "CMPS"))
    seen = [told(match, "deal", to=audience)[0]["holes"] for audience in AUDIENCES]
    cards_of = [[noble] for noble in cards("CMPS")]
    for seat, holes in enumerate(seen[:4]):
        assert holes == [cards_of[gap] if gap in (seat, (seat - 1) % 4) else None for gap in range(4)]
    assert seen[4] == [None] * 4


def test_c14_6_year_end_lists_every_crown() -> None:
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


def test_c14_6_year_end_is_equal_for_all_audiences() -> None:
    match = play_year(begin(4, masquerade=True))
    found = [told(match, "year-end", to=audience) for audience in AUDIENCES]
    assert all(years == found[0] for years in found)
    assert len(found[0]) == 1


def test_c14_7_spectator_sees_public_facts_only() -> None:
    view = bets(begin(masquerade=True), "king 3 feint").view(None)
    assert (view["seat"], view["feint"], view["legal"]) == (None, None, [])
    assert [hole["cards"] for hole in view["holes"]] == [None] * 4
    assert view["board"]["king"][0]["feint"] is None


@pytest.mark.parametrize("form", ["elimination", "cash"])
def test_c14_8_seat_that_sits_out_sees_no_hole_cards(form: str) -> None:
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
def test_c14_9_view_has_exactly_the_allowed_keys(variant: dict[str, Any]) -> None:
    match = begin(3, **variant)
    while not match.is_over:
        if len(match.moves) % 15 == 0:
            assert all(set(match.view(audience)) == ALLOWED for audience in (0, 1, 2, None))
        match.play(match.legal_moves()[0])
    assert all(set(match.view(audience)) == ALLOWED for audience in (0, 1, 2, None))


def test_c14_9_no_view_shows_the_seed() -> None:
    document = {"first": 0, "years": [deck("KQDJ")]}
    matches = [courtly.new_match("cursed_court", players=4, deal=document, seed=seed) for seed in (1, 2)]
    for audience in AUDIENCES:
        assert matches[0].view(audience) == matches[1].view(audience)
