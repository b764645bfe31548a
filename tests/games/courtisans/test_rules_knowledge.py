"""RULES.md, section 10: who knows what. Most tests compare two matches that differ in one hidden card or mission."""

from __future__ import annotations

from typing import Any

import pytest

import courtly
from tests.games.courtisans.builders import begin, deal, finish, play_on, result, run

ALLOWED = {
    *("game", "options", "seat", "players", "first", "to_move", "phase", "turn", "turns", "version", "deck", "removed"),
    *(
        "eliminated",
        "hands",
        "hand",
        "used",
        "pending",
        "areas",
        "spies",
        "missions",
        "standing",
        "legal",
        "result",
    ),
}
PUBLIC = ALLOWED - {"seat", "hand", "spies", "missions", "legal"}

FIRST = ["hare.spy", "stag.plain", "carp.plain"]
SECOND = ["toad.assassin", "toad.spy", "butterfly.noble"]


def started(document: dict[str, Any]) -> courtly.Match:
    return courtly.new_match("courtisans", players=2, deal=document)


def swapped(document: dict[str, Any], one: str, other: str) -> dict[str, Any]:
    """Return the deal with two cards exchanged. The second one may be in the deck or out of play."""
    deck = [*document["deck"]]
    place = deck.index(one)
    if other in deck:
        deck[deck.index(other)] = one
    deck[place] = other
    return {**document, "deck": deck}


def test_c10_1_areas_counts_and_turn_are_public() -> None:
    match = run(begin(3, hands=[FIRST], first=0), "play stag.plain above", "play carp.plain domain:2")
    for audience in (0, 1, 2, None):
        view = match.view(audience)
        assert view["areas"] == {
            "above": ["stag.plain"],
            "below": [],
            "domain:0": [],
            "domain:1": [],
            "domain:2": ["carp.plain"],
        }
        assert (view["hands"], view["deck"], view["removed"]) == ([1, 3, 3], 63, 18)
        assert (view["to_move"], view["turn"], sorted(view["used"])) == (0, 1, ["other", "table"])
        assert {key: view[key] for key in PUBLIC} == {key: match.view(0)[key] for key in PUBLIC}


def test_c10_2_only_the_holder_sees_a_hand() -> None:
    one = deal(hands=[FIRST, SECOND])
    other = swapped(swapped(one, "toad.assassin", "stag.noble"), "toad.spy", "nightingale.guard")
    matches = [run(started(document), "play stag.plain above") for document in (one, other)]
    assert matches[0].view(0) == matches[1].view(0)
    assert matches[0].view(None) == matches[1].view(None)
    assert [match.view(1)["hand"] for match in matches] == [
        ["butterfly.noble", "toad.spy", "toad.assassin"],
        ["butterfly.noble", "nightingale.guard", "stag.noble"],
    ]
    assert matches[0].view(0)["hand"] == ["hare.spy", "carp.plain"]
    assert matches[0].view(None)["hand"] is None


def test_c10_2_only_the_seat_to_move_sees_the_legal_moves() -> None:
    match = begin(hands=[FIRST, SECOND])
    assert match.view(0)["legal"] == match.legal_moves()
    assert match.view(1)["legal"] == match.view(None)["legal"] == []


@pytest.mark.parametrize("edition", ["2024", "2023"])
def test_c10_3_only_the_holder_sees_missions_until_the_end(edition: str) -> None:
    match = begin(3, edition=edition)
    pairs = match.record()["deal"]["missions"]
    while not match.is_over:
        if len(match.moves) % 20 == 0:
            for seat in range(3):
                shown = match.view(seat)["missions"]
                assert sorted(shown[seat]) == sorted(pairs[seat])
                assert shown[:seat] + shown[seat + 1 :] == [None, None]
            assert match.view(None)["missions"] == [None] * 3
        match.play(match.legal_moves()[-1])
    for audience in (0, 1, 2, None):
        assert [sorted(pair) for pair in match.view(audience)["missions"]] == [sorted(pair) for pair in pairs]


def test_c10_3_an_opponents_missions_do_not_affect_the_view() -> None:
    pairs = [[["nobles-3", "below-5"], other] for other in (["guards-4", "fallen-hare"], ["fewer-hare", "fallen-carp"])]
    matches = [run(started(deal(hands=[FIRST], missions=missions)), "play hare.spy below") for missions in pairs]
    assert matches[0].view(0) == matches[1].view(0)
    assert matches[0].view(None) == matches[1].view(None)


