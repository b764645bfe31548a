"""Card sets as texts and files: an unreadable one has one clear error, and the line of every value is found."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from courtly.documents.lines import Form, find_lines
from courtly.documents.problems import MAX_PROBLEMS, Problem, Steps
from courtly.documents.reading import MAX_BYTES
from courtly.games.monarch.cardset import house_text, load_cards, parse_cards, write_cards
from tests.games.monarch.documents import house_document, refused, told

FORMS: list[Form] = ["toml", "json"]


def leaves(value: Any, steps: Steps = ()) -> Iterator[tuple[Steps, Any]]:
    """Yield every text, number and empty list of a document, with its path."""
    below = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, each in below:
        yield from leaves(each, (*steps, step))
    if not below:
        yield steps, value


def texts() -> list[tuple[Form, str]]:
    document = house_document()
    spread = json.dumps(document, ensure_ascii=False, indent=2)
    return [("toml", house_text()), *((form, write_cards(document, form=form)) for form in FORMS), ("json", spread)]


@pytest.mark.parametrize(("form", "text"), texts(), ids=["house", "toml", "json", "json-2"])
def test_every_value_of_a_set_is_found_on_its_line(form: Form, text: str) -> None:
    every = dict(leaves(house_document()))
    found = find_lines(text, form, every).found
    lines = text.splitlines()
    for steps, value in every.items():
        line = lines[found[steps] - 1]
        assert value in ([], {}) or json.dumps(value, ensure_ascii=False) in line


TOML = '''# a remark, "not" = [ a text
schema = 1.5 # another
day = 1979-05-27 07:32:00 # the day
"a b".c = 1
'd' = """
# not a remark
[[court]]
"""
e = \'\'\'
x = 1\'\'\'
[[court]]
id = "one" # [[court]]
cost = { gold = 1, "food" = 2 } \r
[court.more]
list = [ # first
  1, [2,
  3], { a.b = 4 },
]
[[court]]
text.en = "\\"quoted\\" = 1"
text.fr = "b"
[[court.inner]]
x = 1
[[court.inner]]
x = 2
[ set . "name" ]
"\\u0065n" = "a"
"\\U00000066r" = "b"
'''

PLACES: list[tuple[Steps, int]] = [
    (("schema",), 2),
    (("day",), 3),
    (("a b", "c"), 4),
    (("d",), 5),
    (("e",), 9),
    (("court", 0), 11),
    (("court", 0, "id"), 12),
    (("court", 0, "cost", "food"), 13),
    (("court", 0, "more"), 14),
    (("court", 0, "more", "list", 0), 16),
    (("court", 0, "more", "list", 1, 0), 16),
    (("court", 0, "more", "list", 1, 1), 17),
    (("court", 0, "more", "list", 2, "a", "b"), 17),
    (("court", 1), 19),
    (("court", 1, "text"), 20),
    (("court", 1, "text", "fr"), 21),
    (("court", 1, "inner", 0, "x"), 23),
    (("court", 1, "inner", 1), 24),
    (("court", 1, "inner", 1, "x"), 25),
    (("set",), 26),
    (("set", "name"), 26),
    (("set", "name", "en"), 27),
]


@pytest.mark.parametrize(("steps", "line"), PLACES)
def test_lines_are_found_for_every_toml_notation(steps: Steps, line: int) -> None:
    assert tomllib.loads(TOML)
    assert find_lines(TOML, "toml", [steps]).found[steps] == line


def test_a_key_with_a_toml_escape_has_the_line_of_its_table() -> None:
    steps = ("set", "name", "fr")
    assert find_lines(TOML, "toml", [steps]).found.keys() == {steps[:1], steps[:2]}


def test_a_duplicate_key_in_a_json_object_is_an_error() -> None:
    text = write_cards(house_document(), form="json")
    text = text.replace('"version": "1.0"', '"version": "0.9",\n"version": "1.0",\n"version": "1.0"')
    error = refused(lambda: parse_cards(text, form="json"))
    assert told(error.problems) == ["syntax set.version"] * 2
    assert [problem.line for problem in error.problems] == [5, 5]
    assert [str(problem.sentence)[-6:] for problem in error.problems] == ["line 6", "line 7"]


def test_problems_are_sorted_by_line() -> None:
    text = (
        house_text().replace("schema = 1", "schema = 2").replace('"balance"', '"war"').replace("gold = 9", "gold = -9")
    )
    error = refused(lambda: parse_cards(text))
    lines = [problem.line or 0 for problem in error.problems]
    assert lines == sorted(lines)
    assert all(
        wrong in text.splitlines()[line - 1] for wrong, line in zip(["schema", "-9", "-9", "war"], lines, strict=True)
    )


def only(text: str, form: Form) -> Problem:
    """Return the only problem of an invalid text."""
    (problem,) = refused(lambda: parse_cards(text, form=form)).problems
    assert problem.place == "the whole file"
    return problem


@pytest.mark.parametrize(
    ("form", "text", "code", "line", "said"),
    [
        ("toml", "a = 1\n[x\n", "syntax", 2, "not TOML"),
        ("toml", "a = 1\na = 2", "syntax", 2, "not TOML"),
        ("toml", 'a = 1\nb = "', "syntax", 2, "not TOML"),
        ("toml", ".".join(100_000 * "a") + " = 1", "syntax", None, "line 1 has a key with more than 8 parts"),
        ("toml", "a = " + "[" * 100_000, "syntax", None, "nested too deeply"),
        ("toml", "a = " + "[" * 30 + "]" * 30, "syntax", None, "nested more than 20 levels deep"),
        ("toml", "a = " + "9" * 5000, "syntax", None, "too many digits"),
        ("json", "", "syntax", 1, "not JSON"),
        ("json", '{"a": 1,\n"b" 2}', "syntax", 2, "not JSON"),
        ("json", '{"a": ' + "9" * 5000 + "}", "syntax", None, "too many digits"),
        ("json", '{"a":' * 100_000, "syntax", None, "nested too deeply"),
        ("json", '{"a":' * 30 + "1" + "}" * 30, "syntax", None, "nested more than 20 levels deep"),
        ("json", "[1]", "type", None, "one JSON object"),
        ("json", "null", "type", None, "one JSON object"),
        ("toml", "#" * (MAX_BYTES + 1), "file", None, "longer than"),
    ],
    ids=lambda value: str(value)[:12],
)
def test_an_unreadable_text_has_one_error(form: Form, text: str, code: str, line: int | None, said: str) -> None:
    problem = only(text, form)
    assert (problem.code, problem.line) == (code, line)
    assert said in str(problem.sentence)


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e400", "4.0", "null"])
def test_json_values_other_than_integers_are_refused(number: str) -> None:
    text = write_cards(house_document(), form="json").replace('"gold": 9', f'"gold": {number}')
    error = refused(lambda: parse_cards(text, form="json"))
    assert told(error.problems) == ["type court[tiger-pelt].cost.gold", "type court[brass-orrery].cost.gold"]
    assert all('"gold"' in text.splitlines()[(problem.line or 0) - 1] for problem in error.problems)


@pytest.mark.parametrize(
    ("made", "said", "line"),
    [
        (None, "cannot be read: this file or folder does not exist", None),
        (b"schema = 1\n\xff", "is not UTF-8 text", 2),
        (b"#" * (MAX_BYTES + 1), "more than", None),
    ],
    ids=["absent", "bytes", "long"],
)
def test_an_unreadable_file_is_reported(made: bytes | None, said: str, line: int | None, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    if made is not None:
        file.write_bytes(made)
    (problem,) = refused(lambda: load_cards(file)).problems
    assert (problem.code, problem.line) == ("file", line)
    assert str(file) in str(problem.sentence)
    assert said in str(problem.sentence)


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    assert "cannot be read" in str(refused(lambda: load_cards(tmp_path)))


def test_a_text_with_thousands_of_entries_has_a_short_error() -> None:
    error = refused(lambda: parse_cards("[[court]]\nx=1\n" * 3_000))
    assert len(error.problems) == MAX_PROBLEMS
    assert str(error).splitlines()[-1] == f"and {error.more} more"
    assert 0 < error.more < 3_000
    assert "limit court" in told(error.problems)
