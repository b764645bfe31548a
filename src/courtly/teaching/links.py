"""Links from error messages of a table to rule clauses: `links.toml` in a game's folder `teaching`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache

from courtly.engine.contract.game import find_game, game_names
from courtly.engine.errors import IllegalMove
from courtly.teaching.files import teaching_file
from courtly.text.languages import worded


@cache
def clauses_by_reason(game: str) -> Mapping[str, str]:
    """Return the clause for each reason why a move of a game is illegal, by reason code."""
    path = teaching_file(game, "links.toml")
    if path is None:
        return {}
    found: dict[str, str] = tomllib.loads(path.read_text(encoding="utf-8"))["refusals"]
    return found


@cache
def clauses_by_words(game: str, lang: str) -> Mapping[str, str]:
    """Return the clauses by the localized text of the reason."""
    clauses, found = clauses_by_reason(game), find_game(game)
    told = [found.reason(number) for number in found.rules.reasons]
    return {worded(why, lang): clauses[code] for code, why in told if code in clauses}


def clause_of(error: IllegalMove) -> tuple[str, str] | None:
    """Return the game of an illegal move and the clause for the reason, None if there is no link."""
    game = error.why.domain
    clause = clauses_by_reason(game).get(error.reason) if game in game_names() else None
    return (game, clause) if clause else None
