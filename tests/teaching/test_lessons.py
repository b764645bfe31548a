"""The lessons of the games: every position, act and number is valid, in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from courtly.engine.errors import IllegalMove
from courtly.scene.parts import scene_of
from courtly.teaching.clauses import clauses_of
from courtly.teaching.course import LessonState, answer, follow, lesson_state_at
from courtly.teaching.errors import NotInLesson
from courtly.teaching.figures import find_in
from courtly.teaching.form import Moment
from courtly.teaching.lesson import LEARNER, accepted_lines, record_of
from courtly.teaching.loading import lesson_of, orders
from courtly.text.languages import languages_of
from courtly.text.locales import Locale
from tests.teaching.helpers import TAUGHT, way

every_lesson = pytest.mark.parametrize("game", TAUGHT)

WORDS = {
    "en": "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty twenty-one twenty-two",
    "fr": "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize "
    "dix-sept dix-huit dix-neuf vingt vingt-et-un vingt-deux",
    "de": "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn "
    "siebzehn achtzehn neunzehn zwanzig einundzwanzig zweiundzwanzig",
}
"""Number words in texts."""

SURE = {0, 1, 2}
"""Numbers that a text may contain without a source, since "one", "none" and "both" are ordinary words."""


def moments(game: str) -> Iterator[Moment]:
    for step in lesson_of(game).steps:
        yield from step.moment


def numbers_in(text: str, lang: str) -> set[int]:
    """Return the numbers in a text, whether written as digits or as words."""
    words = {word: number for number, word in enumerate(WORDS[lang].split())}
    said = re.findall(r"\d+|[\w-]+", text.casefold())
    return {int(word) if word.isdigit() else words[word] for word in said if word.isdigit() or word in words}


def figures_of(moment: Moment) -> set[int]:
    """Return the numbers that a moment takes from the learner's view or from the rules."""
    return {abs(value) for value in moment.figures.view.values() if isinstance(value, int)} | set(moment.figures.rules)


@every_lesson
def test_a_lesson_has_ten_steps_with_all_texts_in_the_languages_of_the_game(game: str) -> None:
    lesson = lesson_of(game)
    assert len(lesson.steps) == 10
    texts = [lesson.form.title, *(step.title for step in lesson.steps)]
    for moment in moments(game):
        texts += [moment.say, *(choice.text for choice in moment.choice), *(reply.say for reply in moment.reply)]
        texts += [choice.why for choice in moment.choice if choice.why]
        assert [choice.right for choice in moment.choice] == [choice.why is not None for choice in moment.choice]
        texts += [moment.other] if moment.other else []
    for text in texts:
        assert text.texts().keys() >= set(languages_of(game))
        assert len(set(text.texts().values())) == len(text.texts()) or re.fullmatch(r"\d", text.en)


NUMBERS = {
    "courtisans": ("family", "above and below", "domain", "missions", "deck", "eliminated"),
    "cursed_court": ("region", "chance", "≈", "player", "coins", "crowns", "points", "deck"),
    "monarch": ("land", "price", "crowns", "button", "banner", "gold", "food", "spaces"),
}
"""What the numbers that a beginner sees in the first step of each lesson are about."""


@every_lesson
def test_the_first_step_explains_the_numbers_of_the_table(game: str) -> None:
    note = lesson_of(game).steps[0].note
    assert note
    assert note.texts().keys() >= set(languages_of(game))
    assert [what for what in NUMBERS[game] if what not in note.in_language("en")] == []


@every_lesson
def test_each_act_is_legal_for_seat_0(game: str) -> None:
    lesson = lesson_of(game)
    for moment in (moment for moment in moments(game) if moment.act):
        name, version = record_of(moment)
        for order in orders(moment):
            match = lesson.records[name].at(version)
            for number in order:
                assert match.to_move == LEARNER
                assert set(accepted_lines(moment.act[number])) <= set(match.legal_moves())
                match.play(accepted_lines(moment.act[number])[0])


@every_lesson
def test_each_number_from_the_view_matches_the_view_of_seat_0(game: str) -> None:
    lesson = lesson_of(game)
    for moment in moments(game):
        name, version = record_of(moment)
        view = lesson.records[name].at(version).view(LEARNER)
        assert {path: find_in(view, path) for path in moment.figures.view} == moment.figures.view


