"""The script of a run: its tables, people and faults. A seed gives a script, and a script gives a run.

A script is data, so it can be stored, replayed, and shortened.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Literal

import msgspec

from courtly.engine.contract.game import find_game, game_names
from courtly.engine.errors import CourtlyError, listing, shown
from courtly.engine.sentences import said
from courtly.tables.clocks import Timeout
from courtly.testing.simulation.evenings import EventScript

VERSION = 2
"""The version of stored scripts."""

Clock = dict[str, int | str]
Pace = Literal["rapid", "fast", "slow", "days"]

SECONDS: dict[Pace, float] = {"rapid": 0.3, "fast": 8.0, "slow": 60.0, "days": 20_000.0}
"""The average time that a person takes for a move."""

FAULTS = (
    "kill",
    "kill-before-commit",
    "kill-after-commit",
    "restart",
    "busy",
    "full",
    "lost",
    "deadlock",
    "slow-disk",
    "storm",
    "cut",
    "jump",
    "sleep",
    "stall",
    "slow-bots",
    "crashing-bots",
    "hostile",
    "crowd",
)
"""The kinds of faults.

kill
    A process ends, and starts again after `seconds`.
kill-before-commit, kill-after-commit
    A process ends during its next commit, which is lost or kept.
restart
    A process receives a signal, stops, and starts again after `seconds`.
busy, full, lost
    For `seconds`, each transaction fails: the database is locked, the disk is full (writes only), the file is lost.
deadlock
    For `seconds`, the database aborts every second transaction that writes.
slow-disk
    For `seconds`, each read and each write of the database takes up to two seconds.
storm
    For `seconds`, requests, answers and connections are lost, sent twice, or delayed.
cut
    All live connections are cut.
jump
    The system clock jumps by `seconds`.
sleep
    The people of a table lose their connections and come back after `seconds`.
stall
    For `seconds`, the spectator of a table reads its frames slowly.
slow-bots
    For `seconds`, decisions of bots take up to eight seconds.
crashing-bots
    For `seconds`, half of the decisions of bots fail.
hostile
    A stranger sends malformed frames and requests.
crowd
    Strangers open more tables than a server may keep in memory.
