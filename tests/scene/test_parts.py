"""The optional modules of a game's package, and the defaults for missing ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import ModuleType
from typing import Any

import pytest

from courtly.engine.contract.game import set_up
from courtly.scene import BadPart, Line, scene_of, words_of
from courtly.scene.parts import needed, part
from courtly.scene.plain import sheet
from courtly.testing import random_match
from courtly.text.locales import Locale
from tests.testing import lots

LOCALE = Locale("en", ["Ann", "Bo", "Cyd"], 0, "lots")


def test_a_games_own_texts_are_found_in_its_package() -> None:
    assert words_of("courtisans").title == "Courtisans"


def test_a_game_without_texts_shows_its_event_ids() -> None:
    words = words_of(lots.GAME)
    assert words.title == "Lots"
    assert words.event({"id": "show", "args": {"seat": 1, "lots": [7]}, "steps": []}, {}, LOCALE) == "Bo show lots [7]"
    assert words.move("show 7", {}, LOCALE) == "show 7"


def test_a_line_of_the_viewers_own_event_is_marked() -> None:
    events = [{"id": "move", "args": {"seat": seat, "move": ["show", "7"]}, "steps": []} for seat in (0, 1)]
    lines = words_of(lots.GAME).lines(events, {}, LOCALE)
    assert lines == [Line("Ann plays show 7.", mine=True), Line("Bo plays show 7.")]


def test_a_line_keeps_the_latest_heading_and_an_event_without_a_text_has_no_line() -> None:
    def heading(event: Mapping[str, Any], _options: object, _locale: object) -> str:
        return f"Round {event['args']['round']}" if "round" in event["args"] else ""

    words = replace(words_of(lots.GAME), event=lambda event, *_: str(event["id"]), heading=heading)
    events = [{"id": name, "args": {"round": name} if name in "bd" else {}} for name in ("a", "b", "c", "", "d")]
    told = [(line.text, line.heading) for line in words.lines(events, {}, LOCALE, under="Round 0")]
    assert told == [("a", "Round 0"), ("b", "Round b"), ("c", "Round b"), ("d", "Round d")]


def test_an_event_without_a_caption_has_its_sentence_as_caption() -> None:
    words = replace(words_of(lots.GAME), caption=lambda event, *_: "In short." if event["id"] == "move" else "")
    events: list[dict[str, Any]] = [
        {"id": name, "args": {"seat": 1, "move": []}, "steps": []} for name in ("move", "show")
    ]
    sentence = words.lines(events[1:], {}, LOCALE)[0].text
    assert words.captions(events, {}, LOCALE) == ["In short.", sentence]


def test_a_game_without_captions_has_no_caption_for_a_turn() -> None:
    assert words_of(lots.GAME).turn_caption([], {}, LOCALE) == ""


def test_a_missing_attribute_of_a_module_is_named() -> None:
    with pytest.raises(BadPart, match="the module empty lacks scene"):
        needed(ModuleType("empty"), "scene")


def test_a_missing_part_is_none() -> None:
    assert part("tests.testing.lots", "words") is None
    assert part("courtly.games.courtisans", "no_such_part") is None


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_game_without_a_scene_shows_its_view(lang: str) -> None:
    match = random_match(set_up(lots.GAME, {"players": 3}), seed=1, moves=2)
    seat = match.to_move
    locale = Locale(lang, LOCALE.names, seat, "lots")
    scene = scene_of(lots.GAME, match.view(seat), match.log(seat), locale)
    assert [place.id for place in scene.places] == ["hand", "hidden", "table"]
    assert [act.move for act in scene.acts] == match.legal_moves()
    assert scene.question == locale.say("Your turn.")
    assert [seat.name for seat in scene.seats] == list(LOCALE.names)


def test_the_plain_scene_of_a_finished_match_ranks_the_seats() -> None:
    match = random_match(set_up(lots.GAME, {"players": 3}), seed=1)
    scene = scene_of(lots.GAME, match.view(None), match.log(None), LOCALE)
    assert scene.sheet is not None
    totals = [row.total for row in scene.sheet.rows]
    assert totals == sorted(match.scores(), reverse=True)
    assert {row.seat for row in scene.sheet.rows if row.winner} == set(match.winners())


@pytest.mark.parametrize(("winners", "says"), [([1], "Bo wins."), ([0, 2], "Ann and Cyd share the victory.")])
def test_the_default_sheet_names_all_winners(winners: list[int], says: str) -> None:
    shown = sheet({"result": {"scores": [3, 2, 3], "winners": winners}}, LOCALE)
    assert shown is not None
    assert shown.headline == says
