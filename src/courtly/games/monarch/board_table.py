"""The parts of Monarch's table in a terminal: lands, market, banners, a Moon with its pledges, the sisters.

Paths have colours, and always their names too.
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
from courtly.text.reader import Reader

WIDTHS = (25, 26, 25)
"""Of the three columns of the lands; with four borders they fill 80 signs."""

COLOURS = {"might": "#b3372f", "culture": "#7b4ba0", "wisdom": "#2f66b0", "bounty": "#2f7d4f", "balance": "#c79a2c"}
"""Of the paths."""

NAMES = 24
"""Signs of a card's name, where it stands in a column."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What the parts of a drawing look at: a view and whom it is for."""

    view: View
    reader: Reader

    @property
    def cards(self) -> CardSet:
        """The card set of the match."""
        return cards_of(self.view["options"])

    def name(self, card: str, *, most: int = NAMES) -> Text:
        """Return the name of a card within a number of columns."""
        return short(card_name(card, self.cards, self.reader.lang), most)

    def path(self, path: str) -> str:
        """Return the name of a path, nothing for a card without one."""
        return "" if path == "none" else path_name(path, self.cards, self.reader.lang)

    def ground(self, path: str) -> str:
        """Return the style of a path's colour."""
        return on(COLOURS[path]) if path in COLOURS else ""


def short(text: str, most: int) -> Text:
    """Return text cut to a number of columns."""
    cut = Text(text)
    cut.truncate(most, overflow="ellipsis")
    return cut


def board(sheet: Sheet) -> list[Text]:
    """Return the lands as lines, three boards to a row."""
    lines = [titled_rule(Text(sheet.reader.say("The lands")), left="┌", right="┐")]
    lands = sheet.view["lands"]
    for start in range(0, len(lands), 3):
        row = [_land(sheet, land) for land in lands[start : start + 3]]
        lines += [_bar("├", "┼", "┤")] if start else []
        lines += [_line([cell[y] for cell in row]) for y in range(2)]
    return [*lines, _bar("└", "┴", "┘")]


def _land(sheet: Sheet, land: Mapping[str, Any]) -> tuple[Text, Text]:
    """Return what lies on top of a board, and what it yields."""
    first = Text.assemble((land["cell"], "bold"), " ") + sheet.name(land["improvement"] or land["land"], most=40)
    second = Text.assemble(" ", terrain_name(land["terrain"], sheet.reader.lang), " ", (str(land["yield"]), "bold"))
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
    """Return the cards of the market: name, price, and what they do."""
    say = sheet.reader.say
    grid = _grid("left", "left", "left")
    grid.columns[1].max_width, grid.columns[1].no_wrap = 16, False
    for spot in sheet.view["market"]:
        if spot is None:
            grid.add_row(Text(say("an empty spot"), style="dim"), "", "")
        else:
            grid.add_row(_card(sheet, spot["card"]), _price(sheet, spot), _does(sheet, spot))
    price = counted(sheet.view["sweep_price"], "gold", sheet.reader.lang)
    return [heading(say("The market (a sweep costs {price})", price=price)), indented(grid)]


def _card(sheet: Sheet, card: str) -> Text:
    """Return a card's name over its kind, path and emblems."""
    return Text.assemble((sheet.name(card).plain, "bold"), "\n", _kind(sheet, card))


def _kind(sheet: Sheet, card: str) -> Text:
    """Return the path of a card with its emblems, or else its kind."""
    entry, lang = sheet.cards.entries[card], sheet.reader.lang
    path = getattr(entry, "path", "none")
    words = [emblem_name(emblem, sheet.cards, lang) for emblem in entry.emblems] if isinstance(entry, Court) else []
    if isinstance(entry, Improvement):
        words = [terrain_name(entry.terrain, lang)]
    elif not isinstance(entry, Court | Banner):
        words = [kind_name(card, sheet.cards, lang)]
    colour = Text(f"[{sheet.path(path)}]", sheet.ground(path)) if sheet.path(path) else Text()
    return Text(" ").join([part for part in (colour, short(", ".join(words), NAMES)) if part.plain])


def _price(sheet: Sheet, spot: Mapping[str, Any]) -> Text:
    """Return what a card costs the reader, and whether that can be paid."""
    say, lang = sheet.reader.say, sheet.reader.lang
    text = Text(price_words(spot["price"], lang), style="" if spot["affordable"] else "dim")
    if spot["price"] != spot["cost"]:
        text.append("\n" + say("printed: {price}", price=price_words(spot["cost"], lang)))
    if spot["free"]:
        text.append("\n" + say("or nothing"))
    return text if spot["affordable"] or spot["free"] else text.append("\n" + say("too much now"))


def _does(sheet: Sheet, spot: Mapping[str, Any]) -> str:
    """Return the crowns and abilities of a card of the market."""
    lang, players = sheet.reader.lang, sheet.view["players"]
    crowns = crowns_words(spot["card"], sheet.cards, lang)
    parts = [sheet.reader.say("Crowns: {crowns}.", crowns=crowns)] if crowns else []
    parts += ability_lines(spot["card"], sheet.cards, lang, players=players)
    if not spot["fits"]:
        parts.append(sheet.reader.say("No board can take it now."))
    return " ".join(parts)


def banners(sheet: Sheet) -> list[RenderableType]:
    """Return the banners: who flies them, and what those that nobody flies ask for and bring."""
    if not sheet.view["banners"]:
        return []
    grid = _grid("left", "left")
    for entry in sheet.view["banners"]:
        grid.add_row(sheet.name(entry["banner"], most=30), _banner(sheet, entry))
    return [heading(sheet.reader.say("The banners")), indented(grid)]


