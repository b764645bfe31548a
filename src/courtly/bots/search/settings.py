"""Settings of a search, and their parser for specifications: `ismcts:sims=2000,rollout=steward`, `ismcts:1s`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache
from typing import Any, Literal, get_args

from courtly.bots.base import Budget, UnknownBot
from courtly.engine.contract.search import RANGES, SearchDefaults
from courtly.engine.errors import listing, shown
from courtly.engine.sentences import Sentence, said

ValueReader = Callable[[str], Any]
"""Parses the value of a parameter."""

LeafName = Literal["playout", "net", "own", "shipped"]
"""How leaves are evaluated: by a playout or a net; see `bots/learned/net_store.py`."""

LEAVES: tuple[LeafName, ...] = get_args(LeafName)

_LONG = {"sims": "simulations", "time": "seconds"}
"""Field names of the two limits of a budget, by their names in a specification."""

_SECONDS = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,6})?)(ms|s)")
_WHOLE = re.compile(r"[0-9]{1,12}")
_DECIMAL = re.compile(r"[0-9]{1,6}(?:\.[0-9]{1,6})?")


@dataclass(frozen=True, slots=True)
class SearchSettings(SearchDefaults):
    """All settings of a search: settings that a game may set, and settings that only a specification sets."""

    budget: Budget = field(default_factory=lambda: Budget(simulations=1000))
    leaf: LeafName = "playout"
    lapse: float = 0.0
    trees: int = 0
    threads: int = 2


def settings_for(search: SearchDefaults) -> SearchSettings:
    """Return the settings of a search, based on the defaults of a game."""
    return SearchSettings(**asdict(search))


@lru_cache(maxsize=256)
def read_settings(text: str, base: SearchSettings | None = None) -> SearchSettings:
    """Return `base` changed by a list of `key=value` parameters; a time needs no key.

    Raises
    ------
    UnknownBot
        If a parameter is unknown, has an invalid value, or is given twice.
    BadBudget
        If the budget is zero or too large.
    """
    chosen: dict[str, Any] = {}
    for part in text.split(",") if text else ():
        key, value = _pair(part)
        if key in chosen:
            message = said("the parameter {parameter} of the bot is given twice", parameter=key)
            raise UnknownBot(message, given=text, where=key, allowed=said("each parameter once"))
        chosen[key] = _READERS[key](value)
    limits = {key: chosen.pop(key) for key in ("simulations", "seconds") if key in chosen}
    if limits:
        chosen["budget"] = Budget(**limits)
    return replace(base or SearchSettings(), **chosen)


def _pair(part: str) -> tuple[str, str]:
    """Return a parameter's key and value; a time needs no key."""
    key, equals, value = part.strip().partition("=")
    if not equals and _SECONDS.fullmatch(key):
        return "seconds", key
    key = _LONG.get(key, key)
    if not equals or key not in _READERS:
        known = sorted({*_READERS, *_LONG} - {*_LONG.values()})
        message = said(
            "the search has no parameter {given}; use {known} as key=value, or a time",
            given=shown(part),
            known=listing(known),
        )
        raise UnknownBot(message, given=part, where="parameter", allowed=known)
    return key, value


def _refused(key: str, value: str, allowed: Sentence) -> UnknownBot:
    message = said("{name} cannot be {given}; use {allowed}", name=key, given=shown(value), allowed=allowed)
    return UnknownBot(message, given=value, where=key, allowed=allowed)


def _simulations(value: str) -> int:
    if not _WHOLE.fullmatch(value):
        raise _refused("sims", value, said("a whole number of simulations"))
    return int(value)


def _seconds(value: str) -> float:
    found = _SECONDS.fullmatch(value)
    if not found:
        raise _refused("time", value, said("seconds or milliseconds, such as 1s, 0.5s or 200ms"))
    return float(found[1]) / (1000 if found[2] == "ms" else 1)


def _choice(key: str, values: dict[str, Any]) -> ValueReader:
    def read(value: str) -> Any:
        if value not in values:
            raise _refused(key, value, listing(list(values)))
        return values[value]

    return read


def _limits(low: str, high: str, *, whole: bool) -> Sentence:
    if whole:
        return said("a whole number from {low} to {high}", low=low, high=high)
    return said("a number from {low} to {high}", low=low, high=high)


def _number(key: str, low: float, high: float, *, whole: bool = False) -> ValueReader:
    def read(value: str) -> Any:
        pattern = _WHOLE if whole else _DECIMAL
        if not pattern.fullmatch(value) or not low <= float(value) <= high:
            limits = {"low": f"{low:g}", "high": f"{high:g}"}
            allowed = (
                said("a whole number from {low} to {high}", **limits)
                if whole
                else said("a number from {low} to {high}", **limits)
            )
            raise _refused(key, value, allowed)
        return int(value) if whole else float(value)

    return read


_READERS: dict[str, ValueReader] = {
    "simulations": _simulations,
    "seconds": _seconds,
    "rollout": _choice("rollout", {"random": "random", "steward": "steward"}),
    "leaf": _choice("leaf", {name: name for name in LEAVES}),
    "observers": _choice("observers", {"each": True, "one": False}),
    **{name: _number(name, *ends, whole=name in ("horizon", "wide")) for name, ends in RANGES.items()},
    "lapse": _number("lapse", 0, 1),
    "trees": _number("trees", 1, 2, whole=True),
    "threads": _number("threads", 1, 2, whole=True),
}
