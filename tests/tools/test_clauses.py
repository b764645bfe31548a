"""The tool that matches rule clauses with tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import clauses

RULES = """# A game

## 1 The deal

**1.1** Three cards each. The rest waits,
face down.

- **1.2** The youngest begins;
  ties by lot.

**2.1** No one looks | at the rest.
"""

TESTS = """
def test_c1_1_three_cards_each(): ...
async def test_c1_2_c2_1_youngest_begins(): ...
class TestLook:
    def test_looking_c2_1(self): ...
def test_basic3_1_is_no_clause(): ...
def helper_c9_9(): ...
"""


@pytest.fixture
def game(tmp_path: Path) -> clauses.Sources:
    rules = tmp_path / "src/courtly/games/whist/RULES.md"
    tests = tmp_path / "tests/games/whist/test_rules.py"
    for path, text in ((rules, RULES), (tests, TESTS)):
        path.parent.mkdir(parents=True)
        path.write_text(text)
    [found] = clauses.find_games(tmp_path)
    return found


def read(game: clauses.Sources) -> tuple[list[clauses.Clause], list[clauses.ClauseTest]]:
    return clauses.read_clauses(game.rules.read_text()), list(clauses.read_clause_tests(game.tests))


def test_a_clause_is_reduced_to_its_first_sentence_on_one_line() -> None:
    assert clauses.read_clauses(RULES) == [
        clauses.Clause((1, 1), "Three cards each."),
        clauses.Clause((1, 2), "The youngest begins; ties by lot."),
        clauses.Clause((2, 1), "No one looks | at the rest."),
    ]


def test_clause_numbers_are_read_from_test_names(game: clauses.Sources) -> None:
    _, clause_tests = read(game)
    assert sorted((each.number, each.test) for each in clause_tests) == [
        ((1, 1), "test_c1_1_three_cards_each"),
        ((1, 2), "test_c1_2_c2_1_youngest_begins"),
        ((2, 1), "test_c1_2_c2_1_youngest_begins"),
        ((2, 1), "test_looking_c2_1"),
    ]


def test_rules_with_a_test_for_each_clause_have_no_faults(game: clauses.Sources) -> None:
    assert clauses.find_faults("whist", *read(game)) == []


def test_repeated_untested_and_unknown_clauses_are_reported() -> None:
    stated = [clauses.Clause((1, 1), "One."), clauses.Clause((1, 1), "Again."), clauses.Clause((1, 2), "Two.")]
    clause_tests = [
        clauses.ClauseTest((1, 1), "test_c1_1_one", Path("test_rules.py")),
        clauses.ClauseTest((7, 7), "test_c7_7_none", Path("test_rules.py")),
    ]
    assert clauses.find_faults("whist", stated, clause_tests) == [
        "whist: clause 1.1 stands 2 times",
        "whist: clause 1.2 has no test",
        "whist: test_c7_7_none in test_rules.py names clause 7.7, which does not exist",
    ]


def test_an_outdated_page_is_reported(game: clauses.Sources) -> None:
    page = clauses.render_page(game, *read(game))
    assert clauses.check(game, page) == ["docs/rules/whist.md is out of date: run `make docs`"]
    game.page.parent.mkdir(parents=True)
    game.page.write_text(page)
    assert clauses.check(game, page) == []


def test_the_page_has_a_row_for_each_clause_with_the_clauses_tests(game: clauses.Sources) -> None:
    page = clauses.render_page(game, *read(game))
    assert "| 1.1 | Three cards each. | `test_c1_1_three_cards_each` (test_rules.py) |" in page
    assert r"| 2.1 | No one looks \| at the rest. | `test_c1_2_c2_1_youngest_begins` (test_rules.py)<br>" in page
