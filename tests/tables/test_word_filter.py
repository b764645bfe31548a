"""Tests of the word filter."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from courtly.engine.errors import BadOption
from courtly.tables import word_filter
from courtly.tables.journal import Line
from courtly.tables.refusals import BadName
from courtly.tables.word_filter import WordFilter
from tests.tables.helpers import command, house

WORDS = st.text(st.characters(categories=["Lu", "Ll", "Lo"]), min_size=1, max_size=8)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Drat!", "****!"),
        ("DRAT drats dratted", "**** drats dratted"),
        ("\uff44\uff52\uff41\uff54", "****"),
        ("Straße STRASSE", "****** *******"),
        ("СЛОВО, слово", "*****, *****"),
        ("nothing here", "nothing here"),
    ],
)
def test_a_word_is_found_in_any_case(text: str, shown: str) -> None:
    found = WordFilter(["drat", "strasse", "Слово"])
    assert found.hide(text) == shown
    assert found.accepts(text) == (text == shown)


@given(WORDS, st.text(max_size=20))
def test_a_hidden_text_has_its_length_and_no_word_of_the_filter(word: str, text: str) -> None:
    found = WordFilter([word])
    for whole in (f"{word} {text}", f"{text} {word.upper()}"):
        hidden = found.hide(whole)
        assert len(hidden) == len(whole)
        assert found.accepts(hidden)
        assert found.hide(hidden) == hidden


@given(st.text(max_size=20))
def test_an_empty_filter_changes_nothing(text: str) -> None:
    assert WordFilter().hide(text) == text
    assert WordFilter().accepts(text)


def test_a_file_has_one_word_on_each_line_and_comments(tmp_path: Path) -> None:
    file = tmp_path / "words.txt"
    file.write_text("# Words\n\n drat \nHeck\n", "utf-8")
    assert WordFilter.read(file).hide("drat the heck") == "**** the ****"
    assert WordFilter.read(None).accepts("drat")


@pytest.mark.parametrize("content", [b"two words", b"\xff", b"a\n-", b"x" * 40])
def test_a_wrong_file_is_refused(tmp_path: Path, content: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_filter, "MAX_BYTES", 39)
    file = tmp_path / "words.txt"
    file.write_bytes(content)
    with pytest.raises(BadOption, match="file of words"):
        WordFilter.read(file)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="cannot be read"):
        WordFilter.read(tmp_path / "nowhere")


@pytest.mark.anyio
async def test_the_chat_stores_asterisks_and_names_are_refused(tmp_path: Path) -> None:
    async with house(tmp_path, words=WordFilter(["drat"])) as at:
        table, (ann, bo) = await at.friends("Ann", "Bo")
        for _ in range(2):
            # A line that is sent again with its command is the same line.
            line = Line(0, datetime.now(UTC), ann.id, None, "Drat, a spy", None, "once")
            await at.lobby.talk.say(ann, table, line)
        hello = Line(0, datetime.now(UTC), ann.id, None, None, "hello", command())
        await at.lobby.talk.say(ann, table, hello)
        assert [one["text"] for one in await at.lobby.talk.lines(bo, table)] == ["****, a spy", None]
        with pytest.raises(BadName, match="filtered word"):
            await at.lobby.people.rename(ann, "Ann DRAT")
        with pytest.raises(BadName, match="filtered word"):
            await at.lobby.people.program("Drat")
        assert (await at.lobby.people.rename(ann, "Anna Dratted")).name == "Anna Dratted"
