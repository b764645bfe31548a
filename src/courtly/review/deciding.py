"""What decided a match: the costliest clear mistake, or the largest significant part of the winner's result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from courtly.engine.play.match import Match
from courtly.review.model import Decided, Decision, Parts

DECISIVE = 0.1
"""Smallest cost of a mistake, or contribution of a part, that can decide a match; a share of victory."""

Kind = Literal["luck", "others", "play"]
KINDS: tuple[Kind, ...] = ("luck", "others", "play")


def decided_by(match: Match, decisions: Sequence[Decision], parts: Sequence[Parts]) -> Decided:
    """Return what decided the match; `nothing` if no mistake and no part is both large and certain."""
    winners = match.winners()
    own = [each for each in decisions if each.clear and not each.by_stand_in]
    lost = [each for each in own if each.seat not in winners and each.cost >= DECISIVE]
    dearest = max(lost, key=lambda each: (each.cost, -each.number), default=None)
    seat = winners[0]
    part, value = _largest(parts[seat])
    if dearest is not None and (part is None or dearest.cost >= value):
        return Decided(kind="mistake", seat=dearest.seat, number=dearest.number, value=dearest.cost)
    if part is not None and len(winners) == 1:
        return Decided(kind=part, seat=seat, value=value)
    return Decided(kind="nothing")


def _largest(parts: Parts) -> tuple[Kind | None, float]:
    """Return the part that contributed most to the win (None if it is small or uncertain), and its value."""
    kind = max(KINDS, key=lambda each: float(getattr(parts, each)))
    value, error = float(getattr(parts, kind)), float(getattr(parts, f"{kind}_error"))
    return (kind, value) if value >= DECISIVE and value > error else (None, value)
