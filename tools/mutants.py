"""Mutation testing of the kernels: put one small fault at a time into a kernel; a test of the game must then fail.

`python -m tools.mutants courtisans --count 40 --seed 1` samples 40 mutants of the rules kernels. It puts each mutant
into a copy of the tree and runs the game's tests there as plain Python until one fails. It prints the surviving mutants
at the end. A mutant survives if it is equivalent to the original code, or if a test is missing (see docs/mutants.md).
Outcomes are saved in a file, so that an interrupted run can continue. An outcome is not reused if the source changes.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent

MODULES = {
    "courtisans": ("rules", "scoring", "redeal"),
    "cursed_court": ("rules", "years", "redeal"),
    "monarch": (
        "rules/kernels",
        "rules/acquire",
        "rules/board",
        "rules/market",
        "rules/scoring",
        "rules/reasons",
        "rules/redeal",
    ),
}
"""The modules to mutate: their kernels have one right result. Bot policies and observations have no single one."""

RULES = ("test_rules_*.py", "test_*deals.py", "test_regions.py")
"""Patterns of rules tests that run after the twin and redeal tests. Other tests are slow and cover other modules."""

KERNELS = {"kernel", "inlined"}

KILLED, TIMEOUT, SURVIVED = "killed", "timeout", "survived"

SWAPS: dict[type[ast.AST], Any] = {
    ast.Lt: ast.LtE(),
    ast.LtE: ast.Lt(),
    ast.Gt: ast.GtE(),
    ast.GtE: ast.Gt(),
    ast.Eq: ast.NotEq(),
    ast.NotEq: ast.Eq(),
    ast.Add: ast.Sub(),
    ast.Sub: ast.Add(),
    ast.Mult: ast.Add(),
    ast.FloorDiv: ast.Mult(),
    ast.Mod: ast.FloorDiv(),
    ast.BitAnd: ast.BitOr(),
    ast.BitOr: ast.BitAnd(),
    ast.LShift: ast.RShift(),
    ast.RShift: ast.LShift(),
    ast.And: ast.Or(),
    ast.Or: ast.And(),
}
CALLS = {"min": "max", "max": "min"}

Change = tuple[ast.expr | ast.stmt, str]
"""A node of a module, and its replacement."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One fault: `new` replaces `old`, which begins at byte `start` of a file."""

    path: str
    line: int
    column: int
    start: int
    old: str
    new: str

    @property
    def text(self) -> str:
        """The position of the change, the old code and the new code."""
        old, new = (" ".join(code.split()) for code in (self.old, self.new))
        return f"{self.path}:{self.line}:{self.column}: {old}  ->  {new}"

    def applied(self, source: str) -> str:
        """Return the module's source with the fault."""
        data, old = source.encode(), self.old.encode()
        assert data[self.start :].startswith(old), "made from a different source text"
        return (data[: self.start] + self.new.encode() + data[self.start + len(old) :]).decode()


def find_mutants(source: str, path: str) -> list[Mutant]:
    """Return every mutant of the kernels in a module."""
    data, starts = source.encode(), [0]
    for line in data.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found = []
    for node, new in _changes(ast.parse(source)):
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = starts[node.lineno - 1] + node.col_offset
        old = data[start : starts[node.end_lineno - 1] + node.end_col_offset].decode()
        found.append(Mutant(path, node.lineno, node.col_offset + 1, start, old, new))
    return found


def _changes(tree: ast.Module) -> Iterator[Change]:
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef) and any(_name(each) in KERNELS for each in function.decorator_list):
            for statement in function.body:
                for node in ast.walk(statement):
                    yield from _in_expression(node)
                    yield from _in_statement(node)


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _in_expression(node: ast.AST) -> Iterator[Change]:
    """Yield changed numbers, comparisons, operators and branches."""
    match node:
        case ast.Constant(value=int() as value) if not isinstance(value, bool):
            yield node, str(value + 1)
            yield node, f"({value - 1})"
        case ast.Compare(left=left, ops=[op], comparators=right) if type(op) in SWAPS:
            yield node, _source(ast.Compare(left, [SWAPS[type(op)]], right))
        case ast.BinOp(left=low, op=binary, right=high) if type(binary) in SWAPS:
            yield node, _source(ast.BinOp(low, SWAPS[type(binary)], high))
        case ast.BoolOp(op=junction, values=values):
            yield node, _source(ast.BoolOp(SWAPS[type(junction)], values))
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield node, _source(operand)
        case ast.IfExp(test=test, body=body, orelse=other):
            yield node, _source(ast.IfExp(test, other, body))
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in CALLS:
            yield node, _source(ast.Call(ast.Name(CALLS[name]), args, []))


def _in_statement(node: ast.AST) -> Iterator[Change]:
    """Yield removed statements and inverted conditions."""
    match node:
        case ast.If(test=test) | ast.While(test=test) if not isinstance(test, ast.Compare):
            yield test, f"(not ({ast.unparse(test)}))"
        case ast.AugAssign(target=target, op=op, value=value) if type(op) in SWAPS:
            yield node, "pass"
            yield node, ast.unparse(ast.AugAssign(target, SWAPS[type(op)], value))
        case ast.Assign(targets=targets) if not any(isinstance(each, ast.Name | ast.Tuple) for each in targets):
            yield node, "pass"
        case ast.Expr(value=ast.Call()) | ast.Break() | ast.Continue() | ast.Return(value=None):
            yield node, "pass"


def _source(node: ast.expr) -> str:
    return f"({ast.unparse(ast.fix_missing_locations(node))})"


