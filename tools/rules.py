"""Say which paragraphs of the rules for players have to be read again: a clause that they retell has changed.

`python -m tools.rules` lists them, with what the clauses say now, and its exit status is 1 when there are any. Read
each, in both languages, and mend it; then `python -m tools.rules --read` writes the new sums behind all of them.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from courtly.engine.contract.game import game_names
from courtly.teaching.clauses import clauses_of, digest_of
from courtly.teaching.rules import MARK, read_rules, rules_file, stale
from courtly.text.languages import LANGUAGES


def files() -> list[tuple[str, Path]]:
    """Return the files of rules, each with its game."""
    found = [(game, rules_file(game, lang)) for game in game_names() for lang in LANGUAGES]
    return [(game, path) for game, path in found if path]


def told(game: str, path: Path) -> list[str]:
    """Return what has to be read again in a file."""
    lines = []
    for each in stale(read_rules(game, path.read_text(encoding="utf-8"))):
        lines.append(f"{path.name} of {game}: {each.block.text}")
        lines += [f"    {clause} {clauses_of(game).get(clause, 'is no more')}" for clause in each.block.clauses]
    return lines


def with_sums(game: str, text: str) -> str:
    """Return a text with the present sum behind every paragraph."""
    return "\n".join(_with_sum(game, line) for line in text.split("\n"))


def _with_sum(game: str, line: str) -> str:
    found = MARK.search(line)
    if found is None:
        return line
    clauses = found["clauses"]
    return f"{line[: found.start()]} [{clauses}: {digest_of(clauses.split(', '), clauses_of(game))}]"


def main() -> int:
    """List the paragraphs, or write their sums; return the exit status."""
    parser = argparse.ArgumentParser(description="Rules for players whose clauses have changed.")
    parser.add_argument("--read", action="store_true", help="they have been read: write the sums of today")
    has_read = parser.parse_args().read
    lines = [line for game, path in files() for line in told(game, path)]
    if has_read:
        for game, path in files():
            path.write_text(with_sums(game, path.read_text(encoding="utf-8")), encoding="utf-8")
        return 0
    print("\n".join(lines), file=sys.stderr, end="\n" if lines else "")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
