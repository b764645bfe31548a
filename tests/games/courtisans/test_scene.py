"""The table as a scene: every card in its place, and the movements that lead from one scene to the next."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import courtly
from courtly.games.courtisans.scene import scene
from courtly.scene.model import Piece, Scene, act_documents
from courtly.text.languages import LANGUAGES
from courtly.text.locales import Locale
from tests.games.courtisans.builders import begin, finish, random_deal, run
from tests.games.courtisans.hands import two_equal_cards_in_reach

NAMES = ("Ann", "Bo", "Cyd", "Dot", "Eve")
FIRST = ["toad.assassin", "hare.spy", "stag.noble"]
SECOND = ["carp.assassin", "carp.guard", "hare.plain"]
OPENING = ["play toad.assassin above", "play hare.spy domain:0", "play stag.noble domain:1"]


def scene_for(match: courtly.Match, seat: int | None = None, lang: str = "en") -> Scene:
    """Return the scene of an audience."""
    view: Any = match.view(seat)
    return scene(view, match.log(seat), Locale(lang, NAMES, seat, "courtisans"))


def played(players: int, edition: str, *, seed: int) -> Iterator[courtly.Match]:
    """Yield a random match before every move and at its end."""
    dice = random.Random(seed)
    match = courtly.new_match(
        "courtisans", players=players, edition=edition, deal=random_deal(players, edition, seed=seed)
    )
    yield match
    while not match.is_over:
        match.play(dice.choice(match.legal_moves()))
        yield match


def at(table: Scene, place: str) -> list[Piece]:
    """Return the pieces at a place."""
    return list(next(each for each in table.places if each.id == place).pieces)


@pytest.mark.parametrize(("players", "edition"), [(2, "2024"), (3, "2023"), (5, "2024")])
def test_the_pieces_match_the_view(players: int, edition: str) -> None:
    for match in played(players, edition, seed=players):
        view, table = match.view(0), scene_for(match, 0)
        for area, cards in view["areas"].items():
            assert [piece.face or piece.id for piece in at(table, area)] == cards
        assert [piece.face or piece.id for piece in at(table, "eliminated")] == view["eliminated"]
        assert [piece.face for piece in at(table, "hand:0")] == view["hand"]
        assert [len(at(table, f"hand:{seat}")) for seat in range(players)] == view["hands"]


def test_a_plan_has_each_own_card_at_each_place_while_another_seat_moves() -> None:
    for match in played(3, "2024", seed=6):
        for seat in range(3):
            view, table = match.view(seat), scene_for(match, seat)
            acts = [act for acts in table.plan for act in acts]
            if match.is_over or match.to_move == seat:
                assert acts == []
                continue
            wanted = {f"play {card} {area}" for card in view["hand"] for area in view["areas"]}
            assert {act.move for act in acts} == wanted
            assert {act.source for act in acts} == {f"hand:{seat}/{n}" for n in range(len(view["hand"]))}
            assert not any(act in table.acts for act in acts)


def test_the_lists_of_a_plan_are_the_zones_of_a_turn() -> None:
    zones = [{act.target for act in acts} for acts in scene_for(begin(hands=[FIRST, SECOND]), 1).plan]
    assert zones == [{"above", "below"}, {"domain:0"}, {"domain:1"}]


def test_spectators_have_no_plan() -> None:
    assert all(scene_for(match).plan == [] for match in played(2, "2024", seed=3))


@pytest.mark.parametrize("players", [2, 4])
def test_ids_are_unique(players: int) -> None:
    for match in played(players, "2024", seed=7):
        table = scene_for(match)
        ids = [place.id for place in table.places] + [piece.id for _, piece in table.pieces()]
        assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("audience", [0, 1, None])
def test_movements_lead_from_the_old_scene_to_the_new_one(audience: int | None) -> None:
    before: Scene | None = None
    for match in played(3, "2024", seed=3):
        after = scene_for(match, audience)
        events = match.log(audience, since=match.version - 1) if before else []
        for step in (step for event in events for step in event["steps"]):
            assert before is not None
            assert step["from"] in before.ids()
            piece = next(piece for piece in at(after, step["to"]) if piece.id == step["piece"])
            assert piece.face == step["face"]
        before = after


def test_the_first_played_of_equal_cards_in_an_area_is_eliminated() -> None:
    hands = [["hare.plain", "stag.plain", "toad.plain"], ["hare.plain", "carp.plain", "stag.guard"]]
    match = begin(hands=hands, draws=[["carp.assassin"]])
    run(match, "play hare.plain above", "play stag.plain domain:0", "play toad.plain domain:1")
    run(match, "play hare.plain above", "play carp.plain domain:0", "play stag.guard domain:1")
    run(match, "play carp.assassin below", "kill hare.plain above")
    assert match.log()[-1]["args"]["play"] == 1
    table = scene_for(match)
    assert [piece.id for piece in at(table, "above")] == ["play:4"]
    assert [piece.id for piece in at(table, "eliminated")] == ["play:1"]


@pytest.mark.parametrize("players", [2, 3])
def test_the_open_acts_are_the_legal_moves_and_connect_pieces_and_places(players: int) -> None:
    for match in played(players, "2024", seed=5):
        if (seat := match.to_move) is not None:
            table = scene_for(match, seat)
            acts = [act for act in table.acts if act.open]
            assert sorted(act.move for act in acts) == match.legal_moves()
            assert {act.source for act in table.acts} <= {piece.id for _, piece in table.pieces()}
            assert {act.target for act in table.acts if act.move != "spare"} <= table.ids()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_closed_acts_are_illegal_and_give_a_reason(lang: str) -> None:
    for match in played(2, "2024", seed=9):
        if match.to_move is not None:
            closed = [act for act in scene_for(match, match.to_move, lang).acts if not act.open]
            assert all(match.why_not(act.move) for act in closed)
            assert not {act.move for act in closed} & set(match.legal_moves())


def test_a_used_area_gives_a_reason() -> None:
    match = run(begin(hands=[FIRST]), "play stag.noble above")
    whys = {act.target: act.why_not for act in scene_for(match, 0).acts if act.move.startswith("play hare.spy")}
    assert [bool(whys[area]) for area in ("above", "below", "domain:0", "domain:1")] == [True, True, False, False]
    assert whys["above"].startswith("that area already has its card")


def test_an_assassin_cannot_target_guards_or_itself() -> None:
    match = run(begin(hands=[FIRST, SECOND]), *OPENING, "play carp.guard domain:0", "play carp.assassin above")
    acts = {act.move: act for act in scene_for(match, 1).acts}
    assert {act.source for move, act in acts.items() if not move.startswith("play ")} == {"play:5"}
    assert [move for move, act in acts.items() if act.open] == ["kill toad.assassin above", "spare"]
    assert acts["kill toad.assassin above"].target == "play:1"
    assert acts["kill carp.assassin above"].why_not == "an assassin cannot eliminate itself"
    assert acts["play hare.plain domain:0"].why_not.startswith("first choose your assassin’s victim")


def test_a_guard_in_reach_is_not_a_target() -> None:
    match = begin(hands=[["carp.guard", "stag.plain", "toad.plain"], SECOND], draws=[["toad.assassin"]])
    run(match, "play carp.guard above", "play stag.plain domain:0", "play toad.plain domain:1")
    run(match, "play hare.plain below", "play carp.guard domain:0", "play carp.assassin domain:1", "spare")
    match.play("play toad.assassin above")
    acts = {act.move: act for act in scene_for(match, 0).acts}
    assert [move for move, act in acts.items() if act.open] == ["kill hare.plain below", "spare"]
    guard = acts["kill carp.guard above"]
    assert (guard.target, guard.why_not) == ("play:1", "guards can never be eliminated")


def test_an_assassin_may_choose_any_of_several_identical_cards() -> None:
    match = two_equal_cards_in_reach()
    acts = [act for act in act_documents(scene_for(match, 2).acts) if act["move"] == "kill hare.plain above"]
    assert [(act["target"], act["why_not"]) for act in acts] == [("play:1", ""), ("play:4", "")]


def test_only_the_seat_to_move_has_acts() -> None:
    match = begin(hands=[FIRST, SECOND])
    assert [list(scene_for(match, seat).acts) for seat in (1, None)] == [[], []]


def test_a_spy_is_face_down_until_the_end_and_only_its_player_sees_its_name() -> None:
    match = run(begin(hands=[FIRST]), "play hare.spy above")
    titles = [at(scene_for(match, seat), "above")[0].title for seat in (0, 1, None)]
    assert titles == ["Your spy 1: Hare spy", "Spy 1, played by Ann", "Spy 1, played by Ann"]
    assert at(scene_for(match, 0), "above")[0].face is None
    over = finish(above=["hare.spy"])
    assert "hare.spy" in [piece.face for piece in at(scene_for(over), "above")]


@pytest.mark.parametrize(("edition", "notes"), [("2024", ["white", "blue"]), ("2023", ["", ""])])
def test_other_seats_missions_are_face_down(edition: str, notes: list[str]) -> None:
    table = scene_for(begin(edition=edition), 0)
    assert [piece.face for piece in at(table, "missions:1")] == [None, None]
    assert [piece.note for piece in at(table, "missions:1")] == notes
    assert None not in [piece.face for piece in at(table, "missions:0")]


def test_a_standing_counts_face_up_cards_and_at_the_end_all_cards() -> None:
    match = run(begin(hands=[FIRST]), "play stag.noble above")
    facts = {fact.title: fact.value for fact in scene_for(match).facts}
    assert facts["Stag"] == "2 above, 0 below; esteemed so far"
    assert facts["Turn"] == "1 of 20"
    over = finish(above=["stag.spy", "stag.plain"], avoid_table=["stag"])
    facts = {fact.title: fact.value for fact in scene_for(over).facts}
    assert facts["Stag"] == "2 above, 0 below; esteemed"


@pytest.mark.parametrize("players", [2, 5])
def test_the_sheet_adds_up_and_lists_the_best_seat_first(players: int) -> None:
    *_, match = played(players, "2024", seed=11)
    sheet = scene_for(match, 0).sheet
    assert sheet is not None
    assert [row.total for row in sheet.rows] == sorted(match.scores(), reverse=True)
    for row in sheet.rows:
        assert sum(int(cell.replace("−", "-")) for cell in row.cells) == row.total == match.scores()[row.seat]
        assert row.winner == (row.seat in match.winners())


def test_there_is_no_score_sheet_before_the_end() -> None:
    assert scene_for(begin(), 0).sheet is None


def test_the_first_player_is_marked() -> None:
    seats = scene_for(begin(3, first=2), 1).seats
    assert [(seat.mine, seat.decides) for seat in seats] == [(False, False), (True, False), (False, True)]
    assert ["First player" in [fact.value for fact in seat.facts] for seat in seats] == [False, False, True]
