"""Match options: one pydantic model per game, and errors that name the option, the value and the allowed values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, Self, TypeVar, get_args, get_origin

import annotated_types
from pydantic import BaseModel, ConfigDict, ValidationError, model_validator
from pydantic.fields import FieldInfo

from courtly.engine.errors import BadOption, listing, reason_of, shown
from courtly.engine.sentences import SHARED, Sentence, said, verbatim


@dataclass(frozen=True)
class Described:
    """Title and help of an option: an annotation of its field for pages, terminal and reports.

    Attributes
    ----------
    title
        The name that is displayed.
    help
        One sentence that explains the option; None if its name and values explain it.
    values
        The displayed names of the values, keyed by the value as text.
    document
        The parser of an option whose value may be a TOML or JSON document. A `Path` is the file to read. A `str` is the
        document itself, never a file name.
    advised
        The suggested value for a first match, if it is not the default.
    """

    title: Sentence
    help: Sentence | None = None
    values: Mapping[str, Sentence] = field(default_factory=dict)
    document: Callable[[Path | str], Any] | None = None
    advised: Any = None


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a game, described for forms, command lines and documents.

    Attributes
    ----------
    name
        The name in notation; the command-line flag has hyphens instead of underscores.
    kind
        `choice` from `values`, `number` from `least` to `most`, or `document`, which also accepts `values`.
    values
        The closed list of values, as text.
    default
        The default value; None for a required option.
    description
        The displayed names of the option and its values, and the help text.
    """

    name: str
    kind: Literal["choice", "number", "document"]
    values: tuple[str, ...]
    least: int
    most: int
    default: Any
    required: bool
    description: Described

    @property
    def flag(self) -> str:
        """The flag on the command line: `--card-set`."""
        return "--" + self.name.replace("_", "-")

    def text(self, value: object) -> str:
        """Return a value as the user types it."""
        return str(value).lower() if isinstance(value, bool) else str(value)

    def value_title(self, value: str) -> Sentence:
        """Return the displayed name of a value; a number or a value without a name is displayed as it is."""
        return self.description.values.get(value) or Sentence("{value}", {"value": value})


