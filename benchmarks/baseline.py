"""The stored baseline: `python -m benchmarks.baseline benchmarks/baseline.json docs/performance.md [PATTERN]`.

The command measures all figures. It writes the baseline into the first file, and a table of the figures between the two
marks of the second file. Both files name the processor and the versions, and nothing else about the machine. With a
pattern, only the figures that `courtly bench --only` selects are measured; the others keep their values.
"""

from __future__ import annotations

import json
import os
import platform
import sys
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from benchmarks import ROOT
from benchmarks.catalogue import BENCHMARKS, chosen
from benchmarks.measure import Effort
from benchmarks.report import BenchRow, measured, row_of, short
from courtly.engine.play.cores import cores

_START, _END = "<!-- figures -->", "<!-- end of figures -->"
_PACKAGES = ("courtly", "numba", "numpy", "open-spiel")


def stored() -> dict[str, BenchRow]:
    """Return the rows of the stored baseline by name."""
    document = json.loads((ROOT / "benchmarks" / "baseline.json").read_text(encoding="utf-8"))
    return {row["name"]: BenchRow(**row) for row in document["figures"]}


def environment() -> dict[str, Any]:
    """Return the versions and the facts about the machine on which figures depend."""
    return {
        "python": platform.python_version(),
        **{name: _version(name) for name in _PACKAGES},
        "cpu": _cpu(),
        "cores": cores(),
        "load": round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None,
    }


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _cpu() -> str:
    """Return the model of the processor."""
    path = Path("/proc/cpuinfo")
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else []:
        key, _, value = line.partition(":")
        if key.strip() == "model name":
            return value.strip()
    return platform.processor() or platform.machine()


def taken(effort: Effort) -> dict[str, Any]:
    """Measure every figure and return a baseline document."""
    facts = {**environment(), "repeats": effort.repeats}
    return {"environment": facts, "figures": [asdict(row_of(*each)) for each in measured(BENCHMARKS, effort)]}


def renewed(document: dict[str, Any], effort: Effort, only: str) -> dict[str, Any]:
    """Return a baseline document in which the selected figures are measured again or added."""
    rows = {each["name"]: each for each in document["figures"]}
    found = [row_of(*each) for each in measured(chosen(BENCHMARKS, only), effort)]
    rows |= {row.name: asdict(row) for row in found}
    return {**document, "figures": [rows[each.name] for each in BENCHMARKS if each.name in rows]}


def as_page(document: dict[str, Any]) -> str:
    """Return a baseline as Markdown: its environment and the table."""
    facts = ", ".join(f"{name} {value}" for name, value in document["environment"].items())
    lines = ["| figure | value | bar | ok | peer's | ratio |", "|---|--:|--:|---|--:|--:|"]
    for row in document["figures"]:
        bar = "" if row["bar"] is None else f"{'at least' if row['higher_is_better'] else 'under'} {short(row['bar'])}"
        ok = "" if row["bar"] is None else "yes" if row["ok"] else "**no**"
        cells = [f"`{row['name']}`", f"{short(row['value'])} {row['unit']}", bar, ok]
        lines.append(f"| {' | '.join([*cells, short(row['peer_value']), short(row['ratio'])])} |")
    return "\n".join([f"{facts}.", "", *lines])


def with_table(page: str, document: dict[str, Any]) -> str:
    """Return a page in which the text between the marks is replaced by a baseline."""
    before, _, rest = page.partition(_START)
    _, _, after = rest.partition(_END)
    return f"{before}{_START}\n\n{as_page(document)}\n\n{_END}{after}"


def write(file: Path, page: Path, document: dict[str, Any]) -> None:
    """Write a baseline into its file and its table into a page."""
    file.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")
    page.write_text(with_table(page.read_text(encoding="utf-8"), document), encoding="utf-8")


if __name__ == "__main__":
    target = Path(sys.argv[1])
    found = (
        renewed(json.loads(target.read_text(encoding="utf-8")), Effort(), sys.argv[3])
        if len(sys.argv) > 3
        else taken(Effort())
    )
    write(target, Path(sys.argv[2]), found)
