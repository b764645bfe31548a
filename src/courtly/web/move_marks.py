"""Marks on a finished match's board: the pieces and places of the played move and of a better one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from html import escape

from fastapi.responses import HTMLResponse, Response

from courtly.engine.play.match import Match
from courtly.review import Review
from courtly.review.words import why
from courtly.scene.parts import scene_of, words_of
from courtly.tables.table_views import FinishedMatch
from courtly.text.locales import Locale
from courtly.web.contexts.table import MatchPage
from courtly.web.members import names_of
from courtly.web.render import render

SHEET = "move-marks.css"
IS_BETTER = " data-better"
ID = re.compile(r'data-id="([^"]+)"')


def move_marks(match: Match, number: int, better: str, locale: Locale) -> dict[str, str]:
    """Return the labels of pieces and places of the board after `number` moves, by their ids in the scene.

    A move that the deciding seat could not make gives no labels, and neither does what both moves have in common.
    """
    here = match.at(number)
    if here.to_move is None:
        return {}
    own = replace(locale, seat=here.to_move, domain=here.game)
    scene = scene_of(here.game, here.view(here.to_move), here.log(here.to_move), own)
    labels: dict[str, list[str]] = {}
    for move, label in ((match.moves[number], locale.say("Played")), (better, locale.say("Better"))):
        act = next((act for act in scene.acts if act.open and act.move == move), None)
        for part in (act.source, act.target) if act else ():
            if part:
                labels.setdefault(part, []).append(label)
    return {part: given[0] for part, given in labels.items() if len(set(given)) == 1}


@dataclass(frozen=True, slots=True)
class Comparison:
    """A better move to compare with the move after the first `number`; `review` is the stored review, if any."""

    number: int
    better: str
    review: Review | None = None


def render_compared(
    page: MatchPage,
    finished_match: FinishedMatch,
    asked: Comparison,
    locale: Locale,
) -> Response:
    """Return the page before two moves with both marked; unmarked if the better one is illegal.

    If the review found the better move, the page gives its reason, too.
    """
    number, better = asked.number, asked.better
    assert page.steps is not None
    assert finished_match.table_view.match is not None
    match = finished_match.match
    locale = replace(locale, names=names_of(finished_match.table_view.match.seats, locale))
    told = compared(match, number, better, locale)
    if not told:
        return render(page.template, page, locale)
    if asked.review and (decision := asked.review.decision(number + 1)).best == better != decision.move:
        told = [*told, why(decision, locale)]
    frame, steps = replace(page.frame, sheets=[*page.frame.sheets, SHEET]), replace(page.steps, told=told)
    shown = render(page.template, replace(page, frame=frame, steps=steps), locale)
    text = with_marks(bytes(shown.body).decode(), move_marks(match, number, better, locale), locale)
    kept = {name: shown.headers[name] for name in ("Cache-Control", "Content-Language")}
    return HTMLResponse(text, shown.status_code, headers=kept)


def compared(match: Match, number: int, better: str, locale: Locale) -> list[str]:
    """Return the played and the better move in words; empty if the deciding seat could not make the better one."""
    here = match.at(number)
    if here.to_move is None or better not in here.legal_moves():
        return []
    own = replace(locale, seat=here.to_move, domain=here.game)
    words, view = words_of(here.game), {**here.view(here.to_move), "events": []}
    return [
        f"{locale.say('Played: {move}', move=words.move(match.moves[number], view, own))}.",
        f"{locale.say('Better: {move}', move=words.move(better, view, own))}.",
    ]


def with_marks(text: str, marks: Mapping[str, str], locale: Locale) -> str:
    """Return HTML with the labels on the elements of the marked pieces and places."""
    better = locale.say("Better")

    def marked(found: re.Match[str]) -> str:
        label = marks.get(found[1])
        return f'{found[0]} data-marked="{escape(label)}"{IS_BETTER * (label == better)}' if label else found[0]

    return ID.sub(marked, text) if marks else text
