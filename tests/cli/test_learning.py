"""The commands that teach: `courtly rules`, `courtly learn`."""

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


def test_rules_are_printed_in_a_language(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("rules", "courtisans", "--lang", "fr") == 0
    assert "Six familles" in capsys.readouterr().out


def test_a_lesson_of_ones_own_is_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("learn", str(written(tmp_path)), "--check") == 0
    assert "A small lesson: 2 steps" in capsys.readouterr().out


def test_what_is_wrong_with_it_is_said_with_its_file_and_its_step(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written(tmp_path, SMALL.replace("play MOVE", "play carp.noble nowhere"))
    assert run("learn", str(file), "--check") == 1
    told = capsys.readouterr().err
    assert told.startswith("courtly: lesson.toml holds no lesson:")
    assert "step[1].moment[1].act[1]" in told


@pytest.mark.parametrize("command", ["rules", "learn"])
def test_an_unknown_game_is_a_wrong_argument(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(command, "chess") == 2
    assert "courtisans" in capsys.readouterr().err


def test_a_file_that_is_not_there_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("learn", "none.toml") == 1
    assert "none.toml" in capsys.readouterr().err
