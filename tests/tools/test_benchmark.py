"""The tool of the benchmark: the hashes and ratings of the pool, and the table of results."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from courtly.arena.benchmark import Document, MatchResult, Protocol, Task, document, load_pool
from courtly.arena.benchmark.player import play_match
from courtly.arena.benchmark.pool import POOL_FILE
from courtly.arena.benchmark.protocol import Extent, protocol_of
from tools import benchmark

POOL = load_pool()


def result_file(agent: str, won: float) -> dict[str, Any]:
    """Return results in Courtisans with two players, where the agent wins this part of its matches."""
    protocol = protocol_of(POOL, agent, Extent(deals=10, games=["courtisans"], seats=[2]))
    results = {task: _result(protocol, task, won) for task in protocol.tasks()}
    made = document(POOL, protocol, results, size="custom", seconds=1.0)
    found: dict[str, Any] = json.loads(json.dumps(made))
    return found


def _result(protocol: Protocol, task: Task, won: float) -> MatchResult:
    even = protocol.cells[task.cell].spec == protocol.agent
    deal, seat = task.match // 2, task.match % 2
    scores = (1, 1) if even else (1, 0) if (deal < 10 * won) == (seat == 0) else (0, 1)
    return MatchResult(-1, 9, 0, scores, times=(1500,))


def test_the_committed_files_and_the_table_are_up_to_date() -> None:
    assert benchmark.main(["--check"]) == 0


def test_the_committed_results_cover_random_steward_and_a_search() -> None:
    agents = {each["agent"] for each in benchmark.documents().values()}
    assert {"random", "steward", "ismcts:sims=200,threads=1"} <= agents


@pytest.mark.parametrize("game", POOL.games)
def test_all_opponents_play_as_in_the_committed_results(game: str) -> None:
    """If this fails, an opponent plays differently: make a new version of the pool, with new results."""
    held = Document.model_validate_json((benchmark.RESULTS / "steward.json").read_text(encoding="utf-8"))
    protocol = held.protocol(POOL)
    for cell, results in zip(protocol.cells, held.results(), strict=True):
        if (cell.game, cell.seats) == (game, 2):
            assert play_match(protocol.plan(cell), 0, protocol.illegal).outcome == results[0].outcome, cell.name


def test_frozen_hashes_are_those_of_the_installed_files() -> None:
    text = POOL_FILE.read_text(encoding="utf-8")
    assert benchmark.frozen(text, POOL) == text


def test_ratings_put_a_winner_above_a_loser_and_the_steward_at_1000() -> None:
    text = POOL_FILE.read_text(encoding="utf-8")
    found = benchmark.rated(text, POOL, {Path("random.json"): result_file("random", 0.2)})
    ratings = {each["name"]: each["ratings"]["courtisans"] for each in tomllib.loads(found)["opponents"][:2]}
    assert ratings["steward"] == 1000
    assert 700 < ratings["random"] < 850


def test_the_table_lists_the_strongest_agent_first() -> None:
    results = {f"{won}.json": result_file("random", won) for won in (0.2, 0.9)}
    lines = benchmark.table(results).splitlines()
    assert [line.rpartition("(")[2] for line in lines[2:]] == ["benchmark/0.9.json) |", "benchmark/0.2.json) |"]
    assert "| 1.5 | 0 |" in lines[2]


def test_a_changed_figure_is_found_and_repaired(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in (("DOCS", tmp_path), ("PAGE", tmp_path / "benchmark.md"), ("RESULTS", tmp_path)):
        monkeypatch.setattr(benchmark, name, value)
    benchmark.PAGE.write_text(f"{benchmark.BEGIN}{benchmark.END}", encoding="utf-8")
    made = result_file("random", 0.2)
    made["figures"]["rating"]["value"] = 3000.0
    (tmp_path / "random.json").write_text(json.dumps(made), encoding="utf-8")
    assert benchmark.main(["--check"]) == 1
    assert "benchmark.md is out of date" in capsys.readouterr().out
    assert benchmark.main([]) == 0
    assert benchmark.main(["--check"]) == 0
    assert json.loads((tmp_path / "random.json").read_text())["figures"]["rating"]["value"] < 1000
