"""A finished match, move by move: each position as the table's own templates draw it, through anybody's eyes.

Everything is drawn anew from the view of the chosen audience; nothing is hidden by style. With open hands the table is
drawn as a spectator saw it, and beside it stands what each seat knew that others did not.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from courtly.engine.errors import BadMoment, shown
from courtly.engine.play.match import Match
from courtly.engine.sentences import said
from courtly.scene.model import Scene
from courtly.scene.parts import scene_of, words_of
from courtly.tables.looking import Look, Past
from courtly.text.reader import Reader
from courtly.web import table_pages
from courtly.web.contexts.frame import Frame
from courtly.web.contexts.past import Eyes, Hand, Steps
from courtly.web.contexts.table import FinalPage, MatchPage
from courtly.web.errors import BadForm
from courtly.web.members import names_of
from courtly.web.ways import OPEN, eyes_name, ways_of


def eyes_of(past: Past, given: str) -> int | None:
    """Return the seat whose eyes are asked for, None for open hands; by default the reader's own.

    Raises
    ------
    BadForm
    """
    assert past.look.match is not None
    if not given:
        return past.look.match.seat
    if given == OPEN:
        return None
    if not given.isdecimal() or int(given) >= past.match.players:
        allowed = said("{open}, or {low} to {high}", open=OPEN, low=0, high=past.match.players - 1)
        message = said("there is no seat {given}; there are {known}", given=shown(given), known=allowed)
        raise BadForm(message, given=given, where="seat", allowed=allowed)
    return int(given)


def step_page(past: Past, number: int, eyes: int | None, reader: Reader, off: Collection[str]) -> MatchPage | FinalPage:
    """Return the page of a match after so many moves.

    Raises
    ------
    BadMoment
        The match had fewer moves.
    """
    if number > past.match.version:
        allowed = f"0 to {past.match.version}"
        message = said("there is no move {given}; there are {allowed}", given=shown(number), allowed=allowed)
        raise BadMoment(message, given=number, where="move", allowed=allowed)
    here = past.match.at(number)
    look = _looked(past.look, here, eyes)
    steps = _steps(past, here, eyes, reader)
    if here.is_over:
        final = table_pages.final_page(look, reader, off)
        around = replace(final.around, choices=[], earlier=[])
        frame = _frame(final.frame, steps)
        return replace(final, frame=frame, around=around, steps=steps, is_last=False, deal_url="")
    page = table_pages.match_page(look, reader, off)
    around = replace(page.around, choices=[], earlier=[])
    return replace(
        page, frame=_frame(page.frame, steps), around=around, steps=steps, stopped="", may_hint=False, may_ask=False
    )


def _looked(look: Look, here: Match, eyes: int | None) -> Look:
    """Return a table as if its match stood here, seen through these eyes."""
    assert look.match is not None
    # Games draw what a seat may choose from what is legal; here nothing can be chosen.
    view = {**here.view(eyes), "legal": []}
    match = replace(look.match, seat=eyes, view=view, log=here.log(eyes), is_over=True)
    table = {
        **look.table,
        "seats": [{**seat, "present": True} for seat in look.match.seats],
        "status": "over",
        "to_move": None,
        "clocks": None,
        "you": "watch" if eyes is None else eyes,
    }
    return replace(look, table=table, match=match, stop_votes=(), mind_votes={})


def _frame(frame: Frame, steps: Steps) -> Frame:
    return replace(frame, title=steps.title, here=steps.here, live=None)


def _steps(past: Past, here: Match, eyes: int | None, reader: Reader) -> Steps:
    match = past.look.match
    assert match is not None
    ways, number, last, name = ways_of(past), here.version, past.match.version, eyes_name(eyes)
    reader = Reader(reader.lang, names_of(match.seats, reader), eyes, past.match.game)

    def url(move: int) -> str:
        return ways.step(move, name)

    return Steps(
        title=reader.say("Move {number} of {count}", number=number, count=last),
        here=url(number),
        number=number,
        count=last,
        first=url(0) if number else "",
        before=url(number - 1) if number else "",
        after=url(number + 1) if number < last else "",
        last=url(last) if number < last else "",
        to_move=ways.moves,
        eyes_name=name,
        eyes=[
            Eyes(ways.step(number, OPEN), reader.say("Open hands"), eyes is None, None),
            *(
                Eyes(ways.step(number, str(seat)), reader.name(seat), seat == eyes, seat)
                for seat in range(past.match.players)
            ),
        ],
        told=_told(here, eyes, reader),
        hands=_hands(here, reader) if eyes is None and not here.is_over else [],
        review_url=ways.review(name),
        match_url=ways.match,
        play_url=ways.play(number),
        share_url=ways.share(name, number),
    )


def _told(here: Match, eyes: int | None, reader: Reader) -> list[str]:
    """Return what the last move did, as these eyes saw it."""
    if not here.version:
        return [reader.say("Before the first move.")]
    events = here.log(eyes, since=here.version - 1)
    return [line.caption or line.text for line in words_of(here.game).lines(events, here.options, reader)]


def _hands(here: Match, reader: Reader) -> list[Hand]:
    """Return what each seat knew that a spectator did not; those who knew nothing alone are left out."""
    spectator = _scene(here, None, reader)
    everybody, titles = _faces(spectator), {place.id: place.title for place in spectator.places}
    found = []
    for seat in range(here.players):
        scene = _scene(here, seat, reader)
        own = _faces(scene) - everybody
        lines = [
            (
                titles.get(place.id, place.title),
                [piece.label for piece in place.pieces if (piece.id, piece.face, piece.title) in own],
            )
            for place in scene.places
        ]
        if held := [(title, labels) for title, labels in lines if labels]:
            found.append(Hand(seat, reader.name(seat), held))
    return found


def _scene(here: Match, seat: int | None, reader: Reader) -> Scene:
    return scene_of(here.game, here.view(seat), here.log(seat), replace(reader, seat=seat))


def _faces(scene: Scene) -> set[tuple[str, str | None, str]]:
    """Return the pieces whose faces are seen in a scene."""
    return {(piece.id, piece.face, piece.title) for _, piece in scene.pieces() if piece.face is not None}