def _banner(sheet: Sheet, entry: Mapping[str, Any]) -> str:
    """Return who flies a banner, or what it asks for; in the first round, and where it can be flown, all about it."""
    say, lang, cards = sheet.reader.say, sheet.reader.lang, sheet.cards
    if entry["holder"] is not None:
        return say("flown by {name}", name=sheet.reader.names[entry["holder"]])
    banner = cards.entries[entry["banner"]]
    assert isinstance(banner, Banner)
    needs = requirement_words(banner, cards, lang)
    if not entry["met"] and sheet.view["round"] > 1:
        return needs
    crowns = say("Crowns: {crowns}.", crowns=crowns_words(banner.id, cards, lang))
    met = [say("Can be flown now.")] if entry["met"] else [needs]
    return " ".join([*met, crowns, *ability_lines(banner.id, cards, lang)])


def moon(sheet: Sheet) -> list[RenderableType]:
    """Return a Moon that is paid together: what follows, and what has been pledged."""
    asked, reader = sheet.view["moon"], sheet.reader
    effects = ability_lines(asked["moon"], sheet.cards, reader.lang, players=sheet.view["players"])
    pledges = [
        reader.say("{name} {amount}", name=name, amount=counted(pledge, asked["resource"], reader.lang))
        for name, pledge in zip(reader.names, asked["pledges"], strict=True)
    ]
    missing = counted(asked["missing"], asked["resource"], reader.lang)
    told = reader.say("Pledged: {pledges}. Still missing: {missing}.", pledges=", ".join(pledges), missing=missing)
    title = card_name(asked["moon"], sheet.cards, reader.lang)
    return [heading(title), indented(Text(" ".join(effects))), indented(Text(told))]


def sisters(sheet: Sheet) -> Iterator[RenderableType]:
    """Yield every sister with what she holds; the reader's own cards one by one."""
    yield heading(sheet.reader.say("The sisters"))
    for seat in range(sheet.view["players"]):
        yield _holdings(sheet, seat)
        if seat == sheet.view["seat"]:
            yield from _counted(sheet, seat)
        else:
            yield indented(indented(Text(_at_a_glance(sheet, seat))))


def _holdings(sheet: Sheet, seat: int) -> Text:
    """Return a sister's name, gold, food, income and crowns."""
    view, say, lang = sheet.view, sheet.reader.say, sheet.reader.lang
    own = view["seats"][seat]
    notes = [say("you")] if view["seat"] == seat else []
    notes.append(say("gold {gold}, food {food}", gold=own["gold"], food=own["food"]))
    notes.append(say("harvest +{food}, tax +{gold} for {feed}", food=own["harvest"], gold=own["tax"], feed=own["feed"]))
    notes.append(counted(own["score"], "crowns", lang))
    sign = "▶ " if view["to_move"] == seat else "▷ " if view["active"] == seat else "  "
    line = Text.assemble(sign, (short(sheet.reader.names[seat], 20).plain, "bold"), " · ", " · ".join(notes))
    line.truncate(80, overflow="ellipsis")
    return line


def _at_a_glance(sheet: Sheet, seat: int) -> str:
    """Return a sister's cards in a row, each with its crowns now."""
    own, say = sheet.view["seats"][seat], sheet.reader.say
    rows = [
        ("", [(held["card"], held["crowns"]) for held in own["court"]]),
        (say("guests:"), [(held["card"], held["crowns"]) for held in own["guests"]]),
        (say("banner:"), [(own["banner"]["banner"], own["banner"]["crowns"])] if own["banner"] else []),
    ]
    told = [f"{title} {_in_a_row(sheet, cards)}".strip() for title, cards in rows if cards]
    return " — ".join(told) or say("no Court Cards yet")


def _in_a_row(sheet: Sheet, cards: list[tuple[str, int]]) -> str:
    """Return cards with their crowns."""
    return ", ".join(f"{sheet.name(card, most=40)} {number(crowns)}" for card, crowns in cards)


def count(sheet: Sheet, seat: int) -> Iterator[RenderableType]:
    """Yield a sister's crowns, card by card, and her total."""
    total = counted(sheet.view["seats"][seat]["score"], "crowns", sheet.reader.lang)
    yield heading(sheet.reader.say("{name}: {total}", name=sheet.reader.names[seat], total=total))
    yield from _counted(sheet, seat)


def _counted(sheet: Sheet, seat: int) -> Iterator[RenderableType]:
    """Yield a table of a sister's cards: crowns, name, kind and what makes up the crowns."""
    own = sheet.view["seats"][seat]
    flown = [{"card": own["banner"]["banner"], "crowns": own["banner"]["crowns"]}] if own["banner"] else []
    grid = _grid("right", "left", "left", "left")
    for held in [*own["court"], *flown, *own["guests"]]:
        reason = why(held["card"], Holding(cast(MonarchView, sheet.view), seat, sheet.cards), sheet.reader.lang)
        grid.add_row(number(held["crowns"]), sheet.name(held["card"]), _kind(sheet, held["card"]), reason)
    if not grid.row_count:
        grid.add_row("", sheet.reader.say("no Court Cards yet"), "", "")
    yield indented(grid)


def _grid(*sides: Any) -> Table:
    """Return a table without borders whose last column is broken into lines."""
    grid = Table.grid(padding=(0, 1))
    for i, side in enumerate(sides):
        grid.add_column(justify=side, no_wrap=i < len(sides) - 1)
    return grid