def all_mutants(game: str) -> list[Mutant]:
    """Return every mutant of the rules of a game."""
    paths = [f"src/courtly/games/{game}/{module}.py" for module in MODULES[game]]
    return [mutant for path in paths for mutant in find_mutants((ROOT / path).read_text(encoding="utf-8"), path)]


def sample(mutants: Sequence[Mutant], count: int, seed: int) -> list[Mutant]:
    """Return a sample with mutants of every module, in proportion. A larger sample contains the smaller samples."""
    by_module: dict[str, list[Mutant]] = {}
    for mutant in mutants:
        by_module.setdefault(mutant.path, []).append(mutant)
    order: list[tuple[float, Mutant]] = []
    for path, of_module in by_module.items():
        random.Random(f"{seed} {path}").shuffle(of_module)
        order += [((place + 0.5) / len(of_module), mutant) for place, mutant in enumerate(of_module)]
    return [mutant for _, mutant in sorted(order, key=lambda each: (each[0], each[1].path))][:count]


class MutantRunner:
    """A copy of the tree in which one module at a time is mutated."""

    def __init__(self, folder: Path, command: Sequence[str], limit: int) -> None:
        self.folder = folder
        self.command = list(command)
        self.limit = limit
        self.output = ""
        self._modified = 0
        for name in ("src", "tests", "pyproject.toml"):
            _copy(ROOT / name, folder / name)

    def is_sound(self) -> bool:
        """Return whether the tests pass without a fault."""
        return self._run() == SURVIVED

    def judge(self, mutant: Mutant) -> str:
        """Return the outcome of a mutant."""
        source_text = (self.folder / mutant.path).read_text(encoding="utf-8")
        self._write(mutant.path, mutant.applied(source_text))
        try:
            return self._run()
        finally:
            self._write(mutant.path, source_text)

    def _write(self, path: str, text: str) -> None:
        """Write a module with a new modification time. Python recompiles it only if its time or length changes."""
        self._modified += 10
        (self.folder / path).write_text(text, encoding="utf-8")
        os.utime(self.folder / path, (self._modified, self._modified))

    def _run(self) -> str:
        """Run the tests with a limit on processor time."""
        limited = ["sh", "-c", 'ulimit -t "$0"; exec "$@"', str(self.limit), *self.command]
        env = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(self.folder / "src")}
        env["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # plugins are slow to load and not needed
        run = subprocess.run(limited, cwd=self.folder, env=env, capture_output=True, text=True, check=False)
        self.output = run.stdout + run.stderr
        if run.returncode == 0:
            return SURVIVED
        return TIMEOUT if run.returncode in (-signal.SIGXCPU, -signal.SIGKILL) else KILLED


def _copy(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        shutil.copy(source, target)


def tests_of(game: str) -> list[str]:
    """Return the command that runs the rules tests of a game. The twin and redeal tests come first: they find most."""
    folder = ROOT / "tests" / "games" / game
    first = ["test_rules_naive.py", "test_redeal.py"]
    rules = sorted(path.name for pattern in RULES for path in folder.glob(pattern) if path.name not in first)
    files = [f"tests/games/{game}/{name}" for name in (*first, *rules)]
    return [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *files]


def judge_all(mutants: Sequence[Mutant], bench: MutantRunner, kept: Path) -> dict[str, str]:
    """Return all outcomes by mutant. Judge only mutants without a saved outcome, and save each outcome immediately."""
    outcomes = _known(kept)
    for number, mutant in enumerate(mutants, 1):
        key = _key(mutant)
        if key not in outcomes:
            outcomes[key] = bench.judge(mutant)
            with kept.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"key": key, "outcome": outcomes[key], **asdict(mutant)}) + "\n")
        print(f"{number:4}/{len(mutants)}  {outcomes[key]:8}  {mutant.text}", flush=True)
    return {mutant.text: outcomes[_key(mutant)] for mutant in mutants}


def _known(kept: Path) -> dict[str, str]:
    lines = kept.read_text(encoding="utf-8").splitlines() if kept.exists() else []
    return {entry["key"]: entry["outcome"] for entry in map(json.loads, lines)}


def _key(mutant: Mutant) -> str:
    """Return a key that depends on the mutant and on the exact source of its module."""
    source_text = (ROOT / mutant.path).read_bytes()
    return hashlib.sha256(source_text + repr(mutant).encode()).hexdigest()[:16]


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line and judge a sample."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=MODULES)
    parser.add_argument("--count", type=int, default=40, help="number of mutants (40)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the sample (1)")
    parser.add_argument(
        "--limit", type=int, default=300, help="limit of processor time for the tests, in seconds (300)"
    )
    parser.add_argument("--kept", type=Path, default=ROOT / "var" / "mutants.jsonl", help="file of outcomes")
    given = parser.parse_args(arguments)
    given.kept.parent.mkdir(parents=True, exist_ok=True)
    every = all_mutants(given.game)
    with tempfile.TemporaryDirectory() as folder:
        bench = MutantRunner(Path(folder), tests_of(given.game), given.limit)
        if not bench.is_sound():
            parser.exit(1, f"{bench.output}\nthe tests fail, or take too long, without any fault\n")
        outcomes = judge_all(sample(every, given.count, given.seed), bench, given.kept)
    counts = Counter(outcomes.values())
    print(f"\n{given.game}: {dict(counts)} of {len(every)} mutants in all; survivors:")
    print("\n".join(text for text, outcome in outcomes.items() if outcome == SURVIVED))


if __name__ == "__main__":
    main()
