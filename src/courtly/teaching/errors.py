"""Errors in lessons and in their navigation.

CourtlyError
├── BadLesson      the file is not a valid lesson; lists all problems
├── NoLesson       the game has no lesson
├── NoRules        the game has no rules for players
├── NoSuchStep     the lesson has no such position
└── NotInLesson    the step does not accept this act or answer
"""

from __future__ import annotations

from collections.abc import Sequence

from courtly.documents.problems import Problem, stacked
from courtly.engine.errors import CourtlyError
from courtly.engine.sentences import Sentence, said

MAX_PROBLEMS = 20


class BadLesson(CourtlyError):
    """Raised if a file is not a valid lesson.

    Parameters
    ----------
    file
        File name, as displayed.
    problems
        All problems, each with its location, such as `step[3].moment[1].act[2]`, and the allowed values.
    """

    code = "bad-lesson"

    def __init__(self, file: str, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        lines = [problem.told() for problem in self.problems[:MAX_PROBLEMS]]
        if more := len(self.problems) - len(lines):
            lines.append(said("and {count} more", count=more))
        head = said("{file} is not a lesson:", file=file)
        first = self.problems[0]
        super().__init__(stacked([head, *lines]), given=first.given, where=first.place, allowed=first.allowed)


class NoLesson(CourtlyError):
    """Raised if a game has no lesson."""

    code = "no-lesson"


class NoRules(CourtlyError):
    """Raised if a game has no rules for players."""

    code = "no-rules"


class NoSuchStep(CourtlyError):
    """Raised if a lesson has no such position."""

    code = "no-such-step"


class NotInLesson(CourtlyError):
    """Raised if a step does not accept an act. No move is played.

    Parameters
    ----------
    message
        The lesson's reply, in the learner's language.
    given
        The act.
    allowed
        The accepted acts.
    """

    code = "not-in-lesson"

    def __init__(self, message: str | Sentence, *, given: str, allowed: Sequence[str]) -> None:
        super().__init__(message, given=given, where="act", allowed=allowed)
