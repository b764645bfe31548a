"""Measures speed: `courtly bench`. Each figure has a peer that is measured in the same run.

A figure is a `Benchmark`, plain data; `catalogue.BENCHMARKS` lists them all, and a game adds its own there with one
call of `games.figures`. What is measured, and how, is told in docs/performance.md.
"""

from __future__ import annotations


def main(only: str | None, as_json: bool) -> int:  # noqa: FBT001 - the command hands its flag over as it is
    """Measure the figures whose names match, all by default, and print them; return the exit status.

    A figure that misses its bar is shown as such and changes nothing else; the status is 1 when one could not be
    measured.

    Raises
    ------
    BadOption
        When no figure has such a name.
    """
    from courtly.bench.catalogue import BENCHMARKS, chosen
    from courtly.bench.report import present

    return present(chosen(BENCHMARKS, only), as_json=as_json)
