"""Speed measurements for `courtly bench`. Each figure may have a peer that is measured in the same run.

A figure is a `Benchmark`, plain data. `catalogue.BENCHMARKS` lists all figures; a game adds its own there with one
call of `games.figures`. docs/performance.md explains the figures and the method.
"""

from __future__ import annotations


def main(only: str | None, as_json: bool) -> int:  # noqa: FBT001 - the command hands its flag over as it is
    """Measure the figures whose names match, all by default, and print them; return the exit status.

    A figure that misses its bar is marked and has no other effect. The status is 1 if a figure could not be measured.

    Raises
    ------
    BadOption
        If no figure has such a name.
    """
    from courtly.bench.catalogue import BENCHMARKS, chosen
    from courtly.bench.report import present

    return present(chosen(BENCHMARKS, only), as_json=as_json)
