"""Positions of a lesson: their paths, and errors for positions outside the lesson."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from courtly.teaching.course import LessonPosition, lesson_state_at, parse_position, turns_before
from courtly.teaching.errors import NoSuchStep
from courtly.teaching.loading import lesson_of
from tests.teaching.helpers import TAUGHT, small, way

numbers = st.integers(1, 99)
places = st.one_of(
    st.builds(LessonPosition, numbers, numbers),
    st.builds(LessonPosition, numbers, numbers, st.lists(st.integers(0, 99), min_size=1, max_size=4).map(tuple)),
    st.builds(LessonPosition, numbers, numbers, st.just(()), numbers),
)


@given(places)
def test_a_position_survives_a_round_trip_through_its_path(place: LessonPosition) -> None:
    assert parse_position(place.path) == place


@pytest.mark.parametrize("path", ["", "x", "1/", "1/1/before-", "1/1/0-", "1/1/1/1", "1/1/0-x", "9999", "1/1/before-x"])
def test_a_malformed_path_raises_an_error_with_examples(path: str) -> None:
    with pytest.raises(NoSuchStep, match="3/2") as caught:
        parse_position(path)
    assert caught.value.given == path


@pytest.mark.parametrize(
    "path", ["0", "11", "1/2", "1/0", "1/1/1", "1/1/0-0", "9/1/0-1-0", "1/1/before-1", "4/1/before-3", "10/1/0"]
)
def test_a_position_outside_the_lesson_raises_an_error(path: str) -> None:
    with pytest.raises(NoSuchStep):
        lesson_state_at(lesson_of("courtisans"), parse_position(path))


@pytest.mark.parametrize("game", TAUGHT)
def test_other_seats_turns_are_shown_one_by_one_up_to_the_next_moment(game: str) -> None:
    lesson = lesson_of(game)
    shown = [stop for stop in way(lesson) if stop.is_interlude]
    assert len(shown) > 2
    for stop in shown:
        frames = turns_before(lesson, LessonPosition(stop.place.step, stop.place.moment))
        assert stop.match.version == frames[(stop.place.before or 0) - 1]
        assert len(stop.match.log(0)) > stop.news
        if stop.place.before == len(frames):
            moment = lesson_state_at(lesson, LessonPosition(stop.place.step, stop.place.moment))
            assert moment.match.moves == stop.match.moves


def test_a_small_lesson_ends_with_its_last_step(tmp_path: Path) -> None:
    stops = list(way(small(tmp_path)))
    assert [stop.place.path for stop in stops] == ["1", "2"]
    assert stops[-1].is_last
