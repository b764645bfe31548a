"""The head of a card set: the schema number, the set's own description, and the names of paths and emblems."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import ValidationInfo

from courtly.documents.problems import KEBAB, cannot, is_id
from courtly.engine.errors import shown
from courtly.engine.sentences import Sentence
from courtly.games.monarch.cardset.forms import FieldType, TomlTable, Wrong, refuse, refuse_value, safe_key
from courtly.games.monarch.cardset.marks import (
    MAX_READ,
    Identity,
    Line,
    Texts,
    all_read,
)
from courtly.games.monarch.cardset.problems import said

MAX_EMBLEMS = 16
MAX_LANGUAGES = 20
LONGEST_TAG = 20

Names = Annotated[Mapping[str, str], Texts(everywhere=True)]


class Emblems(FieldType):
    """The field `emblems`: the names of the set's emblems by id."""

    says = said("a table of emblems with their names")

    def read(self, value: Any, info: ValidationInfo) -> dict[str, Any]:
        """Validate a value and return it."""
        if not isinstance(value, dict):
            refuse_value(value, "type", self.says)
        wrongs = []
        if len(value) > MAX_EMBLEMS:
            sentence = said("{number} emblems given; the limit is {most}", number=len(value), most=MAX_EMBLEMS)
            wrongs.append(Wrong("limit", sentence))
        kept = {safe_key(key): value[key] for key in list(value)[:MAX_READ]}
        for key in kept:
            if not is_id(key):
                sentence = said("an emblem id has lowercase letters, digits and single hyphens")
                wrongs.append(Wrong("id", sentence, None, (key,)))
        names, found = all_read(kept, Texts(everywhere=True).read, info)
        if wrongs or found:
            refuse([*wrongs, *found])
        return {str(key): name for key, name in names.items()}


def is_language(value: object) -> bool:
    """Return whether a value is a valid language tag."""
    return isinstance(value, str) and len(value) <= LONGEST_TAG and KEBAB.fullmatch(value.lower()) is not None


class Languages(FieldType):
    """The field `languages`."""

    says = said("a list of languages")

    def read(self, value: Any, info: ValidationInfo) -> tuple[str, ...]:
        """Validate a value and return it."""
        if not isinstance(value, list):
            refuse_value(value, "type", self.says)
        wrongs = []
        if not value:
            wrongs.append(Wrong("count", said("a set needs at least one language")))
        if len(value) > MAX_LANGUAGES:
            places = {"number": len(value), "most": MAX_LANGUAGES}
            wrongs.append(Wrong("limit", said("{number} languages given; the limit is {most}", **places)))
        first = value[:MAX_LANGUAGES]
        for i, language in enumerate(first):
            if isinstance(language, str) and language in first[:i]:
                sentence = said("language {language} is listed twice", language=shown(language, limit=40))
                wrongs.append(Wrong("duplicate", sentence, None, (i,)))
        languages, found = all_read(dict(enumerate(first)), self._language, info)
        if wrongs or found:
            refuse([*wrongs, *found])
        return tuple(languages.values())

    def _language(self, value: Any, info: ValidationInfo) -> str:
        says = said("a language code such as en or pt-br")
        language = Line(says).read(value, info)
        if not is_language(language):
            refuse_value(value, "value", says)
        return language


class About(TomlTable):
    """The table `set`: id, version, name, notice and languages."""

    id: Annotated[str, Identity()]
    version: Annotated[str, Line(said("a text such as 1.0"))]
    name: Names
    notice: Names
    languages: Annotated[tuple[str, ...], Languages()]

    @classmethod
    def says(cls) -> Sentence:
        """Return a description of the table."""
        return said("the table of the set")


class PathNames(TomlTable):
    """The names of the four paths."""

    might: Names
    culture: Names
    wisdom: Names
    bounty: Names

    @classmethod
    def says(cls) -> Sentence:
        """Return a description of the table."""
        return said("the names of the four paths")


class SchemaNumber(FieldType):
    """The field `schema`: the number of this schema."""

    says = "1"

    def read(self, value: Any, _info: ValidationInfo) -> int:
        """Validate a value and return it."""
        if type(value) is not int or value != 1:
            refuse([Wrong("schema", cannot(value, said("1, the format version")), "1, the format version")])
        return value
