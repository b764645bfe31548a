"""The parts of Monarch's table in a terminal: lands, market, banners, Moon and sisters.

A path is always shown by its name as well as its colour.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from courtly.games.monarch.cardset import Banner, CardSet, Court, Improvement
from courtly.games.monarch.rules.view import View as MonarchView
from courtly.games.monarch.words import (
    Holding,
    ability_lines,
    card_name,
    cards_of,
    counted,
    crowns_words,
    emblem_name,
    kind_name,
    number,
    path_name,
    price_words,
    requirement_words,
    terrain_name,
    why,
)
from courtly.scene.console import View, heading, indented, on, titled_rule
from courtly.text.locales import Locale

WIDTHS = (25, 26, 25)
"""Widths of the three columns of the lands; with four borders they fill 80 characters."""

COLOURS = {"might": "#b3372f", "culture": "#7b4ba0", "wisdom": "#2f66b0", "bounty": "#2f7d4f", "balance": "#c79a2c"}
"""Colour of each path."""

NAMES = 24
"""Maximum width of a card's name in a column."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A view with the locale in which it is rendered."""

    view: View
    locale: Locale

    @property
    def cards(self) -> CardSet:
        """The card set of the match."""
        return cards_of(self.view["options"])

    def name(self, card: str, *, most: int = NAMES) -> Text:
        """Return the name of a card, cut to `most` columns."""
        return short(card_name(card, self.cards, self.locale.lang), most)

    def path(self, path: str) -> str:
        """Return the name of a path, or an empty string for "none"."""
        return "" if path == "none" else path_name(path, self.cards, self.locale.lang)

    def ground(self, path: str) -> str:
        """Return the Rich style for a path's colour."""
        return on(COLOURS[path]) if path in COLOURS else ""


def short(text: str, most: int) -> Text:
    """Return text cut to `most` columns."""
    cut = Text(text)
    cut.truncate(most, overflow="ellipsis")
    return cut


def board(sheet: Sheet) -> list[Text]:
    """Return the lands as lines, with three boards in each row."""
    lines = [titled_rule(Text(sheet.locale.say("Lands")), left="┌", right="┐")]
    lands = sheet.view["lands"]
    for start in range(0, len(lands), 3):
        row = [_land(sheet, land) for land in lands[start : start + 3]]
        lines += [_bar("├", "┼", "┤")] if start else []
        lines += [_line([cell[y] for cell in row]) for y in range(2)]
    return [*lines, _bar("└", "┴", "┘")]


def _land(sheet: Sheet, land: Mapping[str, Any]) -> tuple[Text, Text]:
    """Return the two lines of a board: the top card, and its terrain, yield and path."""
    first = Text.assemble((land["cell"], "bold"), " ") + sheet.name(land["improvement"] or land["land"], most=40)
    second = Text.assemble(" ", terrain_name(land["terrain"], sheet.locale.lang), " ", (str(land["yield"]), "bold"))
    if path := sheet.path(land["path"]):
        second = Text.assemble(second, " ", (f"[{path}]", sheet.ground(land["path"])))
    return first, second


def _line(cells: list[Text]) -> Text:
    """Return a line of a row of boards between borders."""
    line = Text.assemble(("│", "dim"))
    for width, cell in zip(WIDTHS, cells, strict=True):
        shown = cell.copy()
        shown.truncate(width - 2, overflow="ellipsis", pad=True)
        line = line + Text(" ") + shown + Text.assemble(" ", ("│", "dim"))
    return line


def _bar(left: str, cross: str, right: str) -> Text:
    """Return a line across the lands."""
    return Text(left + cross.join("─" * width for width in WIDTHS) + right, style="dim")


def market(sheet: Sheet) -> list[RenderableType]:
    """Return the market: name, price, crowns and abilities of each card."""
    say = sheet.locale.say
    grid = _grid("left", "left", "left")
    grid.columns[1].max_width, grid.columns[1].no_wrap = 16, False
    for spot in sheet.view["market"]:
        if spot is None:
            grid.add_row(Text(say("empty spot"), style="dim"), "", "")
        else:
            grid.add_row(_card(sheet, spot["card"]), _price(sheet, spot), _does(sheet, spot))
    price = counted(sheet.view["sweep_price"], "gold", sheet.locale.lang)
    return [heading(say("Market (sweep: {price})", price=price)), indented(grid)]


