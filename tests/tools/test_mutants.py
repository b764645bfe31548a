"""Mutation testing of kernels: which mutants are made, and how they are judged."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

from tools import mutants
from tools.mutants import KILLED, SURVIVED, TIMEOUT, Mutant, MutantRunner, find_mutants, judge_all, sample


def kernel(body: str) -> str:
    return f'@kernel\ndef act(s):\n    """Do a thing in 3 ways — here."""\n    {body}\n'


def faults(body: str) -> set[tuple[str, str]]:
    return {(mutant.old, mutant.new) for mutant in find_mutants(kernel(body), "rules.py")}


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return a < b", {("a < b", "(a <= b)")}),
        ("return a == b", {("a == b", "(a != b)")}),
        ("return 7", {("7", "8"), ("7", "(6)")}),
        ("return a + b", {("a + b", "(a - b)")}),
        ("return a and b", {("a and b", "(a or b)")}),
        ("return not a", {("not a", "(a)")}),
        ("return a if b else c", {("a if b else c", "(c if b else a)")}),
        ("return min(a, b)", {("min(a, b)", "(max(a, b))")}),
        ("s.held += a", {("s.held += a", "pass"), ("s.held += a", "s.held -= a")}),
        ("s.held = a", {("s.held = a", "pass")}),
        ("draw(s)", {("draw(s)", "pass")}),
        ("if a: b = c", {("a", "(not (a))")}),
        ("while a:\n        break", {("a", "(not (a))"), ("break", "pass")}),
    ],
)
def test_each_kind_of_code_gets_its_mutants(body: str, expected: set[tuple[str, str]]) -> None:
    assert faults(body) == expected


@pytest.mark.parametrize("body", ["held = a", "low, high = a", "return True", "return s.held"])
def test_code_whose_mutants_could_only_crash_or_change_nothing_is_skipped(body: str) -> None:
    assert faults(body) == set()


def test_code_outside_kernels_is_skipped() -> None:
    assert find_mutants("LIMIT = 3\n\ndef act(s):\n    return 7\n", "rules.py") == []


def test_a_mutant_changes_one_expression_only() -> None:
    true = kernel("return 1 + 1")
    texts = {mutant.applied(true).splitlines()[-1].strip() for mutant in find_mutants(true, "rules.py")}
    assert texts == {"return 2 + 1", "return (0) + 1", "return 1 + 2", "return 1 + (0)", "return (1 - 1)"}


@pytest.mark.parametrize("game", mutants.MODULES)
def test_every_mutant_of_a_game_is_valid_python(game: str) -> None:
    for mutant in mutants.all_mutants(game)[::20]:
        ast.parse(mutant.applied((mutants.ROOT / mutant.path).read_text(encoding="utf-8")))


def test_a_larger_sample_extends_a_smaller_one_and_covers_every_module() -> None:
    every = mutants.all_mutants("monarch")
    assert sample(every, 40, 3)[:15] == sample(every, 15, 3)
    assert {mutant.path for mutant in sample(every, 120, 3)} == {mutant.path for mutant in every}
    assert sample(every, 15, 3) != sample(every, 15, 4)


TEST = """
from rules import double
assert double(2) == 4
"""
SOURCE = "@kernel\ndef double(n):\n    while n > 99:\n        n -= 1\n    return n + n\n"


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tree with one module and one test. The test kills one mutant, hangs with a second and passes with the rest."""
    root = tmp_path / "tree"
    for folder in ("src", "tests"):
        (root / folder).mkdir(parents=True)
    (root / "src" / "rules.py").write_text("kernel = lambda function: function\n" + SOURCE)
    (root / "tests" / "test.py").write_text(TEST)
    (root / "pyproject.toml").write_text("")
    monkeypatch.setattr(mutants, "ROOT", root)
    return root


def bench(folder: Path) -> MutantRunner:
    return MutantRunner(folder, [sys.executable, "tests/test.py"], 2)


def fault(tree: Path, old: str, new: str) -> Mutant:
    found = find_mutants((tree / "src" / "rules.py").read_text(), "src/rules.py")
    return next(mutant for mutant in found if (mutant.old, mutant.new) == (old, new))


@pytest.mark.parametrize(
    ("old", "new", "outcome"),
    [("n + n", "(n - n)", KILLED), ("n > 99", "(n >= 99)", SURVIVED), ("99", "(98)", SURVIVED)],
)
def test_a_mutant_is_killed_or_survives(tree: Path, tmp_path: Path, old: str, new: str, outcome: str) -> None:
    place = bench(tmp_path / "copy")
    assert place.is_sound()
    assert place.judge(fault(tree, old, new)) == outcome
    assert place.is_sound()


def test_hanging_tests_are_stopped(tree: Path, tmp_path: Path) -> None:
    (tree / "tests" / "test.py").write_text("import rules\nrules.double(200)\n")
    assert bench(tmp_path / "copy").judge(fault(tree, "n -= 1", "pass")) == TIMEOUT


def test_an_outcome_is_reused_until_the_source_changes(tree: Path, tmp_path: Path) -> None:
    kept, place, first = tmp_path / "kept.jsonl", bench(tmp_path / "copy"), fault(tree, "n + n", "(n - n)")
    assert list(judge_all([first], place, kept).values()) == [KILLED]
    (tmp_path / "copy" / "tests" / "test.py").write_text("")
    assert list(judge_all([first], place, kept).values()) == [KILLED]
    (tree / "src" / "rules.py").write_text((tree / "src" / "rules.py").read_text() + "\n")
    assert list(judge_all([first], place, kept).values()) == [SURVIVED]
