"""Loading of lessons: from a file or a game's name to a checked `Lesson`, or to an error with all problems.

Every record is replayed with full checks. Then each moment is tried: its acts in all allowed orders, with each free
choice.
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
from courtly.teaching.files import teaching_file
from courtly.teaching.form import LessonDocument, Moment
from courtly.teaching.lesson import LEARNER, Lesson, accepted_lines, played, record_of

FILE = "lesson.toml"
"""File name of a game's own lesson, in its folder `teaching`."""

Records = Mapping[str, Match]


def lesson_file(game: str) -> Path | None:
    """Return the path of a game's own lesson, None if it has none."""
    return teaching_file(game, FILE)


@cache
def outline_of(game: str) -> LessonDocument | None:
    """Return the texts of a game's own lesson without replaying its records, None if it has none."""
    path = lesson_file(game)
    if path is None:
        return None
    text = read_text(path, most=MAX_BYTES)
    return _form(read_document(text, form_of(path, text), most=MAX_BYTES), path.name)


@cache
def lesson_of(game: str) -> Lesson:
    """Return a game's own lesson. It is loaded once per process.

    Raises
    ------
    NoLesson
        If the game has no lesson.
    """
    path = lesson_file(game)
    if path is None:
        raise NoLesson(said("there is no lesson for {game}", game=game), given=game, where="game")
    return load_lesson(path)


def load_lesson(path: Path) -> Lesson:
    """Return the lesson of a TOML or JSON file, with records in the same folder or inline.

    Raises
    ------
    BadLesson
        With all problems, each with its location and the allowed values.
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


def _form(document: Document, file: str) -> LessonDocument:
    """Return the parsed tables of a document, or raise `BadLesson` if its shape is wrong."""
    try:
        form = LessonDocument.model_validate(document.value)
    except ValidationError as error:
        notes = [_shape(each, document.value) for each in error.errors(include_url=False)]
        raise BadLesson(file, document.problems(notes)[0]) from None
    if document.twice:
        raise BadLesson(file, document.problems([])[0])
    return form


def _shape(error: ErrorDetails, document: object) -> Note:
    """Return a note for a validation error of pydantic."""
    steps = _steps(error["loc"], document, is_missing=error["type"] == "missing")
    context, given = error.get("ctx", {}), error["input"]
    allowed = context.get("expected") or context.get("pattern") or context.get("max_length") or context.get("le")
    sentences = {
        "missing": said("this is missing"),
        "extra_forbidden": said("this key is not allowed here"),
    }
    if error["type"] in sentences:
        return Note(error["type"].replace("_", "-"), steps, sentences[error["type"]])
    sentence = cannot(given, allowed) if allowed is not None else said("it cannot be {given}", given=shown(given))
    return Note("value", steps, sentence, given, None if allowed is None else str(allowed))


def _steps(path_of_error: Steps, document: object, *, is_missing: bool) -> Steps:
    """Return the path of an error within the document. Pydantic's path also has type names, which are dropped."""
    here: Any = document
    found: list[str | int] = []
    for number, step in enumerate(path_of_error):
        if isinstance(here, Mapping) and (step in here or (is_missing and number == len(path_of_error) - 1)):
            found.append(step)
            here = here.get(step)
        elif isinstance(here, list) and isinstance(step, int) and step < len(here):
            found.append(step)
            here = here[step]
    return tuple(found)


def _records(form: LessonDocument, folder: Path) -> tuple[dict[str, Match], list[Note]]:
    """Return the records of a lesson, and notes for unreadable ones."""
    found, notes = {}, []
    for name, given in form.records.items():
        try:
            match = read_record(_record_text(given, folder) if isinstance(given, str) else given)
        except BadRecord as error:
            notes.append(Note("record", ("records", name), error.sentence, error.given, error.allowed))
        except Unreadable as error:
            notes.append(Note("record", ("records", name), error.problem.sentence))
        else:
            found[name] = match
            if match.game != form.game:
                sentence = said(
                    "it is a match of {given}, but the lesson is for {game}", given=match.game, game=form.game
                )
                notes.append(Note("record", ("records", name), sentence, match.game, form.game))
    return found, notes


def _record_text(name: str, folder: Path) -> str:
    """Return the text of a record. Only files in the lesson's folder are read."""
    if Path(name).name != name:
        raise Unreadable(_outside(name))
    return read_text(folder / name, most=MAX_BYTES)


def _outside(name: str) -> Problem:
    return Problem("record", WHOLE_FILE, cannot(name, said("the name of a file next to the lesson")))


def _about_game(form: LessonDocument) -> Iterator[Note]:
    """Yield problems with the game, the match options, and the clauses of the steps."""
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


