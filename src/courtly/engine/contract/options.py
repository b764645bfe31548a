"""What may be chosen before a match: one pydantic model per game, and errors that name option, value and choices."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, TypeVar, get_args, get_origin

import annotated_types
from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic.fields import FieldInfo

from courtly.engine.errors import BadOption, listing, reason_of, shown
from courtly.engine.sentences import SHARED, Sentence, said, verbatim


@dataclass(frozen=True)
class Described:
    """What an option is called and does: an annotation of its field, read by pages, terminal and reports.

    Attributes
    ----------
    title
        Its name.
    help
        What it does, in a sentence; None where its name and values say it.
    values
        The names of its values, by value as text.
    document
        For an option whose value may be a document: what reads one, TOML or JSON, into the value: the file at a
        `Path`, or a text that is the document itself and never the name of a file.
    advised
        The value that suits a first match, where that is not the default.
    """

    title: Sentence
    help: Sentence | None = None
    values: Mapping[str, Sentence] = field(default_factory=dict)
    document: Callable[[Path | str], Any] | None = None
    advised: Any = None


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a game, as forms, command lines and documents show it.

    Attributes
    ----------
    name
        Its name in notation; the flag of a command line has hyphens in place of underscores.
    kind
        `choice` among `values`, `number` from `least` to `most`, or `document` beside `values`.
    values
        The closed list of its values, as text.
    default
        What it is when nothing is chosen; None for one that must be chosen.
    told
        What it and its values are called.
    """

    name: str
    kind: Literal["choice", "number", "document"]
    values: tuple[str, ...]
    least: int
    most: int
    default: Any
    required: bool
    told: Described

    @property
    def flag(self) -> str:
        """The option of a command line: `--card-set`."""
        return "--" + self.name.replace("_", "-")

    def text(self, value: object) -> str:
        """Return a value as it is typed."""
        return str(value).lower() if isinstance(value, bool) else str(value)

    def value_title(self, value: str) -> Sentence:
        """Return what a value is called; a number and a value without a name are themselves."""
        return self.told.values.get(value) or Sentence("{value}", {"value": value})


class Options(BaseModel):
    """The base of every game's options: unknown names and wrong types are refused, values never change."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    domain: ClassVar[str] = SHARED
    """The catalogue that has the translations of what these options say of themselves."""

    players: Annotated[int, Described(said("Players"), said("How many sit at the table."))]

    @classmethod
    def described(cls) -> list[Option]:
        """Return every option, in its order."""
        return [_option(cls, name) for name in cls.model_fields]

    @classmethod
    def at_home(cls, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return options as somebody at this machine gives them: files that they name are read.

        What comes from elsewhere, a page or a record, never goes through here, or a stranger could have files opened.
        """
        documents = {option.name: option for option in cls.described() if option.kind == "document"}
        return {name: _at_home(documents.get(name), value) for name, value in values.items()}

    @classmethod
    def choices(cls, name: str) -> list[Any]:
        """Return the values of an option that has a list of them, in its order; nothing for any other."""
        annotation = cls.model_fields[name].annotation
        if annotation is bool:
            return [False, True]
        return list(get_args(annotation)) if get_origin(annotation) is Literal else []

    def given(self) -> dict[str, Any]:
        """Return the options that were chosen, defaults left out: what a match record holds."""
        return self.model_dump(mode="json", exclude_unset=True)


def _option(model: type[Options], name: str) -> Option:
    info = model.model_fields[name]
    told = _told(info) or _told(Options.model_fields.get(name))
    told = told or Described(Sentence("{name}", {"name": name.replace("_", " ").capitalize()}))
    low = next((m.ge for m in info.metadata if isinstance(m, annotated_types.Ge)), None)
    high = next((m.le for m in info.metadata if isinstance(m, annotated_types.Le)), None)
    choices = model.choices(name) or [value for part in get_args(info.annotation) for value in _literals(part)]
    values = tuple(str(value).lower() if isinstance(value, bool) else str(value) for value in choices)
    kind: Literal["choice", "number", "document"] = "document" if told.document else "choice" if values else "number"
    least, most = (int(limit) if isinstance(limit, int) else 0 for limit in (low, high))
    default = None if info.is_required() else info.default
    return Option(name, kind, values, least, most, default, info.is_required(), told)


