"""Data sets of tournaments: a row for every decision, in agreement with the matches played, read back by Polars."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from courtly.arena import Plan, Resources, Results, play
from courtly.arena.rows import empty_rows
from courtly.arena.trajectories import KEY, check_trajectories, frames, write_trajectories
from courtly.engine.errors import BadOption
from courtly.engine.play.match import Match
from courtly.engine.play.records import read_record
from tests.arena import programs

GAMES = ["courtisans", "cursed_court", "monarch"]


def results_of(game: str, *bots: str, deals: int = 2, **kept: Any) -> Results:
    plan = Plan(game, {"players": 2}, bots, deals=deals, seed=5)
    return play(plan, Resources(workers=2, moves=True, **kept))


def written(results: Results, folder: Path) -> pl.DataFrame:
    write_trajectories(results, folder / "found.parquet")
    return pl.read_parquet(folder / "found.parquet")


def decisions_of(match: Match) -> list[tuple[int | None, int, bytes, bytes]]:
    """Return every decision of a match: seat, move, observation and legal moves."""
    again = match.at(0)
    found: list[tuple[int | None, int, bytes, bytes]] = []
    for line in match.moves:
        seat = again.to_move
        assert seat is not None
        found.append((seat, match.setup.codec.parse(line), again.observe(seat).tobytes(), again.legal_mask().tobytes()))
        again.play(line)
    return found


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("bots", [("steward", "random"), ("steward", "python:tests.arena.test_entrants:LastMove")])
def test_every_decision_of_every_match_is_a_row(tmp_path: Path, game: str, bots: tuple[str, str]) -> None:
    results = results_of(game, *bots, deals=1, records=tmp_path)
    frame = written(results, tmp_path)
    assert frame.height == int(results.rows["decisions"].sum())
    for (number,), rows in frame.group_by("match", maintain_order=True):
        match = read_record((tmp_path / f"match-{number:09}.json").read_bytes())
        seen = [each.tobytes() for each in rows["observation"].to_numpy()]
        masks = [each.tobytes() for each in rows["mask"].to_numpy()]
        assert list(zip(rows["seat"], rows["action"], seen, masks, strict=True)) == decisions_of(match)
        assert rows["decision"].to_list() == list(range(rows.height))
        assert rows["score"].to_list() == [match.scores()[seat] for seat in rows["seat"]]
        assert rows["bot"].to_list() == [results.plan.bots[results.plan.seating(number)[seat]] for seat in rows["seat"]]


def test_shares_and_margins_agree_with_the_results(tmp_path: Path) -> None:
    frame = written(results_of("courtisans", "steward", "random", deals=20), tmp_path)
    by_seat = frame.group_by("match", "seat").agg(pl.col("share", "margin").first())
    assert by_seat.group_by("match").agg(pl.col("share").sum())["share"].to_list() == [1.0] * 40
    assert by_seat.filter(pl.col("share") == 1.0)["margin"].min() > 0  # type: ignore[operator]
    assert frame["deal"].n_unique() == 20


def test_a_search_has_its_visits_and_a_random_move_its_probability(tmp_path: Path) -> None:
    results = results_of("courtisans", "ismcts:sims=20,threads=1", "random", deals=1, folder=tmp_path / "run")
    frame = written(results, tmp_path)
    searched = frame.filter(pl.col("bot") != "random")
    for action, visits in zip(searched["action"], searched["visits"].to_list(), strict=True):
        assert visits is None or action in [each["move"] for each in visits]
    assert searched["visits"].null_count() < searched.height
    assert searched["probability"].null_count() == searched.height
    drawn = frame.filter(pl.col("bot") == "random")
    assert drawn["visits"].null_count() == drawn.height
    assert np.allclose(drawn["probability"].to_numpy() * drawn["mask"].to_numpy().sum(axis=1), 1)
    again = results_of("courtisans", "ismcts:sims=20,threads=1", "random", deals=1, folder=tmp_path / "run")
    assert written(again, tmp_path).equals(frame)


def test_the_rewards_of_a_seat_add_up_to_its_scaled_share(tmp_path: Path) -> None:
    frame = written(results_of("courtisans", "steward", "random", deals=3), tmp_path)
    seats = frame.group_by("match", "seat").agg(pl.col("reward").sum(), pl.col("share").first())
    assert seats["reward"].to_list() == (2 * seats["share"] - 1).to_list()
    assert (frame["reward"] != 0).sum() <= seats.height


def test_the_file_describes_its_rows(tmp_path: Path) -> None:
    results = results_of("courtisans", "steward", "random")
    write_trajectories(results, tmp_path / "found.parquet")
    about = json.loads(pl.read_parquet_metadata(tmp_path / "found.parquet")[KEY])
    assert (about["format"], about["plan"]["seed"]) == ("courtly-trajectories/1", 5)
    assert about["moves"][0] == results.plan.setup.codec.format(0)
    assert about["about"]["courtly"]
    pieces = results.plan.setup.game.rules.observation
    assert about["pieces"] == {piece.name: [piece.start, piece.stop] for piece in pieces}
    assert Plan.read(about["plan"]).as_dict() == {**results.plan.as_dict(), "options": about["plan"]["options"]}


def test_the_rows_do_not_depend_on_the_block_size(monkeypatch: pytest.MonkeyPatch) -> None:
    results = results_of("courtisans", "steward", "random", deals=5)
    whole = pl.concat(frames(results))
    monkeypatch.setattr("courtly.arena.trajectories._MOST_ROWS", 7)
    blocks = list(frames(results))
    assert len(blocks) > 5
    assert pl.concat(blocks).equals(whole)


def test_a_forfeited_match_has_rows_up_to_the_forfeit_and_no_points(tmp_path: Path) -> None:
    frame = written(results_of("courtisans", programs.spec("illegal"), "random", deals=1), tmp_path)
    assert frame["score"].null_count() == frame.height > 0
    assert frame.filter(pl.col("bot") == "random")["share"].to_list() == [1.0] * frame.height


def test_an_interrupted_run_continues_with_its_kept_moves(tmp_path: Path) -> None:
    bots = ("steward", "python:tests.arena.test_entrants:LastMove")
    whole = pl.concat(frames(results_of("courtisans", *bots, deals=2)))
    results_of("courtisans", *bots, deals=1, folder=tmp_path)
    assert pl.concat(frames(results_of("courtisans", *bots, deals=2, folder=tmp_path))).equals(whole)


def test_a_run_without_kept_moves_cannot_continue_with_moves(tmp_path: Path) -> None:
    plan = Plan("courtisans", {"players": 2}, ("steward", "python:tests.arena.test_entrants:LastMove"), deals=1)
    play(plan, Resources(workers=1, folder=tmp_path))
    with pytest.raises(BadOption, match="2 matches were played without keeping their moves, from match 0 on"):
        play(plan, Resources(workers=1, folder=tmp_path, moves=True))


@pytest.mark.parametrize("name", ["found.csv", "no/such/folder/found.parquet"])
def test_an_unwritable_file_is_refused_before_the_run(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadOption, match="cannot write"):
        check_trajectories(tmp_path / name)


def test_a_full_disk_is_reported_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "full.parquet").symlink_to("/dev/full")
    with pytest.raises(BadOption, match=r"cannot write .*full\.parquet"):
        write_trajectories(results_of("courtisans", "steward", "random"), tmp_path / "full.parquet")


def test_a_tournament_without_decisions_has_no_rows(tmp_path: Path) -> None:
    plan = Plan("courtisans", {"players": 2}, ("random", "steward"), deals=1)
    assert written(Results(plan, empty_rows(0, 2), {}, {}), tmp_path).height == 0


def test_observations_and_masks_are_tensors(tmp_path: Path) -> None:
    frame = written(results_of("courtisans", "steward", "random"), tmp_path)
    seen, masks = frame["observation"].to_numpy(), frame["mask"].to_numpy()
    assert (seen.dtype, seen.ndim) == (np.float32, 2)
    assert masks[np.arange(frame.height), frame["action"].to_numpy()].all()
