"""Rules for players: every paragraph names its clauses, and needs a review when one of these clauses changes."""

from __future__ import annotations

import re

import pytest

from courtly.engine.contract.game import find_game
from courtly.scene.parts import folder
from courtly.teaching.clauses import clauses_of
from courtly.teaching.errors import NoRules
from courtly.teaching.links import clauses_by_reason
from courtly.teaching.loading import lesson_of
from courtly.teaching.rules import Rules, clause_anchors, read_rules, rules_file, rules_of, stale
from courtly.text.languages import LANGUAGES, languages_of
from tests.teaching.helpers import TAUGHT
from tools.rules import with_sums

every_game = pytest.mark.parametrize("game", TAUGHT)
every_language = pytest.mark.parametrize("lang", LANGUAGES)


def shape(rules: Rules) -> list[list[tuple[object, ...]]]:
    """Return the structure of the rules, which must be equal in all languages."""
    return [
        [(block.kind, tuple(block.clauses), block.position, tuple(block.regions)) for block in section.blocks]
        for section in rules.sections
    ]


@every_game
@every_language
def test_no_paragraph_is_stale(game: str, lang: str) -> None:
    """To fix a failure, review the listed paragraphs in both languages, then run `python -m tools.rules --read`."""
    assert [each.block.text for each in stale(rules_of(game, lang))] == []


@every_game
def test_a_changed_clause_makes_its_paragraphs_stale(game: str) -> None:
    rules, clauses = rules_of(game, "en"), clauses_of(game)
    block = next(block for block in rules.blocks() if block.clauses)
    changed = {**clauses, block.clauses[0]: "Something else."}
    assert block in [each.block for each in stale(rules, changed)]
    gone = {number: words for number, words in clauses.items() if number != block.clauses[0]}
    assert block in [each.block for each in stale(rules, gone)]


def test_digests_are_added_after_a_review() -> None:
    text = "# C\n\n## The turn\n\nThree cards. [3.2, 3.3]\n"
    assert stale(read_rules("courtisans", text))
    assert stale(read_rules("courtisans", with_sums("courtisans", text))) == []


@every_game
@every_language
def test_each_paragraph_names_existing_clauses(game: str, lang: str) -> None:
    for block in rules_of(game, lang).blocks():
        assert block.position if block.kind == "figure" else block.clauses, block.text
        assert set(block.clauses) <= set(clauses_of(game)), block.text


@every_game
def test_the_rules_have_the_same_paragraphs_in_every_language_of_the_game(game: str) -> None:
    for lang in languages_of(game):
        assert rules_file(game, lang) is not None
        assert shape(rules_of(game, lang)) == shape(rules_of(game, "en"))


@every_game
@every_language
def test_a_picture_is_a_position_of_the_lesson(game: str, lang: str) -> None:
    pictures = [block for block in rules_of(game, lang).blocks() if block.kind == "figure"]
    assert len(pictures) > 1
    for picture in pictures:
        name, _, version = picture.position.partition("@")
        assert int(version) <= lesson_of(game).records[name].version


@every_game
def test_every_illegal_move_reason_links_to_a_clause_in_the_rules(game: str) -> None:
    reasons = find_game(game).rules.reasons
    codes = {find_game(game).reason(number)[0] for number in reasons}
    assert set(clauses_by_reason(game)) == codes
    assert set(clauses_by_reason(game).values()) <= set(clause_anchors(game, "en"))


@every_game
def test_every_rule_link_of_a_template_leads_to_a_paragraph(game: str) -> None:
    texts = [path.read_text(encoding="utf-8") for path in folder(game, "templates").glob("*.html")]
    linked = {clause for text in texts for clause in re.findall(rf'rule\("{game}", "([\d.]+)"', text)}
    assert linked
    assert linked <= set(clause_anchors(game, "en"))


@every_game
def test_the_rules_cover_every_step_of_the_lesson(game: str) -> None:
    for step in lesson_of(game).steps:
        assert set(step.learns) & set(clause_anchors(game, "en")) or not step.learns, step.title.en


@every_game
def test_french_rules_use_narrow_spaces_and_curly_apostrophes(game: str) -> None:
    for block in rules_of(game, "fr").blocks():
        assert "'" not in block.text
        assert not re.search(r"(?<!\u202f)[;:!?](\s|$)", re.sub(r"[*]", "", block.text)), block.text


def test_a_game_without_rules_raises_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("courtly.teaching.rules.rules_file", lambda game, lang: None)
    with pytest.raises(NoRules):
        rules_of.__wrapped__("courtisans", "en")


def test_html_in_rules_is_escaped() -> None:
    rules = read_rules("courtisans", "# C\n\n## T\n\n<script>x</script> [3.2: 1]\n")
    assert "<script>" not in next(rules.blocks()).html