def _card(sheet: Sheet, card: str) -> Text:
    """Return a card's name above its kind, path and emblems."""
    return Text.assemble((sheet.name(card).plain, "bold"), "\n", _kind(sheet, card))


def _kind(sheet: Sheet, card: str) -> Text:
    """Return the path of a card, and its emblems, terrain or kind."""
    entry, lang = sheet.cards.entries[card], sheet.locale.lang
    path = getattr(entry, "path", "none")
    words = [emblem_name(emblem, sheet.cards, lang) for emblem in entry.emblems] if isinstance(entry, Court) else []
    if isinstance(entry, Improvement):
        words = [terrain_name(entry.terrain, lang)]
    elif not isinstance(entry, Court | Banner):
        words = [kind_name(card, sheet.cards, lang)]
    colour = Text(f"[{sheet.path(path)}]", sheet.ground(path)) if sheet.path(path) else Text()
    return Text(" ").join([part for part in (colour, short(", ".join(words), NAMES)) if part.plain])


def _price(sheet: Sheet, spot: Mapping[str, Any]) -> Text:
    """Return a card's price for the viewer, with a note if the viewer cannot pay it."""
    say, lang = sheet.locale.say, sheet.locale.lang
    text = Text(price_words(spot["price"], lang), style="" if spot["affordable"] else "dim")
    if spot["price"] != spot["cost"]:
        text.append("\n" + say("printed: {price}", price=price_words(spot["cost"], lang)))
    if spot["free"]:
        text.append("\n" + say("or free"))
    return text if spot["affordable"] or spot["free"] else text.append("\n" + say("too expensive"))


def _does(sheet: Sheet, spot: Mapping[str, Any]) -> str:
    """Return the crowns and abilities of a card of the market."""
    lang, players = sheet.locale.lang, sheet.view["players"]
    crowns = crowns_words(spot["card"], sheet.cards, lang)
    parts = [sheet.locale.say("Crowns: {crowns}.", crowns=crowns)] if crowns else []
    parts += ability_lines(spot["card"], sheet.cards, lang, players=players)
    if not spot["fits"]:
        parts.append(sheet.locale.say("It fits no land now."))
    return " ".join(parts)


def banners(sheet: Sheet) -> list[RenderableType]:
    """Return the banners: the holder of each, or its requirement and bonus."""
    if not sheet.view["banners"]:
        return []
    grid = _grid("left", "left")
    for entry in sheet.view["banners"]:
        grid.add_row(sheet.name(entry["banner"], most=30), _banner(sheet, entry))
    return [heading(sheet.locale.say("Banners")), indented(grid)]


def _banner(sheet: Sheet, entry: Mapping[str, Any]) -> str:
    """Return the holder of a banner, or its requirement.

    In the first round, and when the viewer can fly it, its crowns and abilities follow.
    """
    say, lang, cards = sheet.locale.say, sheet.locale.lang, sheet.cards
    if entry["holder"] is not None:
        return say("flown by {name}", name=sheet.locale.names[entry["holder"]])
    banner = cards.entries[entry["banner"]]
    assert isinstance(banner, Banner)
    needs = requirement_words(banner, cards, lang)
    if not entry["met"] and sheet.view["round"] > 1:
        return needs
    crowns = say("Crowns: {crowns}.", crowns=crowns_words(banner.id, cards, lang))
    met = [say("Can be flown now.")] if entry["met"] else [needs]
    return " ".join([*met, crowns, *ability_lines(banner.id, cards, lang)])


def moon(sheet: Sheet) -> list[RenderableType]:
    """Return the Moon that asks for a joint payment: its effects and the pledges."""
    asked, locale = sheet.view["moon"], sheet.locale
    effects = ability_lines(asked["moon"], sheet.cards, locale.lang, players=sheet.view["players"])
    pledges = [
        locale.say("{name} {amount}", name=name, amount=counted(pledge, asked["resource"], locale.lang))
        for name, pledge in zip(locale.names, asked["pledges"], strict=True)
    ]
    missing = counted(asked["missing"], asked["resource"], locale.lang)
    told = locale.say("Pledged: {pledges}. Still missing: {missing}.", pledges=", ".join(pledges), missing=missing)
    title = card_name(asked["moon"], sheet.cards, locale.lang)
    return [heading(title), indented(Text(" ".join(effects))), indented(Text(told))]


