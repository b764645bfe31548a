"""What a match has told an audience, a line for each event."""

from __future__ import annotations

from typing import Any

from courtly.engine.play.match import Match


def log_of(match: Match, seat: int | None = None) -> list[dict[str, Any]]:
    """What a seat, or a spectator, was told: the arguments of each event."""
    return [event["args"] for event in match.log(seat)]


def see(match: Match, seat: int | None = None) -> dict[str, Any]:
    """A view with the lines of its log."""
    return {**match.view(seat), "log": log_of(match, seat)}
