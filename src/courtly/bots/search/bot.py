"""`ismcts`: information-set Monte Carlo tree search for any game and any number of seats.

A search grows one tree, or two independent ones whose visits are summed (root parallelism). The number of trees
depends on the budget alone, so a fixed number of simulations finds the same move on one core and on two.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from threading import Event
from typing import Any

import numpy as np

from courtly.bots.base import Budget, Choice, MoveEvaluation, SearchResult
from courtly.bots.learned.net_store import by_settings
from courtly.bots.search.grow import Start
from courtly.bots.search.settings import SearchSettings, read_settings, settings_for
from courtly.bots.search.state import ROOT, SEATS, Node, SearchState
from courtly.bots.simple import StewardBot
from courtly.engine.compile.rng import Stream, below, stream
from courtly.engine.contract.game import Game, Record, Setup
from courtly.engine.contract.layout import States
from courtly.engine.play.cores import cores
from courtly.engine.play.knowledge import Knowledge

TWO_TREES_FROM = 2000
"""From this number of simulations on, two trees share the simulations. Each tree is then large enough."""

MAX_NODES = 1 << 22
FIRST_NODES = 1 << 14
LAPSE_SIMULATIONS = 10
"""Number of simulations of a search with a lapse. Such a search does not consider the steward's move."""
UNCOUNTED = 1 << 62
CHUNK_SECONDS = 0.01
"""Time in seconds between two checks of the clock in a timed search."""

FIRST_CHUNK = 500
INTERRUPTIBLE_SECONDS = 0.1
"""Approximate time in seconds before a search by simulations returns to Python, so that it can be interrupted."""

HASTE = 1.5
"""Safety factor on the current speed when a timed search decides that its choice can no longer change."""

FORCED_SIMULATIONS = 100
"""Simulations for the only legal move: enough to estimate its win share."""


Begin = Callable[[Setup, Record, SearchSettings, Stream], Start]
"""Chooses the guide of a search from the settings and a sample of the root position."""


@dataclass(slots=True)
class Tree:
    """One tree of a search: contents, root sample, search state, nodes and start."""

    contents: States
    states: States
    search_states: States
    nodes: States
    start: Start

    def grow(self, count: int, budget: Budget) -> int:
        """Enlarge the tree if necessary and run simulations; return their number, which `budget.stop` may reduce."""
        self._make_room(count)
        self.search_states[0]["batch"] = count
        guide, flag = self.start.guide, budget.stop.flag
        return int(self.start.loop(self.contents, self.states, self.search_states, self.nodes, guide, flag))

    def _make_room(self, count: int) -> None:
        """Make room for one node per simulation. At `MAX_NODES` the tree stops growing."""
        wanted = min(MAX_NODES, int(self.search_states[0]["used"]) + count)
        if wanted > len(self.nodes):
            nodes = Node.empty(max(wanted, min(MAX_NODES, 2 * len(self.nodes))))
            nodes[: len(self.nodes)] = self.nodes
            self.nodes = nodes

    def lead(self) -> int:
        """Return the difference in visits between the most visited move and the next."""
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
    """The search as a bot. Its specification overrides the game's settings, which override the defaults.

    Parameters
    ----------
    text
        Parameters of the specification.
    name
        Name of the bot; by default its specification.
    begin
        Chooses the guide; by default playouts, or a net if the settings request one.
    """

    def __init__(self, text: str = "", *, name: str | None = None, begin: Begin = by_settings) -> None:
        self.name = name or (f"ismcts:{text}" if text else "ismcts")
        self._text, self._begin = text, begin
        self.budget = read_settings(text).budget

    def choose(self, knowledge: Knowledge, rng: Stream, budget: Budget | None = None) -> Choice:
        """Return the move with the most visits, or the steward's move if there was no visit."""
        settings, allowed = self.settings(knowledge.setup.game), budget or self.budget
        is_lapse = settings.lapse > 0 and below(rng, 1000) < round(1000 * settings.lapse)
        if is_lapse:
            settings = replace(settings, rollout="random", leaf="playout", prior=0.0)
            few = min(LAPSE_SIMULATIONS, allowed.simulations or LAPSE_SIMULATIONS)
            allowed = replace(allowed, simulations=few, seconds=None)
        if len(knowledge.legal) == 1:
            few = min(FORCED_SIMULATIONS, allowed.simulations or FORCED_SIMULATIONS)
            allowed = replace(allowed, simulations=few)
        trees = [new_tree(knowledge, rng, settings, self._begin) for _ in range(_trees(settings, allowed))]
        _grow(trees, allowed, threads=_threads(settings, allowed))
        return _choice(knowledge, trees, rng, without=_defects(knowledge, rng) if is_lapse else ())

    def settings(self, game: Game) -> SearchSettings:
        """Return the search settings for a game."""
        return read_settings(self._text, settings_for(game.study.search))


