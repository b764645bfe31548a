"""Convert measurements to rows, and print rows as JSON or as a table.

A figure that misses its bar stays in the list: its `ok` is false, and the table says MISSED. A figure that is more than
20 % worse than in the stored baseline is marked, too, even if it meets its bar.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from benchmarks.measure import Benchmark, Effort, Measurement
from courtly.engine.errors import CourtlyError

_MISSED = "MISSED"
_MUCH_WORSE = 0.2
"""A figure is marked if it is worse than its baseline by more than this share."""

Measured = tuple[Benchmark, Measurement]


@dataclass(frozen=True, slots=True)
class BenchRow:
    """One row of the JSON list, with null for missing values. `ratio` is `value / peer_value`."""

    name: str
    value: float | None
    unit: str
    peer: str | None
    peer_value: float | None
    ratio: float | None
    bar: float | None
    higher_is_better: bool
    ok: bool


def row_of(benchmark: Benchmark, reading: Measurement) -> BenchRow:
    """Return the row of one figure."""
    value, peer_value = _rounded(reading.value), _rounded(reading.peer_value)
    ratio = _rounded(value / peer_value) if value is not None and peer_value else None
    if benchmark.is_ratio:
        value, peer_value = ratio, None if ratio is None else 1.0
    return BenchRow(
        name=benchmark.name,
        value=value,
        unit=benchmark.unit,
        peer=None if peer_value is None else benchmark.peer,
        peer_value=peer_value,
        ratio=ratio,
        bar=benchmark.bar,
        higher_is_better=benchmark.higher_is_better,
        ok=_reaches(benchmark, value),
    )


def _rounded(value: float | None) -> float | None:
    """Return a value with four significant digits; more would be noise."""
    return None if value is None else float(f"{value:.4g}")


def _reaches(benchmark: Benchmark, value: float | None) -> bool:
    """Return whether a figure was measured and meets its bar, if it has one."""
    if value is None or benchmark.bar is None:
        return value is not None
    return value >= benchmark.bar if benchmark.higher_is_better else value < benchmark.bar


def change(row: BenchRow, earlier: BenchRow | None) -> float | None:
    """Return how much worse a figure is than its baseline, as a share; negative if it is better.

    The ratios to the peer are compared if both runs measured one, because they depend less on the machine.
    """
    if earlier is None:
        return None
    pairs = ((row.ratio, earlier.ratio), (row.value, earlier.value))
    now, before = next(((now, before) for now, before in pairs if now and before), (None, None))
    if now is None or before is None:
        return None
    return (before / now if row.higher_is_better else now / before) - 1


def is_much_worse(share: float | None) -> bool:
    """Return whether a change must be marked."""
    return share is not None and share > _MUCH_WORSE


def measured(benchmarks: Sequence[Benchmark], effort: Effort) -> Iterator[Measured]:
    """Measure in order. Benchmarks with the same function share one measurement."""
    readings: dict[Any, Measurement] = {}
    for benchmark in benchmarks:
        if benchmark.measure not in readings:
            readings[benchmark.measure] = _reading(benchmark, effort)
        yield benchmark, readings[benchmark.measure]


def _reading(benchmark: Benchmark, effort: Effort) -> Measurement:
    """Measure. A failure becomes a measurement without a value, so that the other figures still appear."""
    try:
        return benchmark.measure(effort)
    except subprocess.CalledProcessError as error:
        last = error.stderr.decode(errors="replace").strip().rpartition("\n")[2]
        return Measurement(None, note=f"could not be measured: {last or error}")
    except CourtlyError as error:
        return Measurement(None, note=f"could not be measured: {error}")


def present(
    benchmarks: Sequence[Benchmark],
    *,
    as_json: bool,
    effort: Effort | None = None,
    baseline: Mapping[str, BenchRow] | None = None,
) -> int:
    """Measure, print rows to standard output and notes to standard error; return 1 if a figure failed, else 0."""
    found = []
    for benchmark, reading in measured(benchmarks, effort or Effort()):
        if not as_json:
            print(f"measured {benchmark.name}", file=sys.stderr)
        found.append((benchmark, reading))
    left_out = [each for each in found if each[1].is_skipped]
    found = [each for each in found if not each[1].is_skipped]
    changes = {
        benchmark.name: change(row_of(benchmark, reading), (baseline or {}).get(benchmark.name))
        for benchmark, reading in found
    }
    print(as_text(found, changes)) if as_json else _print_table(found, changes)
    for note in [*_notes(left_out), *_notes(found), *_busy()]:
        print(f"courtly: {note}", file=sys.stderr)
    return int(any(reading.value is None for _, reading in found))


def as_text(found: Sequence[Measured], changes: Mapping[str, float | None]) -> str:
    """Return rows as a JSON list, one row per line, each with its change since the baseline."""
    rows = [row_of(*each) for each in found]
    lines = [json.dumps(asdict(row) | _change_fields(changes[row.name])) for row in rows]
    return "[\n  " + ",\n  ".join(lines) + "\n]"


def _change_fields(share: float | None) -> dict[str, float | bool | None]:
    return {"worse_by": None if share is None else round(share, 3), "much_worse": is_much_worse(share)}


def _notes(found: Sequence[Measured]) -> list[str]:
    return [f"{benchmark.name}: {reading.note}" for benchmark, reading in found if reading.note]


def _busy() -> list[str]:
    """Return a warning if other programs used the processors at the end."""
    others = os.getloadavg()[0] - 1 if hasattr(os, "getloadavg") else 0.0
    if others < 1:
        return []
    return [f"about {others:.0f} other programs used the processors: wall-clock figures are unreliable"]


def _print_table(found: Sequence[Measured], changes: Mapping[str, float | None]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(title="Medians, with the lowest and highest repetition in brackets")
    table.add_column("figure", overflow="fold")
    table.add_column("", no_wrap=True, min_width=len(_MISSED))
    for head in ("value", "bar", "peer's", "ratio", "since baseline"):
        table.add_column(head, justify="right", overflow="fold")
    table.add_column("peer", overflow="fold")
    for benchmark, reading in found:
        table.add_row(*_cells(benchmark, reading, changes[benchmark.name]))
    # A file or a pipe has no width.
    Console(width=None if sys.stdout.isatty() else 160).print(table)


def _cells(benchmark: Benchmark, reading: Measurement, share: float | None) -> list[str]:
    row = row_of(benchmark, reading)
    span = (
        "" if reading.span is None or benchmark.is_ratio else f" [{short(reading.span[0])}, {short(reading.span[1])}]"
    )
    words = "" if row.bar is None and row.ok else "[green]ok[/]" if row.ok else f"[bold red]{_MISSED}[/]"
    value = f"{short(row.value)} {row.unit}{span}".replace("[", "\\[")
    bar = "" if row.bar is None else f"{'≥' if row.higher_is_better else '<'} {short(row.bar)}"
    return [row.name, words, value, bar, short(row.peer_value), short(row.ratio), _in_words(share), row.peer or ""]


def _in_words(share: float | None) -> str:
    """Return a change since the baseline, in bold if the figure is much worse."""
    if share is None:
        return ""
    words = f"{abs(share):.0%} {'worse' if share > 0 else 'better'}".replace("%", " %")
    return f"[bold red]{words}[/]" if is_much_worse(share) else words


def short(value: float | None) -> str:
    """Format a number with three digits and a suffix for millions or thousands."""
    if value is None:
        return "-"
    for size, suffix in ((1e6, " M"), (1e4, " k")):
        if value >= size:
            return f"{value / (size if suffix == ' M' else 1e3):.3g}{suffix}"
    return f"{value:.3g}" if value < 1000 else f"{value:.0f}"
