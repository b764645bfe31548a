"""What can be set of a search, and how a specification says it: `ismcts:sims=2000,rollout=steward`, `ismcts:1s`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from courtly.bots.base import Budget, UnknownBot
from courtly.bots.search.state import Rollout
from courtly.engine.errors import listed, shown

Reader = Callable[[str], Any]
"""Reads the value of a parameter."""

TO_THE_END = 100_000
"""A horizon that no match reaches."""

_LONG = {"sims": "simulations", "time": "seconds"}
"""What a specification calls the two limits of a budget."""

_SECONDS = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,6})?)(ms|s)")
_WHOLE = re.compile(r"[0-9]{1,12}")
_DECIMAL = re.compile(r"[0-9]{1,6}(?:\.[0-9]{1,6})?")


@dataclass(frozen=True, slots=True)
class Settings:
    """How a search goes about it; `docs/decisions/0006-the-search.md` says why the defaults are what they are."""

    budget: Budget = field(default_factory=lambda: Budget(simulations=1000))
    rollout: Rollout = Rollout.RANDOM
    horizon: int = TO_THE_END
    observers: bool = False
    wide: int = 32
    explore: float = 0.5
    margin: float = 0.5
    scale: float = 10.0
    prior: float = 0.5
    unknown: float = 0.05
    lapse: float = 0.0
    trees: int = 0
    threads: int = 2


@lru_cache(maxsize=256)
def read_settings(text: str, base: Settings | None = None) -> Settings:
    """Return the settings that a list of `key=value` and of a time says; what it does not name stays as it is.

    Raises
    ------
    UnknownBot
        There is no such parameter, it does not take that value, or it is said twice.
    BadBudget
        The budget is zero, or far too large.
    """
    said: dict[str, Any] = {}
    for part in text.split(",") if text else ():
        key, value = _pair(part)
        if key in said:
            raise UnknownBot(f"the bot is told its {key} twice", given=text, where=key, allowed="each parameter once")
        said[key] = _READERS[key](value)
    limits = {key: said.pop(key) for key in ("simulations", "seconds") if key in said}
    if limits:
        said["budget"] = Budget(**limits)
    return replace(base or Settings(), **said)


def _pair(part: str) -> tuple[str, str]:
    """Return a parameter's key and value; a time needs no key."""
    key, equals, value = part.strip().partition("=")
    if not equals and _SECONDS.fullmatch(key):
        return "seconds", key
    key = _LONG.get(key, key)
    if not equals or key not in _READERS:
        known = sorted({*_READERS, *_LONG} - {*_LONG.values()})
        message = f"the search has no parameter {shown(part)}; it has {listed(known)}, each as key=value, or a time"
        raise UnknownBot(message, given=part, where="parameter", allowed=known)
    return key, value


def _refused(key: str, value: str, allowed: str) -> UnknownBot:
    return UnknownBot(f"{key} cannot be {shown(value)}; it takes {allowed}", given=value, where=key, allowed=allowed)


def _simulations(value: str) -> int:
    if not _WHOLE.fullmatch(value):
        raise _refused("sims", value, "a whole number of simulations")
    return int(value)


def _seconds(value: str) -> float:
    found = _SECONDS.fullmatch(value)
    if not found:
        raise _refused("time", value, "seconds or milliseconds, as 1s, 0.5s or 200ms")
    return float(found[1]) / (1000 if found[2] == "ms" else 1)


def _choice(key: str, values: dict[str, Any]) -> Reader:
    def read(value: str) -> Any:
        if value not in values:
            raise _refused(key, value, " or ".join(values))
        return values[value]

    return read


def _number(key: str, low: float, high: float, *, whole: bool = False) -> Reader:
    def read(value: str) -> Any:
        pattern = _WHOLE if whole else _DECIMAL
        if not pattern.fullmatch(value) or not low <= float(value) <= high:
            raise _refused(key, value, f"a {'whole ' if whole else ''}number from {low:g} to {high:g}")
        return int(value) if whole else float(value)

    return read


_READERS: dict[str, Reader] = {
    "simulations": _simulations,
    "seconds": _seconds,
    "rollout": _choice("rollout", {"random": Rollout.RANDOM, "steward": Rollout.STEWARD}),
    "horizon": _number("horizon", 0, TO_THE_END, whole=True),
    "observers": _choice("observers", {"each": True, "one": False}),
    "wide": _number("wide", 1, 10_000, whole=True),
    "explore": _number("explore", 0, 100),
    "margin": _number("margin", 0, 1),
    "scale": _number("scale", 0.001, 10_000),
    "prior": _number("prior", 0, 1),
    "unknown": _number("unknown", 0, 1),
    "lapse": _number("lapse", 0, 1),
    "trees": _number("trees", 1, 2, whole=True),
    "threads": _number("threads", 1, 2, whole=True),
}
