"""The head of a card set: the number of its form, what it says about itself, and the names of paths and emblems."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import ValidationInfo

from courtly.documents.problems import KEBAB, cannot, is_id
from courtly.engine.errors import shown
from courtly.engine.sentences import Sentence
from courtly.games.monarch.cardset.forms import Mark, Table, Wrong, refuse, refuse_value, safe_key
from courtly.games.monarch.cardset.marks import (
    MOST_READ,
    Identity,
    Line,
    Texts,
    all_read,
)
from courtly.games.monarch.cardset.problems import said

MOST_EMBLEMS = 16
MOST_LANGUAGES = 20
LONGEST_TAG = 20

Names = Annotated[Mapping[str, str], Texts(everywhere=True)]


class Emblems(Mark):
    """The names of the emblems of a set by their ids."""

    says = said("a table of emblems with their names")

    def read(self, value: Any, info: ValidationInfo) -> dict[str, Any]:
        """Return a value that is taken."""
        if not isinstance(value, dict):
            refuse_value(value, "type", self.says)
        wrongs = []
        if len(value) > MOST_EMBLEMS:
            sentence = said("these are {number} emblems; there may be {most}", number=len(value), most=MOST_EMBLEMS)
            wrongs.append(Wrong("limit", sentence))
        kept = {safe_key(key): value[key] for key in list(value)[:MOST_READ]}
        for key in kept:
            if not is_id(key):
                sentence = said("an emblem is named by small letters, digits and single hyphens")
                wrongs.append(Wrong("id", sentence, None, (key,)))
        names, found = all_read(kept, Texts(everywhere=True).read, info)
        if wrongs or found:
            refuse([*wrongs, *found])
        return {str(key): name for key, name in names.items()}


def is_language(value: object) -> bool:
    """Return whether a value can be the tag of a language."""
    return isinstance(value, str) and len(value) <= LONGEST_TAG and KEBAB.fullmatch(value.lower()) is not None


class Languages(Mark):
    """The languages of a set."""

    says = said("a list of languages")

    def read(self, value: Any, info: ValidationInfo) -> tuple[str, ...]:
        """Return a value that is taken."""
        if not isinstance(value, list):
            refuse_value(value, "type", self.says)
        wrongs = []
        if not value:
            wrongs.append(Wrong("count", said("a set is written in at least one language")))
        if len(value) > MOST_LANGUAGES:
            places = {"number": len(value), "most": MOST_LANGUAGES}
            wrongs.append(Wrong("limit", said("these are {number} languages; there may be {most}", **places)))
        first = value[:MOST_LANGUAGES]
        for i, language in enumerate(first):
            if isinstance(language, str) and language in first[:i]:
                sentence = said("language {language} stands here twice", language=shown(language, limit=40))
                wrongs.append(Wrong("duplicate", sentence, None, (i,)))
        languages, found = all_read(dict(enumerate(first)), self._language, info)
        if wrongs or found:
            refuse([*wrongs, *found])
        return tuple(languages.values())

    def _language(self, value: Any, info: ValidationInfo) -> str:
        says = said("a language such as en or pt-br")
        language = Line(says).read(value, info)
        if not is_language(language):
            refuse_value(value, "value", says)
        return language


class About(Table):
    """What a set says about itself."""

    id: Annotated[str, Identity()]
    version: Annotated[str, Line(said("a text such as 1.0"))]
    name: Names
    notice: Names
    languages: Annotated[tuple[str, ...], Languages()]

    @classmethod
    def says(cls) -> Sentence:
        """Return what the table is, in words."""
        return said("the table of the set")


class PathNames(Table):
    """What the four paths are called."""

    might: Names
    culture: Names
    wisdom: Names
    bounty: Names

    @classmethod
    def says(cls) -> Sentence:
        """Return what the table is, in words."""
        return said("the names of the four paths")


class SchemaNumber(Mark):
    """The number of this form."""

    says = "1"

    def read(self, value: Any, _info: ValidationInfo) -> int:
        """Return a value that is taken."""
        if type(value) is not int or value != 1:
            refuse([Wrong("schema", cannot(value, said("1, the number of this form")), "1, the number of this form")])
        return value
