"""The commands `courtly ratings`, for server operators."""

from __future__ import annotations

from typing import Annotated

import typer

from courtly.cli.app import HELP_OPTIONS
from courtly.cli.app import app as commands
from courtly.cli.language import Lang
from courtly.text.languages import ENGLISH

app = typer.Typer(
    name="ratings",
    help="Maintain the ratings of a server.",
    rich_markup_mode=None,
    context_settings=HELP_OPTIONS,
)
commands.add_typer(app)


@app.callback(invoke_without_command=True)
def ratings_options(context: typer.Context) -> None:
    """Maintain the ratings of a server."""
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command("rebuild")
def rebuild(
    database: Annotated[
        str | None,
        typer.Option(metavar="FILE|URL", help="SQLite file for the tables, or the URL of a database."),
    ] = None,
    lang: Lang = ENGLISH,
) -> None:
    """Compute all ratings again from the journals of the tables.

    The result is the same as before, unless the ratings of the levels have changed. A running server cannot save acts
    at that time: 100,000 rated matches take less than a minute.
    """
    from courtly.settings import Settings
    from courtly.tables import store
    from courtly.text.languages import checked_language
    from courtly.text.locales import Locale

    locale = Locale(checked_language(lang))
    count = store.rebuild_ratings(Settings.read(database=database).store)
    print(locale.count("{n} rated match counted.", "{n} rated matches counted.", count))
