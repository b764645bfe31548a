"""Errors of bad lessons: each names its file, its location and the allowed values."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

import courtly
from courtly.engine.play.records import write_record
from courtly.teaching.errors import BadLesson, NoLesson
from courtly.teaching.loading import lesson_of, load_lesson
from courtly.text.languages import worded
from tests.games.monarch.card_sets import card_set
from tests.teaching.helpers import SMALL, small, way, written

DONE = 'say = { en = "Done." }'
"""The last text of the small lesson."""


def refused(file: Path) -> BadLesson:
    with pytest.raises(BadLesson) as caught:
        load_lesson(file)
    assert str(caught.value).startswith(f"{file.name} is not a lesson:")
    assert worded(caught.value.sentence, "fr") != str(caught.value)
    return caught.value


def test_a_valid_lesson_loads(tmp_path: Path) -> None:
    assert len(small(tmp_path).steps) == 2


@pytest.mark.parametrize(
    ("old", "new", "place", "allowed"),
    [
        ("courtly-lesson/1", "courtly-lesson/2", "format", "courtly-lesson/1"),
        ('game = "courtisans"', 'game = "chess"', "game", "courtisans"),
        ('"3.2"', '"99.1"', "step[1].learns[1]", ""),
        ('at = "A@0"', 'at = "B@0"', "step[1].moment[1].at", "A"),
        ('at = "A@1"', 'at = "A@9"', "step[2].moment[1].at", "A@0"),
        ('at = "A@1"', 'at = "A@0"', "step[2].moment[1].at", "A@1"),
        ("play MOVE", "dance", "step[1].moment[1].act[1]", "play "),
        ("play MOVE", "play carp.noble above", "step[1].moment[1].act[1]", "play "),
        ('other = { en = "Not that." }', "", "step[1].moment[1].other", ""),
        ('say = { en = "Done." }', 'say = { en = "Done." }\nsays = 1', "step[2].moment[1].says", ""),
        ('say = { en = "Done." }', "", "step[2].moment[1].say", ""),
        (DONE, DONE + '\nfigures.view = { "deck" = 1 }', 'figures.view.deck', "63"),
        ('say = { en = "Done." }', 'say = { en = "Done." }\n[[step.moment.choice]]\ntext = { en = "1" }', "choice", ""),
        ('act = ["play MOVE"]', "act = [1]", "step[1].moment[1].act[1]", ""),
        (DONE, DONE + '\nfigures.view = { "decks" = 1 }', "figures.view.decks", ""),
        (DONE, DONE + '\nfigures.view = { "result.scores.0" = 1 }', "result", "not over"),
        ('"a.json"', '"../a.json"', "records.A", "next to the lesson"),
        ('"a.json"', '"none.json"', "records.A", ""),
        ("[[step]]", '[then]\ntitle = { en = "Play" }\noptions = { players = 9 }\n[[step]]', "then.options", "5"),
    ],
)  # fmt: skip
def test_a_problem_names_its_step_and_the_allowed_values(
    tmp_path: Path, old: str, new: str, place: str, allowed: str
) -> None:
    error = refused(written(tmp_path, SMALL.replace(old, new, 1)))
    problem = next(problem for problem in error.problems if place in problem.place)
    assert problem.line
    assert allowed in f"{problem.told()} {problem.allowed}"


def test_an_incompatible_record_is_a_problem(tmp_path: Path) -> None:
    file = written(tmp_path)
    record = json.loads((tmp_path / "a.json").read_text(encoding="utf-8"))
    for changed in ({"rules": "99"}, {"format": "courtly-match/9"}, {"moves": ["dance"]}):
        (tmp_path / "a.json").write_text(json.dumps({**record, **changed}), encoding="utf-8")
        assert refused(file).problems[0].place == "records.A"


def test_a_truncated_file_is_a_problem_with_a_line_number(tmp_path: Path) -> None:
    text = written(tmp_path).read_text(encoding="utf-8")
    torn = tmp_path / "torn.toml"
    torn.write_text(text[: text.index("Not that")], encoding="utf-8")
    problem = refused(torn).problems[0]
    assert (problem.code, problem.line is not None) == ("syntax", True)
    (tmp_path / "a.json").write_text('{"format": "courtly', encoding="utf-8")
    assert refused(tmp_path / "lesson.toml").problems[0].place == "records.A"


def test_an_act_while_another_seat_is_to_move_is_a_problem(tmp_path: Path) -> None:
    file = written(tmp_path)
    match = courtly.read_record((tmp_path / "a.json").read_bytes())
    while match.to_move == 0:
        match.play(match.legal_moves()[0])
    (tmp_path / "a.json").write_text(write_record(match), encoding="utf-8")
    file.write_text(
        file.read_text(encoding="utf-8").replace("A@0", f"A@{match.version}").replace("A@1", f"A@{match.version}"),
        encoding="utf-8",
    )
    assert "seat 1 is to move there" in str(refused(file))


def test_a_json_lesson_with_an_inline_record_loads(tmp_path: Path) -> None:
    document = tomllib.loads(written(tmp_path).read_text(encoding="utf-8"))
    document["records"]["A"] = json.loads((tmp_path / "a.json").read_text(encoding="utf-8"))
    file = tmp_path / "lesson.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    assert load_lesson(file).title("en") == "A small lesson"


def test_a_lesson_can_use_a_custom_card_set(tmp_path: Path) -> None:
    match = courtly.new_match("monarch", players=2, seed=3, deal={"first": 0}, card_set=card_set(5))
    move = match.legal_moves()[0]
    match.play(move)
    (tmp_path / "a.json").write_text(write_record(match), encoding="utf-8")
    text = SMALL.replace("courtisans", "monarch").replace("play MOVE", move)
    (tmp_path / "own.toml").write_text(text, encoding="utf-8")
    lesson = load_lesson(tmp_path / "own.toml")
    assert lesson.records["A"].options["card_set"] == card_set(5)
    assert list(way(lesson))[-1].is_last


def test_a_game_without_a_lesson_raises_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("courtly.teaching.loading.lesson_file", lambda _: None)
    with pytest.raises(NoLesson):
        lesson_of.__wrapped__("courtisans")
