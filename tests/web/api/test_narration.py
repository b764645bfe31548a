"""The captions of a move: short ones are shown together, and a long move has several, one after another."""

from __future__ import annotations

from courtly.web.api.narration import MAX_CAPTION
from tests.games.monarch.builders import begin
from tests.web.captions import captions_of

MARKET = "insistent-peddler stone-bridge mill-stream old-nurse toll-drum"


def test_a_short_move_has_one_caption() -> None:
    match = begin(2, MARKET)
    assert captions_of(match, "buy toll-drum") == [
        "You buy Toll Drum for 4 gold. You add Toll Drum to your court. New in the market: Tiger Pelt."
    ]


def test_a_move_that_resolves_moons_has_a_caption_for_each_event() -> None:
    bought, moon, asks = captions_of(begin(4, f"{MARKET} harvest-moon raiders-moon"), "buy toll-drum")
    assert bought == "You buy Toll Drum for 4 gold. You add Toll Drum to your court."
    assert moon.startswith("Harvest Moon rises. Gains and losses: you +4 food; Isaure")
    assert moon.endswith("; Aldric +4 food.")
    assert asks == "Raiders' Moon rises. The sisters may together pay 5 gold."


def test_an_event_with_a_long_text_has_several_captions() -> None:
    match = begin(4, f"{MARKET} harvest-moon raiders-moon")
    _, moon, rest, asks = found = captions_of(match, "buy toll-drum", "fr")
    assert moon.startswith(
        "«\u202fLune des moissons\u202f» se lève. Gains et pertes\u202f: vous +4 vivres\u202f; Isaure"
    )
    assert rest == "Aldric +4 vivres."
    assert asks.startswith("«\u202fLune des pillards\u202f» se lève.")
    assert max(map(len, found)) <= MAX_CAPTION
