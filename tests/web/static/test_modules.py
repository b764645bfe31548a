"""The pure parts of the script of a table, by node's own runner."""

from __future__ import annotations

import subprocess
from pathlib import Path

import playwright
import pytest

HERE = Path(__file__).parent
NODE = Path(playwright.__file__).parent / "driver" / "node"
"""The one that drives the browser."""


@pytest.mark.parametrize("tests", sorted(HERE.glob("*.mjs")), ids=lambda path: path.stem)
def test_what_a_module_of_the_table_does_without_a_page(tests: Path) -> None:
    ran = subprocess.run([NODE, "--test", str(tests)], check=False, capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stdout
    assert "# pass 0" not in ran.stdout
