"""The page contexts of lessons: a real table as seat 0 sees it, and the lesson's text next to it.

The pages use only `view(0)` and `log(0)` of the match at one position, never its record.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, NamedTuple

from courtly.engine.contract.generated import MAX_SEATS
from courtly.scene.model import Act
from courtly.scene.page import Caption, PageInput
from courtly.scene.parts import scene_of, words_of
from courtly.tables.document import SeatDocument, TableDocument
from courtly.tables.people import COLOURS
from courtly.tables.table_views import MatchView, TableView
from courtly.teaching import course
from courtly.teaching.course import LessonState, first
from courtly.teaching.lesson import LEARNER, Lesson, accepted_lines, reason_of
from courtly.text.locales import Locale
from courtly.web import forms, quick, table_pages
from courtly.web.contexts.frame import Frame
from courtly.web.contexts.learning import LessonPanel
from courtly.web.contexts.setup import QuickMatch
from courtly.web.contexts.table import FinalPage, MatchPage, Surroundings
from courtly.web.games import pages_of
from courtly.web.rules_text import rule_links

COMMAND = "lesson"
"""The command id of all forms in a lesson. Acts may be repeated there, so the forms need no ids of their own."""


def lesson_url(lesson: Lesson, place: str = "") -> str:
    """Return the address of a position in a lesson, or of the lesson's first page."""
    return f"/learn/{lesson.game}" + (f"/{place}" if place else "")


class Said(NamedTuple):
    """The lesson's feedback on the last act or answer.

    Attributes
    ----------
    text
        The feedback.
    is_right
        Whether the act or answer was right.
    is_answer
        Whether it was the right answer to the question of this position.
    wrong_choice
        The number of the wrong answer to the question of this position, from 0; None if no wrong answer was given.
    """

    text: str = ""
    is_right: bool = True
    is_answer: bool = False
    wrong_choice: int | None = None


NOTHING = Said()


def said_of(told: str, stop: LessonState, locale: Locale) -> Said:
    """Return the feedback that an address asks for: `instead` after another good act, `right` after a right answer."""
    if told == "right" and stop.is_question:
        return Said(f"{locale.say('Correct.')} {reason_of(stop.moment, locale.lang)}".rstrip(), is_answer=True)
    if told == "instead":
        return Said(locale.say("Just as good. This lesson plays it a little differently; let’s go on from there."))
    return NOTHING


def wrong_answer(reply: str, choice: int, locale: Locale) -> Said:
    """Return the feedback on a wrong answer: `reply` is the lesson's text about it."""
    return Said(f"{locale.say('Not quite.')} {reply}", is_right=False, wrong_choice=choice)


def lesson_page(
    stop: LessonState, locale: Locale, off: Collection[str] = (), *, said: Said = NOTHING, shows: bool = False
) -> MatchPage | FinalPage:
    """Return the page of a position in a lesson.

    Parameters
    ----------
    stop
        The position.
    locale
        The language of the page.
    off
        The parts that the viewer has switched off.
    said
        The lesson's feedback on the last act.
    shows
        Whether the solution is shown.
    """
    table_view = table_view_of(stop, locale)
    panel = _panel(stop, locale, said, shows=shows)
    if stop.match.is_over:
        final = table_pages.final_page(table_view, locale, off)
        return replace(final, frame=_frame(final.frame, stop, locale), around=_without_acts(final.around), lesson=panel)
    page = table_pages.match_page(table_view, locale, off)
    return replace(
        page,
        frame=_frame(page.frame, stop, locale),
        caption=page.caption if panel.asks_act else Caption(_asked(panel, locale)),
        play_url=f"{panel.url}/acts",
        url=panel.url,
        command=COMMAND,
        may_ask=False,
        may_hint=False,
        around=_without_acts(page.around),
        lesson=panel,
    )


def _asked(panel: LessonPanel, locale: Locale) -> str:
    """Return the caption of a position that asks for no act on the table."""
    if panel.choices:
        return locale.say("Answer the question of the lesson.")
    return locale.say("Press Next in the lesson.") if panel.next_url else locale.say("The lesson ends here.")


