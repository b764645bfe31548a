"""RULES.md, sections 22 and 23: the knowledge of seats and spectators, moves, and the events of the log."""

from __future__ import annotations

from typing import Any

import pytest

import courtly
from courtly.engine.errors import IllegalMove, UnknownMove
from tests.games.monarch.builders import reports, run, told
from tests.games.monarch.positions import (
    acquire,
    banner,
    begin,
    caller,
    card_set,
    court,
    courtier,
    deck,
    free_house,
    holds,
    lands,
    moon,
    next_turn,
    played,
    price,
    refuses,
    row,
    see,
    works,
)

ALLOWED = {
    *("game", "options", "seat", "players", "to_move", "version", "legal"),
    *("first", "phase", "round", "active", "last_round", "lands", "market", "sweep_price", "deck", "unseen", "discard"),
    *("gone", "seats", "banners", "credits", "income_done", "bartered", "pending", "dismissals", "moon", "result"),
}
OWN = {"seat", "legal", "market", "sweep_price", "banners"}
"""View keys that depend on the viewer: her prices, her legal moves, and the banners that she may fly."""
AUDIENCES = (0, 1, 2, None)
RICH = courtier("rich", on_acquire=[{"kind": "gain", "resource": "gold", "amount": 99}])


def shuffled(seed: int, *, last: int = 0, **more: Any) -> courtly.Match:
    """Return a match whose first ten cards are fixed. If `last` is not 0, the rest of the deck is reversed."""
    cards = deck()
    order = cards[:10] + (cards[10:][::-1] if last else cards[10:])
    deal = {"first": 0, "lands": lands(), "deck": order}
    return courtly.new_match("monarch", players=3, deal=deal, seed=seed, **more)


def test_c22_1_all_audiences_see_the_same_table() -> None:
    match = begin("frost-moon weepy-poet dancing-cranes stone-bridge", "alms-moon", cards=free_house())
    acquire(match, "dancing-cranes")
    run(match, "buy weepy-poet", "send 1", "buy stone-bridge", "build a1", "sweep")
    views = [match.view(audience) for audience in AUDIENCES]
    for view in views:
        assert {key: view[key] for key in ALLOWED - OWN} == {key: views[-1][key] for key in ALLOWED - OWN}
        assert [entry["card"] for entry in view["market"]] == row(match)
    assert (views[0]["gone"], len(views[0]["discard"])) == (["alms-moon"], 1 + 5)


def test_c22_1_only_the_deciding_seat_sees_the_choices() -> None:
    match = begin()
    assert match.view(0)["legal"] == match.legal_moves()
    assert [match.view(audience)["legal"] for audience in (1, 2, None)] == [[]] * 3


@pytest.mark.parametrize("moves", [[], ["buy toll-drum"], ["sweep", "end", "tax", "end"]])
def test_c22_2_no_audience_sees_the_order_of_the_deck(moves: list[str]) -> None:
    for audience in AUDIENCES:
        one, other = (run(shuffled(1, last=last), *moves) for last in (0, 1))
        assert one.view(audience) == other.view(audience)


def test_c22_2_no_audience_sees_future_reshuffles() -> None:
    matches = [
        begin("rich", cards=card_set(RICH), reshuffles=lists) for lists in ([], [deck(cards=card_set(RICH))[1:]])
    ]
    for audience in AUDIENCES:
        assert matches[0].view(audience) == matches[1].view(audience)


def test_c22_2_an_error_reveals_nothing_about_the_deck() -> None:
    one, other = shuffled(1), shuffled(1, last=1)
    hidden = deck()[-9]
    assert one.why_not(f"buy {hidden}") == other.why_not(f"buy {hidden}")


def test_c22_3_all_audiences_see_which_cards_are_in_the_deck() -> None:
    match = begin("frost-moon weepy-poet dancing-cranes stone-bridge", "alms-moon", cards=free_house())
    for moves in ([], ["buy dancing-cranes"], ["buy weepy-poet", "send 2"], ["sweep"]):
        run(match, *moves)
        view = see(match)
        placed = [card for card in row(match) if card] + view["discard"] + view["gone"]
        placed += [entry["card"] for seat in view["seats"] for entry in seat["court"] + seat["guests"]]
        assert view["unseen"] == sorted(set(deck()) - set(placed))
        assert view["deck"] == len(view["unseen"])


def test_c22_4_the_order_is_unknown_again_after_a_reshuffle() -> None:
    cards = card_set(RICH)
    shown_after = []
    free = run(begin("rich", cards=cards), "buy rich", *["sweep"] * 5)
    pile = sorted({*see(free)["discard"], *(card for card in row(free) if card)})
    for order in (pile, pile[:2] + pile[2:][::-1]):
        match = run(begin("rich", cards=cards, reshuffles=[order]), "buy rich", *["sweep"] * 6)
        assert len(reports(match, "reshuffle")) == 1
        shown_after.append([match.view(audience) for audience in AUDIENCES])
    assert shown_after[0] == shown_after[1]


