"""Cursed Court drawn in a terminal: the board, the players with their crowns and coins, what a seat holds.

The board itself is in `cursed_court_board`. With The Court Remembers in its hidden form nothing here shows the cards
that sit out, an earlier year or a chance while the match runs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from courtly.engine.words import marked
from courtly.games.cursed_court.words import (
    DOMAIN,
    cards_words,
    coin_words,
    least_stake,
    move_words,
    noble_name,
    option_name,
    region_name,
    season_name,
    the_region,
    together,
    told,
)
from courtly.terminal.cursed_court_board import Sheet, board, legend, marks
from courtly.terminal.screen import Menu, Reader, View, columns, hanging, heading, indented, numbered, ranking

__all__ = ["DOMAIN", "ending", "log_lines", "menu", "notation", "position", "question", "round_begins"]

SEASONS = ("spring", "summer", "autumn", "winter")

CROWNS = 4

YEARS_SHOWN = 20
"""Of a longer match the ending tells the last years only."""

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
    """Return what the seat is asked: a region, coins, or more chips."""
    exchange = view["options"]["great_exchange"] != "off"
    coins = coin_words(view["purse"][view["seat"]], reader.lang, exchange=exchange)
    if view["phase"] == "stake":
        return _how_many(view, reader, coins)
    if view["phase"] == "rebuy":
        return reader.say("You have {coins}. Do you buy more?", coins=coins)
    return _where(view, reader)


def _how_many(view: View, reader: Reader, coins: str) -> str:
    """Return the question how many coins go under the crown."""
    pending = view["pending"]
    region = the_region(pending, view["options"]["regions"], reader.lang)
    if pending not in view["board"]:
        return reader.say("How many on {region}? You have {coins}.", region=region, coins=coins)
    sentence = marked("How many on {region}? You have {coins}; {least} or more bump {owner}.")
    owner = reader.names[view["board"][pending][0]["seat"]]
    return reader.say(sentence, region=region, coins=coins, least=least_stake(view, pending), owner=owner)


def _where(view: View, reader: Reader) -> str:
    """Return the question where a crown goes."""
    if not any(move.endswith(" feint") for move in view["legal"]):
        return reader.say("In which region do you place a crown? Type its number or name.")
    if all(move.endswith(" feint") for move in view["legal"]):
        return reader.say("Your last crown is the feint. In which region do you place it? Type its number or name.")
    return reader.say("In which region do you place a crown? Type its number or name, with f behind it for your feint.")


def menu(view: View, reader: Reader) -> Menu:
    """Return what may be typed: the number or name of a region, a number of coins, or the number of a choice."""
    if view["phase"] == "rebuy":
        return numbered(
            view["legal"], lambda move: (Text(), move_words(move, view, reader.lang, names=reader.names)), reader
        )
    if view["phase"] == "stake":
        least, most = least_stake(view, view["pending"]), view["purse"][view["seat"]]
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


def log_lines(view: View, reader: Reader, *, start: int) -> list[Text]:
    """Return what happened from line `start` of the log on; the lines of a year's end are set in."""
    return [Text(hanging(text)) for text in told(view, reader.names, reader.lang, start=start)]


def round_begins(view: View) -> bool:
    """Tell whether a season begins."""
    placed = SEASONS.index(view["season"])
    seated = [seat for seat in range(view["players"]) if view["seated"][seat]]
    return view["phase"] == "bet" and all(CROWNS - view["crowns"][seat] == placed for seat in seated)


def ending(view: View, reader: Reader) -> RenderableType:
    """Return the year-by-year scores, all tableaux, and who won."""
    reports = [entry["report"] for entry in view["log"] if "report" in entry]
    shown = reports[-YEARS_SHOWN:]
    parts: list[RenderableType] = [_header(view, reader), Text(), heading(reader.say("Points of each year"))]
    if len(shown) < len(reports):
        parts.append(Text(reader.say("The last {count} years:", count=len(shown))))
    parts += [indented(_years(view, shown, reader)), Text(), heading(reader.say("What lay in the tableau"))]
    parts += [indented(_tableau(report, reader)) for report in shown if report["dealt"]]
    sentence = SCORES[view["options"]["great_exchange"]]
    return Group(*parts, Text(), Text(reader.say(sentence)), *ranking(view, reader))


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
        reader.say(sentence, variant=option_name(option, reader.lang))
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
    if view["options"]["court_remembers"] == "hidden" and view["aside"]:
        lines.append(say("Which cards sit out this year you have to remember; chances would tell, and are not shown."))
    own = [gap for gap in view["holes"] if gap["cards"]]
    if own:
        lines.append(say("Your hole cards: {cards}", cards=", ".join(_gap(view, gap, reader) for gap in own)))
    if view["feint"] == "hand":
        lines.append(say("Your feint is in your hand."))
    elif view["feint"] is not None:
        region = the_region(view["feint"], view["options"]["regions"], lang)
        lines.append(say("Your feint lies on {region}.", region=region))
    return [Text(line) for line in lines]


def _gap(view: View, gap: Mapping[str, Any], reader: Reader) -> str:
    """Return the cards of a gap, and who sees them too."""
    cards = together([noble_name(card, reader.lang) for card in gap["cards"]], reader.lang)
    others = [reader.names[seat] for seat in gap["seats"] if seat != view["seat"]]
    if not others:
        return reader.say("{cards} (yours alone)", cards=cards)
    return reader.say("{cards} (shared with {name})", cards=cards, name=others[0])


def _players(sheet: Sheet) -> Table:
    """Return the players: crowns and coins in hand, score, and whose turn it is or why not."""
    view, reader = sheet.view, sheet.reader
    coinless, exchange = view["options"]["coinless"], view["options"]["great_exchange"] != "off"
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
    """Return what a seat does now."""
    if view["phase"] == "rebuy":
        return [reader.say("may buy chips now")] if view["to_move"] == seat else []
    if not view["seated"][seat]:
        out = view["options"]["great_exchange"] == "elimination"
        return [reader.say("is out") if out else reader.say("sits out this year")]
    missing = SEASONS.index(view["season"]) + 1 - (CROWNS - view["crowns"][seat])
    if missing <= 0:
        done = view["options"]["coinless"]
        return [reader.say("has bet this season") if done else reader.say("has bet this season: skipped")]
    if view["pending"] is not None and view["to_move"] == seat:
        region = the_region(view["pending"], view["options"]["regions"], reader.lang)
        return [reader.say("bets on {region}: how many?", region=region)]
    if missing > 1:
        return [reader.say("still places {count} crowns", count=missing)]
    return [reader.say("bets now") if view["to_move"] == seat else reader.say("still bets this season")]


def _years(view: View, reports: list[dict[str, Any]], reader: Reader) -> Table:
    """Return the points of each year by seat."""
    grid = columns("left", *["right"] * view["players"])
    grid.add_row("", *(_short(name, 9) for name in reader.names))
    for report in reports:
        points = report["gained"] if report["dealt"] else ["–"] * view["players"]
        grid.add_row(reader.say("year {year}", year=report["year"]), *map(str, points))
    return grid


def _tableau(report: Mapping[str, Any], reader: Reader) -> Text:
    """Return all cards of a year's tableau."""
    cards = cards_words([*report["tableau"], *report["holes"]], reader.lang)
    return Text(reader.say("year {year}: {cards}", year=report["year"], cards=cards))