@pytest.mark.parametrize("area", ["above", "below", "domain:0", "domain:1"])
def test_c10_4_a_spys_player_and_area_are_public(area: str) -> None:
    match = run(begin(hands=[FIRST]), f"play hare.spy {area}")
    for audience in (0, 1, None):
        (spy,) = match.view(audience)["spies"]
        assert (spy["n"], spy["by"], spy["area"]) == (1, 0, area)


def test_c10_4_the_number_of_an_eliminated_spy_is_public() -> None:
    match = begin(hands=[FIRST, SECOND])
    run(match, "play hare.spy above", "play stag.plain domain:0", "play carp.plain domain:1")
    run(match, "play toad.spy below", "play toad.assassin domain:0", "kill stag.plain domain:0")
    for audience in (0, 1, None):
        assert match.view(audience)["eliminated"] == ["stag.plain"]
    match = begin(hands=[FIRST, SECOND])
    run(match, "play hare.spy above", "play stag.plain domain:0", "play carp.plain domain:1")
    run(match, "play toad.assassin below", "kill spy:1")
    for audience in (0, 1, None):
        view = match.view(audience)
        assert view["eliminated"] == ["spy:1"]
        assert (view["spies"][0]["n"], view["spies"][0]["area"]) == (1, None)
        told = {"seat": 1, "area": "above", "card": None, "play": None, "spy": 1}
        assert match.log(audience)[-1]["args"] == told


@pytest.mark.parametrize("area", ["above", "below", "domain:0", "domain:1"])
def test_c10_5_only_the_player_of_a_spy_knows_the_card(area: str) -> None:
    one = deal(hands=[FIRST])
    matches = [started(one), started(swapped(one, "hare.spy", "carp.spy"))]
    for match, spy in zip(matches, ("hare.spy", "carp.spy"), strict=True):
        run(match, f"play {spy} {area}")
        assert match.view(0)["spies"][0]["card"] == spy
    assert matches[0].view(1) == matches[1].view(1)
    assert matches[0].view(None) == matches[1].view(None)
    assert matches[0].view(1)["spies"][0]["card"] is None


def test_c10_5_a_player_remembers_a_spy_even_after_its_elimination() -> None:
    match = begin(hands=[FIRST, SECOND])
    run(match, "play hare.spy above", "play stag.plain domain:0", "play carp.plain domain:1")
    run(match, "play toad.assassin below", "kill spy:1", "play toad.spy domain:0", "play butterfly.noble domain:1")
    assert [spy["card"] for spy in match.view(0)["spies"]] == ["hare.spy", None]
    assert [spy["card"] for spy in match.view(1)["spies"]] == [None, "toad.spy"]


def test_c10_6_at_the_end_the_spies_in_play_are_public() -> None:
    match = finish(above=["hare.spy"], domains={0: ["carp.spy"]})
    for audience in (0, 1, None):
        assert {spy["card"] for spy in match.view(audience)["spies"]} >= {"hare.spy", "carp.spy"}
        assert None not in {spy["card"] for spy in match.view(audience)["spies"]}


def test_c10_6_an_eliminated_spy_stays_unknown_to_all_but_its_player() -> None:
    ending: dict[str, Any] = {"below": ["toad.assassin"], "kill": ["kill spy:1"]}
    matches = [finish(above=[spy], **ending) for spy in ("hare.spy", "carp.spy")]
    assert [match.view(0)["spies"][0]["card"] for match in matches] == ["hare.spy", "carp.spy"]
    assert matches[0].view(1) == matches[1].view(1)
    assert matches[0].view(None) == matches[1].view(None)
    assert matches[0].view(1)["spies"][0] == {"n": 1, "by": 0, "area": None, "card": None}


def test_c10_7_cards_eliminated_face_up_are_public_in_order() -> None:
    match = begin(hands=[FIRST, ["toad.assassin", "butterfly.assassin", "stag.guard"]])
    run(match, "play stag.plain above", "play hare.spy domain:0", "play carp.plain domain:1")
    run(match, "play toad.assassin below", "kill stag.plain above")
    run(match, "play butterfly.assassin domain:1", "kill carp.plain domain:1")
    for audience in (0, 1, None):
        assert match.view(audience)["eliminated"] == ["stag.plain", "carp.plain"]


def test_c10_8_the_order_of_the_deck_is_hidden_from_all() -> None:
    one = deal(hands=[FIRST, SECOND])
    other = {**one, "deck": one["deck"][:6] + one["deck"][:5:-1]}
    matches = [run(started(document), "play stag.plain above", "play hare.spy domain:0") for document in (one, other)]
    for audience in (0, 1, None):
        assert matches[0].view(audience) == matches[1].view(audience)


