"""Rules and lessons in a terminal."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from rich.console import Console

from courtly.engine.errors import UnknownGame
from courtly.teaching.lesson import Lesson
from courtly.teaching.loading import lesson_of
from courtly.teaching.rules import rules_of
from courtly.terminal.learn import Tutor, as_markdown, find_lesson, print_rules
from courtly.text.languages import LANGUAGES
from courtly.text.locales import Locale
from tests.teaching.helpers import TAUGHT, way, written

every_game = pytest.mark.parametrize("game", TAUGHT)
every_language = pytest.mark.parametrize("lang", LANGUAGES)


def prompt_with(answers: Iterator[str]) -> Callable[[str], str]:
    def ask(_prompt: str) -> str:
        try:
            return next(answers)
        except StopIteration:
            raise EOFError from None

    return ask


def take_lesson(lesson: Lesson, *answers: str, lang: str = "en") -> tuple[bool, str]:
    """Take a lesson with these answers; return whether it was finished, and the output."""
    console = Console(file=io.StringIO(), width=80)
    tutor = Tutor(lesson, Locale(lang, domain=lesson.game), console, prompt_with(iter(answers)))
    return tutor.run(), console.file.getvalue()  # type: ignore[attr-defined]


def right_answers(lesson: Lesson) -> list[str]:
    """Return the input of a learner who makes no mistake."""
    found = []
    for stop in way(lesson):
        if stop.accepted_moves:
            found.append(stop.accepted_moves[0][0])
        elif stop.is_question:
            found.append(str(1 + [choice.right for choice in stop.moment.choice].index(True)))
        elif not stop.is_last:
            found.append("")
    return found


@every_game
@every_language
def test_a_lesson_can_be_finished(game: str, lang: str) -> None:
    lesson = lesson_of(game)
    is_finished, shown = take_lesson(lesson, *right_answers(lesson), lang=lang)
    assert is_finished
    assert all(step.title.in_language(lang) in shown for step in lesson.steps)


def test_a_wrong_move_is_explained_and_asked_again() -> None:
    is_finished, shown = take_lesson(
        lesson_of("courtisans"), "play stag.plain below", "dance", "s", "play stag.plain above"
    )
    assert not is_finished
    assert "help the Stags" in shown
    assert "What you keep" in shown


def test_a_question_explains_wrong_and_unknown_answers_and_shows_the_right_one() -> None:
    lesson = lesson_of("cursed_court")
    is_finished, shown = take_lesson(lesson, "1", "x", "99", "s", "2", "q")
    assert not is_finished
    assert "every card dealt this year will count" in shown
    assert "there is no answer" in shown
    assert "Correct. One is on the table" in shown
    assert "The first crown" in shown


@every_game
@every_language
def test_rules_are_printed_with_their_clauses(game: str, lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    print_rules(game, lang=lang)
    printed = capsys.readouterr().out
    assert all(section.title in printed for section in rules_of(game, lang).sections)
    assert "(3.1" in printed
    text = as_markdown(rules_of(game, lang))
    assert all(block.text in text for block in rules_of(game, lang).blocks())


def test_a_lesson_is_found_by_its_file_name(tmp_path: Path) -> None:
    assert find_lesson(str(written(tmp_path))).title("en") == "A small lesson"


def test_an_unknown_game_or_file_is_refused() -> None:
    with pytest.raises(UnknownGame, match="courtisans"):
        find_lesson("chess")
