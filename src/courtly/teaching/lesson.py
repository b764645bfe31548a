"""A checked lesson: every position exists, every act is legal there, and every figure stands in the learner's view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from courtly.engine.play.match import Match
from courtly.teaching.form import LessonForm, Moment, Step, Text

LEARNER = 0
"""The seat from which a lesson is played."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson that can be played.

    Attributes
    ----------
    form
        Its texts and acts, as they are written.
    records
        The matches in which its positions lie, played to their ends; never shown whole.
    """

    form: LessonForm
    records: Mapping[str, Match]

    @property
    def game(self) -> str:
        """The game that it teaches."""
        return self.form.game

    @property
    def steps(self) -> Sequence[Step]:
        """Its steps."""
        return self.form.step

    def title(self, lang: str) -> str:
        """Return what it is called."""
        return self.form.title.told(lang)


def record_of(moment: Moment) -> tuple[str, int]:
    """Return the record of a moment's position, and how many of its moves are played there."""
    name, _, version = moment.at.partition("@")
    return name, int(version)


def lines_of(act: str | Sequence[str]) -> list[str]:
    """Return the lines of notation that do an act, the one that is played first."""
    return [act] if isinstance(act, str) else list(act)


def played(moment: Moment) -> list[str]:
    """Return the acts of a moment as they are played when they are done in order."""
    return [lines_of(act)[0] for act in moment.act]


def reply_to(moment: Moment, act: str) -> Text | None:
    """Return what a moment says to an act that it does not ask for."""
    own = (reply.say for reply in moment.reply if any(fnmatchcase(act, pattern) for pattern in reply.to))
    return next(own, moment.other)