def new_tree(knowledge: Knowledge, rng: Stream, settings: SearchSettings, begin: Begin = by_settings) -> Tree:
    """Return a new tree with only a root and the guide that `begin` chooses."""
    setup = knowledge.setup
    states = setup.game.rules.state.empty(2)
    states[0] = knowledge.redeal(rng)[0]
    search_states, nodes = SearchState.empty(), Node.empty(FIRST_NODES)
    search_state = search_states[0]
    for name in ("observers", "wide", "explore", "unknown"):
        search_state[name] = getattr(settings, name)
    search_state["seat"], search_state["players"], search_state["most"] = knowledge.seat, setup.players, setup.max_legal
    search_state["luck"] = stream(int(rng[0]), 1)[0] >> np.uint64(1)
    search_state["used"] = 1
    start = begin(setup, states[0], settings, rng)
    nodes[ROOT]["note"] = start.note
    return Tree(setup.contents, states, search_states, nodes, start)


def _trees(settings: SearchSettings, budget: Budget) -> int:
    """Return the number of trees that share the work."""
    if settings.trees:
        return settings.trees
    if budget.simulations is not None:
        return 2 if budget.simulations >= TWO_TREES_FROM else 1
    return min(2, _threads(settings, budget))


def _threads(settings: SearchSettings, budget: Budget) -> int:
    """Return the number of threads of a search."""
    return min(settings.threads, budget.threads or cores())


def _grow(trees: list[Tree], budget: Budget, *, threads: int) -> None:
    """Grow the trees, in parallel if there are enough threads, otherwise one by one with equal shares of the time."""
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
    """Run a tree's share of the simulations, or as many as fit into the time and can still change the choice.

    They run in chunks, so that Python can be interrupted in between.
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


def _defects(knowledge: Knowledge, rng: Stream) -> list[str]:
    """Return the moves whose gain has no use, and the moves that pass the turn before a free move.

    A lapse plays none of them, because people would take it for a defect.
    """
    study = knowledge.setup.game.study
    skipping = _skipping_moves(knowledge, rng) if study.free_moves(knowledge.view) else ()
    return [*study.idle_moves(knowledge.view), *skipping]


def _skipping_moves(knowledge: Knowledge, rng: Stream) -> list[str]:
    """Return the moves that pass the turn."""
    setup = knowledge.setup
    sample, skipping = knowledge.redeal(rng), []
    for move in knowledge.legal:
        after = sample.copy()
        setup.game.rules.kernels.apply(setup.content, after[0], setup.codec.parse(move))
        if after[0].to_move != knowledge.seat:
            skipping.append(move)
    return skipping


def _choice(knowledge: Knowledge, trees: list[Tree], rng: Stream, *, without: Collection[str] = ()) -> Choice:
    """Return the most visited move that is not in `without`. Ties go to the higher value, then to the lower number.

    If there is no visited move, for example because the search was stopped, the steward chooses. If `without` has the
    steward's move, the choice is the first other move.
    """
    codec = knowledge.setup.codec
    evaluations = (
        MoveEvaluation(codec.format(move), visits, value / visits, wins / visits)
        for move, (visits, value, wins) in sorted(_sums(trees).items())
        if visits
    )
    ranked = [each for each in evaluations if each.move not in without]
    if not ranked:
        found = StewardBot().choose(knowledge, rng)
        others = (move for move in knowledge.legal if move not in without)
        return Choice(next(others, found.move)) if found.move in without else found
    ranked.sort(key=lambda each: (-each.visits, -each.value))
    done = sum(int(tree.search_states[0]["done"]) for tree in trees)
    return Choice(ranked[0].move, SearchResult(done, tuple(ranked)))


def _sums(trees: list[Tree]) -> dict[int, tuple[int, float, float]]:
    """Return the sums over the trees of visits, rewards and victory shares, by move."""
    sums: dict[int, tuple[int, float, float]] = {}
    for tree in trees:
        for node in tree.children():
            visits, value, wins = sums.get(int(node["key"]) // SEATS, (0, 0.0, 0.0))
            found = (visits + int(node["visits"]), value + float(node["value"]), wins + float(node["wins"]))
            sums[int(node["key"]) // SEATS] = found
    return sums
