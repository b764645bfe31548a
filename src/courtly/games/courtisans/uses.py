"""What each seat had and did in a match of Courtisans, for studies of balance: cards laid, and missions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from courtly.engine.game import Use


def uses(view: Mapping[str, Any]) -> list[Use]:
    """Return what each seat used, from a spectator's view of a finished match.

    `role` and `family` are those of a card that a seat played, `place` where it went (`queen`, `own`, `other`), `kill`
    a target eliminated, `mission` a mission held, `mission met` one that gave its points.
    """
    spies = {f"spy:{spy['n']}": spy["card"] for spy in view["spies"]}
    found = []
    for line in view["log"]:
        found += _moved(line["seat"], line["move"].split(" "), spies)
    for seat, missions in enumerate(view["result"]["missions"]):
        found += [Use(seat, "mission", mission["mission"]) for mission in missions]
        found += [Use(seat, "mission met", mission["mission"]) for mission in missions if mission["met"]]
    return found


def _moved(seat: int, words: list[str], spies: Mapping[str, str | None]) -> list[Use]:
    """Return what one line of the log shows; the family of a spy that was eliminated face down is never known."""
    if words[0] == "spare":
        return [Use(seat, "kill", "spare")]
    family, _, role = (spies.get(words[1], words[1]) or ".spy").partition(".")
    if words[0] == "kill":
        return [Use(seat, "kill", role)]
    places = {"above": "queen", "below": "queen", f"domain:{seat}": "own"}
    place = Use(seat, "place", f"{role} {places.get(words[2], 'other')}")
    return [*([Use(seat, "family", family)] if family else []), Use(seat, "role", role), place]
