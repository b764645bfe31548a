"""Commands for server operators: backup, restore, prune, doctor."""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from courtly.cli.app import app
from courtly.cli.language import Lang
from courtly.engine.sentences import said
from courtly.text.languages import ENGLISH, SUPPORTED

if TYPE_CHECKING:
    from courtly.text.locales import Locale

Database = Annotated[
    str | None,
    typer.Option(metavar="FILE|URL", help="SQLite file for the tables, or the URL of a database."),
]
YES = {answer for language in SUPPORTED for answer in language.yes}
"""Answers that mean yes, in any language."""


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="Output file; it must not exist yet.")],
    database: Database = None,
    lang: Lang = ENGLISH,
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
    as_drill: Annotated[
        bool, typer.Option("--drill", help="Only test the backup, in a temporary database; nothing else is written.")
    ] = False,
    lang: Lang = ENGLISH,
) -> int:
    """Restore a backup into an empty or new database.

    A SQLite backup can be restored into PostgreSQL, and vice versa. A drill replays and checks all running tables, and
    lets the steward play one of each game to its end. The exit status is 1 if tables are damaged.
    """
    from courtly.tables import store

    locale = _locale(lang)
    if as_drill:
        return _drill(file, locale)
    count = store.restore(file, _database(database))
    print(locale.count("{n} table restored from {file}.", "{n} tables restored from {file}.", count, file=file))
    return 0


def _drill(file: Path, locale: Locale) -> int:
    """Restore a backup into a temporary database, test it there, and print the report."""
    from courtly.runtime import Runtime
    from courtly.tables import store
    from courtly.tables.drill import DrillReport, drill

    async def run(copied: Path) -> DrillReport:
        with Runtime() as runtime:
            async with await store.open_store(copied) as opened:
                return await drill(opened, runtime)

    with tempfile.TemporaryDirectory(prefix="courtly-") as folder:
        copied = Path(folder) / "tables.db"
        count = store.restore(file, copied)
        incomplete = {table: said("its journal is incomplete") for table in store.examine(copied).damaged}
        report = asyncio.run(run(copied))
    print(locale.count("{n} table in {file}.", "{n} tables in {file}.", count, file=file))
    print(
        locale.count(
            "{n} running table was replayed and checked: {entries} entries.",
            "{n} running tables were replayed and checked: {entries} entries.",
            report.replayed,
            entries=report.entries,
        )
    )
    for game, moves in sorted(report.played.items()):
        print(
            locale.count(
                "{game}: 1 match was played to its end, in {n} move.",
                "{game}: 1 match was played to its end, in {n} moves.",
                moves,
                game=game,
            )
        )
    damages = {**report.damages, **incomplete}
    for table, damage in damages.items():
        print(locale.say("Table {table} is damaged: {damage}.", table=table, damage=locale.worded(damage)))
    print(locale.say("The backup is damaged.") if damages else locale.say("The backup can be played."))
    return int(bool(damages))


@app.command()
def prune(
    days: Annotated[int, typer.Option(min=1, max=36500, help="Number of days without activity.")],
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Delete without asking.")] = False,
    database: Database = None,
    lang: Lang = ENGLISH,
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


@app.command()
def doctor(
    url: Annotated[
        str | None, typer.Option(metavar="URL", help="Public address of the server; default: COURTLY_BASE_URL.")
    ] = None,
    database: Database = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON list.")] = False,
    lang: Lang = ENGLISH,
) -> int:
    """Check the disk, the clock, the database, the cache, the libraries, and the proxy of a server.

    Each check prints one line, with advice if there is a problem. The exit status is 1 if there are problems.
    """
    from courtly.settings import Settings
    from courtly.terminal.doctor import STATUS, examine, free_bytes

    locale, settings = _locale(lang), Settings.read(database=database, base_url=url)
    has_problem, found = False, []
    for one in examine(settings, settings.base_url, free_bytes):
        has_problem |= one.status == "problem"
        told = locale.worded(one.sentence)
        if as_json:
            found.append({"check": one.name, "status": one.status, "message": told})
        else:
            print(f"{locale.say(STATUS[one.status]):<11} {locale.say(one.name)}: {told}", flush=True)
    if as_json:
        print(json.dumps(found, ensure_ascii=False, indent=2))
    return int(has_problem)


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
