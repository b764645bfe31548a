"""What to train, and how long."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

from courtly.arena.extras import library
from courtly.arena.plan import check_range
from courtly.arena.run import Resources
from courtly.bots import find_bot
from courtly.bots.learned.files import BadNet, feature_count
from courtly.engine.contract.game import Setup, set_up
from courtly.engine.errors import BadOption, cannot_be
from courtly.engine.play.match import MAX_SEED
from courtly.engine.sentences import said

PART = 65_536
"""Positions that are played, learnt and forgotten at once; a training is a whole number of such parts."""

MOST_ROUNDS = 100


@dataclass(frozen=True)
class TrainTask:
    """What to train a net on, and what it has to beat.

    Attributes
    ----------
    game, options
        The game and its options as a record holds them, `players` among them: a net is for one number of seats.
    parts
        How many times `PART` positions it learns from.
    rounds, matches
        How often a search with the net so far plays, and how many matches each time; later parts go on from there.
    seed
        Decides every position, the net's first numbers, and the deals of the trial.
    stray
        One of so many moves of the matches is random.
    deals
        Deals of the trial, each played in every seating; 0: no trial.
    parameters
        Parameters of the search with the net in the trial; the one without it has the same.
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
        """The game with its options, checked."""
        return set_up(self.game, dict(self.options))

    @property
    def opponent(self) -> str:
        """The specification of what the net has to beat."""
        return f"ismcts:{self.parameters}"

    def check(self, workers: int | None = None) -> None:
        """Raise an error for what cannot be, a library that is missing among it."""
        self._check_game()
        learner()
        check_range("parts", self.parts, 100_000)
        check_range("matches", self.matches, 100_000)
        check_range("stray", self.stray, 1_000_000)
        if not 0 <= self.rounds <= MOST_ROUNDS:
            raise cannot_be("rounds", self.rounds, said("a whole number, {low} to {high}", low=0, high=MOST_ROUNDS))
        if self.deals:
            check_range("deals", self.deals, 1_000_000)
        if not 0 <= self.seed <= MAX_SEED:
            raise cannot_be("seed", self.seed, said("a whole number, {low} to {high}", low=0, high=MAX_SEED))
        find_bot(self.opponent)
        Resources(workers=workers).check()

    def _check_game(self) -> None:
        try:
            feature_count(self.setup)
        except BadNet as error:
            raise BadOption(error.sentence, given=self.game, where="game") from None

    def learnt_from(self) -> dict[str, Any]:
        """Return what the numbers of the net depend on, as a plain value."""
        named = asdict(self)
        return {name: named[name] for name in ("game", "options", "parts", "rounds", "matches", "seed", "stray")}

    def round_of(self, part: int) -> int:
        """Return how many rounds of the search's play come before a part: the parts are divided evenly."""
        return part * (self.rounds + 1) // self.parts


def learner() -> Any:
    """Return the library that trains, or raise `BadOption`."""
    return library("sklearn.neural_network", said("nets"), where="game")
