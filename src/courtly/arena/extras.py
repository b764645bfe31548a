"""Libraries that not every table for friends needs: found, or asked for in one line."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from courtly.engine.errors import BadOption


def library(name: str, purpose: str, *, where: str, extra: str = "arena") -> Any:
    """Return a module of an extra; `purpose` is what needs it, in the plural, `where` what asked for that.

    Raises
    ------
    BadOption
        The extra is not installed.

    Examples
    --------
    >>> library("no_such_module", "dragons", where="cave", extra="caves")
    Traceback (most recent call last):
    courtly.engine.errors.BadOption: dragons need the extra courtly[caves]
    """
    try:
        return import_module(name)
    except ImportError:
        message, allowed = f"{purpose} need the extra courtly[{extra}]", f"pip install courtly[{extra}]"
        raise BadOption(message, where=where, allowed=allowed) from None
