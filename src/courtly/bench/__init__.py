"""Speed measurements for `courtly bench`. Each figure may have a peer that is measured in the same run.

A `Benchmark` describes one figure. `catalogue.BENCHMARKS` lists all of them. A game adds its figures there with one
call of `games.figures`. docs/performance.md explains the figures and the method.
"""

from __future__ import annotations


def main(only: str | None, as_json: bool) -> int:  # noqa: FBT001 - the command passes its flag on
    """Measure the figures whose names match, all by default, and print them; return the exit status.

    A figure that misses its target (its bar) is only marked. The status is 1 if a figure could not be measured.

    Raises
    ------
    BadOption
        If no name matches.
    """
    from courtly.bench.catalogue import BENCHMARKS, chosen
    from courtly.bench.report import present

    return present(chosen(BENCHMARKS, only), as_json=as_json)
