"""Card sets of Monarch on the command line: check a set, show it as tables or a printable page, export it.

The abilities of a card are described from its data; the printable page also shows the set's own text.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table
from rich.text import Text

from courtly.engine.contract.game import set_up
from courtly.games.monarch.cardset import (
    SEPARATORS,
    BadCards,
    Banner,
    CardForm,
    CardSet,
    Checked,
    Court,
    Entry,
    Improvement,
    Land,
    Moon,
    Problem,
    check_cards,
    check_file,
    form_of,
    house_text,
    read_text,
    write_cards,
    write_sheet,
)
from courtly.games.monarch.printing import Paper, print_set
from courtly.games.monarch.words import (
    DOMAIN,
    ability_lines,
    card_name,
    card_text,
    cost_of,
    crowns_words,
    emblem_name,
    path_name,
    price_words,
    requirement_words,
    set_name,
    set_notice,
    terrain_name,
)
from courtly.scene.console import make_console
from courtly.text.languages import checked_language, marked, translator

HOUSE_FILE = Path("cards.toml")
"""File name shown for the house set."""

GROUPS: tuple[tuple[str, Callable[[CardSet], Sequence[Entry]]], ...] = (
    (marked("Court Cards"), lambda cards: cards.courts),
    (marked("Land Improvements"), lambda cards: cards.improvements),
    (marked("Unwanted Guests"), lambda cards: cards.guests),
    (marked("Moons"), lambda cards: cards.moons),
    (marked("Banners"), lambda cards: cards.banners),
    (marked("Land boards"), lambda cards: cards.lands),
)
GOOD, BAD = marked("good"), marked("bad")
TIMES, YIELDS = marked("copies: {count}"), marked("yields {count}")
NO_NETS = "the bots have not been trained with these cards, so they play more weakly; `courtly train` trains them"
INCOMPLETE = marked("This card’s printed ability is simplified here.")
COLUMNS = (marked("Card"), marked("Cost"), marked("Crowns"), marked("Effect"))


@dataclass(frozen=True, slots=True)
class CardFace:
    """The texts on one card.

    Attributes
    ----------
    id, name
        As in the card set.
    path
        The id of its path; empty if it has none.
    kind
        Its properties as text, such as terrain, path and emblems.
    cost, crowns
        As text; empty if the card has none.
    lines
        Its abilities, one sentence each.
    text
        The set's own text for the card.
    """

    id: str
    name: str
    path: str
    kind: str
    cost: str
    crowns: str
    lines: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class CardSheet:
    """All cards of a set as text, grouped by kind."""

    lang: str
    title: str
    notice: str
    groups: tuple[tuple[str, tuple[CardFace, ...]], ...]


def check(file: Path) -> int:
    """Print the problems of a file, one per line, and return the exit status: 0 if the set can be played."""
    try:
        checked = check_file(file)
    except BadCards as error:
        print(*_told(file, error.problems, error.warnings), *_rest(file, error), sep="\n")
        return 1
    cards = checked.cards
    counts = ", ".join(f"{len(group(cards))} {name}" for name, group in GROUPS[:-1])
    boards = sum(land.copies for land in cards.lands)
    good = f"{file}: {cards.id} {cards.version} can be played: {counts}, {boards} {GROUPS[-1][0]}"
    nets = [] if _plays_like_the_house(checked.document) else [f"{file}: {NO_NETS}"]
    print(*_told(file, [], checked.warnings), good, *nets, sep="\n")
    return 0


def _plays_like_the_house(document: Mapping[str, Any]) -> bool:
    """Return whether a set differs from the house set in texts only; the bots' nets fit then."""
    own, house = [set_up(DOMAIN, {"players": 2, "card_set": given}).content for given in (document, "house")]
    return all(np.array_equal(own[name], house[name]) for name in own.dtype.names if name != "weights")


def _told(file: Path, errors: Sequence[Problem], warnings: Sequence[Problem]) -> list[str]:
    """Return the problems as lines `FILE:LINE: code place: sentence`, in file order."""
    lines = [(problem.line or 0, _line(file, problem, "")) for problem in errors]
    lines += [(problem.line or 0, _line(file, problem, "warning ")) for problem in warnings]
    return [line for _, line in sorted(lines, key=lambda numbered: numbered[0])]


def _rest(file: Path, error: BadCards) -> list[str]:
    """Return a line with the number of further problems, if any."""
    return [f"{file}: and {error.more} more"] if error.more else []


def _line(file: Path, problem: Problem, prefix: str) -> str:
    where = f"{file}" if problem.line is None else f"{file}:{problem.line}"
    where = where if problem.column is None else f"{file}: {problem.cell()}"
    return f"{where}: {prefix}{problem.code} {problem.place}: {problem.sentence}"


def _read(file: Path | None) -> tuple[str, CardForm, Checked] | None:
    """Return a file's text, form and checked set; print its problems on standard error and return None if it is bad."""
    try:
        text, form = (house_text(), form_of(HOUSE_FILE, "")) if file is None else _text(file)
        return text, form, check_cards(text, form=form)
    except BadCards as error:
        assert file is not None  # the house set has no problems
        print(*_told(file, error.problems, []), *_rest(file, error), sep="\n", file=sys.stderr)
        return None


def _text(file: Path) -> tuple[str, CardForm]:
    text = read_text(file)
    return text, form_of(file, text)


