"""Terminal rendering of Cursed Court: the board, the players' crowns and coins, and a seat's private cards.

The board itself is in `board_regions`. During a match with the hidden form of The Court Remembers, the
cards that sit out, earlier years and chances are not shown.
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
from courtly.text.locales import Locale

__all__ = ["ending", "menu", "notation", "position", "question", "round_begins"]

VARIANTS = {
    ("court_remembers", "hidden"): marked("{variant}, from memory"),
    ("court_remembers", "open"): marked("{variant}, cards shown"),
    ("coinless", True): marked("{variant}"),
    ("great_exchange", "elimination"): marked("{variant}, until one is left"),
    ("great_exchange", "cash"): marked("{variant}, cash game"),
    ("masquerade", True): marked("{variant}"),
}

SCORES = {
    "off": marked("The score is the total of all years."),
    "elimination": marked("The score is a player’s chips."),
    "cash": marked("The score is a player’s chips minus all chips bought, including the first 100."),
}


def position(view: View, locale: Locale) -> RenderableType:
    """Return the table and the seat's private cards. If no bet is due, return the header and the players only."""
    sheet = _sheet(view, locale)
    parts: list[RenderableType] = [_header(view, locale)]
    if view["phase"] == "bet":
        parts += [*board(sheet), legend(sheet), *_cards(view, locale)]
    parts += [_players(sheet)]
    return Group(*parts)


def question(view: View, locale: Locale) -> str:
    """Return the question to the seat, with a note on the decision and a hint on the input."""
    parts = [asked(view, locale), note(view, locale)]
    if view["phase"] == "bet" and {move.endswith(" feint") for move in view["legal"]} == {False, True}:
        parts.append(locale.say("Add f after a region to bet your feint there."))
    return " ".join(filter(None, parts))


def menu(view: View, locale: Locale) -> Menu:
    """Return the accepted inputs: the number or name of a region, a number of coins, or the number of a choice."""
    if view["phase"] == "rebuy":
        return numbered(view["legal"], lambda move: (Text(), move_words(move, view, locale)), locale)
    if view["phase"] == "stake":
        assert view["to_move"] is not None
        least, most = least_stake(view, str(view["pending"])), view["purse"][view["to_move"]]
        answers = {str(count): f"stake {count}" for count in range(most + 1)}
        return Menu(answers, Text(), locale.say("a number from {least} to {most}", least=least, most=most))
    return Menu(_answers(view, locale), Text(), locale.say("the number or name of a region"))


def _answers(view: View, locale: Locale) -> dict[str, str]:
    """Return the bet for each accepted name of a region. A name followed by `f` or `feint` bets the feint."""
    answers: dict[str, str] = {}
    for name, region in _names_of_regions(_sheet(view, locale)):
        if all(move.endswith(" feint") for move in view["legal"]):
            answers.setdefault(name, f"bet {region} feint")
        answers.setdefault(name, f"bet {region}")
        for end in (f"{name}f", f"{name} f", f"{name} feint") if view["options"]["masquerade"] else ():
            answers.setdefault(end, f"bet {region} feint")
    return answers


def _names_of_regions(sheet: Sheet) -> list[tuple[str, str]]:
    """Return pairs of an accepted name and its region: numbers, then ids, then names. The first match counts."""
    regions, lang = sheet.view["options"]["regions"], sheet.locale.lang
    numbers = [(str(number), region) for number, region in enumerate(sheet.regions, 1)]
    names = [(" ".join(region_name(region, regions, lang).casefold().split()), region) for region in sheet.regions]
    return [*numbers, *((region, region) for region in sheet.regions), *names]


def round_begins(view: View) -> bool:
    """Return whether a season begins."""
    placed = SEASON_IDS.index(view["season"])
    seated = [seat for seat in range(view["players"]) if view["seated"][seat]]
    return view["phase"] == "bet" and all(CROWNS - view["crowns"][seat] == placed for seat in seated)


def ending(view: View, locale: Locale) -> RenderableType:
    """Return the scores of each year, all tableaux and the winners."""
    reports = year_ends(_log(view))
    shown = reports[-YEARS_SHOWN:]
    parts: list[RenderableType] = [_header(view, locale), Text(), heading(locale.say("Points by year"))]
    if len(shown) < len(reports):
        parts.append(Text(locale.say("The last {count} years:", count=len(shown))))
    parts += [indented(_years(view, shown, locale)), Text(), heading(locale.say("Cards by year"))]
    parts += [indented(_tableau(report, locale)) for report in shown if "tableau" in report]
    sentence = SCORES[view["options"]["great_exchange"]]
    return Group(*parts, Text(), Text(locale.say(sentence)), *ranking(cast(Mapping[str, Any], view), locale))


def notation(locale: Locale) -> str:
    """Return an explanation of the move notation."""
    return locale.say(
        "In notation: bet <region>, bet <region> feint, stake <coins>, rebuy, stand. A region is named by its id, "
        "such as king or affair. A crown bumps another with at least twice its coins, or with one coin against "
        "none. On the board, [ ] is a crown with its owner’s mark, followed by its coins. ×2 counts a noble’s "
        "cards in the tableau. Rings are the nobles of a set, filled once they are in the tableau."
    )


def _sheet(view: View, locale: Locale) -> Sheet:
    return Sheet(view, locale, marks(locale.names))


