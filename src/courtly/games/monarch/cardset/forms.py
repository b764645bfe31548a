"""The base of a card set's form: tables whose problems are all found in one pass.

A form is a pydantic model. `Table` words what pydantic finds wrong with its keys and adds what must hold between them;
a `Mark` says what a single value may be (`marks`). Whatever is wrong travels as a `Wrong` inside pydantic's own error,
which knows the way to it.
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
"""What a field takes, in words: a list of the words of the form, or a sentence."""

Path = tuple[str | int, ...]

MOST_UNKNOWN = 200
"""So many unknown keys of a document are told; of each it is looked up what may have been meant."""


@dataclass(slots=True)
class Reading:
    """What all forms of one document know while it is read.

    Attributes
    ----------
    languages
        Those of the set; none as long as they are wrong themselves.
    unknown
        How many unknown keys may still be told.
    """

    languages: tuple[str, ...] = ()
    unknown: int = MOST_UNKNOWN


def reading_of(info: ValidationInfo) -> Reading:
    """Return what all forms of the document know."""
    assert isinstance(info.context, Reading)
    return info.context


class Wrong(NamedTuple):
    """One thing that is wrong: with a value, or with what lies at `below` inside it."""

    code: str
    sentence: Sentence
    allowed: Allowed = None
    below: Path = ()

    def __str__(self) -> str:
        return self.code


def refuse(wrongs: Iterable[Wrong], errors: Sequence[InitErrorDetails] = ()) -> NoReturn:
    """Raise pydantic's error for all that is wrong with a value, and for what was found before."""
    details = [*errors, *map(_details, wrongs)]
    raise ValidationError.from_exception_data("card set", details)


def _details(wrong: Wrong) -> InitErrorDetails:
    kind = PydanticCustomError("wrong", "{wrong}", {"wrong": wrong})
    return {"type": kind, "loc": tuple(map(safe_key, wrong.below)), "input": None}


def safe_key(step: object) -> str | int:
    """Return a key as pydantic can carry it: a number of some size, or a text without lone surrogates."""
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
    """Yield all that is wrong, with the whole way to it."""
    for each in error.errors(include_url=False, include_input=False):
        wrong: Wrong = each["ctx"]["wrong"]
        yield wrong._replace(below=tuple(each["loc"]))


def refuse_value(value: object, code: str, says: Says) -> NoReturn:
    """Refuse a value that is not one of those taken."""
    refuse([Wrong(code, cannot(value, says), str(says))])


class Mark:
    """What a field takes: reads a value, or refuses it with everything that is wrong with it."""

    says: Says = ""

    def says_of(self, _annotation: Any) -> Says:
        """Return what is taken, in words."""
        return self.says

    def read(self, value: Any, info: ValidationInfo) -> Any:
        """Return a value that is taken."""

    def __get_pydantic_core_schema__(self, _source: Any, _handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.with_info_plain_validator_function(self.read)


class Table(BaseModel):
    """A table of a card set.

    Attributes
    ----------
    unknown, lacking
        The codes of a key that does not exist, and of keys that are absent where that is not `missing`.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    unknown: ClassVar[str] = "unknown-key"
    lacking: ClassVar[Mapping[str, str]] = {}

    @classmethod
    def known_keys(cls) -> list[str]:
        """Return the keys that the table may have."""
        return [field.alias or name for name, field in cls.model_fields.items()]

    @classmethod
    def says(cls) -> Sentence:
        """Return what the table is, in words."""
        return said("a table of {keys}", keys=listed(cls.known_keys()))

    @classmethod
    def between(cls, given: Mapping[str, Any]) -> Iterator[Wrong]:
        """Yield what does not hold between the keys of a table, whatever is wrong with each of them."""
        yield from ()

    @classmethod
    def amended(cls, wrongs: list[Wrong]) -> list[Wrong]:
        """Return what to tell of the keys that are too much or too few."""
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
        sentence = said("there must be {key}: {says}", key=key, says=says)
        return Wrong(cls.lacking.get(name, "missing"), sentence, str(says), (key,))


def unknown(
    found: Iterable[object], keys: Sequence[str], reading: Reading, *, code: str = "unknown-key"
) -> list[Wrong]:
    """Return the problems of keys that are none of those there are, as many of them as may still be told."""
    told = list(islice(found, reading.unknown))
    reading.unknown -= len(told)
    return [_unknown(key, keys, code) for key in told]


def _unknown(key: object, keys: Sequence[str], code: str) -> Wrong:
    close = get_close_matches(key, keys, 1) if isinstance(key, str) and len(key) < LONGEST_ID else []
    places = {"name": shown(key, limit=40), "keys": listed(keys, limit=20)}
    sentence = said("there is no {name} here; there are {keys}", **places)
    if close:
        sentence = said("there is no {name} here; there are {keys}; perhaps {close} is meant", **places, close=close[0])
    return Wrong(code, sentence, list(keys), (safe_key(key),))


def says_of(annotation: Any, metadata: Sequence[Any]) -> Says:
    """Return what a field takes, in words."""
    mark = next((mark for mark in metadata if isinstance(mark, Mark)), None)
    if mark is not None:
        return mark.says_of(annotation)
    table: type[Table] = annotation  # everything else bears a mark
    return table.says()
