"""The lesson format `courtly-lesson/1`, a TOML or JSON document; see `docs/lessons.md`.

The models mirror the tables of the document and check their shape only. `loading` checks that positions exist and acts
are legal.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic_core import PydanticKnownError

from courtly.text.languages import ENGLISH, LANGUAGES, in_language

FORMAT = "courtly-lesson/1"

MAX_STEPS, MAX_MOMENTS, MAX_ACTS = 40, 10, 20
MAX_LOOSE = 3
"""Maximum number of acts in any order. `loading` tries all their orders."""

Line = Annotated[str, Field(min_length=1, max_length=200)]
Sentences = Annotated[str, Field(min_length=1, max_length=2000)]


class TomlTable(BaseModel):
    """A table of the document; unknown keys are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def _known(code: str) -> str:
    """Return the code of a supported language; every other key is an error."""
    if code not in LANGUAGES:
        raise PydanticKnownError("extra_forbidden")
    return code


class Text(TomlTable):
    """A text in some of the supported languages. English is required, because it is the fallback."""

    model_config = ConfigDict(extra="allow")

    en: Sentences
    __pydantic_extra__: dict[Annotated[str, AfterValidator(_known)], Sentences]

    def texts(self) -> dict[str, str]:
        """Return the text of each language that has one."""
        return {ENGLISH: self.en, **self.__pydantic_extra__}

    def in_language(self, lang: str) -> str:
        """Return the text in a language."""
        text = in_language(self.texts(), lang)
        # Keep no-break spaces: some languages put them before punctuation.
        return re.sub(r"[ \n]+", " ", text).strip()


class Reply(TomlTable):
    """A reply to certain acts or answers that the step does not accept; `to` may end in `*`."""

    to: Annotated[list[Line], Field(min_length=1)]
    say: Text


class Choice(TomlTable):
    """One of the answers to a question. `why` is the reason for the right answer, shown after it."""

    text: Text
    right: bool = False
    why: Text | None = None


class Figures(TomlTable):
    """The sources of the numbers in a text.

    Attributes
    ----------
    view
        Paths in the learner's view, such as `seats.0.gold`, with their expected values; `#` is the length of a list.
    rules
        Numbers that the rules state or that are calculated from other numbers.
    """

    view: dict[str, Any] = Field(default_factory=dict)
    rules: list[int] = Field(default_factory=list)


class Moment(TomlTable):
    """One position of a step: its text, and its acts or question.

    Attributes
    ----------
    at
        A record and the number of moves played: `A@9`.
    act
        The acts to do, in order. A list is a free choice between moves: the learner may choose any of them, and the
        first one is played.
    any_order
        The number of acts at the start of `act` that may be done in any order.
    choice
        The possible answers to a question. A moment with a question has no acts.
    focus
        Highlighted places and pieces, by scene id.
    other, reply
        Replies to other acts or answers.
    """

    at: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,40}@[0-9]{1,6}$")]
    say: Text
    act: Annotated[list[Line | list[Line]], Field(max_length=MAX_ACTS)] = []
    any_order: Annotated[int, Field(ge=0, le=MAX_LOOSE)] = 0
    choice: Annotated[list[Choice], Field(max_length=8)] = []
    focus: Annotated[list[Line], Field(max_length=20)] = []
    other: Text | None = None
    reply: list[Reply] = []
    figures: Figures = Figures()


class LessonStep(TomlTable):
    """A step: its title, the clauses that it teaches, its moments, and a note below it."""

    title: Text
    learns: list[Annotated[str, Field(pattern=r"^[0-9]{1,3}\.[0-9]{1,3}$")]] = []
    note: Text | None = None
    moment: Annotated[list[Moment], Field(min_length=1, max_length=MAX_MOMENTS)]


class Match(TomlTable):
    """A match offered after the last step: options of the game, and the level of the bots."""

    title: Text
    options: dict[str, Any] = Field(default_factory=dict)
    bots: Line = "novice"


class LessonDocument(TomlTable):
    """The whole document. `records` are file names in the lesson's folder, or inline records."""

    format: Literal["courtly-lesson/1"]
    game: Line
    title: Text
    records: Annotated[dict[str, Line | dict[str, Any]], Field(min_length=1, max_length=20)]
    then: Match | None = None
    step: Annotated[list[LessonStep], Field(min_length=1, max_length=MAX_STEPS)]
