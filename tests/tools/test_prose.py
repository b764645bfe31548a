"""The prose check finds stilted phrases in docstrings, comments, Markdown and catalogues, and does not check code."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import prose

STILTED = [
    "Of what was drawn only as much is kept as tells whether it differs.",
    "this is too much at once; it takes at most {most}",
    "a name has more than 400 signs",
    "The deal follows from a promise and a word from everybody.",
    "What waits upon tables.",
    "It is refused for the first that holds.",
    "a page that nobody is busy with looks again",
    "Say what becomes of every kind of error.",
    "Whoever comes back is told what one who stayed was told.",
    "to look makes nobody, beside the table that is drawn anew",
    "nobody's place is to be taken in seat {seat}",
    "Return all that what is said of regions depends on.",
]
PLAIN = [
    "Return the legal moves of a seat.",
    "Only hashes of the rendered regions are cached.",
    "Too many at once: the limit is {most}.",
    "Raise the first check that fails.",
    "GET requests never create a guest.",
    "The seats play in turn order.",
    "What is a redeal?",
]


@pytest.mark.parametrize("sentence", STILTED)
def test_a_stilted_sentence_is_found(sentence: str) -> None:
    assert prose.check([(1, sentence)])


@pytest.mark.parametrize("sentence", PLAIN)
def test_a_plain_sentence_passes(sentence: str) -> None:
    assert prose.check([(1, sentence)]) == []


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("a.py", '"""Holds cards.\n\nWhoever asks gets one.\n"""\n', 3),
        ("a.py", "cards = 1  # whoever asks\n", 1),
        ("a.md", "# Cards\n\nWhoever asks gets one.\n", 3),
        ("a.po", 'msgid "Whoever asks gets one."\nmsgstr "Une carte."\n', 1),
    ],
)
def test_docstrings_comments_pages_and_catalogues_are_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, text: str, line: int
) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert prose.main([str(tmp_path)]) == 1
    assert f"{name}:{line}: 'Whoever': use name the person" in capsys.readouterr().out.replace("'whoever'", "'Whoever'")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.py", 'whoever = "whoever"\n'),
        ("a.py", '"""Holds cards.\n\n>>> whoever()\n"""\n'),
        ("a.md", "Call `whoever()`.\n\n```sh\nwhoever\n```\n"),
        ("a.po", 'msgid "A player asks."\nmsgstr "whoever"\n'),
        ("a.txt", "whoever\n"),
    ],
)
def test_code_and_translations_are_not_checked(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert prose.main([str(tmp_path)]) == 0


def test_every_phrase_has_a_replacement() -> None:
    assert all(phrase.use for phrase in prose.phrases())
