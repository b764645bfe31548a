"""Plant one fault at a time into the product; the simulator must find it.

`python -m tools.planted [NAMES]` copies `src` for each fault of `tests/testing/simulation/planted.toml`, applies the
fault, and runs drills (see `tools.drill`) on the copy until the auditor reports a problem. `--write` puts their
rows into the table of `docs/planted-faults.md`.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FAULTS = ROOT / "tests" / "testing" / "simulation" / "planted.toml"
PAGE = ROOT / "docs" / "planted-faults.md"
BEGIN, END = "<!-- begin of the results -->", "<!-- end of the results -->"

NOT_CAUGHT = "**not caught**"

LONGEST_PROBLEM = 110
"""The largest number of characters of a problem in the table."""


class BadFault(ValueError):
    """A planted fault does not exist, or does not fit the present code."""


@dataclass(frozen=True, slots=True)
class Planted:
    """A fault: in `file`, below `src/courtly`, `new` replaces `old`. `bug` describes a real one."""

    name: str
    file: str
    old: str
    new: str
    bug: str

    def applied(self, text: str) -> str:
        """Return the text of the file with the fault."""
        if (found := text.count(self.old)) != 1:
            raise BadFault(f"{self.name}: the old text occurs {found} times in {self.file}, not once")
        return text.replace(self.old, self.new)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of the drills with a fault: the first problem, None without one, and the table-hours until then."""

    fault: Planted
    hours: float
    problem: str | None

    @property
    def row(self) -> str:
        """The row of the table."""
        what = NOT_CAUGHT if self.problem is None else short(self.problem)
        return f"| {self.fault.name} | {self.fault.bug} | {what} | {self.hours:.1f} |"


def load(path: Path = FAULTS) -> list[Planted]:
    """Return all planted faults."""
    return [Planted(**each) for each in tomllib.loads(path.read_text(encoding="utf-8"))["fault"]]


def chosen(names: Sequence[str], faults: Sequence[Planted]) -> list[Planted]:
    """Return the faults with these names, all without names."""
    known = {fault.name: fault for fault in faults}
    if unknown := [name for name in names if name not in known]:
        raise BadFault(f"there is no fault {', '.join(unknown)}; choose from {', '.join(known)}")
    return [known[name] for name in names] or list(faults)


def plant(fault: Planted, folder: Path) -> None:
    """Copy `src` into a folder, with the fault."""
    shutil.copytree(ROOT / "src", folder / "src", ignore=shutil.ignore_patterns("__pycache__"))
    path = folder / "src" / "courtly" / fault.file
    path.write_text(fault.applied(path.read_text(encoding="utf-8")), encoding="utf-8")


def judge(fault: Planted, *, hours: float, seconds: int) -> Outcome:
    """Return the result of the drills with a fault, within table-hours and seconds of processor time."""
    with tempfile.TemporaryDirectory(prefix="courtly-planted-") as name:
        plant(fault, Path(name))
        path = os.pathsep.join([str(Path(name) / "src"), str(ROOT)])
        env = {**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": "0"}
        command = ["sh", "-c", 'ulimit -t "$0"; exec "$@"', str(seconds), sys.executable, "-m", "tools.drill"]
        run = subprocess.run([*command, str(hours)], cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    lines = [json.loads(line) for line in run.stdout.splitlines()]
    passed, problem = (lines[-1]["hours"], lines[-1]["problem"]) if lines else (0.0, None)
    if problem is None and run.returncode > 0:
        problem = f"the drill fails: {run.stderr.strip().splitlines()[-1]}"
    return Outcome(fault, passed, problem)


def judged(fault: Planted, hours: float, seconds: int) -> Outcome:
    """Judge a fault, and print its outcome."""
    outcome = judge(fault, hours=hours, seconds=seconds)
    print(outcome.row, flush=True)
    return outcome


def short(problem: str) -> str:
    """Return a problem as it fits into a cell."""
    text = " ".join(problem.split()).replace("|", "/").replace("<", "").replace("*", "")
    return text if len(text) <= LONGEST_PROBLEM else f"{text[:LONGEST_PROBLEM]} ..."


def table_of(rows: Sequence[str]) -> str:
    """Return the table of these rows, with the share of the caught faults."""
    caught = sum(NOT_CAUGHT not in row for row in rows)
    head = "| fault | a real one | first problem that the auditor reports | table-hours |\n|---|---|---|---|"
    return "\n".join([f"Caught: {caught} of {len(rows)} ({caught / len(rows):.0%}).", "", head, *rows])


def write(outcomes: Iterable[Outcome]) -> None:
    """Replace the rows of these outcomes on the page, and drop those of faults that do not exist any more."""
    before, rest = PAGE.read_text(encoding="utf-8").split(BEGIN)
    old, after = rest.split(END)
    rows = {row[2:].partition(" |")[0]: row for row in old.splitlines() if row.startswith("| ")}
    rows |= {one.fault.name: one.row for one in outcomes}
    table = table_of([rows[fault.name] for fault in load() if fault.name in rows])
    PAGE.write_text(f"{before}{BEGIN}\n\n{table}\n\n{END}{after}", encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line and judge the faults."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="names of faults (all)")
    parser.add_argument("--hours", type=float, default=10.0, help="limit of simulated table-hours for a fault (10)")
    parser.add_argument("--seconds", type=int, default=120, help="limit of processor time for a fault (120)")
    parser.add_argument("--write", action="store_true", help="write the rows into docs/planted-faults.md")
    given = parser.parse_args(arguments)
    try:
        faults = chosen(given.names, load())
        with ThreadPoolExecutor(2) as pool:
            outcomes = list(pool.map(lambda fault: judged(fault, given.hours, given.seconds), faults))
    except BadFault as error:
        parser.exit(2, f"{error}\n")
    if given.write:
        write(outcomes)
    print(table_of([one.row for one in outcomes]).splitlines()[0])


if __name__ == "__main__":
    main()
