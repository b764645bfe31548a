"""The doors to a lesson: from a file, or the name of a game, to a checked `Lesson`, or to all that is wrong.

Every record is replayed through the checked door; then each moment is played: its acts one after the other, in every
order that they may be done in, with each of the free choices.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise, permutations
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from courtly.documents.problems import WHOLE_FILE, Note, Problem, Steps, cannot
from courtly.documents.reading import Document, Unreadable, form_of, read_document, read_text
from courtly.engine.contract.game import find_game, set_up
from courtly.engine.errors import BadOption, BadRecord, IllegalMove, UnknownGame, listing, shown
from courtly.engine.play.match import Match
from courtly.engine.play.records import MAX_BYTES, read_record
from courtly.engine.sentences import Sentence, said
from courtly.teaching.clauses import clauses_of
from courtly.teaching.errors import BadLesson, NoLesson
from courtly.teaching.figures import NOTHING, find_in
from courtly.teaching.files import taught
from courtly.teaching.form import LessonForm, Moment
from courtly.teaching.lesson import LEARNER, Lesson, lines_of, played, record_of

FILE = "lesson.toml"
"""What a game's own lesson is called, in its folder `teaching`."""

Records = Mapping[str, Match]


def lesson_file(game: str) -> Path | None:
    """Return where a game's own lesson lies, None when it has none."""
    return taught(game, FILE)


@cache
def outline_of(game: str) -> LessonForm | None:
    """Return the texts of a game's own lesson, nothing of it played; None when there is none."""
    path = lesson_file(game)
    if path is None:
        return None
    text = read_text(path, most=MAX_BYTES)
    return _form(read_document(text, form_of(path, text), most=MAX_BYTES), path.name)


@cache
def lesson_of(game: str) -> Lesson:
    """Return a game's own lesson, read once per process.

    Raises
    ------
    NoLesson
        The game has none.
    """
    path = lesson_file(game)
    if path is None:
        raise NoLesson(said("there is no lesson of {game}", game=game), given=game, where="game")
    return load_lesson(path)


def load_lesson(path: Path) -> Lesson:
    """Return the lesson of a file, TOML or JSON; its records lie beside it or stand in it.

    Raises
    ------
    BadLesson
        With all that is wrong, each problem with its place and what is allowed there.
    """
    try:
        text = read_text(path, most=MAX_BYTES)
        document = read_document(text, form_of(path, text), most=MAX_BYTES)
    except Unreadable as error:
        raise BadLesson(path.name, [error.problem]) from None
    form = _form(document, path.name)
    records, notes = _records(form, path.parent)
    notes += list(_about_game(form))
    if not notes:
        notes = list(_about_moments(form, records))
    if notes:
        raise BadLesson(path.name, document.problems(notes)[0])
    return Lesson(form, records)


def _form(document: Document, file: str) -> LessonForm:
    """Return the tables of a document; refuse what has another shape."""
    try:
        form = LessonForm.model_validate(document.value)
    except ValidationError as error:
        notes = [_shape(each, document.value) for each in error.errors(include_url=False)]
        raise BadLesson(file, document.problems(notes)[0]) from None
    if document.twice:
        raise BadLesson(file, document.problems([])[0])
    return form


def _shape(error: ErrorDetails, document: object) -> Note:
    """Return what pydantic finds wrong with the shape of a document."""
    steps = _steps(error["loc"], document, is_missing=error["type"] == "missing")
    context, given = error.get("ctx", {}), error["input"]
    allowed = context.get("expected") or context.get("pattern") or context.get("max_length") or context.get("le")
    sentences = {
        "missing": said("this is missing"),
        "extra_forbidden": said("there is no such key here"),
    }
    if error["type"] in sentences:
        return Note(error["type"].replace("_", "-"), steps, sentences[error["type"]])
    sentence = cannot(given, allowed) if allowed is not None else said("it cannot be {given}", given=shown(given))
    return Note("value", steps, sentence, given, None if allowed is None else str(allowed))


