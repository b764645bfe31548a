"""The command `courtly benchmark`: output, result files, checks, errors and interruptions."""

from __future__ import annotations

import json
import signal
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from courtly.cli import app
from tests.arena.agents import OWN
from tests.cli.processes import TIMEOUT_SECONDS, started

SMALL = ["--games", "courtisans", "--seats", "2", "--deals", "2", "--workers", "1"]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["benchmark", *arguments])


def test_a_benchmark_writes_a_file_that_a_check_reproduces(tmp_path: Path) -> None:
    file = tmp_path / "steward.json"
    done = run("steward", *SMALL, "--out", str(file))
    assert done.exit_code == 0, done.output
    assert "steward, pool 1: 20 matches" in done.output
    assert "rating in courtisans: " in done.output
    assert "illegal moves: 0 (0 matches lost by them); crashes and missing answers: 0" in done.output
    assert [each.name for each in tmp_path.iterdir()] == ["steward.json"]
    checked = run("--check", str(file), "--sample", "1", "--workers", "1")
    assert checked.exit_code == 0, checked.output
    assert "10 matches repeated" in checked.output
    assert "The results are reproduced." in checked.output


def test_the_mistakes_of_an_agent_are_counted_and_explained() -> None:
    done = run(f"{OWN}:raise", *SMALL, "--deals", "1", "--json")
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    assert found["figures"]["failures"] == found["figures"]["matches"] == 10
    assert found["reasons"][0] == {
        "cell": "courtisans, 2 seats, random",
        "match": 0,
        "reason": "failed: ValueError: 'no idea'",
    }


def test_a_failure_stops_the_benchmark_on_request_and_leaves_no_result_file(tmp_path: Path) -> None:
    done = run(f"{OWN}:raise", *SMALL, "--on-error", "stop", "--out", str(tmp_path / "out.json"))
    assert done.exit_code == 1
    assert "the agent failed in match 0 of courtisans, 2 seats, random" in done.output
    assert [each.name for each in tmp_path.iterdir()] == ["out.json.partial"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "name an agent, or a result file with --check"),
        (("steward", "--seats", "two"), "seats cannot be 'two'; use numbers separated by commas, such as 2,3"),
        (("steward", "--out", "out.csv"), "its name must end in one of .json"),
        (("steward", "--move-time", "0"), "move_time cannot be 0.0"),
        (("--check", "nothing.json"), "the result file cannot be used: this file or folder does not exist"),
        (("--check", "nothing.json", "--sample", "0"), "sample cannot be 0"),
    ],
)
def test_wrong_arguments_are_explained_on_one_line(arguments: tuple[str, ...], message: str) -> None:
    done = run(*arguments)
    assert done.exit_code == 2
    assert message in done.output
    assert done.output.count("\n") == 1


def test_the_program_of_a_file_runs_only_if_it_is_typed(tmp_path: Path) -> None:
    file = tmp_path / "own.json"
    assert run(OWN, *SMALL, "--deals", "1", "--out", str(file)).exit_code == 0
    refused = run("--check", str(file))
    assert refused.exit_code == 2
    assert "name it on the command line to run it" in refused.output
    assert run(OWN, "--check", str(file), "--workers", "1").exit_code == 0


def test_an_interrupted_benchmark_keeps_its_finished_matches(tmp_path: Path) -> None:
    file, partial = tmp_path / "out.json", tmp_path / "out.json.partial"
    arguments = ["benchmark", "steward", *SMALL, "--deals", "10000", "--out", str(file)]
    with started(arguments) as process:
        end = time.monotonic() + TIMEOUT_SECONDS
        while not (partial.exists() and partial.read_bytes().count(b"\n") > 3):
            assert process.poll() is None
            assert time.monotonic() < end
        process.send_signal(signal.SIGINT)
        assert process.wait() == 130
    assert not file.exists()
    assert len(partial.read_bytes().splitlines()) > 3
