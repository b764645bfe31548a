"""The effect of a move of Courtisans: predicted values compared with the real move, and the sentences on the page."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any, cast

import pytest

import courtly
from courtly.games.courtisans.page_figures import domain_values, progress
from courtly.games.courtisans.view import View
from courtly.games.courtisans.what_if import WhatIf
from courtly.scene.model import act_documents
from courtly.scene.parts import scene_of
from courtly.text.locales import Locale
from courtly.web import table_pages
from tests.games.courtisans.hands import HANDS, OPENED, OPENING, match_with
from tests.web.helpers import page_input, page_of, table_view_of, with_table

THREE = "hare.noble stag.plain toad.plain toad.guard stag.assassin stag.guard carp.plain carp.guard hare.plain"


def view_of(match: courtly.Match, seat: int) -> View:
    """Return a seat's view."""
    return cast(View, match.view(seat))


def positions(players: int, **options: Any) -> Iterator[courtly.Match]:
    """Yield the positions of a random match."""
    match, dice = courtly.new_match("courtisans", players=players, seed=players, **options), random.Random(players)
    while not match.is_over:
        yield match
        match.play(dice.choice(match.legal_moves()))


def changes(match: courtly.Match, seat: int = 0, lang: str = "en", off: Sequence[str] = ()) -> dict[str, str]:
    """Return the effects of the seat's moves, in words."""
    mine = page_input(match, seat, lang, off)
    return {act.move: act.changes for act in scene_of("courtisans", mine.view, mine.log, mine.locale).acts if act.open}


@pytest.mark.parametrize(("players", "options"), [(2, {"edition": "2023"}), (3, {}), (5, {"mission_count": "cards"})])
def test_the_predicted_values_match_the_real_move(players: int, options: dict[str, Any]) -> None:
    held = 0
    for match in positions(players, **options):
        seat = match.to_move
        assert seat is not None
        what_if = WhatIf(view_of(match, seat), Locale(seat=seat, domain="courtisans"))
        for move in match.legal_moves():
            after = match.copy()
            after.play(move)
            if move == "spare" or after.is_over:
                continue
            view, figures = view_of(after, seat), what_if.after(move)
            assert figures.worth == [worth.now for worth in domain_values(view)]
            assert figures.met == [progress(view, mission).met for mission in view["missions"][seat] or []]
            held += 1
    assert held > 300


def test_the_fall_of_a_family_lists_the_affected_seats() -> None:
    match = match_with("play hare.noble domain:1", "play stag.plain domain:0", hands=THREE)
    effects = changes(match)
    assert effects["play toad.plain below"] == "The Toad falls from grace: no points change."
    match = match_with("play hare.noble above", "play stag.plain domain:0", "play toad.plain domain:1", hands=THREE)
    assert changes(match, 1)["play stag.guard below"] == "The Stag falls from grace: Camille −1."
    french = "Le Cerf tombe en disgrâce\u202f: Camille −1."
    assert changes(match, 1, "fr")["play stag.guard below"] == french


def test_a_card_in_a_domain_shows_its_points() -> None:
    match = match_with("play hare.noble above", hands="hare.noble hare.plain stag.plain " + " ".join(HANDS.split()[3:]))
    effects = changes(match)
    assert effects["play hare.plain domain:1"] == "The Hare is esteemed: Isaure +1."
    assert effects["play hare.plain domain:0"] == "The Hare is esteemed: you +1."
    assert effects["play stag.plain domain:2"] == "The Stag is neutral: no points change."


def test_a_family_with_unchanged_status_shows_its_counts() -> None:
    match = match_with("play stag.plain above", "play hare.noble domain:0", "play toad.plain domain:1", hands=THREE)
    assert changes(match, 1)["play stag.guard above"] == "The Stag stays esteemed, 2 above and 0 below."


def test_an_assassin_shows_the_effect_of_each_target() -> None:
    match = match_with(*OPENING, "play stag.assassin below", hands=OPENED)
    effects = changes(match, 1)
    assert effects["kill hare.noble above"].startswith("The Hare becomes neutral: no points change.")
    assert effects["spare"] == ""


def test_a_face_down_card_shows_no_effect() -> None:
    effects = changes(match_with(hands=HANDS))
    assert {effects[f"play carp.spy {area}"] for area in ("above", "below", "domain:1")} == {
        "Face down: the effect stays hidden."
    }


def test_missions_that_become_met_or_unmet_are_announced() -> None:
    match = match_with(*OPENING, hands=OPENED)
    assert changes(match, 1)["play toad.guard below"] == "The Toad falls from grace: you −1."
    fallen = [text for each in positions(3) for text in changes(each, each.to_move or 0).values() if "mission" in text]
    assert {text.rpartition(". ")[2] for text in fallen} == {
        "This meets one of your missions.",
        "One of your missions is no longer met.",
    }
    off = [changes(each, each.to_move or 0, off=["progress"]) for each in positions(3)]
    assert not any("mission" in text for effects in off for text in effects.values())


@pytest.mark.parametrize("off", ["forecast", "aids"])
def test_a_viewer_with_aids_off_gets_no_text(off: str) -> None:
    assert set(changes(match_with(*OPENING, hands=OPENED), 1, off=[off]).values()) == {""}


@pytest.mark.parametrize("aids", [True, False])
def test_a_table_without_aids_shows_no_effects(aids: bool) -> None:
    look = table_view_of(match_with(hands=HANDS))
    shown = table_pages.match_page(with_table(look, aids=aids), Locale(domain="courtisans"))
    assert any(act["changes"] for act in shown.acts) == aids


def test_either_of_two_equal_cards_can_be_chosen() -> None:
    hands = "hare.plain hare.plain stag.plain " + " ".join(HANDS.split()[3:])
    mine = page_input(match_with(hands=hands))
    acts = act_documents(scene_of("courtisans", mine.view, mine.log, mine.locale).acts)
    sources = [act["source"] for act in acts if act["move"] == "play hare.plain above"]
    assert sources == ["hand:0/0", "hand:0/1"]
    text = page_of(match_with(hands=hands))
    assert text.count('type="radio" name="piece"') == 3
