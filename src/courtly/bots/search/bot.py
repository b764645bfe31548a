"""`ismcts`: information-set Monte Carlo tree search for any game, any number of seats.

A search grows one tree, or two apart from each other whose visits are added up (root parallelism). How many depends on
the budget alone, so a number of simulations finds the same move on one core and on two.
"""

from __future__ import annotations

import math
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from threading import Event
from typing import Any

import numpy as np

from courtly.bots.base import Budget, Choice, Considered, Thought
from courtly.bots.search.settings import Settings, read_settings
from courtly.bots.search.simulate import grow
from courtly.bots.search.state import NO_MOVE, ROOT, SEATS, Node, Rollout, Search
from courtly.bots.simple import StewardBot
from courtly.engine.batch import cores
from courtly.engine.game import Game
from courtly.engine.knowledge import Knowledge
from courtly.engine.layout import States
from courtly.engine.rng import Stream, below, stream
from courtly.engine.warmup import wait_until_warm

TWO_TREES_FROM = 2000
"""Simulations from which on two trees share them: each is then large enough for itself."""

MOST_NODES = 1 << 22
FIRST_NODES = 1 << 14
LAPSE_SIMULATIONS = 10
"""What is left of a bot's thinking when its attention lapses; it does not think of the steward's move either."""

UNCOUNTED = 1 << 62
CHUNK_SECONDS = 0.01
"""How long a search by the clock goes on between two looks at it."""

FIRST_CHUNK = 500
INTERRUPTIBLE_SECONDS = 0.1
"""How long a search by simulations goes on at most, about, before Python hears of an interruption."""

HASTE = 1.5
"""How much faster than now a search by the clock may become and could still not change its choice when it stops."""

FORCED_SIMULATIONS = 100
"""What is spent on the only legal move: enough to say how likely it wins."""


@dataclass(slots=True)
class Tree:
    """One tree of a search: its nodes, its root's sample beside working space, and what steers it."""

    contents: States
    states: States
    searches: States
    nodes: States

    def grow(self, count: int, budget: Budget) -> int:
        """Make simulations, the tree given room before; return how many were made before `budget.stop`."""
        self._make_room(count)
        self.searches[0]["batch"] = count
        return int(grow(self.contents, self.states, self.searches, self.nodes, budget.stop.flag))

    def _make_room(self, count: int) -> None:
        """Let each simulation have its node, up to a limit beyond which the tree grows no more."""
        wanted = min(MOST_NODES, int(self.searches[0]["used"]) + count)
        if wanted > len(self.nodes):
            nodes = Node.empty(max(wanted, min(MOST_NODES, 2 * len(self.nodes))))
            nodes[: len(self.nodes)] = self.nodes
            self.nodes = nodes

    def lead(self) -> int:
        """Return by how many visits the most visited move is ahead of the next."""
        visits = sorted(int(child["visits"]) for child in self.children())
        return visits[-1] - (visits[-2] if len(visits) > 1 else 0) if visits else 0

    def children(self) -> list[Any]:
        """Return the nodes of the root's children."""
        found, child = [], int(self.nodes[ROOT]["child"])
        while child != ROOT:
            found.append(self.nodes[child])
            child = int(self.nodes[child]["after"])
        return found


class Ismcts:
    """The search as a bot; what its specification leaves open the game settles, or else the defaults do."""

    def __init__(self, text: str = "", *, name: str | None = None) -> None:
        self.name = name or (f"ismcts:{text}" if text else "ismcts")
        self._text = text
        self.budget = read_settings(text).budget

    def choose(self, knowledge: Knowledge, rng: Stream, budget: Budget | None = None) -> Choice:
        """Return the move that most simulations went through; what is not visited at all leaves it to the steward."""
        wait_until_warm()
        settings, allowed = self.settings(knowledge.setup.game), budget or self.budget
        if settings.lapse and below(rng, 1000) < round(1000 * settings.lapse):
            settings = replace(settings, rollout=Rollout.RANDOM, prior=0.0)
            few = min(LAPSE_SIMULATIONS, allowed.simulations or LAPSE_SIMULATIONS)
            allowed = Budget(simulations=few, stop=allowed.stop)
        if len(knowledge.legal) == 1:
            few = min(FORCED_SIMULATIONS, allowed.simulations or FORCED_SIMULATIONS)
            allowed = replace(allowed, simulations=few)
        trees = [new_tree(knowledge, rng, settings) for _ in range(_trees(settings, allowed))]
        _grow(trees, allowed, threads=min(settings.threads, cores()))
        return _choice(knowledge, trees, rng)

    def settings(self, game: Game) -> Settings:
        """Return how it searches a game."""
        return read_settings(self._text, read_settings(game.search))


