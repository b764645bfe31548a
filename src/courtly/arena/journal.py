"""What has been played, kept in a folder: an interrupted run continues there and plays no match twice.

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
from courtly.arena.plan import Plan
from courtly.arena.rows import Done, Rows, row_type
from courtly.engine.errors import BadOption, CourtlyError, shown

FORMAT = "courtly-arena/1"


class BadRun(CourtlyError):
    """A folder that holds another run, or is in use."""

    code = "bad-option"


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
        """Keep what came of a task."""
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
            raise BadRun(f"another run is at work in {folder}", given=str(folder), where="resume") from None
        self._agree(folder)
        self._load(folder)
        self._forfeits = (folder / "forfeits.jsonl").open("ab", buffering=0)

    def _agree(self, folder: Path) -> None:
        """Write down what is played, or check that it is what the folder holds."""
        file = folder / "plan.json"
        game = self.plan.setup.game
        weights = game.weights.named(game.weights.present) if game.weights else {}
        # Bots of another version, or stewards of other weights, are other players under the same names.
        players = {"courtly": courtly.__version__, "rules": game.rules, "weights": weights}
        wanted = {"format": FORMAT, **players, **self.plan.as_dict()}
        if file.exists():
            held = _read_plan(file)
            for key in sorted({*held, *wanted} - {"deals"}):
                if held.get(key) != wanted.get(key):
                    message = (
                        f"{folder} holds another run: its {key} is {shown(held.get(key))}, not {shown(wanted.get(key))}"
                    )
                    raise BadRun(
                        message, given=str(folder), where="resume", allowed="the same command, or a new folder"
                    )
        draft = file.with_name("plan.json.new")
        draft.write_text(json.dumps(wanted, indent=1) + "\n", encoding="utf-8")
        draft.replace(file)

    def _load(self, folder: Path) -> None:
        """Read what has been played, and cut off what was being written when the run was interrupted."""
        assert self._rows is not None
        kind = row_type(self.plan.seats)
        size = os.fstat(self._rows.fileno()).st_size
        self._rows.truncate(size - size % kind.itemsize)
        self._parts.append(np.fromfile(folder / "matches.bin", kind))
        forfeits = folder / "forfeits.jsonl"
        if forfeits.exists():
            whole = forfeits.read_text(encoding="utf-8").rpartition("\n")[0]
            forfeits.write_text(whole + "\n" if whole else "", encoding="utf-8")
            self.reasons = dict(json.loads(line) for line in whole.splitlines())


def _append(file: FileIO, data: bytes) -> None:
    """Add to a file; when the disk is full that fails at once, not when the file is closed."""
    while data:
        data = data[file.write(data) :]


def _read_plan(file: Path) -> dict[str, Any]:
    try:
        held = json.loads(file.read_text(encoding="utf-8"))
    except ValueError:
        held = None
    if not isinstance(held, dict):
        raise BadOption(f"{file} is not the plan of a run", given=str(file), where="resume")
    return held
