"""The pages one learns from: rules, lessons, and the panel of a lesson at its table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from courtly.web.contexts.doors import GameLink, Quick
from courtly.web.contexts.frame import Frame


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnPage:
    """The way into a game, the same for everybody: its lesson, its rules, and the game in a minute.

    `lesson_title` is what the lesson is called, with the titles of its `steps`; empty for a game without one.
    """

    frame: Frame
    games: list[GameLink]
    game: str
    called: str
    pitch: str
    lesson_title: str
    steps: list[str]
    rules_url: str
    play: Quick


@dataclass(frozen=True, slots=True)
class RuleLink:
    """A link to a paragraph of the rules."""

    url: str
    title: str


@dataclass(frozen=True, slots=True)
class RuleBlock:
    """A paragraph of the rules, an entry of a list or a picture.

    `anchors` are the addresses that it has, those of clauses; `is_part` says that a picture has parts of a table alone.
    """

    kind: str
    text: Markup
    anchors: Sequence[str]
    drawing: Markup
    is_part: bool


@dataclass(frozen=True, slots=True)
class RuleSection:
    """A part of the rules under its title; blocks of a kind that follow each other make a group."""

    id: str
    title: str
    groups: Sequence[tuple[str, Sequence[RuleBlock]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesPage:
    """The rules of a game, the same for everybody."""

    frame: Frame
    games: list[GameLink]
    game: str
    called: str
    title: str
    sections: Sequence[RuleSection]
    learn_url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonPanel:
    """What a lesson says beside its table.

    Attributes
    ----------
    url
        Where one stands.
    title, step, number, steps
        What the lesson and the step are called, and which of how many steps it is.
    text, note
        What is said, and what stands below it.
    meanwhile
        What the others did just now; then nothing else is said.
    said, is_right
        What is said to what was done just now, and whether that was right.
    choices
        The labels of a question.
    shown
        What is to be done, in words, for one who asked for it at `show_url`.
    next_url, back_url, leave_url
        Where one goes on, back and away; empty where one does not.
    focus_url
        The style sheet that points at places and pieces.
    rules
        The paragraphs of the rules that the step teaches.
    then
        The match that the end of the lesson offers.
    """

    url: str
    title: str
    step: str
    number: int
    steps: int
    text: str
    meanwhile: Sequence[str]
    said: str
    is_right: bool
    note: str
    choices: Sequence[str]
    shown: Sequence[str]
    show_url: str
    next_url: str
    back_url: str
    leave_url: str
    focus_url: str
    rules: Sequence[RuleLink]
    then: Quick | None
