"""What released versions wrote can be used: tables, records, observations, nets and designs."""

from __future__ import annotations

import json
import shutil
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import pytest

import courtly
from courtly.review import Review
from courtly.tables.journal import Player
from courtly.tables.store import reads, restore
from tests.tables.helpers import House, house
from tests.tables.store.cluster import running_cluster
from tests.upgrades.python_api import minor
from tests.upgrades.uses import chosen, designs, observed, seen

pytestmark = pytest.mark.anyio

RELEASES = sorted(path for path in Path(__file__).parent.iterdir() if (path / "tables.backup").exists())
RECORDS = [path for release in RELEASES for path in sorted((release / "records").iterdir())]
releases = pytest.mark.parametrize("release", RELEASES, ids=lambda path: path.name)
records = pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parents[1].name}-{path.stem}")


def read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def missing(old: Any, new: Any, where: str = "") -> Iterator[str]:
    """Yield the places where something of an old document is missing or different. The new one may have more keys."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key, value in old.items():
            yield from missing(value, new[key], f"{where}.{key}") if key in new else (f"{where}.{key}",)
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for number, (one, other) in enumerate(zip(old, new, strict=True)):
            yield from missing(one, other, f"{where}[{number}]")
    elif old != new:
        yield where


@pytest.fixture(params=["opened", "restored", "restored into PostgreSQL"])
def place(request: pytest.FixtureRequest, release: Path, tmp_path: Path) -> Iterator[Path | str]:
    """A folder or a URL with the tables of a release."""
    saved, here = release / "tables.backup", tmp_path / "courtly.sqlite3"
    if request.param == "opened":
        shutil.copy(saved, here)
        yield tmp_path
    elif request.param == "restored":
        restore(saved, here)
        yield tmp_path
    else:
        with running_cluster() as cluster, cluster.database() as url:
            restore(saved, url)
            yield url


async def player_of(here: House, name: str) -> Player:
    found = await here.lobby.store.read(reads.player, id=name)
    assert found is not None
    return found


@releases
async def test_a_player_sees_the_same_at_every_table(release: Path, place: Path | str) -> None:
    async with house(place) as here:
        for old in read(release / "tables.json"):
            new = await seen(here, await player_of(here, old["player"]), old["id"])
            assert list(missing(old, new)) == []


@releases
async def test_running_matches_go_on_to_their_end(release: Path, place: Path | str) -> None:
    running = [one for one in read(release / "tables.json") if one["status"] == "playing"]
    async with house(place) as here:
        for table in {one["id"] for one in running}:
            players = {one["you"]: await player_of(here, one["player"]) for one in running if one["id"] == table}
            first = players[0]
            while (turn := await to_move(here, first, table, players)) is not None:
                await here.move(players[turn], table)
            assert (await here.see(first, table))["status"] == "over"
    assert {one["game"] for one in running} == set(courtly.game_names())


async def to_move(here: House, player: Player, table: str, people: Collection[int]) -> int | None:
    """Return the person to move, as soon as no bot is to move; None at the end of the match."""
    turn = (await here.until(player, table, lambda now: now["to_move"] in (*people, None)))["to_move"]
    assert turn is None or isinstance(turn, int)
    return turn


@releases
async def test_finished_matches_keep_their_reviews_and_records(release: Path, place: Path | str) -> None:
    over = [one for one in read(release / "tables.json") if one["status"] == "over"]
    async with house(place) as here:
        for old in over:
            player = await player_of(here, old["player"])
            assert isinstance(await here.lobby.finished.review(player, old["id"], 1), Review)
            record = await here.lobby.finished.record(player, old["id"])
            assert record == read(release / "records" / f"{old['game']}-fair.json")


@records
def test_a_record_replays_to_the_same_record(path: Path) -> None:
    assert list(missing(read(path), courtly.read_record(read(path)).record())) == []


@records
def test_observations_change_only_with_their_version(path: Path) -> None:
    old, new = read(path.parents[1] / "observations.json")[path.stem], observed(read(path))
    assert new == old or new["version"] > old["version"]


@releases
def test_a_net_plays_the_same_moves(release: Path) -> None:
    assert chosen(release / "net.npz") == read(release / "net.json")


@releases
def test_designs_are_accepted(release: Path) -> None:
    for game, options in designs(release).items():
        setup = courtly.set_up(game, {"players": 2, **options})
        assert setup.options.given().keys() >= options.keys()


def test_the_present_version_has_its_files() -> None:
    assert minor(courtly.__version__) in [release.name for release in RELEASES]


def test_a_missing_or_different_value_is_found() -> None:
    old = {"a": [1, {"b": 2}], "c": 3, "d": [4]}
    assert list(missing(old, {"a": [1, {"b": 5}], "c": 3, "d": [4, 4], "e": 6})) == [".a[1].b", ".d"]
    assert list(missing(old, {**old, "a": [1, {}]})) == [".a[1].b"]
