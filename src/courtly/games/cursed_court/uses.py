"""Regions used by each seat in a match of Cursed Court, for studies of balance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from courtly.engine.contract.game import Use
from courtly.games.cursed_court.view import View


def uses(_view: View, log: Sequence[Mapping[str, Any]]) -> list[Use]:
    """Return the uses of each seat, from a spectator's log of a finished match.

    `region` is a region where a seat placed a crown. `region scored` is a region where a crown earned points at the end
    of a year. `chips` is an answer between years: `rebuy` for a stack, or `stand`.
    """
    return [use for event in log for use in _uses_of(event["id"], event["args"])]


def _uses_of(event: str, args: Mapping[str, Any]) -> Iterator[Use]:
    """Yield the uses in one event."""
    if event == "place":
        yield Use(args["seat"], "region", args["region"])
    elif event == "buy":
        yield Use(args["seat"], "chips", "rebuy")
    elif event == "stand":
        yield Use(args["seat"], "chips", "stand")
    elif event == "year-end":
        for crown in args["crowns"]:
            if crown["points"] > 0:
                yield Use(crown["seat"], "region scored", crown["region"])