def drafted(stop: LessonState, moves: Sequence[str], locale: Locale, off: Collection[str] = ()) -> dict[str, Any]:
    """Return the answer to a draft: the acts that may follow it, and the parts that it changes."""
    draft, table_view = course.draft(stop, moves, locale.lang), table_view_of(stop, locale)
    assert table_view.match is not None
    after = replace(table_view, match=replace(table_view.match, view=draft.view, log=draft.log))
    before = table_pages.match_update(table_view, locale, off).parts.hashes
    drawn = table_pages.draft_update(after, locale, off, before=before)
    return {
        "legal": draft.view["legal"],
        "reveals": draft.is_revealing,
        "acts": drawn.acts,
        "regions": drawn.parts.texts,
    }


def table_view_of(stop: LessonState, locale: Locale) -> TableView:
    """Return the table of a lesson, as the learner sees it. The other seats have names, but no players.

    If the position asks the learner for no act, it is not the learner's turn, so that the table offers no act.
    """
    match = stop.match
    view, to_move = match.view(LEARNER), match.to_move
    if to_move == LEARNER and not stop.accepted_moves:
        view, to_move = {**view, "to_move": None, "legal": []}, None
    # The learner's colour is the last one, so the others have the colours that bots get in a first match.
    colours = [None if n != LEARNER else COLOURS[-1] for n in range(match.players)]
    seats = [*map(SeatDocument.of_person, names_at(stop, locale), colours)]
    table = replace(TableDocument.of_match(match, seats, LEARNER), id=COMMAND, to_move=to_move)
    shown = MatchView(1, seats, LEARNER, view, match.log(LEARNER), is_over=match.is_over)
    return TableView(table=table, match=shown)


def names_at(stop: LessonState, locale: Locale) -> list[str]:
    """Return the names of the seats: "You" for the learner, and the names in the record for the others."""
    given = stop.match.seats or []
    names = [str(seat.get("name") or "") for seat in given] or [""] * stop.match.players
    return [
        locale.say("You") if number == LEARNER else name or locale.say("seat {number}", number=number)
        for number, name in enumerate(names)
    ]


def _frame(frame: Frame, stop: LessonState, locale: Locale) -> Frame:
    """Return the frame of a page without a live table."""
    here = lesson_url(stop.lesson, stop.place.path)
    return replace(frame, here=here, live=None, title=f"{stop.place.step}. {_title(stop, locale)}")


def _title(stop: LessonState, locale: Locale) -> str:
    """Return the title of a step. It may name what happens there, so it is not shown while the others move."""
    return locale.say("Since your move") if stop.is_interlude else stop.step.title.in_language(locale.lang)


def _without_acts(around: Surroundings) -> Surroundings:
    """Return the surroundings of a table without talk, and without acts on the table or its members."""
    members = [replace(member, acts=()) for member in around.members]
    return replace(around, members=members, choices=(), talk=None, command=COMMAND)


def _panel(stop: LessonState, locale: Locale, said: Said, *, shows: bool) -> LessonPanel:
    lesson, place, lang = stop.lesson, stop.place, locale.lang
    own = locale.of(lesson.game)
    url = lesson_url(lesson, place.path)
    asks_act, asks_answer = bool(stop.accepted_moves), stop.is_question and not said.is_answer
    asks = asks_act or asks_answer
    page_input = _page_input(stop, own)
    return LessonPanel(
        url=url,
        title=lesson.title(lang),
        step=_title(stop, locale),
        number=place.step,
        steps=len(lesson.steps),
        text="" if stop.is_interlude else stop.moment.say.in_language(lang),
        others_moves=_others_moves(stop, page_input) if stop.is_interlude else [],
        said=said.text,
        is_right=said.is_right,
        note=stop.step.note.in_language(lang) if stop.step.note and not stop.is_interlude else "",
        choices=[choice.text.in_language(lang) for choice in stop.moment.choice] if asks_answer else [],
        wrong_choice=said.wrong_choice,
        asks_act=asks_act,
        shown=_shown(stop, page_input) if shows else [],
        show_url=f"{url}?show=1" if asks and not shows else "",
        next_url=lesson_url(lesson, stop.next_position.path) if stop.next_position and not asks else "",
        back_url=_back(stop),
        leave_url=lesson_url(lesson),
        focus=[] if stop.is_interlude else stop.moment.focus,
        focus_url=f"{url}/focus.css{'?show=1' if shows else ''}",
        rules=rule_links(lesson.game, stop.step.learns, own),
        then=then_match(lesson, locale) if stop.is_last else None,
    )


