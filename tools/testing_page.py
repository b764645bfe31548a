"""Write the figures in docs/testing.md: clauses, tests, golden matches, planted faults, and lines of code.

`python -m tools.testing_page` writes the table. With `--check` it writes nothing and fails if the table is out of date.
Numbers of tests and lines are rounded down, so that a new test seldom changes the page.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from tools.clauses import find_games, read_clause_tests, read_clauses
from tools.planted import load

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "testing.md"
BEGIN, END = "<!-- begin of the figures -->", "<!-- end of the figures -->"


def table(root: Path = ROOT) -> str:
    """Return the table of figures of a tree."""
    rows = [("figure", "number", "what counts"), ("---", "---", "---"), *figures(root)]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def figures(root: Path) -> Iterator[tuple[str, str, str]]:
    """Yield the name, the number and the definition of each figure."""
    games = find_games(root)
    clauses = sum(len(read_clauses(game.rules.read_text(encoding="utf-8"))) for game in games)
    held = sum(1 for game in games for _ in read_clause_tests(game.tests))
    yield "clauses of the rules", f"{clauses}", "numbered clauses in `RULES.md`; each has a test"
    yield "clauses in names of tests", f"more than {floored(held)}", "numbers of clauses in names of tests"
    files = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted((root / "tests").rglob("test_*.py"))}
    functions = [(path, function) for path, tree in files.items() for function in tests_of(tree)]
    yield "tests", f"more than {floored(len(functions))}", "test functions; many run with several parameters"
    browser = sum(path.stem.endswith(("_browser", "_browsers")) for path, _ in functions)
    yield "in browsers", f"more than {floored(browser)}", "test functions in `*_browser.py`"
    properties = sum(is_property(function) for _, function in functions)
    yield "properties", f"more than {floored(properties, 10)}", "test functions with drawn examples (Hypothesis)"
    golden = [json.loads(path.read_text(encoding="utf-8")) for path in (root / "tests/golden").glob("*.json")]
    matches = sum(len(one.get("traces", ())) for one in golden)
    yield "setups with golden matches", f"{matches}", "`traces` in `tests/golden/*.json`"
    yield "planted faults", f"{len(load())}", "faults in `tests/testing/simulation/planted.toml`"
    for name, folder in (("lines of code", "src"), ("lines of tests", "tests")):
        yield name, f"more than {lines_in(root / folder):,}", f"lines of Python in `{folder}`"


def tests_of(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Yield the test functions of a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            yield node


def is_property(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Return whether Hypothesis draws the examples of a test."""
    return any(re.match(r"(hypothesis\.)?given\(", ast.unparse(one)) for one in function.decorator_list)


def lines_in(folder: Path) -> int:
    """Return the number of lines of Python in a folder, rounded down to thousands."""
    return floored(sum(len(path.read_text(encoding="utf-8").splitlines()) for path in folder.rglob("*.py")), 1000)


def floored(number: int, step: int = 100) -> int:
    """Return a number rounded down to a multiple of a step."""
    return number - number % step


def main() -> int:
    """Write or check the table; return the exit status."""
    parser = argparse.ArgumentParser(description="Write the figures in docs/testing.md.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if the table is out of date")
    old = PAGE.read_text(encoding="utf-8")
    before, rest = old.split(BEGIN)
    new = f"{before}{BEGIN}\n\n{table()}\n\n{END}{rest.split(END)[1]}"
    if not parser.parse_args().check:
        PAGE.write_text(new, encoding="utf-8")
    elif new != old:
        print("docs/testing.md is out of date: run `make docs`", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
