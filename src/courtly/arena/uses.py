"""What each seat used in a match: as its game tells it, else the words of its moves."""

from __future__ import annotations

from courtly.engine.game import Use
from courtly.engine.match import Match


def uses_of(match: Match) -> list[Use]:
    """Return what each seat used in a finished match."""
    view = match.view()
    told = match.setup.game.uses
    if told is not None:
        return told(view)
    moves = [(line["seat"], line["move"].split(" ")) for line in view["log"] if "move" in line]
    return [Use(seat, words[0], " ".join(words[1:2])) for seat, words in moves]
