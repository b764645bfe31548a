"""Courtisans drawn in a terminal: the Queen's mat with its columns, the domains under them, what a seat holds.

The scoring page is in `board_score`. Colour is never the only sign: every card says its role in words, every
column its family.
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
    family_name,
    mission_colour,
    mission_text,
    move_words,
    short_role,
)
from courtly.scene.console import Menu, chip, heading, numbered, on, titled_rule
from courtly.text.languages import catalogue
from courtly.text.reader import Reader

COLUMNS = ("butterfly", "toad", "nightingale", "queen", "hare", "stag", "carp")
"""The columns of the mat; spies lie in the Queen's."""

WIDTHS = {column: 6 if column == "queen" else 11 for column in COLUMNS}
"""With eight borders they fill 80 signs; the longest family name has 11."""

Cell = tuple[str, str]
"""One line of a cell: its text and its style."""


def position(view: View, reader: Reader) -> RenderableType:
    """Return the whole table, and what the seat of the view holds."""
    parts: list[RenderableType] = [_header(view, reader), *table(view, reader)]
    if view["eliminated"]:
        gone = ", ".join(card_name(card, reader.lang) for card in view["eliminated"])
        parts.append(Text(reader.say("Eliminated: {cards}", cards=gone)))
    if view["hand"] is not None:
        parts += _holdings(view, view["hand"], reader)
    return Group(*parts)


def table(view: View, reader: Reader) -> list[Text]:
    """Return the Queen's table and all domains as lines, one column per family."""
    areas = view["areas"]
    lines = [titled_rule(Text(area_name("above", reader)), left="┌", right="┐")]
    lines += _rows(_cards(areas["above"], reader))
    lines += [_bar("╞", "═", "╡"), *_rows(_mat(view, reader)), _bar("╞", "═", "╡")]
    lines += _rows(_cards(areas["below"], reader))
    lines.append(titled_rule(Text(area_name("below", reader))))
    for seat in range(view["players"]):
        lines += [titled_rule(_domain_title(view, seat, reader)), *_rows(_cards(areas[f"domain:{seat}"], reader))]
    return [*lines, _bar("└", "─", "┘")]


def menu(view: View, reader: Reader) -> Menu:
    """Return the legal moves as a numbered list."""
    return numbered(choices(view), lambda move: choice(move, view, reader), reader)


def choices(view: View) -> list[str]:
    """Return the legal moves, cards to play in the order of the hand."""
    return offered(view)


def choice(move: str, view: View, reader: Reader) -> tuple[Text, str]:
    """Return the colour of the card's family, and one legal move in words."""
    family = move.partition(" ")[2].partition(".")[0]
    sign = Text("  ", style=f"on {family_colour(family)}") if family in COLUMNS else Text("  ")
    return sign, move_words(move, view, reader)


def round_begins(view: View) -> bool:
    """Tell whether the first player begins a turn."""
    return view["to_move"] == view["first"] and view["phase"] == "play" and not view["used"]


def ending(view: View, reader: Reader) -> RenderableType:
    """Return the last position and the scoring page."""
    return Group(_header(view, reader), *table(view, reader), *scoring_page(view, reader))


def notation(reader: Reader) -> str:
    """Return how moves are typed."""
    return reader.say(
        "In notation: play <family>.<role> above | below | domain:<seat>, kill <family>.<role> <area>, "
        "kill spy:<n>, spare. Families: butterfly toad nightingale hare stag carp. Roles: plain noble spy assassin "
        "guard. Seats count from 0. On the mat, ▲ and ▼ count the cards above and below that lie face up, nobles "
        "twice."
    )


def _header(view: View, reader: Reader) -> Text:
    """Return the line above the table."""
    turn = reader.say("turn {turn} of {turns}", turn=min(view["turn"], view["turns"]), turns=view["turns"])
    deck = reader.say("cards in the deck: {count}", count=view["deck"])
    edition = reader.say("edition {edition}", edition=view["options"]["edition"])
    notes = [edition, turn, deck]
    if view["options"]["mission_count"] == "cards":
        notes.insert(1, reader.say("missions count a noble once"))
    return Text.assemble(("Courtisans", "bold"), " · ", " · ".join(notes))


def _domain_title(view: View, seat: int, reader: Reader) -> Text:
    """Return the title of a domain: whose it is, what that seat holds, and a sign on the seat that decides."""
    title = Text("▶ " if view["to_move"] == seat else "")
    title.append(reader.names[seat], style="bold")
    notes = [reader.say("you")] if view["seat"] == seat else []
    if view["phase"] != "over":
        notes.append(reader.say("cards in hand: {count}", count=view["hands"][seat]))
    return title.append(f" ({', '.join(notes)})" if notes else "")


