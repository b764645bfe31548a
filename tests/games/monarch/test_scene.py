"""The table of Monarch as a scene: where cards and coins lie, what may be done and what is closed, the score sheet."""

from __future__ import annotations

import random
from typing import cast

import pytest

import courtly
from courtly.games.monarch.rules.moves import REASONS
from courtly.games.monarch.rules.view import View
from courtly.games.monarch.scene import scene
from courtly.scene.model import Act, Piece, Scene
from courtly.text.languages import LANGUAGES
from courtly.text.reader import Reader
from tests.games.monarch.builders import poked, run
from tests.games.monarch.positions import (
    acquire,
    asking,
    begin,
    caller,
    card_set,
    drained,
    free_house,
    land,
    see,
    works,
)

FREE = free_house()
NAMES = ["Ann", "Bo", "Cyd", "Dee"]


def drawn(match: courtly.Match, seat: int | None = None, lang: str = "en") -> Scene:
    """The table as a seat sees it, by default the one that decides."""
    audience = match.to_move if seat is None else seat
    reader = Reader(lang, NAMES[: match.players], audience, "monarch")
    return scene(cast(View, match.view(audience)), match.log(audience), reader)


def pieces(table: Scene, place: str) -> list[Piece]:
    """What lies at a place."""
    return list(next(each for each in table.places if each.id == place).pieces)


def acts(table: Scene, *, closed: bool = False) -> dict[str, Act]:
    """What is open, or what is closed, by move."""
    return {act.move: act for act in table.acts if act.open != closed}


def test_every_card_lies_in_one_place_and_is_named_by_its_id() -> None:
    match = run(begin("dancing-cranes weepy-poet stone-bridge", "astronomer", cards=FREE), "buy dancing-cranes")
    run(match, "buy weepy-poet", "send 1", "buy stone-bridge", "build a1", "sweep")
    table = drawn(match)
    assert [piece.id for piece in pieces(table, "court:0")] == ["card:dancing-cranes"]
    assert [piece.id for piece in pieces(table, "guests:1")] == ["card:weepy-poet"]
    assert [piece.id for piece in pieces(table, "cell:a1")] == ["card:stone-bridge", "board:a1"]
    assert len(pieces(table, "discard")) == 5
    assert [piece.count for piece in pieces(table, "deck")] == [match.view(None)["deck"]]


def test_a_purse_holds_gold_and_food() -> None:
    table = drawn(run(begin(), "harvest"))
    assert [(piece.id, piece.count) for piece in pieces(table, "purse:0")] == [("gold:0", 5), ("food:0", 9)]


def test_a_card_that_waits_lies_aside_till_it_has_its_place() -> None:
    match = run(begin("stone-bridge", cards=FREE), "buy stone-bridge")
    assert [piece.face for piece in pieces(drawn(match), "aside")] == ["stone-bridge"]
    assert pieces(drawn(run(match, "build a1")), "aside") == []


def test_a_card_of_a_court_says_what_it_brings_and_why() -> None:
    (pelt,) = pieces(drawn(acquire(begin("tiger-pelt", cards=FREE), "tiger-pelt")), "court:0")
    assert "2 crowns (2 × 1 Might: 1 in the court, 0 on the lands)" in pelt.note


def test_banners_lie_together_until_they_are_flown() -> None:
    match = acquire(begin("toll-drum war-falcon", cards=FREE), "toll-drum", "war-falcon")
    assert len(pieces(drawn(match), "banners")) == 5
    table = drawn(run(match, "fly banner-of-might"))
    assert len(pieces(table, "banners")) == 4
    assert [piece.id for piece in pieces(table, "flown:0")] == ["banner:banner-of-might"]
    assert not [place.id for place in drawn(begin(banners=False)).places if "banner" in place.id]


@pytest.mark.parametrize(
    ("move", "ends"),
    [
        ("harvest", (None, "purse:0")),
        ("sweep", (None, "discard")),
        ("buy dancing-cranes", ("card:dancing-cranes", "aside")),
        ("fly banner-of-might", ("banner:banner-of-might", "flown:0")),
        ("barter keeper-of-ledgers", ("card:keeper-of-ledgers", "purse:0")),
        ("end", (None, None)),
    ],
)
def test_an_act_says_from_where_to_where(move: str, ends: tuple[str | None, str | None]) -> None:
    match = begin("toll-drum war-falcon keeper-of-ledgers dancing-cranes", cards=FREE)
    act = acts(drawn(acquire(match, "toll-drum", "war-falcon", "keeper-of-ledgers")))[move]
    assert (act.source, act.target) == ends


@pytest.mark.parametrize(
    ("bought", "move", "target"),
    [
        ("dancing-cranes", "add", "court:0"),
        ("dancing-cranes", "replace toll-drum", "card:toll-drum"),
        ("stone-bridge", "build a1", "cell:a1"),
        ("weepy-poet", "send 2", "guests:2"),
    ],
)
def test_a_card_just_bought_goes_from_aside(bought: str, move: str, target: str) -> None:
    match = begin("toll-drum dancing-cranes stone-bridge weepy-poet", cards=FREE)
    act = acts(drawn(run(acquire(match, "toll-drum"), f"buy {bought}")))[move]
    assert (act.source, act.target) == (f"card:{bought}", target)


