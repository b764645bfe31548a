"""The page with the statistics of a game: options, win rates, and a check of the shuffles."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import RedirectResponse, Response

from courtly.engine.contract.game import find_game
from courtly.review.words import percent
from courtly.scene.page import GamePages
from courtly.scene.parts import Words, words_of
from courtly.tables.shuffle_checks import ListCheck
from courtly.tables.statistics import LEAST, OWN, GameStatistics, Rate
from courtly.text.locales import Locale
from courtly.web.api.statistics import Seats, statistics_of
from courtly.web.contexts.frame import Frame
from courtly.web.contexts.ratings import PoolLink
from courtly.web.contexts.statistics import ListLine, OptionLine, RateLine, RateTable, StatisticsPage
from courtly.web.games import offered, pages_of, title_of
from courtly.web.pages import game_links
from courtly.web.render import render
from courtly.web.visitors import Context, VisitorRoute

router = APIRouter(route_class=VisitorRoute)

SUSPICIOUS = 0.001
"""A fair shuffle is called suspicious once in so many looks at all lists of a game."""


@router.get("/stats", include_in_schema=False)
async def show_first_statistics() -> Response:
    """Redirect to the statistics of the first game."""
    return RedirectResponse(f"/stats/{offered()[0].name}")


@router.get("/stats/{game}", include_in_schema=False)
async def show_statistics(context: Context, game: str, seats: Seats = None) -> Response:
    """Show the statistics of a game."""
    name = find_game(game).name
    found = await statistics_of(context.lobby).of_game(name, seats)
    return render("statistics.html", statistics_page(name, found, context.locale), context.locale)


def statistics_page(game: str, found: GameStatistics, locale: Locale) -> StatisticsPage:
    """Return the page of a game's statistics."""
    pages, own = pages_of(game), locale.of(game)
    even = 1 / found.seats if found.seats else 0.0
    return StatisticsPage(
        frame=Frame(
            title=locale.say("{game}: statistics", game=title_of(game, locale)),
            here=_url(game, found.seats),
            sheets=("ratings.css", "statistics.css"),
        ),
        games=game_links(pages, locale),
        matches=locale.count("{n} match", "{n} matches", found.matches),
        failed=locale.count(
            "The deal of {n} more match does not follow from its shuffle.",
            "The deals of {n} more matches do not follow from their shuffles.",
            found.failed,
        )
        if found.failed
        else "",
        options=_options(pages, found, own),
        seats=[
            PoolLink(locale.count("{n} player", "{n} players", count), _url(game, count), count == found.seats)
            for count in found.seat_numbers
        ],
        even=_percent(even, locale),
        even_share=100 * even,
        tables=_rate_tables(game, found, own),
        lists=[_list_line(one, len(found.lists), locale) for one in found.lists],
        least=LEAST,
    )


def _url(game: str, seats: int | None) -> str:
    return f"/stats/{game}" if seats is None else f"/stats/{game}?seats={seats}"


def _options(pages: GamePages, found: GameStatistics, locale: Locale) -> list[OptionLine]:
    """Return the matches by option in the order of the game's options."""
    lines = []
    for option in find_game(pages.name).rules.options.described():
        counts = sorted(found.options.get(option.name, {}).items(), key=lambda each: (-each[1], each[0]))
        values = [(_value(pages, option.name, value, locale), str(count)) for value, count in counts]
        lines.append(OptionLine(pages.option_title(option.name, locale), values))
    return lines


def _value(pages: GamePages, option: str, value: str, locale: Locale) -> str:
    return locale.say("custom") if value == OWN else pages.option_value(option, value, locale)


def _rate_tables(game: str, found: GameStatistics, locale: Locale) -> list[RateTable]:
    words = words_of(game)
    places = [_rate_line(_place(int(rate.item), locale), rate, locale) for rate in found.places]
    tables = [RateTable("places", locale.say("Win rate by place in turn order"), locale.say("Place"), places)]
    for kind, title in words.items.items():
        lines = [_rate_line(_item(words, rate.item, locale), rate, locale) for rate in found.uses.get(kind, [])]
        called = locale.say(title)
        tables.append(RateTable(kind.replace(" ", "-"), locale.say("Win rate: {items}", items=called), called, lines))
    return [table for table in tables if table.lines]


def _item(words: Words, item: str, locale: Locale) -> str:
    """Return the name of an item. An item that only an earlier version of the game had is called by its id."""
    try:
        return words.item(item, locale)
    except KeyError:
        return item


def _place(place: int, locale: Locale) -> str:
    return locale.say("begins") if place == 0 else str(place + 1)


def _rate_line(name: str, rate: Rate, locale: Locale) -> RateLine:
    figures = f"{_percent(rate.share, locale)} ({percent(rate.low)}–{percent(rate.high)})"
    return RateLine(name, str(rate.seats), figures, 100 * rate.low, 100 * rate.share, 100 * rate.high)


def _percent(share: float, locale: Locale) -> str:
    return locale.language.percent(percent(share))


def _list_line(one: ListCheck, lists: int, locale: Locale) -> ListLine:
    if one.chance is None:
        return ListLine(one.name, str(one.deals), "–", locale.say("too few deals"))
    distance = locale.say("{found} (expected {expected})", found=round(one.distance), expected=one.expected)
    shown = _percent(one.chance, locale)
    if one.chance * lists < SUSPICIOUS:
        verdict = locale.say("suspicious: fewer than 1 in 1000")
    else:
        verdict = locale.say("nothing unusual: {share}", share=shown)
    return ListLine(one.name, str(one.deals), distance, verdict)
