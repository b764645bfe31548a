"""List the paragraphs of the rules for players that need a review, because a clause they explain has changed.

`python -m tools.rules` lists the paragraphs with their current clauses. If there are any, the exit status is 1. Review
and correct each paragraph in both languages. Then `python -m tools.rules --read` writes the new checksums.
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
    """Return the rules files, each with its game."""
    found = [(game, rules_file(game, lang)) for game in game_names() for lang in LANGUAGES]
    return [(game, path) for game, path in found if path]


def stale_paragraphs(game: str, path: Path) -> list[str]:
    """Return the paragraphs of a file that need a review, with their clauses."""
    lines = []
    for each in stale(read_rules(game, path.read_text(encoding="utf-8"))):
        lines.append(f"{path.name} of {game}: {each.block.text}")
        lines += [f"    {clause} {clauses_of(game).get(clause, 'is no more')}" for clause in each.block.clauses]
    return lines


def with_sums(game: str, text: str) -> str:
    """Return a text with a current checksum at the end of each paragraph that has one."""
    return "\n".join(_with_sum(game, line) for line in text.split("\n"))


def _with_sum(game: str, line: str) -> str:
    found = MARK.search(line)
    if found is None:
        return line
    clauses = found["clauses"]
    return f"{line[: found.start()]} [{clauses}: {digest_of(clauses.split(', '), clauses_of(game))}]"


def main() -> int:
    """List the paragraphs, or write their checksums; return the exit status."""
    parser = argparse.ArgumentParser(description="List the paragraphs for players whose rule clauses have changed.")
    parser.add_argument("--read", action="store_true", help="the paragraphs were reviewed: write the current checksums")
    has_read = parser.parse_args().read
    lines = [line for game, path in files() for line in stale_paragraphs(game, path)]
    if has_read:
        for game, path in files():
            path.write_text(with_sums(game, path.read_text(encoding="utf-8")), encoding="utf-8")
        return 0
    print("\n".join(lines), file=sys.stderr, end="\n" if lines else "")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
