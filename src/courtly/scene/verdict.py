"""Who has won, in one sentence, for games that count points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from courtly.scene.page import Seen
from courtly.text.reader import Reader


def headline(seen: Seen) -> str:
    """Return who has won, in one sentence."""
    return victory(seen.view["result"], seen.reader)


def victory(result: Mapping[str, Any], reader: Reader) -> str:
    """Return who has won, from a result with `scores` and `winners`."""
    winners, points = result["winners"], max(result["scores"])
    if winners == [reader.seat]:
        return reader.count("You win with {n} point.", "You win with {n} points.", points)
    names = joined([reader.name(seat) for seat in winners], reader)
    if len(winners) > 1:
        return reader.count(
            "{names} share the win with {n} point.", "{names} share the win with {n} points.", points, names=names
        )
    return reader.count("{names} wins with {n} point.", "{names} wins with {n} points.", points, names=names)


def joined(names: Sequence[str], reader: Reader) -> str:
    """Return names as a list in a sentence."""
    if len(names) < 2:
        return "".join(names)
    return reader.say("{names} and {last}", names=", ".join(names[:-1]), last=names[-1])
