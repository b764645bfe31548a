"""Measure how much better a search plays Courtisans if it sees all cards: an estimate of what guesses could gain.

`python -m tools.sees_all` plays `ismcts` with the true deal against normal `ismcts`, with equal simulations, on
duplicate deals with two players. The cheating search gets the true hands, spies and missions instead of redeals. Each
of its simulations shuffles only the deck. It assumes that its opponent sees all cards, too.

The cheating search is not available as a bot: it needs the match, and a bot gets only a seat's knowledge.
"""

from __future__ import annotations

import argparse
import sys

import numpy as np

from courtly.bots.search.backup import backpropagate, count_visits
from courtly.bots.search.bot import Ismcts
from courtly.bots.search.grow import Start, StopFlag, new_scratch
from courtly.bots.search.guide import Guide, Leaf, value
from courtly.bots.search.playouts import playouts
from courtly.bots.search.select import descend
from courtly.bots.search.settings import SearchSettings
from courtly.bots.search.state import DEPTH, ROOT, SEATS
from courtly.engine.compile.kernel import kernel
from courtly.engine.compile.rng import Stream, below, restart
from courtly.engine.contract.game import Record, Setup, set_up
from courtly.engine.contract.layout import States
from courtly.engine.play.knowledge import Knowledge
from courtly.engine.play.match import Match
from tools.duels import Chooser, duel, of_bot


class Truth(Knowledge):
    """A seat's knowledge, with the true state instead of samples."""

    __slots__ = ("_truth",)

    def __init__(self, match: Match) -> None:
        seat, self._truth = int(match.state()[0].to_move), match.state()
        super().__init__(match.setup, seat, match.view(seat), self._truth)

    def redeal(self, rng: Stream) -> States:
        """Return the true state."""
        return self._truth.copy()


@kernel
def shuffle_deck(content: Record, s: Record, rng: Stream) -> None:
    """Shuffle the remaining cards of the deck in place."""
    for i in range(s.drawn, content.in_play):
        j = i + below(rng, int(content.in_play) - i)
        card = s.deck[i]
        s.deck[i] = s.deck[j]
        s.deck[j] = card


@kernel
def grow_seeing(  # noqa: PLR0913, PLR0917 - a search hands it these
    contents: States, states: States, search_states: States, nodes: States, guide: Guide, stop: StopFlag
) -> int:
    """Run simulations as `grow` does, but shuffle only the deck instead of redealing all hidden cards."""
    search_state, content, s = search_states[0], contents[0], states[1]
    rng, scratch = np.empty(1, np.uint64), new_scratch(int(search_state.most))
    path, rewards = np.empty(DEPTH, np.int32), np.empty((2, SEATS), np.float64)
    for i in range(search_state.batch):
        if stop[0]:
            return i
        restart(rng, int(search_state.luck), int(search_state.done))
        states[1] = states[0]
        shuffle_deck(content, s, rng)
        path_end = descend(content, s, search_state, nodes, guide, path, scratch, rng)
        count_visits(nodes, path, path_end)
        leaf = Leaf(nodes, int(path[path_end.depth - 1]) if path_end.depth else ROOT, scratch.moves)
        value(guide, content, s, leaf, rng, rewards)
        backpropagate(nodes, path, path_end, rewards)
        search_state.done += 1
    return int(search_state.batch)


def begin_seeing(setup: Setup, s: Record, settings: SearchSettings, rng: Stream) -> Start:
    """Return the start of a search that gets the true deal."""
    return playouts(setup, s, settings, rng)._replace(loop=grow_seeing)


def seeing(simulations: int) -> Chooser:
    """Return the cheating search. With `observers=one`, its tree assumes no redeals from an opponent's knowledge."""
    bot = Ismcts(f"sims={simulations},threads=1,observers=one", begin=begin_seeing)
    return lambda match, rng: bot.choose(Truth(match), rng).move


def main() -> int:
    """Play the duel and print the win share."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--simulations", type=int, default=500)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    setup = set_up("courtisans", {"players": 2})
    honest = of_bot(Ismcts(f"sims={asked.simulations},threads=1"))
    found = duel(setup, seeing(asked.simulations), honest, asked.deals, asked.seed)
    print(f"victory share {found.as_dict()}, {asked.deals} deals, {2 * asked.deals} matches")
    return 0


if __name__ == "__main__":
    sys.exit(main())
