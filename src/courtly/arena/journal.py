"""Keeps the results of a run in a folder, so that an interrupted run continues and plays no match twice.

`plan.json` says what is played, `matches.bin` holds a row of fixed size for every finished match, `forfeits.jsonl` a
line for each that was forfeited. Rows are only ever added; a torn one at the end is cut off when the run continues.
"""

from __future__ import annotations

import fcntl
import json
import os
from io import FileIO
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import numpy as np

import courtly
from courtly.arena.plan import MAX_MATCHES, Plan
from courtly.arena.rows import NOBODY, Done, Rows, row_type
from courtly.engine.errors import BadOption, shown
from courtly.engine.sentences import Sentence, said

FORMAT = "courtly-arena/1"


class BadRun(BadOption):
    """A folder that holds another run, or is in use."""


class Journal:
    """The rows of a run, in memory and, where there is a folder, on disk.

    Parameters
    ----------
    plan
        What is played. A run in a folder may be continued with more deals.
    folder
        Where to keep it; None keeps it in memory only.
    """

    def __init__(self, plan: Plan, folder: Path | None) -> None:
        self.plan = plan
        self.reasons: dict[int, str] = {}
        self._parts: list[Rows] = []
        self._rows: FileIO | None = None
        self._forfeits: FileIO | None = None
        self._folder = folder

    def __enter__(self) -> Self:
        try:
            if self._folder is not None:
                self._open(self._folder)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        for file in (self._rows, self._forfeits):
            if file is not None:
                file.close()

    def add(self, done: Done) -> None:
        """Keep the result of a task."""
        self.reasons |= done.reasons
        self._parts.append(done.rows)
        if self._rows is None or self._forfeits is None:
            return
        for match, reason in done.reasons.items():
            _append(self._forfeits, json.dumps([match, reason]).encode() + b"\n")
        _append(self._rows, done.rows.tobytes())

    def rows(self) -> Rows:
        """Return the rows of all matches played so far, by number."""
        parts = np.concatenate([np.empty(0, row_type(self.plan.seats)), *self._parts])
        _, first = np.unique(parts["match"], return_index=True)
        # Rows as they lie in memory: NumPy copies fields one by one otherwise.
        found = parts.view(f"V{parts.dtype.itemsize}")[first].view(parts.dtype)
        return found[: int(np.searchsorted(found["match"], self.plan.matches))]

    def played(self) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        """Return, for each match of the plan, whether it has been played."""
        done = np.zeros(self.plan.matches, np.bool_)
        done[self.rows()["match"]] = True
        return done

    def _open(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._rows = (folder / "matches.bin").open("ab", buffering=0)
        try:
            fcntl.flock(self._rows, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            message = said("another run is at work in {folder}", folder=folder)
            raise BadRun(message, given=str(folder), where="resume", problem="file") from None
        self._agree(folder)
        self._load(folder)
        self._forfeits = (folder / "forfeits.jsonl").open("ab", buffering=0)

    def _agree(self, folder: Path) -> None:
        """Write the plan into a new folder, or check it against the folder's."""
        file = folder / "plan.json"
        game = self.plan.setup.game
        weights = game.study.weights.named(game.study.weights.present) if game.study.weights else {}
        # A bot of another version, or a steward with other weights, is another player under the same name.
        players = {"courtly": courtly.__version__, "rules": game.version, "weights": weights}
        wanted = {"format": FORMAT, **players, **self.plan.as_dict()}
        if file.exists():
            held = _read_plan(file)
            for key in sorted({*held, *wanted} - {"deals"}):
                if held.get(key) != wanted.get(key):
                    raise _another(folder, key, shown(held.get(key)), shown(wanted.get(key)))
        draft = file.with_name("plan.json.new")
        draft.write_text(json.dumps(wanted, indent=1) + "\n", encoding="utf-8")
        draft.replace(file)

    def _load(self, folder: Path) -> None:
        """Read the rows, and cut off one that was only partly written.

        Raises
        ------
        BadRun
            When a file holds what no run writes.
        """
        assert self._rows is not None
        kind = row_type(self.plan.seats)
        size = os.fstat(self._rows.fileno()).st_size
        self._rows.truncate(size - size % kind.itemsize)
        self._parts.append(_checked_rows(np.fromfile(folder / "matches.bin", kind), folder / "matches.bin"))
        forfeits = folder / "forfeits.jsonl"
        if forfeits.exists():
            whole = forfeits.read_bytes().rpartition(b"\n")[0]
            self.reasons = dict(_read_forfeit(line, forfeits, n) for n, line in enumerate(whole.splitlines(), 1))
            forfeits.write_bytes(whole + b"\n" if whole else b"")


def _checked_rows(rows: Rows, file: Path) -> Rows:
    """Return the rows of a file; raise `BadRun` naming the first that no match leads to."""
    seats = rows["scores"].shape[1]
    ranges = [("match", 0, MAX_MATCHES), ("first", 0, seats), ("forfeit", NOBODY, seats)]
    wrong = [(rows[name] < least) | (rows[name] >= end) for name, least, end in ranges]
    wrong.append((rows["turns"] < 0) | (rows["turns"] > rows["decisions"]))
    bad = np.flatnonzero(np.logical_or.reduce(wrong))
    if len(bad):
        raise _damaged(file, said("row {number} is of no match of this run", number=int(bad[0]) + 1))
    return rows


def _read_forfeit(line: bytes, file: Path, number: int) -> tuple[int, str]:
    """Return a match and why it was forfeited; raise `BadRun` naming a line that says neither."""
    try:
        match, reason = json.loads(line)
    except (ValueError, TypeError, RecursionError):
        match, reason = None, None
    if type(match) is not int or not isinstance(reason, str):
        raise _damaged(file, said("line {number} names no match and the reason of a forfeit", number=number))
    return match, reason


def _damaged(file: Path, what: Sentence) -> BadRun:
    sentence = said("{file} is damaged: {what}; restore it from a copy, or begin in a new folder", file=file, what=what)
    return BadRun(sentence, given=str(file), where="resume", allowed="a file that a run has written, or a new folder")


def _append(file: FileIO, data: bytes) -> None:
    """Add to a file; when the disk is full that fails at once, not when the file is closed."""
    while data:
        data = data[file.write(data) :]


def _another(folder: Path, key: str, held: str, wanted: str) -> BadRun:
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
        sentence = said("{file} is not the plan of a run; restore it from a copy, or begin in a new folder", file=file)
        raise BadOption(sentence, given=str(file), where="resume", problem="file")
    return held
