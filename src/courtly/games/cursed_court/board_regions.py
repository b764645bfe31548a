"""The board of Cursed Court in a terminal: the nobles in a grid of three by three, with the set regions below.

Each set region shows its nobles as circles in the same grid. A crown is its owner's mark in brackets, so that it is
recognizable without colour.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from babel.numbers import format_decimal
from rich.cells import cell_len
from rich.text import Text

from courtly.games.cursed_court.forecast import least_stake
from courtly.games.cursed_court.names import noble_ids, region_name, region_nobles, set_ids
from courtly.games.cursed_court.outlook import percent, shows_odds
from courtly.games.cursed_court.view import View
from courtly.scene.console import chip, titled_rule
from courtly.text.locales import Locale

WIDTHS = (25, 26, 25)
"""Widths of the three columns, in characters. With four borders they fill 80."""

COLOURS = ("#b3372f", "#f2c14e", "#2f66b0", "#2f7d4f", "#7b4ba0", "#9fd3d8")
"""Colours of the crowns, by seat."""

IN_A_ROW = 3
"""Crowns that fit on one line of a shared region."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """Input of the board's parts: a view, its locale, and the marks of the seats."""

    view: View
    locale: Locale
    marks: Sequence[str]

    @property
    def regions(self) -> list[str]:
        """All regions in the order of their numbers."""
        return [*noble_ids(), *set_ids(self.view["options"]["regions"])]

    @property
    def with_chances(self) -> bool:
        """Whether chances are shown."""
        return shows_odds(self.view, self.locale)

    def crown(self, seat: int, *, feint: bool = False) -> Text:
        """Return the crown of a seat, with a star if the viewer knows that it is the feint."""
        return chip(self.marks[seat] + ("*" if feint else ""), COLOURS[seat])


def marks(names: Sequence[str]) -> list[str]:
    """Return a mark of one to three characters for each name: initials if they are unique.

    Examples
    --------
    >>> marks(["Ann", "steward 1", "steward 2", "Alix"])
    ['A', 'S1', 'S2', 'AL']
    """
    found: list[str] = []
    for name in names:
        found.append(next(mark for mark in _candidates(name) if mark not in found))
    return found


def _candidates(name: str) -> Iterator[str]:
    """Yield the possible marks of a name, the best first."""
    words = name.split() or ["?"]
    for mark in ("".join(word[0] for word in words)[:3], words[0][:2], words[0][:3]):
        if mark and cell_len(mark.upper()) <= IN_A_ROW:
            yield mark.upper()
    yield from "ABCDEF"


def board(sheet: Sheet) -> list[Text]:
    """Return the whole board as lines."""
    say, regions = sheet.locale.say, sheet.regions
    lines = [titled_rule(Text(say("The nobles")), left="┌", right="┐")]
    lines += _rows([_noble(sheet, region, number) for number, region in enumerate(regions[:9], 1)])
    lines.append(titled_rule(Text(say("The sets (score if all their nobles appear)"))))
    lines += _rows([_set(sheet, region, number) for number, region in enumerate(regions[9:], 10)])
    return [*lines, _bar("└", "┴", "┘")]


def legend(sheet: Sheet) -> Text:
    """Return the meanings of the board's signs."""
    say, options = sheet.locale.say, sheet.view["options"]
    notes = [say("○ noble in the set, ● already in the tableau")]
    if sheet.with_chances:
        notes.append(say("% chance to score, from what you know"))
        notes.append(say("≈ points on average"))
    if not options["coinless"] and sheet.view["seat"] is not None:
        notes.append(say("→ cost to bump"))
    if options["masquerade"] and sheet.view["seat"] is not None:
        notes.append(say("* your feint"))
    return Text(" · ".join(notes), style="dim")


def _noble(sheet: Sheet, region: str, number: int) -> list[Text]:
    """Return the cell of a noble region."""
    width, copies = WIDTHS[(number - 1) % 3], sheet.view["tableau"].count(region)
    name = Text.assemble((_number(sheet, region, number), "bold"), " ", (_region(sheet, region), "bold"))
    name.append(f" ×{copies}" if copies else "")
    crowns = _crowns(sheet, region) or [Text()]
    first = _between(name, _chance(sheet, region), width)
    second = _between(_indent(crowns[0], 4), _points(sheet, region), width)
    return [first, second, *(_between(_indent(crown, 4), Text(), width) for crown in crowns[1:])]


