"""Runs the tests of those script modules that do not touch the page, with Node's test runner."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.web.helpers import NODE

HERE = Path(__file__).parent


@pytest.mark.parametrize("tests", sorted(HERE.glob("*.mjs")), ids=lambda path: path.stem)
def test_the_node_tests_pass(tests: Path) -> None:
    ran = subprocess.run([NODE, "--test", str(tests)], check=False, capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stdout
    assert "# pass 0" not in ran.stdout
