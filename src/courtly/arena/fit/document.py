"""Write the result of a fit as a weights file: the weights, and all settings needed to repeat the fit."""

from __future__ import annotations

from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any

import courtly
from courtly.arena.fit.duel import Outcome
from courtly.arena.fit.evolution import FRESH, Fit, FitTask
from courtly.engine.contract.game import find_game


def as_document(task: FitTask, found: Fit, *, command: str) -> dict[str, Any]:
    """Return the content of a weights file; `command` is the command line of the fit."""
    return {
        "weights": task.weights.named(found.after),
        "fitted": {
            "command": command,
            "seed": task.seed,
            "method": f"CMA-ES, cma {version('cma')}",
            "generations": task.generations,
            "population": found.population,
            "deals": task.deals,
            "players": list(found.outcomes),
            "options": dict(task.options or {}),
            "matches": found.matches,
            "left": list(found.idle),
            "before": task.weights.named(found.before),
            "fresh_deals": FRESH * task.deals,
            "share": as_figure(found.total),
            "by_players": {str(players): as_figure(outcome) for players, outcome in found.outcomes.items()},
            "rules": find_game(task.game).version,
            "courtly": courtly.__version__,
            "date": datetime.now(UTC).date().isoformat(),
        },
    }


def as_figure(outcome: Outcome) -> dict[str, Any]:
    """Return the victory share against the old weights, its 95 % interval and its sample size."""
    figure = outcome.figure()
    return {
        "value": figure.value,
        "low": figure.low,
        "high": figure.high,
        "deals": figure.n,
        "matches": outcome.matches,
    }
