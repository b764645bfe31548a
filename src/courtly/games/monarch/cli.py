"""The commands of this game: `courtly cards`, for card sets."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

app = typer.Typer(
    name="cards",
    help="Check, show and write card sets of Monarch.",
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def cards_options(context: typer.Context) -> None:
    """Check, show and write card sets of Monarch."""
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command("check")
def check_cards(file: Annotated[Path, typer.Argument(help="A card set, TOML or JSON.")]) -> int:
    """Check a card set.

    Every problem is a line FILE:LINE: code place: sentence. The exit status is 0 when the set can be played, else 1.
    """
    from courtly.games.monarch.card_sheet import check

    return check(file)


@app.command("show")
def show_cards(
    file: Annotated[Path | None, typer.Argument(help="A card set; by default the house set.")] = None,
    lang: Annotated[str, typer.Option(help="Language: en or fr.")] = "en",
    html: Annotated[
        Path | None, typer.Option(metavar="OUT", help="Write a page to print here instead, every card a box.")
    ] = None,
) -> int:
    """Show every card of a set with its cost, path, emblems, crowns and abilities."""
    from courtly.games.monarch.card_sheet import show

    return show(file, lang, html)


@app.command("export")
def export_cards(
    file: Annotated[Path | None, typer.Argument(help="A card set; by default the house set.")] = None,
    form: Annotated[
        Literal["toml", "json"] | None, typer.Option("--format", help="Form to write; by default the one it has.")
    ] = None,
) -> int:
    """Print a card set, to start an own one from."""
    from courtly.games.monarch.card_sheet import export

    return export(file, form)
