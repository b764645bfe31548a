"""The commands `courtly admin`, for server operators."""

from __future__ import annotations

from typing import Annotated

import typer

from courtly.cli.app import HELP_OPTIONS
from courtly.cli.app import app as commands

app = typer.Typer(
    name="admin",
    help="Administer the people of a server.",
    rich_markup_mode=None,
    context_settings=HELP_OPTIONS,
)
commands.add_typer(app)


@app.callback(invoke_without_command=True)
def admin_options(context: typer.Context) -> None:
    """Administer the people of a server."""
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command("link")
def link(
    database: Annotated[
        str | None,
        typer.Option(metavar="FILE|URL", help="SQLite file for the tables, or the URL of a database."),
    ] = None,
    base_url: Annotated[str | None, typer.Option(help="Public address of the server.")] = None,
) -> None:
    """Print a secret link to the pages of administrators.

    The link works once, within an hour, and opens a session of twelve hours. Run it with the settings of the server.
    """
    from courtly.settings import Settings
    from courtly.web.admin_links import AdminLinks
    from courtly.web.identity import load_or_create_secret

    settings = Settings.read(database=database, base_url=base_url)
    secret = settings.secret.get_secret_value() if settings.secret else load_or_create_secret(settings.store)
    print(AdminLinks(secret).make(settings.base_url or f"http://{settings.host}:{settings.port}"))
