"""The board of Courtisans in a terminal: the mat with its columns, the domains below it, and the seat's own cards.

`board_score` renders the scoring page. Colour never carries meaning alone: every card shows its role in words, and
every column shows its family.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from courtly.games.courtisans.board_score import scoring_page
from courtly.games.courtisans.content import NAME, OURS
from courtly.games.courtisans.scene import offered
from courtly.games.courtisans.view import View
from courtly.games.courtisans.words import (
    area_name,
    card_name,
    family_colour,
    family_letter,
    family_name,
    mission_colour,
    mission_text,
    move_words,
    short_role,
)
from courtly.scene.console import Menu, chip, heading, numbered, on, titled_rule
from courtly.text.languages import catalogue
from courtly.text.locales import Locale

COLUMNS = ("butterfly", "toad", "nightingale", "queen", "hare", "stag", "carp")
"""The columns of the mat. Spies are in the Queen's column."""

WIDTHS = {column: 6 if column == "queen" else 11 for column in COLUMNS}
"""Column widths. With eight borders they fill 80 characters; the longest family name has 11."""

Cell = tuple[str, str]
"""One line of a cell: its text and its style."""


def position(view: View, locale: Locale) -> RenderableType:
    """Return the whole table, then the cards and missions of the view's seat."""
    parts: list[RenderableType] = [_header(view, locale), *table(view, locale)]
    if view["eliminated"]:
        gone = ", ".join(card_name(card, locale.lang) for card in view["eliminated"])
        parts.append(Text(locale.say("Eliminated: {cards}", cards=gone)))
    if view["hand"] is not None:
        parts += _holdings(view, view["hand"], locale)
    return Group(*parts)


def table(view: View, locale: Locale) -> list[Text]:
    """Return the lines of the Queen's table and of all domains, one column per family."""
    areas = view["areas"]
    lines = [titled_rule(Text(area_name("above", locale)), left="┌", right="┐")]
    lines += _rows(_cards(areas["above"], locale))
    lines += [_bar("╞", "═", "╡"), *_rows(_mat(view, locale)), _bar("╞", "═", "╡")]
    lines += _rows(_cards(areas["below"], locale))
    lines.append(titled_rule(Text(area_name("below", locale))))
    for seat in range(view["players"]):
        lines += [titled_rule(_domain_title(view, seat, locale)), *_rows(_cards(areas[f"domain:{seat}"], locale))]
    return [*lines, _bar("└", "─", "┘")]


def menu(view: View, locale: Locale) -> Menu:
    """Return a numbered menu of the legal moves."""
    return numbered(choices(view), lambda move: choice(move, view, locale), locale)


def choices(view: View) -> list[str]:
    """Return the legal moves, with plays in the order of the hand."""
    return offered(view)


def choice(move: str, view: View, locale: Locale) -> tuple[Text, str]:
    """Return a colour chip for the card's family, and the move in words."""
    family = move.partition(" ")[2].partition(".")[0]
    sign = Text("  ", style=f"on {family_colour(family)}") if family in COLUMNS else Text("  ")
    return sign, move_words(move, view, locale)


def round_begins(view: View) -> bool:
    """Return whether the first player is about to begin a turn."""
    return view["to_move"] == view["first"] and view["phase"] == "play" and not view["used"]


def ending(view: View, locale: Locale) -> RenderableType:
    """Return the final position and the scoring page."""
    return Group(_header(view, locale), *table(view, locale), *scoring_page(view, locale))


def notation(locale: Locale) -> str:
    """Return an explanation of the move notation."""
    return locale.say(
        "In notation: play <family>.<role> above | below | domain:<seat>, kill <family>.<role> <area>, kill "
        "spy:<n>, spare. Families: butterfly toad nightingale hare stag carp. Roles: plain noble spy assassin "
        "guard. Seats are numbered from 0. At the Queen’s table, ▲ and ▼ count the face-up cards above and below; "
        "nobles count twice."
    )


def _header(view: View, locale: Locale) -> Text:
    """Return the header line: edition, turn and deck."""
    turn = locale.say("turn {turn} of {turns}", turn=min(view["turn"], view["turns"]), turns=view["turns"])
    deck = locale.say("cards in the deck: {count}", count=view["deck"])
    edition = locale.say("edition {edition}", edition=view["options"]["edition"])
    notes = [edition, turn, deck]
    if view["options"]["mission_count"] == "cards":
        notes.insert(1, locale.say("nobles count once in missions"))
    return Text.assemble(("Courtisans", "bold"), " · ", " · ".join(notes))


