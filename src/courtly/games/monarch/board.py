"""Monarch in a terminal: the whole table, the menu of moves, the log and the final count.

The parts of the table are in `board_table`. Monarch has no hidden hands, so spectators and
players see the same table.
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
from courtly.text.locales import Locale

__all__ = ["ending", "log_lines", "menu", "notation", "position", "round_begins"]


def position(view: View, locale: Locale) -> RenderableType:
    """Return the whole table. The viewer's own court shows how its crowns are counted."""
    sheet = Sheet(view, locale)
    parts: list[RenderableType] = [_header(view, locale), *board(sheet), *market(sheet), *banners(sheet)]
    if view["moon"] is not None:
        parts += moon(sheet)
    parts += sisters(sheet)
    if view["round"] == 1:
        parts.append(_notice(view, locale))
    return Group(*parts)


def menu(view: View, locale: Locale) -> Menu:
    """Return the legal moves as a numbered menu."""
    sheet, seen = Sheet(view, locale), cast(MonarchView, view)

    def choice(move: str) -> tuple[Text, str]:
        return _sign(move, sheet), move_words(move, seen, locale)

    return numbered(offered(seen), choice, locale)


def _sign(move: str, sheet: Sheet) -> Text:
    """Return a swatch for a move, in the colour of its card's path."""
    verb, _, what = move.partition(" ")
    path = getattr(sheet.cards.entries[what], "path", "none") if verb in ("buy", "free", "replace", "fly") else "none"
    return Text("  ", style=sheet.ground(path))


def log_lines(view: View, locale: Locale, *, start: int) -> list[Text]:
    """Return the log from event `start` on, a line of text per event."""
    lines = words_of(NAME).lines(view["events"][start:], view["options"], locale)
    return [Text(hanging(line.text)) for line in lines]


def round_begins(view: View) -> bool:
    """Return whether a round begins: the first player is about to act."""
    begins = not view["events"] or view["events"][-1]["id"] == "end"
    return view["phase"] == "act" and view["active"] == view["first"] and begins


def ending(view: View, locale: Locale) -> RenderableType:
    """Return the lands, each sister's crowns card by card, and the winner."""
    sheet = Sheet(view, locale)
    parts: list[RenderableType] = [_header(view, locale), *board(sheet)]
    for seat in range(view["players"]):
        parts += [Text(), *count(sheet, seat)]
    return Group(*parts, Text(), *ranking(view, locale), _notice(view, locale))


def notation(locale: Locale) -> str:
    """Return help on typing moves."""
    return locale.say(
        "In notation: harvest, tax, sweep, end, buy <card>, free <card>, fly <banner>, barter <card or banner>. "
        "After a purchase: add, replace <card>, build <cell>, send <seat>, dismiss <guest>, keep. For a Moon: "
        "pledge <number>, pass. Name a card by its id (tiger-pelt), a land by its column and row (a1), a seat by "
        "its number from 0."
    )


def _header(view: View, locale: Locale) -> Text:
    """Return the line above the table: round, deck, discard pile and the credits of this turn."""
    notes = [locale.say("round {round}", round=view["round"])]
    notes.append(locale.say("deck: {count}", count=view["deck"]))
    notes.append(locale.say("discard pile: {count}", count=len(view["discard"])))
    if view["last_round"] and view["phase"] != "over":
        notes.append(locale.say("last round"))
    notes += credit_words(view["credits"], locale)
    return Text.assemble(("Monarch", "bold"), " · ", " · ".join(notes))


def _notice(view: View, locale: Locale) -> Text:
    """Return the notice of the card set."""
    return Text(set_notice(cards_of(view["options"]), locale.lang), style="dim")