"""

COSTLY = ("crowd",)
"""The faults that take too much processor time for random scripts. Drills have them."""


class BadScript(CourtlyError):
    """A stored script is damaged or of another version."""

    code = "bad-script"


class TableScript(msgspec.Struct, frozen=True):
    """A place where one match after another is played.

    Attributes
    ----------
    game, options
        The game and its options.
    people, bots
        The number of people and of bots at the table; together the number of players.
    pace
        How fast people move.
    clock
        The time control; None without one.
    begins
        The virtual time at which the first table is opened.
    pause
        The average time between two matches, in seconds.
    timeout
        What happens when a clock runs out.
    rated
        Whether the matches are rated. Then the options are the usual ones, and a clock forfeits.
    correspond
        The number of matches at the same time between people who open a table only when a notification calls them; 0 if
        the people stay at their table.
    """

    game: str
    options: dict[str, int | str | bool]
    people: int
    bots: int
    pace: Pace
    clock: Clock | None
    begins: float
    pause: float = 60.0
    correspond: int = 0
    timeout: Timeout = "stand_in"
    rated: bool = False


class Fault(msgspec.Struct, frozen=True):
    """Something that goes wrong; see `FAULTS`.

    Attributes
    ----------
    at
        The virtual time at which it begins.
    process, table
        The number of the process, or of the table, that it concerns.
    """

    at: float
    kind: str
    seconds: float = 0.0
    process: int = 0
    table: int = 0


class Script(msgspec.Struct, frozen=True):
    """A whole run.

    Attributes
    ----------
    seed
        The seed of all random choices that the script does not contain, such as the moves of people.
    hours
        The virtual hours until no new match begins and no fault happens any more.
    processes
        The number of server processes that share the database.
    strangers
        The number of people who look for opponents, again and again.
    event
        The event of several tables, None without one.
    """

    seed: int
    hours: float
    tables: list[TableScript]
    faults: list[Fault]
    processes: int = 1
    version: int = VERSION
    strangers: int = 0
    event: EventScript | None = None


SHORT: dict[str, int] = {"years": 1, "max_rounds": 3}
"""Values of options that make matches short, for the games that have such an option."""


def short_options(game: str) -> dict[str, int | str | bool]:
    """Return options for short matches of a game."""
    return {name: value for name, value in SHORT.items() if name in find_game(game).rules.options.model_fields}


def player_counts(game: str) -> list[int]:
    """Return the possible numbers of players of a game."""
    option = next(one for one in find_game(game).rules.options.described() if one.name == "players")
    return [int(value) for value in option.values] or list(range(option.least, option.most + 1))


def draw(seed: int, *, hours: float = 1.0, tables: int = 4, faults: float = 6.0) -> Script:
    """Return a random script.

    Parameters
    ----------
    hours
        Virtual hours.
    tables
        The number of tables at the same time.
    faults
        The average number of faults in an hour.
    """
    rng = Random(f"script {seed}")  # noqa: S311 - repeatable on purpose
    end = 3600 * hours
    return Script(
        seed=seed,
        hours=hours,
        processes=rng.choice([1, 2]),
        tables=[_table(rng, end) for _ in range(tables)],
        faults=sorted((_fault(rng, end, tables) for _ in range(round(faults * hours))), key=lambda one: one.at),
        strangers=rng.choice([0, 0, 3]),
    )


SHARES: dict[Pace, int] = {"fast": 1, "slow": 2, "days": 17}
"""The shares of the paces. As on servers for correspondence, most tables have days per move."""

PAUSE = 3600.0
"""The average time between two matches of a table in a random script, in seconds."""


def _table(rng: Random, end: float) -> TableScript:
    game = rng.choice(game_names())
    players = rng.choice(player_counts(game))
    people = rng.randint(1, players)
    pace: Pace = rng.choices(tuple(SHARES), weights=list(SHARES.values()))[0]
    clocks: list[Clock | None] = [None, None, *CLOCKS] if pace != "days" else [DAYS]
    begins = rng.uniform(0, end / 4)
    clock = rng.choice(clocks)
    return TableScript(
        game,
        {**short_options(game), "players": players},
        people,
        players - people,
        pace,
        clock,
        begins,
        pause=PAUSE,
        timeout=rng.choice(TIMEOUTS) if clock else "stand_in",
    )


TIMEOUTS: Sequence[Timeout] = ("stand_in", "stand_in", "forfeit")
DAYS: Clock = {"kind": "days", "days": 2}
CLOCKS: list[Clock] = [
    {"kind": "move", "seconds": 90},
    {"kind": "bank", "seconds": 300, "increment": 10},
    {"kind": "bank", "seconds": 30, "increment": 5},
]


def _fault(rng: Random, end: float, tables: int) -> Fault:
    at, kind = rng.uniform(0, end), rng.choice([kind for kind in FAULTS if kind not in COSTLY])
    seconds = rng.choice([0.5, 5.0, 30.0, 120.0])
    if kind == "jump":
        seconds = rng.choice([-86_400.0, -30.0, 30.0, 86_400.0])
    if kind == "sleep":
        seconds = rng.choice([30.0, 300.0, 0.5 * (end - at)])
    return Fault(at, kind, seconds, rng.randrange(2), rng.randrange(tables))


def encode(script: Script) -> bytes:
    """Return a script as JSON."""
    return msgspec.json.format(msgspec.json.encode(script))


def decode(data: bytes) -> Script:
    """Return the script of a JSON text.

    Raises
    ------
    BadScript
        The text is damaged, of another version, or names an unknown fault or game.
    """
    try:
        version = msgspec.json.decode(data, type=dict[str, object]).get("version")
        if version != VERSION:
            allowed = str(VERSION)
            message = said(
                "a script of version {given} cannot be run; use version {allowed}", given=version, allowed=allowed
            )
            raise BadScript(message, given=version, where="version", allowed=allowed)
        script = msgspec.json.decode(data, type=Script)
    except msgspec.MsgspecError as error:
        message = said("this is not a script: {reason}", reason=str(error))
        raise BadScript(message, where="script", allowed=said("a file of courtly simulate")) from None
    for fault in script.faults:
        if fault.kind not in FAULTS:
            message = said(
                "there is no fault {given}; choose from {known}", given=shown(fault.kind), known=listing(FAULTS)
            )
            raise BadScript(message, given=fault.kind, where="faults", allowed=list(FAULTS))
    for table in script.tables:
        if table.game not in game_names():
            known = game_names()
            message = said(
                "there is no game {given}; choose from {known}", given=shown(table.game), known=listing(known)
            )
            raise BadScript(message, given=table.game, where="tables", allowed=known)
    return script
