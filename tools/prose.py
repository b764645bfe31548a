"""Fail if prose contains a phrase of `prose.toml`. Prose is docstrings, comments, Markdown and catalogue sentences.

`python -m tools.prose [PATH ...]` checks these paths; without a path it checks the whole project. For each phrase it
prints the file, the line and a better choice. Code in Markdown is not checked.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[1]
PHRASES = Path(__file__).with_suffix(".toml")
CHECKED = (
    "src",
    "tests",
    "tools",
    "examples",
    "docs",
    "benchmarks",
    "deploy",
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
)
"""Files and folders of the project that are checked by default."""

SKIPPED = (PHRASES, ROOT / "tests" / "tools" / "test_prose.py")
"""Files that are not checked, because they quote the phrases."""


class Phrase(NamedTuple):
    """A phrase to avoid, a better choice, and longer phrases in which the phrase is allowed."""

    find: re.Pattern[str]
    use: str
    exceptions: tuple[re.Pattern[str], ...] = ()


class Finding(NamedTuple):
    """A phrase to avoid that a line contains."""

    line: int
    found: str
    use: str


@cache
def phrases() -> tuple[Phrase, ...]:
    """Return the phrases of the data file."""
    rows = tomllib.loads(PHRASES.read_text(encoding="utf-8"))["phrase"]
    return tuple(
        Phrase(_compiled(row["find"]), row["use"], tuple(map(_compiled, row.get("except", ())))) for row in rows
    )


def check(lines: Iterable[tuple[int, str]]) -> list[Finding]:
    """Return every phrase in numbered lines of prose."""
    return [
        Finding(number, found[0].strip(), phrase.use)
        for number, line in lines
        for phrase in phrases()
        if (found := phrase.find.search(line)) and not any(other.search(line) for other in phrase.exceptions)
    ]


def prose_of(path: Path) -> list[tuple[int, str]]:
    """Return the numbered lines of prose of a Python, Markdown or `.po` file. Other files have none."""
    reader = {".py": _of_python, ".md": _of_markdown, ".po": _of_catalogue}.get(path.suffix)
    return list(reader(path.read_text(encoding="utf-8"))) if reader else []


def files(paths: Iterable[Path]) -> Iterator[Path]:
    """Yield the files that are checked, in order."""
    for path in paths:
        yield from sorted(path.rglob("*")) if path.is_dir() else [path]


def main(names: list[str]) -> int:
    """Print the findings; return 1 if there are any."""
    count = 0
    for path in files([Path(name) for name in names] or [ROOT / name for name in CHECKED]):
        if path.is_file() and path not in SKIPPED:
            for finding in check(prose_of(path)):
                count += 1
                print(f"{path}:{finding.line}: {finding.found!r}: use {finding.use}")
    if count:
        print(f"{count} phrases to replace; tools/prose.toml lists them")
    return 1 if count else 0


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def _of_python(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of docstrings and comments."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            lines = enumerate(node.value.value.splitlines(), node.lineno)
            yield from (
                (number, line.strip()) for number, line in lines if not line.lstrip().startswith((">>>", "..."))
            )
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string.lstrip("# ")


def _of_markdown(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines outside code blocks, with an X for each piece of inline code."""
    is_code = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            is_code = not is_code
        elif not is_code and not line.startswith("    "):
            yield number, re.sub(r"`[^`]*`", "X", line)


def _of_catalogue(text: str) -> Iterator[tuple[int, str]]:
    """Yield the English sentences of a catalogue."""
    for message in read_po(io.StringIO(text)):
        for sentence in message.id if isinstance(message.id, list | tuple) else [message.id]:
            if sentence:
                yield message.lineno or 0, str(sentence)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
