"""The base of the card set schema: tables that report all problems in one pass.

The schema is a pydantic model. `TomlTable` rewords pydantic's errors about keys and checks the keys against each other.
A `FieldType` validates a single value (see `marks`). Each problem is a `Wrong` inside pydantic's own error, which adds
the path.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import islice
from typing import Any, ClassVar, NamedTuple, NoReturn

from pydantic import BaseModel, ConfigDict, GetCoreSchemaHandler, ValidationError, ValidationInfo, model_validator
from pydantic_core import CoreSchema, InitErrorDetails, PydanticCustomError, core_schema

from courtly.documents.problems import LONGEST_ID, cannot
from courtly.engine.errors import Allowed, listed, shown
from courtly.engine.sentences import Sentence
from courtly.games.monarch.cardset.problems import said

Says = str | Sentence
"""A description of a field's allowed values: a list of schema words, or a sentence."""

Path = tuple[str | int, ...]

MAX_UNKNOWN = 200
"""Maximum number of unknown keys reported per document. Each report searches for a similar key."""


@dataclass(slots=True)
class Reading:
    """The state shared by all tables while a document is validated.

    Attributes
    ----------
    languages
        The languages of the set. Empty if they are invalid.
    unknown
        The number of unknown keys that may still be reported.
    """

    languages: tuple[str, ...] = ()
    unknown: int = MAX_UNKNOWN


def reading_of(info: ValidationInfo) -> Reading:
    """Return the shared state of the document."""
    assert isinstance(info.context, Reading)
    return info.context


class Wrong(NamedTuple):
    """One problem with a value, or with the part of it at the path `below`."""

    code: str
    sentence: Sentence
    allowed: Allowed = None
    below: Path = ()

    def __str__(self) -> str:
        return self.code


def refuse(wrongs: Iterable[Wrong], errors: Sequence[InitErrorDetails] = ()) -> NoReturn:
    """Raise pydantic's error with the `errors` found before and all problems of a value."""
    details = [*errors, *map(_details, wrongs)]
    raise ValidationError.from_exception_data("card set", details)


def _details(wrong: Wrong) -> InitErrorDetails:
    kind = PydanticCustomError("wrong", "{wrong}", {"wrong": wrong})
    return {"type": kind, "loc": tuple(map(safe_key, wrong.below)), "input": None}


def safe_key(step: object) -> str | int:
    """Return a key that pydantic accepts in a path: a small integer, or a text without lone surrogates."""
    if isinstance(step, int) and abs(step) < 1 << 31:
        return step
    if isinstance(step, str):
        try:
            step.encode()
        except UnicodeEncodeError:
            return shown(step)
        return step
    return shown(step)


def found_in(error: ValidationError) -> Iterator[Wrong]:
    """Yield all problems in an error, with their full paths."""
    for each in error.errors(include_url=False, include_input=False):
        wrong: Wrong = each["ctx"]["wrong"]
        yield wrong._replace(below=tuple(each["loc"]))


def refuse_value(value: object, code: str, says: Says) -> NoReturn:
    """Reject a value outside the allowed values."""
    refuse([Wrong(code, cannot(value, says), str(says))])


class FieldType:
    """A field type. It validates a value, or raises all problems found in it."""

    says: Says = ""

    def says_of(self, _annotation: Any) -> Says:
        """Return a description of the allowed values."""
        return self.says

    def read(self, value: Any, info: ValidationInfo) -> Any:
        """Validate a value and return it."""

    def __get_pydantic_core_schema__(self, _source: Any, _handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.with_info_plain_validator_function(self.read)


class TomlTable(BaseModel):
    """A table of a card set.

    Attributes
    ----------
    unknown
        The error code of an unknown key.
    lacking
        The error codes of missing keys, by field. The code of the other fields is `missing`.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    unknown: ClassVar[str] = "unknown-key"
    lacking: ClassVar[Mapping[str, str]] = {}

    @classmethod
    def known_keys(cls) -> list[str]:
        """Return the allowed keys of the table."""
        return [field.alias or name for name, field in cls.model_fields.items()]

    @classmethod
    def says(cls) -> Sentence:
        """Return a description of the table."""
        return said("a table with {keys}", keys=listed(cls.known_keys()))

    @classmethod
    def between(cls, given: Mapping[str, Any]) -> Iterator[Wrong]:
        """Yield the problems that involve several keys. Each value may still be invalid."""
        yield from ()

    @classmethod
    def amended(cls, wrongs: list[Wrong]) -> list[Wrong]:
        """Return the problems of unknown and missing keys, reworded for this table."""
        return wrongs

    @model_validator(mode="wrap")
    @classmethod
    def _all_problems(cls, value: Any, handler: Callable[[Any], Any], info: ValidationInfo) -> Any:
        if not isinstance(value, dict):
            refuse_value(value, "type", cls.says())
        keys = set(cls.known_keys())
        known = {key: below for key, below in value.items() if isinstance(key, str) and key in keys}
        wrongs = unknown(
            (key for key in value if key not in known), cls.known_keys(), reading_of(info), code=cls.unknown
        )
        errors: list[InitErrorDetails] = []
        made = None
        try:
            made = handler(known)
        except ValidationError as error:
            for each in error.errors(include_url=False, include_input=False):
                if each["type"] == "missing" and len(each["loc"]) == 1:
                    wrongs.append(cls._absent(str(each["loc"][0])))
                else:
                    errors.append(_details(each["ctx"]["wrong"]._replace(below=each["loc"])))
        wrongs = [*cls.amended(wrongs), *cls.between(value)]
        if wrongs or errors:
            refuse(wrongs, errors)
        return made

    @classmethod
    def _absent(cls, key: str) -> Wrong:
        name, field = next((name, field) for name, field in cls.model_fields.items() if key in (name, field.alias))
        says = says_of(field.annotation, field.metadata)
        sentence = said("{key} is missing: {says}", key=key, says=says)
        return Wrong(cls.lacking.get(name, "missing"), sentence, str(says), (key,))


def unknown(
    found: Iterable[object], keys: Sequence[str], reading: Reading, *, code: str = "unknown-key"
) -> list[Wrong]:
    """Return the problems of unknown keys, up to the number that may still be reported."""
    told = list(islice(found, reading.unknown))
    reading.unknown -= len(told)
    return [_unknown(key, keys, code) for key in told]


def _unknown(key: object, keys: Sequence[str], code: str) -> Wrong:
    close = get_close_matches(key, keys, 1) if isinstance(key, str) and len(key) < LONGEST_ID else []
    places = {"name": shown(key, limit=40), "keys": listed(keys, limit=20)}
    sentence = said("there is no {name} here; choose from {keys}", **places)
    if close:
        sentence = said("there is no {name} here; choose from {keys}; did you mean {close}?", **places, close=close[0])
    return Wrong(code, sentence, list(keys), (safe_key(key),))


def says_of(annotation: Any, metadata: Sequence[Any]) -> Says:
    """Return a description of the allowed values of a field."""
    field_type = next((each for each in metadata if isinstance(each, FieldType)), None)
    if field_type is not None:
        return field_type.says_of(annotation)
    table: type[TomlTable] = annotation  # only tables have no field type
    return table.says()
