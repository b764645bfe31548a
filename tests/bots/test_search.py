"""The search: it finds good moves, is reproducible, can be stopped, and learns no secret."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from courtly.bots import BadBudget, Budget, Stop, UnknownBot, find_bot, split_specs
from courtly.bots.search import bot
from courtly.bots.search.bot import FORCED_SIMULATIONS, Tree, new_tree
from courtly.bots.search.settings import SearchSettings
from courtly.engine.compile.rng import stream
from courtly.engine.contract.game import set_up
from courtly.engine.play.match import Match
from courtly.testing.positions import random_match, stages
from tests.games.monarch.builders import with_state

GAMES = [("courtisans", {"players": 2}), ("courtisans", {"players": 4}), ("cursed_court", {"players": 3})]
every_game = pytest.mark.parametrize(("game", "options"), GAMES)


def opening(game: str = "courtisans", **options: object) -> Match:
    """Return a match without any move."""
    return random_match(set_up(game, options or {"players": 3}), seed=5, moves=0)


def choice(match: Match, spec: str, budget: Budget | None = None, *, stream_seed: int = 1):  # type: ignore[no-untyped-def]
    """Return the choice of a bot for the seat to move."""
    assert match.to_move is not None
    return find_bot(spec).choose(match.knowledge(match.to_move), stream(stream_seed), budget)


def shares(match: Match, samples: int) -> dict[str, float]:
    """Return the victory share of each possible last move, averaged over redeals of the hidden cards."""
    setup, seat = match.setup, match.to_move
    assert seat is not None
    known, rng = match.knowledge(seat), stream(9)
    won = dict.fromkeys(known.legal, 0.0)
    scores = np.empty(setup.players, np.int32)
    for _ in range(samples):
        sample = known.redeal(rng)
        for move in known.legal:
            after = sample.copy()
            setup.game.rules.kernels.apply(setup.content, after[0], setup.codec.parse(move))
            assert after[0].to_move < 0
            setup.game.rules.kernels.score(setup.content, after[0], scores)
            won[move] += (scores[seat] == scores.max()) / (scores == scores.max()).sum() / samples
    return won


@pytest.mark.parametrize(("game", "options"), [each for each in GAMES if each[0] == "courtisans"])
@pytest.mark.parametrize("seed", range(6))
def test_the_search_finds_the_best_last_move(game: str, options: dict[str, int], seed: int) -> None:
    last = stages(set_up(game, options), seed=seed)[-2]
    won = shares(last, 200)
    found = choice(last, "ismcts:sims=1500,margin=0").move
    assert won[found] > max(won.values()) - 0.1


@every_game
def test_a_search_result_counts_every_simulation_and_lists_the_chosen_move_first(
    game: str, options: dict[str, int]
) -> None:
    found = choice(opening(game, **options), "ismcts:sims=300")
    thought = found.thought
    assert thought is not None
    assert thought.simulations == 300
    assert sum(each.visits for each in thought.moves) == 300
    assert thought.moves[0].move == found.move
    assert [each.visits for each in thought.moves] == sorted((each.visits for each in thought.moves), reverse=True)
    assert all(0 <= each.chance <= 1 and 0 <= each.value <= 1 for each in thought.moves)
    assert thought.chance == thought.moves[0].chance


@every_game
@pytest.mark.parametrize(
    "spec", ["ismcts:sims=200", "ismcts:sims=200,observers=each", "ismcts:sims=50,rollout=steward"]
)
def test_equal_streams_give_equal_results_and_different_streams_differ(
    game: str, options: dict[str, int], spec: str
) -> None:
    match = opening(game, **options)
    assert choice(match, spec) == choice(match, spec)
    assert choice(match, spec).thought != choice(match, spec, stream_seed=2).thought


def test_one_thread_finds_the_same_result_as_two_threads() -> None:
    match = opening()
    alone, together = (choice(match, f"ismcts:sims=3001,trees=2,threads={count}") for count in (1, 2))
    assert alone == together
    assert alone.thought.simulations == 3001


@pytest.fixture
def spent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, float | None]]:
    """Return a list that records the simulations and seconds of each tree; the trees do not search."""
    given: list[tuple[int, float | None]] = []
    monkeypatch.setattr(bot, "_spend", lambda _tree, share, budget, _ended: given.append((share, budget.seconds)))
    return given


def test_only_many_simulations_are_shared_by_two_trees(spent: list[tuple[int, float | None]]) -> None:
    choice(opening(), "ismcts:sims=100")
    choice(opening(), "ismcts:sims=5000")
    assert spent == [(100, None), (2500, None), (2500, None)]


def test_two_trees_on_one_thread_share_the_time(spent: list[tuple[int, float | None]]) -> None:
    choice(opening(), "ismcts:1s,trees=2,threads=1")
    choice(opening(), "ismcts:1s,trees=1")
    assert [seconds for _, seconds in spent] == [0.5, 0.5, 1.0]


def test_a_full_tree_still_runs_simulations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("courtly.bots.search.bot.MAX_NODES", 20)
    monkeypatch.setattr("courtly.bots.search.bot.FIRST_NODES", 20)
    thought = choice(opening(), "ismcts:sims=500").thought
    assert thought.simulations == 500


def test_a_search_keeps_its_time_limit() -> None:
    begun = time.monotonic()
    found = choice(opening(), "ismcts:0.3s")
    assert time.monotonic() - begun < 3
    assert found.thought.simulations > 100


@pytest.fixture
def interrupting() -> Iterator[None]:
    """Interrupt the test after a short time, as Ctrl-C does."""
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("trees", ["trees=1", "trees=2,threads=1", "trees=2,threads=2"])
def test_a_search_can_be_interrupted(interrupting: None, trees: str) -> None:
    with pytest.raises(KeyboardInterrupt):
        choice(opening(), f"ismcts:sims=100000000,{trees}")


def test_a_timed_search_ends_when_its_choice_can_no_longer_change(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Tree, "lead", lambda _tree: 1 << 60)
    begun = time.monotonic()
    found = choice(opening(), "ismcts:60s")
    assert time.monotonic() - begun < 30
    assert found.thought.simulations > 0


def test_the_lead_is_the_difference_between_the_two_most_visited_moves() -> None:
    match = opening()
    assert match.to_move is not None
    tree = new_tree(match.knowledge(match.to_move), stream(1), SearchSettings())
    assert tree.lead() == 0
    tree.grow(300, Budget(simulations=300))
    first, second = sorted((int(each["visits"]) for each in tree.children()), reverse=True)[:2]
    assert tree.lead() == first - second


def test_the_only_legal_move_gets_few_simulations() -> None:
    match = next(
        match for match in stages(set_up("courtisans", {"players": 2}), seed=1) if len(match.legal_moves()) == 1
    )
    found = choice(match, "ismcts:sims=5000")
    assert found.thought.simulations == FORCED_SIMULATIONS
    assert choice(match, "ismcts:sims=7").thought.simulations == 7


def test_a_budget_passed_to_choose_replaces_the_budget_of_the_bot() -> None:
    assert choice(opening(), "ismcts:100s", Budget(simulations=7)).thought.simulations == 7
    both = choice(opening(), "ismcts", Budget(simulations=9, seconds=50))
    assert both.thought.simulations == 9


def start_thread(work: Callable[[], object]) -> threading.Thread:
    thread = threading.Thread(target=work)
    thread.start()
    return thread


@pytest.mark.parametrize("budget", [{"simulations": 100_000_000}, {"seconds": 80_000.0}])
def test_a_stopped_search_answers_with_its_best_move_so_far(budget: dict[str, float]) -> None:
    match, stop, answers = opening(), Stop(), []
    choice(match, "ismcts:sims=2")
    allowed = Budget(**budget, stop=stop)  # type: ignore[arg-type]
    searching = start_thread(lambda: answers.append(choice(match, "ismcts:threads=1,trees=1", allowed)))
    time.sleep(0.2)
    stop.set()
    searching.join(20)
    assert stop.is_set
    assert answers[0].move in match.legal_moves()
    assert 0 < answers[0].thought.simulations < 100_000_000


def test_a_search_that_is_stopped_before_it_begins_plays_the_stewards_move() -> None:
    stop = Stop()
    stop.set()
    found = choice(opening(), "ismcts", Budget(simulations=10, stop=stop))
    assert found.thought is None
    assert found.move in opening().legal_moves()


def test_the_search_releases_the_gil() -> None:
    match, stop = opening(), Stop()
    choice(match, "ismcts:sims=2")
    searching = start_thread(lambda: choice(match, "ismcts:trees=1", Budget(simulations=100_000_000, stop=stop)))
    begun = time.monotonic()
    counted = sum(1 for _ in range(300_000))
    waited = time.monotonic() - begun
    stop.set()
    searching.join(20)
    assert counted == 300_000
    assert waited < 10


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("ismcts:speed=3", "no parameter 'speed=3'; use .*sims"),
        ("ismcts:", "there is no bot 'ismcts:'"),
        ("ismcts:sims", "no parameter 'sims'"),
        ("ismcts:sims=many", "sims cannot be 'many'; use a whole number"),
        ("ismcts:time=1", "time cannot be '1'; use seconds or milliseconds"),
        ("ismcts:rollout=wild", "rollout cannot be 'wild'; use random, steward"),
        ("ismcts:margin=2", "margin cannot be '2'; use a number from 0 to 1"),
        ("ismcts:wide=1.5", "wide cannot be '1.5'; use a whole number"),
        ("ismcts:sims=5,sims=6", "the parameter simulations of the bot is given twice"),
        ("ismcts:1s,time=2s", "the parameter seconds of the bot is given twice"),
        ("steward:sims=5", "the bot steward takes no parameters"),
        ("master:sims=5", "there is no bot 'master:sims=5'"),
    ],
)
def test_an_invalid_parameter_is_refused_with_the_allowed_values(spec: str, said: str) -> None:
    with pytest.raises(UnknownBot, match=said):
        find_bot(spec)


@pytest.mark.parametrize("spec", ["ismcts:sims=0", "ismcts:0s", "ismcts:sims=100000001", "ismcts:90000s"])
def test_a_zero_or_excessive_budget_is_refused(spec: str) -> None:
    with pytest.raises(BadBudget, match="a bot cannot think for"):
        find_bot(spec)


@pytest.mark.parametrize("given", [{}, {"simulations": True}, {"simulations": -1}, {"seconds": float("nan")}])
def test_an_invalid_budget_is_refused(given: dict[str, float]) -> None:
    with pytest.raises(BadBudget, match=r"budget|think"):
        Budget(**given)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "specs"),
    [
        ("steward", ["steward"]),
        ("steward, random", ["steward", "random"]),
        ("ismcts:sims=5,rollout=random,novice", ["ismcts:sims=5,rollout=random", "novice"]),
        ("ismcts:1s,ismcts:sims=5,2s", ["ismcts:1s", "ismcts:sims=5,2s"]),
        ("random,sims=5", ["random", "sims=5"]),
        ("ismcts:rollout=steward,0.5s,steward", ["ismcts:rollout=steward,0.5s", "steward"]),
        ("program:./bot --depth 3,steward", ["program:./bot --depth 3", "steward"]),
    ],
)
def test_a_list_of_bots_is_split_between_bots_and_not_between_parameters(text: str, specs: list[str]) -> None:
    assert split_specs(text) == specs


@pytest.mark.parametrize(("game", "options"), [*GAMES, ("monarch", {"players": 2}), ("monarch", {"players": 4})])
@pytest.mark.parametrize("spec", ["ismcts:sims=10,lapse=1", "ismcts:sims=1,lapse=1"])
def test_a_lapse_passes_no_turn_while_a_move_is_free(game: str, options: dict[str, int], spec: str) -> None:
    setup, rng = set_up(game, options), stream(4)
    for match in stages(setup, seed=5):
        if match.to_move is None:
            continue
        known, after = match.knowledge(match.to_move), match.copy()
        free = setup.game.study.free_moves(known.view)
        assert set(free) <= set(known.legal)
        after.play(find_bot(spec).choose(known, rng).move)
        assert not free or after.to_move == match.to_move


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("spec", ["ismcts:sims=10,lapse=1", "ismcts:sims=1,lapse=1"])
def test_a_lapse_never_harvests_food_without_use(players: int, spec: str) -> None:
    setup, rng = set_up("monarch", {"players": players}), stream(4)
    hoards = 0
    for match in stages(setup, seed=5):
        if "harvest" not in match.legal_moves():
            continue
        assert match.to_move is not None
        known = with_state(match.copy(), food=[20] * players).knowledge(match.to_move)
        idle = setup.game.study.idle_moves(known.view)
        hoards += len(idle)
        assert find_bot(spec).choose(known, rng).move not in idle
    assert hoards > 10
