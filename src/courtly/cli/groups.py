"""Groups of command options: each group is a dataclass whose fields are the options."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, get_type_hints


def option_groups(*groups: Callable[..., Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Decorate a function that takes dataclass instances, so that the command takes their fields as options.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> @dataclass
    ... class Place:
    ...     host: str = "here"
    >>> @option_groups(Place)
    ... def show(place: Place) -> None:
    ...     print(place.host)
    >>> show(host="there"), list(inspect.signature(show).parameters)
    there
    (None, ['host'])
    """
    fields = [_parameters(group) for group in groups]
    # Required options come first, as Python demands.
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
        # Typer reads the parameters from here.
        called.__signature__ = inspect.Signature(every)  # type: ignore[attr-defined]
        return called

    return made


def _parameters(group: Callable[..., Any]) -> list[inspect.Parameter]:
    hints = get_type_hints(group, include_extras=True)
    found = inspect.signature(group).parameters.values()
    return [each.replace(annotation=hints[each.name], kind=inspect.Parameter.KEYWORD_ONLY) for each in found]
