"""Mini games: every deal with its probability, and matches that record each seat's knowledge after every move.

Everything is computed from the game's shuffles and observations; `setups` finds the mini games.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from math import prod
from typing import Any, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from courtly.engine.compile.rng import Stream
from courtly.engine.contract.deals import Shuffle
from courtly.engine.contract.game import Setup, find_game
from courtly.engine.contract.layout import States
from courtly.engine.play.match import Match, Opening
from courtly.envs.fast import FastMatch
from courtly.envs.setups import mini_setup


class Deal(NamedTuple):
    """One deal of a setup: its document, its initial state, and the number of equally likely shuffles that give it."""

    document: Mapping[str, Any]
    states: States
    weight: int


def deals(setup: Setup) -> Sequence[Deal]:
    """Return every deal of a mini game. Shuffles that lead to the same state are one deal."""
    return _deals(setup.game.name, tuple(sorted(setup.options.given().items())))


@cache
def _deals(name: str, options: tuple[tuple[str, Any], ...]) -> Sequence[Deal]:
    setup = mini_setup(name, dict(options))
    documents: dict[bytes, Mapping[str, Any]] = {}
    states: dict[bytes, States] = {}
    weights: dict[bytes, int] = defaultdict(int)
    shuffles = setup.game.documents.shuffles(setup, None)
    for lists in product(*map(_sequences, shuffles)):
        found = {shuffle.name: cards for shuffle, (cards, _) in zip(shuffles, lists, strict=True)}
        document, fresh = setup.game.documents.from_shuffles(found), setup.game.rules.state.empty()
        setup.game.documents.read_deal(setup, fresh[0], document)
        key = fresh.tobytes()
        documents[key], states[key] = document, fresh
        weights[key] += prod(weight for _, weight in lists)
    return [Deal(documents[key], states[key], weights[key]) for key in sorted(documents)]


def _sequences(shuffle: Shuffle) -> list[tuple[tuple[str | int, ...], int]]:
    """Return each sequence that can be drawn from a shuffled list, with the number of ways to draw it.

    Equal items count as distinct.
    """

    def drawn(left: Counter[str | int], count: int) -> Iterator[tuple[tuple[str | int, ...], int]]:
        if count == 0:
            yield (), 1
            return
        for item, copies in left.items():
            if copies:
                for rest, ways in drawn(left - Counter([item]), count - 1):
                    yield (item, *rest), copies * ways

    return list(drawn(Counter(shuffle.items), shuffle.kept))


@cache
def _labels(name: str) -> list[str]:
    """Return the label of each number of an observation, such as `hand[3]`."""
    return [
        f"{piece.name}[{','.join(map(str, at))}]" if at else piece.name
        for piece in find_game(name).rules.observation
        for at in np.ndindex(piece.shape)
    ]


class DealtMatch(FastMatch):
    """A match of a mini game from one of its deals.

    Attributes
    ----------
    past
        Observations of all seats after the deal and after every move, each of shape (players, size), float32.
    told
        Changes of these observations as text, by seat.
    """

    def __init__(self, setup: Setup, number: int) -> None:
        self.past: list[npt.NDArray[np.float32]] = []
        self.told: list[list[str]] = [[] for _ in range(setup.players)]
        super().__init__(setup, number)
        self._tell()

    def restart(self, seed: int) -> None:
        """Start with the deal of that number."""
        deal = deals(self.setup)[seed]
        self._states, self._seed, self.moves = deal.states.copy(), seed, []
        self._match: Match | None = None
        self._shares_match = False
        self._look()

    @property
    def match(self) -> Match:
        """The match at the current position. Read it only; do not play moves in it."""
        if self._match is None:
            self._match = Match(self.setup, Opening(deal=deals(self.setup)[self._seed].document))
            self._shares_match = False
        return super().match

    def play(self, move: int) -> None:
        """Play a move; the caller has checked in `mask` that it is legal."""
        super().play(move)
        self._tell()

    def _tell(self) -> None:
        """Record the current knowledge of every seat."""
        now, labels = (
            np.stack([self.observe(seat) for seat in range(self.setup.players)]),
            _labels(self.setup.game.name),
        )
        before = self.past[-1] if self.past else np.zeros_like(now)
        for seat, lines in enumerate(self.told):
            changed = np.flatnonzero(now[seat] != before[seat]).tolist()
            lines.append(" ".join(f"{labels[i]}={now[seat, i]:.4g}" for i in changed))
        self.past.append(now)

    def information(self, seat: int) -> str:
        """Return the whole knowledge of a seat, move by move."""
        return f"seat {seat}: " + " / ".join(self.told[seat])

    def copy(self) -> Self:
        """Return an independent copy of the match."""
        twin = super().copy()
        twin.past, twin.told = list(self.past), [list(lines) for lines in self.told]
        return twin

    def imagined(self, seat: int, rng: Stream) -> Self:
        """Return a match that is consistent with a seat's knowledge; the past of the other seats is left blank."""
        twin = super().imagined(seat, rng)
        blank = [np.zeros_like(now) for now in twin.past]
        for then, known in zip(blank, self.past, strict=True):
            then[seat] = known[seat]
        twin.past = blank[:-1]
        own = twin.told[seat]
        twin.told = [own[:-1] if other == seat else [""] * len(twin.past) for other in range(self.setup.players)]
        twin._tell()
        return twin
