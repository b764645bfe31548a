"""Commands for people: play, watch, replay, serve."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

import courtly
from courtly.cli.app import app, fail, pairs
from courtly.engine.errors import CourtlyError


@app.command()
def play(
    game: Annotated[str, typer.Argument(help="Which game; `courtly games` lists them.")],
    players: Annotated[
        int | None, typer.Option(help="How many seats; by default as many as --bots needs, or 3.")
    ] = None,
    edition: Annotated[str | None, typer.Option(help="Edition of the game, where it has several.")] = None,
    option: Annotated[
        list[str] | None, typer.Option(metavar="KEY=VALUE", help="Any other option of the game; may be repeated.")
    ] = None,
    bots: Annotated[
        str,
        typer.Option(
            help="Bots for the other seats, one for all or one per seat, separated by commas: novice, courtier, "
            "minister, regent; steward, random; or a search of your own, as ismcts:2s or ismcts:sims=5000."
        ),
    ] = "steward",
    name: Annotated[str | None, typer.Option(help="Your name at the table.")] = None,
    lang: Annotated[str, typer.Option(help="Language: en or fr.")] = "en",
    seed: Annotated[int | None, typer.Option(help="Number that decides the deal and the bots' luck.")] = None,
    watch: Annotated[bool, typer.Option("--watch", help="Watch bots play in every seat.")] = False,
    regions: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Your own set regions for cursed_court: [[region]] in TOML, or JSON."),
    ] = None,
    card_set: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Your own card set for monarch: TOML or JSON; see `courtly cards`."),
    ] = None,
    chances: Annotated[
        bool, typer.Option("--chances/--no-chances", help="Show chances from what you know, where a game has them.")
    ] = True,
    record: Annotated[
        Path | None, typer.Option(help="Write the match record here, every secret included, also when you leave.")
    ] = None,
) -> None:
    """Play a match against bots, or watch them."""
    from courtly.bots import split_specs
    from courtly.terminal.commands import Wishes, play_match

    given = [("players", players), ("edition", edition)]
    files = {"regions": regions, "card_set": card_set}
    chosen = [f"{key}={value}" for key, value in given if value is not None]
    play_match(
        Wishes(
            game=game,
            options=pairs([*chosen, *(option or [])]),
            bots=split_specs(bots),
            name=name,
            lang=lang,
            seed=seed,
            watch=watch,
            record=record,
            files={option: file for option, file in files.items() if file is not None},
            chances=chances,
        )
    )


@app.command()
def replay(
    file: Annotated[str, typer.Argument(help="A match record; - reads standard input.")],
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Tell every move in words.")] = False,
    lang: Annotated[str, typer.Option(help="Language of --verbose: en or fr.")] = "en",
) -> int:
    """Verify a match record.

    The exit status is 0 when it holds, and 1 with the reason when it does not.
    """
    from courtly.engine.words import checked_language
    from courtly.terminal.commands import replay_record

    checked_language(lang)
    try:
        replay_record(_document(file), verbose=verbose, lang=lang)
    except CourtlyError as error:
        fail(f"{file!r}: {error}", 1)
    return 0


def _document(file: str) -> bytes:
    """Return the bytes of a file or of standard input, no more than it takes to refuse what is too long."""
    from courtly.engine.records import MAX_BYTES

    if file == "-":
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    with Path(file).open("rb") as source:
        return source.read(MAX_BYTES + 1)


@app.command()
def games() -> None:
    """List the games and their options."""
    from courtly.terminal.commands import list_games

    list_games()


@app.command()
def warmup() -> None:
    """Compile everything once, so that later starts are quick."""
    from courtly.arena import warm as _  # noqa: F401 - what tournaments need is compiled too
    from courtly.terminal.commands import warm

    warm(courtly.game_names(), always_say=True)


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on; 0 takes a free one.")] = 8000,
    database: Annotated[Path | None, typer.Option(help="SQLite file that keeps the matches.")] = None,
) -> None:
    """Serve the pages to browsers."""
    from courtly.terminal.commands import serve_pages
    from courtly.terminal.serve import default_database
    from courtly.web.app import create_app

    serve_pages(host, port, make_application=lambda: create_app(database=database or default_database(), secret=None))
