"""The pages for learning: rules, lessons, and the panel of a lesson next to its table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from courtly.web.contexts.frame import Frame
from courtly.web.contexts.setup import GameLink, QuickMatch


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnPage:
    """The introduction to a game, identical for all viewers: its lesson, its rules, and a short summary.

    `lesson_title` is the title of the lesson, `steps` the titles of its steps; both are empty without a lesson.
    """

    frame: Frame
    games: list[GameLink]
    game: str
    called: str
    pitch: str
    lesson_title: str
    steps: list[str]
    rules_url: str
    play: QuickMatch


@dataclass(frozen=True, slots=True)
class RuleLink:
    """A link to a paragraph of the rules."""

    url: str
    title: str


@dataclass(frozen=True, slots=True)
class RuleBlock:
    """A paragraph of the rules, a list item or a picture.

    `anchors` are its element ids, one for each clause it explains; `is_part` is set for a picture of parts of a table.
    """

    kind: str
    text: Markup
    anchors: Sequence[str]
    drawing: Markup
    is_part: bool


@dataclass(frozen=True, slots=True)
class RuleSection:
    """A section of the rules with its title; consecutive blocks of one kind form a group."""

    id: str
    title: str
    groups: Sequence[tuple[str, Sequence[RuleBlock]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesPage:
    """The rules of a game, identical for all viewers."""

    frame: Frame
    games: list[GameLink]
    game: str
    called: str
    title: str
    sections: Sequence[RuleSection]
    refusals: Mapping[str, str]
    learn_url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonPanel:
    """The text of a lesson next to its table.

    Attributes
    ----------
    url
        The address of the present step.
    title, step, number, steps
        The titles of the lesson and the step, the step's number, and the number of steps. While the others move, `step`
        is a title for their moves.
    text, note
        The instruction, and a remark below it.
    others_moves
        The moves that the others made since the last decision; if there are any, the other texts are empty.
    said, is_right
        The feedback on the last move or answer, and whether it was right.
    choices
        The answers to choose from, if the step asks a question that is not answered yet.
    wrong_choice
        The number of the wrong answer that the learner has just chosen, from 0; None otherwise.
    asks_act
        Whether the step asks for an act on the table.
    shown
        The solution in words, after the viewer has opened `show_url`.
    next_url, back_url, leave_url
        The addresses of the next step, the previous step and the exit; empty where unavailable.
    focus
        The places and pieces that the step is about, by their ids in the scene; empty between two moments.
    focus_url
        The style sheet that highlights places and pieces.
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
    others_moves: Sequence[str]
    said: str
    is_right: bool
    note: str
    choices: Sequence[str]
    wrong_choice: int | None
    asks_act: bool
    shown: Sequence[str]
    show_url: str
    next_url: str
    back_url: str
    leave_url: str
    focus: Sequence[str]
    focus_url: str
    rules: Sequence[RuleLink]
    then: QuickMatch | None
