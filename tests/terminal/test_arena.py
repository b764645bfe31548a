"""The commands `courtly arena` and `courtly balance`, called in the test's own process: output, files and errors."""

from __future__ import annotations

import json
import os
import platform
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import courtly
from courtly.cli import app

COMPONENTS = Path(courtly.__file__).parent / "games" / "cursed_court" / "components.toml"


SMALL = ["--players", "2", "--told", "2", "--ladder", "random,novice", "--ladder-deals", "1", "--workers", "1"]
"""A quick study."""


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments), prog_name="courtly")


def refused(result: Result) -> str:
    """The single line of an error."""
    assert result.exit_code == 2
    assert re.fullmatch(r"courtly: [^\n]+\n", result.stderr)
    return result.stderr


def test_a_tournament_prints_a_table(tmp_path: Path) -> None:
    result = run("arena", "courtisans", "--players", "steward,random", "--deals", "5", "--workers", "1")
    assert result.exit_code == 0
    assert "courtisans, 2 seats: 5 deals, 10 matches" in result.stdout
    assert re.search(r"steward.*1\.000 \[1\.000, 1\.000\]", result.stdout)


def test_a_tournament_prints_json_and_writes_files(tmp_path: Path) -> None:
    out = [str(tmp_path / name) for name in ("found.csv", "found.parquet", "found.json")]
    words = [word for file in out for word in ("--out", file)]
    result = run("arena", "courtisans", "--players", "steward,random", "--seats", "3", "--deals", "4", "--json", *words)
    found = json.loads(result.stdout)
    assert (found["game"], found["options"]["players"], found["deals"], found["matches"]) == ("courtisans", 3, 4, 24)
    assert found["about"]["machine"] == {"processors": os.cpu_count(), "python": platform.python_version()}
    assert found["about"].keys() == {"courtly", "rules", "steward", "nets", "machine"}
    assert json.loads(Path(out[2]).read_text()) == found
    assert Path(out[0]).read_text().count("\n") == 1 + 24 * 3


def test_an_unwritable_file_is_named_and_does_not_stop_the_other_output(tmp_path: Path) -> None:
    (tmp_path / "full.json").symlink_to("/dev/full")
    words = [word for name in ("full.json", "found.csv") for word in ("--out", str(tmp_path / name))]
    result = run("arena", "courtisans", "--players", "steward,random", "--deals", "2", "--json", *words)
    assert f"cannot write {tmp_path / 'full.json'}: the disk is full" in refused(result)
    assert json.loads(result.stdout)["matches"] == 4
    assert (tmp_path / "found.csv").read_text().count("\n") == 1 + 4 * 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--seats", "0"], "players cannot be '0'"),
        (["--seats", "3", "--option", "players=2"], "3 seats and 2 players do not match"),
    ],
)
def test_an_invalid_number_of_seats_is_refused(words: list[str], said: str) -> None:
    assert said in refused(run("arena", "courtisans", "--players", "steward,random", "--deals", "2", *words))


def test_forfeits_are_listed_with_their_reasons() -> None:
    words = ["--players", "program:true", "--players", "random", "--deals", "11", "--workers", "1"]
    result = run("arena", "courtisans", *words)
    text = result.stdout
    assert "program:true in seat 0 forfeits: ended with exit status 0" in " ".join(text.split())
    assert "and 2 forfeits more" in text
    assert result.exit_code == 1
    assert "program:true forfeited all of its 22 matches. The first: ended with exit status 0" in result.stderr


def test_an_option_may_name_a_file(tmp_path: Path) -> None:
    file = tmp_path / "regions.toml"
    regions = COMPONENTS.read_text(encoding="utf-8")
    file.write_text(regions[regions.index("\n[[region]]") :], encoding="utf-8")
    words = ["--players", "random,steward", "--deals", "1", "--json", "--option", "coinless=true"]
    found = json.loads(run("arena", "cursed_court", *words, "--option", f"regions={file}").stdout)
    assert len(found["options"]["regions"]) == 18
    assert found["options"]["coinless"] is True


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chess", "--players", "random,random"], "chess"),
        (["courtisans", "--players", "random,grandmaster"], "grandmaster"),
        (["courtisans", "--players", "random,program:nowhere-at-all"], "nowhere-at-all"),
        (["courtisans", "--players", "random", "--seats", "9"], "2 to 5"),
        (["courtisans", "--players", "random,random", "--deals", "0"], "deals"),
        (["courtisans", "--players", "random,random", "--workers", "0"], "workers"),
        (["courtisans", "--players", "random,random", "--move-time", "0"], "move_time"),
        (["courtisans", "--players", "random,random", "--seed", "-1"], "seed"),
        (["courtisans", "--players", "random,random", "--option", "colour=red"], "colour"),
        (["courtisans", "--players", "random,random", "--out", "found.xls"], "found.xls"),
        (["courtisans"], "--players"),
    ],
)
def test_a_wrong_argument_is_named(arguments: list[str], said: str) -> None:
    assert said in refused(run("arena", *arguments))


def test_a_study_writes_a_page_by_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("balance", "courtisans", *SMALL, "--deals", "2")
    assert result.stdout == "The report is in balance-courtisans.html.\n"
    assert (tmp_path / "balance-courtisans.html").read_text().startswith("<!doctype html>")


def test_a_study_prints_json_with_both_sides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["--deals", "2", "--versus", "edition=2023", "--json", "--out", "found.json", "--out", "found.html"]
    found = json.loads(run("balance", "courtisans", *SMALL, *words).stdout)
    assert [side["options"].get("edition") for side in found["sides"]] == [None, "2023"]
    assert json.loads((tmp_path / "found.json").read_text()) == found
    assert {file.name for file in tmp_path.iterdir()} == {"found.json", "found.html"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--deals", "0"], "deals"),
        (["--ladder", "random"], "ladder"),
        (["--bot", "grandmaster"], "grandmaster"),
        (["--versus", "edition=1999"], "2024, 2023"),
        (["--out", "found.pdf"], "found.pdf"),
    ],
)
def test_an_invalid_study_is_refused(arguments: list[str], said: str) -> None:
    assert said in refused(run("balance", "courtisans", *arguments))
