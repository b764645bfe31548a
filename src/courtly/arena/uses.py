"""Items that each seat used in a match, from the game's `uses` function or, without one, from the public log."""

from __future__ import annotations

from courtly.engine.contract.game import Use
from courtly.engine.play.match import Match


def uses_of(match: Match) -> list[Use]:
    """Return the items that each seat used in a finished match."""
    find_uses = match.setup.game.study.uses
    if find_uses is not None:
        return find_uses(match.view(), match.log())
    done = [(event["id"], event["args"]) for event in match.log() if "seat" in event["args"]]
    return [Use(args["seat"], kind, next(filter(_is_id, args.values()), "")) for kind, args in done]


def _is_id(value: object) -> bool:
    return isinstance(value, str)
