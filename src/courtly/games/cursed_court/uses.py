"""What each seat had and did in a match of Cursed Court, for studies of balance: where it bet, and what scored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from courtly.engine.contract.game import Use
from courtly.games.cursed_court.view import View


def uses(_view: View, log: Sequence[Mapping[str, Any]]) -> list[Use]:
    """Return what each seat used, from a spectator's log of a finished match.

    `region` is a region that a seat put a crown on, `region scored` one that gave its crown points at the end of a
    year, `chips` a stack bought between years or none.
    """
    return [use for event in log for use in _done(event["id"], event["args"])]


def _done(event: str, args: Mapping[str, Any]) -> Iterator[Use]:
    """Yield what one event shows."""
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