@pytest.mark.parametrize(("game", "lang"), [(game, lang) for game in TAUGHT for lang in languages_of(game)])
def test_each_number_in_a_text_has_a_source_in_the_moment(game: str, lang: str) -> None:
    for moment in moments(game):
        for text in (moment.say, *(choice.why for choice in moment.choice if choice.why)):
            assert numbers_in(text.in_language(lang), lang) - SURE <= figures_of(moment), moment.at


TELLING = (r"\d", r"[,;:(]", r"\w+ \w+ \w+ \w+")
"""What must not be in the right answer alone: a number, a second clause, many words."""


@pytest.mark.parametrize(("game", "lang"), [(game, lang) for game in TAUGHT for lang in languages_of(game)])
def test_no_right_answer_differs_from_the_wrong_ones_in_form(game: str, lang: str) -> None:
    for moment in (moment for moment in moments(game) if moment.choice):
        right, *others = (
            choice.text.in_language(lang) for choice in sorted(moment.choice, key=lambda one: not one.right)
        )
        assert len(right) <= max(map(len, others))
        for form in TELLING:
            assert bool(re.search(form, right)) in [bool(re.search(form, text)) for text in others], right


@every_lesson
def test_each_taught_clause_exists(game: str) -> None:
    taught = {clause for step in lesson_of(game).steps for clause in step.learns}
    assert taught <= set(clauses_of(game))
    assert len(taught) > 20


@every_lesson
def test_highlighted_places_and_pieces_exist(game: str) -> None:
    lesson = lesson_of(game)
    for stop in way(lesson):
        view, log = stop.match.view(LEARNER), stop.match.log(LEARNER)
        scene = scene_of(game, view, log, Locale(seat=LEARNER, domain=game))
        ids = {place.id for place in scene.places} | {piece.id for _, piece in scene.pieces()}
        assert set(stop.moment.focus) <= ids or stop.is_interlude or stop.place.done


@every_lesson
def test_a_learner_who_does_everything_right_reaches_the_end(game: str) -> None:
    stops = list(way(lesson_of(game)))
    assert stops[-1].is_last
    assert stops[-1].place.step == 10
    assert len({stop.place for stop in stops}) == len(stops)


@every_lesson
def test_a_legal_move_that_the_lesson_does_not_accept_gets_a_reply_and_is_not_played(game: str) -> None:
    for stop in way(lesson_of(game)):
        accepted_moves = {line for lines in stop.accepted_moves for line in lines}
        for move in set(stop.match.legal_moves()) - accepted_moves if stop.accepted_moves else ():
            with pytest.raises(NotInLesson) as caught:
                follow(stop, move, "fr")
            assert str(caught.value)
            assert lesson_state_at(stop.lesson, stop.place).match.moves == stop.match.moves


@every_lesson
def test_a_wrong_answer_is_rejected(game: str) -> None:
    questions = [stop for stop in way(lesson_of(game)) if stop.is_question]
    assert questions
    for stop in questions:
        for number, choice in enumerate(stop.moment.choice):
            if not choice.right:
                with pytest.raises(NotInLesson):
                    answer(stop, str(number), "en")


@every_lesson
def test_an_illegal_move_raises_an_error(game: str) -> None:
    stop = next(stop for stop in way(lesson_of(game)) if stop.accepted_moves)
    with pytest.raises(IllegalMove):
        follow(stop, "dance", "en")


def at(game: str, path: str) -> LessonState:
    from courtly.teaching.course import parse_position

    return lesson_state_at(lesson_of(game), parse_position(path))


@pytest.mark.parametrize(
    ("game", "path", "view"),
    [
        ("courtisans", "6/1/0", {"pending": "below"}),
        ("courtisans", "7", {"standing.toad.below": 1, "standing.toad.above": 0}),
        ("cursed_court", "2/1/0", {"phase": "stake"}),
        ("monarch", "3/1/1-0", {"seats.0.food": 9, "seats.0.gold": 1}),
        ("monarch", "3/1/0-1", {"seats.0.food": 9, "seats.0.gold": 1}),
    ],
)
def test_the_match_includes_the_acts_already_done(game: str, path: str, view: dict[str, Any]) -> None:
    seen = at(game, path).match.view(LEARNER)
    assert {name: find_in(seen, name) for name in view} == view


def test_each_free_choice_continues_the_lesson_and_the_first_choice_is_played() -> None:
    stop = at("monarch", "2/1/0")
    followed = follow(stop, "build c3", "en")
    assert followed.instead == "build a1"
    assert followed.place.path == "3"
