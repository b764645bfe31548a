"""Outside programs as real processes: they play, or forfeit with a stated reason, and nothing hangs."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from courtly.arena import Plan, outside
from courtly.arena.outside import Forfeit, Program, close_all
from courtly.arena.rows import NOBODY
from courtly.arena.work import LocalWorker, OptionalOutput
from tests.arena import programs

VIEW = {"legal": ["a", "b"], "version": 0}
PATIENCE = 20.0


@pytest.fixture(autouse=True)
def _short_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Program.__init__, "__kwdefaults__", {"start_time": 1.0})


def played(manner: str, move_time: float = 5.0) -> tuple[int, str]:
    """Play the match in which the program has the first seat; return the forfeiting seat and the reason."""
    plan = Plan("courtisans", {"players": 2}, (programs.spec(manner), "random"), deals=1, move_time=move_time)
    done = LocalWorker(plan, OptionalOutput()).do(0)
    return int(done.rows["forfeit"][0]), done.reasons.get(0, "")


@pytest.mark.parametrize("manner", ["first", "tensors"])
def test_a_program_plays_a_whole_match(manner: str) -> None:
    assert played(manner) == (NOBODY, "")


def test_a_program_receives_the_result_even_after_a_forfeit_of_another_player(tmp_path: Path) -> None:
    log = tmp_path / "log"
    for other in ("random", programs.spec("crash")):
        plan = Plan("courtisans", {"players": 2}, (programs.spec("log", str(log)), other), deals=1, move_time=5.0)
        done = LocalWorker(plan, OptionalOutput()).do(0)
    played, forfeited = (json.loads(line) for line in log.read_text().splitlines() if line != "begun")
    assert (played["type"], len(played["scores"])) == ("end", 2)
    assert done.rows["forfeit"].tolist() == [1]
    assert forfeited == {"type": "end", "scores": None, "winners": [0], "forfeit": 1}


def test_a_forfeit_at_the_start_ends_the_match(tmp_path: Path) -> None:
    (tmp_path / "gone").write_text("")
    (tmp_path / "gone").chmod(0o700)
    plan = Plan("courtisans", {"players": 2}, (f"program:{tmp_path / 'gone'}", programs.spec("first")), deals=1)
    assert LocalWorker(plan, OptionalOutput()).do(0).rows["forfeit"].tolist() == [0]


@pytest.mark.parametrize(
    ("manner", "reason"),
    [
        ("crash", "ended with exit status 3: 'out of ideas'"),
        ("nonsense", "answered '?', which is not JSON"),
        ("number", 'answered 7, not {"move": "..."}'),
        ("other", "answered {'mov': 'play'}"),
        ("asks again", "answered {'ask': 'tensors'}"),
        ("deep", "which is not JSON"),
        ("illegal", "'play king above': 'king' is not a valid <card>"),
        ("flood", "wrote more than 1000000 bytes"),
        ("mute", "closed its input or output but still runs"),
    ],
)
def test_a_misbehaving_program_forfeits_with_a_reason(manner: str, reason: str) -> None:
    seat, told = played(manner)
    assert seat == 0
    assert reason in told


@pytest.mark.parametrize("manner", ["silent", "slow", "deaf"])
def test_a_program_without_an_answer_forfeits_after_its_time(manner: str) -> None:
    begun = time.monotonic()
    assert played(manner, move_time=0.3) == (0, "gave no answer within 1.3 s")
    assert time.monotonic() - begun < PATIENCE


def test_a_program_that_does_not_read_cannot_block_the_match() -> None:
    program = Program(["sleep", "60"], move_time=0.2, start_time=0.2)
    program.begin({})
    with pytest.raises(Forfeit, match="gave no answer"):
        program.ask({"legal": [], "long": "x" * 1_000_000})
    program.close()


def test_a_program_that_exits_early_forfeits() -> None:
    program = Program(["true"], move_time=5, start_time=1)
    with pytest.raises(Forfeit, match="ended with exit status 0"):
        program.begin({"long": "x" * 1_000_000})
    program.close()


def test_a_program_that_cannot_be_started_forfeits(tmp_path: Path) -> None:
    file = tmp_path / "bot"
    file.write_text("no program at all")
    file.chmod(0o755)
    with pytest.raises(Forfeit, match="could not be started"):
        Program([str(file)], move_time=1).begin({})


def test_a_killed_program_forfeits_and_the_signal_is_named() -> None:
    program = Program(["sh", "-c", "read line; kill -9 $$"], move_time=5)
    program.begin({})
    with pytest.raises(Forfeit, match="was killed by signal 9"):
        program.ask(VIEW)
    program.close()


def test_no_program_keeps_running() -> None:
    program = Program(programs.command("silent"), move_time=0.2, start_time=0.2)
    program.begin({})
    process = program._process
    assert process is not None
    close_all()
    assert process.wait(PATIENCE) == -9
    program.close()
    program.close()
    assert process not in outside._RUNNING


def test_the_example_follows_the_protocol() -> None:
    example = Path(__file__).parents[2] / "examples" / "outside_bot.py"
    asked = '{"type": "match", "seed": 1}\n{"type": "move", "view": {"seat": 0}, "legal": ["play x domain:0", "y"]}\n'
    command = [sys.executable, str(example), "play"]
    said = subprocess.run(command, input=asked, capture_output=True, text=True, check=True, timeout=PATIENCE)
    assert said.stdout == '{"move": "play x domain:0"}\n'
