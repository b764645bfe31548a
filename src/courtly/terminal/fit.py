"""Fits a game's weights from the command line: makes a task of the arguments, and a file of the result."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from courtly.arena.fit import Fit, FitTask, as_document, fit
from courtly.arena.fit.duel import PLAYERS, Outcome
from courtly.arena.output import as_text, check_writable, replace_file
from courtly.arena.warm import ROOMS
from courtly.engine.contract.weights import Numbers
from courtly.engine.errors import BadOption, reason_of
from courtly.engine.sentences import said
from courtly.scene.console import make_console
from courtly.terminal.arena import checked_options, progress_bar
from courtly.terminal.commands import warm


@dataclass(frozen=True, slots=True)
class FitRequest:
    """What `courtly fit` was asked for; options as they were typed."""

    game: str
    options: Mapping[str, str]
    generations: int
    deals: int
    seed: int
    workers: int | None
    start: Path | None
    out: Path | None


def fit_weights(asked: FitRequest) -> None:
    """Fit the weights of a game, print the result, and write the file if they have become better."""
    task = _task(asked)
    task.check()
    file = asked.out or Path(f"steward-{asked.game}.json")
    check_writable(file, (".json",))
    warm([asked.game], ROOMS)
    with progress_bar("Playing") as on_progress:
        found = fit(task, on_progress)
    _print(task, found)
    console = make_console()
    if not found.is_better:
        console.print("Nothing better was found, so nothing is written.")
        return
    text = as_text(as_document(task, found, command=_command(asked)))
    replace_file(file, lambda draft: _write(draft, text))
    console.print(f"The weights are in {file}.")


def _task(asked: FitRequest) -> FitTask:
    task = FitTask(asked.game, asked.generations, asked.deals, asked.seed, workers=asked.workers)
    weights, file = task.weights, asked.start
    start = None if file is None else weights.read(_document(file), where=str(file))
    return replace(task, options=_options(asked), start=start)


def _options(asked: FitRequest) -> dict[str, Any]:
    """Return checked options without the number of players, which a fit chooses itself."""
    if "players" in asked.options:
        message = said("a fit plays with several numbers of players")
        raise BadOption(message, where="players", allowed=said("other options"))
    found = checked_options(asked.game, {"players": str(PLAYERS[-1]), **asked.options})
    return {name: value for name, value in found.items() if name != "players"}


def _document(file: Path) -> object:
    """Return what a file of weights holds, parsed."""
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        message = said("{file} is no file of weights: {reason}", file=file, reason=reason_of(error))
        raise BadOption(message, given=str(file), where="from", allowed=said("a JSON file"), problem="file") from None


def _command(asked: FitRequest) -> str:
    """Return the command line that does this again."""
    words = ["courtly", "fit", asked.game, "--generations", str(asked.generations), "--deals", str(asked.deals)]
    words += ["--seed", str(asked.seed)]
    words += [word for name, value in asked.options.items() for word in ("--option", f"{name}={value}")]
    return shlex.join(words + (["--from", asked.start.name] if asked.start else []))


def _write(file: Path, text: str) -> None:
    file.write_text(text, encoding="utf-8")


def _print(task: FitTask, found: Fit) -> None:
    """Print every weight before and after, and what the new ones win of the old."""
    console = Console(width=100, highlight=False)
    table = Table(title=f"{task.game}: {found.matches} matches")
    for column in ("weight", "before", "after"):
        table.add_column(column, justify="left" if column == "weight" else "right")
    before, after = (_shown(task, numbers) for numbers in (found.before, found.after))
    for name in task.weights.names:
        table.add_row(name, before[name], "left" if name in found.idle else after[name])
    console.print(table)
    for players, outcome in found.outcomes.items():
        console.print(f"{players} players: {_line(outcome)}")
    console.print(f"together: {_line(found.total)}")


def _shown(task: FitTask, numbers: Numbers) -> dict[str, str]:
    return {name: f"{value:g}" for name, value in task.weights.named(numbers).items()}


def _line(outcome: Outcome) -> str:
    """Return a share in words."""
    figure = outcome.figure()
    span = "" if figure.low is None else f" \\[{figure.low:.4f}, {figure.high:.4f}]"
    return f"share of victory {figure.value:.4f}{span} on {figure.n} fresh deals, {outcome.matches} matches"
