"""`courtly review` and `courtly show`: their output for a finished match, and their errors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import courtly
from courtly.engine.play.records import write_record
from courtly.review import read_review
from courtly.text.languages import LANGUAGES
from tests.cli.commands import refused, run
from tests.review.helpers import finished

LITTLE = ("--matches", "8", "--simulations", "16")


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The file of a finished match."""
    file = tmp_path / "match.json"
    file.write_text(write_record(finished("courtisans")), encoding="utf-8")
    return file


def test_a_review_as_json_is_reproducible(record: Path) -> None:
    first, again = (run("review", str(record), "--json", *LITTLE) for _ in range(2))
    assert first.exit_code == 0
    assert first.stdout == again.stdout
    assert read_review(first.stdout).effort == {"matches": 8, "simulations": 16, "seed": 0}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_review_in_words_states_intervals_and_the_number_of_imagined_matches(record: Path, lang: str) -> None:
    result = run("review", str(record), "--lang", lang, *LITTLE)
    assert result.exit_code == 0
    assert "±" in result.stdout
    found = read_review(run("review", str(record), "--json", *LITTLE).stdout)
    assert str(found.imagined) in result.stdout


def test_an_unreviewable_record_is_refused_in_one_line(record: Path, tmp_path: Path) -> None:
    whole = json.loads(record.read_text(encoding="utf-8"))
    unfinished = {key: value for key, value in whole.items() if key != "result"} | {"moves": whole["moves"][:-1]}
    cases = {
        json.dumps({**whole, "rules": "0"}): "rules cannot be '0'",
        json.dumps(unfinished): "the match is not over",
        record.read_text(encoding="utf-8")[:500]: "is not JSON",
    }
    for text, reason in cases.items():
        file = tmp_path / "bad.json"
        file.write_text(text, encoding="utf-8")
        for command in ("review", "show"):
            assert reason in refused(run(command, str(file)), 1)
    assert "matches of a review" in refused(run("review", str(record), "--matches", "0"), 2)


def test_show_prints_a_move_from_any_view(record: Path) -> None:
    match = finished("courtisans")
    for seat in (None, 0, 1):
        eyes = () if seat is None else ("--seat", str(seat))
        result = run("show", str(record), "--move", "5", *eyes)
        assert result.exit_code == 0
        assert f"Move 5 of {match.version}" in result.stdout
    assert "there is no seat 7" in refused(run("show", str(record), "--seat", "7"), 1)
    assert "there is no move 999" in refused(run("show", str(record), "--move", "999"), 1)


def test_show_steps_through_a_match_by_typed_commands(record: Path) -> None:
    count = finished("courtisans").version
    typed = "\n".join(["", "n", "p", "12", "q"])
    shown = run("show", str(record), typed=typed + "\n").stdout
    steps = [line for line in shown.splitlines() if line.startswith("Move ")]
    assert [line.split()[1] for line in steps] == ["0", "1", "2", "1", "12"]
    assert f"of {count}" in steps[0]


def test_stepping_ends_with_the_input_and_with_the_match(record: Path) -> None:
    count = finished("courtisans").version
    for typed in (f"{count}\n\n", f"{count}\n"):
        result = run("show", str(record), typed=typed)
        assert result.exit_code == 0
        assert f"Move {count} of {count}" in result.stdout


def test_every_game_can_be_stepped_through(tmp_path: Path) -> None:
    for game in courtly.game_names():
        file = tmp_path / "match.json"
        file.write_text(write_record(finished(game)), encoding="utf-8")
        assert run("show", str(file), typed="9999\n").exit_code == 0
