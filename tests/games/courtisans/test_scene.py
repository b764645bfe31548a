"""The table as a scene: every card where it lies, and the steps of events from one scene to the next."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import courtly
from courtly.games.courtisans.scene import scene
from courtly.scene.model import Piece, Scene
from courtly.text.languages import LANGUAGES
from courtly.text.reader import Reader
from tests.games.courtisans.builders import begin, finish, random_deal, run

NAMES = ("Ann", "Bo", "Cyd", "Dot", "Eve")
FIRST = ["toad.assassin", "hare.spy", "stag.noble"]
SECOND = ["carp.assassin", "carp.guard", "hare.plain"]
OPENING = ["play toad.assassin above", "play hare.spy domain:0", "play stag.noble domain:1"]


def drawn(match: courtly.Match, seat: int | None = None, lang: str = "en") -> Scene:
    """What an audience sees."""
    view: Any = match.view(seat)
    return scene(view, match.log(seat), Reader(lang, NAMES, seat, "courtisans"))


def played(players: int, edition: str, *, seed: int) -> Iterator[courtly.Match]:
    """A random match, before every move and at its end."""
    dice = random.Random(seed)
    match = courtly.new_match(
        "courtisans", players=players, edition=edition, deal=random_deal(players, edition, seed=seed)
    )
    yield match
    while not match.is_over:
        match.play(dice.choice(match.legal_moves()))
        yield match


def at(table: Scene, place: str) -> list[Piece]:
    """What lies at a place."""
    return list(next(each for each in table.places if each.id == place).pieces)


@pytest.mark.parametrize(("players", "edition"), [(2, "2024"), (3, "2023"), (5, "2024")])
def test_pieces_are_what_the_view_says_lies_there(players: int, edition: str) -> None:
    for match in played(players, edition, seed=players):
        view, table = match.view(0), drawn(match, 0)
        for area, cards in view["areas"].items():
            assert [piece.face or piece.id for piece in at(table, area)] == cards
        assert [piece.face or piece.id for piece in at(table, "eliminated")] == view["eliminated"]
        assert [piece.face for piece in at(table, "hand:0")] == view["hand"]
        assert [len(at(table, f"hand:{seat}")) for seat in range(players)] == view["hands"]


@pytest.mark.parametrize("players", [2, 4])
def test_every_id_is_given_once(players: int) -> None:
    for match in played(players, "2024", seed=7):
        table = drawn(match)
        ids = [place.id for place in table.places] + [piece.id for _, piece in table.pieces()]
        assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("audience", [0, 1, None])
def test_steps_go_from_what_was_there_to_what_is_there_now(audience: int | None) -> None:
    before: Scene | None = None
    for match in played(3, "2024", seed=3):
        after = drawn(match, audience)
        told = match.log(audience, since=match.version - 1) if before else []
        for step in (step for event in told for step in event["steps"]):
            assert before is not None
            assert step["from"] in before.ids()
            piece = next(piece for piece in at(after, step["to"]) if piece.id == step["piece"])
            assert piece.face == step["face"]
        before = after


def test_of_equal_cards_in_one_area_the_first_played_is_eliminated() -> None:
    hands = [["hare.plain", "stag.plain", "toad.plain"], ["hare.plain", "carp.plain", "stag.guard"]]
    match = begin(hands=hands, draws=[["carp.assassin"]])
    run(match, "play hare.plain above", "play stag.plain domain:0", "play toad.plain domain:1")
    run(match, "play hare.plain above", "play carp.plain domain:0", "play stag.guard domain:1")
    run(match, "play carp.assassin below", "kill hare.plain above")
    assert match.log()[-1]["args"]["play"] == 1
    table = drawn(match)
    assert [piece.id for piece in at(table, "above")] == ["play:4"]
    assert [piece.id for piece in at(table, "eliminated")] == ["play:1"]


@pytest.mark.parametrize("players", [2, 3])
def test_what_is_open_is_what_is_legal_and_leads_from_a_piece_to_a_place(players: int) -> None:
    for match in played(players, "2024", seed=5):
        if (seat := match.to_move) is not None:
            table = drawn(match, seat)
            acts = [act for act in table.acts if act.open]
            assert sorted(act.move for act in acts) == match.legal_moves()
            assert {act.source for act in table.acts} <= {piece.id for _, piece in table.pieces()}
            assert {act.target for act in table.acts if act.move != "spare"} <= table.ids()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_closed_says_why_and_is_refused(lang: str) -> None:
    for match in played(2, "2024", seed=9):
        if match.to_move is not None:
            closed = [act for act in drawn(match, match.to_move, lang).acts if not act.open]
            assert all(match.why_not(act.move) for act in closed)
            assert not {act.move for act in closed} & set(match.legal_moves())


def test_a_closed_area_says_that_it_is_used() -> None:
    match = run(begin(hands=[FIRST]), "play stag.noble above")
    whys = {act.target: act.why_not for act in drawn(match, 0).acts if act.move.startswith("play hare.spy")}
    assert [bool(whys[area]) for area in ("above", "below", "domain:0", "domain:1")] == [True, True, False, False]
    assert whys["above"].startswith("a card has already been played there")


def test_an_assassin_points_at_its_targets_and_passes_over_guards_and_itself() -> None:
    match = run(begin(hands=[FIRST, SECOND]), *OPENING, "play carp.guard domain:0", "play carp.assassin above")
    acts = {act.move: act for act in drawn(match, 1).acts}
    assert {act.source for move, act in acts.items() if not move.startswith("play ")} == {"play:5"}
    assert [move for move, act in acts.items() if act.open] == ["kill toad.assassin above", "spare"]
    assert acts["kill toad.assassin above"].target == "play:1"
    assert acts["kill carp.assassin above"].why_not == "the only such card there is the assassin itself"
    assert acts["play hare.plain domain:0"].why_not.startswith("the assassin just placed first asks")


def test_a_guard_in_reach_is_shown_to_be_none_of_its_targets() -> None:
    match = begin(hands=[["carp.guard", "stag.plain", "toad.plain"], SECOND], draws=[["toad.assassin"]])
    run(match, "play carp.guard above", "play stag.plain domain:0", "play toad.plain domain:1")
    run(match, "play hare.plain below", "play carp.guard domain:0", "play carp.assassin domain:1", "spare")
    match.play("play toad.assassin above")
    acts = {act.move: act for act in drawn(match, 0).acts}
    assert [move for move, act in acts.items() if act.open] == ["kill hare.plain below", "spare"]
    guard = acts["kill carp.guard above"]
    assert (guard.target, guard.why_not) == ("play:1", "guards are never eliminated")


def test_nothing_is_offered_to_who_does_not_decide() -> None:
    match = begin(hands=[FIRST, SECOND])
    assert [list(drawn(match, seat).acts) for seat in (1, None)] == [[], []]


def test_a_spy_is_face_down_until_the_end_and_its_player_reads_what_it_is() -> None:
    match = run(begin(hands=[FIRST]), "play hare.spy above")
    titles = [at(drawn(match, seat), "above")[0].title for seat in (0, 1, None)]
    assert titles == ["Spy 1, yours: Hare spy", "Spy 1, played by Ann", "Spy 1, played by Ann"]
    assert at(drawn(match, 0), "above")[0].face is None
    over = finish(above=["hare.spy"])
    assert "hare.spy" in [piece.face for piece in at(drawn(over), "above")]


@pytest.mark.parametrize(("edition", "notes"), [("2024", ["white", "blue"]), ("2023", ["", ""])])
def test_missions_of_others_show_their_backs(edition: str, notes: list[str]) -> None:
    table = drawn(begin(edition=edition), 0)
    assert [piece.face for piece in at(table, "missions:1")] == [None, None]
    assert [piece.note for piece in at(table, "missions:1")] == notes
    assert None not in [piece.face for piece in at(table, "missions:0")]


def test_families_stand_by_their_face_up_cards_and_at_the_end_by_all() -> None:
    match = run(begin(hands=[FIRST]), "play stag.noble above")
    facts = {fact.title: fact.value for fact in drawn(match).facts}
    assert facts["Stag"] == "2 above, 0 below; esteemed so far"
    assert facts["Turn"] == "1 of 20"
    over = finish(above=["stag.spy", "stag.plain"], avoid_table=["stag"])
    facts = {fact.title: fact.value for fact in drawn(over).facts}
    assert facts["Stag"] == "2 above, 0 below; esteemed"


@pytest.mark.parametrize("players", [2, 5])
def test_the_sheet_adds_up_the_best_first(players: int) -> None:
    *_, match = played(players, "2024", seed=11)
    sheet = drawn(match, 0).sheet
    assert sheet is not None
    assert [row.total for row in sheet.rows] == sorted(match.scores(), reverse=True)
    for row in sheet.rows:
        assert sum(int(cell.replace("−", "-")) for cell in row.cells) == row.total == match.scores()[row.seat]
        assert row.winner == (row.seat in match.winners())


def test_before_the_end_there_is_no_sheet() -> None:
    assert drawn(begin(), 0).sheet is None


def test_who_began_is_marked() -> None:
    seats = drawn(begin(3, first=2), 1).seats
    assert [(seat.mine, seat.decides) for seat in seats] == [(False, False), (True, False), (False, True)]
    assert ["First player" in [fact.value for fact in seat.facts] for seat in seats] == [False, False, True]
