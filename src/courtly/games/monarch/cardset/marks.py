"""What the fields of a card set take: whole numbers, words, texts in every language, lists, tables with a kind.

Each mark stands in the annotation of a field and reads its value, or refuses it with all that is wrong inside it.
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
    Mark,
    Says,
    Table,
    Wrong,
    found_in,
    reading_of,
    refuse,
    refuse_value,
    safe_key,
    unknown,
)
from courtly.games.monarch.cardset.problems import said

MOST_READ = 200
"""So many entries of a list are looked at, far more than any list may have."""

_STEERING = [*range(9), *range(0x0B, 0x20), *range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A)]
UNREADABLE = frozenset(map(chr, [*_STEERING, *range(0xD800, 0xE000)]))
"""What would steer a terminal, turn a line round or cannot be written as UTF-8."""


@dataclass(frozen=True)
class Whole(Mark):
    """A whole number."""

    low: int
    high: int

    def says_of(self, _annotation: Any) -> Says:
        """Return what is taken, in words."""
        return said("a whole number from {low} to {high}", low=self.low, high=self.high)

    def read(self, value: Any, _info: ValidationInfo) -> int:
        """Return a value that is taken."""
        if not isinstance(value, int) or isinstance(value, bool):
            refuse_value(value, "type", self.says_of(None))
        if not self.low <= value <= self.high:
            refuse_value(value, "range", self.says_of(None))
        return value


class Word(Mark):
    """One of the few words of a `Literal`, which may have a default that is none of them."""

    def says_of(self, annotation: Any) -> Says:
        """Return what is taken, in words."""
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
    """Return the words of a `Literal`, or of one that may be None."""
    return tuple(
        word
        for part in get_args(annotation)
        for word in ([part] if isinstance(part, str) else get_args(part))
        if isinstance(word, str)
    )


class Flag(Mark):
    """True or false."""

    says = said("true or false")

    def read(self, value: Any, _info: ValidationInfo) -> bool:
        """Return a value that is taken."""
        if not isinstance(value, bool):
            refuse_value(value, "type", self.says)
        return value


_A_TEXT = said("a text")


@dataclass(frozen=True)
class Line(Mark):
    """A text that can be shown and written."""

    says: Says = _A_TEXT

    def read(self, value: Any, _info: ValidationInfo) -> str:
        """Return a value that is taken."""
        if not isinstance(value, str):
            refuse_value(value, "type", self.says)
        if not UNREADABLE.isdisjoint(value):
            refuse_value(value, "value", said("{what} without control characters", what=self.says))
        return value


class Identity(Mark):
    """The field `id`."""

    says = said("an id in kebab-case")

    def read(self, value: Any, _info: ValidationInfo) -> str:
        """Return a value that is taken."""
        if not isinstance(value, str):
            refuse_value(value, "type", self.says)
        if not is_id(value):
            says = said("small letters, digits and single hyphens, such as old-nurse, at most {most}", most=LONGEST_ID)
            refuse_value(value, "id", says)
        return value


@dataclass(frozen=True)
class Reference(Mark):
    """The name of a card or an emblem of the set; whether there is one is looked up when all is read."""

    says: Sentence

    def read(self, value: Any, _info: ValidationInfo) -> str:
        """Return a value that is taken."""
        if not isinstance(value, str):
            refuse_value(value, "type", self.says)
        return value


@dataclass(frozen=True)
class Texts(Mark):
    """A text in languages of the set; a name has one in each."""

    everywhere: bool = False

    says = said("a table with a text for each language")

    def read(self, value: Any, info: ValidationInfo) -> dict[str, str]:
        """Return a value that is taken."""
        reading = reading_of(info)
        languages = reading.languages
        if not isinstance(value, dict):
            refuse_value(value, "type", self.says)
        kept = {safe_key(key): text for key, text in value.items() if key in languages or not languages}
        wrongs = unknown((key for key in value if languages and key not in languages), languages, reading)
        texts, found = all_read(dict(islice(kept.items(), MOST_READ)), Line().read, info)
        wrongs += found
        if self.everywhere:
            wrongs += self._lacking(value, languages)
        if wrongs:
            refuse(wrongs)
        return {str(key): text for key, text in texts.items()}

    def _lacking(self, value: Mapping[str, Any], languages: Sequence[str]) -> Iterator[Wrong]:
        for language in languages:
            if language not in value:
                sentence = said("the name lacks its text for language {language}", language=language)
                yield Wrong("missing", sentence, None, (language,))
            elif isinstance(value[language], str) and not value[language].strip():
                sentence = said("the name is empty in language {language}", language=language)
                yield Wrong("missing", sentence, None, (language,))


def all_read(
    values: Mapping[str | int, Any], read: Callable[[Any, ValidationInfo], Any], info: ValidationInfo
) -> tuple[dict[str | int, Any], list[Wrong]]:
    """Return values as they are read, and all that is wrong with any of them."""
    made: dict[str | int, Any] = {}
    wrongs: list[Wrong] = []
    for key, value in values.items():
        try:
            made[key] = read(value, info)
        except ValidationError as error:
            wrongs += [wrong._replace(below=(key, *wrong.below)) for wrong in found_in(error)]
    return made, wrongs


@dataclass(frozen=True)
class Few(Mark):
    """A list of a few things, each read by the form that stands in the annotation."""

    says: Says
    at_most: int = MOST_READ
    what: Says = ""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_wrap_validator_function(self.read_with, handler(source))

    def read_with(self, value: Any, handler: Callable[[Any], Any]) -> tuple[Any, ...]:
        """Return a list that is taken; of one that is too long the beginning is looked at."""
        if not isinstance(value, list):
            refuse_value(value, "type", self.says)
        wrongs = []
        if self.what and len(value) > self.at_most:
            places = {"number": len(value), "what": self.what, "most": self.at_most}
            sentence = said("these are {number} {what}; there may be {most}", **places)
            wrongs.append(Wrong("limit", sentence, f"up to {self.at_most}"))
        try:
            made: tuple[Any, ...] = handler(tuple(value[:MOST_READ]))
        except ValidationError as error:
            refuse([*wrongs, *found_in(error)])
        if wrongs:
            refuse(wrongs)
        return made


@dataclass(frozen=True)
class Kinds(Mark):
    """A table with a kind: one of a discriminated union of tables, made into a value.

    Attributes
    ----------
    union
        The tables, annotated with their discriminator `kind`.
    make
        What becomes of the one that is read.
    """

    union: Any
    make: Callable[[Any], Any]

    says = said("a table with a kind")

    @property
    def tables(self) -> dict[str, type[Table]]:
        """Return the tables by their kind."""
        return kinds_of(self.union)

    def __get_pydantic_core_schema__(self, _source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_wrap_validator_function(self.read_with, handler.generate_schema(self.union))

    def read_with(self, value: Any, handler: Callable[[Any], Any]) -> Any:
        """Return a value that is taken."""
        if not isinstance(value, dict):
            refuse_value(value, "type", self.says)
        self._check_kind(value)
        try:
            made = handler(value)
        except ValidationError as error:
            # Pydantic's way leads through the kind, which is no key of the document.
            refuse([wrong._replace(below=wrong.below[1:]) for wrong in found_in(error)])
        return self.make(made)

    def _check_kind(self, value: Mapping[str, Any]) -> None:
        kinds = list(self.tables)
        choices, kind = listed(kinds, limit=20), value.get("kind")
        if "kind" not in value:
            refuse([Wrong("missing", said("there must be kind: {kinds}", kinds=choices), kinds, ("kind",))])
        if not isinstance(kind, str):
            refuse([Wrong("type", cannot(kind, choices), choices, ("kind",))])
        if kind not in kinds:
            sentence = said(
                "there is no kind {kind} here; there are {kinds}", kind=shown(kind, limit=40), kinds=choices
            )
            refuse([Wrong("kind", sentence, kinds, ("kind",))])


def kinds_of(union: Any) -> dict[str, type[Table]]:
    """Return the tables of a discriminated union by their kind."""
    return {words_of(table.model_fields["kind"].annotation)[0]: table for table in get_args(get_args(union)[0])}
