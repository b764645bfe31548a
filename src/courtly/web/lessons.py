"""What the pages of a lesson show: a real table as seat 0 knows it, and beside it what the lesson says there.

Everything is drawn from `view(0)` and `log(0)` of the match as it stands at one place; the record is never at hand.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from courtly.scene.model import Act
from courtly.scene.page import Seen
from courtly.scene.parts import scene_of, words_of
from courtly.tables.looking import Look, MatchLook
from courtly.teaching.course import Stop, first
from courtly.teaching.lesson import LEARNER, Lesson
from courtly.text.reader import Reader
from courtly.web import forms, quick, table_pages
from courtly.web.contexts.doors import Quick
from courtly.web.contexts.frame import Frame
from courtly.web.contexts.learning import LessonPanel
from courtly.web.contexts.table import Around, FinalPage, MatchPage
from courtly.web.games import pages_of
from courtly.web.rules_text import rule_links

COMMAND = "lesson"
"""Every act of a lesson may be done again and again, so its forms need no id of their own."""

MOST_SEATS = 6
"""More than that no game here has."""


def lesson_url(lesson: Lesson, place: str = "") -> str:
    """Return the address of a place of a lesson, or of its first page."""
    return f"/learn/{lesson.game}" + (f"/{place}" if place else "")


class Said(NamedTuple):
    """What a lesson says to what was done just now, and whether that was right, so that it has gone on."""

    text: str = ""
    is_right: bool = True


NOTHING = Said()


def lesson_page(
    stop: Stop, reader: Reader, off: Collection[str] = (), *, said: Said = NOTHING, shows: bool = False
) -> MatchPage | FinalPage:
    """Return the page of a place of a lesson.

    Parameters
    ----------
    stop, reader, off
        Where, for whom, and what they have switched off.
    said
        What the lesson says to what was done just now.
    shows
        Whether what is to be done is shown.
    """
    look = look_at(stop, reader)
    panel = _panel(stop, reader, said, shows=shows)
    if stop.match.is_over:
        final = table_pages.final_page(look, reader, off)
        return replace(final, frame=_frame(final.frame, stop, reader), around=_alone(final.around), lesson=panel)
    page = table_pages.match_page(look, reader, off)
    return replace(
        page,
        frame=_frame(page.frame, stop, reader),
        play_url=f"{panel.url}/acts",
        url=panel.url,
        command=COMMAND,
        may_ask=False,
        may_hint=False,
        around=_alone(page.around),
        lesson=panel,
    )


def look_at(stop: Stop, reader: Reader) -> Look:
    """Return the table of a lesson as the learner sees it; nobody sits there but in the lesson."""
    match = stop.match
    seats = [_seat(name) for name in names_at(stop, reader)]
    table = {
        "id": COMMAND,
        "version": match.version,
        "status": "over" if match.is_over else "playing",
        "game": match.game,
        "options": match.options,
        "seats": seats,
        "you": LEARNER,
        "host": None,
        "clock": None,
        "clocks": None,
        "minder": None,
        "talk": False,
        "listed": False,
        "watchers": False,
        "aids": True,
        "known_deal": False,
        "origin": None,
        "match": 1,
        "turn": match.version,
        "to_move": match.to_move,
    }
    shown = MatchLook(1, seats, LEARNER, match.view(LEARNER), match.log(LEARNER), is_over=match.is_over)
    return Look(table=table, match=shown)


def names_at(stop: Stop, reader: Reader) -> list[str]:
    """Return what the seats are called: the learner in the reader's language, the others as in the record."""
    given = stop.match.seats or []
    names = [str(seat.get("name") or "") for seat in given] or [""] * stop.match.players
    return [
        reader.say("You") if number == LEARNER else name or reader.say("seat {number}", number=number)
        for number, name in enumerate(names)
    ]


def _seat(name: str) -> dict[str, Any]:
    return {
        "kind": "person",
        "name": name,
        "colour": None,
        "bot": None,
        "ready": True,
        "minded_by": None,
        "present": True,
    }


def _frame(frame: Frame, stop: Stop, reader: Reader) -> Frame:
    """Return the frame of a page that no table stands behind."""
    here = lesson_url(stop.lesson, stop.place.path)
    title = f"{stop.place.step}. {stop.step.title.told(reader.lang)}"
    return replace(frame, here=here, live=None, title=title)


def _alone(around: Around) -> Around:
    """Return what stands around a table where there is nobody to be asked or removed."""
    members = [replace(member, acts=()) for member in around.members]
    return replace(around, members=members, choices=(), talk=None, command=COMMAND)


