"""Monarch drawn in a terminal: the lands, the market, the sisters with their courts, and a Moon that is paid together.

The parts of the table are in `monarch_table`. Everything here is open to everybody, so a watcher sees what a seat sees.
"""

from __future__ import annotations

from typing import cast

from rich.console import Group, RenderableType
from rich.text import Text

from courtly.games.monarch.board_table import Sheet, banners, board, count, market, moon, sisters
from courtly.games.monarch.rules.content import NAME
from courtly.games.monarch.rules.view import View as MonarchView
from courtly.games.monarch.scene_acts import offered
from courtly.games.monarch.words import (
    cards_of,
    credit_words,
    move_words,
    set_notice,
)
from courtly.scene.console import Menu, View, hanging, numbered, ranking
from courtly.scene.parts import words_of
from courtly.text.reader import Reader

__all__ = ["ending", "log_lines", "menu", "notation", "position", "round_begins"]


def position(view: View, reader: Reader) -> RenderableType:
    """Return the whole table; the reader's own court with what makes up its crowns."""
    sheet = Sheet(view, reader)
    parts: list[RenderableType] = [_header(view, reader), *board(sheet), *market(sheet), *banners(sheet)]
    if view["moon"] is not None:
        parts += moon(sheet)
    parts += sisters(sheet)
    if view["round"] == 1:
        parts.append(_notice(view, reader))
    return Group(*parts)


def menu(view: View, reader: Reader) -> Menu:
    """Return the legal moves as a numbered list."""
    sheet, seen = Sheet(view, reader), cast(MonarchView, view)

    def choice(move: str) -> tuple[Text, str]:
        return _sign(move, sheet), move_words(move, seen, reader)

    return numbered(offered(seen), choice, reader)


def _sign(move: str, sheet: Sheet) -> Text:
    """Return the colour of the path of the card that a choice names."""
    verb, _, what = move.partition(" ")
    path = getattr(sheet.cards.entries[what], "path", "none") if verb in ("buy", "free", "replace", "fly") else "none"
    return Text("  ", style=sheet.ground(path))


def log_lines(view: View, reader: Reader, *, start: int) -> list[Text]:
    """Return what happened from event `start` of the log on."""
    lines = words_of(NAME).lines(view["events"][start:], view["options"], reader)
    return [Text(hanging(line.text)) for line in lines]


def round_begins(view: View) -> bool:
    """Tell whether the first sister begins a turn."""
    begins = not view["events"] or view["events"][-1]["id"] == "end"
    return view["phase"] == "act" and view["active"] == view["first"] and begins


def ending(view: View, reader: Reader) -> RenderableType:
    """Return the lands, every court counted card by card, and who won."""
    sheet = Sheet(view, reader)
    parts: list[RenderableType] = [_header(view, reader), *board(sheet)]
    for seat in range(view["players"]):
        parts += [Text(), *count(sheet, seat)]
    return Group(*parts, Text(), *ranking(view, reader), _notice(view, reader))


def notation(reader: Reader) -> str:
    """Return how moves are typed."""
    return reader.say(
        "In notation: harvest, tax, sweep, end, buy <card>, free <card>, fly <banner>, barter <card or banner>; after "
        "a purchase add, replace <card>, build <cell>, send <seat>, dismiss <guest>, keep; for a Moon pledge <number>, "
        "pass. A card is named by its id, such as tiger-pelt, a land by its column and row, such as a1. Seats count "
        "from 0."
    )


def _header(view: View, reader: Reader) -> Text:
    """Return the line above the table."""
    notes = [reader.say("round {round}", round=view["round"])]
    notes.append(reader.say("deck: {count}", count=view["deck"]))
    notes.append(reader.say("discard pile: {count}", count=len(view["discard"])))
    if view["last_round"] and view["phase"] != "over":
        notes.append(reader.say("the last round"))
    notes += credit_words(view["credits"], reader)
    return Text.assemble(("Monarch", "bold"), " · ", " · ".join(notes))


def _notice(view: View, reader: Reader) -> Text:
    """Return what the card set says about itself."""
    return Text(set_notice(cards_of(view["options"]), reader.lang), style="dim")
