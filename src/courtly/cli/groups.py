"""Options of a command in groups: each a dataclass, whose fields are the options."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, get_type_hints


def takes(*groups: Callable[..., Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Make a command that takes the fields of dataclasses as its options out of a function that takes the dataclasses.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> @dataclass
    ... class Place:
    ...     host: str = "here"
    >>> @takes(Place)
    ... def show(place: Place) -> None:
    ...     print(place.host)
    >>> show(host="there"), list(inspect.signature(show).parameters)
    there
    (None, ['host'])
    """
    fields = [_parameters(group) for group in groups]
    # Those that have to be given come first, as Python wants it.
    every = sorted((each for group in fields for each in group), key=lambda each: each.default is not each.empty)

    def made(command: Callable[..., None]) -> Callable[..., None]:
        def called(**given: Any) -> None:
            command(
                *(
                    group(**{each.name: given[each.name] for each in own if each.name in given})
                    for group, own in zip(groups, fields, strict=True)
                )
            )

        called.__name__, called.__doc__ = command.__name__, command.__doc__
        # This is where Typer looks for parameters.
        called.__signature__ = inspect.Signature(every)  # type: ignore[attr-defined]
        return called

    return made


def _parameters(group: Callable[..., Any]) -> list[inspect.Parameter]:
    hints = get_type_hints(group, include_extras=True)
    found = inspect.signature(group).parameters.values()
    return [each.replace(annotation=hints[each.name], kind=inspect.Parameter.KEYWORD_ONLY) for each in found]
