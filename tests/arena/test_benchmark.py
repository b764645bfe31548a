"""The benchmark: equal deals for everyone, mistakes counted apart from skill, results that can be repeated."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from courtly import new_match
from courtly.arena.benchmark import (
    AgentFailed,
    BadPool,
    Cell,
    Document,
    Execution,
    Extent,
    MatchResult,
    NotReproduced,
    Protocol,
    Task,
    agreements,
    check_agent,
    check_figures,
    check_hashes,
    document,
    is_deterministic,
    load_pool,
    play_tasks,
    protocol_of,
    read_document,
    require,
    sampled,
    versions,
    write_document,
)
from courtly.arena.benchmark.figures import deal_shares, expected_share, figures, times
from courtly.arena.benchmark.player import MAX_ASKED, AgentPlayer, play_match
from courtly.arena.benchmark.pool import play_hash
from courtly.arena.outside import Forfeit
from courtly.arena.table import BotPlayer
from courtly.bots import UnknownBot
from courtly.engine.compile.rng import Stream, stream
from courtly.engine.errors import BadOption
from courtly.engine.play.knowledge import Knowledge
from tests.arena import programs
from tests.arena.agents import OWN

POOL = load_pool()
TWO = Cell("courtisans", 2, "random", "random", 2)


def protocol(manner: str = "", *, cells: Sequence[Cell] = (TWO,), **more: Any) -> Protocol:
    return Protocol(POOL.version, f"{OWN}:{manner}", tuple(cells), POOL.seed, **more)


def played(agent: Protocol, match: int = 0) -> MatchResult:
    return play_match(agent.plan(agent.cells[0]), match, agent.illegal)


def results(*scores: tuple[int, ...]) -> list[MatchResult]:
    return [MatchResult(-1, 4, 0, each) for each in scores]


def written(agent: Protocol, found: Mapping[Task, MatchResult], file: Path) -> dict[str, Any]:
    made = document(POOL, agent, found, size="custom", seconds=1.0)
    write_document(made, file)
    return made


def all_of(agent: Protocol, result: MatchResult) -> dict[Task, MatchResult]:
    return dict.fromkeys(agent.tasks(), result)


def test_every_opponent_of_the_pool_has_the_hash_of_the_installed_files() -> None:
    POOL.check(list(POOL.games))


def test_an_opponent_with_another_hash_is_refused_by_name() -> None:
    changed = POOL.opponents[1].model_copy(update={"hashes": {"courtisans": "0" * 16}})
    pool = POOL.model_copy(update={"opponents": (POOL.opponents[0], changed)})
    with pytest.raises(BadPool, match="the opponent steward of pool 1 has changed: its rules, cards, weights or nets"):
        pool.check(["courtisans"])


def test_a_hash_depends_on_the_settings_of_a_search() -> None:
    one, other = (play_hash(f"ismcts:sims={sims}", "courtisans", [2]) for sims in (20, 21))
    assert one != other


def test_all_games_and_numbers_of_seats_are_played_against_every_opponent() -> None:
    found = protocol_of(POOL, "steward", Extent())
    tables = {(cell.game, cell.seats) for cell in found.cells}
    assert len(tables) == 12
    for table in tables:
        assert {"random", "steward", "search-20", "search-60", "search-200"} <= {
            cell.opponent for cell in found.cells if (cell.game, cell.seats) == table
        }
    assert {(cell.game, cell.seats) for cell in found.cells if cell.opponent == "net-200"} == {
        ("cursed_court", 2),
        ("monarch", 2),
        ("monarch", 3),
        ("monarch", 4),
    }


def test_a_full_benchmark_has_six_times_the_deals_of_a_quick_one() -> None:
    quick, full = (protocol_of(POOL, "steward", Extent(size)).cells for size in ("quick", "full"))
    assert [6 * cell.deals for cell in quick] == [cell.deals for cell in full]


def test_the_extent_narrows_games_seats_and_deals() -> None:
    found = protocol_of(POOL, "steward", Extent(deals=3, games=["monarch"], seats=[2, 3]))
    assert {(cell.game, cell.seats, cell.deals) for cell in found.cells} == {("monarch", 2, 3), ("monarch", 3, 3)}


@pytest.mark.parametrize(
    ("extent", "message"),
    [
        (Extent(games=["chess"]), "games cannot be 'chess'; choose from courtisans, cursed_court, monarch"),
        (Extent(seats=[9]), "seats cannot be 9; choose from 2, 3, 4, 5, 6"),
        (Extent(games=["monarch"], seats=[6]), "none of these games has a table with 6 seats"),
        (Extent(deals=0), "deals cannot be 0"),
    ],
)
def test_a_wrong_extent_is_named(extent: Extent, message: str) -> None:
    with pytest.raises(BadOption, match=message):
        protocol_of(POOL, "steward", extent)


def test_each_deal_is_played_with_the_agent_in_every_seat() -> None:
    plan = protocol().plan(replace(TWO, seats=5, deals=3))
    for match in range(plan.matches):
        assert plan.seating(match).index(0) == -match % 5


def test_two_agents_play_the_same_deals() -> None:
    one, other = (protocol(manner).plan(TWO) for manner in ("", "draw"))
    assert one.seed == other.seed
    assert played(protocol(), 1).outcome == played(protocol(), 1).outcome


@pytest.mark.parametrize("manner", ["nan", "none", "impossible", "number", "array"])
def test_an_illegal_answer_loses_the_match_and_is_counted(manner: str) -> None:
    found = played(protocol(manner))
    assert (found.forfeit, found.illegal, found.failed) == (0, 1, False)
    assert found.reason


def test_an_agent_is_asked_again_after_an_illegal_answer() -> None:
    found = played(protocol("every second", illegal="redraw"))
    assert (found.forfeit, found.failed) == (-1, False)
    assert 2 * found.illegal == len(found.times)


def test_an_agent_with_only_illegal_answers_loses_after_some_of_them() -> None:
    found = played(protocol("nan", illegal="redraw"))
    assert (found.forfeit, found.illegal, len(found.times)) == (0, MAX_ASKED, MAX_ASKED)


def test_random_legal_moves_replace_illegal_ones() -> None:
    one, other = (played(protocol("nan", illegal="random")) for _ in range(2))
    assert one.forfeit == -1
    assert one.illegal == len(one.times) > 10
    assert one.outcome == other.outcome


def test_an_error_of_the_agent_is_a_failure_and_no_illegal_move() -> None:
    found = played(protocol("raise"))
    assert (found.forfeit, found.illegal, found.failed) == (0, 0, True)
    assert found.reason == "failed: ValueError: 'no idea'"


@pytest.mark.parametrize(
    ("manner", "illegal", "failed"), [("illegal", 1, False), ("other", 1, False), ("crash", 0, True)]
)
def test_an_illegal_answer_of_a_program_differs_from_a_crash(manner: str, illegal: int, failed: bool) -> None:
    found = played(replace(protocol(), agent=programs.spec(manner)))
    assert (found.forfeit, found.illegal, found.failed) == (0, illegal, failed)


def test_the_refused_answers_of_a_language_model_are_illegal_moves() -> None:
    found = played(replace(protocol(), agent=programs.model("slow to learn")))
    assert found.forfeit == -1
    assert found.illegal == len(found.times)


class Endless(BotPlayer):
    """A player that never answers."""

    def choose(self, knowledge: Knowledge, rng: Stream, log: Any) -> str:
        while True:
            pass


def test_a_player_that_never_answers_is_interrupted_and_fails() -> None:
    agent = AgentPlayer(Endless("steward"), "lose", 0.01, stream(1))
    agent.times.append(1)  # only the first answer has more time
    knowledge = new_match("courtisans", players=2, seed=1).knowledge(0)
    with pytest.raises(Forfeit, match=r"gave no answer within 0\.01 s"):
        agent.choose(knowledge, stream(1), list)
    assert agent.failed


def test_a_failure_counts_as_a_lost_match_even_if_the_process_ends() -> None:
    found = play_tasks(protocol("die"), [Task(0, 1)], Execution())
    assert found[Task(0, 1)].forfeit == 1
    assert found[Task(0, 1)].failed
    assert "status 7" in found[Task(0, 1)].reason


def test_a_benchmark_stops_at_a_failure_on_request() -> None:
    agent = protocol("raise")
    with pytest.raises(AgentFailed, match=r"match 0 of courtisans, 2 seats, random: it failed: ValueError: 'no idea'"):
        play_tasks(agent, agent.tasks(), Execution(stop=True))


def test_an_unfinished_benchmark_continues_without_repeating_a_match(tmp_path: Path) -> None:
    agent, file = protocol(), tmp_path / "results.json.partial"
    whole = play_tasks(agent, agent.tasks(), Execution(partial=file))
    lines = file.read_bytes().splitlines(keepends=True)
    marked = json.loads(lines[1])
    marked[4] = 99  # the number of illegal answers
    file.write_bytes(lines[0] + json.dumps(marked).encode() + b"\n" + lines[2][:9])
    again = play_tasks(agent, agent.tasks(), Execution(partial=file))
    assert again.keys() == whole.keys()
    assert sum(result.illegal for result in again.values()) == 99
    assert [name.name for name in tmp_path.iterdir()] == [file.name]


def test_unfinished_results_of_other_arguments_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "results.json.partial"
    play_tasks(protocol(), [], Execution(partial=file))
    with pytest.raises(BadOption, match="belongs to a benchmark with other arguments or of another version"):
        play_tasks(protocol(illegal="random"), [], Execution(partial=file))
    file.write_text('{"format"\n')
    with pytest.raises(BadOption, match="is damaged; remove it to start again"):
        play_tasks(protocol(), [], Execution(partial=file))


def test_an_invalid_agent_is_refused_before_the_first_match() -> None:
    with pytest.raises(UnknownBot, match="there is no bot"):
        check_agent(replace(protocol(), agent="stewart"))


def test_the_share_of_a_deal_is_the_mean_over_all_seats_of_the_agent() -> None:
    found = results((5, 1), (5, 1), (3, 3), (0, 9))
    assert deal_shares(TWO, found).tolist() == [0.5, 0.75]


def test_an_agent_that_is_even_with_every_opponent_has_their_rating() -> None:
    pool = POOL.model_copy(
        update={"opponents": tuple(each.model_copy(update={"ratings": {"courtisans": 300}}) for each in POOL.opponents)}
    )
    agent = protocol(cells=[TWO])
    even = figures(pool, agent, [results((5, 1), (5, 1), (5, 1), (5, 1))])
    assert even["ratings"]["courtisans"]["value"] == pytest.approx(300, abs=0.01)
    assert even["rating"] == even["ratings"]["courtisans"]


def test_a_rating_is_finite_and_grows_with_the_share() -> None:
    agent = protocol()
    lost, won = (results(*[points, points[::-1]] * 2) for points in ((0, 1), (1, 0)))
    low, high = (figures(POOL, agent, [each])["rating"]["value"] for each in (lost, won))
    assert -2000 < low < high < 6000


def test_400_points_are_odds_of_ten_to_one_against_each_opponent() -> None:
    assert expected_share(np.array([400.0]), 0.0, 2)[0] == pytest.approx(10 / 11)
    assert expected_share(np.array([400.0]), 0.0, 4)[0] == pytest.approx(10 / 13)


def test_times_are_given_as_median_and_95th_percentile() -> None:
    slow = replace(results((1, 0))[0], times=tuple(range(1000, 101_000, 1000)))
    assert times([[slow]]) == {"answers": 100, "median_ms": 50.5, "p95_ms": 95.0}
    assert times([results((1, 0))])["median_ms"] is None


def test_only_bots_without_a_time_limit_and_nets_are_known_to_be_deterministic() -> None:
    assert all(map(is_deterministic, ("steward", "ismcts:sims=20", "regent", "net:mine.npz")))
    assert not any(map(is_deterministic, ("ismcts:10ms", OWN, "program:true", "llm:true")))


@pytest.fixture
def held(tmp_path: Path) -> tuple[Path, dict[str, Any]]:
    agent = replace(protocol(), agent="steward")
    found = {task: MatchResult(-1, 4, 0, (1 + task.match, 2)) for task in agent.tasks()}
    file = tmp_path / "results.json"
    return file, written(agent, found, file)


def test_a_result_file_has_every_match_and_is_read_back(held: tuple[Path, dict[str, Any]]) -> None:
    file, made = held
    found = read_document(file, POOL)
    check_hashes(found, POOL)
    check_figures(found, POOL)
    assert found.protocol(POOL) == replace(protocol(), agent="steward")
    assert found.results()[0][3] == MatchResult(-1, 4, 0, (4, 2))
    assert json.loads(file.read_text()) == json.loads(json.dumps(made))


def test_a_file_of_another_pool_is_refused(held: tuple[Path, dict[str, Any]]) -> None:
    file, made = held
    write_document({**made, "pool": "0"}, file)
    with pytest.raises(BadPool, match="was played against pool '0'; this version of Courtly has pool 1"):
        read_document(file, POOL)


def test_a_file_of_other_players_is_refused(held: tuple[Path, dict[str, Any]]) -> None:
    _, made = held
    other = {**made["hashes"], "search-20": {"courtisans": "0"}}
    with pytest.raises(BadPool, match="the results of search-20 in courtisans have the hash"):
        check_hashes(read({**made, "hashes": other}), POOL)
    agent = {**made["versions"], "agent": {"courtisans": "0"}}
    with pytest.raises(BadPool, match="the results of steward in courtisans have the hash"):
        check_hashes(read({**made, "versions": agent}), POOL)


def read(made: dict[str, Any]) -> Document:
    return Document.model_validate_json(json.dumps(made))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "courtly-benchmark/9"}, "'format': "),
        ({"seed": "many"}, "'seed': "),
        ({"cells": []}, "it has no cells"),
        ({"cells": [{"game": "chess", "seats": 2, "opponent": "random", "deals": 1, "matches": []}]}, "does not have"),
        (
            {"cells": [{"game": "courtisans", "seats": 2, "opponent": "random", "deals": 1, "matches": []}]},
            "incomplete",
        ),
    ],
)
def test_a_damaged_file_is_refused(held: tuple[Path, dict[str, Any]], change: dict[str, Any], message: str) -> None:
    file, made = held
    write_document({**made, **change}, file)
    with pytest.raises(BadOption, match=f"the result file cannot be used: .*{message}"):
        read_document(file, POOL).protocol(POOL)


def test_figures_that_do_not_follow_from_the_results_are_found(held: tuple[Path, dict[str, Any]]) -> None:
    _, made = held
    better = {**made["figures"], "rating": {**made["figures"]["rating"], "value": 2000.0}}
    with pytest.raises(NotReproduced, match="the figure rating of the file does not follow from its results"):
        check_figures(read({**made, "figures": better}), POOL)


def test_a_deterministic_agent_must_repeat_every_match() -> None:
    agent = protocol()
    held_cells = [results((1, 0), (1, 0), (1, 0), (1, 0))]
    same = all_of(agent, held_cells[0][0])
    require(agreements(agent, held_cells, same), deterministic=True)
    other = {**same, Task(0, 3): MatchResult(-1, 4, 0, (2, 0))}
    with pytest.raises(NotReproduced, match="1 of 4 matches against random have another result"):
        require(agreements(agent, held_cells, other), deterministic=True)
    require(agreements(agent, held_cells, other), deterministic=False)


def test_other_agents_must_stay_within_the_interval_of_the_difference() -> None:
    agent = protocol(cells=[replace(TWO, deals=40)])
    lost, won = MatchResult(-1, 4, 0, (0, 1)), MatchResult(-1, 4, 0, (1, 0))
    by_seat = {task: won if task.match % 2 == 0 else replace(lost, scores=(0, 1)) for task in agent.tasks()}
    held_cells = [[lost if match % 2 == 0 else won for match in range(80)]]
    (found,) = agreements(agent, held_cells, by_seat)
    assert (found.different, found.difference) == (80, 1.0)
    with pytest.raises(NotReproduced, match=r"the share against random differs by \+1.000; at most"):
        require([found], deterministic=False)


def test_a_sample_has_whole_deals_of_each_cell() -> None:
    agent = protocol(cells=[replace(TWO, seats=3, deals=9), TWO])
    tasks = sampled(agent, 2, Random(1))
    by_cell = [sorted(task.match for task in tasks if task.cell == at) for at in (0, 1)]
    assert len(by_cell[0]) == 6
    assert {match // 3 for match in by_cell[0]} == {match // 3 for match in by_cell[0] if match % 3 == 0}
    assert by_cell[1] == [0, 1, 2, 3]
    assert len(sampled(agent, None, Random(1))) == 31


def test_versions_name_the_rules_and_the_agent_by_game() -> None:
    found = versions(replace(protocol(), agent="steward"), POOL)
    assert found["agent"] == {"courtisans": POOL.opponents[1].hashes["courtisans"]}
    assert versions(protocol(), POOL)["agent"] == {}
