"""The C peer plays the same matches as the kernels. Without a C compiler the benchmark has only a note."""

from __future__ import annotations

import subprocess
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks import native, report
from benchmarks.catalogue import BENCHMARKS, chosen
from benchmarks.measure import Effort
from courtly.engine.contract.game import set_up
from courtly.engine.play.vector import random_matches

MATCHES = 2000
QUICK = Effort(repeats=1, scale=0.0001)
KINDS = list(product([2, 3, 4, 5], ["2024", "2023"], ["nobles-double", "cards"]))


def ratio_row(monkeypatch: pytest.MonkeyPatch, **faked: Any) -> tuple[report.BenchRow, str | None]:
    for name, value in faked.items():
        monkeypatch.setattr(native, name, value)
    (benchmark,) = chosen(BENCHMARKS, "courtisans.native.ratio")
    ((_, reading),) = report.measured([benchmark], QUICK)
    return report.row_of(benchmark, reading), reading.note


if native.has_compiler():

    @pytest.mark.parametrize(("players", "edition", "count"), KINDS)
    def test_equal_random_streams_give_equal_scores_in_c_and_in_kernels(players: int, edition: str, count: str) -> None:
        setup = set_up("courtisans", {"players": players, "edition": edition, "mission_count": count})
        ours = random_matches(setup, MATCHES, seed=players, threads=1)
        theirs = native.native_matches(setup, MATCHES, seed=players)
        assert theirs.decisions == ours.decisions
        np.testing.assert_array_equal(theirs.scores, ours.scores)

    def test_the_structs_in_c_have_the_sizes_of_the_records() -> None:
        setup = set_up("courtisans", {"players": 2})
        assert native.library().content_size() == setup.contents.itemsize
        assert native.library().state_size() == setup.game.rules.state.dtype.itemsize


def test_without_a_compiler_the_ratio_is_null_with_a_note(monkeypatch: pytest.MonkeyPatch) -> None:
    row, note = ratio_row(monkeypatch, has_compiler=lambda: False)
    assert (row.value, row.peer_value, row.ok) == (None, None, False)
    assert note is not None
    assert "no C compiler" in note


def test_a_compiler_error_becomes_a_note(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused() -> None:
        raise subprocess.CalledProcessError(1, "cc", stderr=b"courtisans.c:1: error\n")

    row, note = ratio_row(monkeypatch, library=refused)
    assert row.value is None
    assert note == "could not be measured: courtisans.c:1: error"


def test_the_c_source_is_next_to_its_module() -> None:
    assert Path(native.__file__).with_name("courtisans.c").is_file()
