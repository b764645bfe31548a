"""Who has won, in one sentence, for games that count points."""

from __future__ import annotations

from collections.abc import Sequence

from courtly.web.seen import Seen
from courtly.web.text import Speaker


def headline(seen: Seen) -> str:
    """Return who has won, in one sentence."""
    result, speaker = seen.view["result"], seen.speaker
    winners, points = result["winners"], max(result["scores"])
    names = joined([seen.names[seat] for seat in winners], speaker)
    if winners == [seen.seat]:
        return speaker.count("You win with {n} point.", "You win with {n} points.", points)
    if len(winners) > 1:
        return speaker.count(
            "{names} share the win with {n} point.", "{names} share the win with {n} points.", points, names=names
        )
    return speaker.count("{names} wins with {n} point.", "{names} wins with {n} points.", points, names=names)


def joined(names: Sequence[str], speaker: Speaker) -> str:
    """Return names as a list in a sentence."""
    if len(names) < 2:
        return "".join(names)
    return speaker.say("{names} and {last}", names=", ".join(names[:-1]), last=names[-1])
