"""The commands for language models and data sets: what they refuse in one line, and what they write."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import polars as pl
import pytest

from tests.arena import programs
from tests.cli.test_cli import refused, run


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--site", "localhost:8000"], "http:// or https://"),
        (["--lang", "de"], "en, fr"),
        (["--port", "x", "--http"], "--port"),
        (["--http", "--host", "256.1.1.1"], "cannot listen on 256.1.1.1"),
    ],
)
def test_a_server_for_models_that_cannot_be_is_refused_in_one_line(arguments: list[str], told: str) -> None:
    result = run("mcp", *arguments)
    assert told in refused(result, 1 if "--host" in arguments else 2)


def test_without_the_extra_one_line_says_which_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mcp", None)
    assert "courtly[mcp]" in refused(run("mcp"), 2)


def test_a_tournament_of_models_reports_what_they_spent_and_writes_every_decision(tmp_path: Path) -> None:
    file = tmp_path / "found.parquet"
    seated = ["--players", programs.model("thrifty"), "--players", "random", "--deals", "1"]
    result = run("arena", "courtisans", *seated, "--trajectories", str(file), "--json")
    assert result.exit_code == 0, result.output
    model = json.loads(result.stdout)["bots"][0]
    assert pl.read_parquet(file).filter(pl.col("bot") == model["name"]).height == model["spent"]["answers"]
    assert f"{model['spent']['answers']} answers" in run("arena", "courtisans", *seated).stdout


def test_a_file_of_trajectories_that_cannot_be_is_refused_before_anybody_plays(tmp_path: Path) -> None:
    seated = ["--players", "random,steward", "--trajectories", str(tmp_path / "found.csv")]
    assert ".parquet" in refused(run("arena", "courtisans", *seated), 2)