def test_c22_5_a_seat_sees_its_own_prices_and_a_spectator_those_of_the_active_sister() -> None:
    aide = courtier("aide", powers=[{"kind": "discount", "on": "court", "amount": 2}])
    broom = courtier("broom", powers=[{"kind": "discount", "on": "sweep", "amount": 1}])
    match = begin("aide broom dear", cards=card_set(aide, broom, courtier("dear", cost={"gold": 6})))
    run(acquire(match, "aide"), "end", "buy broom")
    assert [price(match, "dear", audience) for audience in AUDIENCES] == [(4, 0), (6, 0), (6, 0), (6, 0)]
    assert [match.view(audience)["sweep_price"] for audience in AUDIENCES] == [3, 2, 3, 2]
    shown = [match.view(audience)["market"][2]["affordable"] for audience in AUDIENCES]
    assert shown == [True, False, False, False]


@pytest.mark.parametrize("banners", [True, False])
def test_c22_6_a_view_has_only_its_allowed_keys(banners: bool) -> None:
    match = begin("scale-hauberk weepy-poet", "fair-moon", cards=free_house(), banners=banners)
    for moves in ([], ["buy scale-hauberk"], ["pass"] * 3, ["buy weepy-poet"], ["send 1"]):
        run(match, *moves)
        assert all(set(match.view(audience)) == ALLOWED for audience in AUDIENCES)


def test_c22_6_no_view_shows_the_seed() -> None:
    one, other = shuffled(1), shuffled(2)
    for audience in AUDIENCES:
        assert one.view(audience) == other.view(audience)


def test_c23_1_every_move_is_one_line() -> None:
    """Play a short match that uses every verb."""
    barter = {"kind": "barter", "give": "food", "give_amount": 1, "get": "gold", "get_amount": 1}
    trader = courtier("trader", path="might", powers=[barter], on_acquire=[{"kind": "free_improvement"}])
    host = courtier("host", on_acquire=[{"kind": "dismiss_guest", "up_to": 2}])
    offer = moon("tide", pledge={"resource": "gold", "per_sister": 1, "base": 0}, met=[{"kind": "flush"}], unmet=[])
    flag = banner("might", {"kind": "path_cards", "path": "might", "at_least": 1})
    cards = card_set(trader, host, offer, flag, caller("bore"), caller("oaf"))
    match = begin("trader host bore oaf shed-1", "page-1 page-2 page-3 tide", cards=cards)
    run(match, "buy bore", "send 1", "buy oaf", "send 1", "end", "buy host", "dismiss bore", "keep", "buy trader")
    run(match, "add", "pass", "pledge 1", "pass", "pass", "pass")
    run(match, "fly might", "barter trader", "free shed-1", "build a1", "harvest", "end", "tax", "sweep")
    run(match, "end", "buy page-6", "buy page-7", "replace page-6", "end")
    words = {move.split(" ")[0] for _, move in played(match)}
    assert words == {
        *("harvest", "tax", "sweep", "fly", "barter", "buy", "free", "end"),
        *("add", "replace", "build", "send", "dismiss", "keep", "pledge", "pass"),
    }


NO_MOVES = [
    *("", " ", "buy", "buy  toll-drum", "buy toll-drum ", " harvest", "Harvest", "buy Toll-Drum", "buy princess"),
    *("harvest now", "tax 1", "sweep 3", "fly", "fly might", "fly toll-drum", "barter", "barter princess", "end 1"),
    *(
        "add toll-drum",
        "replace",
        "replace princess",
        "build",
        "build a4",
        "build d1",
        "build A1",
        "build 1a",
        "build a",
    ),
    *("send", "send x", "send -1", "send 01", "send 1 2", "dismiss", "dismiss princess", "keep all"),
    *(
        "pledge",
        "pledge x",
        "pledge -1",
        "pledge 0",
        "pledge 01",
        "pledge +1",
        "pledge 1.5",
        "pledge \N{ARABIC-INDIC DIGIT THREE}",
    ),
    *("pass 1", "pass\n", "free", "free princess", "rebuy", "play", "bet king", "tax\tharvest", "buy small-village"),
]


@pytest.mark.parametrize("text", NO_MOVES)
def test_c23_2_an_invalid_line_is_refused_and_changes_nothing(text: str) -> None:
    match = begin("toll-drum")
    before = match.record(), match.view(0)
    with pytest.raises(UnknownMove):
        match.play(text)
    assert (match.record(), match.view(0)) == before


@pytest.mark.parametrize(
    "text",
    [
        *("add", "replace toll-drum", "build a1", "send 1", "dismiss weepy-poet", "keep", "pledge 1", "pass"),
        *("free stone-bridge", "buy fireworks", "buy frost-moon", "fly banner-of-might", "barter keeper-of-ledgers"),
    ],
)
def test_c23_2_a_move_at_the_wrong_time_is_refused(text: str) -> None:
    assert refuses(begin("toll-drum weepy-poet stone-bridge"), text)


def test_c23_2_every_refusal_has_its_own_reason() -> None:
    match = begin("brass-orrery weepy-poet royal-mint", layout="vvvvvvfff")
    moves = ["tax", "buy brass-orrery", "buy fireworks", "free royal-mint", "fly banner-of-might", "add", "pass"]
    reasons = {str(match.why_not(move)).partition(": ")[2] for move in moves}
    assert len(reasons) == len(moves)
    with pytest.raises(IllegalMove) as caught:
        match.play("tax")
    assert caught.value.allowed == match.legal_moves()


