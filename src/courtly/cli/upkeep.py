"""Commands for server operators: backup, restore, prune."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from courtly.cli.app import app

if TYPE_CHECKING:
    from courtly.text.locales import Locale

Database = Annotated[
    str | None,
    typer.Option(metavar="FILE|URL", help="SQLite file for the tables, or the URL of a database."),
]
Lang = Annotated[str, typer.Option(help="Language: en or fr.")]

YES = ("y", "yes", "o", "oui")
"""Answers that mean yes, in either language."""


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="Output file; it must not exist yet.")],
    database: Database = None,
    lang: Lang = "en",
) -> None:
    """Write all tables, as they are at this moment, into a new file, even while the server runs.

    The file contains every hidden card and is readable only by its owner.
    """
    from courtly.tables import store

    locale = _locale(lang)
    count = store.backup(_database(database), file)
    print(locale.count("{n} table saved in {file}.", "{n} tables saved in {file}.", count, file=file))


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A SQLite or PostgreSQL backup file.")],
    database: Database = None,
    lang: Lang = "en",
) -> None:
    """Restore a backup into an empty or new database.

    A SQLite backup can be restored into PostgreSQL, and vice versa.
    """
    from courtly.tables import store

    locale = _locale(lang)
    count = store.restore(file, _database(database))
    print(locale.count("{n} table restored from {file}.", "{n} tables restored from {file}.", count, file=file))


@app.command()
def prune(
    days: Annotated[int, typer.Option(min=1, max=36500, help="Number of days without activity.")],
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Delete without asking.")] = False,
    database: Database = None,
    lang: Lang = "en",
) -> int:
    """Delete every table that has been idle for a number of days, with its matches and its chat.

    Without --yes it asks first; the exit status is 1 if the answer is no.
    """
    from courtly.tables import store

    locale, kept = _locale(lang), _database(database)
    if not yes and not _agrees(days, locale):
        print(locale.say("Nothing is deleted."))
        return 1
    count = store.prune(kept, days=days)
    print(locale.count("{n} table deleted.", "{n} tables deleted.", count))
    return 0


def _locale(lang: str) -> Locale:
    from courtly.text.languages import checked_language
    from courtly.text.locales import Locale

    return Locale(checked_language(lang))


def _database(given: str | None) -> str:
    """Return the database of the option, or the database of a server with the settings of this environment."""
    from courtly.settings import Settings

    return Settings.read(database=given).store


def _agrees(days: int, locale: Locale) -> bool:
    """Ask for confirmation to delete tables. Only an answer in `YES` confirms."""
    question = locale.count(
        "This deletes all tables without activity for {n} day, for ever. Continue? [y/N]",
        "This deletes all tables without activity for {n} days, for ever. Continue? [y/N]",
        days,
    )
    print(question, end=" ", flush=True)
    answer = sys.stdin.readline()
    if not answer:
        print()
    return answer.strip().lower() in YES
