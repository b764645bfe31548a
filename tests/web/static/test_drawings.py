"""The drawings of the pages: every path is complete."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3] / "src/courtly"
DRAWINGS = sorted(ROOT.rglob("static/*.svg"))
NUMBER = r"[-+]?(?:\d*\.\d+|\d+)(?:e[-+]?\d+)?"
FIGURES = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "t": 2, "z": 0}
ARC = "".join(rf"{each}[\s,]*" for each in [NUMBER] * 3 + ["[01]"] * 2 + [NUMBER] * 2)
"""The flags of an arc may stand together without a space."""


def is_complete(command: str, figures: str) -> bool:
    """Return whether a command has all its figures. A browser stops at the first incomplete one."""
    if command in "aA":
        return re.fullmatch(rf"\s*(?:{ARC})+", figures, re.IGNORECASE) is not None
    count, needed = len(re.findall(NUMBER, figures, re.IGNORECASE)), FIGURES[command.lower()]
    return count % needed == 0 < count if needed else count == 0


@pytest.mark.parametrize("drawing", DRAWINGS, ids=lambda each: each.name)
def test_every_path_is_complete(drawing: Path) -> None:
    for path in re.findall(r'\sd="([^"]*)"', drawing.read_text(encoding="utf-8")):
        commands = re.findall(r"([a-df-z])([^a-df-z]*)", path, re.IGNORECASE)
        assert [part for part in commands if not is_complete(*part)] == []


@pytest.mark.parametrize("path", [("c", "16.3 29.4-.4 36.4-1.5"), ("a", "1 1 0 0 2 3"), ("z", "1"), ("l", "")])
def test_an_incomplete_command_is_found(path: tuple[str, str]) -> None:
    assert not is_complete(*path)
