"""Guides: any evaluation can replace playouts, for one leaf at a time or for many together."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest

from courtly.bots import Budget, Choice
from courtly.bots.search.batches import Batched, Leaves
from courtly.bots.search.bot import Begin, Ismcts
from courtly.bots.search.grow import Start, grow
from courtly.bots.search.guide import GuideKernels, Leaf, value
from courtly.bots.search.playouts import playouts
from courtly.bots.search.settings import SearchSettings
from courtly.bots.search.state import NOTHING, SEATS
from courtly.engine.arrays import Float64Array, Int32Array
from courtly.engine.compile.kernel import kernel
from courtly.engine.compile.rng import Stream, stream
from courtly.engine.contract.game import Record, Setup, set_up
from courtly.engine.contract.layout import States
from courtly.testing.positions import random_match


class Opinion(NamedTuple):
    """A guide with equal values for all positions, one prior for a chosen move, and another for all other moves."""

    move: int
    prior: float

    @staticmethod
    def kernels() -> GuideKernels:
        return GuideKernels(no_favourite, opinions, all_the_same)


@kernel
def no_favourite(_guide: Opinion, _nodes: States, _node: int) -> int:
    return NOTHING


@kernel
def opinions(
    guide: Opinion, _nodes: States, _node: int, moves: Int32Array, n: int, considered: int, out: Float64Array
) -> float:
    for i in range(n):
        out[i] = guide.prior if moves[i] == guide.move else (1 - guide.prior) / max(1, considered - 1)
    return 0.0


@kernel
def all_the_same(_guide: Opinion, _content: Record, _s: Record, _leaf: Leaf, _rng: Stream, out: Float64Array) -> None:
    out[:] = 0.5


def chosen(begin: Begin, *, simulations: int = 200, spec: str = "") -> Choice:
    """Return the choice of a search with this `begin` function in the middle of a match."""
    match = random_match(set_up("courtisans", {"players": 3}), seed=6, moves=14)
    assert match.to_move is not None
    bot, knowledge = Ismcts(spec, begin=begin), match.knowledge(match.to_move)
    return bot.choose(knowledge, stream(3), Budget(simulations=simulations))


def judged_one_by_one(setup: Setup, s: Record, settings: SearchSettings, rng: Stream) -> Start:
    """Return the start of a search with playouts in batches of one."""
    plain = playouts(setup, s, settings, rng)

    def judge(leaves: Leaves, rewards: Float64Array) -> None:
        scratch = np.empty(setup.max_legal, np.int32)
        for i, one in enumerate(leaves.simulations):
            leaf, leaf_rng = Leaf(leaves.nodes, int(one["node"]), scratch), np.array([one["luck"]], np.uint64)
            value(plain.guide, leaves.contents[0], leaves.states[i], leaf, leaf_rng, rewards[i])

    return plain._replace(loop=Batched(judge, 1))


@pytest.mark.parametrize("move", [0, -1])
def test_priors_decide_if_all_values_are_equal(move: int) -> None:
    match = random_match(set_up("courtisans", {"players": 3}), seed=6, moves=14)
    wanted = match.legal_moves()[move]
    number = match.setup.codec.parse(wanted)
    found = chosen(lambda *_: Start(Opinion(number, 0.9), NOTHING, grow))
    assert found.move == wanted
    assert found.thought is not None
    assert {(each.value, each.chance) for each in found.thought.moves} == {(0.5, 0.5)}


@pytest.mark.parametrize("spec", ["", "observers=each", "rollout=random,prior=0,horizon=100000"])
def test_batches_of_one_simulation_equal_the_loop_without_batches(spec: str) -> None:
    assert chosen(judged_one_by_one, spec=spec) == chosen(playouts, spec=spec)


@pytest.mark.parametrize("size", [7, 64])
def test_a_batch_counts_every_simulation_and_finds_different_leaves(size: int) -> None:
    nodes = []

    def begin(setup: Setup, s: Record, settings: SearchSettings, rng: Stream) -> Start:
        def judge(leaves: Leaves, rewards: Float64Array) -> None:
            assert rewards.shape == (len(leaves.states), 2, SEATS)
            nodes.append(len(set(leaves.simulations["node"].tolist())) / len(leaves.states))
            rewards[:] = 0.5

        return Start(Opinion(0, 0.1), NOTHING, Batched(judge, size))

    thought = chosen(begin, simulations=150).thought
    assert thought is not None
    assert thought.simulations == sum(each.visits for each in thought.moves) == 150
    assert {each.value for each in thought.moves} == {0.5}
    assert min(nodes) > 0.5


def test_a_stopped_batch_ends_the_search() -> None:
    budget = Budget(simulations=1000)

    def begin(setup: Setup, s: Record, settings: SearchSettings, rng: Stream) -> Start:
        return Start(Opinion(0, 0.1), NOTHING, Batched(lambda _leaves, _rewards: budget.stop.set(), 10))

    match = random_match(set_up("courtisans", {"players": 3}), seed=6, moves=14)
    assert match.to_move is not None
    found = Ismcts(begin=begin).choose(match.knowledge(match.to_move), stream(3), budget)
    assert found.thought is not None
    assert found.thought.simulations == 10
