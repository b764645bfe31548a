"""Best response to a fixed opponent: a search with a net that learns from its own matches against that opponent.

`python -m tools.best_response monarch --opponent ismcts:sims=100,threads=1,leaf=net` plays rounds of matches against
the opponent, with some random moves. After each round, the net learns from all positions so far to predict the outcome
of a match. The search of the next round uses the new net. At the end, the search plays fresh duplicate deals. Its win
share is a lower bound for the best response: a stronger response may exist.

If the game has features and a shipped net, training starts from the shipped net, which evaluates positions at the start
of a turn. For any other game, training starts from matches between stewards. The net then evaluates every position, and
its input is the observation of the player to move.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from courtly.arena.entrants import check_spec, make_bot
from courtly.arena.train.task import learner
from courtly.bots.base import Bot, choose
from courtly.bots.learned.leaf import learned
from courtly.bots.learned.net import HIDDEN, OUTPUTS_PER_SEAT, Floats, Net
from courtly.bots.learned.net_store import net_of
from courtly.bots.search.batches import Batched, Leaves
from courtly.bots.search.bot import Begin, Ismcts
from courtly.bots.search.grow import Start
from courtly.bots.search.playouts import Playouts, Rollout, playouts, reward
from courtly.bots.search.settings import SearchSettings
from courtly.bots.search.state import NOTHING, SEATS
from courtly.engine.arrays import Float64Array
from courtly.engine.compile.rng import Stream, below, stream
from courtly.engine.contract.game import Record, Setup, set_up
from courtly.engine.extras import library
from courtly.engine.play.match import Match, Opening
from courtly.engine.sentences import said
from tools.duels import duel, of_bot

RANDOM_MOVE_1_IN = 25
"""In training, one in this many moves of the responder is random. The responder is the player that learns."""

BATCH, EPOCHS = 256, 6
"""Batch size and number of epochs. The epoch that predicts the held-out matches best is used."""

RATE, FINE = 1e-3, 1e-4
"""Learning rate of a new net, and of a net whose training continues."""

STEWARDS, STEWARD_RANDOM_1_IN, SPACING = 60_000, 10, 8
"""For a game without a shipped net: the number of matches between stewards. One in `STEWARD_RANDOM_1_IN` moves in these
matches is random, and one in `SPACING` positions is recorded."""

HELD = 10
"""One in this many matches is held out from training, to measure predictions."""

LEAVES = 5
"""Number of leaves in a batch, if the net reads observations. A search of 100 simulations needs 20 batches."""

_STREAM_LABEL = 0x62657374
"""Part of the seed, so that these matches do not share random streams with other code."""


@dataclass(frozen=True, slots=True)
class Played:
    """Recorded positions: network inputs, outcomes by seat with the seat to move first, and match numbers."""

    x: Any
    y: Floats
    match: Any

    def __add__(self, other: Played) -> Played:
        """Return both sets of positions together. Their match numbers must be distinct."""
        pairs = ((self.x, other.x), (self.y, other.y), (self.match, other.match))
        return Played(*(np.concatenate(pair) for pair in pairs))


@dataclass(frozen=True, slots=True)
class NetInput:
    """The network input of a game, and how a search uses the net.

    Attributes
    ----------
    size
        Number of input values.
    write
        `write(content, s, responder, out)` writes the input into `out` and returns True. If the net does not evaluate
        this position, it returns False.
    begin
        Returns the function that starts a search with a given net.
    """

    size: int
    write: Callable[[Record, Record, int, Floats], bool]
    begin: Callable[[Net], Begin]


def net_input(setup: Setup) -> NetInput:
    """Return the input of a game: its features if it has them, else the input that `_write_observation` writes."""
    kernels, features = setup.game.rules.kernels, setup.game.study.features
    if features is None:
        size = setup.game.rules.observation.size + OUTPUTS_PER_SEAT * setup.players + 1
        return NetInput(size, partial(_write_observation, setup), lambda net: partial(_begin_with_observations, net))

    def judge(content: Record, s: Record, _responder: int, out: Floats) -> bool:
        return bool(kernels.features(content, s, out))

    return NetInput(features(setup.players), judge, lambda net: partial(learned, net))


def _write_observation(setup: Setup, content: Record, s: Record, responder: int, out: Floats) -> bool:
    """Write the observation of the seat to move, the outcome if the match ended now, and 1 if the responder moves."""
    size = setup.game.rules.observation.size
    setup.game.rules.kernels.observe(content, s, int(s.to_move), out[:size])
    out[size:-1] = np.roll(_end(setup, s), -int(s.to_move), axis=0).ravel()
    out[-1] = s.to_move == responder
    return True


def _begin_with_observations(net: Net, setup: Setup, s: Record, settings: SearchSettings, rng: Stream) -> Start:
    """Return the start of a search; its net evaluates each leaf from the observation of the seat to move there."""
    start = playouts(setup, s, settings, rng)
    return start._replace(loop=Batched(_ObservationEvaluator(net, setup, start.guide, int(s.to_move)), LEAVES))


class _ObservationEvaluator:
    """Evaluates leaves from the observations of the seats to move. The responder is the searching seat."""

    def __init__(self, net: Net, setup: Setup, guide: Playouts, responder: int) -> None:
        self._net, self._setup, self._guide, self._responder = net, setup, guide, responder

    def __call__(self, leaves: Leaves, rewards: Float64Array) -> None:
        """Write the values of leaves into `rewards`. In a new leaf, store the steward's move as the preferred move."""
        content, guide = leaves.contents[0], self._guide
        x = np.zeros((len(leaves.states), len(self._net.first)), np.float32)
        found: list[tuple[Record, Record]] = list(zip(leaves.states, leaves.simulations, strict=True))
        for i, (s, one) in enumerate(found):
            if s.to_move >= 0:
                self._note(content, s, leaves.nodes[one.node], np.array([one.luck], np.uint64))
                _write_observation(self._setup, content, s, self._responder, x[i])
        outputs = judged(self._net, x)
        for i, (s, _) in enumerate(found):
            if s.to_move < 0:
                reward(guide, content, s, rewards[i])
                continue
            seats = (int(s.to_move) + np.arange(guide.players)) % guide.players
            won, margin = outputs[i, ::OUTPUTS_PER_SEAT], outputs[i, 1::OUTPUTS_PER_SEAT]
            rewards[i, 0, seats], rewards[i, 1, seats] = (1 - guide.margin) * won + guide.margin * margin, won

    def _note(self, content: Record, s: Record, node: Record, rng: Stream) -> None:
        if self._guide.prior and node.note == NOTHING:
            node.note = self._setup.game.rules.kernels.policy(content, s, rng)


