"""Effects of cards and options from the command line: build a question, print the figures as a table, JSON or CSV."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from courtly.arena.effect import Question, measure
from courtly.arena.intervals import Figure
from courtly.arena.output import as_text, check_writable, replace_file
from courtly.engine.errors import cannot_be
from courtly.engine.sentences import said
from courtly.terminal.arena import checked_options, progress_bar
from courtly.text.languages import ENGLISH


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectRequest:
    """The arguments of `courtly effect`; options and the precision as typed."""

    game: str
    options: Mapping[str, str]
    versus: Mapping[str, str]
    cards: tuple[str, ...]
    change: str | None
    precise: str
    deals: int
    seed: int
    workers: int | None
    out: Path | None
    as_json: bool


def measure_effect(request: EffectRequest) -> None:
    """Measure an effect, print it and write the requested file."""
    if request.out is not None:
        check_writable(request.out, (".json", ".csv"))
    with progress_bar("Playing") as on_progress:
        found = measure(_question(request), workers=request.workers, on_progress=on_progress)
    document = as_text(_plain(found))
    if request.out is not None:
        text = document if request.out.suffix == ".json" else _csv(found)
        replace_file(request.out, partial(_write, text))
    if request.as_json:
        print(document, end="")
    else:
        _print_table(found)


def _write(text: str, file: Path) -> None:
    file.write_text(text, encoding="utf-8")


def _question(request: EffectRequest) -> Question:
    versus = checked_options(request.game, {**request.options, **request.versus}) if request.versus else None
    return Question(
        game=request.game,
        options=checked_options(request.game, request.options),
        cards=request.cards,
        change=request.change,
        versus=versus,
        precision=share_of(request.precise),
        deals=request.deals,
        seed=request.seed,
    )


def share_of(text: str) -> float | None:
    """Return a share from text; None for `no`.

    Examples
    --------
    >>> share_of("1%"), share_of("0.02"), share_of("no")
    (0.01, 0.02, None)
    """
    if text == "no":
        return None
    try:
        return float(text[:-1]) / 100 if text.endswith("%") else float(text)
    except ValueError:
        raise cannot_be("precise", text, said("a share such as 0.01, or no")) from None


def _figures(row: Mapping[str, Any]) -> Iterator[tuple[str, Figure]]:
    return ((name, value) for name, value in row.items() if isinstance(value, Figure))


def _plain(found: dict[str, Any]) -> dict[str, Any]:
    """Return the figures as a document fit for JSON."""
    rows = [{**row, **{name: figure.as_dict() for name, figure in _figures(row)}} for row in found["rows"]]
    return {**found, "rows": rows}


def _csv(found: Mapping[str, Any]) -> str:
    """Return the figures as CSV, a line for each card and figure."""
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow(("card", "kind", "figure", "value", "low", "high", "n"))
    for row in found["rows"]:
        for name, each in _figures(row):
            lines.writerow((row.get("card", ""), row.get("kind", ""), name, each.value, each.low, each.high, each.n))
    return text.getvalue()


def _print_table(found: Mapping[str, Any]) -> None:
    console = Console(width=None if sys.stdout.isatty() else 120, highlight=False, markup=False)
    if found["rows"] and "false_discovery" in found["rows"][0]:
        console.print(_ranking(found))
    else:
        for row in found["rows"]:
            console.print(_changes(found, row))


def _changes(found: Mapping[str, Any], row: Mapping[str, Any]) -> Table:
    """Return the table of a change for all players."""
    title = f"{_name(row)}: {found['change']}" if "card" in row else f"{found['game']}: changed options"
    table = Table(title=title, caption=_caption(found, row["deals"]))
    table.add_column("figure")
    table.add_column("change", justify="right")
    for name, figure in _figures(row):
        is_share = name.startswith(("share", "taken", "place"))
        table.add_row(name, Text(shown(figure, is_share=is_share)))
    return table


def _ranking(found: Mapping[str, Any]) -> Table:
    """Return the table of what cards are worth."""
    rows = found["rows"]
    title = f"{found['game']}: what each card is worth to its owner"
    table = Table(title=title, caption=_caption(found, max(row["deals"] for row in rows)))
    for column in ("card", "kind", "taken in", "victory share", "points", ""):
        table.add_column(column, justify="left" if column in ("card", "kind", "") else "right")
    for row in rows:
        figures = (shown(row["taken"], is_share=True), shown(row["share"], is_share=True), shown(row["points"]))
        table.add_row(_name(row), row["kind"], *(Text(each) for each in figures), row["stands_out"] or "")
    return table


def _name(row: Mapping[str, Any]) -> str:
    names = row["names"]
    return str(names.get(ENGLISH) or next(iter(names.values())))


def _caption(found: Mapping[str, Any], deals: int) -> str:
    return f"played by {found['bot']} in every seat, up to {deals} deals; in brackets 95 % intervals over the deals"


def shown(figure: Figure, *, is_share: bool = False) -> str:
    """Return a figure with its interval; a share in percent."""
    if figure.value is None:
        return "-"
    by, unit = (100, " %") if is_share else (1, "")
    span = "" if figure.low is None or figure.high is None else f" [{by * figure.low:.1f}, {by * figure.high:.1f}]"
    return f"{by * figure.value:.1f}{unit}{span}"
