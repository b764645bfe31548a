"""Cursed Court drawn in a terminal: the board, the players with their crowns and coins, what a seat holds.

The board itself is in `board_regions`. With The Court Remembers in its hidden form nothing here shows the cards
that sit out, an earlier year or a chance while the match runs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from courtly.games.cursed_court.board_regions import Sheet, board, legend, marks
from courtly.games.cursed_court.forecast import least_stake
from courtly.games.cursed_court.names import (
    cards_words,
    is_exchange,
    noble_name,
    region_name,
    season_name,
    the_region,
    together,
)
from courtly.games.cursed_court.outlook import withholds_odds
from courtly.games.cursed_court.scene import OPTIONS, YEARS_SHOWN, doing, year_ends
from courtly.games.cursed_court.state import CROWNS
from courtly.games.cursed_court.view import SEASON_IDS, Gap, View
from courtly.games.cursed_court.words import feint_words, move_words, note
from courtly.games.cursed_court.words import question as asked
from courtly.scene.console import Menu, columns, heading, indented, numbered, ranking
from courtly.text.languages import marked
from courtly.text.reader import Reader

__all__ = ["ending", "menu", "notation", "position", "question", "round_begins"]

VARIANTS = {
    ("court_remembers", "hidden"): marked("{variant}, in memory"),
    ("court_remembers", "open"): marked("{variant}, in sight"),
    ("coinless", True): marked("{variant}"),
    ("great_exchange", "elimination"): marked("{variant}, until one is left"),
    ("great_exchange", "cash"): marked("{variant}, cash game"),
    ("masquerade", True): marked("{variant}"),
}

SCORES = {
    "off": marked("The score is all points together."),
    "elimination": marked("The score is the chips that each has."),
    "cash": marked("The score is the chips that each has, less all that were bought, the first 100 among them."),
}


def position(view: View, reader: Reader) -> RenderableType:
    """Return the whole table, and what the seat of the view holds; while a stake is asked, just the players."""
    sheet = _sheet(view, reader)
    parts: list[RenderableType] = [_header(view, reader)]
    if view["phase"] == "bet":
        parts += [*board(sheet), legend(sheet), *_cards(view, reader)]
    parts += [_players(sheet)]
    return Group(*parts)


def question(view: View, reader: Reader) -> str:
    """Return what the seat is asked, and what it has to know for its answer."""
    parts = [asked(view, reader), note(view, reader)]
    if view["phase"] == "bet" and {move.endswith(" feint") for move in view["legal"]} == {False, True}:
        parts.append(reader.say("Type f behind a region to place your feint there."))
    return " ".join(filter(None, parts))


def menu(view: View, reader: Reader) -> Menu:
    """Return what may be typed: the number or name of a region, a number of coins, or the number of a choice."""
    if view["phase"] == "rebuy":
        return numbered(view["legal"], lambda move: (Text(), move_words(move, view, reader)), reader)
    if view["phase"] == "stake":
        assert view["to_move"] is not None
        least, most = least_stake(view, str(view["pending"])), view["purse"][view["to_move"]]
        answers = {str(count): f"stake {count}" for count in range(most + 1)}
        return Menu(answers, Text(), reader.say("a number from {least} to {most}", least=least, most=most))
    return Menu(_answers(view, reader), Text(), reader.say("the number or name of a region"))


def _answers(view: View, reader: Reader) -> dict[str, str]:
    """Return the bet for each way to name a region, the surest first; `f` or `feint` behind it is the feint."""
    answers: dict[str, str] = {}
    for said, region in _ways(_sheet(view, reader)):
        if all(move.endswith(" feint") for move in view["legal"]):
            answers.setdefault(said, f"bet {region} feint")
        answers.setdefault(said, f"bet {region}")
        for end in (f"{said}f", f"{said} f", f"{said} feint") if view["options"]["masquerade"] else ():
            answers.setdefault(end, f"bet {region} feint")
    return answers


def _ways(sheet: Sheet) -> list[tuple[str, str]]:
    """Return all ways to name a region: by number, by id, by name."""
    regions, lang = sheet.view["options"]["regions"], sheet.reader.lang
    numbers = [(str(number), region) for number, region in enumerate(sheet.regions, 1)]
    names = [(" ".join(region_name(region, regions, lang).casefold().split()), region) for region in sheet.regions]
    return [*numbers, *((region, region) for region in sheet.regions), *names]


def round_begins(view: View) -> bool:
    """Tell whether a season begins."""
    placed = SEASON_IDS.index(view["season"])
    seated = [seat for seat in range(view["players"]) if view["seated"][seat]]
    return view["phase"] == "bet" and all(CROWNS - view["crowns"][seat] == placed for seat in seated)


def ending(view: View, reader: Reader) -> RenderableType:
    """Return the year-by-year scores, all tableaux, and who won."""
    reports = year_ends(_log(view))
    shown = reports[-YEARS_SHOWN:]
    parts: list[RenderableType] = [_header(view, reader), Text(), heading(reader.say("Points of each year"))]
    if len(shown) < len(reports):
        parts.append(Text(reader.say("The last {count} years:", count=len(shown))))
    parts += [indented(_years(view, shown, reader)), Text(), heading(reader.say("What lay in the tableau"))]
    parts += [indented(_tableau(report, reader)) for report in shown if "tableau" in report]
    sentence = SCORES[view["options"]["great_exchange"]]
    return Group(*parts, Text(), Text(reader.say(sentence)), *ranking(cast(Mapping[str, Any], view), reader))


def notation(reader: Reader) -> str:
    """Return how moves are typed."""
    return reader.say(
        "In notation: bet <region>, bet <region> feint, stake <coins>, rebuy, stand. A region is named by its id, such "
        "as king or affair. A crown bumps another with at least twice its coins, one coin against none. On the board "
        "[ ] is a crown with the mark of its owner, and beside it are its coins; ×2 counts the cards of a noble that "
        "lie in the tableau; rings are the nobles of a set, filled once they lie there."
    )


def _sheet(view: View, reader: Reader) -> Sheet:
    return Sheet(view, reader, marks(reader.names))


def _header(view: View, reader: Reader) -> Text:
    """Return the line above the table."""
    options = view["options"]
    if view["phase"] == "over":
        notes = [reader.say("after year {year}", year=view["year"])]
    elif view["years"] is None:
        notes = [reader.say("year {year}", year=view["year"])]
    else:
        notes = [reader.say("year {year} of {years}", year=view["year"], years=view["years"])]
    if view["phase"] in ("bet", "stake"):
        notes.append(season_name(view["season"], reader.lang))
        notes.append(reader.say("cards in the deck: {count}", count=view["deck"]))
    notes += [
        reader.say(sentence, variant=reader.worded(OPTIONS[option].told.title))
        for (option, value), sentence in VARIANTS.items()
        if options[option] == value
    ]
    return Text.assemble(("Cursed Court", "bold"), " · ", " · ".join(notes))


def _cards(view: View, reader: Reader) -> list[RenderableType]:
    """Return the tableau, the cards that sit out, and what only this seat knows."""
    say, lang = reader.say, reader.lang
    lines = [say("Tableau: {cards}", cards=cards_words(view["tableau"], lang))]
    if view["options"]["court_remembers"] == "open" and view["aside"]:
        lines.append(say("Sitting out this year: {cards}", cards=cards_words(view["aside"], lang)))
    if withholds_odds(view):
        lines.append(say("Which cards sit out this year you have to remember; chances would tell, and are not shown."))
    own = [gap for gap in view["holes"] if gap["cards"]]
    if own:
        lines.append(say("Your hole cards: {cards}", cards=", ".join(_gap(view, gap, reader) for gap in own)))
    if view["to_move"] != view["seat"] and view["feint"]:
        lines.append(feint_words(view, reader))
    return [Text(line) for line in lines]


def _gap(view: View, gap: Gap, reader: Reader) -> str:
    """Return the cards of a gap, and who sees them too."""
    cards = together([noble_name(card, reader.lang) for card in gap["cards"] or ()], reader.lang)
    others = [reader.names[seat] for seat in gap["seats"] if seat != view["seat"]]
    if not others:
        return reader.say("{cards} (yours alone)", cards=cards)
    return reader.say("{cards} (shared with {name})", cards=cards, name=others[0])


def _players(sheet: Sheet) -> Table:
    """Return the players: crowns and coins in hand, score, and whose turn it is or why not."""
    view, reader = sheet.view, sheet.reader
    coinless, exchange = view["options"]["coinless"], is_exchange(view["options"])
    grid = Table.grid(padding=(0, 1))
    for justify in ("left", "left", "left", "left", "right", "right", "left"):
        grid.add_column(justify=justify)
    coins = "" if coinless else reader.say("chips") if exchange else reader.say("coins")
    scores = {"off": reader.say("points"), "elimination": "", "cash": reader.say("balance")}
    score = scores[view["options"]["great_exchange"]]
    heads = ["", "", "", reader.say("crowns"), coins, score, reader.say("(in hand; ◆ first wager marker)")]
    grid.add_row(*(Text(head, style="dim") for head in heads))
    for seat in range(view["players"]):
        name = _short(reader.names[seat], 18)
        grid.add_row(
            "▶" if view["to_move"] == seat else " ",
            sheet.crown(seat),
            name + Text(" ◆" if view["marker"] == seat else ""),
            "♛" * view["crowns"][seat] or "–",
            "" if coinless else str(view["purse"][seat]),
            str(view["score"][seat]) if score else "",
            _note(view, seat, reader),
        )
    return grid


def _short(name: str, most: int) -> Text:
    """Return a name within a number of columns."""
    text = Text(name, style="bold")
    text.truncate(most, overflow="ellipsis")
    return text


def _note(view: View, seat: int, reader: Reader) -> str:
    """Return whether a seat is to move, still places crowns, or is skipped and why."""
    notes = [reader.say("you")] if view["seat"] == seat else []
    return ", ".join([*notes, *_doing(view, seat, reader)])


def _doing(view: View, seat: int, reader: Reader) -> list[str]:
    """Return what a seat does now; of a bet that waits for its coins, where it is."""
    if view["pending"] is not None and view["to_move"] == seat:
        region = the_region(view["pending"], view["options"]["regions"], reader.lang)
        return [reader.say("bets on {region}: how many?", region=region)]
    return list(filter(None, [doing(seat, view, _log(view), reader)]))


def _log(view: View) -> Sequence[Mapping[str, Any]]:
    """Return the events that come with a view in a terminal."""
    events: Sequence[Mapping[str, Any]] = cast(Mapping[str, Any], view).get("events", ())
    return events


def _years(view: View, reports: Sequence[Mapping[str, Any]], reader: Reader) -> Table:
    """Return the points of each year by seat."""
    grid = columns("left", *["right"] * view["players"])
    grid.add_row("", *(_short(name, 9) for name in reader.names))
    for report in reports:
        points = report["gained"] if "gained" in report else ["–"] * view["players"]
        grid.add_row(reader.say("year {year}", year=report["year"]), *map(str, points))
    return grid


def _tableau(report: Mapping[str, Any], reader: Reader) -> Text:
    """Return all cards of a year's tableau."""
    cards = cards_words([*report["tableau"], *report["holes"]], reader.lang)
    return Text(reader.say("year {year}: {cards}", year=report["year"], cards=cards))
