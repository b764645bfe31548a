"""Studies of balance from the command line: makes a question of the arguments, and a page or JSON of the report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from courtly.arena.balance import Question, as_document, as_html, report
from courtly.arena.balance.charts import drawer
from courtly.arena.output import as_text, check_writable, replace_file
from courtly.arena.ratings import fitter
from courtly.arena.run import Resources
from courtly.arena.warm import ROOMS
from courtly.bots import split_specs
from courtly.scene.console import make_console
from courtly.terminal.arena import checked_options, progress_bar
from courtly.terminal.commands import warm


@dataclass(frozen=True, slots=True)
class BalanceRequest:
    """What `courtly balance` was asked for; options and bots as they were typed."""

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
    out: Path | None
    as_json: bool


def study(asked: BalanceRequest) -> None:
    """Study a game and write the report."""
    question = _question(asked)
    file = asked.out or (None if asked.as_json else Path(f"balance-{asked.game}.html"))
    if file is not None:
        check_writable(file, (".html", ".json"))
        if file.suffix == ".html":
            drawer()
    fitter()
    warm([asked.game], ROOMS)
    with progress_bar("Playing") as on_progress:
        found = report(question, asked.resources, on_progress)
    document = as_text(as_document(found))
    if file is not None:
        text = document if file.suffix == ".json" else as_html(found)
        replace_file(file, lambda draft: _write(draft, text))
    if asked.as_json:
        print(document, end="")
    elif file is not None:
        make_console().print(f"The report is in {file}.")


def _write(file: Path, text: str) -> None:
    file.write_text(text, encoding="utf-8")


def _question(asked: BalanceRequest) -> Question:
    options = checked_options(asked.game, asked.options)
    versus = checked_options(asked.game, {**asked.options, **asked.versus}) if asked.versus else None
    return Question(
        game=asked.game,
        options=options,
        versus=versus,
        bot=asked.bot,
        ladder=tuple(split_specs(asked.ladder)),
        deals=asked.deals,
        ladder_deals=asked.ladder_deals,
        told=asked.told,
        seed=asked.seed,
    )
