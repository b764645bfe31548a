"""Result files: the summary as JSON, or a row for each seat of each match as CSV or Parquet."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from courtly.arena.plan import unique_names
from courtly.arena.run import Results
from courtly.arena.standings import outcomes, summary
from courtly.engine.errors import BadOption, cannot_write, listing
from courtly.engine.extras import library
from courtly.engine.sentences import said

if TYPE_CHECKING:
    import polars as pl


def as_text(document: dict[str, Any]) -> str:
    """Return a document as JSON text."""
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def check_output(file: Path) -> None:
    """Raise `BadOption` if a file cannot be written or its suffix is unknown; called before the first match."""
    check_writable(file, tuple(WRITERS))
    if file.suffix != ".json":
        _polars()


def check_writable(file: Path, kinds: Sequence[str]) -> None:
    """Raise `BadOption` if a file cannot be written or its suffix is not in `kinds`."""
    if file.suffix not in kinds:
        message = said("cannot write {file}: its name must end in one of {known}", file=file, known=listing(kinds))
        raise BadOption(message, given=str(file), where="out", allowed=kinds, problem="file")
    if file.is_dir() or not os.access(file if file.exists() else file.parent, os.W_OK):
        raise cannot_write(file, where="out")


def write_all(results: Results, files: Sequence[Path]) -> None:
    """Write results into files in the format of each suffix. An error in one file does not stop the others.

    Raises
    ------
    BadOption
        The error of the first file that failed, after all files were tried.
    """
    failed: list[BadOption] = []
    for file in files:
        try:
            write(results, file)
        except BadOption as error:
            failed.append(error)
    if failed:
        raise failed[0]


def write(results: Results, file: Path) -> None:
    """Write results into a file atomically, in the format of its suffix."""
    replace_file(file, lambda draft: WRITERS[file.suffix](results, draft))


def replace_file(file: Path, write: Callable[[Path], None]) -> None:
    """Write a file atomically: other processes see the complete old file or the complete new one.

    Raises
    ------
    BadOption
        If writing fails, for example because the disk is full.
    """
    draft = file.with_name(f".{file.name}.new")
    try:
        if file.exists() and not file.is_file():
            write(file)  # a device or a pipe
        else:
            write(draft)
            draft.replace(file)
    except OSError as error:
        raise cannot_write(file, where="out", error=error) from error
    finally:
        draft.unlink(missing_ok=True)


def table(results: Results) -> pl.DataFrame:
    """Return a data frame with a row for each seat of each match."""
    plan, rows = results.plan, results.rows
    found, seats, polars = outcomes(rows), plan.seats, _polars()
    who = plan.seatings(rows["match"]).ravel()
    matches = np.repeat(rows["match"], seats)
    places = np.tile(np.arange(seats), len(rows))
    first = np.repeat(rows["first"], seats).astype(np.int64)
    columns = {
        "match": matches,
        "deal": matches // plan.per_deal,
        "seat": places,
        "turn_order": (places - first) % seats,
        "bot": np.array(unique_names(plan.bots))[who],
        "share": found.shares.ravel(),
        "score": found.scores.ravel(),
        "margin": found.margins.ravel(),
        "decisions": np.repeat(rows["decisions"], seats),
        "turns": np.repeat(rows["turns"], seats),
        "forfeited": np.repeat(rows["forfeit"], seats) == places,
    }
    points = polars.col("score", "margin").fill_nan(None).cast(polars.Int64)
    frame: pl.DataFrame = polars.DataFrame(columns).with_columns(points)
    return frame


def _polars() -> Any:
    return library("polars", said("CSV and Parquet"), where="out")


def _write_text(file: Path, text: str) -> None:
    file.write_text(text, encoding="utf-8")


WRITERS: dict[str, Callable[[Results, Path], None]] = {
    ".json": lambda results, file: _write_text(file, as_text(summary(results))),
    ".csv": lambda results, file: table(results).write_csv(file),
    ".parquet": lambda results, file: table(results).write_parquet(file),
}
"""The function that writes each format, by file suffix."""
