"""A checked lesson: all positions exist, all acts are legal, and its numbers agree with the learner's view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from courtly.engine.play.match import Match
from courtly.teaching.form import LessonDocument, LessonStep, Moment, Text

LEARNER = 0
"""The learner's seat."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson that can be played.

    Attributes
    ----------
    form
        The texts and acts of the lesson, as written.
    records
        The matches from which the lesson takes its positions, played to their ends. They are never shown in full.
    """

    form: LessonDocument
    records: Mapping[str, Match]

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.form.game

    @property
    def steps(self) -> Sequence[LessonStep]:
        """The steps of the lesson."""
        return self.form.step

    def title(self, lang: str) -> str:
        """Return the title of the lesson."""
        return self.form.title.in_language(lang)


def record_of(moment: Moment) -> tuple[str, int]:
    """Return the record of a moment's position, and the number of moves played there."""
    name, _, version = moment.at.partition("@")
    return name, int(version)


def accepted_lines(act: str | Sequence[str]) -> list[str]:
    """Return the accepted moves of an act. The first one is the move that is played."""
    return [act] if isinstance(act, str) else list(act)


def played(moment: Moment) -> list[str]:
    """Return the moves of a moment when its acts are done in order."""
    return [accepted_lines(act)[0] for act in moment.act]


def reason_of(moment: Moment, lang: str) -> str:
    """Return the reason for the right answer of a question, empty if the lesson gives none."""
    return next((choice.why.in_language(lang) for choice in moment.choice if choice.right and choice.why), "")


def reply_to(moment: Moment, act: str) -> Text | None:
    """Return the reply of a moment to an act that it does not accept."""
    own = (reply.say for reply in moment.reply if any(fnmatchcase(act, pattern) for pattern in reply.to))
    return next(own, moment.other)
