"""Navigation through a lesson: a position, its match, and the position after an act or an answer.

A position is a few numbers in a URL; the server stores no state of a learner. The learner sees the view and the log of
seat 0 after the first moves of a record. The URL of a position that the lesson does not have raises `NoSuchStep`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from typing import Any

from courtly.engine.errors import IllegalMove, listed, shown
from courtly.engine.play.match import Match
from courtly.engine.sentences import said
from courtly.teaching.errors import NoSuchStep, NotInLesson
from courtly.teaching.form import LessonStep, Moment
from courtly.teaching.lesson import LEARNER, Lesson, accepted_lines, record_of, reply_to

PATH = re.compile(
    r"(?P<step>[0-9]{1,3})(/(?P<moment>[0-9]{1,3})(/(before-(?P<before>[0-9]{1,3})|(?P<done>[0-9]{1,2}(-[0-9]{1,2})*)))?)?"
)
FORMS = "3, 3/2, 3/1/0-1, 4/1/before-2"


@dataclass(frozen=True, slots=True)
class LessonPosition:
    """A position in a lesson.

    Attributes
    ----------
    step, moment
        The number of the step in the lesson and of the moment in the step, both from 1.
    done
        Indices of the acts already done in this moment, in the order in which they were done.
    before
        Before a moment, the turns of the other seats are shown one by one. `before` is the number of the turn shown
        here, from 1; None to show the moment itself.
    """

    step: int = 1
    moment: int = 1
    done: tuple[int, ...] = ()
    before: int | None = None

    @property
    def path(self) -> str:
        """The position as the end of a URL.

        Examples
        --------
        >>> LessonPosition(3).path, LessonPosition(3, 2).path, LessonPosition(3, 1, (1, 0)).path
        ('3', '3/2', '3/1/1-0')
        >>> LessonPosition(4, before=2).path
        '4/1/before-2'
        """
        more = f"before-{self.before}" if self.before else "-".join(map(str, self.done))
        parts = [str(self.step), *([str(self.moment)] if self.moment > 1 or more else []), *([more] if more else [])]
        return "/".join(parts)


def parse_position(path: str) -> LessonPosition:
    """Return the position for a path.

    Raises
    ------
    NoSuchStep
        If the path is malformed.

    Examples
    --------
    >>> parse_position("4/1/before-2") == LessonPosition(4, before=2), parse_position("3/1/1-0").done
    (True, (1, 0))
    """
    found = PATH.fullmatch(path)
    if found is None:
        message = said("a lesson has no place {place}; use {allowed}", place=shown(path), allowed=FORMS)
        raise NoSuchStep(message, given=path, where="place", allowed=FORMS)
    done = tuple(int(number) for number in found["done"].split("-")) if found["done"] else ()
    before = int(found["before"]) if found["before"] else None
    return LessonPosition(int(found["step"]), int(found["moment"] or 1), done, before)


@dataclass(frozen=True)
class LessonState:
    """A position in a lesson together with its match.

    Attributes
    ----------
    news
        Index of the first new event in the log.
    """

    lesson: Lesson
    place: LessonPosition
    match: Match
    news: int = 0

    @property
    def step(self) -> LessonStep:
        """The current step."""
        return self.lesson.steps[self.place.step - 1]

    @property
    def moment(self) -> Moment:
        """The current moment of the step."""
        return self.step.moment[self.place.moment - 1]

    @property
    def is_interlude(self) -> bool:
        """Whether another seat moves here, and the learner watches."""
        return self.place.before is not None

    @property
    def next_acts(self) -> list[int]:
        """Indices of the acts that may be done now."""
        if self.is_interlude:
            return []
        moment, done = self.moment, self.place.done
        loose = [number for number in range(min(moment.any_order, len(moment.act))) if number not in done]
        return loose or [len(done)][: len(done) < len(moment.act)]

    @property
    def accepted_moves(self) -> list[list[str]]:
        """The accepted moves of each act that may be done now."""
        return [accepted_lines(self.moment.act[number]) for number in self.next_acts]

    @property
    def is_question(self) -> bool:
        """Whether the moment asks a question."""
        return bool(self.moment.choice) and not self.is_interlude

    @property
    def is_last(self) -> bool:
        """Whether the lesson ends here."""
        return not self.accepted_moves and not self.is_question and self.next_position is None

    @cached_property
    def next_position(self) -> LessonPosition | None:
        """The next position after all acts of this position; None at the end of the lesson."""
        if self.is_interlude:
            assert self.place.before is not None
            more = self.place.before < len(turns_before(self.lesson, replace(self.place, before=None)))
            return replace(self.place, before=self.place.before + 1 if more else None)
        return after(self.lesson, self.place)


def first() -> LessonPosition:
    """Return the first position of any lesson."""
    return LessonPosition()


def after(lesson: Lesson, place: LessonPosition) -> LessonPosition | None:
    """Return the position after a moment, None at the end.

    If other seats move before the next moment, their first turn is shown first.
    """
    if place.moment < len(lesson.steps[place.step - 1].moment):
        found = LessonPosition(place.step, place.moment + 1)
    elif place.step < len(lesson.steps):
        found = LessonPosition(place.step + 1)
    else:
        return None
    return replace(found, before=1) if turns_before(lesson, found) else found


def turns_before(lesson: Lesson, place: LessonPosition) -> list[int]:
    """Return, for each turn of other seats before a moment, the number of moves in the match after that turn."""
    name, version = record_of(_moment(lesson, place))
    before = _before(lesson, place)
    if before is None:
        return []
    other, start = record_of(_moment(lesson, before))
    start += len(_moment(lesson, before).act)
    if other != name or start >= version:
        return []
    movers = seats_of(lesson.records[name])[start:version]
    turns = [len(list(moves)) for _, moves in groupby(movers)]
    return [start + sum(turns[: number + 1]) for number in range(len(turns))]


def seats_of(match: Match) -> list[int | None]:
    """Return the seat of each move of a match."""
    replay = match.at(0)
    seats = []
    for move in match.moves:
        seats.append(replay.to_move)
        replay.play(move)
    return seats


def _moment(lesson: Lesson, place: LessonPosition) -> Moment:
    return lesson.steps[place.step - 1].moment[place.moment - 1]


def _before(lesson: Lesson, place: LessonPosition) -> LessonPosition | None:
    """Return the previous moment, None before the first."""
    if place.moment > 1:
        return LessonPosition(place.step, place.moment - 1)
    return LessonPosition(place.step - 1, len(lesson.steps[place.step - 2].moment)) if place.step > 1 else None


def lesson_state_at(lesson: Lesson, place: LessonPosition) -> LessonState:
    """Return a position of a lesson together with its match.

    Raises
    ------
    NoSuchStep
        If the lesson has no such position, or its acts cannot be done in that order.
    """
    _check_step(lesson, place)
    moment = _moment(lesson, place)
    name, version = record_of(moment)
    record = lesson.records[name]
    if place.before is not None:
        frames = turns_before(lesson, place)
        if not 1 <= place.before <= len(frames):
            raise _no_position(place, f"1 … {len(frames)}")
        end = frames[place.before - 1]
        start = frames[place.before - 2] if place.before > 1 else _start(lesson, place)
        return LessonState(lesson, place, record.at(end), len(record.at(start).log(LEARNER)))
    match = record.at(version)
    stop = LessonState(lesson, replace(place, done=()), match, len(match.log(LEARNER)))
    for number in place.done:
        if number not in stop.next_acts:
            raise _no_position(place, listed(stop.next_acts))
        match = match.copy()
        match.play(accepted_lines(moment.act[number])[0])
        stop = LessonState(lesson, replace(place, done=(*stop.place.done, number)), match, stop.news)
    return stop


def _start(lesson: Lesson, place: LessonPosition) -> int:
    """Return the number of moves in the match after the previous moment, when the other seats begin to move."""
    before = _before(lesson, place)
    assert before is not None
    moment = _moment(lesson, before)
    return record_of(moment)[1] + len(moment.act)


def _check_step(lesson: Lesson, place: LessonPosition) -> None:
    steps = len(lesson.steps)
    if not 1 <= place.step <= steps:
        raise _no_position(place, f"1 … {steps}")
    moments = len(lesson.steps[place.step - 1].moment)
    if not 1 <= place.moment <= moments:
        raise _no_position(place, f"{place.step}/1 … {place.step}/{moments}")


def _no_position(place: LessonPosition, allowed: str) -> NoSuchStep:
    message = said("the lesson has no place {place}; choose from {allowed}", place=place.path, allowed=allowed)
    return NoSuchStep(message, given=place.path, where="place", allowed=allowed)


@dataclass(frozen=True, slots=True)
class ActResult:
    """The result of an act.

    Attributes
    ----------
    place
        The next position.
    instead
        The move that was played, if it differs from the act of the learner.
    """

    place: LessonPosition
    instead: str | None = None


def follow(stop: LessonState, act: str, lang: str) -> ActResult:
    """Return the position after an act that the lesson accepts.

    Raises
    ------
    IllegalMove
        If the act is not a legal move.
    NotInLesson
        If the act is legal but the step does not accept it. The message is the lesson's reply.
    """
    moment = stop.moment
    for number in stop.next_acts:
        lines = accepted_lines(moment.act[number])
        if act in lines:
            return _done(stop, number, lines[0] if act != lines[0] else None)
    if stop.accepted_moves:
        stop.match.copy().play(act)
    elif stop.match.why_not(act) is not None:
        raise IllegalMove(said("there is nothing to play here"), given=act, where="act", allowed=[])
    accepted_moves = [line for lines in stop.accepted_moves for line in lines]
    text = reply_to(moment, act)
    raise NotInLesson(
        text.in_language(lang) if text else said("there is nothing to play here"), given=act, allowed=accepted_moves
    )


def follow_all(stop: LessonState, acts: Sequence[str], lang: str) -> ActResult:
    """Return the position after several acts of one moment; see `follow`."""
    first_act, *more = acts
    done = follow(stop, first_act, lang)
    for number, act in enumerate(more, len(stop.place.done) + 1):
        if number >= len(stop.moment.act):
            raise NotInLesson(said("there is nothing to play here"), given=act, allowed=[])
        later = follow(lesson_state_at(stop.lesson, done.place), act, lang)
        done = ActResult(later.place, done.instead or later.instead)
    return done


@dataclass(frozen=True, slots=True)
class LessonDraft:
    """The learner's knowledge after acts that are prepared but not done.

    Attributes
    ----------
    view, log
        The view and the log of the learner. The view has no legal moves if the acts of the moment are complete.
    is_revealing
        Whether the last act would reveal something. The view shows the act without what it reveals.
    """

    view: dict[str, Any]
    log: list[dict[str, Any]]
    is_revealing: bool


def draft(stop: LessonState, acts: Sequence[str], lang: str) -> LessonDraft:
    """Return a draft of acts that the lesson accepts; raise the errors of `follow`.

    Unlike `follow`, it shows the learner's own choice if the lesson accepts several moves for an act.
    """
    follow_all(stop, acts, lang)
    match, reveals = stop.match.copy(), stop.match.setup.game.audience_view.reveals
    for act in acts[:-1]:
        match.play(act)
    is_revealing = reveals(match.view(LEARNER), acts[-1])
    if is_revealing:
        match = match.preview(acts[-1])
    else:
        match.play(acts[-1])
    view = match.view(LEARNER)
    is_complete = len(stop.place.done) + len(acts) == len(stop.moment.act)
    return LessonDraft({**view, "legal": []} if is_complete else view, match.log(LEARNER), is_revealing)


def _done(stop: LessonState, number: int, instead: str | None) -> ActResult:
    place = replace(stop.place, done=(*stop.place.done, number))
    if len(place.done) == len(stop.moment.act):
        place = after(stop.lesson, place) or place
    return ActResult(place, instead)


def answer(stop: LessonState, label: str, lang: str) -> LessonPosition:
    """Return the position after the right answer to a question.

    Parameters
    ----------
    stop
        The position with the question.
    label
        The number of the answer, from 0.
    lang
        The language of the reply to a wrong answer.

    Raises
    ------
    NotInLesson
        If the answer is wrong or does not exist.
    """
    choices: Sequence[object] = stop.moment.choice if stop.is_question else ()
    numbers = [str(number) for number in range(len(choices))]
    if label not in numbers:
        message = said("there is no answer {given}; choose from {known}", given=shown(label), known=listed(numbers))
        raise NotInLesson(message, given=label, allowed=numbers)
    if not stop.moment.choice[int(label)].right:
        text = reply_to(stop.moment, label)
        assert text is not None
        raise NotInLesson(text.in_language(lang), given=label, allowed=numbers)
    return after(stop.lesson, replace(stop.place, done=())) or stop.place
