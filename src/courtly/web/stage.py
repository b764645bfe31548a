"""The stage of a table, for streams: the match without controls, later if the host wishes, and with a player's hand."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from pydantic import BaseModel, Field

from courtly.engine.sentences import said
from courtly.review import Review
from courtly.review.words import percent
from courtly.scene.model import Scene
from courtly.scene.parts import scene_of, words_of
from courtly.tables.codes import CODE_LENGTH
from courtly.tables.table_views import Stage, TableView
from courtly.text.locales import Locale
from courtly.web.contexts.stage import StagePage, StageSeat
from courtly.web.errors import NoSuchPage
from courtly.web.games import pages_of
from courtly.web.measures import delay_words
from courtly.web.render import render, render_stage
from courtly.web.stepper import private_pieces
from courtly.web.table_pages import match_page, page_input
from courtly.web.visitors import Context, Viewer, VisitorRoute

router = APIRouter(route_class=VisitorRoute)

NOT_MODIFIED = 304
MOST_TOLD = 3
"""The largest number of sentences about the last move."""


class StageQuery(BaseModel):
    """What to show: the hand of a seat, and the cloth of the table. The code `watch` of the table opens the stage."""

    seat: Annotated[int | None, Field(ge=0, le=15)] = None
    cloth: bool = True
    watch: Annotated[str | None, Field(max_length=CODE_LENGTH)] = None


@router.get("/tables/{table_id}/stage", include_in_schema=False)
async def show_stage(
    request: Request, table_id: str, context: Context, player: Viewer, chosen: Annotated[StageQuery, Query()]
) -> Response:
    """Show the stage. A stage that has not changed is not sent again."""
    if not context.lobby.opener.has_stage:
        raise NoSuchPage(said("this server has no stage for streams"), where="address")
    with context.limits.count_wrong_codes(request) if chosen.watch else nullcontext():
        stage = await context.lobby.views.stage(player, table_id, chosen.seat, code=chosen.watch)
    number = stage.table_view.table.match
    review = await context.lobby.finished.stored_review(table_id, number) if stage.is_over else None
    etag = _etag(stage, context.locale, has_chances=review is not None)
    if request.headers.get("If-None-Match") == etag:
        return Response(status_code=NOT_MODIFIED)
    page = await context.replay(player, lambda: stage_page(stage, review, context.locale))
    page = replace(page, cloth=chosen.cloth, version=etag.strip('"'))
    response = render("on_stage.html", page, context.locale.of(page.game))
    response.headers["ETag"], response.headers["Cache-Control"] = etag, "no-cache, private"
    return response


def _etag(stage: Stage, locale: Locale, *, has_chances: bool) -> str:
    document = stage.table_view.table
    about = (document.id, document.version, document.match, stage.version, stage.seat, locale.lang, has_chances)
    return f'"{hashlib.sha256(repr(about).encode()).hexdigest()[:16]}"'


def stage_page(stage: Stage, review: Review | None, locale: Locale) -> StagePage:
    """Return the page of a stage; with a review, it has the chances of winning."""
    table_view = stage.table_view
    table, pages = table_view.table, pages_of(table_view.table.game)
    own = locale.of(table.game)
    if table_view.match is None:
        return StagePage(
            title=pages.title(own), game=pages.name, sheets=(), drawing=None,
            headline=locale.say("The match has not begun yet."), sheet=None, told=(), hand=(), delay="", seats=(),
        )  # fmt: skip
    # Spectators read about "Ann", not about "you", also where they see a hand.
    shown = page_input(stage.public, locale)
    is_end = table_view.match.view["to_move"] is None
    hand = _hand(stage, shown.locale)
    # Without a hand, the view of a seat shows less than that of spectators: the seat's own things are not on the stage.
    drawn = table_view if hand else stage.public
    page = None if is_end else match_page(drawn, locale, ())
    return StagePage(
        title=pages.title(own),
        game=pages.name,
        sheets=page.frame.sheets if page else (),
        drawing=render_stage(page, own) if page else None,
        headline=pages.headline(shown) if is_end else "",
        sheet=_scene(stage.public, shown.locale).sheet if is_end else None,
        told=_told(stage, shown.locale),
        hand=hand,
        delay=locale.say("shown {later}", later=delay_words(table.delay, locale)) if table.delay else "",
        seats=_seats(stage, review, shown.locale, has_hand=bool(hand)),
    )


def _scene(table_view: TableView, locale: Locale) -> Scene:
    """Return the scene of a table, as the seat of its match or a spectator sees it."""
    match = table_view.match
    assert match is not None
    return scene_of(table_view.table.game, match.view, match.log, replace(locale, seat=match.seat))


def _told(stage: Stage, locale: Locale) -> Sequence[str]:
    """Return the last move in words."""
    match = stage.public.match
    assert match is not None
    texts = words_of(stage.table_view.table.game).captions(match.log[-MOST_TOLD:], match.view["options"], locale)
    return [text for text in texts if text][-1:]


def _hand(stage: Stage, locale: Locale) -> list[tuple[str, list[str]]]:
    """Return the pieces that only the player in the chosen seat knows, by place."""
    if stage.seat is None:
        return []
    return private_pieces(_scene(stage.public, locale), _scene(stage.table_view, locale))


def _seats(stage: Stage, review: Review | None, locale: Locale, *, has_hand: bool) -> list[StageSeat]:
    chances = review.positions[stage.version].opened if review else None
    return [
        StageSeat(
            seat.name,
            [locale.say("{title}: {value}", title=fact.title, value=fact.value) for fact in seat.facts],
            locale.language.percent(percent(chances[seat.number].win)) if chances else "",
            is_to_move=seat.decides,
            is_shown=has_hand and stage.seat == seat.number,
        )
        for seat in _scene(stage.public, locale).seats
    ]
