"""Check the accuracy of reviews: against exact win chances, and by the order of the levels.

    python -m tools.review_honesty exact courtisans --positions 200
    python -m tools.review_honesty order courtisans --matches 200

`exact` finds positions in which only one seat still decides: the last turn of Courtisans, the last crown of Cursed
Court. In these positions the win chance of the best play is a finite sum over all possible hidden cards. This chance
must be in the interval of the review at least nine times in ten. `order` lets levels play each other. For each level it
prints the mean cost of a decision with a 95 % interval. Weaker levels must have a higher cost.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import cycle, islice, permutations, product
from typing import Any, NamedTuple

import numpy as np

import courtly
from courtly.bots import find_bot, level_names
from courtly.engine.arrays import Float64Array, Int32Array
from courtly.engine.compile.dispatch import apply, score
from courtly.engine.compile.kernel import kernel
from courtly.engine.compile.rng import stream
from courtly.engine.contract.layout import States
from courtly.engine.play.match import Match
from courtly.games.courtisans.state import FAMILIES, NONE, ROLES, Role
from courtly.games.cursed_court.redeal import knows_hole, unseen
from courtly.games.cursed_court.state import NOBLES
from courtly.review import Effort, Review, review
from courtly.review.kernels import NO_MOVE
from courtly.review.walk import Walk

MAX_STATES = 3_000
LONGEST = 8

OPTIONS: dict[str, dict[str, Any]] = {
    "courtisans": {"players": 2},
    "cursed_court": {"players": 3, "coinless": True, "years": 1},
}
"""Options of matches that are so small that all possible hidden cards at the end can be enumerated."""


class Ending(NamedTuple):
    """A finished match, and the version from which only one seat made decisions."""

    match: Match
    version: int
    seat: int


def played(game: str, options: dict[str, Any], bots: Sequence[str], seed: int) -> Match:
    """Return a finished match between bots."""
    match, rng = courtly.new_match(game, seed=seed, **options), stream(seed, 1)
    found = [find_bot(name) for name in bots]
    while match.to_move is not None:
        match.play(found[match.to_move].choose(match.knowledge(match.to_move), rng).move)
    return match


def ending(match: Match) -> Ending | None:
    """Return the last turn of a match, or None if other seats could still decide after it began."""
    positions = Walk(match, Effort()).positions
    seat, version = positions[-2].to_move, match.version - 1
    assert seat is not None
    while version > 0 and positions[version - 1].to_move == seat:
        version -= 1
    return Ending(match, version, seat) if all(end.is_over for end, _ in plans(positions[version], seat)) else None


def plans(match: Match, seat: int, before: tuple[str, ...] = ()) -> Iterator[tuple[Match, tuple[str, ...]]]:
    """Yield each sequence of moves with which a seat can finish its turn, with the match after these moves."""
    if match.to_move != seat:
        yield match, before
        return
    for move in match.legal_moves():
        again = match.copy()
        again.play(move)
        yield from plans(again, seat, (*before, move))


def exact_chance(found: Ending) -> float | None:
    """Return the win chance of the best play, or None if too many hidden cards are possible."""
    here = found.match.at(found.version)
    states, weights = POSSIBLE_STATES[here.game](here, found.seat)
    if not len(states):
        return None
    best = 0.0
    for _, moves in plans(here, found.seat):
        plan = np.full(LONGEST, NO_MOVE, np.int32)
        plan[: len(moves)] = [here.setup.codec.parse(move) for move in moves]
        best = max(best, _share(here.setup.contents, states.copy(), weights, plan, here.players, found.seat))
    return best


@kernel
def _share(  # noqa: PLR0913, PLR0917 - a kernel takes each input as a parameter
    contents: States, states: States, weights: Float64Array, plan: Int32Array, players: int, seat: int
) -> float:
    """Return a seat's mean victory share over all possible states if it plays this plan."""
    scores, total, weight = np.zeros(8, np.int32), 0.0, 0.0
    for i in range(len(states)):
        for move in plan:
            if move >= 0:
                apply(contents[0], states[i], int(move))
        score(contents[0], states[i], scores)
        winners = 0
        for other in range(players):
            winners += scores[other] == scores[:players].max()
        total += weights[i] / winners if scores[seat] == scores[:players].max() else 0.0
        weight += weights[i]
    return total / weight


