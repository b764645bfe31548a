"""Commands for whoever keeps a server: backup, restore, prune."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from courtly.cli.app import app

if TYPE_CHECKING:
    from courtly.text.reader import Reader

Database = Annotated[
    str | None,
    typer.Option(metavar="FILE|URL", help="SQLite file that keeps the tables, or the URL of a database."),
]
Lang = Annotated[str, typer.Option(help="Language: en or fr.")]

YES = ("y", "yes", "o", "oui")
"""What agrees, in either language."""


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="The file to write; it must not be there yet.")],
    database: Database = None,
    lang: Lang = "en",
) -> None:
    """Write all tables, as they are at one moment, into a new file, also while the server runs.

    The file tells every hidden card and is readable by its owner alone.
    """
    from courtly.tables import store

    reader = _reader(lang)
    count = store.backup(_database(database), file)
    print(reader.count("{n} table is saved in {file}.", "{n} tables are saved in {file}.", count, file=file))


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A backup, of SQLite or of PostgreSQL.")],
    database: Database = None,
    lang: Lang = "en",
) -> None:
    """Bring a backup back into a database that is empty, or not there yet.

    A backup of SQLite can be brought back into PostgreSQL, and the other way round.
    """
    from courtly.tables import store

    reader = _reader(lang)
    count = store.restore(file, _database(database))
    print(reader.count("{n} table is back from {file}.", "{n} tables are back from {file}.", count, file=file))


@app.command()
def prune(
    days: Annotated[int, typer.Option(min=1, max=36500, help="For how many days nothing has happened there.")],
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Delete without asking.")] = False,
    database: Database = None,
    lang: Lang = "en",
) -> int:
    """Delete every table where nothing has happened for so many days, with its matches and its talk.

    Without --yes it asks first; the exit status is 1 when the answer is no.
    """
    from courtly.tables import store

    reader, kept = _reader(lang), _database(database)
    if not yes and not _agrees(days, reader):
        print(reader.say("Nothing is deleted."))
        return 1
    count = store.prune(kept, days=days)
    print(reader.count("{n} table is deleted.", "{n} tables are deleted.", count))
    return 0


def _reader(lang: str) -> Reader:
    from courtly.text.languages import checked_language
    from courtly.text.reader import Reader

    return Reader(checked_language(lang))


def _database(given: str | None) -> str:
    """Return which database a server with the same settings uses."""
    from courtly.settings import Settings

    return Settings.read(database=given).store


def _agrees(days: int, reader: Reader) -> bool:
    """Ask whether tables are to be deleted; whoever says nothing does not agree."""
    question = reader.count(
        "Tables where nothing has happened for {n} day are deleted for ever. Go on? [y/N]",
        "Tables where nothing has happened for {n} days are deleted for ever. Go on? [y/N]",
        days,
    )
    print(question, end=" ", flush=True)
    answer = sys.stdin.readline()
    if not answer:
        print()
    return answer.strip().lower() in YES
