"""Drills: short simulations of trouble at tables, until the auditor finds a problem.

`python -m tools.drill HOURS` runs one drill after another. There are twelve kinds, which take turns with other seeds.
`python -m tools.drill HOURS correspondence` runs only drills of people who come when they are notified,
`forfeits` only those of players who lose on time or take days off, and `rated` only those of rated tables.
After each drill it prints a line of JSON: the table-hours and the turns by correspondence so far, and the first problem
or null. It ends with the first problem, or after HOURS table-hours.
"""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Iterator, Sequence
from itertools import count
from random import Random
from typing import NamedTuple

from courtly.tables.clocks import Timeout
from courtly.testing.simulation.run import ProblemFound, run
from courtly.testing.simulation.script import DAYS, Clock, Fault, Pace, Script, TableScript, short_options
from courtly.web.app import create_app

Table = tuple[str, int, int, Pace, Clock | None]
"""The game, the people, the bots, the pace and the clock of a table."""


class Kind(NamedTuple):
    """A kind of drill.

    Attributes
    ----------
    tables
        The tables. Matches are short if not `is_long`.
    troubles
        The kinds of troubles and their seconds, in the order of the drill if not `is_mixed`.
    every
        The seconds between two troubles.
    correspond
        The number of matches at the same time of people who come only when they are notified.
    timeout
        What happens when a clock runs out.
    rated
        Whether the matches are rated; then the auditor compares the ratings with a rebuild.
    """

    tables: Sequence[Table]
    troubles: Sequence[tuple[str, float]]
    every: float
    processes: int = 1
    correspond: int = 0
    is_long: bool = False
    is_mixed: bool = True
    timeout: Timeout = "stand_in"
    rated: bool = False


MOVE_CLOCK: Clock = {"kind": "move", "seconds": 20}
BANK_CLOCK: Clock = {"kind": "bank", "seconds": 30, "increment": 5}

SLOW_PEOPLE = Kind(
    [("courtisans", 2, 0, "slow", MOVE_CLOCK), ("monarch", 2, 0, "slow", BANK_CLOCK)],
    [("cut", 0.0), ("sleep", 20.0), ("kill", 1.0), ("restart", 1.0), ("jump", -3600.0), ("cut", 0.0)],
    every=160.0,
    is_mixed=False,
)
"""The clocks of most turns run out while the players are connected, at last with a slower clock of the server."""

SHORT_ABSENCES = Kind(
    [("courtisans", 2, 1, "fast", None), ("monarch", 2, 1, "fast", None)],
    [("slow-bots", 900.0), *[("sleep", seconds) for seconds in (20.0, 46.0, 50.0, 30.0, 48.0, 47.0, 55.0, 52.0)]],
    every=70.0,
    processes=2,
    is_mixed=False,
)
"""Players return before or just after a stand-in takes over, while slow bots think in two processes."""

LONG_ABSENCES = Kind(
    [("courtisans", 2, 0, "fast", BANK_CLOCK), ("monarch", 1, 1, "fast", None), ("monarch", 2, 0, "fast", None)],
    [*[("sleep", 600.0)] * 3, ("busy", 60.0)],
    every=20.0,
    is_mixed=False,
)
"""All players of a table are away. The database fails when stand-ins are due."""

RESTARTS = Kind(LONG_ABSENCES.tables, [*[("sleep", 600.0)] * 3, ("kill", 5.0)], every=20.0, is_mixed=False)
"""All players of a table are away, so that no client asks for it after a restart."""

RETURNS = Kind(
    [("courtisans", 2, 0, "fast", None), ("monarch", 2, 0, "fast", None), ("courtisans", 1, 1, "fast", None)],
    [("sleep", 65.0), ("sleep", 65.0), ("full", 60.0)],
    every=22.0,
    is_mixed=False,
)
"""Players return while the disk is full, when their stand-ins are due."""

RAPID_PLAY = Kind(
    [
        ("courtisans", 4, 0, "rapid", None),
        ("cursed_court", 3, 3, "rapid", None),
        ("monarch", 2, 0, "rapid", None),
    ],
    [("busy", 2.0), ("storm", 10.0), ("kill-after-commit", 1.0), ("lost", 2.0), ("full", 8.0)],
    every=12.0,
    processes=2,
    is_long=True,
)
"""Acts of several people and tables meet in one process, one batch, or one moment."""

SLOW_READERS = Kind(
    [("courtisans", 3, 0, "rapid", None), ("cursed_court", 6, 0, "rapid", None)],
    [("stall", 60.0), ("stall", 60.0), ("storm", 60.0), ("deadlock", 40.0)],
    every=20.0,
    is_long=True,
    is_mixed=False,
)
"""Spectators read more slowly than people play, pages connect again in a storm, and single writes fail."""

SLOW_DISK = Kind(
    [
        ("courtisans", 2, 0, "rapid", None),
        ("monarch", 2, 0, "rapid", None),
        ("cursed_court", 3, 0, "rapid", None),
        ("courtisans", 3, 0, "rapid", None),
    ],
    [("slow-disk", 140.0), ("deadlock", 15.0), ("kill", 1.0), ("restart", 1.0), ("kill", 1.0), ("crowd", 0.0)],
    every=25.0,
    is_long=True,
    is_mixed=False,
)
"""Writes of several tables wait for a slow disk together, and clients return while a process still reads its tables."""

