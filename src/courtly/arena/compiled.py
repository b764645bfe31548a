"""Matches between compiled bots, played in spans of deals. Any single match can be replayed move by move."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from courtly.arena import kernels, random_streams
from courtly.arena.plan import Plan, Unit
from courtly.arena.rows import TaskResult, empty_rows, row_of
from courtly.bots.registry import lacks_net
from courtly.engine.contract.game import Setup
from courtly.engine.contract.layout import States
from courtly.engine.play.match import Match, Opening, record_seat

KINDS = {"random": kernels.RANDOM, "steward": kernels.STEWARD}
"""Bots that play in compiled code, with their kernel constants."""

_TRACE = 1024


def is_compiled(plan: Plan, lineup: int) -> bool:
    """Return whether every bot of a lineup is compiled."""
    return all(plan.bots[bot] in KINDS for bot in plan.lineups[lineup])


def _kinds(plan: Plan, lineup: int) -> npt.NDArray[np.int32]:
    by_bot = np.array([KINDS.get(bot, kernels.RANDOM) for bot in plan.bots], np.int32)
    return by_bot[plan.arrangements[lineup]]


def play_unit(plan: Plan, unit: Unit) -> TaskResult:
    """Play a unit of a compiled lineup."""
    return _played(plan, unit, plan.setup.contents, _kinds(plan, unit.lineup))


def play_weights(plan: Plan, unit: Unit, contents: States) -> TaskResult:
    """Play a unit between stewards: bot 0 uses the weights of `contents[0]`, bot 1 of `contents[1]`."""
    kinds = (plan.arrangements[unit.lineup] + kernels.STEWARD).astype(np.int32)
    return _played(plan, unit, contents, kinds)


def _played(plan: Plan, unit: Unit, contents: States, kinds: npt.NDArray[np.int32]) -> TaskResult:
    family, offset = random_streams.bots_family(plan.seed), plan.offsets[unit.lineup]
    span = kernels.Span(unit.low, unit.high, family, plan.setup.max_legal, plan.per_deal, offset)
    matches = unit.matches(plan)
    deals = deals_of(plan.seed, unit.low, unit.high, kinds)
    out = play_span(plan.setup, contents, deals, not_watched(len(matches)), span)
    rows = empty_rows(len(matches), plan.seats)
    rows["match"], rows["scores"] = matches, out.scores
    rows["decisions"], rows["turns"], rows["first"] = out.counts.T
    return TaskResult(rows)


def not_watched(matches: int) -> kernels.Watch:
    """Return a watch for no moves."""
    return kernels.Watch(np.empty((0, 2), np.int32), np.empty(0, np.int32), np.empty((matches, 0), np.int32))


def play_span(
    setup: Setup, contents: States, deals: kernels.Deals, watch: kernels.Watch, span: kernels.Span
) -> kernels.Results:
    """Play every seating of a span of deals, and return the results. The kernel releases the GIL."""
    matches = (span.high - span.low) * deals.kinds.shape[1]
    out = kernels.Results(np.zeros((matches, setup.players), np.int32), np.zeros((matches, 3), np.int32))
    kernels.play_range(contents, setup.game.rules.state.empty(2), deals, out, watch, span)
    return out


def deals_of(seed: int, low: int, high: int, kinds: npt.NDArray[np.int32]) -> kernels.Deals:
    """Return the deals from `low` to `high`, exclusive, and the kinds of bots that play them."""
    return kernels.Deals(random_streams.stream_words(random_streams.deal_seeds(seed, low, high)), kinds)


def replay(plan: Plan, match: int) -> tuple[Match, TaskResult]:
    """Replay one match of a compiled lineup and check every move. Return the match and its result."""
    seed = random_streams.deal_seed(plan.seed, plan.place(match)[0])
    replayed = Match(plan.setup, Opening(seed=seed, seats=seats_of(plan, match)))
    order: list[int] = []
    for move in replay_moves(plan, match):
        assert replayed.to_move is not None
        order.append(replayed.to_move)
        replayed.play(plan.setup.codec.format(int(move)))
    return replayed, TaskResult(row_of(replayed, match, order))


def replay_moves(plan: Plan, match: int) -> npt.NDArray[np.int32]:
    """Play a match of a compiled lineup again and return its moves."""
    deal, lineup, rotation = plan.place(match)
    table = _kinds(plan, lineup)
    kinds, seed = table[deal % len(table), rotation], random_streams.deal_seed(plan.seed, deal)
    setup, states = plan.setup, plan.setup.game.rules.state.empty()
    legal, room = np.empty(setup.max_legal, np.int32), _TRACE
    while True:
        trace = np.empty((room, 2), np.int32)
        setup.game.rules.kernels.deal(
            setup.content, states[0], random_streams.stream_words(np.array([seed], np.uint64))
        )
        rng = random_streams.family_stream(plan.seed, match)
        decisions, _ = kernels.play_on(setup.contents, states[0], rng, kinds, legal, trace)
        if decisions <= room:
            return trace[:decisions, 1]
        room = decisions


def seats_of(plan: Plan, match: int) -> list[dict[str, Any]]:
    """Return the seats of a match in the form of a match record."""
    specs = [plan.bots[bot] for bot in plan.seating(match)]
    return [record_seat(spec, lacks_net=lacks_net(spec, plan.setup)) for spec in specs]