def _domain_title(view: View, seat: int, locale: Locale) -> Text:
    """Return the title of a domain: its owner, the cards in hand, and a mark on the seat to move."""
    title = Text("▶ " if view["to_move"] == seat else "")
    title.append(locale.names[seat], style="bold")
    notes = [locale.say("you")] if view["seat"] == seat else []
    if view["phase"] != "over":
        notes.append(locale.say("cards in hand: {count}", count=view["hands"][seat]))
    return title.append(f" ({', '.join(notes)})" if notes else "")


def _mat(view: View, locale: Locale) -> dict[str, list[Cell]]:
    """Return the cells of the mat: the name of each column, or its letter if it is too long, and its counts."""
    counted = {entry["family"]: entry for entry in view["result"]["families"]} if view["result"] else view["standing"]
    cells: dict[str, list[Cell]] = {}
    for column in COLUMNS:
        count = counted.get(column)
        balance = f"▲{count['above']} ▼{count['below']}" if count else ""
        style = on(family_colour(column), bold=True)
        name = family_name(column, locale.lang)
        shown = name if len(name) <= WIDTHS[column] else family_letter(column, locale.lang)
        cells[column] = [(text.center(WIDTHS[column]), style) for text in (shown, balance)]
    return cells


def _cards(cards: Sequence[str], locale: Locale) -> dict[str, list[Cell]]:
    """Return the cards of an area by column, with equal cards counted together."""
    cells: dict[str, list[Cell]] = {}
    for card, count in Counter(cards).items():
        family, _, role = card.partition(".")
        column = family if role else "queen"
        text = _counted(short_role(role, locale.lang), count) if role else _numbered(card, locale)
        cells.setdefault(column, []).append((text, on(family_colour(column))))
    return cells


def _numbered(spy: str, locale: Locale) -> str:
    """Return a spy's number, short enough for the Queen's column."""
    return catalogue(locale.lang, NAME).pgettext("narrow", "spy {number}").format(number=spy.partition(":")[2])


def _counted(role: str, count: int) -> str:
    """Return a role and its count, short enough for a column."""
    if count == 1:
        return role
    text = f"{count}× {role}"
    return text if len(text) <= 11 else f"{count}×{role}"


def _rows(cells: Mapping[str, Sequence[Cell]]) -> list[Text]:
    """Return the cells as lines between borders. An empty row becomes one empty line."""
    height = max((len(lines) for lines in cells.values()), default=1)
    return [_row([_line(cells.get(column, ()), y, WIDTHS[column]) for column in COLUMNS]) for y in range(height)]


def _line(lines: Sequence[Cell], y: int, width: int) -> Cell:
    """Return line `y` of a cell, padded to the column width."""
    if y >= len(lines):
        return (" " * width, "")
    text, style = lines[y]
    indented = f" {text}" if len(text) < width else text
    return (indented.ljust(width)[:width], style)


def _row(line: Iterable[Cell]) -> Text:
    """Return one line of the table, with borders."""
    text = Text("│", style="dim")
    for content, style in line:
        text.append(content, style=f"not dim {style}")
        text.append("│")
    return text


def _bar(left: str, fill: str, right: str) -> Text:
    """Return a horizontal rule across the table."""
    return Text(left + fill * (sum(WIDTHS.values()) + len(WIDTHS) - 1) + right, style="dim")


def _holdings(view: View, cards: Sequence[str], locale: Locale) -> list[RenderableType]:
    """Return the private part of the view: known spies in play, missions and hand."""
    seat = view["seat"]
    assert seat is not None
    parts: list[RenderableType] = []
    if known := [_known_spy(spy["n"], spy["card"], locale) for spy in view["spies"] if spy["card"] and spy["area"]]:
        parts.append(Text(locale.say("Spies you know: {cards}", cards=", ".join(known))))
    parts.append(heading(locale.say("Your missions")))
    parts += [Padding(_mission(name, view, locale), (0, 0, 0, 2)) for name in view["missions"][seat] or []]
    if view["options"]["edition"] == "2023":
        parts.append(Padding(Text(locale.worded(OURS), style="dim"), (0, 0, 0, 2)))
    hand = Text("  ").join(chip(card_name(card, locale.lang), family_colour(card.partition(".")[0])) for card in cards)
    return [*parts, heading(locale.say("Your hand")), Padding(hand, (0, 0, 0, 2))]


def _known_spy(number: int, card: str, locale: Locale) -> str:
    """Return a spy's number and its card."""
    return f"{card_name(f'spy:{number}', locale.lang)} = {card_name(card, locale.lang)}"


def _mission(mission: str, view: View, locale: Locale) -> Text:
    """Return a mission, preceded by its colour if the edition has colours."""
    colours = {"white": locale.say("white"), "blue": locale.say("blue")}
    colour = mission_colour(mission, view["options"]["edition"])
    text = mission_text(mission, locale.lang)
    if colour is None:
        return Text(text)
    return Text(locale.say("{colour}: {mission}", colour=colours[colour], mission=text))
