"""How a lesson is written down: a TOML or JSON document of the format `courtly-lesson/1`; see `docs/lessons.md`.

These are the document's tables as they stand, checked for their shape alone. Whether a position exists and an act is
legal is found out in `loading`.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

FORMAT = "courtly-lesson/1"

MOST_STEPS, MOST_MOMENTS, MOST_ACTS = 40, 10, 20
MOST_LOOSE = 3
"""Acts in any order are tried in every order."""

Line = Annotated[str, Field(min_length=1, max_length=200)]
Sentences = Annotated[str, Field(min_length=1, max_length=2000)]


class Table(BaseModel):
    """A table of the document, which has no keys but its own."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Text(Table):
    """What is said, in English and in French; without French, English is said to everybody."""

    en: Sentences
    fr: Sentences | None = None

    def told(self, lang: str) -> str:
        """Return the text in a language."""
        text = (self.fr if lang == "fr" else None) or self.en
        # French has spaces that do not break, which stay.
        return re.sub(r"[ \n]+", " ", text).strip()


class Reply(Table):
    """What is said to some acts that the step does not ask for; `to` may end in `*`."""

    to: Annotated[list[Line], Field(min_length=1)]
    say: Text


class Choice(Table):
    """One of the labels of a question."""

    text: Text
    right: bool = False


class Figures(Table):
    """Where the numbers of a text come from.

    Attributes
    ----------
    view
        Ways into the learner's view, such as `seats.0.gold`, each with what stands there; the length of a list by `#`.
    rules
        Numbers that the rules give or that follow from the others.
    """

    view: dict[str, Any] = Field(default_factory=dict)
    rules: list[int] = Field(default_factory=list)


class Moment(Table):
    """One position of a step: what is said there, and what is to be done.

    Attributes
    ----------
    at
        A record and how many of its moves are played: `A@9`.
    act
        The acts to be done, one after the other. A list in the place of one act is a free choice among its lines; the
        first of them is played whichever is chosen.
    any_order
        How many of the first acts may be done in any order.
    choice
        A question's labels instead of acts.
    focus
        The places and pieces that are pointed at, by their ids in the scene.
    other, reply
        What is said to other acts or answers.
    """

    at: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,40}@[0-9]{1,6}$")]
    say: Text
    act: Annotated[list[Line | list[Line]], Field(max_length=MOST_ACTS)] = []
    any_order: Annotated[int, Field(ge=0, le=MOST_LOOSE)] = 0
    choice: Annotated[list[Choice], Field(max_length=8)] = []
    focus: Annotated[list[Line], Field(max_length=20)] = []
    other: Text | None = None
    reply: list[Reply] = []
    figures: Figures = Figures()


class Step(Table):
    """A step: its title, the clauses it teaches, its moments, and what stands below it."""

    title: Text
    learns: list[Annotated[str, Field(pattern=r"^[0-9]{1,3}\.[0-9]{1,3}$")]] = []
    note: Text | None = None
    moment: Annotated[list[Moment], Field(min_length=1, max_length=MOST_MOMENTS)]


class Match(Table):
    """What the last step offers to play: options of the game, and the bots against whom."""

    title: Text
    options: dict[str, Any] = Field(default_factory=dict)
    bots: Line = "novice"


class LessonForm(Table):
    """The whole document; `records` are files beside it, or whole records."""

    format: Literal["courtly-lesson/1"]
    game: Line
    title: Text
    records: Annotated[dict[str, Line | dict[str, Any]], Field(min_length=1, max_length=20)]
    then: Match | None = None
    step: Annotated[list[Step], Field(min_length=1, max_length=MOST_STEPS)]
