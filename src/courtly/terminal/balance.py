"""Studies of balance from the command line: build a question from the arguments, write the report as a page or JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from courtly.arena.balance import Question, as_document, as_html, report
from courtly.arena.balance.charts import drawer
from courtly.arena.output import as_text, check_writable, replace_file
from courtly.arena.ratings import fitter
from courtly.arena.run import Resources
from courtly.arena.warm import WARM_UP_PARTS
from courtly.bots import split_specs
from courtly.scene.console import make_console
from courtly.terminal.arena import checked_options, progress_bar
from courtly.terminal.commands import warm


@dataclass(frozen=True, slots=True)
class BalanceRequest:
    """The arguments of `courtly balance`; options and bots as typed."""

    game: str
    options: Mapping[str, str]
    versus: Mapping[str, str]
    bot: str
    ladder: str
    deals: int
    ladder_deals: int
    told: int
    seed: int
    resources: Resources
    out: Sequence[Path]
    as_json: bool


def study(request: BalanceRequest) -> None:
    """Study a game and write the report."""
    question = _question(request)
    files = request.out or (() if request.as_json else (Path(f"balance-{request.game}.html"),))
    for file in files:
        check_writable(file, (".html", ".json"))
        if file.suffix == ".html":
            drawer()
    fitter()
    warm([request.game], WARM_UP_PARTS)
    with progress_bar("Playing") as on_progress:
        found = report(question, request.resources, on_progress)
    document = as_text(as_document(found))
    for file in files:
        replace_file(file, partial(_write, document if file.suffix == ".json" else as_html(found)))
    if request.as_json:
        print(document, end="")
    else:
        make_console().print(f"The report is in {' and '.join(map(str, files))}.")


def _write(text: str, file: Path) -> None:
    file.write_text(text, encoding="utf-8")


def _question(request: BalanceRequest) -> Question:
    options = checked_options(request.game, request.options)
    versus = checked_options(request.game, {**request.options, **request.versus}) if request.versus else None
    return Question(
        game=request.game,
        options=options,
        versus=versus,
        bot=request.bot,
        ladder=tuple(split_specs(request.ladder)),
        deals=request.deals,
        ladder_deals=request.ladder_deals,
        told=request.told,
        seed=request.seed,
    )
