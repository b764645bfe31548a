"""The command `courtly`: play, watch, replay, serve and measure from a terminal.

Commands import what they need when they run, so that help comes at once. An error is one line on standard error, never
a traceback: exit status 2 for wrong arguments, 1 for what failed, 130 when interrupted.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, NoReturn

import typer
from typer.core import TyperGroup

import courtly
from courtly.engine.errors import BadOption, CourtlyError

WRONG_ARGUMENTS = {"unknown-game", "unknown-bot", "unknown-language", "bad-option"}
"""Codes of errors that lie in what was typed; any other means that something failed."""

HELP_OPTIONS = {"help_option_names": ["-h", "--help"]}

DEBUG = "COURTLY_DEBUG"
"""The environment variable that lets a defect end in a traceback."""


def fail(message: str, status: int, *, more: Sequence[str] = ()) -> NoReturn:
    """Say in one line what went wrong, more problems on a line each, and end with this exit status."""
    print(f"courtly: {' '.join(message.split())}", *more, sep="\n", file=sys.stderr)
    sys.exit(status)


class Commands(TyperGroup):
    """The group of all commands, which turns every error into one line."""

    def main(self, *args: Any, **options: Any) -> Any:
        """Run a command line and end the process with its exit status."""
        try:
            status = super().main(*args, **{**options, "standalone_mode": False})
        except CourtlyError as error:
            first, *more = str(error).splitlines()
            fail(first, 2 if error.code in WRONG_ARGUMENTS else 1, more=more)
        except typer.TyperException as error:
            fail(self.usage(error), 2)
        except OSError as error:
            fail(f"{error.filename}: {error.strerror}" if error.filename else str(error), 1)
        except typer.Abort:
            fail("interrupted", 130)
        except Exception as error:
            if DEBUG in os.environ:
                raise
            fail(f"this is a defect of Courtly: {type(error).__name__}: {error}; {DEBUG}=1 shows where", 1)
        sys.exit(status if isinstance(status, int) else 0)

    def usage(self, error: typer.TyperException) -> str:
        """Return what is wrong with a command line, and what is right."""
        said = str(getattr(error, "format_message", error.__str__)()).rstrip(".").replace("Value error, ", "")
        said, context = f"{said[:1].lower()}{said[1:]}", getattr(error, "ctx", None)
        if context is not None and context.parent is not None:
            return f"{said}; see {context.command_path} --help"
        return f"{said}; the commands are {', '.join(self.commands)}"


app = typer.Typer(
    cls=Commands,
    help="Games of court intrigue, in a terminal or a browser.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings=HELP_OPTIONS,
)


def main() -> None:
    """Run the command line."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal of another encoding shows question marks rather than an error.
        getattr(stream, "reconfigure", lambda **_: None)(errors="replace")
    app(prog_name="courtly")


def _show_version(value: bool) -> None:
    if value:
        print(f"courtly {courtly.__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def options(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Games of court intrigue, in a terminal or a browser."""
    if context.invoked_subcommand is None:
        print(context.get_help())


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
        str, typer.Option(help="Bots for the other seats, one name for all or one per seat, separated by commas.")
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
    from courtly.terminal.commands import Wishes, play_match

    given = [("players", players), ("edition", edition)]
    files = {"regions": regions, "card_set": card_set}
    chosen = [f"{key}={value}" for key, value in given if value is not None]
    play_match(
        Wishes(
            game=game,
            options=_pairs([*chosen, *(option or [])]),
            bots=[bot.strip() for bot in bots.split(",")],
            name=name,
            lang=lang,
            seed=seed,
            watch=watch,
            record=record,
            files={option: file for option, file in files.items() if file is not None},
            chances=chances,
        )
    )


def _pairs(texts: list[str]) -> dict[str, str]:
    """Return options typed as `key=value` by name; each may be given once."""
    pairs: dict[str, str] = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not key or not equals:
            raise BadOption(f"--option takes KEY=VALUE, not {text!r}", given=text, where="option", allowed="KEY=VALUE")
        if key in pairs:
            raise BadOption(f"option {key} is given twice", given=text, where=key, allowed="one value")
        pairs[key] = value
    return pairs


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


@app.command()
def bench(
    only: Annotated[str | None, typer.Option(metavar="PATTERN", help="Only figures whose name matches.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> int:
    """Measure speed, each figure with its peer in the same run."""
    from courtly.bench import main as measure

    return int(measure(only, as_json))


cards = typer.Typer(
    help="Check, show and write card sets of Monarch.", rich_markup_mode=None, context_settings=HELP_OPTIONS
)
app.add_typer(cards, name="cards")


@cards.callback(invoke_without_command=True)
def cards_options(context: typer.Context) -> None:
    """Check, show and write card sets of Monarch."""
    if context.invoked_subcommand is None:
        print(context.get_help())


@cards.command("check")
def check_cards(file: Annotated[Path, typer.Argument(help="A card set, TOML or JSON.")]) -> int:
    """Check a card set.

    Every problem is a line FILE:LINE: code place: sentence. The exit status is 0 when the set can be played, else 1.
    """
    from courtly.terminal.cards import check

    return check(file)


@cards.command("show")
def show_cards(
    file: Annotated[Path | None, typer.Argument(help="A card set; by default the house set.")] = None,
    lang: Annotated[str, typer.Option(help="Language: en or fr.")] = "en",
    html: Annotated[
        Path | None, typer.Option(metavar="OUT", help="Write a page to print here instead, every card a box.")
    ] = None,
) -> int:
    """Show every card of a set with its cost, path, emblems, crowns and abilities."""
    from courtly.terminal.cards import show

    return show(file, lang, html)


@cards.command("export")
def export_cards(
    file: Annotated[Path | None, typer.Argument(help="A card set; by default the house set.")] = None,
    form: Annotated[
        Literal["toml", "json"] | None, typer.Option("--format", help="Form to write; by default the one it has.")
    ] = None,
) -> int:
    """Print a card set, to start an own one from."""
    from courtly.terminal.cards import export

    return export(file, form)


if __name__ == "__main__":
    main()