def test_c23_3_the_log_shows_automatic_moves_too() -> None:
    match = begin("page-1 page-2 bore", cards=card_set(caller("bore")), players=2)
    run(match, "buy page-1", "buy page-2", "add", "buy bore", "tax", "end", "harvest")
    assert played(match) == [
        *[(0, "buy page-1"), (0, "add"), (0, "buy page-2"), (0, "add"), (0, "buy bore"), (0, "send 1")],
        *[(0, "tax"), (0, "end"), (1, "harvest")],
    ]
    assert all(match.log(audience) == match.log() for audience in (0, 1))


def test_c23_4_events_have_the_order_in_which_they_happened() -> None:
    gift = courtier("gift", on_acquire=[{"kind": "gain", "resource": "gold", "amount": 2}])
    cards = card_set(gift, moon("tide", {"kind": "gain", "resource": "food", "amount": 1}))
    match = run(begin("gift page-1", "page-9 tide page-8", cards=cards), "buy gift", "buy page-1", "add")
    assert [name for name, _ in told(match)] == [*["buy", "add", "gain", "reveal"], *["buy", "add", "moon", "reveal"]]
    assert reports(match) == [
        {"card": "gift", "gold": [2, 0, 0], "food": [0, 0, 0]},
        {"cards": ["page-9"], "spots": [0]},
        {"moon": "tide", "gold": [0] * 3, "food": [1] * 3, "ruined": [], "flushed": []},
        {"cards": ["page-8"], "spots": [1]},
    ]
    assert (holds(match), court(match)) == ((7, 6), {"gift", "page-1"})


def test_c23_4_a_purchase_event_has_the_price_and_the_place() -> None:
    match = run(begin("toll-drum old-nurse"), "buy toll-drum")
    paid = {"seat": 0, "card": "toll-drum", "gold": 4, "food": 0, "free": False}
    assert told(match, "buy", "add") == [("buy", paid), ("add", paid)]
    run(match, "end", "harvest", "end", "end", "tax", "buy old-nurse")
    assert told(match)[-1] == ("buy", {**paid, "card": "old-nurse", "gold": 3})
    run(match, "replace toll-drum")
    assert told(match, "replace") == [("replace", {**paid, "card": "old-nurse", "gold": 3, "old": "toll-drum"})]


def test_c23_4_a_pledge_has_an_event_at_its_start_and_its_end() -> None:
    match = run(begin("scale-hauberk", "fair-moon old-nurse", cards=free_house()), "buy scale-hauberk")
    asks = {"moon": "fair-moon", "resource": "gold", "target": 3}
    assert told(match)[2:] == [("moon-asks", asks)]
    run(match, "pledge 3")
    came = {"gold": [-3, 0, 0], "food": [4] * 3, "ruined": [], "flushed": []}
    pledge = {"seat": 0, "moon": "fair-moon", "resource": "gold", "more": 3, "total": 3, "missing": 0}
    assert told(match)[3:] == [
        ("pledge", pledge),
        ("moon-met", {**asks, "paid": [3, 0, 0], **came}),
        ("reveal", {"cards": ["old-nurse"], "spots": [0]}),
    ]


def test_c23_4_a_lost_improvement_and_the_last_round_have_events() -> None:
    boards = [{"id": "t", "name": {"en": "T"}, "terrain": "village", "yield": 5, "copies": 5}]
    boards.append({"id": "f", "name": {"en": "F"}, "terrain": "farm", "copies": 5})
    match = begin("hut", cards=card_set(works("hut"), lands=boards))
    run(match, "buy hut")
    assert [name for name, _ in told(match)[:2]] == ["buy", "lose"]
    acquire(match, *(f"page-{number}" for number in range(1, 8)))
    assert [name for name, _ in told(match)[-3:-1]] == ["add", "last-round"]
    assert next_turn(match, 2).to_move == 2


def test_c23_4_the_final_score_has_an_event() -> None:
    match = run(begin("scale-hauberk weepy-poet", cards=free_house(), max_rounds=1), "buy scale-hauberk")
    run(match, "buy weepy-poet", "send 1", "end", "end", "end")
    score = {"court": [7, 0, 0], "guests": [0, -1, 0], "banner": [0] * 3, "scores": [7, -1, 0], "winners": [0]}
    assert told(match)[-2:] == [("end", {"seat": 2, "next": None, "round": 1}), ("score", score)]


def test_c23_4_movements_show_which_cards_and_coins_moved() -> None:
    match = run(begin("toll-drum", "old-nurse"), "buy toll-drum")
    steps = [(step["piece"], step["from"], step["to"]) for event in match.log() for step in event["steps"]]
    assert steps == [
        ("supply/gold", "purse:0", "supply"),
        ("card:toll-drum", "market:0", "aside"),
        ("card:toll-drum", "aside", "court:0"),
        ("card:old-nurse", "deck", "market:0"),
    ]
