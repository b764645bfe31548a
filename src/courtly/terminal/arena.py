"""Tournaments from the command line: build a plan from the arguments, print the results as a table or JSON."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

import courtly
from courtly.arena.output import as_text, check_output, write_all
from courtly.arena.plan import Plan
from courtly.arena.ratings import fitter
from courtly.arena.run import Progress as OnProgress
from courtly.arena.run import Resources, play
from courtly.arena.standings import summary
from courtly.arena.trajectories import check_trajectories, write_trajectories
from courtly.arena.warm import WARM_UP_PARTS
from courtly.bots import split_specs
from courtly.engine.contract.options import read_options
from courtly.engine.errors import BadOption, CourtlyError
from courtly.engine.sentences import said
from courtly.terminal.commands import warm

MAX_FORFEITS_SHOWN = 20
"""Maximum number of forfeits listed in the table; the JSON holds all of them."""


@dataclass(frozen=True, slots=True)
class ArenaRequest:
    """The arguments of `courtly arena`; `options` and `players` as typed."""

    game: str
    options: Mapping[str, str]
    players: Sequence[str]
    deals: int
    seats: int | None
    seed: int
    move_time: float
    resources: Resources
    out: Sequence[Path]
    as_json: bool
    trajectories: Path | None = None


def run_tournament(request: ArenaRequest) -> None:
    """Play a tournament, write the requested files and print the summary."""
    plan = plan_of(request)
    for file in request.out:
        check_output(file)
    if request.trajectories is not None:
        check_trajectories(request.trajectories)
    fitter()
    warm([request.game], WARM_UP_PARTS)
    with progress_bar("Playing") as on_progress:
        results = play(plan, request.resources, on_progress)
    found = summary(results)
    if request.as_json:
        print(as_text(found), end="", flush=True)
    else:
        _print_summary(found)
    write_all(results, request.out)
    if request.trajectories is not None:
        write_trajectories(results, request.trajectories)
    check_forfeits(found)


class AllForfeited(CourtlyError):
    """A bot forfeited every match, so that the results say nothing about it."""

    code = "all-forfeited"


def check_forfeits(found: Mapping[str, Any]) -> None:
    """Raise `AllForfeited`, with the reason of its first forfeit, if a bot forfeited every match that it played."""
    for bot in found["bots"]:
        if bot["forfeits"] and bot["forfeits"] == bot["matches"]:
            reason = next(each["reason"] for each in found["forfeits"] if each["bot"] == bot["name"])
            places = {"bot": bot["name"], "count": bot["matches"], "reason": reason}
            raise AllForfeited(
                said("{bot} forfeited all of its {count} matches. The first: {reason}", **places), where="players"
            )


def plan_of(request: ArenaRequest) -> Plan:
    """Return the checked plan of a tournament."""
    bots = tuple(spec for specs in request.players for spec in split_specs(specs))
    seats = len(bots) if request.seats is None else request.seats
    if request.seats is not None and request.options.get("players", str(seats)) != str(seats):
        players = request.options["players"]
        message = said("{seats} seats and {players} players do not match", seats=seats, players=players)
        raise BadOption(message, given=seats, where="seats", allowed=said("one of the two"), problem="together")
    options = checked_options(request.game, {"players": str(seats), **request.options})
    return Plan(
        game=request.game,
        options=options,
        bots=bots,
        deals=request.deals,
        seed=request.seed,
        move_time=request.move_time,
    )


def checked_options(game: str, typed: Mapping[str, str]) -> dict[str, Any]:
    """Return checked options in record form from typed ones; a file named by an option is read."""
    model = courtly.find_game(game).rules.options
    values = model.load_documents(typed)
    texts = {name: value for name, value in values.items() if isinstance(value, str)}
    checked = read_options(model, texts, from_text=True)
    if len(texts) < len(values):
        checked = read_options(model, {**checked.given(), **{k: v for k, v in values.items() if k not in texts}})
    return checked.given()


@contextmanager
def progress_bar(label: str) -> Iterator[OnProgress]:
    """Show progress on standard error if it is a terminal."""
    console = Console(stderr=True)
    columns = (BarColumn(30), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(TextColumn(label), *columns, console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task(label, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)


def _print_summary(found: dict[str, Any]) -> None:
    """Print the results of a tournament as a table."""
    console = Console(width=None if sys.stdout.isatty() else 120, highlight=False)
    title = f"{found['game']}, {found['seats']} seats: {found['deals']} deals, {found['matches']} matches"
    table = Table(title=title, caption="in brackets 95 % intervals over the deals")
    for column in ("bot", "share of victory", "margin", "rating", "forfeits"):
        table.add_column(column, justify="left" if column == "bot" else "right")
    for bot in sorted(found["bots"], key=lambda bot: -bot["rating"]):
        cells = [shown(bot, "share", 3), shown(bot, "margin", 2), shown(bot, "rating", 0)]
        table.add_row(escape(bot["name"]), *cells, str(bot["forfeits"] or ""))
    console.print(table)
    for bot in found["bots"]:
        if bot["spent"] is not None:
            console.print(f"{bot['name']}: {spent_in_words(bot['spent'])}", markup=False)
    for forfeit in found["forfeits"][:MAX_FORFEITS_SHOWN]:
        line = f"match {forfeit['match']}: {forfeit['bot']} in seat {forfeit['seat']} forfeits: {forfeit['reason']}"
        console.print(line, markup=False)
    if len(found["forfeits"]) > MAX_FORFEITS_SHOWN:
        console.print(f"and {len(found['forfeits']) - MAX_FORFEITS_SHOWN} forfeits more: see --json")


def spent_in_words(spent: Mapping[str, Any]) -> str:
    """Return the cost of a language model's answers, as far as its program reported it.

    Examples
    --------
    >>> spent_in_words({"answers": 4, "refused": 1, "seconds": 10.0, "slowest": 4.0, "tokens": 900.0, "cost": None})
    '4 answers, 1 refused, 2.50 s each, at most 4.00 s, 900 tokens'
    """
    parts = [f"{spent['answers']} answers", *([f"{spent['refused']} refused"] if spent["refused"] else [])]
    parts += [f"{spent['seconds'] / spent['answers']:.2f} s each", f"at most {spent['slowest']:.2f} s"]
    parts += [f"{spent[name]:.6g} {name}" for name in ("tokens", "cost") if spent[name] is not None]
    return ", ".join(parts)


def shown(row: Mapping[str, Any], name: str, digits: int) -> str:
    """Return a figure with its confidence interval."""
    value, low, high = row[name], row[f"{name}_low"], row[f"{name}_high"]
    if value is None:
        return "-"
    span = "" if low is None else f" \\[{low:.{digits}f}, {high:.{digits}f}]"
    return f"{value:.{digits}f}{span}"