def _back(stop: LessonState) -> str:
    """Return the address to go back to: the start of this step, or the previous step; empty on the first page."""
    if stop.place.path == first().path:
        return ""
    is_begun = stop.place.moment > 1 or stop.place.done or stop.place.before
    step = stop.place.step if is_begun and not stop.place.before else stop.place.step - 1
    return lesson_url(stop.lesson, str(max(1, step)))


def _page_input(stop: LessonState, locale: Locale) -> PageInput:
    names = names_at(stop, locale)
    own = Locale(locale.lang, names, LEARNER, stop.lesson.game)
    return PageInput(stop.match.view(LEARNER), stop.match.log(LEARNER), own)


def _others_moves(stop: LessonState, page_input: PageInput) -> list[str]:
    """Return the moves of the other seats since the learner's last decision, in sentences."""
    lines = words_of(stop.lesson.game).lines(page_input.log[stop.news :], page_input.view["options"], page_input.locale)
    return [line.text for line in lines]


def _shown(stop: LessonState, page_input: PageInput) -> list[str]:
    """Return the solution in words."""
    if stop.is_question:
        return [choice.text.in_language(page_input.locale.lang) for choice in stop.moment.choice if choice.right]
    words = pages_of(stop.lesson.game).move_words
    told = [words(lines[0], page_input) for lines in stop.accepted_moves]
    if len(stop.next_acts) != 1:
        return told
    # The rest of a turn belongs to the solution, such as the coins of a bet.
    match = stop.match.copy()
    for act, later in pairwise(accepted_lines(act)[0] for act in stop.moment.act[stop.next_acts[0] :]):
        match.play(act)
        told.append(words(later, replace(page_input, view=match.view(LEARNER), log=match.log(LEARNER))))
    return told


def focused(stop: LessonState, locale: Locale, *, shows: bool) -> list[str]:
    """Return the ids to highlight: the ids that the moment names, or with `shows` the ids in the solution."""
    if stop.is_interlude:
        return []
    if not shows:
        return list(stop.moment.focus)
    page_input = _page_input(stop, locale)
    scene = scene_of(stop.lesson.game, page_input.view, page_input.log, page_input.locale)
    wanted = {lines[0] for lines in stop.accepted_moves}
    return [part for act in scene.acts if act.move in wanted for part in _parts(act)]


def _parts(act: Act) -> list[str]:
    return [part for part in (act.source, act.target) if part]


def focus_sheet(ids: Sequence[str]) -> str:
    """Return the style sheet that highlights places and pieces; it needs no script."""
    if not ids:
        return ""
    marked = ", ".join(f'[data-id="{each}"]' for each in ids)
    return (
        f":is({marked}) {{ outline: 3px solid var(--cloth-gold); outline-offset: -2px; border-radius: 8px; "
        "box-shadow: inset 0 0 22px rgb(236 201 120 / 0.8), 0 0 0 4px rgb(236 201 120 / 0.35); }\n"
    )


def then_match(lesson: Lesson, locale: Locale) -> QuickMatch | None:
    """Return the match that the last step offers: with the lesson's options, and otherwise as for beginners."""
    then = lesson.form.then
    if then is None:
        return None
    pages = pages_of(lesson.game)
    chosen = {"game": lesson.game, **{name: forms.as_text(value) for name, value in then.options.items()}}
    chosen |= {f"bot-{number}": then.bots for number in range(2, MAX_SEATS + 1)}
    return replace(
        quick.quick_match(pages, chosen, "", locale), words=then.title.in_language(locale.lang), is_last=False
    )
