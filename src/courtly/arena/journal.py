"""Store the results of a run in a folder, so that an interrupted run continues and plays no match twice.

`plan.json` holds the plan. `matches.bin` holds one fixed-size row for each finished match. Four more files hold JSON
lines, at most one per match: `forfeits.jsonl` the reasons for forfeits, `spent.jsonl` the cost of language models, and,
if requested, `moves.jsonl` the moves and `visits.jsonl` the searches. Rows and lines are only appended. The lines of a
match are written before its row. When a run continues, an incomplete row or line at the end of a file is cut off. A run
holds the lock of the file `lock`, so that no other process writes to its folder.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from io import FileIO
from pathlib import Path
from types import TracebackType
from typing import Any, Generic, Self, TypeVar

import numpy as np
from filelock import FileLock, Timeout

import courtly
from courtly.arena.about import nets
from courtly.arena.plan import MAX_MATCHES, Plan
from courtly.arena.rows import NOBODY, ModelCost, Rows, TaskResult, Visits, read_spent, row_type, write_spent
from courtly.engine.errors import BadOption, shown
from courtly.engine.sentences import Sentence, said

FORMAT = "courtly-arena/1"
T = TypeVar("T")


class BadRun(BadOption):
    """The folder holds another run, is in use by another process, or is damaged."""


class Journal:
    """The results of a run, in memory and, if there is a folder, on disk.

    Parameters
    ----------
    plan
        The matches to play. A run in a folder may be continued with more deals.
    folder
        The folder of the run; None keeps the run in memory only.
    """

    def __init__(self, plan: Plan, folder: Path | None) -> None:
        self.plan = plan
        self._parts: list[Rows] = []
        self._rows: FileIO | None = None
        self._lock: FileLock | None = None
        self._forfeits = _LineFile("forfeits.jsonl", _reason)
        self._moves = _LineFile("moves.jsonl", _move_numbers)
        self._spent = _LineFile("spent.jsonl", _cost_rows)
        self._visits = _LineFile("visits.jsonl", _searches)
        self._folder = folder

    @property
    def reasons(self) -> dict[int, str]:
        """The reason for each forfeit, by match."""
        return self._forfeits.found

    @property
    def moves(self) -> dict[int, list[int]]:
        """The move numbers of each match whose moves were kept."""
        return self._moves.found

    @property
    def visits(self) -> dict[int, list[Visits]]:
        """The searches of each match whose moves were kept."""
        return self._visits.found

    @property
    def spent(self) -> dict[int, dict[int, ModelCost]]:
        """The cost of language models, by match and seat."""
        return {match: read_spent(each) for match, each in self._spent.found.items()}

    def __enter__(self) -> Self:
        try:
            if self._folder is not None:
                self._open(self._folder)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        for file in (self._rows, *(lines.file for lines in self._line_files)):
            if file is not None:
                file.close()
        if self._lock is not None:
            self._lock.release()

    def add(self, done: TaskResult) -> None:
        """Store the result of a task."""
        self._forfeits.add(done.reasons)
        self._moves.add(done.moves)
        self._visits.add({match: each for match, each in done.visits.items() if any(each)})
        self._spent.add({match: write_spent(each) for match, each in done.spent.items()})
        self._parts.append(done.rows)
        if self._rows is not None:
            _append(self._rows, done.rows.tobytes())

    def rows(self) -> Rows:
        """Return the rows of all matches played so far, ordered by match number."""
        parts = np.concatenate([np.empty(0, row_type(self.plan.seats)), *self._parts])
        _, first = np.unique(parts["match"], return_index=True)
        # Index rows as opaque bytes: otherwise NumPy copies them field by field.
        found = parts.view(f"V{parts.dtype.itemsize}")[first].view(parts.dtype)
        return found[: int(np.searchsorted(found["match"], self.plan.matches))]

    def played(self) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        """Return a mask over the matches of the plan: True for each match that has been played."""
        done = np.zeros(self.plan.matches, np.bool_)
        done[self.rows()["match"]] = True
        return done

    def _open(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._lock = FileLock(folder / "lock", timeout=0, fallback_to_soft=False)
        try:
            self._lock.acquire()
        except Timeout:
            message = said("another run is already using {folder}", folder=folder)
            raise BadRun(message, given=str(folder), where="resume", problem="file") from None
        self._rows = (folder / "matches.bin").open("ab", buffering=0)
        self._check_plan(folder)
        self._load(folder)
        for lines in self._line_files:
            lines.open(folder)

    @property
    def _line_files(self) -> tuple[_LineFile[Any], ...]:
        return self._forfeits, self._moves, self._spent, self._visits

    def _check_plan(self, folder: Path) -> None:
        """Write the plan into the folder. Raise `BadRun` if the folder has a plan that differs in more than `deals`."""
        file = folder / "plan.json"
        game = self.plan.setup.game
        weights = game.study.weights.named(game.study.weights.present) if game.study.weights else {}
        # A bot is a different player under the same name if its version, the steward's weights or its net changed.
        players = {"courtly": courtly.__version__, "rules": game.version, "weights": weights}
        if found := nets(self.plan.setup, self.plan.bots):
            players["nets"] = found
        wanted = {"format": FORMAT, **players, **self.plan.as_dict()}
        if file.exists():
            held = _read_plan(file)
            for key in sorted({*held, *wanted} - {"deals"}):
                if held.get(key) != wanted.get(key):
                    raise _other_run(folder, key, shown(held.get(key)), shown(wanted.get(key)))
        draft = file.with_name("plan.json.new")
        draft.write_text(json.dumps(wanted, indent=1) + "\n", encoding="utf-8")
        draft.replace(file)

    def _load(self, folder: Path) -> None:
        """Read the rows and cut off an incomplete one at the end.

        Raises
        ------
        BadRun
            If the file contains an invalid row.
        """
        assert self._rows is not None
        kind = row_type(self.plan.seats)
        size = os.fstat(self._rows.fileno()).st_size
        self._rows.truncate(size - size % kind.itemsize)
        self._parts.append(_checked_rows(np.fromfile(folder / "matches.bin", kind), folder / "matches.bin"))


def _checked_rows(rows: Rows, file: Path) -> Rows:
    """Return the rows of a file, or raise `BadRun` naming the first invalid row."""
    seats = rows["scores"].shape[1]
    ranges = [("match", 0, MAX_MATCHES), ("first", 0, seats), ("forfeit", NOBODY, seats)]
    wrong = [(rows[name] < least) | (rows[name] >= end) for name, least, end in ranges]
    wrong.append((rows["turns"] < 0) | (rows["turns"] > rows["decisions"]))
    bad = np.flatnonzero(np.logical_or.reduce(wrong))
    if len(bad):
        raise _damaged(file, said("row {number} belongs to no match of this run", number=int(bad[0]) + 1))
    return rows


class _LineFile(Generic[T]):
    """Values for some of the matches, in memory and, once opened, as JSON lines of a file.

    Parameters
    ----------
    name
        The file name within the folder of a run.
    read
        Converts the JSON value of a line; raises `ValueError` or `TypeError` if it is invalid.
    """

    def __init__(self, name: str, read: Callable[[Any], T]) -> None:
        self.found: dict[int, T] = {}
        self.file: FileIO | None = None
        self._name, self._read = name, read

    def open(self, folder: Path) -> None:
        """Read the lines of the file in a folder, cut off an incomplete last line, and open the file to append."""
        file = folder / self._name
        if file.exists():
            whole = file.read_bytes().rpartition(b"\n")[0]
            self.found |= dict(self._line(line, file, n) for n, line in enumerate(whole.splitlines(), 1))
            file.write_bytes(whole + b"\n" if whole else b"")
        self.file = file.open("ab", buffering=0)

    def add(self, found: Mapping[int, T]) -> None:
        """Add the values of some matches."""
        self.found |= found
        for match, each in found.items():
            if self.file is not None:
                _append(self.file, json.dumps([match, each]).encode() + b"\n")

    def _line(self, line: bytes, file: Path, number: int) -> tuple[int, T]:
        try:
            match, given = json.loads(line)
            if type(match) is not int:
                raise TypeError(match)
            return match, self._read(given)
        except (ValueError, TypeError, RecursionError):
            raise _damaged(file, said("line {number} is not a line of a run", number=number)) from None


def _reason(given: Any) -> str:
    if not isinstance(given, str):
        raise TypeError(given)
    return given


def _move_numbers(given: Any) -> list[int]:
    if not isinstance(given, list) or not all(type(move) is int for move in given):
        raise TypeError(given)
    return given


def _searches(given: Any) -> list[Visits]:
    if not all(type(number) is int for search in given for pair in search for number in pair):
        raise TypeError(given)
    return list(given)


def _cost_rows(given: Any) -> list[list[float | None]]:
    read_spent(given)
    return list(given)


def _damaged(file: Path, what: Sentence) -> BadRun:
    sentence = said("{file} is damaged: {what}; restore it from a copy, or start in a new folder", file=file, what=what)
    return BadRun(sentence, given=str(file), where="resume", allowed="a file that a run has written, or a new folder")


def _append(file: FileIO, data: bytes) -> None:
    """Append to a file without buffering, so that a full disk raises here and not when the file is closed."""
    while data:
        data = data[file.write(data) :]


def _other_run(folder: Path, key: str, held: str, wanted: str) -> BadRun:
    places = {"folder": folder, "key": key, "held": held, "wanted": wanted}
    message = said("{folder} holds another run: its {key} is {held}, not {wanted}", **places)
    allowed = said("the same command, or a new folder")
    return BadRun(message, given=str(folder), where="resume", allowed=allowed, problem="file")


def _read_plan(file: Path) -> dict[str, Any]:
    try:
        held = json.loads(file.read_text(encoding="utf-8"))
    except (ValueError, RecursionError):
        held = None
    if not isinstance(held, dict):
        sentence = said("{file} is not the plan of a run; restore it from a copy, or start in a new folder", file=file)
        raise BadOption(sentence, given=str(file), where="resume", problem="file")
    return held
