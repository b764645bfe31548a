"""Monarch drawn in a terminal: the lands, the market, the sisters with their courts, and a Moon that is paid together.

The parts of the table are in `monarch_table`. Everything here is open to everybody, so a watcher sees what a seat sees.
"""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from courtly.games.monarch.words import (
    DOMAIN,
    cards_of,
    counted,
    find,
    move_words,
    set_notice,
    the_card,
    told,
)
from courtly.terminal.monarch_table import Sheet, banners, board, count, market, moon, sisters
from courtly.terminal.screen import Menu, Reader, View, hanging, numbered, ranking

__all__ = ["DOMAIN", "ending", "log_lines", "menu", "notation", "position", "question", "round_begins"]

ORDER = ("harvest", "tax", "barter", "buy", "free", "fly", "sweep", "end", "pass", "pledge")
"""Kinds of choices in the order in which they are offered; others stand as the view has them."""


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


def question(view: View, reader: Reader) -> str:
    """Return what the seat is asked."""
    phase, cards = view["phase"], cards_of(view["options"])
    if phase == "act":
        return _acting(view, reader)
    if phase == "pledge":
        asked = view["moon"]
        card = the_card(asked["moon"], cards, reader.lang)
        missing = counted(asked["missing"], asked["resource"], reader.lang)
        return reader.say(
            "{card} still asks for {missing}. How much do you add to your pledge?", card=card, missing=missing
        )
    if phase == "dismiss":
        return reader.say("Which of your guests do you discard? At most {count}.", count=view["dismissals"])
    card = the_card(view["pending"]["card"], cards, reader.lang)
    if phase == "place":
        held = len(view["seats"][view["seat"]]["court"])
        return reader.say("Where does {card} go? Your court has {count} of 7 cards.", card=card, count=held)
    if phase == "build":
        return reader.say("On which land do you build {card}?", card=card)
    return reader.say("To whom do you send {card}?", card=card)


def _acting(view: View, reader: Reader) -> str:
    """Return the main question with what the turn still has to offer."""
    notes, free = [], view["credits"]
    if free["improvement"]:
        notes.append(reader.say("free improvements: {count}", count=free["improvement"]))
    if free["sweep"]:
        notes.append(reader.say("free sweeps: {count}", count=free["sweep"]))
    if free["income"]:
        notes.append(reader.say("further harvests or taxes: {count}", count=free["income"]))
    if not notes:
        return reader.say("What do you do?")
    return reader.say("What do you do? This turn you have {notes}.", notes=", ".join(notes))


def menu(view: View, reader: Reader) -> Menu:
    """Return the legal moves as a numbered list."""
    spots = [spot["card"] if spot else "" for spot in view["market"]]
    sheet = Sheet(view, reader)

    def place(move: str) -> tuple[int, int, int]:
        verb, _, what = move.partition(" ")
        rank = ORDER.index(verb) if verb in ORDER else -1
        return rank, spots.index(what) if what in spots else 0, int(what) if what.isdecimal() else 0

    def choice(move: str) -> tuple[Text, str]:
        return _sign(move, sheet), move_words(move, view, reader.lang, names=reader.names)

    return numbered(sorted(view["legal"], key=place), choice, reader)


def _sign(move: str, sheet: Sheet) -> Text:
    """Return the colour of the path of the card that a choice names."""
    verb, _, what = move.partition(" ")
    path = getattr(find(what, sheet.cards), "path", "none") if verb in ("buy", "free", "replace", "fly") else "none"
    return Text("  ", style=sheet.ground(path))


def log_lines(view: View, reader: Reader, *, start: int) -> list[Text]:
    """Return what happened from line `start` of the log on."""
    return [Text(hanging(text)) for text in told(view, reader.names, reader.lang, start=start)]


def round_begins(view: View) -> bool:
    """Tell whether the first sister begins a turn."""
    begins = not view["log"] or view["log"][-1].get("move") == "end"
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
    return Text.assemble(("Monarch", "bold"), " · ", " · ".join(notes))


def _notice(view: View, reader: Reader) -> Text:
    """Return what the card set says about itself."""
    return Text(set_notice(cards_of(view["options"]), reader.lang), style="dim")
