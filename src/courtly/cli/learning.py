"""Commands that teach: the rules of a game, and lessons."""

from __future__ import annotations

from typing import Annotated

import typer

from courtly.cli.app import app
from courtly.cli.language import Lang
from courtly.text.languages import ENGLISH


@app.command()
def rules(
    game: Annotated[str, typer.Argument(help="Which game; `courtly games` lists them.")],
    lang: Lang = ENGLISH,
) -> None:
    """Print the rules of a game for players."""
    from courtly.terminal.learn import print_rules

    print_rules(game, lang=lang)


@app.command()
def learn(
    lesson: Annotated[str, typer.Argument(metavar="GAME|FILE", help="A game, or your own lesson file.")],
    check: Annotated[bool, typer.Option("--check", help="Only check the lesson.")] = False,
    lang: Lang = ENGLISH,
) -> None:
    """Learn a game at a table, step by step.

    A file is checked first; every problem is listed with its step and what is allowed there.
    """
    from courtly.terminal import learn as lessons

    if check:
        lessons.check_lesson(lesson, lang=lang)
    else:
        lessons.learn(lesson, lang=lang)
