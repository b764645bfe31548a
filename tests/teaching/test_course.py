"""Places of a lesson: what an address may say, and that none leads to a position that the lesson does not have."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from courtly.teaching.course import Place, frames_before, read_place, stop_at
from courtly.teaching.errors import NoSuchStep
from courtly.teaching.loading import lesson_of
from tests.teaching.helpers import TAUGHT, small, way

numbers = st.integers(1, 99)
places = st.one_of(
    st.builds(Place, numbers, numbers),
    st.builds(Place, numbers, numbers, st.lists(st.integers(0, 99), min_size=1, max_size=4).map(tuple)),
    st.builds(Place, numbers, numbers, st.just(()), numbers),
)


@given(places)
def test_a_place_is_read_as_it_is_written(place: Place) -> None:
    assert read_place(place.path) == place


@pytest.mark.parametrize("path", ["", "x", "1/", "1/1/before-", "1/1/0-", "1/1/1/1", "1/1/0-x", "9999", "1/1/before-x"])
def test_what_is_no_place_is_refused_with_what_is(path: str) -> None:
    with pytest.raises(NoSuchStep, match="3/2") as caught:
        read_place(path)
    assert caught.value.given == path


@pytest.mark.parametrize(
    "path", ["0", "11", "1/2", "1/0", "1/1/1", "1/1/0-0", "9/1/0-1-0", "1/1/before-1", "4/1/before-3", "10/1/0"]
)
def test_a_place_that_the_lesson_does_not_have_is_refused(path: str) -> None:
    with pytest.raises(NoSuchStep):
        stop_at(lesson_of("courtisans"), read_place(path))


@pytest.mark.parametrize("game", TAUGHT)
def test_the_others_turns_are_shown_one_by_one_and_end_where_the_next_moment_begins(game: str) -> None:
    lesson = lesson_of(game)
    shown = [stop for stop in way(lesson) if stop.is_meanwhile]
    assert len(shown) > 2
    for stop in shown:
        frames = frames_before(lesson, Place(stop.place.step, stop.place.moment))
        assert stop.match.version == frames[(stop.place.before or 0) - 1]
        assert len(stop.match.log(0)) > stop.news
        if stop.place.before == len(frames):
            moment = stop_at(lesson, Place(stop.place.step, stop.place.moment))
            assert moment.match.moves == stop.match.moves


def test_a_small_lesson_ends_with_its_last_step(tmp_path: Path) -> None:
    stops = list(way(small(tmp_path)))
    assert [stop.place.path for stop in stops] == ["1", "2"]
    assert stops[-1].is_last
