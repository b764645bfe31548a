"""What each seat had and did in a match of Monarch, for studies of balance: cards, banners, how turns were spent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from courtly.engine.game import Use

_TAKEN = ("buy", "free")
_ACTS = ("harvest", "tax", "sweep", "barter", "pledge", "pass")


def uses(view: Mapping[str, Any]) -> list[Use]:
    """Return what each seat used, from a spectator's view of a finished match.

    `card` is a card that a seat bought or had for a credit, `banner flown` a banner it flew, `action` what it did;
    `court at the end`, `guest at the end` and `banner at the end` are what it holds when points are counted.
    """
    found = [use for line in view["log"] if "move" in line for use in _moved(line["seat"], line["move"].split(" "))]
    for seat, table in enumerate(view["seats"]):
        found += [Use(seat, "court at the end", held["card"]) for held in table["court"]]
        found += [Use(seat, "guest at the end", held["card"]) for held in table["guests"]]
        if table["banner"] is not None:
            found.append(Use(seat, "banner at the end", table["banner"]["banner"]))
    return found


def _moved(seat: int, words: list[str]) -> list[Use]:
    """Return what one line of the log shows."""
    if words[0] in _TAKEN:
        return [Use(seat, "card", words[1])]
    if words[0] == "fly":
        return [Use(seat, "banner flown", words[1])]
    return [Use(seat, "action", words[0])] if words[0] in _ACTS else []