def _mat(view: View, reader: Reader) -> dict[str, list[Cell]]:
    """Return the mat: the name of each column, and how its cards stand."""
    counted = {entry["family"]: entry for entry in view["result"]["families"]} if view["result"] else view["standing"]
    cells: dict[str, list[Cell]] = {}
    for column in COLUMNS:
        count = counted.get(column)
        balance = f"▲{count['above']} ▼{count['below']}" if count else ""
        style = on(family_colour(column), bold=True)
        cells[column] = [(text.center(WIDTHS[column]), style) for text in (family_name(column, reader.lang), balance)]
    return cells


def _cards(cards: Sequence[str], reader: Reader) -> dict[str, list[Cell]]:
    """Return the cards of an area by column, equal ones counted together."""
    cells: dict[str, list[Cell]] = {}
    for card, count in Counter(cards).items():
        family, _, role = card.partition(".")
        column = family if role else "queen"
        text = _counted(short_role(role, reader.lang), count) if role else _numbered(card, reader)
        cells.setdefault(column, []).append((text, on(family_colour(column))))
    return cells


def _numbered(spy: str, reader: Reader) -> str:
    """Return a spy's number, within the width of the Queen's column."""
    return catalogue(reader.lang, NAME).pgettext("narrow", "spy {number}").format(number=spy.partition(":")[2])


def _counted(role: str, count: int) -> str:
    """Return a role with how many there are, within the width of a column."""
    if count == 1:
        return role
    text = f"{count}× {role}"
    return text if len(text) <= 11 else f"{count}×{role}"


def _rows(cells: Mapping[str, Sequence[Cell]]) -> list[Text]:
    """Return cells as lines between borders; an empty row is one empty line."""
    height = max((len(lines) for lines in cells.values()), default=1)
    return [_row([_line(cells.get(column, ()), y, WIDTHS[column]) for column in COLUMNS]) for y in range(height)]


def _line(lines: Sequence[Cell], y: int, width: int) -> Cell:
    """Return line `y` of a cell, padded to the width of its column."""
    if y >= len(lines):
        return (" " * width, "")
    text, style = lines[y]
    indented = f" {text}" if len(text) < width else text
    return (indented.ljust(width)[:width], style)


def _row(line: Iterable[Cell]) -> Text:
    """Return one line of the table."""
    text = Text("│", style="dim")
    for content, style in line:
        text.append(content, style=f"not dim {style}")
        text.append("│")
    return text


def _bar(left: str, fill: str, right: str) -> Text:
    """Return a line across the table."""
    return Text(left + fill * (sum(WIDTHS.values()) + len(WIDTHS) - 1) + right, style="dim")


def _holdings(view: View, cards: Sequence[str], reader: Reader) -> list[RenderableType]:
    """Return what only this seat knows: its spies in play, missions and hand."""
    seat = view["seat"]
    assert seat is not None
    parts: list[RenderableType] = []
    if known := [_known_spy(spy["n"], spy["card"], reader) for spy in view["spies"] if spy["card"] and spy["area"]]:
        parts.append(Text(reader.say("Spies that you know: {cards}", cards=", ".join(known))))
    parts.append(heading(reader.say("Your missions")))
    parts += [Padding(_mission(name, view, reader), (0, 0, 0, 2)) for name in view["missions"][seat] or []]
    if view["options"]["edition"] == "2023":
        parts.append(Padding(Text(reader.worded(OURS), style="dim"), (0, 0, 0, 2)))
    hand = Text("  ").join(chip(card_name(card, reader.lang), family_colour(card.partition(".")[0])) for card in cards)
    return [*parts, heading(reader.say("Your hand")), Padding(hand, (0, 0, 0, 2))]


def _known_spy(number: int, card: str, reader: Reader) -> str:
    """Return the number of a spy and what it is."""
    return f"{card_name(f'spy:{number}', reader.lang)} = {card_name(card, reader.lang)}"


def _mission(mission: str, view: View, reader: Reader) -> Text:
    """Return a mission, with the colour of its card where it has one."""
    colours = {"white": reader.say("white"), "blue": reader.say("blue")}
    colour = mission_colour(mission, view["options"]["edition"])
    text = mission_text(mission, reader.lang)
    if colour is None:
        return Text(text)
    return Text(reader.say("{colour}: {mission}", colour=colours[colour], mission=text))
