"""What the pages of matches that are not dealt afresh show: playing on, shared deals and days, records."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any
from urllib.parse import urlsplit

from babel.dates import format_date

from courtly.engine.errors import CourtlyError
from courtly.tables.deals import Result, Shared, Standing, today
from courtly.tables.journal import Player
from courtly.tables.looking import Past
from courtly.tables.starts import OTHERS
from courtly.text.reader import Reader
from courtly.web import forms
from courtly.web.contexts.deals import DealPage, PlayOnPage, PositionsPage, ResultRow
from courtly.web.contexts.doors import OptionChoice
from courtly.web.contexts.frame import Frame
from courtly.web.games import pages_of
from courtly.web.members import bot_name, names_of, person_name
from courtly.web.pages import chosen_name, error_page, game_links, table_url
from courtly.web.table_pages import deal_url as to_deal
from courtly.web.ways import table_ways, ways_of

SHEET = "deals.css"


def deal_url(code: str) -> str:
    """Return the address of a shared deal."""
    return f"/deals/{code}"


def day_url(game: str, day: str = "today") -> str:
    """Return the address of the deal of a day."""
    return f"/deals/{day}/{game}"


def usual_other(seats: Sequence[Mapping[str, Any]]) -> str:
    """Return which bot sits in the other seats unless another is chosen: one that sat in the match."""
    return next((seat["bot"] for seat in seats if seat["bot"] in forms.BOT_TITLES), OTHERS)


def play_on_page(past: Past, move: int, reader: Reader) -> PlayOnPage:
    """Return the form that plays on from a move."""
    look, match = past.look, past.look.match
    assert match is not None
    there = past.match.at(move)
    own = reader.of(past.match.game)
    names = names_of(match.seats, reader)
    ways = ways_of(past)
    return PlayOnPage(
        frame=Frame(
            title=reader.say("Play on from here"),
            here=ways.play(move),
            sheets=[SHEET],
        ),
        game=past.match.game,
        called=pages_of(past.match.game).title(own),
        title=reader.say("After move {number} of {count}", number=move, count=past.match.version),
        move=move,
        seats=[] if there.is_over else [OptionChoice(str(n), name, n == there.to_move) for n, name in enumerate(names)],
        others=forms.bot_choices(usual_other(match.seats), reader),
        url=ways.play_on,
        deal_url=to_deal(look),
        back_url=ways.step(move),
        command=secrets.token_urlsafe(12),
    )


def deal_page(shared: Shared, standing: Standing, reader: Reader, *, player: Player | None, link: str = "") -> DealPage:
    """Return the page of a shared deal with its link, or of that of a day, as somebody may know it."""
    own = reader.of(shared.game)
    title = (
        reader.say("The deal of {day}", day=day_words(shared.day, reader))
        if shared.day
        else reader.say("A deal from {name}", name=person_name(shared.giver, reader))
    )
    here = day_url(shared.game, shared.day) if shared.day else urlsplit(link).path
    return DealPage(
        frame=Frame(title=title, here=here, sheets=[SHEET]),
        game=shared.game,
        called=pages_of(shared.game).title(own),
        title=title,
        told=_against(shared, reader),
        link=link if standing.is_over else "",
        url=here if standing.can_play and standing.table is None else "",
        table_url=table_url(standing.table) if standing.table else "",
        state=_state(standing, reader),
        results=[_row(result, reader) for result in standing.results],
        days=_days(shared, reader) if shared.day else [],
        games=game_links(pages_of(shared.game), reader) if shared.day else [],
        name=chosen_name(player),
        name_length=forms.NAME_LENGTH,
    )


def day_words(day: str, reader: Reader) -> str:
    """Return a day as people write it."""
    return format_date(date.fromisoformat(day), "long", locale=reader.lang)


def _against(shared: Shared, reader: Reader) -> str:
    """Return who sits in the other seats."""
    bots = [bot_name(str(seat["bot"]), reader) for seat in shared.seats if seat["kind"] == "bot"]
    return reader.count(
        "Everybody sits in the same seat, with one bot: {bots}.",
        "Everybody sits in the same seat, with {n} bots: {bots}.",
        len(bots),
        bots=", ".join(dict.fromkeys(bots)),
    )


def _state(standing: Standing, reader: Reader) -> str:
    """Return what is said where there are no results to be shown."""
    if standing.is_over:
        return "" if standing.results else reader.say("Nobody has played it to its end.")
    if standing.table:
        return reader.say("When you have played it to its end, you see here how the others did.")
    return reader.say("Your first try counts. Whoever has played the deal too sees your name and your points.")


def _days(shared: Shared, reader: Reader) -> list[tuple[str, str]]:
    """Return the day before and the day after, up to today."""
    assert shared.day is not None
    here = date.fromisoformat(shared.day)
    around = [(here + timedelta(days=step)).isoformat() for step in (-1, 1)]
    return [(day_url(shared.game, day), day_words(day, reader)) for day in around if day <= today()]


def _row(result: Result, reader: Reader) -> ResultRow:
    scores, ways, eyes = result.scores, table_ways(result.table, result.match), str(result.seat)
    others = [score for seat, score in enumerate(scores or ()) if seat != result.seat]
    return ResultRow(
        name=person_name(result.name, reader),
        points="–" if scores is None else _number(scores[result.seat]),
        place=reader.say("stopped")
        if scores is None
        else reader.say("{place} of {players}", place=result.place, players=len(scores)),
        others=" · ".join(map(_number, others)),
        mine=result.is_mine,
        steps_url="" if scores is None else ways.step(0, eyes),
        review_url="" if scores is None else ways.review(eyes),
    )


def _number(points: int) -> str:
    return str(points).replace("-", "−")


def positions_page(reader: Reader, *, record: str = "", problem: CourtlyError | None = None) -> PositionsPage:
    """Return the form that takes a record."""
    here = "/positions"
    return PositionsPage(
        frame=Frame(title=reader.say("A match from its record"), here=here, sheets=[SHEET]),
        record=record,
        others=forms.bot_choices(OTHERS, reader),
        problem=error_page(problem, here=here, back=here, reader=reader) if problem else None,
        command=secrets.token_urlsafe(12),
    )
