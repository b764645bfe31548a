"""The scene of a Monarch table: places of cards and coins, open and closed acts, and the score sheet."""

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
from courtly.text.locales import Locale
from tests.games.monarch.builders import run, with_state
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
    """Return the scene as a seat sees it (default: the deciding seat)."""
    audience = match.to_move if seat is None else seat
    locale = Locale(lang, NAMES[: match.players], audience, "monarch")
    return scene(cast(View, match.view(audience)), match.log(audience), locale)


def pieces(table: Scene, place: str) -> list[Piece]:
    """Return the pieces at a place."""
    return list(next(each for each in table.places if each.id == place).pieces)


def acts(table: Scene, *, closed: bool = False) -> dict[str, Act]:
    """Return the open acts, or the closed ones, by move."""
    return {act.move: act for act in table.acts if act.open != closed}


def test_every_card_is_in_one_place_under_its_id() -> None:
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


def test_a_pending_card_is_aside_until_it_is_placed() -> None:
    match = run(begin("stone-bridge", cards=FREE), "buy stone-bridge")
    assert [piece.face for piece in pieces(drawn(match), "aside")] == ["stone-bridge"]
    assert pieces(drawn(run(match, "build a1")), "aside") == []


def test_a_court_card_shows_its_crowns_and_the_reason() -> None:
    (pelt,) = pieces(drawn(acquire(begin("tiger-pelt", cards=FREE), "tiger-pelt")), "court:0")
    assert "2 crowns (2 × 1 Might: 1 in the court, 0 on the lands)" in pelt.note


def test_banners_are_together_until_they_are_flown() -> None:
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
def test_an_act_has_its_source_and_target(move: str, ends: tuple[str | None, str | None]) -> None:
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
def test_a_card_just_bought_moves_from_aside(bought: str, move: str, target: str) -> None:
    match = begin("toll-drum dancing-cranes stone-bridge weepy-poet", cards=FREE)
    act = acts(drawn(run(acquire(match, "toll-drum"), f"buy {bought}")))[move]
    assert (act.source, act.target) == (f"card:{bought}", target)


def test_a_pledge_moves_to_the_moon_that_asks() -> None:
    match = acquire(begin("page-1", "the-moon", cards=card_set(asking(base=3))), "page-1")
    act = acts(drawn(match))["pledge 2"]
    assert (act.source, act.target) == ("gold:0", "card:the-moon")


def test_a_moon_shows_the_missing_amount_only_once() -> None:
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
def test_a_closed_act_shows_the_reason_from_the_rules(match: courtly.Match, move: str) -> None:
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


def test_a_waiting_seat_has_no_acts() -> None:
    assert drawn(begin(), 1).acts == []
    assert drawn(begin(), 1).question == "Waiting for Ann."


def test_seats_show_public_facts() -> None:
    match = with_state(begin("dancing-cranes"), gold=[7, 5, 5])
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
    assert sheet.notes == ["The match reached its limit of 1 round."]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_scene_renders_in_every_language(lang: str) -> None:
    cards = card_set(works("hut"), caller("bore"))
    for match in (begin(cards=cards), run(begin("hut", cards=cards), "buy hut")):
        told = repr(drawn(match, lang=lang))
        assert "{" not in told
    assert drawn(begin(), 0, "fr").places[-6].title != drawn(begin(), 0).places[-6].title


def test_the_score_sheet_names_the_full_court() -> None:
    match = begin(cards=card_set(), players=2)
    for _ in range(7):
        acquire(match, next(entry["card"] for entry in see(match)["market"] if entry["card"].startswith("page")))
    assert (sheet := drawn(run(match, "end", "end"), 0).sheet) is not None
    assert sheet.notes == ["The match ended in round 1, with a full court: Ann."]


def test_an_improvement_that_fits_nowhere_has_a_note() -> None:
    towns = [land("town", "village", 5, yields=5), land("lea", "farm", 5)]
    match = begin("hut", cards=card_set(works("hut"), lands=towns))
    (spot,) = (place for place in drawn(match).places if place.id == "market:0")
    assert "fits no land now" in spot.note


def test_an_empty_spot_has_no_act() -> None:
    match = acquire(drained(), "page-27", "page-28")
    assert not [move for move in acts(drawn(match), closed=True) if move.startswith("buy")]
