"""The maximum number of moves of a match of Courtisans."""

from __future__ import annotations

from typing import Any

from courtly.games.courtisans.content import compile_content
from courtly.games.courtisans.state import ROLES, Role


def longest(options: Any) -> int:
    """Return the maximum number of moves: one for each card in play (3.2), and one for each assassin (5.1)."""
    content = compile_content(options)[0]
    assassins = sum(int(kind) % ROLES == Role.ASSASSIN for kind in content.cards if kind >= 0)
    return int(content.in_play) + min(assassins, int(content.in_play))
