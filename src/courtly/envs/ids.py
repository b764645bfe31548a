"""The games in the registries of Gymnasium and PettingZoo, under versioned ids."""

from __future__ import annotations

from typing import Any

from courtly.engine.contract.game import find_game, game_names
from courtly.envs.versions import env_id

_FEW = 2


def register_all() -> list[str]:
    """Add every game that is not there yet to both registries; return the ids of all."""
    return [_registered(game) for game in game_names()]


def fewest_players(game: str) -> int:
    """Return how many seats a game has at least: those of an environment that is made by its id alone."""
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
