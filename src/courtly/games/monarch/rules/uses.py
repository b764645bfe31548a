"""Usage of each seat in a match of Monarch, for balance studies: cards, banners and acts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from courtly.engine.contract.game import Use
from courtly.games.monarch.rules.view import View

_ACTS = ("harvest", "tax", "sweep", "barter", "pledge", "pass")


def uses(view: View, log: Sequence[Mapping[str, Any]]) -> list[Use]:
    """Return the uses of each seat, from a spectator's view and log of a finished match.

    `card` is a card that a seat bought or took with a credit. `banner flown` is a banner it flew.
    `action` is another act. `court at the end`, `guest at the end` and `banner at the end` are its final holdings.
    """
    found = [use for event in log for use in _done(event["id"], event["args"])]
    for seat, table in enumerate(view["seats"]):
        found += [Use(seat, "court at the end", held["card"]) for held in table["court"]]
        found += [Use(seat, "guest at the end", held["card"]) for held in table["guests"]]
        if table["banner"] is not None:
            found.append(Use(seat, "banner at the end", table["banner"]["banner"]))
    return found


def _done(event: str, args: Mapping[str, Any]) -> Iterator[Use]:
    """Yield the uses that one event records."""
    if event == "buy":
        yield Use(args["seat"], "card", args["card"])
    elif event == "fly":
        yield Use(args["seat"], "banner flown", args["banner"])
    elif event in _ACTS:
        yield Use(args["seat"], "action", event)
