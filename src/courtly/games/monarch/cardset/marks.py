"""Field types of a card set: whole numbers, words, translated texts, lists, tables with a kind.

Each field type is part of a field's annotation. It validates a value, or raises all problems found in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, get_args

from pydantic import GetCoreSchemaHandler, ValidationError, ValidationInfo
from pydantic_core import CoreSchema, core_schema

from courtly.documents.problems import LONGEST_ID, cannot, is_id
from courtly.engine.errors import listed, shown
from courtly.engine.sentences import Sentence
from courtly.games.monarch.cardset.forms import (
    FieldType,
    Says,
    TomlTable,
    Wrong,
    found_in,
    reading_of,
    refuse,
    refuse_value,
    safe_key,
    unknown,
)
from courtly.games.monarch.cardset.problems import said

MAX_READ = 200
"""Number of list entries that are validated, far more than any list may have."""

_STEERING = [*range(9), *range(0x0B, 0x20), *range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A)]
UNREADABLE = frozenset(map(chr, [*_STEERING, *range(0xD800, 0xE000)]))
"""Control characters, bidirectional controls, and surrogates, which UTF-8 cannot encode."""


@dataclass(frozen=True)
class Whole(FieldType):
    """A whole number."""

    low: int
    high: int

    def says_of(self, _annotation: Any) -> Says:
        """Return a description of the allowed values."""
        return said("a whole number from {low} to {high}", low=self.low, high=self.high)

    def read(self, value: Any, _info: ValidationInfo) -> int:
        """Validate a value and return it."""
        if not isinstance(value, int) or isinstance(value, bool):
            refuse_value(value, "type", self.says_of(None))
        if not self.low <= value <= self.high:
            refuse_value(value, "range", self.says_of(None))
        return value


class Word(FieldType):
    """A word of a `Literal`. The default of the field may be another value, such as None."""

    def says_of(self, annotation: Any) -> Says:
        """Return a description of the allowed values."""
        return listed(words_of(annotation))

    def __get_pydantic_core_schema__(self, source: Any, _handler: GetCoreSchemaHandler) -> CoreSchema:
        words = words_of(source)

        def read(value: Any) -> str:
            if not isinstance(value, str):
                refuse_value(value, "type", listed(words))
            if value not in words:
                refuse_value(value, "value", listed(words))
            return value

        return core_schema.no_info_plain_validator_function(read)


WORD = Word()


def words_of(annotation: Any) -> tuple[str, ...]:
    """Return the words of a `Literal`, which may be optional."""
    return tuple(
        word
        for part in get_args(annotation)
        for word in ([part] if isinstance(part, str) else get_args(part))
        if isinstance(word, str)
    )


class Flag(FieldType):
    """True or false."""

    says = said("true or false")

    def read(self, value: Any, _info: ValidationInfo) -> bool:
        """Validate a value and return it."""
        if not isinstance(value, bool):
            refuse_value(value, "type", self.says)
        return value


_A_TEXT = said("a string")


@dataclass(frozen=True)
class Line(FieldType):
    """A text that can be displayed and encoded."""

    says: Says = _A_TEXT

    def read(self, value: Any, _info: ValidationInfo) -> str:
        """Validate a value and return it."""
        if not isinstance(value, str):
            refuse_value(value, "type", self.says)
        if not UNREADABLE.isdisjoint(value):
            refuse_value(value, "value", said("{what} without control characters", what=self.says))
        return value


class Identity(FieldType):
    """The field `id`."""

    says = said("an id in kebab-case")

    def read(self, value: Any, _info: ValidationInfo) -> str:
        """Validate a value and return it."""
        if not isinstance(value, str):
            refuse_value(value, "type", self.says)
        if not is_id(value):
            says = said(
                "lowercase letters, digits and single hyphens, such as old-nurse, at most {most} characters",
                most=LONGEST_ID,
            )
            refuse_value(value, "id", says)
        return value


@dataclass(frozen=True)
class Reference(FieldType):
    """The id of a card or an emblem of the set. Its existence is checked later, for the whole set."""

    says: Sentence

    def read(self, value: Any, _info: ValidationInfo) -> str:
        """Validate a value and return it."""
        if not isinstance(value, str):
            refuse_value(value, "type", self.says)
        return value


@dataclass(frozen=True)
class Texts(FieldType):
    """A text in some languages of the set. A name needs all of them."""

    everywhere: bool = False

    says = said("a table with a text for each language")

    def read(self, value: Any, info: ValidationInfo) -> dict[str, str]:
        """Validate a value and return it."""
        reading = reading_of(info)
        languages = reading.languages
        if not isinstance(value, dict):
            refuse_value(value, "type", self.says)
        kept = {safe_key(key): text for key, text in value.items() if key in languages or not languages}
        wrongs = unknown((key for key in value if languages and key not in languages), languages, reading)
        texts, found = all_read(dict(islice(kept.items(), MAX_READ)), Line().read, info)
        wrongs += found
        if self.everywhere:
            wrongs += self._lacking(value, languages)
        if wrongs:
            refuse(wrongs)
        return {str(key): text for key, text in texts.items()}

    def _lacking(self, value: Mapping[str, Any], languages: Sequence[str]) -> Iterator[Wrong]:
        for language in languages:
            if language not in value:
                sentence = said("the name is missing in language {language}", language=language)
                yield Wrong("missing", sentence, None, (language,))
            elif isinstance(value[language], str) and not value[language].strip():
                sentence = said("the name is empty in language {language}", language=language)
                yield Wrong("missing", sentence, None, (language,))


def all_read(
    values: Mapping[str | int, Any], read: Callable[[Any, ValidationInfo], Any], info: ValidationInfo
) -> tuple[dict[str | int, Any], list[Wrong]]:
    """Return the validated values, and the problems of the invalid values."""
    made: dict[str | int, Any] = {}
    wrongs: list[Wrong] = []
    for key, value in values.items():
        try:
            made[key] = read(value, info)
        except ValidationError as error:
            wrongs += [wrong._replace(below=(key, *wrong.below)) for wrong in found_in(error)]
    return made, wrongs


@dataclass(frozen=True)
class Few(FieldType):
    """A short list. The annotation gives the type of its entries."""

    says: Says
    at_most: int = MAX_READ
    what: Says = ""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_wrap_validator_function(self.read_with, handler(source))

    def read_with(self, value: Any, handler: Callable[[Any], Any]) -> tuple[Any, ...]:
        """Validate a list and return it. Only the start of a list that is too long is validated."""
        if not isinstance(value, list):
            refuse_value(value, "type", self.says)
        wrongs = []
        if self.what and len(value) > self.at_most:
            places = {"number": len(value), "what": self.what, "most": self.at_most}
            sentence = said("{number} {what} given; the limit is {most}", **places)
            wrongs.append(Wrong("limit", sentence, f"up to {self.at_most}"))
        try:
            made: tuple[Any, ...] = handler(tuple(value[:MAX_READ]))
        except ValidationError as error:
            refuse([*wrongs, *found_in(error)])
        if wrongs:
            refuse(wrongs)
        return made


@dataclass(frozen=True)
class Kinds(FieldType):
    """A table with a kind: a discriminated union of tables, converted to a value.

    Attributes
    ----------
    union
        The tables, annotated with their discriminator `kind`.
    make
        Converts the validated table to a value.
    """

    union: Any
    make: Callable[[Any], Any]

    says = said("a table with a kind")

    @property
    def tables(self) -> dict[str, type[TomlTable]]:
        """Return the tables by kind."""
        return kinds_of(self.union)

    def __get_pydantic_core_schema__(self, _source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_wrap_validator_function(self.read_with, handler.generate_schema(self.union))

    def read_with(self, value: Any, handler: Callable[[Any], Any]) -> Any:
        """Validate a value and return it."""
        if not isinstance(value, dict):
            refuse_value(value, "type", self.says)
        self._check_kind(value)
        try:
            made = handler(value)
        except ValidationError as error:
            # Pydantic's path includes the kind, but the document has no such key.
            refuse([wrong._replace(below=wrong.below[1:]) for wrong in found_in(error)])
        return self.make(made)

    def _check_kind(self, value: Mapping[str, Any]) -> None:
        kinds = list(self.tables)
        choices, kind = listed(kinds, limit=20), value.get("kind")
        if "kind" not in value:
            refuse([Wrong("missing", said("kind is missing: {kinds}", kinds=choices), kinds, ("kind",))])
        if not isinstance(kind, str):
            refuse([Wrong("type", cannot(kind, choices), choices, ("kind",))])
        if kind not in kinds:
            sentence = said(
                "there is no kind {kind} here; choose from {kinds}", kind=shown(kind, limit=40), kinds=choices
            )
            refuse([Wrong("kind", sentence, kinds, ("kind",))])


def kinds_of(union: Any) -> dict[str, type[TomlTable]]:
    """Return the tables of a discriminated union by kind."""
    return {words_of(table.model_fields["kind"].annotation)[0]: table for table in get_args(get_args(union)[0])}
