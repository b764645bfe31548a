"""Every test that a page of the documentation names exists."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")


def test_every_test_named_on_a_page_exists() -> None:
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    named = {found for page in pages for found in NAMED.findall(page.read_text(encoding="utf-8"))}
    assert named
    assert sorted(f"{path}::{name}" for path, name in named if name not in names_in(path)) == []


def names_in(path: str) -> set[str]:
    """The names of the tests in a file; empty if the file is missing."""
    file = ROOT / path
    tree = ast.parse(file.read_text(encoding="utf-8")) if file.is_file() else ast.Module([], [])
    return {each.name for each in tree.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)}