def export(file: Path | None, form: CardForm | None) -> int:
    """Print a card set and return the exit status. If the format stays the same, the text is unchanged."""
    read = _read(file)
    if read is None:
        return 1
    text, own, checked = read
    kept = form in (None, own)
    print(text if kept else write_cards(checked.document, form=form or own), end="")
    return 0


def new(file: Path | None, sheet: Path, separator: str) -> int:
    """Write a card set as a spreadsheet to a new file, and return the exit status."""
    read = _read(file)
    if read is None:
        return 1
    with sheet.open("x", encoding="utf-8-sig", newline="") as out:  # Excel needs the mark to see that this is UTF-8
        out.write(write_sheet(read[2].document, SEPARATORS[separator]))
    print(f"The spreadsheet is in {sheet}. Check it with: courtly cards check {sheet}")
    return 0


def print_pages(file: Path | None, pdf: Path, paper: Paper, lang: str) -> int:
    """Write a card set as PDF, and return the exit status."""
    checked_language(lang)
    read = _read(file)
    if read is None:
        return 1
    pdf.write_bytes(print_set(read[2].cards, lang, paper))
    print(f"The pages of {set_name(read[2].cards, lang)} are in {pdf}. Print them at 100%, on both sides.")
    return 0


def show(file: Path | None, lang: str, page: Path | None) -> int:
    """Print the cards of a set as tables, or write them as a printable page, and return the exit status."""
    checked_language(lang)
    read = _read(file)
    if read is None:
        return 1
    sheet = sheet_of(read[2].cards, lang)
    if page is None:
        _draw(sheet, make_console())
    else:
        page.write_text(html(sheet), encoding="utf-8")
        print(f"The page of {sheet.title} is in {page}.")
    return 0


def sheet_of(cards: CardSet, lang: str) -> CardSheet:
    """Return all cards of a set as text in one language."""
    say = translator(lang, DOMAIN)
    groups = ((say(title), tuple(_face(entry, cards, lang) for entry in group(cards))) for title, group in GROUPS)
    return CardSheet(lang, set_name(cards, lang), set_notice(cards, lang), tuple(each for each in groups if each[1]))


def _face(entry: Entry, cards: CardSet, lang: str) -> CardFace:
    lines = [requirement_words(entry, cards, lang)] if isinstance(entry, Banner) else []
    lines += ability_lines(entry.id, cards, lang)
    if entry.incomplete:
        lines.append(translator(lang, DOMAIN)(INCOMPLETE))
    bought = not isinstance(entry, Moon | Banner | Land)
    path = getattr(entry, "path", "none")
    return CardFace(
        id=entry.id,
        name=card_name(entry.id, cards, lang),
        path="" if path == "none" else path,
        kind=" · ".join(_kind(entry, cards, lang)),
        cost=price_words(cost_of(entry.id, cards), lang) if bought else "",
        crowns=crowns_words(entry.id, cards, lang),
        lines=tuple(lines),
        text=card_text(entry.id, cards, lang),
    )


def _kind(entry: Entry, cards: CardSet, lang: str) -> list[str]:
    """Return the properties of a card as text: terrain, path, emblems, yield and tone."""
    say = translator(lang, DOMAIN)
    words = [terrain_name(entry.terrain, lang)] if isinstance(entry, Improvement | Land) else []
    if isinstance(entry, Improvement | Court | Banner) and entry.path != "none":
        words.append(path_name(entry.path, cards, lang))
    if isinstance(entry, Court):
        words += [emblem_name(emblem, cards, lang) for emblem in entry.emblems]
    if isinstance(entry, Land):
        words += [say(YIELDS).format(count=entry.yields), say(TIMES).format(count=entry.copies)]
    if isinstance(entry, Moon) and entry.tone:
        words.append(say(GOOD if entry.tone == "good" else BAD))
    return words


def _draw(sheet: CardSheet, console: Console) -> None:
    """Print one table for each kind of card."""
    say = translator(sheet.lang, DOMAIN)
    console.print(Text(sheet.title, style="bold"))
    console.print(Text(sheet.notice, style="dim"))
    for title, faces in sheet.groups:
        table = Table(
            title=f"\n{title} ({len(faces)})", title_justify="left", title_style="bold", show_lines=True, expand=True
        )
        shown = [i for i in range(4) if any(_row(face)[i].plain for face in faces)]
        for i in shown:
            table.add_column(say(COLUMNS[i]), ratio=(3, 1, 2, 3)[i])
        for face in faces:
            table.add_row(*(_row(face)[i] for i in shown))
        console.print(table)


def _row(face: CardFace) -> tuple[Text, Text, Text, Text]:
    name = Text.assemble((face.name, "bold"), *([f"\n{face.kind}"] if face.kind else []), (f"\n{face.id}", "dim"))
    return name, Text(face.cost), Text(face.crowns), Text("\n".join(face.lines))


def html(sheet: CardSheet) -> str:
    """Return a self-contained HTML page of cards to print and cut out."""
    from jinja2 import Environment, StrictUndefined

    source = files("courtly.games.monarch").joinpath("templates", "cards.html").read_text(encoding="utf-8")
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    say = translator(sheet.lang, DOMAIN)
    return environment.from_string(source).render(sheet=sheet, cost=say(COLUMNS[1]), crowns=say(COLUMNS[2]))
