"""The settings of a training."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

from courtly.arena.plan import check_range
from courtly.arena.run import Resources
from courtly.bots import find_bot
from courtly.bots.learned.files import BadNet, feature_count
from courtly.engine.contract.game import Setup, set_up
from courtly.engine.errors import BadOption, cannot_be
from courtly.engine.extras import library
from courtly.engine.play.match import MAX_SEED
from courtly.engine.sentences import said

PART = 65_536
"""Number of positions in a part; a training consists of whole parts."""

MAX_ROUNDS = 100


@dataclass(frozen=True)
class TrainTask:
    """The settings of a training and of its trial.

    Attributes
    ----------
    game, options
        The game and its options as in a match record, including `players`: a net is for one number of seats.
    parts
        Number of parts of `PART` positions each.
    rounds, matches
        Number of self-play rounds, and of matches in each round. Later parts start from positions of these matches.
    seed
        Seed of all positions, of the net's initial weights, and of the trial's deals.
    stray
        In stewards' matches, one move in `stray` is random, on average.
    deals
        Number of deals in the trial, each played in every seating; 0 for no trial.
    parameters
        Parameters of both searches in the trial.
    """

    game: str
    options: Mapping[str, Any]
    parts: int = 24
    rounds: int = 2
    matches: int = 300
    seed: int = 0
    stray: int = 10
    deals: int = 60
    parameters: str = "20ms,threads=1"

    @cached_property
    def setup(self) -> Setup:
        """The game with its validated options."""
        return set_up(self.game, dict(self.options))

    @property
    def opponent(self) -> str:
        """The specification of the net's opponent in the trial."""
        return f"ismcts:{self.parameters}"

    def check(self, workers: int | None = None) -> None:
        """Raise an error if a setting is invalid or a library is missing."""
        self._check_game()
        learner()
        check_range("parts", self.parts, 100_000)
        check_range("matches", self.matches, 100_000)
        check_range("stray", self.stray, 1_000_000)
        if not 0 <= self.rounds <= MAX_ROUNDS:
            raise cannot_be("rounds", self.rounds, said("a whole number from {low} to {high}", low=0, high=MAX_ROUNDS))
        if self.deals:
            check_range("deals", self.deals, 1_000_000)
        if not 0 <= self.seed <= MAX_SEED:
            raise cannot_be("seed", self.seed, said("a whole number from {low} to {high}", low=0, high=MAX_SEED))
        find_bot(self.opponent)
        Resources(workers=workers).check()

    def _check_game(self) -> None:
        try:
            feature_count(self.setup)
        except BadNet as error:
            raise BadOption(error.sentence, given=self.game, where="game") from None

    def learnt_from(self) -> dict[str, Any]:
        """Return the settings that determine the net's weights, as a dictionary."""
        named = asdict(self)
        return {name: named[name] for name in ("game", "options", "parts", "rounds", "matches", "seed", "stray")}

    def round_of(self, part: int) -> int:
        """Return the number of self-play rounds before a part. Rounds are spread evenly over the parts."""
        return part * (self.rounds + 1) // self.parts


def learner() -> Any:
    """Return the library that trains nets, or raise `BadOption`."""
    return library("sklearn.neural_network", said("nets"), where="game")
