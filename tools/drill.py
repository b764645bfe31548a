"""Drills: short simulations with all kinds of tables and troubles, until the auditor finds a problem.

`python -m tools.drill HOURS` runs one drill after another, each with another seed and longer than the one before. After
each drill it prints a line of JSON: the table-hours so far, and the first problem or null. It ends with the first
problem, or after HOURS table-hours.
"""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Iterator
from itertools import count
from random import Random

from courtly.testing.simulation.run import ProblemFound, run
from courtly.testing.simulation.script import Clock, Fault, Script, TableScript, short_options
from courtly.web.app import create_app

TABLES: tuple[tuple[str, int, int, Clock | None], ...] = (
    ("courtisans", 2, 1, None),
    ("monarch", 2, 0, {"kind": "bank", "seconds": 60, "increment": 5}),
    ("cursed_court", 2, 1, {"kind": "move", "seconds": 30}),
    ("courtisans", 3, 0, {"kind": "bank", "seconds": 20, "increment": 10}),
    ("monarch", 1, 1, None),
)
"""The tables of a drill: the game, the people, the bots and the clock. Matches are short, except at the last table."""

TROUBLES = (
    ("sleep", 900.0),
    ("kill-before-commit", 1.0),
    ("cut", 0.0),
    ("storm", 60.0),
    ("kill", 5.0),
    ("busy", 10.0),
    ("slow-bots", 120.0),
    ("crashing-bots", 120.0),
    ("kill-after-commit", 1.0),
    ("jump", 3600.0),
    ("jump", -3600.0),
    ("lost", 5.0),
    ("sleep", 60.0),
    ("full", 5.0),
)
"""The kinds of troubles of a drill, and their seconds."""

HARMLESS = ("sleep", "cut", "storm")
"""The kinds of troubles that do not delay the server. Each third drill has no others, so the server must be on time."""

FIRST_HOURS = 0.1
"""The hours of the first drill; each drill is longer by as many."""

LONGEST = 0.5
"""The hours of the longest drills."""

MAX_STEPS = 400_000


def drills() -> Iterator[Script]:
    """Return the scripts of all drills, shortest first."""
    for number in count(1):
        yield drill(number, min(FIRST_HOURS * number, LONGEST))


def drill(seed: int, hours: float) -> Script:
    """Return the script of a drill."""
    rng = Random(f"drill {seed}")
    end = 3600 * hours
    tables = [
        TableScript(
            game,
            {**(short_options(game) if number < len(TABLES) - 1 else {}), "players": people + bots},
            people,
            bots,
            "fast",
            clock,
            float(number),
        )
        for number, (game, people, bots, clock) in enumerate(TABLES)
    ]
    troubles = [one for one in TROUBLES if seed % 3 != 1 or one[0] in HARMLESS]
    order = rng.sample(troubles, len(troubles))
    # One after another: a server cannot start while its database fails.
    times = [30.0 + end * number / len(order) for number in range(len(order))]
    faults = [
        Fault(at, kind, seconds, 0, rng.randrange(len(tables)))
        for at, (kind, seconds) in zip(times, order, strict=True)
    ]
    return Script(seed, hours, tables, faults, processes=1 + (seed + 1) % 2)


def first_problem(script: Script) -> tuple[float, str | None]:
    """Run a script; return its table-hours and the first problem, None without one."""
    try:
        report = run(script, create_app, max_steps=MAX_STEPS, ends_early=True)
    except ProblemFound as found:
        return found.hours * len(script.tables), found.problem
    except Exception as error:  # noqa: BLE001 - a run that cannot go on is a problem that was found
        return script.hours * len(script.tables), f"the run ends with {type(error).__name__}: {error}"
    return report.hours * len(script.tables), None


def main() -> None:
    """Run drills."""
    logging.basicConfig(level=logging.CRITICAL)
    limit, passed = float(sys.argv[1]), 0.0
    for script in drills():
        hours, problem = first_problem(script)
        passed += hours
        print(json.dumps({"hours": round(passed, 2), "problem": problem}), flush=True)
        if problem is not None or passed >= limit:
            return


if __name__ == "__main__":
    main()
