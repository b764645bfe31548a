"""Commands on a finished match: review it, or show its moves."""

from __future__ import annotations

from typing import Annotated

import typer

from courtly.cli.app import app
from courtly.cli.language import Lang
from courtly.cli.people import with_record
from courtly.text.languages import ENGLISH


@app.command()
def review(
    file: Annotated[str, typer.Argument(help="The record of a finished match; use - for standard input.")],
    matches: Annotated[int, typer.Option(help="Simulated games behind each figure at the start of a turn.")] = 800,
    simulations: Annotated[int, typer.Option(help="Simulations per search of a position.")] = 1000,
    seed: Annotated[int, typer.Option(help="Random seed of the review.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the review as JSON.")] = False,
    lang: Lang = ENGLISH,
) -> int:
    """Review a finished match: chances, mistakes, luck and play, based on what each seat could know."""
    from courtly.review import Effort
    from courtly.terminal.reviewing import review_record

    effort = Effort(matches=matches, simulations=simulations, seed=seed)
    with_record(file, lang, lambda document: review_record(document, effort, lang=lang, as_json=as_json))
    return 0


@app.command()
def show(
    file: Annotated[str, typer.Argument(help="The record of a finished match; use - for standard input.")],
    move: Annotated[int | None, typer.Option(help="Show the table after this many moves, and exit.")] = None,
    seat: Annotated[int | None, typer.Option(help="Point of view; default: what a spectator saw.")] = None,
    lang: Lang = ENGLISH,
) -> int:
    """Step through a finished match, move by move."""
    from courtly.terminal.reviewing import show_record

    with_record(file, lang, lambda document: show_record(document, move=move, seat=seat, lang=lang))
    return 0
