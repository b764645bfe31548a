"""Helpers for tests of lessons: walks through a lesson, and small lessons written to a folder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import courtly
from courtly.engine.play.records import read_record, write_record
from courtly.teaching.course import LessonPosition, LessonState, answer, first, follow, lesson_state_at
from courtly.teaching.lesson import Lesson
from courtly.teaching.loading import load_lesson

TAUGHT = ("courtisans", "cursed_court", "monarch")

SMALL = """
format = "courtly-lesson/1"
game = "courtisans"
title = { en = "A small lesson" }

[records]
A = "a.json"

[[step]]
title = { en = "One" }
learns = ["3.2"]

[[step.moment]]
at = "A@0"
say = { en = "Play anything." }
act = ["play MOVE"]
other = { en = "Not that." }

[[step]]
title = { en = "Two" }

[[step.moment]]
at = "A@1"
say = { en = "Done." }
"""


def way(lesson: Lesson, lang: str = "en") -> Iterator[LessonState]:
    """Yield each position of a lesson for a learner who always chooses the right act."""
    place: LessonPosition | None = first()
    while place is not None:
        stop = lesson_state_at(lesson, place)
        yield stop
        if stop.accepted_moves:
            found = follow(stop, stop.accepted_moves[0][0], lang).place
            place = None if found == place else found
        elif stop.is_question:
            right = next(number for number, choice in enumerate(stop.moment.choice) if choice.right)
            place = answer(stop, str(right), lang)
        else:
            place = stop.next_position


def written(folder: Path, text: str = SMALL, **places: str) -> Path:
    """Write a lesson and its record to a folder, and return the file. Keyword arguments replace text."""
    match = courtly.new_match("courtisans", players=3, seed=7, deal={"first": 0})
    move = match.legal_moves()[0]
    match.play(move)
    (folder / "a.json").write_text(write_record(match), encoding="utf-8")
    text = text.replace("play MOVE", move)
    for old, new in places.items():
        assert old in text, old
        text = text.replace(old, new)
    file = folder / "lesson.toml"
    file.write_text(text, encoding="utf-8")
    return file


def small(folder: Path) -> Lesson:
    """Return a lesson of two steps."""
    return load_lesson(written(folder))


def with_records(lesson: Lesson, changed: Mapping[str, Mapping[str, Any]]) -> Lesson:
    """Return a lesson with some of its records replaced."""
    return replace(lesson, records={**lesson.records, **{name: read_record(one) for name, one in changed.items()}})
