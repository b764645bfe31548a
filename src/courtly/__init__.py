"""Courtly: games of court intrigue on one compiled rules engine.

>>> import courtly
>>> match = courtly.new_match("courtisans", players=3, edition="2024", seed=7)
>>> match.to_move in range(3)
True
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from courtly.engine.game import find_game, game_names
    from courtly.engine.match import Match
    from courtly.engine.opening import new_match
    from courtly.engine.records import read_record

__version__ = "0.1.0"

__all__ = ["Match", "find_game", "game_names", "new_match", "read_record"]

_HOMES = {
    "Match": "courtly.engine.match",
    "find_game": "courtly.engine.game",
    "game_names": "courtly.engine.game",
    "new_match": "courtly.engine.opening",
    "read_record": "courtly.engine.records",
}


def __getattr__(name: str) -> Any:
    """Load the engine when it is first asked for, so that `courtly --help` need not wait for the compiler."""
    if name not in _HOMES:
        raise AttributeError(f"module 'courtly' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
