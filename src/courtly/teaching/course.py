"""The way through a lesson: where one stands, what one knows there, and where an act or an answer leads.

A place is a few numbers, which stand in addresses; nothing of a learner is kept. What is shown of it is the view and
the log of seat 0 after a prefix of a record. No place leads to a position that the lesson does not have.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby

from courtly.engine.errors import IllegalMove, listed, shown
from courtly.engine.play.match import Match
from courtly.engine.sentences import said
from courtly.teaching.errors import NoSuchStep, NotInLesson
from courtly.teaching.form import Moment, Step
from courtly.teaching.lesson import LEARNER, Lesson, lines_of, record_of, reply_to

PATH = re.compile(
    r"(?P<step>[0-9]{1,3})(/(?P<moment>[0-9]{1,3})(/(before-(?P<before>[0-9]{1,3})|(?P<done>[0-9]{1,2}(-[0-9]{1,2})*)))?)?"
)
FORMS = "3, 3/2, 3/1/0-1, 4/1/before-2"


@dataclass(frozen=True, slots=True)
class Place:
    """Where one stands in a lesson.

    Attributes
    ----------
    step, moment
        Numbers, both from 1.
    done
        The acts of the moment that are done, in that order, by their numbers from 0.
    before
        Which of the others' turns before this moment is shown, from 1; None at the moment itself.
    """

    step: int = 1
    moment: int = 1
    done: tuple[int, ...] = ()
    before: int | None = None

    @property
    def path(self) -> str:
        """The place as the end of an address.

        Examples
        --------
        >>> Place(3).path, Place(3, 2).path, Place(3, 1, (1, 0)).path, Place(4, before=2).path
        ('3', '3/2', '3/1/1-0', '4/1/before-2')
        """
        more = f"before-{self.before}" if self.before else "-".join(map(str, self.done))
        parts = [str(self.step), *([str(self.moment)] if self.moment > 1 or more else []), *([more] if more else [])]
        return "/".join(parts)


def read_place(path: str) -> Place:
    """Return the place whose path this is.

    Raises
    ------
    NoSuchStep
        It is no path of a place.

    Examples
    --------
    >>> read_place("4/1/before-2") == Place(4, before=2), read_place("3/1/1-0").done
    (True, (1, 0))
    """
    found = PATH.fullmatch(path)
    if found is None:
        message = said("a lesson has no place {place}; it has {allowed}", place=shown(path), allowed=FORMS)
        raise NoSuchStep(message, given=path, where="place", allowed=FORMS)
    done = tuple(int(number) for number in found["done"].split("-")) if found["done"] else ()
    before = int(found["before"]) if found["before"] else None
    return Place(int(found["step"]), int(found["moment"] or 1), done, before)


@dataclass(frozen=True)
class Stop:
    """A place of a lesson, with the match as it stands there.

    Attributes
    ----------
    news
        From which event of the log on something is new here.
    """

    lesson: Lesson
    place: Place
    match: Match
    news: int = 0

    @property
    def step(self) -> Step:
        """The step."""
        return self.lesson.steps[self.place.step - 1]

    @property
    def moment(self) -> Moment:
        """The moment of the step."""
        return self.step.moment[self.place.moment - 1]

    @property
    def is_meanwhile(self) -> bool:
        """Whether others move here, and the learner looks on."""
        return self.place.before is not None

    @property
    def next_acts(self) -> list[int]:
        """The acts that may be done now, by their numbers from 0."""
        if self.is_meanwhile:
            return []
        moment, done = self.moment, self.place.done
        loose = [number for number in range(min(moment.any_order, len(moment.act))) if number not in done]
        return loose or [len(done)][: len(done) < len(moment.act)]

    @property
    def asked(self) -> list[list[str]]:
        """The acts that may be done now, each with the lines that do it."""
        return [lines_of(self.moment.act[number]) for number in self.next_acts]

    @property
    def is_question(self) -> bool:
        """Whether an answer is asked for."""
        return bool(self.moment.choice) and not self.is_meanwhile

    @property
    def is_last(self) -> bool:
        """Whether the lesson ends here."""
        return not self.asked and not self.is_question and self.way_on is None

    @cached_property
    def way_on(self) -> Place | None:
        """Where one goes from here when nothing is to be done, or when all of it is; None at the end."""
        if self.is_meanwhile:
            assert self.place.before is not None
            more = self.place.before < len(frames_before(self.lesson, replace(self.place, before=None)))
            return replace(self.place, before=self.place.before + 1 if more else None)
        return after(self.lesson, self.place)


def first() -> Place:
    """Return where every lesson begins."""
    return Place()


def after(lesson: Lesson, place: Place) -> Place | None:
    """Return the place behind a moment: what the others do before the next, or that itself; None at the end."""
    if place.moment < len(lesson.steps[place.step - 1].moment):
        found = Place(place.step, place.moment + 1)
    elif place.step < len(lesson.steps):
        found = Place(place.step + 1)
    else:
        return None
    return replace(found, before=1) if frames_before(lesson, found) else found


def frames_before(lesson: Lesson, place: Place) -> list[int]:
    """Return after how many moves of the record each turn of the others is over that lies before a moment."""
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
    """Return which seat made each move of a match."""
    retold = match.at(0)
    seats = []
    for move in match.moves:
        seats.append(retold.to_move)
        retold.play(move)
    return seats


def _moment(lesson: Lesson, place: Place) -> Moment:
    return lesson.steps[place.step - 1].moment[place.moment - 1]


def _before(lesson: Lesson, place: Place) -> Place | None:
    """Return the moment before another, None before the first."""
    if place.moment > 1:
        return Place(place.step, place.moment - 1)
    return Place(place.step - 1, len(lesson.steps[place.step - 2].moment)) if place.step > 1 else None


def stop_at(lesson: Lesson, place: Place) -> Stop:
    """Return a place of a lesson with the match as it stands there.

    Raises
    ------
    NoSuchStep
        The lesson has no such place, or its acts cannot have been done in that order.
    """
    _check_step(lesson, place)
    moment = _moment(lesson, place)
    name, version = record_of(moment)
    record = lesson.records[name]
    if place.before is not None:
        frames = frames_before(lesson, place)
        if not 1 <= place.before <= len(frames):
            raise _nowhere(place, f"1 … {len(frames)}")
        end = frames[place.before - 1]
        start = frames[place.before - 2] if place.before > 1 else _start(lesson, place)
        return Stop(lesson, place, record.at(end), len(record.at(start).log(LEARNER)))
    match = record.at(version)
    stop = Stop(lesson, replace(place, done=()), match, len(match.log(LEARNER)))
    for number in place.done:
        if number not in stop.next_acts:
            raise _nowhere(place, listed(stop.next_acts))
        match = match.copy()
        match.play(lines_of(moment.act[number])[0])
        stop = Stop(lesson, replace(place, done=(*stop.place.done, number)), match, stop.news)
    return stop


def _start(lesson: Lesson, place: Place) -> int:
    """Return after how many moves the first of the others' turns before a moment begins."""
    before = _before(lesson, place)
    assert before is not None
    moment = _moment(lesson, before)
    return record_of(moment)[1] + len(moment.act)


