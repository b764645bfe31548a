"""What can be wrong with a lesson, and with the way through one.

CourtlyError
├── BadLesson      a file that holds no lesson, with everything that is wrong in it
├── NoLesson       a game that has none
├── NoRules        a game that has no rules for players
├── NoSuchStep     a place that the lesson does not have
└── NotInLesson    an act, or an answer, that the step does not ask for
"""

from __future__ import annotations

from collections.abc import Sequence

from courtly.documents.problems import Problem, stacked
from courtly.engine.errors import CourtlyError
from courtly.engine.sentences import Sentence, said

MOST_PROBLEMS = 20


class BadLesson(CourtlyError):
    """A file that holds no lesson that can be played.

    Parameters
    ----------
    file
        Its name, as it may be shown.
    problems
        What is wrong, each with its place, `step[3].moment[1].act[2]`, and what is allowed there.
    """

    code = "bad-lesson"

    def __init__(self, file: str, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        lines = [problem.told() for problem in self.problems[:MOST_PROBLEMS]]
        if more := len(self.problems) - len(lines):
            lines.append(said("and {count} more", count=more))
        head = said("{file} holds no lesson:", file=file)
        first = self.problems[0]
        super().__init__(stacked([head, *lines]), given=first.given, where=first.place, allowed=first.allowed)


class NoLesson(CourtlyError):
    """A game that has no lesson."""

    code = "no-lesson"


class NoRules(CourtlyError):
    """A game that has no rules for players."""

    code = "no-rules"


class NoSuchStep(CourtlyError):
    """A place that a lesson does not have."""

    code = "no-such-step"


class NotInLesson(CourtlyError):
    """An act that a step does not ask for; nothing is played.

    Parameters
    ----------
    message
        What the lesson says to it, in the reader's language.
    given
        The act.
    allowed
        What the step asks for.
    """

    code = "not-in-lesson"

    def __init__(self, message: str | Sentence, *, given: str, allowed: Sequence[str]) -> None:
        super().__init__(message, given=given, where="act", allowed=allowed)
