"""Builds the contexts of matches without a random deal: played on, shared, of a day, or imported."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from urllib.parse import urlsplit

from babel.dates import format_date

from courtly.engine.errors import CourtlyError
from courtly.environment import environment
from courtly.tables.deals import SharedDeal, SharedDealResult, SharedDealStanding, today
from courtly.tables.document import SeatDocument
from courtly.tables.journal import Player
from courtly.tables.starts import OTHERS
from courtly.tables.table_views import FinishedMatch
from courtly.text.languages import DOT
from courtly.text.locales import Locale
from courtly.web import forms
from courtly.web.contexts.deals import DealPage, PlayOnPage, PositionsPage, ResultRow
from courtly.web.contexts.frame import Frame
from courtly.web.contexts.setup import OptionChoice
from courtly.web.games import pages_of
from courtly.web.members import bot_level, isolated, names_of, person_name
from courtly.web.pages import chosen_name, error_page, game_links, table_url
from courtly.web.share_links import links_of_match, table_links
from courtly.web.table_pages import deal_url as to_deal

SHEET = "deals.css"


def deal_url(code: str) -> str:
    """Return the address of a shared deal."""
    return f"/deals/{code}"


def day_url(game: str, day: str = "today") -> str:
    """Return the address of the deal of a day."""
    return f"/deals/{day}/{game}"


def usual_other(seats: Sequence[SeatDocument]) -> str:
    """Return the default bot for the other seats: the first bot that played in the match, or the general default."""
    return next((seat.bot for seat in seats if seat.bot in forms.BOT_TITLES), OTHERS)


def play_on_page(finished_match: FinishedMatch, move: int, locale: Locale) -> PlayOnPage:
    """Return the form that plays on from a move."""
    table_view, match = finished_match.table_view, finished_match.table_view.match
    assert match is not None
    there = finished_match.match.at(move)
    own = locale.of(finished_match.match.game)
    names = names_of(match.seats, locale)
    share_links = links_of_match(finished_match)
    return PlayOnPage(
        frame=Frame(
            title=locale.say("Play on from here"),
            here=share_links.play(move),
            sheets=[SHEET],
        ),
        game=finished_match.match.game,
        called=pages_of(finished_match.match.game).title(own),
        title=locale.say("After move {number} of {count}", number=move, count=finished_match.match.version),
        move=move,
        seats=[] if there.is_over else [OptionChoice(str(n), name, n == there.to_move) for n, name in enumerate(names)],
        others=forms.bot_choices(usual_other(match.seats), locale),
        url=share_links.play_on,
        deal_url=to_deal(table_view),
        back_url=share_links.step(move),
        command=environment().token(12),
    )


def deal_page(
    shared: SharedDeal, standing: SharedDealStanding, locale: Locale, *, player: Player | None, link: str = ""
) -> DealPage:
    """Return the page of a shared deal or a deal of the day, as the player may see it."""
    own = locale.of(shared.game)
    title = (
        locale.say("The deal of {day}", day=day_words(shared.day, locale))
        if shared.day
        else locale.say("A deal from {name}", name=isolated(person_name(shared.giver, locale)))
    )
    here = day_url(shared.game, shared.day) if shared.day else urlsplit(link).path
    return DealPage(
        frame=Frame(title=title, here=here, sheets=[SHEET]),
        game=shared.game,
        called=pages_of(shared.game).title(own),
        title=title,
        told=_against(shared, locale),
        link=link if standing.is_over else "",
        url=here if standing.can_play and standing.table is None else "",
        table_url=table_url(standing.table) if standing.table else "",
        state=_state(standing, locale),
        results=[_row(result, locale) for result in standing.results],
        days=_days(shared, locale) if shared.day else [],
        games=game_links(pages_of(shared.game), locale) if shared.day else [],
        name=chosen_name(player),
        name_length=forms.NAME_LENGTH,
    )


def day_words(day: str, locale: Locale) -> str:
    """Return a day as a date in the locale's language."""
    return format_date(date.fromisoformat(day), "long", locale=locale.lang)


def _against(shared: SharedDeal, locale: Locale) -> str:
    """Return the bots in the other seats, in words."""
    bots = [bot_level(str(seat["bot"]), locale) for seat in shared.seats if seat["kind"] == "bot"]
    return locale.count(
        "All players have the same seat, against one bot ({bots}).",
        "All players have the same seat, against {n} bots ({bots}).",
        len(bots),
        bots=", ".join(dict.fromkeys(bots)),
    )


def _state(standing: SharedDealStanding, locale: Locale) -> str:
    """Return the text in place of results; empty where there are results."""
    if standing.is_over:
        return "" if standing.results else locale.say("No one has finished this deal.")
    if standing.table:
        return locale.say("Play it to the end to see the results of the others here.")
    return locale.say("Your first try counts. Other players of this deal see your name and points.")


def _days(shared: SharedDeal, locale: Locale) -> list[tuple[str, str]]:
    """Return the day before and the day after, up to today."""
    assert shared.day is not None
    here = date.fromisoformat(shared.day)
    around = [(here + timedelta(days=step)).isoformat() for step in (-1, 1)]
    return [(day_url(shared.game, day), day_words(day, locale)) for day in around if day <= today()]


def _row(result: SharedDealResult, locale: Locale) -> ResultRow:
    scores, share_links, eyes = result.scores, table_links(result.table, result.match), str(result.seat)
    others = [score for seat, score in enumerate(scores or ()) if seat != result.seat]
    return ResultRow(
        name=person_name(result.name, locale),
        points="–" if scores is None else _number(scores[result.seat]),
        place=_place(result, locale),
        others=DOT.join(map(_number, others)),
        mine=result.is_mine,
        steps_url="" if scores is None else share_links.step(0, eyes),
        review_url="" if scores is None else share_links.review(eyes),
    )


def _place(result: SharedDealResult, locale: Locale) -> str:
    """Return the rank of a result in words, or the reason why it has none."""
    if result.scores is None:
        return locale.say("stopped")
    if result.is_substituted:
        return locale.say("not ranked: a bot played")
    return locale.say("{place} of {players}", place=result.place, players=len(result.scores))


def _number(points: int) -> str:
    return str(points).replace("-", "−")


def positions_page(locale: Locale, *, record: str = "", problem: CourtlyError | None = None) -> PositionsPage:
    """Return the form that imports a record."""
    here = "/positions"
    return PositionsPage(
        frame=Frame(title=locale.say("Load a saved game"), here=here, sheets=[SHEET]),
        record=record,
        others=forms.bot_choices(OTHERS, locale),
        problem=error_page(problem, here=here, back=here, locale=locale) if problem else None,
        command=environment().token(12),
    )
