"""From what a table says to the clause behind it: `links.toml` in a game's folder `teaching`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache

from courtly.engine.contract.game import find_game, game_names
from courtly.engine.errors import IllegalMove
from courtly.teaching.files import taught
from courtly.text.languages import worded


@cache
def refusals_of(game: str) -> Mapping[str, str]:
    """Return the clause of each reason why a move of a game is refused, by the code of the reason."""
    path = taught(game, "links.toml")
    if path is None:
        return {}
    found: dict[str, str] = tomllib.loads(path.read_text(encoding="utf-8"))["refusals"]
    return found


@cache
def clauses_by_words(game: str, lang: str) -> Mapping[str, str]:
    """Return the clauses by what is said in a language to one whose move is refused."""
    clauses, found = refusals_of(game), find_game(game)
    told = [found.reason(number) for number in found.rules.reasons]
    return {worded(why, lang): clauses[code] for code, why in told if code in clauses}


def clause_of(error: IllegalMove) -> tuple[str, str] | None:
    """Return the game whose move is refused and the clause that says why; None where no game says so."""
    game = error.why.domain
    clause = refusals_of(game).get(error.reason) if game in game_names() else None
    return (game, clause) if clause else None