class Options(BaseModel):
    """Base class of the options of a game: immutable, without unknown names or values of the wrong type."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    domain: ClassVar[str] = SHARED
    """The catalogue with the translations of these options' titles and help texts."""

    exclusive: ClassVar[Mapping[tuple[str, ...], Sentence]] = {}
    """Groups of options of which at most one may differ from its default, and the reason for the error message."""

    players: Annotated[int, Described(said("Players"), said("Number of players at the table."))]

    @model_validator(mode="after")
    def _not_combined(self) -> Self:
        fields = type(self).model_fields
        for group, reason in self.exclusive.items():
            if sum(getattr(self, name) != fields[name].default for name in group) > 1:
                raise ValueError(reason)
        return self

    @classmethod
    def excluded_by(cls, name: str) -> list[str]:
        """Return the options that cannot be combined with an option."""
        return [other for group in cls.exclusive if name in group for other in group if other != name]

    @classmethod
    def described(cls) -> list[Option]:
        """Return the descriptions of all options, in order."""
        return [_option(cls, name) for name in cls.model_fields]

    @classmethod
    def load_documents(cls, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return options from a local user, with each file name replaced by the document in the file.

        Call this only for local input. Called for a web page or a record, it would let a remote client open files.
        """
        documents = {option.name: option for option in cls.described() if option.kind == "document"}
        return {name: _load_document(documents.get(name), value) for name, value in values.items()}

    @classmethod
    def choices(cls, name: str) -> list[Any]:
        """Return the values of an option with a closed list, in order; an empty list for other options."""
        annotation = cls.model_fields[name].annotation
        if annotation is bool:
            return [False, True]
        return list(get_args(annotation)) if get_origin(annotation) is Literal else []

    def given(self) -> dict[str, Any]:
        """Return the chosen options without defaults, as in a match record."""
        return self.model_dump(mode="json", exclude_unset=True)


def _option(model: type[Options], name: str) -> Option:
    info = model.model_fields[name]
    description = _description_of(info) or _description_of(Options.model_fields.get(name))
    description = description or Described(Sentence("{name}", {"name": name.replace("_", " ").capitalize()}))
    low = next((m.ge for m in info.metadata if isinstance(m, annotated_types.Ge)), None)
    high = next((m.le for m in info.metadata if isinstance(m, annotated_types.Le)), None)
    choices = model.choices(name) or [value for part in get_args(info.annotation) for value in _literals(part)]
    values = tuple(str(value).lower() if isinstance(value, bool) else str(value) for value in choices)
    kind: Literal["choice", "number", "document"] = (
        "document" if description.document else "choice" if values else "number"
    )
    least, most = (int(limit) if isinstance(limit, int) else 0 for limit in (low, high))
    default = None if info.is_required() else info.default
    return Option(name, kind, values, least, most, default, info.is_required(), description)


def _description_of(info: FieldInfo | None) -> Described | None:
    return next((m for m in info.metadata if isinstance(m, Described)), None) if info else None


def _literals(annotation: object) -> Sequence[Any]:
    """Return the values of a `Literal` that is one type of a union."""
    return get_args(annotation) if get_origin(annotation) is Literal else ()


def _load_document(option: Option | None, value: Any) -> Any:
    """Return the document in the named file if the option accepts documents; otherwise return the value."""
    if (
        option is None
        or option.description.document is None
        or not isinstance(value, str | Path)
        or value in option.values
    ):
        return value
    return option.description.document(Path(value))


O = TypeVar("O", bound=Options)  # noqa: E741 - the options of one game


def allowed(field: FieldInfo, *, domain: str = SHARED) -> Sentence:
    """Return the allowed values of a field as a sentence; `domain` is the catalogue of the game's sentences.

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
        The chosen values by name.
    from_text
        Whether the values are text, such as from a form or a command line.

    Raises
    ------
    BadOption
        For the first option that is unknown, missing or has an invalid value.
    """
    try:
        return model.model_validate_strings(values) if from_text else model.model_validate(values)
    except ValidationError as error:
        raise _explained(model, error) from None


def _explained(model: type[Options], error: ValidationError) -> BadOption:
    """Return the first problem that pydantic found as a `BadOption`."""
    problem = error.errors(include_url=False)[0]
    name, given = str(problem["loc"][0]) if problem["loc"] else "", problem["input"]
    if problem["type"] == "extra_forbidden":
        return _unknown(model, name)
    # A game's own validator raises a `ValueError`, which may contain a sentence.
    reason = reason_of(problem.get("ctx", {}).get("error", ValueError(problem["msg"])))
    if name not in model.model_fields:
        message = said("these options do not work together: {reason}", reason=reason)
        return BadOption(message, given=given, where="options", problem="together")
    choices = allowed(model.model_fields[name], domain=model.domain)
    where = ".".join(str(part) for part in problem["loc"])
    if problem["type"] == "missing":
        message = said("option {name} is missing; use {allowed}", name=name, allowed=choices)
        return BadOption(message, where=where, allowed=choices, problem="missing")
    if problem["type"] == "value_error":
        message = said("option {name} is not valid: {reason}", name=name, reason=reason)
    else:
        places = {"name": name, "given": shown(given), "allowed": choices}
        message = said("option {name} cannot be {given}; use {allowed}", **places)
    return BadOption(message, given=given, where=where, allowed=choices)


def _unknown(model: type[Options], name: str) -> BadOption:
    names = list(model.model_fields)
    message = said("there is no option {name}; choose from {known}", name=shown(name), known=listing(names))
    return BadOption(message, given=name, where="options", allowed=names, option=name, problem="unknown")