def judged(net: Net, x: Floats) -> Floats:
    """Return the outputs of a net for a batch of positions. `evaluate` does this for a single position."""
    one = np.maximum(x @ net.first + net.first_bias, 0)
    two = np.maximum(one @ net.second + net.second_bias, 0)
    outputs: Floats = np.clip(two @ net.last + net.last_bias, 0, 1)
    return outputs


def play(setup: Setup, responder: Bot, opponent: Bot, matches: range, seed: int) -> Played:
    """Play matches with the responder in a random seat, and record every position that the net evaluates."""
    net_inputs, rows, ends, numbers = net_input(setup), list[Any](), list[Any](), list[int]()
    for number in matches:
        seen, movers, match = _play_recorded(
            setup, net_inputs, (responder, opponent), stream(seed, _STREAM_LABEL, number)
        )
        end = _end(setup, match.state()[0])
        for row, mover in zip(seen, movers, strict=True):
            rows.append(row)
            ends.append(np.roll(end, -mover, axis=0).ravel())
        numbers += [number] * len(seen)
    return Played(np.stack(rows).astype(np.float16), np.array(ends, np.float32), np.array(numbers))


def play_stewards(setup: Setup, matches: int, seed: int) -> Played:
    """Play matches between stewards, with some random moves, and record some positions.

    The responder is a random seat.
    """
    net_inputs, kernels, content = net_input(setup), setup.game.rules.kernels, setup.content
    rows, ends, numbers, moves = list[Any](), list[Any](), list[int](), np.empty(setup.max_legal, np.int32)
    for number in range(matches):
        rng, s, movers = stream(seed, _STREAM_LABEL, number, 1), setup.game.rules.state.empty()[0], list[int]()
        kernels.deal(content, s, rng)
        responder = below(rng, 2)
        while s.to_move >= 0:
            row = np.zeros(net_inputs.size, np.float32)
            if below(rng, SPACING) == 0 and net_inputs.write(content, s, responder, row):
                rows.append(row)
                movers.append(int(s.to_move))
            is_random = below(rng, STEWARD_RANDOM_1_IN) == 0
            move = moves[below(rng, kernels.legal(content, s, moves))] if is_random else kernels.policy(content, s, rng)
            kernels.apply(content, s, int(move))
        end = _end(setup, s)
        ends += [np.roll(end, -mover, axis=0).ravel() for mover in movers]
        numbers += [number] * len(movers)
    return Played(np.stack(rows).astype(np.float16), np.array(ends, np.float32), np.array(numbers))


def _play_recorded(
    setup: Setup, net_inputs: NetInput, bots: tuple[Bot, Bot], rng: Stream
) -> tuple[list[Floats], list[int], Match]:
    """Play one match; return the inputs of its positions, the seat to move in each, and the match."""
    match, responder = Match(setup, Opening(int(rng[0]) >> 1)), below(rng, 2)
    seen, movers = list[Floats](), list[int]()
    while match.to_move is not None:
        row, mover = np.zeros(net_inputs.size, np.float32), match.to_move
        if net_inputs.write(setup.content, match.state()[0], responder, row):
            seen.append(row)
            movers.append(mover)
        knowledge, is_opponent = match.knowledge(mover), int(mover != responder)
        if not is_opponent and below(rng, RANDOM_MOVE_1_IN) == 0:
            match.play(knowledge.legal[below(rng, len(knowledge.legal))])
        else:
            match.play(choose(bots[is_opponent], knowledge, rng).move)
    return seen, movers, match