def _set(sheet: Sheet, region: str, number: int) -> list[Text]:
    """Return the cell of a set region: its shape, name, crowns, chance and points."""
    width, nobles = WIDTHS[(number - 1) % 3], region_nobles(region, sheet.view["options"]["regions"])
    name = Text.assemble((_number(sheet, region, number), "bold"), " ", (_region(sheet, region), "bold"))
    worth = Text(sheet.locale.count("{n} point", "{n} points", len(nobles)), style="dim")
    crowns = _crowns(sheet, region)
    left = [name, *(_indent(crown, 3) for crown in crowns or [Text()]), _indent(worth, 3)]
    right = [Text(), _chance(sheet, region), *[Text()] * (len(left) - 3), _points(sheet, region)]
    shape = [*_shape(sheet, nobles), *[Text("   ")] * (len(left) - 3)]
    return [_between(dots + Text(" ") + line, end, width) for dots, line, end in zip(shape, left, right, strict=True)]


def _shape(sheet: Sheet, nobles: Sequence[str]) -> list[Text]:
    """Return the nobles of a set as circles in the grid. The circle of a noble in the tableau is filled."""
    ids, tableau = noble_ids(), sheet.view["tableau"]
    rows = [Text(), Text(), Text()]
    for i, noble in enumerate(ids):
        is_shown = noble in tableau
        sign, style = ("·", "dim") if noble not in nobles else ("●", "bold green") if is_shown else ("○", "bold")
        rows[i // 3].append(sign, style)
    return rows


def _crowns(sheet: Sheet, region: str) -> list[Text]:
    """Return the crowns in a region as lines: one crown with its coins, or shared crowns in order of placement."""
    view = sheet.view
    crowns = view["board"].get(region, [])
    signs = [sheet.crown(crown["seat"], feint=bool(crown["feint"])) for crown in crowns]
    if view["options"]["coinless"] or not crowns:
        return [Text("").join(signs[i : i + IN_A_ROW]) for i in range(0, len(signs), IN_A_ROW)]
    line = signs[0].append(f" {crowns[0]['coins']}", "bold")
    least = least_stake(view, region)
    seat = view["seat"]
    if seat is not None and seat != crowns[0]["seat"] and view["purse"][seat] >= least:
        line.append(f" → {least}", "dim")
    return [line]


def _number(sheet: Sheet, region: str, number: int) -> str:
    """Return the number that selects a region, blank if the seat cannot bet there."""
    legal = any(move.split(" ")[:2] == ["bet", region] for move in sheet.view["legal"])
    return f"{number:>2}" if legal else "  "


def _region(sheet: Sheet, region: str) -> str:
    return region_name(region, sheet.view["options"]["regions"], sheet.locale.lang)


def _chance(sheet: Sheet, region: str) -> Text:
    """Return a region's chance to score in percent. Only an impossible and a certain score are shown as 0 and 100."""
    if not sheet.with_chances or sheet.view["prospects"] is None:
        return Text()
    return Text(percent(sheet.view["prospects"][region]["chance"], sheet.locale.language))


def _points(sheet: Sheet, region: str) -> Text:
    """Return the average points of a region."""
    if not sheet.with_chances or sheet.view["prospects"] is None:
        return Text()
    points = sheet.view["prospects"][region]["points"]
    return Text(f"≈ {format_decimal(points, '0.00', locale=sheet.locale.lang)}", style="dim")


def _indent(line: Text, signs: int) -> Text:
    return Text(" " * signs) + line


def _between(left: Text, right: Text, width: int) -> Text:
    """Return a line of a cell with a text at each side. The left text is cut if both do not fit."""
    room = width - 2 - (right.cell_len + 1 if right.plain else 0)
    shown = left.copy()
    shown.truncate(room, overflow="ellipsis", pad=True)
    end = Text(" ") + right if right.plain else right
    return Text(" ") + shown + end + Text(" ")


def _rows(cells: Sequence[list[Text]]) -> list[Text]:
    """Return the lines of a grid of cells, three per row, with borders between the rows."""
    lines: list[Text] = []
    for start in range(0, len(cells), 3):
        row = cells[start : start + 3]
        height = max(map(len, row))
        lines += [_bar("├", "┼", "┤")] if start else []
        lines += [_line(row, y) for y in range(height)]
    return lines


def _line(row: Sequence[list[Text]], y: int) -> Text:
    """Return line `y` of a row of cells."""
    line = Text.assemble(("│", "dim"))
    for width, cell in zip(WIDTHS, row, strict=True):
        line.append_text(cell[y] if y < len(cell) else Text(" " * width))
        line.append("│", "dim")
    return line


def _bar(left: str, cross: str, right: str) -> Text:
    """Return a horizontal border."""
    return Text(left + cross.join("─" * width for width in WIDTHS) + right, style="dim")
