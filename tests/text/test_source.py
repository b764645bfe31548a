"""The list of languages is in `courtly.text`: the rest of the source names no language."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import courtly
from courtly.text.languages import LANGUAGES, SUPPORTED, in_language, language_of
from courtly.text.locales import Locale

SOURCE = Path(courtly.__file__).parent
CODE = "|".join(LANGUAGES)
NAMED = re.compile(rf"""['"]({CODE})['"]|:lang\(|\[lang""")
"""A language in a template, a style sheet or a script."""


def named_in(path: Path) -> Iterator[str]:
    """Yield the languages that a source file names: in Python as a whole literal, elsewhere as in `NAMED`."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        literals = (node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant))
        yield from (str(value) for value in literals if value in LANGUAGES)
    else:
        yield from (found[0] for found in NAMED.finditer(text))


@pytest.mark.parametrize("suffix", ["py", "html", "css", "js"])
def test_only_the_package_of_languages_names_a_language(suffix: str) -> None:
    paths = [path for path in SOURCE.rglob(f"*.{suffix}") if SOURCE / "text" not in path.parents]
    assert paths
    assert {str(path.relative_to(SOURCE)): found for path in paths if (found := [*named_in(path)])} == {}


def test_every_language_has_its_own_code_and_name() -> None:
    assert [language_of(lang) for lang in LANGUAGES] == list(SUPPORTED)
    assert len({language.name for language in SUPPORTED}) == len(SUPPORTED)


def test_english_is_the_fallback_of_a_text() -> None:
    assert in_language({"en": "Hare", "fr": ""}, "fr") == "Hare"


def test_a_game_without_a_translation_has_english_grammar() -> None:
    assert Locale("fr", ["Ann"], domain="no_such_game").owner(0) == "Ann’s"
