"""The programs in `docs/fair-deals.md` accept our records and reject changed ones."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.engine.play.fair_matches import SETUPS, finished, swapped

PAGE = Path(__file__).resolve().parents[3] / "docs" / "fair-deals.md"
LANGUAGES = ["python"] + ["javascript"] * bool(shutil.which("node"))
"""JavaScript runs only if Node is installed."""

in_every_language = pytest.mark.parametrize("language", LANGUAGES)


@cache
def program(language: str) -> str:
    """Return the first program of the page in a language."""
    found = re.search(rf"```{language}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    return found[1]


def run(language: str, record: dict[str, Any], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the page's program for a language on a record, in a folder without other files."""
    (folder / "record.json").write_text(json.dumps(record), encoding="utf-8")
    file = folder / ("check.py" if language == "python" else "check.mjs")
    file.write_text(program(language), encoding="utf-8")
    interpreter = [sys.executable, "-I"] if language == "python" else ["node"]
    return subprocess.run([*interpreter, file, "record.json"], cwd=folder, capture_output=True, text=True, check=False)


@in_every_language
@pytest.mark.parametrize("number", range(len(SETUPS)))
def test_a_documented_program_accepts_our_record(language: str, number: int, tmp_path: Path) -> None:
    record = finished(number)
    outcome = run(language, record, tmp_path)
    assert (outcome.returncode, outcome.stderr) == (0, "")
    checked = {line.removesuffix(" holds") for line in outcome.stdout.splitlines()}
    lists = [key for key, value in record["deal"].items() if key not in ("missions", "years", "reshuffles")]
    later = [f"{key}.{place}" for key in ("years", "reshuffles") for place in range(len(record["deal"].get(key, [])))]
    missions = {name for name in checked if name.startswith("missions")}
    assert checked == {*lists, *later, *missions}
    assert bool(missions) == ("missions" in record["deal"])


@in_every_language
@pytest.mark.parametrize("number", range(len(SETUPS)))
def test_a_documented_program_rejects_a_changed_deal(language: str, number: int, tmp_path: Path) -> None:
    key = ("years", 1) if "years" in finished(number)["deal"] else ("deck",)
    outcome = run(language, swapped(number, *key), tmp_path)
    assert outcome.returncode == 1
    assert "does not follow from the shuffle" in outcome.stderr


@in_every_language
def test_a_documented_program_rejects_a_broken_commitment(language: str, tmp_path: Path) -> None:
    record = finished(0)
    outcome = run(language, {**record, "shuffle": {**record["shuffle"], "promise": "0" * 64}}, tmp_path)
    assert outcome.returncode == 1
    assert "the secret does not match the commitment" in outcome.stderr