def new_tree(knowledge: Knowledge, rng: Stream, settings: Settings) -> Tree:
    """Return a tree of nothing but its root."""
    setup = knowledge.setup
    states = setup.game.state.empty(2)
    states[0] = knowledge.redeal(rng)[0]
    searches = Search.empty()
    search = searches[0]
    for name in ("rollout", "horizon", "observers", "wide", "explore", "margin", "scale", "prior", "unknown"):
        search[name] = getattr(settings, name)
    search["seat"], search["players"], search["most"] = knowledge.seat, setup.players, setup.max_legal
    search["luck"] = stream(int(rng[0]), 1)[0] >> np.uint64(1)
    search["used"] = 1
    nodes = Node.empty(FIRST_NODES)
    kernels = setup.game.kernels
    nodes[ROOT]["prior"] = kernels.policy(setup.content, states[0], rng) if settings.prior else NO_MOVE
    return Tree(setup.contents, states, searches, nodes)


def _trees(settings: Settings, budget: Budget) -> int:
    """Return how many trees share the work."""
    if settings.trees:
        return settings.trees
    if budget.simulations is not None:
        return 2 if budget.simulations >= TWO_TREES_FROM else 1
    return min(2, settings.threads, cores())


def _grow(trees: list[Tree], budget: Budget, *, threads: int) -> None:
    """Grow the trees side by side, as far as there are threads for them; trees that take turns share the time."""
    whole = budget.simulations or UNCOUNTED
    shares = [whole // len(trees) + (i < whole % len(trees)) for i in range(len(trees))]
    ended = Event()
    if len(trees) == 1 or threads == 1:
        if budget.seconds is not None:
            budget = replace(budget, seconds=budget.seconds / len(trees))
        for tree, share in zip(trees, shares, strict=True):
            _spend(tree, share, budget, ended)
        return
    with ThreadPoolExecutor(len(trees)) as pool:
        try:
            list(pool.map(lambda tree, share: _spend(tree, share, budget, ended), trees, shares))
        finally:
            ended.set()


def _spend(tree: Tree, share: int, budget: Budget, ended: Event) -> None:
    """Make a tree's share of the simulations, or as many as fit into the time and can still change the choice.

    They are made in parts, between which Python can be interrupted.
    """
    timed = budget.seconds is not None
    end = time.monotonic() + (budget.seconds or math.inf)
    chunk, longest = (1, CHUNK_SECONDS) if timed else (FIRST_CHUNK, INTERRUPTIBLE_SECONDS)
    while share > 0 and not (budget.stop.is_set or ended.is_set()):
        begun = time.monotonic()
        share -= tree.grow(min(chunk, share), budget)
        now = time.monotonic()
        rate = chunk / max(now - begun, 1e-6)
        if timed and (now >= end or tree.lead() > HASTE * rate * (end - now)):
            return
        chunk = max(1, min(2 * chunk, int(rate * min(longest, end - now))))


def _choice(knowledge: Knowledge, trees: list[Tree], rng: Stream) -> Choice:
    """Return the most visited move; ties go to the better value, then to the move that comes first.

    What was stopped before it began leaves the move to the steward.
    """
    codec = knowledge.setup.codec
    ranked = [
        Considered(codec.format(move), visits, value / visits, wins / visits)
        for move, (visits, value, wins) in sorted(_sums(trees).items())
        if visits
    ]
    if not ranked:
        return StewardBot().choose(knowledge, rng)
    ranked.sort(key=lambda each: (-each.visits, -each.value))
    done = sum(int(tree.searches[0]["done"]) for tree in trees)
    return Choice(ranked[0].move, Thought(done, tuple(ranked)))


def _sums(trees: list[Tree]) -> dict[int, tuple[int, float, float]]:
    """Return visits, rewards and shares of victory by move, added up over the trees."""
    sums: dict[int, tuple[int, float, float]] = {}
    for tree in trees:
        for node in tree.children():
            visits, value, wins = sums.get(int(node["key"]) // SEATS, (0, 0.0, 0.0))
            found = (visits + int(node["visits"]), value + float(node["value"]), wins + float(node["wins"]))
            sums[int(node["key"]) // SEATS] = found
    return sums