def _about_moments(form: LessonDocument, records: Records) -> Iterator[Note]:
    """Yield problems with each moment, and with the order of consecutive moments."""
    for number, step in enumerate(form.step):
        for place, moment in enumerate(step.moment):
            yield from _about_moment(moment, ("step", number, "moment", place), records)
        if number + 1 < len(form.step) and not any(each.act or each.choice for each in step.moment):
            yield Note("act", ("step", number), said("this step has nothing to do, and is not the last"))
    moments = [
        (("step", number, "moment", place), moment)
        for number, step in enumerate(form.step)
        for place, moment in enumerate(step.moment)
    ]
    for (_, before), (steps, moment) in pairwise(moments):
        yield from _about_order(before, moment, steps)


def _about_order(before: Moment, moment: Moment, steps: Steps) -> Iterator[Note]:
    """Yield a problem if a moment begins before the end of the previous one, in the same record."""
    (name, start), (other, version) = record_of(before), record_of(moment)
    end = start + len(before.act)
    if name == other and start <= version < end:
        sentence = said("it comes before the end of the previous moment, {end}", end=f"{name}@{end}")
        yield Note("position", (*steps, "at"), sentence, moment.at, f"{name}@{end}")


def _about_moment(moment: Moment, steps: Steps, records: Records) -> Iterator[Note]:
    name, version = record_of(moment)
    if name not in records:
        known = listing(list(records))
        sentence = said("there is no record {given}; choose from {known}", given=name, known=known)
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
    """Yield problems with a question. It needs exactly one right answer, and no acts."""
    if moment.choice and moment.act:
        yield Note("choice", (*steps, "choice"), said("a moment can have acts or a question, not both"))
    if moment.choice and sum(choice.right for choice in moment.choice) != 1:
        right = sum(choice.right for choice in moment.choice)
        yield Note("choice", (*steps, "choice"), cannot(right, said("one right answer")), right)
    if (moment.choice or moment.act) and moment.other is None:
        yield Note("missing", (*steps, "other"), said("this is missing"))


def _about_acts(moment: Moment, here: Match, steps: Steps) -> Iterator[Note]:
    """Yield each act that cannot be done in some allowed order."""
    reported = set()
    for order in orders(moment):
        match = here.copy()
        for number in order:
            problem = _problem(match, accepted_lines(moment.act[number]))
            if problem is not None:
                if number not in reported:
                    reported.add(number)
                    yield Note("act", (*steps, number), problem, moment.act[number], match.legal_moves())
                break
            match.play(accepted_lines(moment.act[number])[0])


def orders(moment: Moment) -> list[tuple[int, ...]]:
    """Return all allowed orders of the acts of a moment."""
    loose = min(moment.any_order, len(moment.act))
    rest = tuple(range(loose, len(moment.act)))
    return [(*first, *rest) for first in permutations(range(loose))]


def _problem(match: Match, lines: Sequence[str]) -> Sentence | None:
    """Return the reason why the learner cannot play one of these lines now, None if all can be played."""
    if match.to_move != LEARNER:
        return said("seat {seat} is to move there, not the learner", seat=match.to_move)
    for line in lines:
        try:
            match.copy().play(line)
        except IllegalMove as error:
            legal = listing(match.legal_moves())
            return said("{line} cannot be played there: {reason}; choose from {legal}", line=line, reason=error.why,
                        legal=legal)  # fmt: skip
    return None


def _about_record(moment: Moment, record: Match, steps: Steps) -> Iterator[Note]:
    """Yield a problem if the record continues after the moment with other moves."""
    _, version = record_of(moment)
    acts = played(moment)
    following = record.moves[version : version + len(acts)]
    if len(following) == len(acts) and sorted(following) != sorted(acts):
        allowed = ", ".join(following)
        sentence = said("the record continues with {moves}", moves=allowed)
        yield Note("act", steps, sentence, acts, allowed)


def _about_figures(moment: Moment, view: Mapping[str, Any], steps: Steps) -> Iterator[Note]:
    """Yield a problem for each number in `figures.view` that differs from the learner's view."""
    for path, value in moment.figures.view.items():
        found = find_in(view, path)
        if path.startswith("result") and view["result"] is None:
            sentence = said("the match is not over there, so it has no result; use the record of a finished match")
            yield Note("unfinished", (*steps, path), sentence, moment.at)
        elif found is NOTHING:
            yield Note("figure", (*steps, path), said("the view of seat 0 has no such value"), path)
        elif found != value:
            yield Note("figure", (*steps, path), cannot(value, shown(found)), value, shown(found))