def test_c10_8_the_removed_cards_are_hidden_from_all() -> None:
    one = deal(hands=[FIRST, SECOND])
    unused = next(card for card in ("carp.spy", "stag.spy", "butterfly.spy") if card not in one["deck"])
    matches = [started(one), started({**one, "deck": [*one["deck"][:-1], unused]})]
    for audience in (0, 1, None):
        assert matches[0].view(audience) == matches[1].view(audience)


def test_c10_8_missions_that_were_not_dealt_are_hidden_from_all() -> None:
    match = play_on(begin())
    dealt = {mission for pair in match.record()["deal"]["missions"] for mission in pair}
    for audience in (0, 1, None):
        view = match.view(audience)
        assert {mission for pair in view["missions"] for mission in pair} == dealt
        assert {row["mission"] for rows in view["result"]["missions"] for row in rows} == dealt


def plays(match: courtly.Match, audience: int | None) -> list[dict[str, Any]]:
    """Return the arguments of the play events that an audience received."""
    return [event["args"] for event in match.log(audience) if event["id"] == "play"]


def test_c10_9_the_log_shows_another_players_spy_by_number_only() -> None:
    match = run(begin(hands=[FIRST]), "play stag.plain below", "play hare.spy domain:1")
    plain = {"seat": 0, "play": 1, "card": "stag.plain", "spy": None, "area": "below"}
    spy = {"seat": 0, "play": 2, "card": "hare.spy", "spy": 1, "area": "domain:1"}
    assert plays(match, 0) == [plain, spy]
    for audience in (1, None):
        assert plays(match, audience) == [plain, {**spy, "card": None}]


def test_c10_9_the_log_shows_every_choice_of_an_assassin() -> None:
    match = begin(hands=[FIRST, SECOND])
    run(match, "play stag.plain above", "play hare.spy domain:0", "play carp.plain domain:1")
    run(match, "play toad.assassin domain:0", "spare")
    for audience in (0, 1, None):
        assert plays(match, audience)[-1]["card"] == "toad.assassin"
        last = match.log(audience)[-1]
        assert (last["id"], last["args"]) == ("spare", {"seat": 1, "area": "domain:0"})


def test_c10_2_a_draw_shows_its_cards_only_to_the_drawing_player() -> None:
    match = begin(hands=[FIRST], draws=[["toad.plain", "toad.noble", "toad.guard"]])
    run(match, "play stag.plain above", "play hare.spy domain:0", "play carp.plain domain:1")
    told = {"to": 0, "count": 3, "deck": 51}
    drawn = ["toad.plain", "toad.noble", "toad.guard"]
    assert match.log(0)[-1]["args"] == {**told, "cards": drawn}
    assert [step["face"] for step in match.log(0)[-1]["steps"]] == drawn
    for audience in (1, None):
        assert match.log(audience)[-1]["args"] == {**told, "cards": None}
        assert [step["face"] for step in match.log(audience)[-1]["steps"]] == [None] * 3


def test_c10_10_a_spectator_sees_only_public_information() -> None:
    match = run(begin(hands=[FIRST, SECOND]), "play hare.spy above", "play stag.plain domain:0")
    view = match.view(None)
    assert (view["seat"], view["hand"], view["missions"], view["legal"]) == (None, None, [None, None], [])
    assert [spy["card"] for spy in view["spies"]] == [None]
    assert {key: view[key] for key in PUBLIC} == {key: match.view(1)[key] for key in PUBLIC}


def test_c10_11_a_view_has_only_its_allowed_keys() -> None:
    match = begin(3)
    while not match.is_over:
        if len(match.moves) % 15 == 0:
            assert all(set(match.view(audience)) == ALLOWED for audience in (0, 1, 2, None))
        match.play(match.legal_moves()[0])
    assert all(set(match.view(audience)) == ALLOWED for audience in (0, 1, 2, None))


def test_c10_11_no_view_shows_the_seed() -> None:
    document = deal(hands=[FIRST, SECOND])
    matches = [courtly.new_match("courtisans", players=2, deal=document, seed=seed) for seed in (1, 2)]
    for audience in (0, 1, None):
        assert matches[0].view(audience) == matches[1].view(audience)


def test_c10_11_after_the_end_the_record_is_the_full_replay() -> None:
    match = finish(above=["hare.spy"], below=["toad.assassin"], kill=["kill spy:1"])
    record = match.record()
    assert "play hare.spy above" in record["moves"]
    again = courtly.read_record(record)
    assert (again.is_over, again.scores(), result(again)) == (True, match.scores(), result(match))
