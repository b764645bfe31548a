"""The warm-up: every kernel compiled once, with progress."""

import subprocess
import sys
from io import StringIO
from pathlib import Path

import numba
import pytest

import courtly
from courtly.engine.contract.game import find_game
from courtly.engine.errors import UnknownGame
from courtly.engine.play import warmup
from courtly.engine.play.cores import LOWEST_PRIORITY
from courtly.engine.play.warmup import WarmUpPart


class Terminal(StringIO):
    """A text stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def cold(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr(warmup, "cache_folder", lambda: tmp_path / "kernels")
    monkeypatch.setattr(warmup, "compiles", lambda: True)
    return tmp_path / "kernels"


def test_the_warm_up_reports_progress(cold: Path) -> None:
    told: list[tuple[int, int, str]] = []
    warmup.warm(["courtisans"], lambda *step: told.append(step))
    steps = len(told) - 1
    assert [done for done, _, _ in told] == list(range(steps + 1))
    assert told[0] == (0, steps, "courtisans: deal")
    assert told[-1] == (steps, steps, "")


def test_a_game_is_warm_after_its_first_match(cold: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    assert not warmup.is_warm("courtisans")
    courtly.new_match("courtisans", players=2, seed=1)
    assert warmup.is_warm("courtisans")
    assert "Compiling once for this machine: 0 of " in screen.getvalue()


def test_nothing_is_printed_without_a_terminal(cold: Path, capsys: pytest.CaptureFixture[str]) -> None:
    warmup.ensure_warm("courtisans")
    assert capsys.readouterr() == ("", "")


def test_a_warm_game_is_not_compiled_again(cold: Path) -> None:
    cold.mkdir()
    for marker in warmup._markers("courtisans"):
        marker.touch()
    warmup.ensure_warm("courtisans", lambda *step: pytest.fail(f"compiled again: {step}"))


def test_uncompiled_code_needs_no_warm_up(monkeypatch: pytest.MonkeyPatch, cold: Path) -> None:
    monkeypatch.setattr(warmup, "compiles", lambda: False)
    assert warmup.is_warm("courtisans")


def test_the_warm_up_works_without_a_callback(cold: Path) -> None:
    warmup.warm(["courtisans"])
    assert warmup.is_warm("courtisans")


def test_an_unknown_game_cannot_be_warmed() -> None:
    with pytest.raises(UnknownGame, match="there is no game 'chess'"):
        warmup.warm(["chess"])


def test_several_games_are_compiled_in_parallel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warmup, "cores", lambda: 2)
    told: list[tuple[int, int, str]] = []
    warmup.warm(courtly.game_names(), lambda *step: told.append(step))
    labels = [label for _, _, label in told]
    assert [done for done, _, _ in told] == list(range(told[-1][1] + 1))
    assert all(f"{name}: deal" in labels for name in courtly.game_names())


def test_a_game_whose_process_fails_is_compiled_in_this_process(cold: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warmup, "cores", lambda: 2)
    monkeypatch.setattr(sys, "executable", "false")
    warmup.warm(courtly.game_names())
    assert all(warmup.is_warm(name) for name in courtly.game_names())


def test_a_process_that_fails_while_rules_are_interpreted_is_not_replaced(
    cold: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(warmup, "_COMPILE", "raise SystemExit(1)")
    monkeypatch.setattr(warmup, "is_interpreting", lambda: True)
    warmup.warm_in_subprocess(find_game("courtisans"))
    assert not warmup.is_warm("courtisans")


def test_a_process_that_gives_way_has_the_lowest_priority(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warmup, "_COMPILE", "import os; print(os.getpriority(os.PRIO_PROCESS, 0))")
    told: list[str] = []
    warmup.warm_in_subprocess(find_game("courtisans"), told.append, gives_way=True)
    assert told == [str(LOWEST_PRIORITY)]


def test_a_warm_up_process_prints_a_line_for_each_step(cold: Path, capsys: pytest.CaptureFixture[str]) -> None:
    warmup.main(["courtisans"])
    assert capsys.readouterr().out.splitlines()[0] == "courtisans: deal"
    assert warmup.is_warm("courtisans")


def test_a_warm_up_process_exits_silently_when_its_output_is_closed() -> None:
    command = [sys.executable, "-c", warmup._COMPILE, "courtisans"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert (process.stderr.read(), process.wait()) == ("", 1)


def test_a_warm_up_process_exits_silently_when_the_cache_cannot_be_written(
    cold: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(warmup, "cache_folder", lambda: tmp_path / "file" / "cache")
    with pytest.raises(SystemExit, match="1"):
        warmup.main(["courtisans"])
    assert capsys.readouterr().err == ""


def test_a_warm_up_part_has_its_own_steps_and_marker(cold: Path) -> None:
    done: list[str] = []
    part = WarmUpPart("a.room", lambda setup: iter([("more", lambda: done.append(setup.game.name))]))
    warmup.warm(["courtisans"])
    assert warmup.is_warm("courtisans")
    assert not warmup.is_warm("courtisans", [part])
    warmup.warm(["courtisans"], warm_up_parts=[part])
    assert done == ["courtisans"]
    assert warmup.is_warm("courtisans", [part])


def test_a_warm_up_process_runs_the_parts_in_its_arguments(cold: Path, capsys: pytest.CaptureFixture[str]) -> None:
    warmup.main(["courtisans", "courtly.bots.search.warm"])
    assert "courtisans: search" in capsys.readouterr().out.splitlines()


def test_the_setting_of_numba_decides_whether_kernels_are_compiled() -> None:
    assert warmup.compiles() is not bool(numba.config.DISABLE_JIT)
