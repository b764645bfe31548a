"""A finished match, turn by turn: each position rendered with the table's own templates, from any perspective.

Each page contains only facts that the chosen audience may know; nothing is hidden by CSS. With open hands, the page
shows the table as a spectator sees it. A list next to it has the private knowledge of each seat.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection
from dataclasses import replace

from courtly.engine.errors import BadMoment, shown
from courtly.engine.play.match import Match
from courtly.engine.sentences import said
from courtly.review.model import turn_starts
from courtly.scene.model import Scene
from courtly.scene.parts import scene_of, words_of
from courtly.tables.table_views import FinishedMatch, at_position
from courtly.text.locales import Locale
from courtly.web import table_pages
from courtly.web.contexts.finished_match import Hand, PerspectiveLink, Steps
from courtly.web.contexts.frame import Frame
from courtly.web.contexts.table import FinalPage, MatchPage
from courtly.web.errors import BadForm
from courtly.web.members import names_of
from courtly.web.share_links import OPEN, links_of_match, perspective_name


def perspective_of(finished_match: FinishedMatch, given: str) -> int | None:
    """Return the seat of the requested perspective, or None for open hands. The default is the viewer's own seat.

    Raises
    ------
    BadForm
    """
    assert finished_match.table_view.match is not None
    if not given:
        return finished_match.table_view.match.seat
    if given == OPEN:
        return None
    if not given.isdecimal() or int(given) >= finished_match.match.players:
        allowed = said("{open}, or {low} to {high}", open=OPEN, low=0, high=finished_match.match.players - 1)
        message = said("there is no seat {given}; choose from {known}", given=shown(given), known=allowed)
        raise BadForm(message, given=given, where="seat", allowed=allowed)
    return int(given)


def turn_ends(match: Match) -> list[int]:
    """Return the numbers of moves after 0, 1, 2, ... turns of a match; a turn is all moves of a seat in a row."""
    again, seats = match.at(0), list[int | None]()
    for move in match.moves:
        seats.append(again.to_move)
        again.play(move)
    return [*turn_starts(seats), match.version]


def after_turns(finished_match: FinishedMatch, turns: int) -> int:
    """Return the number of moves of the first `turns` turns, or of the whole match if it has fewer."""
    ends = turn_ends(finished_match.match)
    return ends[min(turns, len(ends) - 1)]


def step_page(
    finished_match: FinishedMatch, number: int, eyes: int | None, locale: Locale, off: Collection[str]
) -> MatchPage | FinalPage:
    """Return the page of a match after `number` moves.

    Raises
    ------
    BadMoment
        The match had fewer moves.
    """
    if number > finished_match.match.version:
        allowed = f"0 to {finished_match.match.version}"
        message = said("there is no move {given}; choose from {allowed}", given=shown(number), allowed=allowed)
        raise BadMoment(message, given=number, where="move", allowed=allowed)
    here = finished_match.match.at(number)
    table_view = at_position(finished_match.table_view, here, eyes)
    steps = _steps(finished_match, here, eyes, locale)
    if here.is_over:
        final = table_pages.final_page(table_view, locale, off)
        around = replace(final.around, choices=[], earlier=[])
        frame = _frame(final.frame, steps)
        return replace(final, frame=frame, around=around, steps=steps, is_last=False, deal_url="")
    page = table_pages.match_page(table_view, locale, off)
    around = replace(page.around, choices=[], earlier=[])
    return replace(
        page, frame=_frame(page.frame, steps), around=around, steps=steps, stopped="", may_hint=False, may_ask=False
    )


def _frame(frame: Frame, steps: Steps) -> Frame:
    return replace(frame, title=steps.title, here=steps.here, live=None)


def _steps(finished_match: FinishedMatch, here: Match, eyes: int | None, locale: Locale) -> Steps:
    match = finished_match.table_view.match
    assert match is not None
    share_links, number, name = links_of_match(finished_match), here.version, perspective_name(eyes)
    ends = turn_ends(finished_match.match)
    count, turn = len(ends) - 1, bisect_right(ends, number) - 1
    is_inside = number > ends[turn]
    locale = Locale(locale.lang, names_of(match.seats, locale), eyes, finished_match.match.game)

    def url(move: int) -> str:
        return share_links.step(move, name)

    return Steps(
        title=_title(turn, count, locale, is_inside=is_inside),
        here=url(number),
        turn=turn,
        count=count,
        first=url(0) if number else "",
        before=url(ends[turn if is_inside else turn - 1]) if number else "",
        after=url(ends[turn + 1]) if turn < count else "",
        last=url(ends[-1]) if turn < count else "",
        to_move=share_links.moves,
        perspective_name=name,
        eyes=_eyes(finished_match, here, eyes, locale),
        told=_told(here, ends[turn if is_inside else turn - 1], eyes, locale),
        hands=_hands(here, locale) if eyes is None and not here.is_over else [],
        review_url=share_links.review(name),
        match_url=share_links.match,
        play_url=share_links.play(number),
        share_url=share_links.share(name, number),
    )


def _eyes(finished_match: FinishedMatch, here: Match, eyes: int | None, locale: Locale) -> list[PerspectiveLink]:
    """Return the links to the perspectives on a position."""
    links, number = links_of_match(finished_match), here.version
    opened = PerspectiveLink(links.step(number, OPEN), locale.say("Open hands"), eyes is None, None)
    seats = [
        PerspectiveLink(links.step(number, str(seat)), locale.name(seat), seat == eyes, seat)
        for seat in range(here.players)
    ]
    return [opened, *seats] if has_hands(here, locale) else seats


def has_hands(here: Match, locale: Locale) -> bool:
    """Return whether there are hands to open: in a game with hidden cards of seats, or in this position."""
    return here.setup.game.study.hidden is not None or bool(_hands(here, locale))


def _title(turn: int, count: int, locale: Locale, *, is_inside: bool) -> str:
    """Return the title of a position after a number of turns, or inside the next one."""
    if is_inside:
        return locale.say("In turn {turn} of {count}", turn=turn + 1, count=count)
    return locale.say("After turn {turn} of {count}", turn=turn, count=count) if turn else locale.say("Before turn 1")


def _told(here: Match, since: int, eyes: int | None, locale: Locale) -> list[str]:
    """Return the effect of the moves after the first `since` in words, as seen from this perspective."""
    if not here.version:
        return [locale.say("Before the first move.")]
    events = here.log(eyes, since=since)
    return [text for text in words_of(here.game).captions(events, here.options, locale) if text]


def _hands(here: Match, locale: Locale) -> list[Hand]:
    """Return the pieces that only one seat knows, for each seat that knows any."""
    spectator = _scene(here, None, locale)
    hands = ((seat, private_pieces(spectator, _scene(here, seat, locale))) for seat in range(here.players))
    return [Hand(seat, locale.name(seat), held) for seat, held in hands if held]


def private_pieces(spectator: Scene, own: Scene) -> list[tuple[str, list[str]]]:
    """Return the names of the pieces in the scene of a seat that spectators do not see, by the title of their place."""
    private = _faces(own) - _faces(spectator)
    titles = {place.id: place.title for place in spectator.places}
    lines = [
        (
            titles.get(place.id, place.title),
            [piece.label for piece in place.pieces if (piece.id, piece.face, piece.title) in private],
        )
        for place in own.places
    ]
    return [(title, labels) for title, labels in lines if labels]


def _scene(here: Match, seat: int | None, locale: Locale) -> Scene:
    return scene_of(here.game, here.view(seat), here.log(seat), replace(locale, seat=seat))


def _faces(scene: Scene) -> set[tuple[str, str | None, str]]:
    """Return the visible pieces of a scene."""
    return {(piece.id, piece.face, piece.title) for _, piece in scene.pieces() if piece.face is not None}
