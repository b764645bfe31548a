"""The command that serves: its options, each of them a setting, and what it does with them."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from typing import Annotated

import typer

from courtly.cli.app import app
from courtly.cli.groups import takes


@dataclass(frozen=True, kw_only=True, slots=True)
class ServeOptions:
    """The options of `courtly serve`; None is one that was not given. What each takes, `Settings` says."""

    host: Annotated[str | None, typer.Option(help="Address to listen on; by default 127.0.0.1.")] = None
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="Port to listen on, by default 8000; 0 takes a free one.")
    ] = None
    database: Annotated[
        str | None,
        typer.Option(metavar="FILE|URL", help="SQLite file that keeps the tables, or the URL of a database."),
    ] = None
    base_url: Annotated[
        str | None, typer.Option(metavar="URL", help="Address at which browsers reach it, behind a proxy.")
    ] = None
    proxies: Annotated[
        str | None,
        typer.Option(metavar="ADDRESSES", help="Proxies whose headers are believed, by default 127.0.0.1."),
    ] = None
    secret: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="Signs the cookies; other users of the machine can see what is typed here."),
    ] = field(default=None, repr=False)
    cores: Annotated[int | None, typer.Option(min=1, help="Processor cores to use; by default all that there are.")] = (
        None
    )
    thinkers: Annotated[
        int | None, typer.Option(min=1, help="Bots that may think at once; by default as many as cores.")
    ] = None
    warm_up: Annotated[
        bool | None,
        typer.Option("--warm-up/--no-warm-up", help="Compile the rules of all games ahead, as it does by default."),
    ] = None
    pace: Annotated[float | None, typer.Option(help="Seconds that a bot takes for a move, by default 0.6.")] = None
    most_acts: Annotated[int | None, typer.Option(help="Acts of one person in --limit-seconds.")] = None
    most_lines: Annotated[int | None, typer.Option(help="Lines of table talk of one person in --limit-seconds.")] = None
    limit_seconds: Annotated[float | None, typer.Option(help="The time for --most-acts and --most-lines.")] = None
    most_sockets: Annotated[int | None, typer.Option(help="Live connections of one person.")] = None
    most_watchers: Annotated[int | None, typer.Option(help="Live connections to one table.")] = None
    most_tables: Annotated[int | None, typer.Option(help="Tables of one person that are not over.")] = None
    most_persons: Annotated[int | None, typer.Option(help="New persons from one address in --address-seconds.")] = None
    most_guesses: Annotated[
        int | None, typer.Option(help="Wrong codes and links from one address in --address-seconds.")
    ] = None
    address_seconds: Annotated[float | None, typer.Option(help="The time for --most-persons and --most-guesses.")] = (
        None
    )
    largest_message: Annotated[int | None, typer.Option(help="Bytes of a request or a message.")] = None
    largest_body: Annotated[int | None, typer.Option(help="Bytes of a form, and of what may bring a card set.")] = None
    review_matches: Annotated[
        int | None, typer.Option(help="Imagined matches that a review of a finished match rests on; 0 makes none.")
    ] = None
    log_format: Annotated[
        str | None, typer.Option(metavar="text|json", help="How the log is written, by default as text.")
    ] = None
    log_requests: Annotated[
        bool | None,
        typer.Option(
            "--log-requests/--no-log-requests", help="Write every request to the log, without codes and links."
        ),
    ] = None


@app.command()
@takes(ServeOptions)
def serve(options: ServeOptions) -> None:
    """Serve the pages, the programs' interface and the live tables.

    Each option may be set in the environment instead, as COURTLY_ and its name: COURTLY_PORT, COURTLY_BASE_URL. What
    each takes stands in docs/settings.md.
    """
    from courtly.settings import Settings
    from courtly.terminal.commands import serve_pages
    from courtly.web.app import create_app
    from courtly.web.logs import log_config

    settings = Settings.read(**dataclasses.asdict(options))
    serve_pages(settings, make_application=create_app, log_config=log_config(settings))