def _end(setup: Setup, s: Record) -> Floats:
    """Return the outcome of a match: each seat's victory share and margin."""
    scale, ends = float(setup.game.study.search.scale), np.zeros((2, SEATS))
    guide = Playouts(int(Rollout.STEWARD), horizon=0, prior=0.0, margin=1.0, scale=scale, players=setup.players)
    reward(guide, setup.content, s, ends)
    return np.stack([ends[1, : setup.players], ends[0, : setup.players]], axis=1).astype(np.float32)


def learn(played: Played, net: Net | None, seed: int) -> tuple[Net, list[float]]:
    """Return the net of the best epoch, and the explained variance of victory after each epoch.

    If `net` is not None, its training continues. Then the first value is the explained variance of `net` itself, and
    `net` is returned if no epoch is better.
    """
    held = played.match % HELD == 0
    x, y = played.x[~held], played.y[~held]
    model = learner().MLPRegressor(
        hidden_layer_sizes=HIDDEN,
        batch_size=min(BATCH, len(x)),
        learning_rate_init=RATE if net is None else FINE,
        alpha=1e-5,
        random_state=seed,
    )
    model.partial_fit(x[:BATCH].astype(np.float32), y[:BATCH])
    nets = [] if net is None else [net]
    if net is not None:
        for mine, given in zip(_parts(model), net, strict=True):
            mine[...] = given
    for _ in range(EPOCHS):
        model.partial_fit(x.astype(np.float32), y)
        nets.append(Net(*(np.array(part, np.float32) for part in _parts(model))))
    explained = [_explained_variance(each, played) for each in nets]
    return nets[explained.index(max(explained))], explained


def _parts(model: Any) -> list[Any]:
    return [part for layer in zip(model.coefs_, model.intercepts_, strict=True) for part in layer]


def _explained_variance(net: Net, played: Played) -> float:
    """Return the share of the variance of victory that a net explains in the held-out matches."""
    held = played.match % HELD == 0
    y = played.y[held][:, ::OUTPUTS_PER_SEAT]
    missed = judged(net, played.x[held].astype(np.float32))[:, ::OUTPUTS_PER_SEAT] - y
    return float(1 - (missed**2).mean() / max(float(y.var()), 1e-9))


def first_net(setup: Setup, seed: int) -> Net:
    """Return the shipped net, or else a net trained on stewards' matches."""
    shipped = net_of(setup, "shipped")
    if shipped is not None:
        return shipped
    net, explained = learn(play_stewards(setup, STEWARDS, seed), None, seed)
    _report(f"{STEWARDS} matches of stewards", explained)
    return net


def _report(learned_from: str, explained: list[float]) -> None:
    spent, figures = time.process_time(), ", ".join(f"{100 * each:.1f}" for each in explained)
    print(
        f"{learned_from}, % of the victory variance explained: {figures}; {spent:.0f} s of processor time", flush=True
    )


def respond(  # noqa: PLR0913, PLR0917 - the options of the command
    setup: Setup, opponent: Bot, search: str, first: Net, rounds: Sequence[range], seed: int
) -> Net:
    """Train from the net `first` in rounds; each round plays the matches with its numbers. Return the last net."""
    begin, net, known = net_input(setup).begin, first, None
    for numbers in rounds:
        now = play(setup, Ismcts(search, begin=begin(net)), opponent, numbers, seed)
        known = now if known is None else known + now
        net, explained = learn(known, first, seed)
        _report(f"{len(known.x)} positions", explained)
    return net


def main() -> int:
    """Train, play the fresh deals, and print the win share before and after."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--opponent", default="ismcts:sims=100,threads=1", help="a bot as in `courtly arena`")
    parser.add_argument("--search", default="sims=100,threads=1", help="parameters of the responder")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--matches", type=int, default=1000, help="matches per round")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--last", action="append", help="parameters of the responder on the fresh deals; repeatable")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    setup = set_up(asked.game, {"players": 2})
    check_spec(asked.opponent, setup)
    opponent = make_bot(asked.opponent)
    with library("threadpoolctl", said("nets"), where="game").threadpool_limits(1):
        first = first_net(setup, asked.seed)
        rounds = [range(i * asked.matches, (i + 1) * asked.matches) for i in range(asked.rounds)]
        learned_net = respond(setup, opponent, asked.search, first, rounds, asked.seed)
        for search in asked.last or [asked.search]:
            for name, net in (("the first net", first), ("the net learnt", learned_net)):
                bot = Ismcts(search, begin=net_input(setup).begin(net))
                found = duel(setup, of_bot(bot), of_bot(opponent), asked.deals, asked.seed)
                print(f"{search} with {name}: victory share {found.as_dict()}, {asked.deals} deals", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