def _panel(stop: Stop, reader: Reader, said: Said, *, shows: bool) -> LessonPanel:
    lesson, place, lang = stop.lesson, stop.place, reader.lang
    own = reader.of(lesson.game)
    url = lesson_url(lesson, place.path)
    asks = bool(stop.asked) or stop.is_question
    seen = _seen(stop, own)
    return LessonPanel(
        url=url,
        title=lesson.title(lang),
        step=stop.step.title.told(lang),
        number=place.step,
        steps=len(lesson.steps),
        text="" if stop.is_meanwhile else stop.moment.say.told(lang),
        meanwhile=_meanwhile(stop, seen) if stop.is_meanwhile else [],
        said=said.text,
        is_right=said.is_right,
        note=stop.step.note.told(lang) if stop.step.note and not stop.is_meanwhile else "",
        choices=[choice.text.told(lang) for choice in stop.moment.choice] if stop.is_question else [],
        shown=_shown(stop, seen) if shows else [],
        show_url=f"{url}?show=1" if asks and not shows else "",
        next_url=lesson_url(lesson, stop.way_on.path) if stop.way_on and not asks else "",
        back_url=_back(stop),
        leave_url=lesson_url(lesson),
        focus_url=f"{url}/focus.css{'?show=1' if shows else ''}",
        rules=rule_links(lesson.game, stop.step.learns, own),
        then=then_match(lesson, reader) if stop.is_last else None,
    )


def _back(stop: Stop) -> str:
    """Return the address of the step before, or of the beginning of this one; empty at the very beginning."""
    if stop.place.path == first().path:
        return ""
    is_begun = stop.place.moment > 1 or stop.place.done or stop.place.before
    step = stop.place.step if is_begun and not stop.place.before else stop.place.step - 1
    return lesson_url(stop.lesson, str(max(1, step)))


def _seen(stop: Stop, reader: Reader) -> Seen:
    names = names_at(stop, reader)
    own = Reader(reader.lang, names, LEARNER, stop.lesson.game)
    return Seen(stop.match.view(LEARNER), stop.match.log(LEARNER), own)


def _meanwhile(stop: Stop, seen: Seen) -> list[str]:
    """Return what the others do before a moment, in sentences."""
    lines = words_of(stop.lesson.game).lines(seen.log[stop.news :], seen.view["options"], seen.reader)
    return [line.text for line in lines]


def _shown(stop: Stop, seen: Seen) -> list[str]:
    """Return what is to be done, in words."""
    if stop.is_question:
        return [choice.text.told(seen.reader.lang) for choice in stop.moment.choice if choice.right]
    words = pages_of(stop.lesson.game).move_words
    return [words(lines[0], seen) for lines in stop.asked]


def focused(stop: Stop, reader: Reader, *, shows: bool) -> list[str]:
    """Return the ids of the places and pieces that are pointed at: those of the moment, or those of what is asked."""
    if stop.is_meanwhile:
        return []
    if not shows:
        return list(stop.moment.focus)
    seen = _seen(stop, reader)
    scene = scene_of(stop.lesson.game, seen.view, seen.log, seen.reader)
    wanted = {lines[0] for lines in stop.asked}
    return [part for act in scene.acts if act.move in wanted for part in _parts(act)]


def _parts(act: Act) -> list[str]:
    return [part for part in (act.source, act.target) if part]


def focus_sheet(ids: Sequence[str]) -> str:
    """Return the style sheet that points at places and pieces, without script too."""
    if not ids:
        return ""
    marked = ", ".join(f'[data-id="{each}"]' for each in ids)
    return (
        f":is({marked}) {{ outline: 3px solid var(--cloth-gold); outline-offset: -2px; border-radius: 8px; "
        "box-shadow: inset 0 0 22px rgb(236 201 120 / 0.8), 0 0 0 4px rgb(236 201 120 / 0.35); }\n"
    )


def then_match(lesson: Lesson, reader: Reader) -> Quick | None:
    """Return the match that the last step offers; the lesson says its options, the rest is as for beginners."""
    then = lesson.form.then
    if then is None:
        return None
    pages = pages_of(lesson.game)
    chosen = {"game": lesson.game, **{name: forms.as_text(value) for name, value in then.options.items()}}
    chosen |= {f"bot-{number}": then.bots for number in range(2, MOST_SEATS + 1)}
    return replace(quick.quick_match(pages, chosen, "", reader), words=then.title.told(reader.lang), is_last=False)
