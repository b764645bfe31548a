"""The examples run from any folder and print some output. Examples in docstrings print the output that they show."""

from __future__ import annotations

import doctest
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))


def modules_with_examples() -> list[str]:
    """Return the name of every module with examples in its docstrings."""
    source = ROOT / "src"
    shown = [path for path in source.rglob("*.py") if ">>> " in path.read_text(encoding="utf-8")]
    return sorted(".".join(path.relative_to(source).with_suffix("").parts).removesuffix(".__init__") for path in shown)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_runs_without_a_warning(example: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-W", "error", str(example)]
    outcome = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (outcome.returncode, outcome.stderr) == (0, "")
    assert outcome.stdout


@pytest.mark.parametrize("name", modules_with_examples())
def test_examples_in_docstrings_pass(name: str) -> None:
    outcome = doctest.testmod(importlib.import_module(name))
    assert outcome.attempted
    assert outcome.failed == 0