def _steps(way: Steps, document: object, *, is_missing: bool) -> Steps:
    """Return of pydantic's way to a value what the document has: it names kinds of values too, which are no keys."""
    here: Any = document
    found: list[str | int] = []
    for number, step in enumerate(way):
        if isinstance(here, Mapping) and (step in here or (is_missing and number == len(way) - 1)):
            found.append(step)
            here = here.get(step)
        elif isinstance(here, list) and isinstance(step, int) and step < len(here):
            found.append(step)
            here = here[step]
    return tuple(found)


def _records(form: LessonForm, beside: Path) -> tuple[dict[str, Match], list[Note]]:
    """Return the records of a lesson, and what is wrong with those that cannot be read."""
    found, notes = {}, []
    for name, given in form.records.items():
        try:
            match = read_record(_record_text(given, beside) if isinstance(given, str) else given)
        except BadRecord as error:
            notes.append(Note("record", ("records", name), error.sentence, error.given, error.allowed))
        except Unreadable as error:
            notes.append(Note("record", ("records", name), error.problem.sentence))
        else:
            found[name] = match
            if match.game != form.game:
                sentence = said("it is a match of {given}; the lesson is of {game}", given=match.game, game=form.game)
                notes.append(Note("record", ("records", name), sentence, match.game, form.game))
    return found, notes


def _record_text(name: str, beside: Path) -> str:
    """Return the text of a record; none but files beside the lesson are read."""
    if Path(name).name != name:
        raise Unreadable(_outside(name))
    return read_text(beside / name, most=MAX_BYTES)


def _outside(name: str) -> Problem:
    return Problem("record", WHOLE_FILE, cannot(name, said("the name of a file beside the lesson")))


def _about_game(form: LessonForm) -> Iterator[Note]:
    """Yield what is wrong with the game, and with the clauses that the steps name."""
    try:
        clauses = clauses_of(form.game)
    except UnknownGame as error:
        yield Note("game", ("game",), error.sentence, error.given, error.allowed)
        return
    if form.then is not None:
        try:
            set_up(find_game(form.game), form.then.options)
        except BadOption as error:
            yield Note("option", ("then", "options"), error.sentence, error.given, error.allowed)
    for number, step in enumerate(form.step):
        for place, clause in enumerate(step.learns):
            if clauses and clause not in clauses:
                sentence = said("the rules of {game} have no clause {clause}", game=form.game, clause=clause)
                yield Note("clause", ("step", number, "learns", place), sentence, clause)


def _about_moments(form: LessonForm, records: Records) -> Iterator[Note]:
    """Yield what is wrong with each moment, and with what lies between one and the next."""
    for number, step in enumerate(form.step):
        for place, moment in enumerate(step.moment):
            yield from _about_moment(moment, ("step", number, "moment", place), records)
        if number + 1 < len(form.step) and not any(each.act or each.choice for each in step.moment):
            yield Note("act", ("step", number), said("nothing is to be done in this step, and it is not the last"))
    moments = [
        (("step", number, "moment", place), moment)
        for number, step in enumerate(form.step)
        for place, moment in enumerate(step.moment)
    ]
    for (_, before), (steps, moment) in pairwise(moments):
        yield from _about_way(before, moment, steps)


def _about_way(before: Moment, moment: Moment, steps: Steps) -> Iterator[Note]:
    """Yield what is wrong where a moment comes before the end of the one that it follows, in the same record."""
    (name, start), (other, version) = record_of(before), record_of(moment)
    end = start + len(before.act)
    if name == other and start <= version < end:
        sentence = said("it lies before the end of the moment before it, {end}", end=f"{name}@{end}")
        yield Note("position", (*steps, "at"), sentence, moment.at, f"{name}@{end}")


