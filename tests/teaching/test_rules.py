"""Rules for players: every paragraph names its clauses, and is read again when one of them changes."""

from __future__ import annotations

import re

import pytest

from courtly.engine.contract.game import find_game
from courtly.scene.parts import folder
from courtly.teaching.clauses import clauses_of
from courtly.teaching.errors import NoRules
from courtly.teaching.links import refusals_of
from courtly.teaching.loading import lesson_of
from courtly.teaching.rules import Rules, places_of, read_rules, rules_of, stale
from courtly.text.languages import LANGUAGES
from tests.teaching.helpers import TAUGHT
from tools.rules import with_sums

every_game = pytest.mark.parametrize("game", TAUGHT)
every_language = pytest.mark.parametrize("lang", LANGUAGES)


def shape(rules: Rules) -> list[list[tuple[object, ...]]]:
    """What is the same in every language."""
    return [
        [(block.kind, tuple(block.clauses), block.position, tuple(block.regions)) for block in section.blocks]
        for section in rules.sections
    ]


@every_game
@every_language
def test_no_clause_has_changed_under_a_paragraph(game: str, lang: str) -> None:
    """Read them again, in both languages; then `python -m tools.rules --read`."""
    assert [each.block.text for each in stale(rules_of(game, lang))] == []


@every_game
def test_a_clause_that_changes_makes_each_paragraph_stale_that_retells_it(game: str) -> None:
    rules, clauses = rules_of(game, "en"), clauses_of(game)
    block = next(block for block in rules.blocks() if block.clauses)
    changed = {**clauses, block.clauses[0]: "Something else."}
    assert block in [each.block for each in stale(rules, changed)]
    gone = {number: words for number, words in clauses.items() if number != block.clauses[0]}
    assert block in [each.block for each in stale(rules, gone)]


def test_sums_are_written_behind_paragraphs_once_they_are_read() -> None:
    text = "# C\n\n## The turn\n\nThree cards. [3.2, 3.3]\n"
    assert stale(read_rules("courtisans", text))
    assert stale(read_rules("courtisans", with_sums("courtisans", text))) == []


@every_game
@every_language
def test_each_paragraph_names_clauses_that_there_are(game: str, lang: str) -> None:
    for block in rules_of(game, lang).blocks():
        assert block.position if block.kind == "figure" else block.clauses, block.text
        assert set(block.clauses) <= set(clauses_of(game)), block.text


@every_game
def test_the_rules_have_the_same_paragraphs_in_both_languages(game: str) -> None:
    assert shape(rules_of(game, "en")) == shape(rules_of(game, "fr"))


@every_game
@every_language
def test_a_picture_is_a_position_of_the_lesson(game: str, lang: str) -> None:
    pictures = [block for block in rules_of(game, lang).blocks() if block.kind == "figure"]
    assert len(pictures) > 1
    for picture in pictures:
        name, _, version = picture.position.partition("@")
        assert int(version) <= lesson_of(game).records[name].version


@every_game
def test_every_reason_of_a_refusal_has_a_clause_that_the_rules_retell(game: str) -> None:
    reasons = find_game(game).rules.reasons
    codes = {find_game(game).reason(number)[0] for number in reasons}
    assert set(refusals_of(game)) == codes
    assert set(refusals_of(game).values()) <= set(places_of(game, "en"))


@every_game
def test_every_link_of_a_template_leads_to_a_paragraph(game: str) -> None:
    texts = [path.read_text(encoding="utf-8") for path in folder(game, "templates").glob("*.html")]
    linked = {clause for text in texts for clause in re.findall(rf'rule\("{game}", "([\d.]+)"', text)}
    assert linked
    assert linked <= set(places_of(game, "en"))


@every_game
def test_whatever_a_lesson_teaches_can_be_read_again_in_the_rules(game: str) -> None:
    for step in lesson_of(game).steps:
        assert set(step.learns) & set(places_of(game, "en")) or not step.learns, step.title.en


@every_game
def test_french_rules_have_their_narrow_spaces_and_curly_apostrophes(game: str) -> None:
    for block in rules_of(game, "fr").blocks():
        assert "'" not in block.text
        assert not re.search(r"(?<!\u202f)[;:!?](\s|$)", re.sub(r"[*]", "", block.text)), block.text


def test_a_game_without_rules_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("courtly.teaching.rules.rules_file", lambda game, lang: None)
    with pytest.raises(NoRules):
        rules_of.__wrapped__("courtisans", "en")


def test_no_html_of_a_text_is_let_through() -> None:
    rules = read_rules("courtisans", "# C\n\n## T\n\n<script>x</script> [3.2: 1]\n")
    assert "<script>" not in next(rules.blocks()).html
