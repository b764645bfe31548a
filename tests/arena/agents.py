"""A Python agent for tests of the benchmark. It plays the first legal move, or misbehaves as its argument says."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from courtly.bots import Choice
from courtly.engine.compile.rng import Stream, below
from courtly.engine.play.knowledge import Knowledge

OWN = f"python:{__name__}:Agent"


class Agent:
    def __init__(self, manner: str = "") -> None:
        self.manner = manner
        self.asked = 0

    def choose(self, knowledge: Knowledge, rng: Stream) -> Any:
        self.asked += 1
        wrong: dict[str, Any] = {"nan": float("nan"), "none": None, "impossible": "play king above", "number": 10**9}
        wrong["array"] = Choice(np.full(2, np.nan))  # type: ignore[arg-type]
        if self.manner in wrong:
            return wrong[self.manner]
        if self.manner == "every second" and self.asked % 2:
            return "nonsense"
        if self.manner == "raise":
            raise ValueError("no idea")
        if self.manner == "die":
            os._exit(7)
        if self.manner == "draw":
            return knowledge.legal[below(rng, len(knowledge.legal))]
        return knowledge.legal[0]
