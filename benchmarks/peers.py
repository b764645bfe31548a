"""The peer: OpenSpiel's card game `hearts`, written in C++ and driven from Python, which is its usual use.

The dependency group `peers` installs it. Without it, `HAS_PEER` is false and our figures have no peer.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

from benchmarks.measure import Effort, Work, processor_seconds

HAS_PEER = find_spec("pyspiel") is not None
MISSING = "OpenSpiel is not installed (dependency group peers), so there is no peer"

PeerWork = Callable[[Effort], Work]


def _game() -> Any:
    import pyspiel

    return pyspiel.load_game("hearts")


def _rng() -> random.Random:
    return random.Random(1)


def _play_out(state: Any, rng: random.Random) -> int:
    """Play random actions to the end and return their number, including chance actions."""
    count = 0
    while not state.is_terminal():
        actions = state.legal_actions()
        state.apply_action(actions[int(rng.random() * len(actions))])
        count += 1
    return count


def _mid_match() -> Any:
    """Return a state in the middle of a random match."""
    state, rng = _game().new_initial_state(), _rng()
    while state.is_chance_node() or state.move_number() < 90:
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def _script(rng: random.Random) -> tuple[Any, list[int]]:
    """Return a state with all cards dealt, and the actions of a random match from there."""
    state = _game().new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    play, actions = state.clone(), []
    while not play.is_terminal():
        actions.append(rng.choice(play.legal_actions()))
        play.apply_action(actions[-1])
    return state, actions


def _random_matches(effort: Effort, uncounted: int) -> Work:
    """Return work that measures actions per second in random matches, without `uncounted` actions of each match."""
    game, rng, count = _game(), _rng(), effort.of(600)

    def work() -> float:
        played: list[int] = []
        spent = processor_seconds(lambda: played.extend(_play_out(game.new_initial_state(), rng) for _ in range(count)))
        return (sum(played) - uncounted * count) / spent

    return work


def decisions(effort: Effort) -> Work:
    """Measure players' decisions per second in random matches, including the time of the deal."""
    state, _ = _script(_rng())
    return _random_matches(effort, len(state.history()))


def actions(effort: Effort) -> Work:
    """Measure actions per second in random matches; each dealt card is an action."""
    return _random_matches(effort, 0)


def matches(effort: Effort) -> Work:
    """Measure random matches per second, dealt and played."""
    game, rng, count = _game(), _rng(), effort.of(600)

    def play() -> None:
        for _ in range(count):
            _play_out(game.new_initial_state(), rng)

    return lambda: count / processor_seconds(play)


def simulations(effort: Effort) -> Work:
    """Measure simulations per second of the peer's own search at the first card; the search uses one thread."""
    import pyspiel

    state, _ = _script(_rng())
    # With a single simulation the search would have no move to choose.
    count = max(20, effort.of(5_000))
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    # In order: seed, evaluator, exploration constant, simulations, unlimited redeals (-1), choice of the most visited
    # move, information states instead of observations, no inconsistent action sets.
    final = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    bot = pyspiel.ISMCTSBot(1, evaluator, 0.7, count, -1, final, False, False)
    return lambda: count / processor_seconds(lambda: bot.step(state))


def checked_play(effort: Effort) -> Work:
    """Measure microseconds for one action with its legality check."""
    rng = _rng()
    scripts = [_script(rng) for _ in range(effort.of(60))]

    def play(states: list[Any]) -> None:
        for state, (_, actions) in zip(states, scripts, strict=True):
            for action in actions:
                state.apply_action_with_legality_check(action)

    def work() -> float:
        states = [state.clone() for state, _ in scripts]
        spent = processor_seconds(lambda: play(states))
        return spent / sum(len(actions) for _, actions in scripts) * 1e6

    return work


def _calls(count: int, call: Callable[[Any], object]) -> PeerWork:
    """Return a peer that measures nanoseconds per call on a state in the middle of a match."""

    def ready(effort: Effort) -> Work:
        state, times = _mid_match(), range(effort.of(count))

        def loop() -> None:
            for _ in times:
                call(state)

        return lambda: processor_seconds(loop) / len(times) * 1e9

    return ready


clone = _calls(50_000, lambda state: state.clone())
tensor = _calls(10_000, lambda state: state.information_state_tensor())
mask = _calls(10_000, lambda state: state.legal_actions_mask())
