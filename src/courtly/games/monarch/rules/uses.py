"""What each seat had and did in a match of Monarch, for studies of balance: cards, banners, how turns were spent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from courtly.engine.contract.game import Use
from courtly.games.monarch.rules.view import View

_ACTS = ("harvest", "tax", "sweep", "barter", "pledge", "pass")


def uses(view: View, log: Sequence[Mapping[str, Any]]) -> list[Use]:
    """Return what each seat used, from a spectator's view and log of a finished match.

    `card` is a card that a seat bought or had for a credit, `banner flown` a banner it flew, `action` what it did;
    `court at the end`, `guest at the end` and `banner at the end` are what it holds when points are counted.
    """
    found = [use for event in log for use in _done(event["id"], event["args"])]
    for seat, table in enumerate(view["seats"]):
        found += [Use(seat, "court at the end", held["card"]) for held in table["court"]]
        found += [Use(seat, "guest at the end", held["card"]) for held in table["guests"]]
        if table["banner"] is not None:
            found.append(Use(seat, "banner at the end", table["banner"]["banner"]))
    return found


def _done(event: str, args: Mapping[str, Any]) -> Iterator[Use]:
    """Yield what one event shows."""
    if event == "buy":
        yield Use(args["seat"], "card", args["card"])
    elif event == "fly":
        yield Use(args["seat"], "banner flown", args["banner"])
    elif event in _ACTS:
        yield Use(args["seat"], "action", event)