def sisters(sheet: Sheet) -> Iterator[RenderableType]:
    """Yield the holdings of each sister; the viewer's own cards are listed one by one."""
    yield heading(sheet.locale.say("Sisters"))
    for seat in range(sheet.view["players"]):
        yield _holdings(sheet, seat)
        if seat == sheet.view["seat"]:
            yield from _counted(sheet, seat)
        else:
            yield indented(indented(Text(_at_a_glance(sheet, seat))))


def _holdings(sheet: Sheet, seat: int) -> Text:
    """Return a sister's name, gold, food, income and crowns."""
    view, say, lang = sheet.view, sheet.locale.say, sheet.locale.lang
    own = view["seats"][seat]
    notes = [say("you")] if view["seat"] == seat else []
    notes.append(say("{gold} gold, {food} food", gold=own["gold"], food=own["food"]))
    notes.append(say("harvest +{food}, tax +{gold} for {feed}", food=own["harvest"], gold=own["tax"], feed=own["feed"]))
    notes.append(counted(own["score"], "crowns", lang))
    sign = "▶ " if view["to_move"] == seat else "▷ " if view["active"] == seat else "  "
    line = Text.assemble(sign, (short(sheet.locale.names[seat], 20).plain, "bold"), " · ", " · ".join(notes))
    line.truncate(80, overflow="ellipsis")
    return line


def _at_a_glance(sheet: Sheet, seat: int) -> str:
    """Return a sister's cards in one line, each with its current crowns."""
    own, say = sheet.view["seats"][seat], sheet.locale.say
    rows = [
        ("", [(held["card"], held["crowns"]) for held in own["court"]]),
        (say("guests:"), [(held["card"], held["crowns"]) for held in own["guests"]]),
        (say("banner:"), [(own["banner"]["banner"], own["banner"]["crowns"])] if own["banner"] else []),
    ]
    told = [f"{title} {_in_a_row(sheet, cards)}".strip() for title, cards in rows if cards]
    return " — ".join(told) or say("no Court Cards yet")


def _in_a_row(sheet: Sheet, cards: list[tuple[str, int]]) -> str:
    """Return cards with their crowns, separated by commas."""
    return ", ".join(f"{sheet.name(card, most=40)} {number(crowns)}" for card, crowns in cards)


def count(sheet: Sheet, seat: int) -> Iterator[RenderableType]:
    """Yield a sister's total and her crowns card by card."""
    total = counted(sheet.view["seats"][seat]["score"], "crowns", sheet.locale.lang)
    yield heading(sheet.locale.say("{name}: {total}", name=sheet.locale.names[seat], total=total))
    yield from _counted(sheet, seat)


def _counted(sheet: Sheet, seat: int) -> Iterator[RenderableType]:
    """Yield a table of a sister's cards: crowns, name, kind and how the crowns are counted."""
    own = sheet.view["seats"][seat]
    flown = [{"card": own["banner"]["banner"], "crowns": own["banner"]["crowns"]}] if own["banner"] else []
    grid = _grid("right", "left", "left", "left")
    for held in [*own["court"], *flown, *own["guests"]]:
        reason = why(held["card"], Holding(cast(MonarchView, sheet.view), seat, sheet.cards), sheet.locale.lang)
        grid.add_row(number(held["crowns"]), sheet.name(held["card"]), _kind(sheet, held["card"]), reason)
    if not grid.row_count:
        grid.add_row("", sheet.locale.say("no Court Cards yet"), "", "")
    yield indented(grid)


def _grid(*sides: Any) -> Table:
    """Return a table without borders; only its last column wraps."""
    grid = Table.grid(padding=(0, 1))
    for i, side in enumerate(sides):
        grid.add_column(justify=side, no_wrap=i < len(sides) - 1)
    return grid
