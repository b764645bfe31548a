"""The command `courtly serve`, whose options are settings."""

from __future__ import annotations

import dataclasses
import sys
from dataclasses import dataclass, field
from typing import Annotated

import typer

from courtly.cli.app import app
from courtly.cli.groups import option_groups


@dataclass(frozen=True, kw_only=True, slots=True)
class ServeOptions:
    """The options of `courtly serve`, None if not given; `Settings` documents their values."""

    host: Annotated[str | None, typer.Option(help="Address to listen on; default: 127.0.0.1.")] = None
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="Port to listen on; default: 8000; 0 picks a free one.")
    ] = None
    database: Annotated[
        str | None,
        typer.Option(metavar="FILE|URL", help="SQLite file for the tables, or the URL of a database."),
    ] = None
    base_url: Annotated[
        str | None, typer.Option(metavar="URL", help="Public address of the server, if it is behind a proxy.")
    ] = None
    proxies: Annotated[
        str | None,
        typer.Option(metavar="ADDRESSES", help="Trusted proxies; default: 127.0.0.1."),
    ] = None
    secret: Annotated[
        str | None,
        typer.Option(
            metavar="TEXT",
            help="Secret that signs the cookies; other users of this machine can see a value given here.",
        ),
    ] = field(default=None, repr=False)
    cores: Annotated[int | None, typer.Option(min=1, help="Processor cores to use; default: all.")] = None
    thinkers: Annotated[
        int | None, typer.Option(min=1, help="Maximum bots that think at the same time; default: one per core.")
    ] = None
    warm_up: Annotated[
        bool | None,
        typer.Option("--warm-up/--no-warm-up", help="Compile the rules of all games at startup; this is the default."),
    ] = None
    pace: Annotated[float | None, typer.Option(help="Seconds per move of a bot; default: 0.6.")] = None
    max_acts: Annotated[
        int | None, typer.Option("--max-acts", "--most-acts", help="Maximum acts per player in --limit-seconds.")
    ] = None
    max_lines: Annotated[
        int | None,
        typer.Option("--max-lines", "--most-lines", help="Maximum chat messages per player in --limit-seconds."),
    ] = None
    limit_seconds: Annotated[
        float | None, typer.Option(help="Time window of --max-acts and --max-lines, in seconds.")
    ] = None
    max_sockets: Annotated[
        int | None, typer.Option("--max-sockets", "--most-sockets", help="Maximum live connections per player.")
    ] = None
    max_watchers: Annotated[
        int | None, typer.Option("--max-watchers", "--most-watchers", help="Maximum live connections per table.")
    ] = None
    max_tables: Annotated[
        int | None, typer.Option("--max-tables", "--most-tables", help="Maximum unfinished tables per player.")
    ] = None
    max_connections: Annotated[
        int | None, typer.Option(help="Maximum connections of the server, from all players together.")
    ] = None
    max_persons: Annotated[
        int | None,
        typer.Option(
            "--max-persons", "--most-persons", help="Maximum new players from one address in --address-seconds."
        ),
    ] = None
    max_guesses: Annotated[
        int | None,
        typer.Option(
            "--max-guesses",
            "--most-guesses",
            help="Maximum wrong codes and links from one address in --address-seconds.",
        ),
    ] = None
    address_seconds: Annotated[
        float | None, typer.Option(help="Time window of --max-persons and --max-guesses, in seconds.")
    ] = None
    largest_message: Annotated[int | None, typer.Option(help="Maximum bytes of a request or message.")] = None
    largest_body: Annotated[
        int | None, typer.Option(help="Maximum bytes of a form, or of a request with a card set.")
    ] = None
    max_upload: Annotated[
        int | None,
        typer.Option(help="Maximum bytes of uploaded records and card sets from one address per day; default: 8 MiB."),
    ] = None
    upload_days: Annotated[
        int | None, typer.Option(help="Days after which an uploaded record is deleted; default: 30.")
    ] = None
    review_matches: Annotated[
        int | None, typer.Option(help="Simulated games per review of a finished match; 0: no reviews.")
    ] = None
    opponents: Annotated[
        bool | None,
        typer.Option("--opponents/--no-opponents", help="Let players look for opponents."),
    ] = None
    ratings: Annotated[
        bool | None,
        typer.Option("--ratings/--no-ratings", help="Let players open rated tables, and show ratings."),
    ] = None
    statistics: Annotated[
        bool | None,
        typer.Option("--statistics/--no-statistics", help="Count finished matches, and show the statistics of games."),
    ] = None
    stage: Annotated[
        bool | None,
        typer.Option("--stage/--no-stage", help="Let spectators see a stage for streams, and hands that players show."),
    ] = None
    blocks: Annotated[
        bool | None,
        typer.Option("--blocks/--no-blocks", help="Let players block and mute others."),
    ] = None
    reports: Annotated[
        bool | None,
        typer.Option("--reports/--no-reports", help="Let players report others to the operator of the server."),
    ] = None
    admin: Annotated[
        bool | None,
        typer.Option("--admin/--no-admin", help="Serve the pages of administrators, and apply their bans."),
    ] = None
    words: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="File of words, one on each line, that the chat hides and no name can contain."
        ),
    ] = None
    events: Annotated[
        bool | None,
        typer.Option("--events/--no-events", help="Let players open events of several tables."),
    ] = None
    notifications: Annotated[
        bool | None,
        typer.Option("--notifications/--no-notifications", help="Send notifications of turns to players who ask."),
    ] = None
    contact: Annotated[
        str | None, typer.Option(help="mailto: or https address of the host, for push services; default: --base-url.")
    ] = None
    push_networks: Annotated[
        str | None,
        typer.Option(help="Networks of push services and webhooks that are not public, separated by commas."),
    ] = None
    mail_from: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Sender of the e-mails, such as courtly@example.org.")
    ] = None
    mail_server: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="Mail server: smtps:// or smtp://, user:password@ and a host; other users of this machine can see it.",
        ),
    ] = field(default=None, repr=False)
    webhooks: Annotated[
        bool | None,
        typer.Option("--webhooks/--no-webhooks", help="Send notifications to webhooks; this is the default."),
    ] = None
    log_format: Annotated[str | None, typer.Option(metavar="text|json", help="Log format; default: text.")] = None
    log_requests: Annotated[
        bool | None,
        typer.Option("--log-requests/--no-log-requests", help="Log every request, without codes and links."),
    ] = None


@app.command()
@option_groups(ServeOptions)
def serve(options: ServeOptions) -> None:
    """Serve the web pages, the API and the live tables.

    Each option can also be set in the environment, as COURTLY_ and its name: COURTLY_PORT, COURTLY_BASE_URL.
    docs/settings.md lists the values that each one takes.
    """
    from courtly.engine.compile.cache import cache_root
    from courtly.settings import Settings
    from courtly.terminal.doctor import cannot_write_folder
    from courtly.web.logs import log_config
    from courtly.web.server import serve_pages

    settings = Settings.read(**dataclasses.asdict(options))
    if (unwritable := cannot_write_folder(cache_root(), "COURTLY_CACHE_DIR")) is not None:
        # Matches can be played, but the rules are compiled again at each start.
        print(f"courtly: {unwritable}", file=sys.stderr, flush=True)
    serve_pages(settings, log_config=log_config(settings))
