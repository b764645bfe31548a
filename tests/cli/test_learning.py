"""The teaching commands: `courtly rules`, `courtly learn`."""

from __future__ import annotations

from pathlib import Path

import pytest

from courtly.cli import app
from tests.teaching.helpers import SMALL, written


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as ended:
        app([*arguments], prog_name="courtly")
    assert isinstance(ended.value.code, int)
    return ended.value.code


def test_rules_are_printed_in_the_chosen_language(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("rules", "courtisans", "--lang", "fr") == 0
    assert "Six familles" in capsys.readouterr().out


def test_a_custom_lesson_is_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("learn", str(written(tmp_path)), "--check") == 0
    assert "A small lesson: 2 steps" in capsys.readouterr().out


def test_a_problem_of_a_lesson_is_reported_with_file_and_step(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written(tmp_path, SMALL.replace("play MOVE", "play carp.noble nowhere"))
    assert run("learn", str(file), "--check") == 1
    told = capsys.readouterr().err
    assert told.startswith("courtly: lesson.toml is not a lesson:")
    assert "step[1].moment[1].act[1]" in told


@pytest.mark.parametrize("command", ["rules", "learn"])
def test_an_unknown_game_is_a_wrong_argument(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(command, "chess") == 2
    assert "courtisans" in capsys.readouterr().err


def test_a_missing_file_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("learn", "none.toml") == 1
    assert "none.toml" in capsys.readouterr().err
