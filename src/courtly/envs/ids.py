"""Register the games with Gymnasium and PettingZoo under versioned ids."""

from __future__ import annotations

from typing import Any

from courtly.engine.contract.game import find_game, game_names
from courtly.envs.versions import env_id

_FEW = 2


def register_all() -> list[str]:
    """Add missing games to both registries; return the ids of all games."""
    return [_registered(game) for game in game_names()]


def fewest_players(game: str) -> int:
    """Return the smallest number of seats of a game, which is the default of an environment created by id."""
    described = find_game(game).rules.options.described()
    return next(option.least for option in described if option.name == "players") or _FEW


def _registered(game: str) -> str:
    import gymnasium
    import pettingzoo

    name, given = env_id(game), {"game": game, "players": fewest_players(game)}
    if name not in gymnasium.registry:
        gymnasium.register(
            name,
            entry_point="courtly.envs:gym",
            vector_entry_point="courtly.envs:vector",
            kwargs=given,
        )
    kinds: list[tuple[Any, Any]] = [("aec", pettingzoo.aec_registry), ("parallel", pettingzoo.parallel_registry)]
    for kind, registry in kinds:
        if name not in registry:
            pettingzoo.register(kind, name, entry_point=f"courtly.envs:{kind}", kwargs=given)
    return name
