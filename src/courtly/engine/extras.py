"""Import optional libraries. The error for a missing library names the extra to install."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from courtly.engine.errors import BadOption
from courtly.engine.sentences import Sentence, said


class MissingExtra(BadOption, ImportError):
    """The extra that installs a library is missing. It is also an `ImportError`, as callers of an import expect."""


def library(name: str, purpose: Sentence, *, where: str, extra: str = "arena") -> Any:
    """Return a module that belongs to an optional extra.

    Parameters
    ----------
    name
        The module.
    purpose
        The feature that needs the module, as a noun in the plural, for the error message.
    where
        The option or setting that requested the feature.
    extra
        The extra that installs the module.

    Raises
    ------
    MissingExtra
        If the extra is not installed.

    Examples
    --------
    >>> library("no_such_module", said("dragons"), where="cave", extra="caves")
    Traceback (most recent call last):
    courtly.engine.extras.MissingExtra: dragons need the extra courtly[caves]: pip install 'courtly[caves]'
    """
    try:
        return import_module(name)
    except ImportError:
        command = f"pip install 'courtly[{extra}]'"
        places = {"purpose": purpose, "extra": extra, "command": command}
        message = said("{purpose} need the extra courtly[{extra}]: {command}", **places)
        raise MissingExtra(message, where=where, allowed=command, problem="library") from None
