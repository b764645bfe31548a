"""Courtly: games of court intrigue on one compiled rules engine.

Examples
--------
>>> import courtly
>>> match = courtly.new_match("courtisans", players=3, edition="2024", seed=7)
>>> match.to_move in range(3)
True
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from courtly.engine.contract.game import find_game, game_names, set_up
    from courtly.engine.play.match import Match
    from courtly.engine.play.opening import new_match
    from courtly.engine.play.records import read_record
    from courtly.engine.play.vector import Vector

__version__ = "0.1.0"

__all__ = ["Match", "Vector", "find_game", "game_names", "new_match", "read_record", "set_up"]

_MODULES = {
    "Match": "courtly.engine.play.match",
    "Vector": "courtly.engine.play.vector",
    "find_game": "courtly.engine.contract.game",
    "game_names": "courtly.engine.contract.game",
    "new_match": "courtly.engine.play.opening",
    "read_record": "courtly.engine.play.records",
    "set_up": "courtly.engine.contract.game",
}


def __getattr__(name: str) -> Any:
    """Load the engine on first use, so that `courtly --help` does not wait for the compiler."""
    if name not in _MODULES:
        raise AttributeError(f"module 'courtly' has no attribute {name!r}")
    return getattr(import_module(_MODULES[name]), name)
