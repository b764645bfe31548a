"""The commands of Monarch: `courtly cards`, for card sets."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from courtly.text.languages import CODES, ENGLISH

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
def check_cards(file: Annotated[Path, typer.Argument(help="A card set file: TOML, JSON, CSV or XLSX.")]) -> int:
    """Check a card set.

    Every problem is one line: FILE:LINE: code place: sentence. For a spreadsheet, it names the row and the column. The
    exit status is 0 if the set can be played, otherwise 1.
    """
    from courtly.games.monarch.card_sheet import check

    return check(file)


@app.command("show")
def show_cards(
    file: Annotated[Path | None, typer.Argument(help="A card set; default: the house set.")] = None,
    lang: Annotated[str, typer.Option(metavar=CODES, help="Language of texts.")] = ENGLISH,
    html: Annotated[
        Path | None, typer.Option(metavar="OUT", help="Write a page to print here instead, with a box for every card.")
    ] = None,
) -> int:
    """Show every card of a set with its cost, path, emblems, crowns and abilities."""
    from courtly.games.monarch.card_sheet import show

    return show(file, lang, html)


@app.command("print")
def print_cards(
    pdf: Annotated[Path, typer.Option(metavar="FILE", help="Write the pages here.")],
    file: Annotated[Path | None, typer.Argument(help="A card set; default: the house set.")] = None,
    paper: Annotated[Literal["a4", "letter"], typer.Option(help="The size of the paper.")] = "a4",
    lang: Annotated[str, typer.Option(metavar=CODES, help="Language of texts.")] = ENGLISH,
) -> int:
    """Write a card set as PDF to print and play: rules, cards with backs, land boards, banners and tokens."""
    from courtly.games.monarch.card_sheet import print_pages

    return print_pages(file, pdf, paper, lang)


@app.command("new")
def new_cards(
    csv: Annotated[Path, typer.Option(metavar="FILE", help="Write the spreadsheet here; the file must not exist.")],
    file: Annotated[Path | None, typer.Argument(help="A card set to start from; default: the house set.")] = None,
    separator: Annotated[
        Literal["comma", "semicolon", "tab"],
        typer.Option(help="The separator that your spreadsheet program expects; in French and German: semicolon."),
    ] = "comma",
) -> int:
    """Write a spreadsheet with all columns of a card set, and a row for each card."""
    from courtly.games.monarch.card_sheet import new

    return new(file, csv, separator)


@app.command("export")
def export_cards(
    file: Annotated[Path | None, typer.Argument(help="A card set; default: the house set.")] = None,
    form: Annotated[
        Literal["toml", "json", "csv"] | None,
        typer.Option("--format", help="Output format; default: the format of the input."),
    ] = None,
) -> int:
    """Print a card set, as a starting point for your own."""
    from courtly.games.monarch.card_sheet import export

    return export(file, form)
