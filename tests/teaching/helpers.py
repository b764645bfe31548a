"""What the tests of lessons share: ways through one, and lessons written on the spot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import courtly
from courtly.engine.play.records import read_record, write_record
from courtly.teaching.course import Place, Stop, answer, first, follow, stop_at
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


def way(lesson: Lesson, lang: str = "en") -> Iterator[Stop]:
    """Yield each place of a lesson, as one passes it who does at once what is asked."""
    place: Place | None = first()
    while place is not None:
        stop = stop_at(lesson, place)
        yield stop
        if stop.asked:
            found = follow(stop, stop.asked[0][0], lang).place
            place = None if found == place else found
        elif stop.is_question:
            right = next(number for number, choice in enumerate(stop.moment.choice) if choice.right)
            place = answer(stop, str(right), lang)
        else:
            place = stop.way_on


def written(folder: Path, text: str = SMALL, **places: str) -> Path:
    """Write a lesson with a record beside it, and return its file; places such as `play` are put into the text."""
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
    """Return a lesson with other records in the place of its own."""
    return replace(lesson, records={**lesson.records, **{name: read_record(one) for name, one in changed.items()}})
