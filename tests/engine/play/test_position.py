"""Matches that continue from a position of another match: their views, records, origins and errors."""

from __future__ import annotations

from typing import Any

import pytest

from courtly.engine.errors import BadMoment, BadRecord, WrongSeat
from courtly.engine.play.match import Match
from courtly.engine.play.origin import Origin
from courtly.engine.play.position import BranchPoint, deal_key
from courtly.engine.play.records import game_of, read_record, write_record
from tests.engine.play.fair_matches import SETUPS, begun, play
from tests.review.helpers import finished

every_setup = pytest.mark.parametrize("number", range(len(SETUPS)))


def resumed(match: Match, version: int) -> Match:
    place = BranchPoint(match, version)
    return place.position().open(match.setup, None, place.origin())


@every_setup
def test_a_continued_match_shows_every_seat_the_same_views(number: int) -> None:
    whole = play(begun(*SETUPS[number]), 60)
    for version in range(0, whole.version, 7):
        there, again = whole.at(version), resumed(whole, version)
        for seat in (*range(whole.players), None):
            assert again.view(seat) == there.view(seat)
            assert again.log(seat) == there.log(seat)


@every_setup
def test_a_continued_match_has_a_record_that_replays(number: int) -> None:
    again = resumed(play(begun(*SETUPS[number]), 40), 20)
    while not again.is_over:
        again.play(again.legal_moves()[-1])
    record = again.record()
    assert (record["origin"]["kind"], record["origin"]["moves"], "shuffle" in record) == ("position", 20, False)
    assert read_record(write_record(again)).record() == record


def test_a_deal_has_the_same_key_at_every_position() -> None:
    whole = finished("courtisans")
    assert deal_key(whole) == deal_key(whole.at(3)) == deal_key(resumed(whole, 5))
    assert deal_key(whole) != deal_key(play(begun(*SETUPS[0]), 3))


def test_the_deciding_seat_plays_on_unless_another_seat_is_requested() -> None:
    there = BranchPoint(finished("courtisans"), 7)
    assert there.seat() == there.match.at(7).to_move
    assert there.seat(1) == 1
    with pytest.raises(WrongSeat):
        there.seat(there.match.players)


def test_the_game_of_a_record_is_read_without_a_replay() -> None:
    record = finished("courtisans").record()
    assert game_of(record) == "courtisans"
    with pytest.raises(BadRecord, match="chess"):
        game_of(record | {"game": "chess"})


def test_no_match_continues_after_its_end() -> None:
    whole = finished("courtisans")
    for version in (whole.version, whole.version + 1):
        with pytest.raises(BadMoment):
            BranchPoint(whole, version).position()


def test_positions_before_the_branch_point_have_no_origin() -> None:
    again = resumed(finished("courtisans"), 5)
    again.play(again.legal_moves()[0])
    assert again.at(6).origin == again.at(5).origin == Origin("position", 5)
    assert again.at(4).origin is None


@pytest.mark.parametrize(
    ("origin", "where"),
    [
        ("position", "origin"),
        ({"kind": "position"}, "origin.moves"),
        ({"kind": "elsewhere", "moves": 0}, "origin.kind"),
        ({"kind": "position", "moves": 10_000}, "origin.moves"),
        ({"kind": "position", "moves": True}, "origin.moves"),
        ({"kind": "day", "moves": 0, "day": "today"}, "origin.day"),
        ({"kind": "deal", "moves": 0, "table": "\n"}, "origin.table"),
        ({"kind": "deal", "moves": 0, "match": 0}, "origin.match"),
        ({"kind": "deal", "moves": 0, "by": "me"}, "origin"),
    ],
)
def test_an_invalid_origin_is_named(origin: Any, where: str) -> None:
    record = {key: value for key, value in finished("courtisans").record().items() if key != "shuffle"}
    with pytest.raises(BadRecord) as refused:
        read_record(record | {"origin": origin})
    assert refused.value.where == where


def test_a_record_with_both_a_shuffle_and_an_origin_is_refused() -> None:
    record = play(begun(*SETUPS[0]), 4)
    record.is_revealed = True
    with pytest.raises(BadRecord, match="a record with a shuffle has no origin"):
        read_record(record.record() | {"origin": {"kind": "position", "moves": 2}})
