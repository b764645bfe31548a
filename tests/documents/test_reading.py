"""Untrusted documents are parsed in one pass, with limits on size, depth, parts of a key and reported problems."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from courtly.documents.lines import Form, find_lines
from courtly.documents.problems import MAX_PROBLEMS, Note, is_id, place
from courtly.documents.reading import MAX_DEPTH, Document, Unreadable, form_of, read_document, read_text
from courtly.documents.toml import MAX_PARTS, TOKEN, ManyParts, read_toml
from courtly.engine.sentences import said


def refused(text: str, form: Form, **bounds: Any) -> str:
    """Return the error message of a text that cannot be read."""
    with pytest.raises(Unreadable) as caught:
        read_document(text, form, **bounds)
    return str(caught.value)


def dotted(parts: int) -> str:
    return ".".join(["a"] * parts)


@pytest.mark.parametrize(
    "text", [f"{dotted(MAX_PARTS)} = 1.5", f'a = "{"." * 90}"', f"# {dotted(90)}", f"[{dotted(8)}]"]
)
def test_short_keys_and_dots_outside_keys_are_accepted(text: str) -> None:
    assert isinstance(read_toml(text), dict)


@pytest.mark.parametrize(
    "key", [dotted(MAX_PARTS + 1), "a . " * MAX_PARTS + "a", '"a".' * MAX_PARTS + "'b'", dotted(100_000)]
)
@pytest.mark.parametrize("around", ["{} = 1", "[{}]", "[[{}]]", "x = {{ {} = 1 }}"])
def test_a_key_with_too_many_parts_is_refused_before_parsing(key: str, around: str) -> None:
    with pytest.raises(ManyParts, match="line 2 has a key"):
        read_toml("# first\n" + around.format(key))


@pytest.mark.parametrize("text", ['a = "' + '\\"' * 50, "'" * 50, '"""' + '\\"""' * 50, "a = ''' b", "\x00\\ é"])
def test_tokens_cover_every_text_without_gaps(text: str) -> None:
    tokens = list(TOKEN.finditer(text))
    assert "".join(token[0] for token in tokens) == text


@pytest.mark.parametrize(("form", "text"), [("json", "[" * 25 + "]" * 25), ("toml", "a = " + "[" * 25 + "]" * 25)])
def test_deep_values_are_refused(form: Form, text: str) -> None:
    assert f"more than {MAX_DEPTH} levels deep" in refused(text, form)


def test_a_long_text_is_refused_unread() -> None:
    assert "longer than 10 characters" in refused("=" * 11, "toml", most=10)


def test_a_long_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "long"
    file.write_bytes(b"a" * 11)
    with pytest.raises(Unreadable, match="more than 10 bytes"):
        read_text(file, most=10)


@pytest.mark.parametrize("name", ["\0", "\ud800", "a\nb"])
def test_an_invalid_file_name_is_reported_on_one_line(name: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read_text(Path(name))
    assert str(caught.value).isprintable()


def test_the_format_follows_from_the_name_or_the_text() -> None:
    assert [form_of(Path("a.JSON"), ""), form_of(Path("a"), " {"), form_of(Path("a"), "x = 1")] == [
        "json",
        "json",
        "toml",
    ]


def test_only_requested_lines_are_recorded() -> None:
    text = json.dumps({"a": [1, {"b": 2}], "c": 3}, indent=1)
    assert find_lines(text, "json", [("a", 1, "b")]).found == {("a",): 2, ("a", 1): 4, ("a", 1, "b"): 5}


def test_the_number_of_reported_duplicate_keys_is_limited() -> None:
    text = "{" + ", ".join(['"a": 1'] * 200) + "}"
    document = read_document(text, "json")
    assert document.twice
    assert len(document.problems([])[0]) == MAX_PROBLEMS


def test_problems_of_a_part_have_line_numbers_in_the_text_of_that_part() -> None:
    document = Document({"list": [{"id": "x"}, 2]}, '[{"id": "x"},\n2]', "json", under=("list",))
    (problem,) = document.problems([Note("type", ("list", 1), said("true or false"))])[0]
    assert (problem.place, problem.line) == ("list[2]", 2)


def test_a_place_without_a_usable_id_is_numbered() -> None:
    entries = {"a": [{"id": "x"}, {"id": "X Y"}]}
    assert [place(entries, ("a", i, "b c")) for i in range(3)] == ["a[x].'b c'", "a[2].'b c'", "a[3].'b c'"]
    assert not is_id("a" * 81)
