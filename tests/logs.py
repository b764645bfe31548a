"""The log of a match for one audience."""

from __future__ import annotations

from typing import Any

from courtly.engine.play.match import Match


def log_of(match: Match, seat: int | None = None) -> list[dict[str, Any]]:
    """Return the arguments of all events that a seat or a spectator may see."""
    return [event["args"] for event in match.log(seat)]


def see(match: Match, seat: int | None = None) -> dict[str, Any]:
    """Return a view together with its log."""
    return {**match.view(seat), "log": log_of(match, seat)}
