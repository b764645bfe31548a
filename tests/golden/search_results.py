"""The search results for a few positions of each game, stored in `search_results.json` by `python -m tests.golden`.

The same knowledge, stream and number of simulations give exactly the same result. A difference is either a defect or an
intended change of the search. After an intended change, measure the strength of the search again.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from courtly.bots import Choice, find_bot
from courtly.engine.compile.rng import stream
from courtly.engine.contract.game import set_up
from courtly.testing.positions import random_match

FILE = Path(__file__).with_name("search_results.json")

_POSITIONS: list[tuple[str, dict[str, Any], int]] = [
    ("courtisans", {"players": 2}, 0),
    ("courtisans", {"players": 3}, 14),
    ("courtisans", {"players": 5, "edition": "2023"}, 30),
    ("cursed_court", {"players": 3}, 0),
    ("cursed_court", {"players": 4, "great_exchange": "cash"}, 25),
    ("cursed_court", {"players": 2, "masquerade": True}, 12),
    ("monarch", {"players": 2}, 0),
    ("monarch", {"players": 3}, 40),
]
"""The game, its options, and the number of random moves before the position."""

_SPECS = [
    "ismcts:sims=200",
    "ismcts:sims=150,rollout=random,horizon=100000,prior=0",
    "ismcts:sims=150,rollout=random,prior=0.8,horizon=20",
    "ismcts:sims=150,observers=each,wide=4,explore=1.5,unknown=0.2,margin=0.1,scale=3",
    "ismcts:sims=201,trees=2",
    "novice",
]


class Asked(NamedTuple):
    """A position and the bot that evaluates it."""

    game: str
    options: dict[str, Any]
    moves: int
    spec: str

    @property
    def label(self) -> str:
        """The key of the position in the file."""
        options = ", ".join(f"{name} {value}" for name, value in self.options.items())
        return f"{self.game}, {options}, after {self.moves} moves: {self.spec}"


def every_question() -> Iterator[Asked]:
    """Yield every position with every search specification."""
    for position in _POSITIONS:
        for spec in _SPECS:
            yield Asked(*position, spec)


def search_results() -> dict[str, dict[str, Any]]:
    """Return all results by game and label."""
    found: dict[str, dict[str, Any]] = {}
    for asked in every_question():
        found.setdefault(asked.game, {})[asked.label] = search_result_of(asked)
    return found


def search_result_of(asked: Asked) -> dict[str, Any]:
    """Return the choice and its statistics, as in the file."""
    match = random_match(set_up(asked.game, asked.options), seed=6, moves=asked.moves)
    assert match.to_move is not None
    return written(find_bot(asked.spec).choose(match.knowledge(match.to_move), stream(3)))


def written(choice: Choice) -> dict[str, Any]:
    """Return a choice as JSON: the eight most visited moves, each with its visits, value and chance."""
    assert choice.thought is not None
    moves = [[each.move, each.visits, each.value, each.chance] for each in choice.thought.moves]
    return {"simulations": choice.thought.simulations, "considered": len(moves), "moves": moves[:8]}