def _header(view: View, locale: Locale) -> Text:
    """Return the headline: title, year, season, cards in the deck and variants."""
    options = view["options"]
    if view["phase"] == "over":
        notes = [locale.say("after year {year}", year=view["year"])]
    elif view["years"] is None:
        notes = [locale.say("year {year}", year=view["year"])]
    else:
        notes = [locale.say("year {year} of {years}", year=view["year"], years=view["years"])]
    if view["phase"] in ("bet", "stake"):
        notes.append(season_name(view["season"], locale.lang))
        notes.append(locale.say("cards in the deck: {count}", count=view["deck"]))
    notes += [
        locale.say(sentence, variant=locale.worded(OPTIONS[option].description.title))
        for (option, value), sentence in VARIANTS.items()
        if options[option] == value
    ]
    return Text.assemble(("Cursed Court", "bold"), " · ", " · ".join(notes))


def _cards(view: View, locale: Locale) -> list[RenderableType]:
    """Return the tableau, the cards that sit out, and the private knowledge of this seat."""
    say, lang = locale.say, locale.lang
    lines = [say("Tableau: {cards}", cards=cards_words(view["tableau"], lang))]
    if view["options"]["court_remembers"] == "open" and view["aside"]:
        lines.append(say("Sitting out this year: {cards}", cards=cards_words(view["aside"], lang)))
    if withholds_odds(view):
        lines.append(say("Remember which cards sit out this year. Chances would reveal them, so they are not shown."))
    own = [gap for gap in view["holes"] if gap["cards"]]
    if own:
        lines.append(say("Your hole cards: {cards}", cards=", ".join(_gap(view, gap, locale) for gap in own)))
    if view["to_move"] != view["seat"] and view["feint"]:
        lines.append(feint_words(view, locale))
    return [Text(line) for line in lines]


def _gap(view: View, gap: Gap, locale: Locale) -> str:
    """Return the cards of a gap, and the player who shares them."""
    cards = together([noble_name(card, locale.lang) for card in gap["cards"] or ()], locale.lang)
    others = [locale.names[seat] for seat in gap["seats"] if seat != view["seat"]]
    if not others:
        return locale.say("{cards} (yours only)", cards=cards)
    return locale.say("{cards} (shared with {name})", cards=cards, name=others[0])


def _players(sheet: Sheet) -> Table:
    """Return a table of the players: crowns and coins in hand, score, and current activity."""
    view, locale = sheet.view, sheet.locale
    coinless, exchange = view["options"]["coinless"], is_exchange(view["options"])
    grid = Table.grid(padding=(0, 1))
    for justify in ("left", "left", "left", "left", "right", "right", "left"):
        grid.add_column(justify=justify)
    coins = "" if coinless else locale.say("chips") if exchange else locale.say("coins")
    scores = {"off": locale.say("points"), "elimination": "", "cash": locale.say("balance")}
    score = scores[view["options"]["great_exchange"]]
    heads = ["", "", "", locale.say("crowns"), coins, score, locale.say("(in hand; ◆ first wager marker)")]
    grid.add_row(*(Text(head, style="dim") for head in heads))
    for seat in range(view["players"]):
        name = _short(locale.names[seat], 18)
        grid.add_row(
            "▶" if view["to_move"] == seat else " ",
            sheet.crown(seat),
            name + Text(" ◆" if view["marker"] == seat else ""),
            "♛" * view["crowns"][seat] or "–",
            "" if coinless else str(view["purse"][seat]),
            str(view["score"][seat]) if score else "",
            _note(view, seat, locale),
        )
    return grid


def _short(name: str, most: int) -> Text:
    """Return a name cut to at most `most` columns."""
    text = Text(name, style="bold")
    text.truncate(most, overflow="ellipsis")
    return text


def _note(view: View, seat: int, locale: Locale) -> str:
    """Return the note on a seat: whether it is the viewer's, and its current activity."""
    notes = [locale.say("you")] if view["seat"] == seat else []
    return ", ".join([*notes, *_doing(view, seat, locale)])


def _doing(view: View, seat: int, locale: Locale) -> list[str]:
    """Return the current activity of a seat. If its bet waits for its stake, name the region."""
    if view["pending"] is not None and view["to_move"] == seat:
        region = the_region(view["pending"], view["options"]["regions"], locale.lang)
        return [locale.say("bets on {region}: how many?", region=region)]
    return list(filter(None, [doing(seat, view, _log(view), locale)]))


def _log(view: View) -> Sequence[Mapping[str, Any]]:
    """Return the events that the terminal adds to a view."""
    events: Sequence[Mapping[str, Any]] = cast(Mapping[str, Any], view).get("events", ())
    return events


def _years(view: View, reports: Sequence[Mapping[str, Any]], locale: Locale) -> Table:
    """Return the points of each year by seat."""
    grid = columns("left", *["right"] * view["players"])
    grid.add_row("", *(_short(name, 9) for name in locale.names))
    for report in reports:
        points = report["gained"] if "gained" in report else ["–"] * view["players"]
        grid.add_row(locale.say("year {year}", year=report["year"]), *map(str, points))
    return grid


def _tableau(report: Mapping[str, Any], locale: Locale) -> Text:
    """Return all cards of a year's tableau."""
    cards = cards_words([*report["tableau"], *report["holes"]], locale.lang)
    return Text(locale.say("year {year}: {cards}", year=report["year"], cards=cards))
