"""The commands for language models and data sets: their one-line errors and their output."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import polars as pl
import pytest

from tests.arena import programs
from tests.cli.commands import refused, run


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--site", "localhost:8000"], "http:// or https://"),
        (["--lang", "xx"], "en, fr"),
        (["--port", "x", "--http"], "--port"),
        (["--http", "--host", "256.1.1.1"], "cannot listen on 256.1.1.1"),
    ],
)
def test_an_invalid_mcp_server_is_refused_in_one_line(arguments: list[str], message: str) -> None:
    result = run("mcp", *arguments)
    assert message in refused(result, 1 if "--host" in arguments else 2)


def test_a_missing_extra_is_named_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mcp", None)
    assert "courtly[mcp]" in refused(run("mcp"), 2)


def test_a_tournament_of_models_reports_their_costs_and_writes_every_decision(tmp_path: Path) -> None:
    file = tmp_path / "found.parquet"
    seated = ["--players", programs.model("thrifty"), "--players", "random", "--deals", "1"]
    result = run("arena", "courtisans", *seated, "--trajectories", str(file), "--json")
    assert result.exit_code == 0, result.output
    model = json.loads(result.stdout)["bots"][0]
    assert pl.read_parquet(file).filter(pl.col("bot") == model["name"]).height == model["spent"]["answers"]
    assert f"{model['spent']['answers']} answers" in run("arena", "courtisans", *seated).stdout


def test_an_invalid_trajectories_file_is_refused_before_the_matches(tmp_path: Path) -> None:
    seated = ["--players", "random,steward", "--trajectories", str(tmp_path / "found.csv")]
    assert ".parquet" in refused(run("arena", "courtisans", *seated), 2)
