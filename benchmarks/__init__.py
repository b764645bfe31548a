"""Speed measurements for `make bench` and `courtly bench`. A figure may have a peer that is measured in the same run.

A `Benchmark` describes one figure. `catalogue.BENCHMARKS` lists all of them. A game adds its figures there with one
call of `games.figures`. `baseline.json` holds the figures of an earlier run. docs/performance.md explains the figures
and the method.
"""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
"""The repository. Processes that run a module of this package start here."""


def main(only: str | None, *, as_json: bool) -> int:
    """Measure the figures whose names match, all by default, and print them; return the exit status.

    A figure that misses its target (its bar), or that is much worse than in the baseline, is only marked. The status is
    1 if a figure could not be measured.

    Raises
    ------
    BadOption
        If no name matches.
    """
    from benchmarks.baseline import stored
    from benchmarks.catalogue import BENCHMARKS, chosen
    from benchmarks.report import present

    return present(chosen(BENCHMARKS, only), as_json=as_json, baseline=stored())
