"""Regenerates the golden figures of every registered game: `python -m tests.golden`."""

from __future__ import annotations

import sys

from tests.golden import search_results
from tests.golden.figures import (
    POSITIONS,
    every_case,
    figures_file,
    golden_match,
    match_file,
    node_counts,
    traces,
    written,
)


def main() -> None:
    """Write every file and print its path."""
    for game in POSITIONS:
        figures_file(game).write_text(
            written({"traces": traces(game), "nodes": node_counts(game)}), encoding="utf-8", newline="\n"
        )
        sys.stdout.write(f"{figures_file(game)}\n")
    search_results.FILE.write_text(written(search_results.search_results()), encoding="utf-8", newline="\n")
    sys.stdout.write(f"{search_results.FILE}\n")
    for case in every_case():
        file = match_file(case)
        file.parent.mkdir(exist_ok=True)
        file.write_text(written(golden_match(case)), encoding="utf-8", newline="\n")
        sys.stdout.write(f"{file}\n")


if __name__ == "__main__":
    main()