def _falling(counts: Sequence[int], chosen: Sequence[int]) -> int:
    """Return the number of ways to draw cards of these kinds in this order."""
    left, ways = list(counts), 1
    for kind in chosen:
        ways *= left[kind]
        left[kind] -= 1
    return ways


def courtisans_states(match: Match, seat: int) -> tuple[States, Float64Array]:
    """Return all possible states of a two-player Courtisans position, with weights: spies and missions are unknown."""
    truth = match.state()
    s, content = truth[0], match.setup.content
    spies = [n for n in range(s.spies) if s.spy_by[n] != seat and s.spy_area[n] != NONE]
    left = [int(content.copies[Role.SPY])] * FAMILIES
    for kind in (*s.hands[seat][: s.held[seat]], *s.spy_kind[: s.spies][s.spy_by[: s.spies] == seat]):
        left[kind // ROLES] -= kind % ROLES == Role.SPY
    half = int(content.missions) // 2
    unseen_missions = [n for n in range(content.missions) if n not in s.missions[seat]]
    if content.colours == 2:
        pairs = list(product([n for n in unseen_missions if n < half], [n for n in unseen_missions if n >= half]))
    else:
        pairs = list(permutations(unseen_missions, 2))
    if FAMILIES ** len(spies) * len(pairs) > MAX_STATES:
        return truth[:0], np.empty(0)
    found = [
        (families, pair, ways)
        for families in product(range(FAMILIES), repeat=len(spies))
        if (ways := _falling(left, families)) > 0
        for pair in pairs
    ]
    states = np.repeat(truth, len(found))
    for state, (families, pair, _) in zip(states, found, strict=True):
        state["missions"][1 - seat] = sorted(pair)
        for spy, family in zip(spies, families, strict=True):
            state["spy_kind"][spy] = family * ROLES + Role.SPY
    return states, np.array([ways for _, _, ways in found], np.float64)


def cursed_court_states(match: Match, seat: int) -> tuple[States, Float64Array]:
    """Return all possible states of a final Cursed Court position, with weights: some hole cards are unknown."""
    truth = match.state()
    s, content = truth[0], match.setup.content
    holes = [hole for hole in range(s.holes) if not knows_hole(content, s, seat, hole)]
    left = np.empty(NOBLES, np.int8)
    unseen(content, s, seat, left)
    if NOBLES ** len(holes) > MAX_STATES:
        return truth[:0], np.empty(0)
    found = [
        (cards, ways)
        for cards in product(range(NOBLES), repeat=len(holes))
        if (ways := _falling(left.tolist(), cards)) > 0
    ]
    states = np.repeat(truth, len(found))
    for state, (cards, _) in zip(states, found, strict=True):
        state["deck"][holes] = cards
    return states, np.array([ways for _, ways in found], np.float64)


POSSIBLE_STATES: dict[str, Callable[[Match, int], tuple[States, Float64Array]]] = {
    "courtisans": courtisans_states,
    "cursed_court": cursed_court_states,
}


class Checked(NamedTuple):
    """An exact win chance, and the interval of a review for this chance."""

    exact: float
    low: float
    high: float

    @property
    def holds(self) -> bool:
        """Whether the exact chance is in the interval."""
        return self.low <= self.exact <= self.high


def checked(game: str, count: int, effort: Effort) -> Iterator[Checked]:
    """Yield the exact chance and the review's interval for `count` matches with an ending that can be enumerated."""
    seed = 0
    while count:
        seed += 1
        options = OPTIONS[game]
        found = ending(played(game, options, ["steward"] * options["players"], seed))
        exact = exact_chance(found) if found else None
        if found is None or exact is None:
            continue
        # Each review has its own seed. With one seed for all, all reviews would have the same sampling errors.
        stated = Walk(found.match, replace(effort, seed=seed)).steps(since=found.version)[0].judged.better.chance()
        yield Checked(exact, stated.low, stated.high)
        count -= 1


class Cost(NamedTuple):
    """The cost of a level in a match: the total cost of its decisions in victories, and its mean victory share."""

    level: str
    total: float
    decisions: int
    share: float = 0.0


def costs(game: str, options: dict[str, Any], effort: Effort, seats: Sequence[str], seed: int) -> list[Cost]:
    """Return the cost of each level's decisions in a match."""
    match = played(game, options, seats, seed)
    found, winners = review(match, effort), match.winners()
    return [_cost_of(level, seats, found, winners) for level in dict.fromkeys(seats)]


def _cost_of(level: str, seats: Sequence[str], found: Review, winners: Sequence[int]) -> Cost:
    own = [seat for seat, name in enumerate(seats) if name == level]
    decisions = [found.seats[seat].decisions for seat in own]
    total = sum(found.seats[seat].cost * count for seat, count in zip(own, decisions, strict=True))
    share = sum(seat in winners for seat in own) / len(winners) / len(own)
    return Cost(level, total, sum(decisions), share)


KINDS: dict[str, Callable[[list[str]], list[list[str]]]] = {
    "mixed": lambda levels: [levels[first:] + levels[:first] for first in range(len(levels))],
    "duels": lambda levels: [list(pair) for pair in permutations(levels, 2)],
    "alike": lambda levels: [[level] for level in levels],
}
"""The lineups of each kind of table: one seat of each level, every pair of levels, or all seats of one level.

A review counts few mistakes of a player against much stronger opponents: such a player soon has no win chance to lose.
"""


def tables(players: int, matches: int, kind: str = "mixed") -> Iterator[tuple[list[str], int]]:
    """Yield the lineup and the deal seed of each table. All lineups of a kind play the same deals."""
    together = KINDS[kind](level_names())
    for number in range(matches):
        seed, which = divmod(number, len(together))
        yield list(islice(cycle(together[which]), players)), seed


class Mean(NamedTuple):
    """A mean cost per decision with the half-width of its 95 % interval."""

    mean: float
    half: float

    def __str__(self) -> str:
        return f"{100 * self.mean:.2f} ± {100 * self.half:.2f} %"


def mean_cost(found: Sequence[Cost]) -> Mean:
    """Return the mean cost per decision. The variance is taken over matches: decisions in a match are correlated."""
    decisions = max(1, sum(each.decisions for each in found))
    mean = sum(each.total for each in found) / decisions
    spread = sum((each.total - mean * each.decisions) ** 2 for each in found)
    return Mean(mean, 1.96 * math.sqrt(spread * len(found) / max(1, len(found) - 1)) / decisions)


def order(
    game: str, work: Callable[[Sequence[str], int], list[Cost]], of: Sequence[tuple[list[str], int]], jobs: int
) -> None:
    """Play the tables. Every `EVERY` matches, print the mean cost of a decision for each level."""
    found: dict[str, list[Cost]] = {level: [] for level in level_names()}
    with ProcessPoolExecutor(jobs) as pool:
        for done, costs_there in enumerate(pool.map(work, *zip(*of, strict=True)), start=1):
            for cost in costs_there:
                found[cost.level].append(cost)
            if done % EVERY == 0 or done == len(of):
                figures = ", ".join(
                    f"{level} {mean_cost(all_)} ({_won(all_)})" for level, all_ in found.items() if all_
                )
                print(f"{game}, {done} matches, of the victory per decision (and in all): {figures}", flush=True)


def _won(found: Sequence[Cost]) -> str:
    """Return the mean victory share as a percentage."""
    return f"{100 * sum(each.share for each in found) / len(found):.0f} %"


EVERY = 20


def _option(text: str) -> tuple[str, int]:
    name, _, value = text.partition("=")
    return name, int(value)


def main() -> None:
    """Run one of the checks and print its result."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("check", choices=["exact", "order"])
    parser.add_argument("game")
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--imagined", type=int, default=Effort().matches)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--tables", choices=KINDS, default="mixed")
    parser.add_argument("--option", action="append", default=[], type=_option, metavar="NAME=NUMBER")
    given = parser.parse_args()
    effort = Effort(matches=given.imagined)
    if given.check == "exact":
        found = list(checked(given.game, given.positions, effort))
        print(f"{sum(each.holds for each in found)} of {len(found)} exact chances are in the stated interval")
        return
    options = {"players": len(level_names()), **dict(given.option)}
    work = partial(costs, given.game, options, effort)
    order(given.game, work, list(tables(options["players"], given.matches, given.tables)), given.jobs)


if __name__ == "__main__":
    main()