def test_a_pledge_goes_to_the_moon_that_asks() -> None:
    match = acquire(begin("page-1", "the-moon", cards=card_set(asking(base=3))), "page-1")
    act = acts(drawn(match))["pledge 2"]
    assert (act.source, act.target) == ("gold:0", "card:the-moon")


def test_what_is_missing_at_a_moon_is_told_once_however_often_it_is_drawn() -> None:
    match = acquire(begin("page-1", "the-moon", cards=card_set(asking(base=3))), "page-1")
    notes = [piece.note for _ in range(3) for piece in pieces(drawn(match), "aside")]
    assert [note.count("Still missing") for note in notes] == [1, 1, 1]


CLOSED = [
    (run(begin(), "harvest"), "tax"),
    (begin(layout="vvvvvvfff"), "tax"),
    (run(begin(), "sweep"), "sweep"),
    (begin("brass-orrery"), "buy brass-orrery"),
    (begin("pure-white-stag"), "buy pure-white-stag"),
    (begin(), "fly banner-of-might"),
    (run(begin("keeper-of-ledgers"), "buy keeper-of-ledgers", "barter keeper-of-ledgers"), "barter keeper-of-ledgers"),
    (run(begin("stone-bridge", cards=FREE), "buy stone-bridge"), "build b1"),
    (run(begin("stone-bridge", cards=FREE), "buy stone-bridge"), "end"),
    (run(begin("weepy-poet", cards=FREE), "buy weepy-poet"), "end"),
]


@pytest.mark.parametrize(("match", "move"), CLOSED, ids=[move for _, move in CLOSED])
def test_what_is_closed_says_the_reason_that_the_rules_give(match: courtly.Match, move: str) -> None:
    act = acts(drawn(match), closed=True)[move]
    assert act.why_not in REASONS.values()
    assert str(match.why_not(move)).endswith(act.why_not)


def test_every_closed_act_of_random_matches_has_the_reason_of_the_rules() -> None:
    dice, tried = random.Random(4), 0
    match = courtly.new_match("monarch", players=3, seed=4, max_rounds=6)
    while not match.is_over and match.version < 120:
        for move, act in acts(drawn(match), closed=True).items():
            assert str(match.why_not(move)).endswith(act.why_not), move
            tried += 1
        match.play(dice.choice(match.legal_moves()))
    assert tried > 100


def test_one_who_does_not_decide_has_nothing_to_do() -> None:
    assert drawn(begin(), 1).acts == []
    assert drawn(begin(), 1).question == "Waiting for Ann."


def test_seats_say_what_everybody_sees() -> None:
    match = poked(begin("dancing-cranes"), gold=[7, 5, 5])
    facts = {fact.title: fact.value for fact in drawn(match).seats[0].facts}
    assert (facts["Gold"], facts["Court"], facts["Crowns now"]) == ("7", "0 of 7", "0")


def test_the_score_sheet_adds_up() -> None:
    match = run(begin("scale-hauberk weepy-poet", cards=FREE, max_rounds=1), "buy scale-hauberk")
    run(match, "buy weepy-poet", "send 1", "end", "end", "end")
    sheet = drawn(match, 0).sheet
    assert sheet is not None
    assert sheet.headline == "You win the throne with 7 crowns."
    assert [(row.name, row.cells, row.total) for row in sheet.rows] == [
        ("Ann", ["7", "0", "0"], 7),
        ("Cyd", ["0", "0", "0"], 0),
        ("Bo", ["0", "0", "−1"], -1),
    ]
    assert sheet.notes == ["The match ended after 1 round, as agreed."]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_scene_is_drawn_in_every_language(lang: str) -> None:
    cards = card_set(works("hut"), caller("bore"))
    for match in (begin(cards=cards), run(begin("hut", cards=cards), "buy hut")):
        told = repr(drawn(match, lang=lang))
        assert "{" not in told
    assert drawn(begin(), 0, "fr").places[-6].title != drawn(begin(), 0).places[-6].title


def test_a_match_that_a_full_court_ends_says_whose() -> None:
    match = begin(cards=card_set(), players=2)
    for _ in range(7):
        acquire(match, next(entry["card"] for entry in see(match)["market"] if entry["card"].startswith("page")))
    assert (sheet := drawn(run(match, "end", "end"), 0).sheet) is not None
    assert sheet.notes == ["The match ended with round 1, in which a court was full: Ann."]


def test_an_improvement_that_fits_nowhere_says_so() -> None:
    towns = [land("town", "village", 5, yields=5), land("lea", "farm", 5)]
    match = begin("hut", cards=card_set(works("hut"), lands=towns))
    (spot,) = (place for place in drawn(match).places if place.id == "market:0")
    assert "no board can take it now" in spot.note


def test_an_empty_spot_of_the_row_is_nothing_to_buy() -> None:
    match = acquire(drained(), "page-27", "page-28")
    assert not [move for move in acts(drawn(match), closed=True) if move.startswith("buy")]
