"""The page of observations has a row for each observation piece and matches the games' declarations."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from courtly.engine.contract.layout import Visibility
from courtly.engine.contract.observation import Observation, Piece
from tools import observations

SEEN = Observation(
    hand=Piece("own hand by kind", (3,), visibility=Visibility.OWNER),
    seats=Piece("of each seat", (2, 2), columns=("gold", "food")),
    turn=Piece("turn"),
)


def run(monkeypatch: pytest.MonkeyPatch, page: Path, *arguments: str) -> int:
    monkeypatch.setattr(observations, "PAGE", page)
    monkeypatch.setattr(sys, "argv", ["observations", *arguments])
    return observations.main()


def test_every_piece_has_a_row_with_its_declaration() -> None:
    page = observations.render_page({"whist": SEEN})
    assert "## whist: 8 numbers" in page
    assert "| 0 | `hand` | 3 | from 0 to 1 | observer | own hand by kind |" in page
    assert "| 3 | `seats` | 2 × 2 | from 0 to 1 | all | of each seat: gold, food |" in page
    assert "| 7 | `turn` | one number | from 0 to 1 | all | turn |" in page


def test_an_outdated_page_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "observations.md"
    assert run(monkeypatch, page, "--check") == 1
    assert "observations.md is out of date" in capsys.readouterr().err
    assert run(monkeypatch, page) == 0
    assert run(monkeypatch, page, "--check") == 0


def test_the_committed_page_is_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(monkeypatch, observations.PAGE, "--check") == 0
