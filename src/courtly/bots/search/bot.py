"""`ismcts`: information-set Monte Carlo tree search for any game, any number of seats.

A search grows one tree, or two independent ones whose visits are added up (root parallelism). How many depends on
the budget alone, so a number of simulations finds the same move on one core and on two.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from threading import Event
from typing import Any

import numpy as np

from courtly.bots.base import Budget, Choice, Considered, Thought
from courtly.bots.learned.shelf import by_settings
from courtly.bots.search.grow import Start
from courtly.bots.search.settings import SearchSettings, read_settings, settings_for
from courtly.bots.search.state import ROOT, SEATS, Growth, Node
from courtly.bots.simple import StewardBot
from courtly.engine.compile.rng import Stream, below, stream
from courtly.engine.contract.game import Game, Record, Setup
from courtly.engine.contract.layout import States
from courtly.engine.play.cores import cores
from courtly.engine.play.knowledge import Knowledge

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


Begin = Callable[[Setup, Record, SearchSettings, Stream], Start]
"""Chooses what judges the positions of a search, by its settings and a sample of its root."""


@dataclass(slots=True)
class Tree:
    """One tree of a search: its nodes, the sample at its root, working space, its settings and its guide."""

    contents: States
    states: States
    growths: States
    nodes: States
    start: Start

    def grow(self, count: int, budget: Budget) -> int:
        """Make simulations, the tree given room before; return how many were made before `budget.stop`."""
        self._make_room(count)
        self.growths[0]["batch"] = count
        guide, flag = self.start.guide, budget.stop.flag
        return int(self.start.loop(self.contents, self.states, self.growths, self.nodes, guide, flag))

    def _make_room(self, count: int) -> None:
        """Make room for one node per simulation, up to a limit at which the tree stops growing."""
        wanted = min(MOST_NODES, int(self.growths[0]["used"]) + count)
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
    """The search as a bot. The specification overrides the game's own settings, and these override the defaults.

    Parameters
    ----------
    text
        The parameters of its specification.
    name
        What it is called, by default its specification.
    begin
        Chooses what judges positions, by default playouts, or a net where the settings ask for one.
    """

    def __init__(self, text: str = "", *, name: str | None = None, begin: Begin = by_settings) -> None:
        self.name = name or (f"ismcts:{text}" if text else "ismcts")
        self._text, self._begin = text, begin
        self.budget = read_settings(text).budget

    def choose(self, knowledge: Knowledge, rng: Stream, budget: Budget | None = None) -> Choice:
        """Return the move that most simulations went through; without any visit, the steward's move."""
        settings, allowed = self.settings(knowledge.setup.game), budget or self.budget
        if settings.lapse and below(rng, 1000) < round(1000 * settings.lapse):
            settings = replace(settings, rollout="random", leaf="playout", prior=0.0)
            few = min(LAPSE_SIMULATIONS, allowed.simulations or LAPSE_SIMULATIONS)
            allowed = replace(allowed, simulations=few, seconds=None)
        if len(knowledge.legal) == 1:
            few = min(FORCED_SIMULATIONS, allowed.simulations or FORCED_SIMULATIONS)
            allowed = replace(allowed, simulations=few)
        trees = [new_tree(knowledge, rng, settings, self._begin) for _ in range(_trees(settings, allowed))]
        _grow(trees, allowed, threads=_threads(settings, allowed))
        return _choice(knowledge, trees, rng)

    def settings(self, game: Game) -> SearchSettings:
        """Return how it searches a game."""
        return read_settings(self._text, settings_for(game.study.search))


def new_tree(knowledge: Knowledge, rng: Stream, settings: SearchSettings, begin: Begin = by_settings) -> Tree:
    """Return a tree of nothing but its root, judged as `begin` chooses."""
    setup = knowledge.setup
    states = setup.game.rules.state.empty(2)
    states[0] = knowledge.redeal(rng)[0]
    growths, nodes = Growth.empty(), Node.empty(FIRST_NODES)
    growth = growths[0]
    for name in ("observers", "wide", "explore", "unknown"):
        growth[name] = getattr(settings, name)
    growth["seat"], growth["players"], growth["most"] = knowledge.seat, setup.players, setup.max_legal
    growth["luck"] = stream(int(rng[0]), 1)[0] >> np.uint64(1)
    growth["used"] = 1
    start = begin(setup, states[0], settings, rng)
    nodes[ROOT]["note"] = start.note
    return Tree(setup.contents, states, growths, nodes, start)


def _trees(settings: SearchSettings, budget: Budget) -> int:
    """Return how many trees share the work."""
    if settings.trees:
        return settings.trees
    if budget.simulations is not None:
        return 2 if budget.simulations >= TWO_TREES_FROM else 1
    return min(2, _threads(settings, budget))


def _threads(settings: SearchSettings, budget: Budget) -> int:
    """Return how many threads a search uses."""
    return min(settings.threads, budget.threads or cores())


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
    done = sum(int(tree.growths[0]["done"]) for tree in trees)
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
