"""Planted faults: they fit the present code, and the simulator finds them."""

from __future__ import annotations

import ast
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from tools import planted
from tools.planted import BadFault, Outcome, Planted, chosen, judge, load, short, table_of

FAULTS = load()
EXAMPLE = Planted("a", "tables/pace.py", "old", "new", "A bug.")


def test_there_are_many_planted_faults_with_different_names() -> None:
    assert len(FAULTS) >= 40
    assert [name for name, count in Counter(fault.name for fault in FAULTS).items() if count > 1] == []


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_planted_fault_fits_the_present_code(fault: Planted) -> None:
    text = (planted.ROOT / "src" / "courtly" / fault.file).read_text(encoding="utf-8")
    changed = fault.applied(text)
    assert changed != text
    ast.parse(changed)
    assert fault.bug.endswith(".")


@pytest.mark.parametrize(
    "name", ["repeated-act-runs-again", "since-is-ignored", "start-shows-the-first-seat", "secret-is-not-revealed"]
)
def test_a_planted_fault_is_found_in_a_short_run(name: str) -> None:
    (fault,) = chosen([name], FAULTS)
    outcome = judge(fault, hours=0.5, seconds=300)
    assert outcome.problem is not None


@pytest.mark.parametrize("text", ["", "old old"])
def test_a_fault_that_does_not_fit_is_an_error(text: str) -> None:
    with pytest.raises(BadFault, match=r"a: the old text occurs \d times"):
        EXAMPLE.applied(text)


def test_an_unknown_name_is_an_error() -> None:
    assert chosen([], [EXAMPLE]) == [EXAMPLE]
    with pytest.raises(BadFault, match="there is no fault b; choose from a"):
        chosen(["b"], [EXAMPLE])


def test_a_planted_fault_changes_the_copy_alone(tmp_path: Path) -> None:
    fault = FAULTS[0]
    planted.plant(fault, tmp_path)
    original = planted.ROOT / "src" / "courtly" / fault.file
    assert (tmp_path / "src" / "courtly" / fault.file).read_text() == fault.applied(original.read_text())


def test_the_table_has_a_row_for_each_fault_and_the_share_of_the_caught_ones() -> None:
    lines = table_of([Outcome(EXAMPLE, 0.25, "P0 stays\nbehind").row, Outcome(EXAMPLE, 6.0, None).row]).splitlines()
    assert lines[0] == "Caught: 1 of 2 (50%)."
    assert lines[-2:] == ["| a | A bug. | P0 stays behind | 0.2 |", "| a | A bug. | **not caught** | 6.0 |"]


def test_a_long_problem_is_cut() -> None:
    assert short("a|b") == "a/b"
    assert len(short("x" * 1000)) < 120


def test_new_rows_replace_old_ones_between_the_markers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "page.md"
    first, second = (Outcome(replace(EXAMPLE, name=name), 1.0, None) for name in "ab")
    page.write_text(f"before\n{planted.BEGIN}\n| gone | A bug. | x | 1.0 |\n{planted.END}\nafter\n")
    monkeypatch.setattr(planted, "PAGE", page)
    monkeypatch.setattr(planted, "load", lambda: [second.fault, first.fault])
    planted.write([first, second])
    planted.write([caught := Outcome(first.fault, 2.0, "P0 stays behind")])
    table = table_of([second.row, caught.row])
    assert page.read_text() == f"before\n{planted.BEGIN}\n\n{table}\n\n{planted.END}\nafter\n"
