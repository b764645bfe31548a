"""What may be chosen before a match: one pydantic model per game, and errors that name option, value and choices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeVar, get_args, get_origin

import annotated_types
from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic.fields import FieldInfo

from courtly.engine.errors import BadOption, listed, shown


class Options(BaseModel):
    """The base of every game's options: unknown names and wrong types are refused, values never change."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    players: int

    @classmethod
    def at_home(cls, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return options as somebody at this machine gives them: files that they name are read.

        What comes from elsewhere, a page or a record, never goes through here, or a stranger could have files opened.
        """
        return dict(values)

    def given(self) -> dict[str, Any]:
        """Return the options that were chosen, defaults left out: what a match record holds."""
        return self.model_dump(mode="json", exclude_unset=True)


O = TypeVar("O", bound=Options)  # noqa: E741 - the options of one game


def allowed(field: FieldInfo) -> str:
    """Return the values a field takes, in words.

    Examples
    --------
    >>> class Sample(Options):
    ...     edition: Literal["2024", "2023"] = "2024"
    ...     coinless: bool = False
    >>> [allowed(Sample.model_fields[name]) for name in ("edition", "coinless")]
    ['2024, 2023', 'true or false']
    """
    if field.annotation is bool:
        return "true or false"
    if get_origin(field.annotation) is Literal:
        return listed(get_args(field.annotation))
    low = next((m.ge for m in field.metadata if isinstance(m, annotated_types.Ge)), None)
    high = next((m.le for m in field.metadata if isinstance(m, annotated_types.Le)), None)
    if low is not None and high is not None:
        return f"{low} to {high}"
    return field.description or str(field.annotation)


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
    """Return the first problem that pydantic found, in our words."""
    problem = error.errors(include_url=False)[0]
    where = ".".join(str(part) for part in problem["loc"])
    name = where.partition(".")[0]
    if problem["type"] == "extra_forbidden":
        names = list(model.model_fields)
        return BadOption(
            f"there is no option {shown(name)}; there are {listed(names)}", given=name, where="options", allowed=names
        )
    reason = problem["msg"].removeprefix("Value error, ")
    if name not in model.model_fields:
        return BadOption(
            f"these options do not go together: {reason}", given=problem["input"], where="options", allowed=None
        )
    choices = allowed(model.model_fields[name])
    if problem["type"] == "value_error":
        return BadOption(f"option {name} does not hold: {reason}", given=problem["input"], where=name, allowed=choices)
    if problem["type"] == "missing":
        return BadOption(f"option {name} is missing; it takes {choices}", where=name, allowed=choices)
    given = problem["input"]
    return BadOption(
        f"option {name} cannot be {shown(given)}; it takes {choices}", given=given, where=name, allowed=choices
    )