OUTAGES = Kind(
    [("courtisans", 1, 4, "fast", None), ("monarch", 1, 3, "fast", None), ("cursed_court", 2, 2, "fast", MOVE_CLOCK)],
    [("busy", 12.0), ("full", 12.0), ("lost", 12.0), ("sleep", 90.0), ("busy", 70.0), ("crashing-bots", 60.0)],
    every=40.0,
)
"""The database fails while bots move and stand-ins are due."""

EVERYTHING = Kind(
    [
        ("courtisans", 2, 1, "fast", None),
        ("monarch", 2, 0, "fast", {"kind": "bank", "seconds": 60, "increment": 5}),
        ("cursed_court", 2, 1, "fast", {"kind": "move", "seconds": 30}),
        ("courtisans", 3, 0, "fast", {"kind": "bank", "seconds": 20, "increment": 10}),
    ],
    [
        ("sleep", 900.0),
        ("kill-before-commit", 1.0),
        ("cut", 0.0),
        ("storm", 60.0),
        ("kill", 5.0),
        ("busy", 10.0),
        ("slow-bots", 120.0),
        ("kill-after-commit", 1.0),
        ("jump", 3600.0),
        ("jump", -3600.0),
        ("sleep", 60.0),
    ],
    every=80.0,
    processes=2,
)
"""All kinds of troubles, one after another."""

SLOW_LETTERS: Table = ("courtisans", 2, 0, "slow", DAYS)
CORRESPONDENCE = Kind(
    [*[SLOW_LETTERS] * 9, ("monarch", 3, 0, "slow", DAYS)],
    [("kill-after-commit", 1.0), ("kill", 20.0), *[("storm", 240.0)] * 3],
    every=400.0,
    processes=2,
    correspond=1,
    is_mixed=False,
)
"""People come to their tables only when they are notified. Calm times between the troubles show late notifications."""

FORFEITS = SLOW_PEOPLE._replace(tables=[*SLOW_PEOPLE.tables, ("courtisans", 3, 0, "slow", DAYS)], timeout="forfeit")
"""Players lose because their clock runs out, and take days off at a table with days for each move."""

RATED = SLOW_PEOPLE._replace(
    tables=[("courtisans", 2, 0, "slow", BANK_CLOCK), ("courtisans", 3, 0, "fast", BANK_CLOCK)],
    processes=2,
    timeout="forfeit",
    rated=True,
)
"""Rated matches end in two processes, by a count or on time. This kind takes no turn with the others."""

KINDS = (
    SLOW_PEOPLE,
    SHORT_ABSENCES,
    LONG_ABSENCES,
    RESTARTS,
    RETURNS,
    OUTAGES,
    SLOW_READERS,
    RAPID_PLAY,
    EVERYTHING,
    CORRESPONDENCE,
    FORFEITS,
)

NAMED = {"correspondence": [CORRESPONDENCE], "forfeits": [FORFEITS], "rated": [RATED]}
"""The kinds that a run can be limited to."""

MAX_STEPS = 400_000


def drills(kinds: Sequence[Kind] = KINDS) -> Iterator[Script]:
    """Return the scripts of all drills, each kind in turn."""
    for number in count():
        kind = kinds[number % len(kinds)]
        yield drill(kind, number)
        if kind is SLOW_PEOPLE:
            # It finds many faults that the next kinds do not find, so it comes early.
            yield drill(SLOW_DISK, number)


def drill(kind: Kind, seed: int) -> Script:
    """Return the script of a drill."""
    rng = Random(f"drill {seed}")
    tables = [
        TableScript(
            game,
            {**({} if kind.is_long else short_options(game)), "players": people + bots},
            people,
            bots,
            pace,
            clock,
            float(number),
            pause=10.0,
            correspond=kind.correspond,
            timeout=kind.timeout,
            rated=kind.rated,
        )
        for number, (game, people, bots, pace, clock) in enumerate(kind.tables)
    ]
    troubles = rng.sample(kind.troubles, len(kind.troubles)) if kind.is_mixed else kind.troubles
    # One after another: a server cannot start while its database fails.
    faults = [
        Fault(20.0 + kind.every * number, name, seconds, 0, number % len(tables))
        for number, (name, seconds) in enumerate(troubles)
    ]
    end = faults[-1].at + kind.every
    return Script(seed, end / 3600, tables, faults, kind.processes)


def first_problem(script: Script) -> tuple[float, int, str | None]:
    """Run a script; return its table-hours, its turns by correspondence, and the first problem, None without one."""
    try:
        report = run(script, create_app, max_steps=MAX_STEPS, ends_early=True)
    except ProblemFound as found:
        return found.hours * len(script.tables), 0, found.problem
    except Exception as error:  # noqa: BLE001 - a run that cannot go on is a problem that was found
        return script.hours * len(script.tables), 0, f"the run ends with {type(error).__name__}: {_last_line(error)}"
    return report.hours * len(script.tables), report.turns, None


def main() -> None:
    """Run drills."""
    logging.basicConfig(handlers=[logging.NullHandler()])
    limit, passed, announced = float(sys.argv[1]), 0.0, 0
    for script in drills(NAMED[sys.argv[2]] if sys.argv[2:] else KINDS):
        hours, turns, problem = first_problem(script)
        passed, announced = passed + hours, announced + turns
        print(json.dumps({"hours": round(passed, 2), "turns": announced, "problem": problem}), flush=True)
        if problem is not None or passed >= limit:
            return


def _last_line(error: Exception) -> str:
    """Return the end of an error's message: a traceback begins with the places of files on this machine."""
    return str(error).strip().rpartition("\n")[2]


if __name__ == "__main__":
    main()
