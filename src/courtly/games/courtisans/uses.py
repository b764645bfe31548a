"""Cards and missions used by each seat in a match of Courtisans, for studies of balance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from courtly.engine.contract.game import Use
from courtly.games.courtisans.view import View

PLACES = {"above": "queen", "below": "queen"}


def uses(view: View, log: Sequence[Mapping[str, Any]]) -> list[Use]:
    """Return the uses of each seat, from a spectator's view and log of a finished match.

    The kinds of uses are `role` and `family` of a card that the seat played; `place`, the role and area of that card
    (`queen`, `own`, `other`); `kill`, the role of a card that the seat eliminated, or `spare`; `mission`, a mission
    that the seat held; `mission met`, a mission that scored.
    """
    spies = {spy["n"]: spy["card"] for spy in view["spies"]}
    found = [use for event in log for use in _done(event["id"], event["args"], spies)]
    assert view["result"] is not None
    for seat, missions in enumerate(view["result"]["missions"]):
        found += [Use(seat, "mission", mission["mission"]) for mission in missions]
        found += [Use(seat, "mission met", mission["mission"]) for mission in missions if mission["met"]]
    return found


def _done(event: str, args: Mapping[str, Any], spies: Mapping[int, str | None]) -> Iterator[Use]:
    """Yield the uses shown by one event. The family of a spy eliminated face down stays unknown."""
    if event == "spare":
        yield Use(args["seat"], "kill", "spare")
    if event == "eliminate":
        yield Use(args["seat"], "kill", (args["card"] or ".spy").partition(".")[2])
    if event == "play":
        family, _, role = (args["card"] or spies[args["spy"]] or ".spy").partition(".")
        place = {**PLACES, f"domain:{args['seat']}": "own"}.get(args["area"], "other")
        if family:
            yield Use(args["seat"], "family", family)
        yield Use(args["seat"], "role", role)
        yield Use(args["seat"], "place", f"{role} {place}")
