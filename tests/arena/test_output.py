"""Result files: equal figures in every format, and no partly written file."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest

from courtly.arena import Plan, Resources, Results, play, summary
from courtly.arena.output import check_output, replace_file, table, write
from courtly.arena.rows import empty_rows
from courtly.engine.errors import BadOption


@pytest.fixture(scope="module")
def results() -> Results:
    return play(Plan("courtisans", {"players": 2}, ("steward", "random"), deals=3), Resources(workers=1))


def test_csv_and_parquet_have_a_row_for_each_seat_of_each_match(results: Results, tmp_path: Path) -> None:
    for name in ("found.csv", "found.parquet"):
        write(results, tmp_path / name)
    frame = pl.read_parquet(tmp_path / "found.parquet")
    assert frame.equals(pl.read_csv(tmp_path / "found.csv"))
    assert frame.height == 12
    assert frame["score"].to_list() == results.rows["scores"].ravel().tolist()
    assert frame.filter(pl.col("turn_order") == 0)["seat"].to_list() == results.rows["first"].tolist()
    shares = frame.group_by("bot").agg(pl.col("share").mean())
    assert dict(shares.iter_rows()) == {bot["name"]: bot["share"] for bot in summary(results)["bots"]}


def test_json_is_the_summary(results: Results, tmp_path: Path) -> None:
    write(results, tmp_path / "found.json")
    assert json.loads((tmp_path / "found.json").read_text()) == summary(results)
    assert [file.name for file in tmp_path.iterdir()] == ["found.json"]


def test_a_forfeited_match_has_no_points() -> None:
    rows = empty_rows(1, 2)
    rows["forfeit"] = 1
    frame = table(Results(Plan("courtisans", {"players": 2}, ("a", "b"), deals=1), rows, {}, {}))
    assert frame["score"].to_list() == [None, None]
    assert frame["forfeited"].to_list() == [False, True]


@pytest.mark.parametrize("name", ["found.xls", "found", "no/such/folder/found.csv", "folder.json"])
def test_an_unwritable_file_is_refused_before_the_run(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder.json").mkdir()
    with pytest.raises(BadOption, match="cannot write"):
        check_output(tmp_path / name)


def test_a_full_disk_leaves_the_old_file_and_no_temporary_file(tmp_path: Path) -> None:
    file = tmp_path / "found.json"
    file.write_text("old")

    def fill(draft: Path) -> None:
        draft.write_text("half")
        Path("/dev/full").write_text("the rest")

    with pytest.raises(BadOption, match=r"cannot write .*found\.json: the disk is full"):
        replace_file(file, fill)
    assert [each.name for each in tmp_path.iterdir()] == ["found.json"]
    assert file.read_text() == "old"


def test_a_device_is_written_directly() -> None:
    def fill(device: Path) -> None:
        device.write_text("x")

    with pytest.raises(BadOption, match="cannot write /dev/full: the disk is full"):
        replace_file(Path("/dev/full"), fill)
