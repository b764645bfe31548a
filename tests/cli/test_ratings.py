"""`courtly ratings rebuild` from the command line."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from typer.testing import CliRunner

from courtly.cli import app
from courtly.tables.store import open_store, ratings
from tests.tables.store.helpers import NOON, entry, head

SEATS = [{"player": "ann", "rank": 0}, {"bot": "novice", "rank": 1}]


@pytest.fixture
def database(tmp_path: Path) -> str:
    """Return a database with one rated match, whose ratings are missing."""
    file = str(tmp_path / "tables.db")

    async def fill() -> None:
        async with await open_store(file) as store:
            await store.create(head(), [entry(0)])
            rated = entry(1, act="rated", at=NOON, data={"seats": SEATS})
            await store.append([rated], head(version=2, status="over"))
            await store.write(ratings.leave, "ann")

    asyncio.run(fill())
    return file


def test_ratings_are_computed_from_the_journal(database: str) -> None:
    done = CliRunner().invoke(app, ["ratings", "rebuild", "--database", database])
    assert (done.exit_code, done.stdout) == (0, "1 rated match counted.\n")

    async def found() -> list[int]:
        async with await open_store(database) as store:
            return [rating.matches for _, rating in await store.read(ratings.of_player, "ann")]

    assert asyncio.run(found()) == [1]


def test_without_a_command_the_help_is_shown() -> None:
    shown = CliRunner().invoke(app, ["ratings"])
    assert shown.exit_code == 0
    assert "rebuild" in shown.stdout