def _check_step(lesson: Lesson, place: Place) -> None:
    steps = len(lesson.steps)
    if not 1 <= place.step <= steps:
        raise _nowhere(place, f"1 … {steps}")
    moments = len(lesson.steps[place.step - 1].moment)
    if not 1 <= place.moment <= moments:
        raise _nowhere(place, f"{place.step}/1 … {place.step}/{moments}")


def _nowhere(place: Place, allowed: str) -> NoSuchStep:
    message = said("the lesson has no place {place}; there are {allowed}", place=place.path, allowed=allowed)
    return NoSuchStep(message, given=place.path, where="place", allowed=allowed)


@dataclass(frozen=True, slots=True)
class Followed:
    """Where an act or an answer leads.

    Attributes
    ----------
    place
        The place after it.
    instead
        The line that was played where another was chosen, None mostly.
    """

    place: Place
    instead: str | None = None


def follow(stop: Stop, act: str, lang: str) -> Followed:
    """Return where an act leads that is let through.

    Raises
    ------
    IllegalMove
        It cannot be played there at all.
    NotInLesson
        It is legal, and not what the step asks for: the message is the lesson's answer.
    """
    moment = stop.moment
    for number in stop.next_acts:
        lines = lines_of(moment.act[number])
        if act in lines:
            return _done(stop, number, lines[0] if act != lines[0] else None)
    if stop.asked:
        stop.match.copy().play(act)
    elif stop.match.why_not(act) is not None:
        raise IllegalMove(said("nothing is to be played here"), given=act, where="act", allowed=[])
    asked = [line for lines in stop.asked for line in lines]
    text = reply_to(moment, act)
    raise NotInLesson(text.told(lang) if text else said("nothing is to be played here"), given=act, allowed=asked)


def _done(stop: Stop, number: int, instead: str | None) -> Followed:
    place = replace(stop.place, done=(*stop.place.done, number))
    if len(place.done) == len(stop.moment.act):
        place = after(stop.lesson, place) or place
    return Followed(place, instead)


def answer(stop: Stop, label: str, lang: str) -> Place:
    """Return where the right answer to a question leads.

    Parameters
    ----------
    stop
        The question.
    label
        The number of the answer, from 0.
    lang
        The language of what is said to a wrong one.

    Raises
    ------
    NotInLesson
        The answer is wrong, or is none.
    """
    choices: Sequence[object] = stop.moment.choice if stop.is_question else ()
    numbers = [str(number) for number in range(len(choices))]
    if label not in numbers:
        message = said("there is no answer {given}; there are {known}", given=shown(label), known=listed(numbers))
        raise NotInLesson(message, given=label, allowed=numbers)
    if not stop.moment.choice[int(label)].right:
        text = reply_to(stop.moment, label)
        assert text is not None
        raise NotInLesson(text.told(lang), given=label, allowed=numbers)
    return after(stop.lesson, replace(stop.place, done=())) or stop.place
