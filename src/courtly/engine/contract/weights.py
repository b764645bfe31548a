"""The weights of a game's rule-based player: names, ranges and the file that holds them.

A file is JSON: `{"weights": {NAME: NUMBER}, "fitted": {...}}`; the second part describes the source of the numbers.
The content of a match carries the weights, so two players of one game can use different ones.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from importlib.resources import files
from typing import Any

import numpy as np
import numpy.typing as npt

from courtly.engine.errors import BadOption, listing, shown
from courtly.engine.sentences import said

Numbers = npt.NDArray[np.float64]
"""One number per weight, in the order of the game's `Weight`: shape (weights,), float64."""

Range = tuple[float, float]
"""The least and the greatest value of a weight."""


@dataclass(frozen=True)
class Weights:
    """The weights of a game's rule-based player.

    Attributes
    ----------
    package
        The package of the game; its file `steward.json` holds the current weights.
    ranges
        The range of each weight, in order.
    """

    package: str
    ranges: Mapping[IntEnum, Range]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the weights in a file, in order."""
        return tuple(weight.name.lower() for weight in self.ranges)

    @cached_property
    def limits(self) -> tuple[Numbers, Numbers]:
        """The least and the greatest value of every weight: two arrays of shape (weights,)."""
        low, high = zip(*self.ranges.values(), strict=True)
        return np.array(low, np.float64), np.array(high, np.float64)

    @cached_property
    def document(self) -> dict[str, Any]:
        """The parsed `steward.json` of the game."""
        text = files(self.package).joinpath("steward.json").read_text(encoding="utf-8")
        document: dict[str, Any] = json.loads(text)
        return document

    @cached_property
    def present(self) -> Numbers:
        """The current weights of the game, read only."""
        numbers = self.read(self.document, where=f"{self.package}/steward.json")
        numbers.setflags(write=False)
        return numbers

    def read(self, document: object, *, where: str) -> Numbers:
        """Return the weights in a parsed file.

        Raises
        ------
        BadOption
            A weight is missing, unknown, not a number or out of its range; `where` names the file.
        """
        found = document.get("weights") if isinstance(document, Mapping) else None
        if not isinstance(found, Mapping):
            allowed = '{"weights": {NAME: NUMBER, ...}, "fitted": {...}}'
            message = said(
                "{file} has no weights; a file of weights must look like {allowed}", file=where, allowed=allowed
            )
            raise BadOption(message, where=where, allowed=allowed, problem="file")
        if set(found) != set(self.names):
            odd = sorted(set(map(str, found)) ^ set(self.names))
            missing = [name for name in odd if name in self.names]
            places = {"file": where, "name": shown((missing or odd)[0]), "known": listing(self.names)}
            message = (
                said("{file} has no weight {name}; it needs {known}", **places)
                if missing
                else said("{file} has an unknown weight {name}; choose from {known}", **places)
            )
            raise BadOption(message, given=odd, where=where, allowed=self.names, problem="file")
        return np.array([self._number(found[name], name, where) for name in self.names], np.float64)

    def _number(self, value: object, name: str, where: str) -> float:
        low, high = (float(limit[self.names.index(name)]) for limit in self.limits)
        # NaN fails both comparisons.
        if isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high:
            return float(value)
        allowed = said("{low} to {high}", low=f"{low:g}", high=f"{high:g}")
        message = said(
            "weight {name} of {file} cannot be {given}; use a number, {allowed}",
            name=name,
            file=where,
            given=shown(value),
            allowed=allowed,
        )
        raise BadOption(message, given=value, where=name, allowed=allowed, problem="file")

    def named(self, numbers: Numbers) -> dict[str, float]:
        """Return weights by name, as in a file."""
        return dict(zip(self.names, numbers.tolist(), strict=True))