def _about_moment(moment: Moment, steps: Steps, records: Records) -> Iterator[Note]:
    name, version = record_of(moment)
    if name not in records:
        known = listing(list(records))
        sentence = said("there is no record {given}; there are {known}", given=name, known=known)
        yield Note("position", (*steps, "at"), sentence, moment.at, list(records))
        return
    record = records[name]
    if version > record.version:
        allowed = f"{name}@0 … {name}@{record.version}"
        yield Note("position", (*steps, "at"), cannot(moment.at, allowed), moment.at, allowed)
        return
    yield from _about_question(moment, steps)
    here = record.at(version)
    if moment.act:
        yield from _about_acts(moment, here, (*steps, "act"))
        yield from _about_record(moment, record, (*steps, "act"))
    yield from _about_figures(moment, here.view(LEARNER), (*steps, "figures", "view"))


def _about_question(moment: Moment, steps: Steps) -> Iterator[Note]:
    """Yield what is wrong with a question: it has one right answer, and no acts beside it."""
    if moment.choice and moment.act:
        yield Note("choice", (*steps, "choice"), said("a moment has acts or a question, not both"))
    if moment.choice and sum(choice.right for choice in moment.choice) != 1:
        right = sum(choice.right for choice in moment.choice)
        yield Note("choice", (*steps, "choice"), cannot(right, said("one right answer")), right)
    if (moment.choice or moment.act) and moment.other is None:
        yield Note("missing", (*steps, "other"), said("this is missing"))


def _about_acts(moment: Moment, here: Match, steps: Steps) -> Iterator[Note]:
    """Yield the first act that cannot be done, of those that can be reached in every order."""
    told = set()
    for order in orders(moment):
        match = here.copy()
        for number in order:
            problem = _problem(match, lines_of(moment.act[number]))
            if problem is not None:
                if number not in told:
                    told.add(number)
                    yield Note("act", (*steps, number), problem, moment.act[number], match.legal_moves())
                break
            match.play(lines_of(moment.act[number])[0])


def orders(moment: Moment) -> list[tuple[int, ...]]:
    """Return every order in which the acts of a moment may be done."""
    loose = min(moment.any_order, len(moment.act))
    rest = tuple(range(loose, len(moment.act)))
    return [(*first, *rest) for first in permutations(range(loose))]


def _problem(match: Match, lines: Sequence[str]) -> Sentence | None:
    """Return why the learner cannot play one of these lines now; None where each can be played."""
    if match.to_move != LEARNER:
        return said("seat {seat} is to move there, not the learner's", seat=match.to_move)
    for line in lines:
        try:
            match.copy().play(line)
        except IllegalMove as error:
            legal = listing(match.legal_moves())
            return said("{line} cannot be played there: {reason}; there are {legal}", line=line, reason=error.why,
                        legal=legal)  # fmt: skip
    return None


def _about_record(moment: Moment, record: Match, steps: Steps) -> Iterator[Note]:
    """Yield where the record, if it goes on behind a moment, goes on in another way."""
    _, version = record_of(moment)
    acts = played(moment)
    behind = record.moves[version : version + len(acts)]
    if len(behind) == len(acts) and sorted(behind) != sorted(acts):
        allowed = ", ".join(behind)
        sentence = said("the record goes on with {moves}", moves=allowed)
        yield Note("act", steps, sentence, acts, allowed)


def _about_figures(moment: Moment, view: Mapping[str, Any], steps: Steps) -> Iterator[Note]:
    """Yield figures that are not what the learner sees."""
    for path, value in moment.figures.view.items():
        found = find_in(view, path)
        if path.startswith("result") and view["result"] is None:
            sentence = said("the match is not over there, and has no result; it takes a record that is")
            yield Note("unfinished", (*steps, path), sentence, moment.at)
        elif found is NOTHING:
            yield Note("figure", (*steps, path), said("there is no such thing in the view of seat 0"), path)
        elif found != value:
            yield Note("figure", (*steps, path), cannot(value, shown(found)), value, shown(found))