def _told(info: FieldInfo | None) -> Described | None:
    return next((m for m in info.metadata if isinstance(m, Described)), None) if info else None


def _literals(annotation: object) -> Sequence[Any]:
    """Return the values of a `Literal` that stands beside other types."""
    return get_args(annotation) if get_origin(annotation) is Literal else ()


def _at_home(option: Option | None, value: Any) -> Any:
    """Return the document in a file, where an option that may be one names a file; any other value as it is."""
    if option is None or option.told.document is None or not isinstance(value, str | Path) or value in option.values:
        return value
    return option.told.document(Path(value))


O = TypeVar("O", bound=Options)  # noqa: E741 - the options of one game


def allowed(field: FieldInfo, *, domain: str = SHARED) -> Sentence:
    """Return the values a field takes, in words; `domain` is the catalogue of the game's sentences.

    Examples
    --------
    >>> class Sample(Options):
    ...     edition: Literal["2024", "2023"] = "2024"
    ...     coinless: bool = False
    >>> [str(allowed(Sample.model_fields[name])) for name in ("edition", "coinless")]
    ['2024, 2023', 'true or false']
    """
    if field.annotation is bool:
        return said("true or false")
    if get_origin(field.annotation) is Literal:
        return listing(get_args(field.annotation))
    low = next((m.ge for m in field.metadata if isinstance(m, annotated_types.Ge)), None)
    high = next((m.le for m in field.metadata if isinstance(m, annotated_types.Le)), None)
    if low is not None and high is not None:
        return said("{low} to {high}", low=low, high=high)
    return Sentence(field.description, {}, domain) if field.description else verbatim(str(field.annotation))


def read_options(model: type[O], values: Mapping[str, Any], *, from_text: bool = False) -> O:
    """Return checked options.

    Parameters
    ----------
    model
        The options of a game.
    values
        What was chosen, by name.
    from_text
        Whether the values are text, as from a form or a command line.

    Raises
    ------
    BadOption
        For the first option that is unknown, missing or has a value that is not allowed.
    """
    try:
        return model.model_validate_strings(values) if from_text else model.model_validate(values)
    except ValidationError as error:
        raise _explained(model, error) from None


def _explained(model: type[Options], error: ValidationError) -> BadOption:
    """Return the first problem that pydantic found, as a sentence of ours."""
    problem = error.errors(include_url=False)[0]
    name, given = str(problem["loc"][0]) if problem["loc"] else "", problem["input"]
    if problem["type"] == "extra_forbidden":
        return _unknown(model, name)
    # A game's own check raises a `ValueError`, whose argument may be a sentence.
    reason = reason_of(problem.get("ctx", {}).get("error", ValueError(problem["msg"])))
    if name not in model.model_fields:
        message = said("these options do not go together: {reason}", reason=reason)
        return BadOption(message, given=given, where="options", problem="together")
    choices = allowed(model.model_fields[name], domain=model.domain)
    where = ".".join(str(part) for part in problem["loc"])
    if problem["type"] == "missing":
        message = said("option {name} is missing; it takes {allowed}", name=name, allowed=choices)
        return BadOption(message, where=where, allowed=choices, problem="missing")
    if problem["type"] == "value_error":
        message = said("option {name} does not hold: {reason}", name=name, reason=reason)
    else:
        places = {"name": name, "given": shown(given), "allowed": choices}
        message = said("option {name} cannot be {given}; it takes {allowed}", **places)
    return BadOption(message, given=given, where=where, allowed=choices)


def _unknown(model: type[Options], name: str) -> BadOption:
    names = list(model.model_fields)
    message = said("there is no option {name}; there are {known}", name=shown(name), known=listing(names))
    return BadOption(message, given=name, where="options", allowed=names, option=name, problem="unknown")
