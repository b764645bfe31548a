"""The command `courtly fit`, called in the test's own process: output, files, and errors before the first match."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from courtly.cli import app
from courtly.games.courtisans.weights import WEIGHTS

BAD_WEIGHTS = {"others": 3.0, "mission": 0.0}


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["fit", *arguments], prog_name="courtly")


def weights_file(folder: Path, **values: Any) -> Path:
    """Write a file of the current weights, with some values replaced, and return its path."""
    file = folder / "before.json"
    file.write_text(json.dumps({"weights": {**WEIGHTS.named(WEIGHTS.present), **values}, "fitted": {}}))
    return file


def short_fit(*arguments: str, generations: int = 1, deals: int = 1) -> Result:
    return run("courtisans", "--generations", str(generations), "--deals", str(deals), "--workers", "1", *arguments)


def test_better_weights_are_written_with_their_origin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = short_fit("--from", str(weights_file(tmp_path, **BAD_WEIGHTS)), "--seed", "5", generations=4, deals=10)
    assert result.exit_code == 0
    assert "together: share of victory 0." in result.stdout
    assert result.stdout.endswith("The weights are in steward-courtisans.json.\n")
    document = json.loads((tmp_path / "steward-courtisans.json").read_text())
    assert WEIGHTS.read(document, where="here").tolist() != WEIGHTS.present.tolist()
    line = "courtly fit courtisans --generations 4 --deals 10 --seed 5 --from before.json"
    assert document["fitted"]["command"] == line
    assert document["fitted"]["before"]["others"] == 3.0


def test_nothing_is_written_without_an_improvement(tmp_path: Path) -> None:
    out = tmp_path / "after.json"
    out.write_text("as it was")
    result = short_fit("--out", str(out))
    assert result.exit_code == 0
    assert result.stdout.endswith("Nothing better was found, so nothing is written.\n")
    assert out.read_text() == "as it was"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chess"], "chess"),
        (["courtisans", "--generations", "0"], "generations"),
        (["courtisans", "--deals", "0"], "deals"),
        (["courtisans", "--workers", "0"], "workers"),
        (["courtisans", "--seed", "-1"], "seed"),
        (["courtisans", "--option", "edition=1999"], "2024, 2023"),
        (["courtisans", "--option", "players=3"], "varies the number of players"),
        (["courtisans", "--out", "weights.toml"], "weights.toml"),
        (["courtisans", "--out", "nowhere/weights.json"], "nowhere/weights.json"),
    ],
)
def test_a_wrong_argument_is_named(arguments: list[str], message: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert re.fullmatch(r"courtly: [^\n]+\n", result.stderr)
    assert message in result.stderr


def test_a_file_of_invalid_weights_is_refused(tmp_path: Path) -> None:
    file = weights_file(tmp_path, softness=99.0)
    assert "weight softness of" in short_fit("--from", str(file)).stderr
    file.write_text("no JSON")
    assert "is not a file of weights" in short_fit("--from", str(file)).stderr
    assert short_fit("--from", str(tmp_path / "nowhere.json")).exit_code == 1
