"""The command `courtly effect`, called in the test's own process: tables, files, and errors before the first match."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from courtly.cli import app

FEW = ("--players", "2", "--precise", "no", "--deals", "100")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["effect", *arguments], prog_name="courtly")


def test_one_card_is_printed_with_its_intervals() -> None:
    result = run("monarch", "--card", "tiger-pelt", *FEW)
    assert result.exit_code == 0
    assert "what each card is worth to its owner" in result.stdout
    assert "Tiger Pelt" in result.stdout
    assert "played by steward in every seat, up to 100 deals" in " ".join(result.stdout.split())


def test_cards_that_stand_out_are_marked_as_strong_or_weak() -> None:
    cards = ("--card", "keeper-of-ledgers", "--card", "tiger-pelt")
    result = run("monarch", *cards, "--players", "2", "--precise", "no", "--deals", "400")
    first, second = (line for line in result.stdout.splitlines() if " court " in line)
    assert "Keeper of Ledgers" in first
    assert "strong" in first
    assert "Tiger Pelt" in second
    assert "weak" in second


def test_a_change_for_all_players_is_printed_by_figure() -> None:
    result = run("monarch", "--card", "tiger-pelt", "--change", "cost+1", *FEW)
    assert "Tiger Pelt: cost+1" in result.stdout
    assert all(figure in result.stdout for figure in ("decisions", "lead", "place 1", "taken after", "points"))


def test_options_of_any_game_are_compared() -> None:
    result = run("cursed_court", "--versus", "coinless=true", *FEW)
    assert "changed options" in result.stdout
    assert "place 1" in result.stdout


def test_the_same_figures_are_written_as_json_and_csv(tmp_path: Path) -> None:
    arguments = ("monarch", "--card", "tiger-pelt", "--card", "old-nurse", *FEW)
    printed = json.loads(run(*arguments, "--json", "--out", str(tmp_path / "effect.csv")).stdout)
    run(*arguments, "--out", str(tmp_path / "effect.json"))
    assert json.loads((tmp_path / "effect.json").read_text()) == printed
    with (tmp_path / "effect.csv").open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    assert [(line["card"], line["figure"], line["value"]) for line in lines] == [
        (row["card"], figure, str(row[figure]["value"]))
        for row in printed["rows"]
        for figure in ("taken", "share", "points")
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["monarch", "--card", "otter"], "card cannot be"),
        (["monarch"], "either cards or changed options"),
        (["monarch", "--card", "all", "--precise", "much"], "precise cannot be"),
        (["monarch", "--card", "all", "--out", "effect.txt"], "effect.txt"),
        (["chess", "--card", "all"], "chess"),
    ],
)
def test_an_impossible_command_is_refused(arguments: list[str], message: str) -> None:
    result = run(*arguments)
    assert result.exit_code != 0
    assert message in result.stderr
    assert "Traceback" not in result.stderr
