"""Fit a game's weights from the command line: build a task from the arguments, write the result to a file."""

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
from courtly.arena.warm import WARM_UP_PARTS
from courtly.engine.contract.weights import Numbers
from courtly.engine.errors import BadOption, reason_of
from courtly.engine.sentences import said
from courtly.scene.console import make_console
from courtly.terminal.arena import checked_options, progress_bar
from courtly.terminal.commands import warm


@dataclass(frozen=True, slots=True)
class FitRequest:
    """The arguments of `courtly fit`; options as typed."""

    game: str
    options: Mapping[str, str]
    generations: int
    deals: int
    seed: int
    workers: int | None
    start: Path | None
    out: Path | None


def fit_weights(request: FitRequest) -> None:
    """Fit the weights of a game, print the result, and write the file if the new weights are better."""
    task = _task(request)
    task.check()
    file = request.out or Path(f"steward-{request.game}.json")
    check_writable(file, (".json",))
    warm([request.game], WARM_UP_PARTS)
    with progress_bar("Playing") as on_progress:
        found = fit(task, on_progress)
    _print(task, found)
    console = make_console()
    if not found.is_better:
        console.print("Nothing better was found, so nothing is written.")
        return
    text = as_text(as_document(task, found, command=_command(request)))
    replace_file(file, lambda draft: _write(draft, text))
    console.print(f"The weights are in {file}.")


def _task(request: FitRequest) -> FitTask:
    task = FitTask(request.game, request.generations, request.deals, request.seed, workers=request.workers)
    weights, file = task.weights, request.start
    start = None if file is None else weights.read(_document(file), where=str(file))
    return replace(task, options=_options(request), start=start)


def _options(request: FitRequest) -> dict[str, Any]:
    """Return checked options without the number of players, which the fit varies itself."""
    if "players" in request.options:
        message = said("a fit varies the number of players itself")
        raise BadOption(message, where="players", allowed=said("other options"))
    found = checked_options(request.game, {"players": str(PLAYERS[-1]), **request.options})
    return {name: value for name, value in found.items() if name != "players"}


def _document(file: Path) -> object:
    """Return the parsed content of a weights file."""
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        message = said("{file} is not a file of weights: {reason}", file=file, reason=reason_of(error))
        raise BadOption(message, given=str(file), where="from", allowed=said("a JSON file"), problem="file") from None


def _command(request: FitRequest) -> str:
    """Return the command line that repeats this fit."""
    words = ["courtly", "fit", request.game, "--generations", str(request.generations), "--deals", str(request.deals)]
    words += ["--seed", str(request.seed)]
    words += [word for name, value in request.options.items() for word in ("--option", f"{name}={value}")]
    return shlex.join(words + (["--from", request.start.name] if request.start else []))


def _write(file: Path, text: str) -> None:
    file.write_text(text, encoding="utf-8")


def _print(task: FitTask, found: Fit) -> None:
    """Print each weight before and after, and the results of the new weights against the old."""
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
    """Return a victory share with its interval in words."""
    figure = outcome.figure()
    span = "" if figure.low is None else f" \\[{figure.low:.4f}, {figure.high:.4f}]"
    return f"share of victory {figure.value:.4f}{span} on {figure.n} fresh deals, {outcome.matches} matches"
