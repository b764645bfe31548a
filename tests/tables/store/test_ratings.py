"""Ratings in the store: a new match, a late match and a rebuild from the journal give the same rows."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa
from hypothesis import given, settings
from hypothesis import strategies as st

from courtly.tables.journal import Entry, identity
from courtly.tables.ratings import DAY, MOST_A_DAY
from courtly.tables.store import Store, players, ratings, reads, writes
from courtly.tables.store.batch import Call
from courtly.tables.store.ratings import Pool, add_rated, rated_row, rebuild
from courtly.tables.store.rows import entry_row, head_row, player_row, to_milliseconds
from courtly.tables.store.schema import journal, metadata, rated_matches, rating_steps, tables
from courtly.tables.store.schema import players as players_table
from courtly.tables.store.schema import ratings as ratings_table
from tests.tables.store.helpers import NOON, Open, entry, head, player

pytestmark = pytest.mark.anyio

PEOPLE = ("ann", "bea", "cem")
LEVELS = ("novice", "regent")


def seats(*names: str, ranks: Sequence[int] | None = None) -> list[dict[str, Any]]:
    """Return the seats of a rated match, which finish in their order; names of levels are bots."""
    places = ranks or range(len(names))
    return [
        {"bot" if name in LEVELS else "player": name, "rank": rank} for name, rank in zip(names, places, strict=True)
    ]


def rated(made: list[dict[str, Any]], *, hours: float = 0.0, number: int = 2) -> Entry:
    return entry(number, act="rated", at=NOON + timedelta(hours=hours), data={"seats": made}, sender=None, seat=None)


@contextmanager
def database() -> Iterator[sa.Connection]:
    """Yield a connection to an empty database in memory."""
    engine = sa.create_engine("sqlite://")
    with engine.begin() as connection:
        metadata.create_all(connection)
        yield connection
    engine.dispose()


def put_table(connection: sa.Connection, table: str, made: Entry, game: str = "courtisans") -> dict[str, Any]:
    """Add a table with the entry of a rated match, and return the row of the match."""
    connection.execute(sa.insert(tables), head_row(head(table, 3, game=game, status="over")))
    connection.execute(sa.insert(journal), entry_row(table, made))
    return rated_row(table, game, made)


def everything(connection: sa.Connection) -> list[Any]:
    """Return all rows about ratings, in a fixed order."""
    return [
        sorted(map(tuple, connection.execute(sa.select(part)).all()))
        for part in (rated_matches, rating_steps, ratings_table)
    ]


NAMES = st.lists(st.sampled_from([*PEOPLE, *LEVELS]), min_size=2, max_size=4, unique=True).filter(
    lambda names: bool(set(names) & set(PEOPLE))
)
MATCHES = st.lists(
    st.tuples(
        NAMES,
        st.lists(st.integers(0, 2), min_size=4, max_size=4),
        st.sampled_from([0.0, 0.0, 1.0, 2.0, 30.0, 31.0, 24 * 100.0]),
        st.sampled_from(["courtisans", "monarch"]),
    ),
    max_size=14,
)


@settings(max_examples=50)
@given(matches=MATCHES, cuts=st.lists(st.booleans(), min_size=14, max_size=14))
def test_matches_in_any_order_and_in_any_parts_give_the_rows_of_a_rebuild(matches: Any, cuts: list[bool]) -> None:
    """The times are drawn at random, so that many matches are stored after later ones."""
    with database() as connection:
        waiting: list[dict[str, Any]] = []
        for number, ((names, ranks, hours, game), is_cut) in enumerate(zip(matches, cuts, strict=False)):
            made = rated(seats(*names, ranks=ranks[: len(names)]), hours=hours)
            waiting.append(put_table(connection, f"t{number}", made, game))
            if is_cut:
                add_rated(connection, waiting)
                waiting = []
        add_rated(connection, waiting)
        before = everything(connection)
        assert rebuild(connection) == len(matches)
        assert everything(connection) == before


@settings(max_examples=50)
@given(matches=MATCHES, leaves=st.integers(0, 14), tables_first=st.integers(0, 14))
def test_ratings_of_opponents_stay_while_a_person_is_deleted(matches: Any, leaves: int, tables_first: int) -> None:
    """The deletion begins after some matches, is interrupted after some tables, and is finished at the end."""
    with database() as kept, database() as changed:
        gone, left = identity("ann"), 0
        for number, (names, ranks, hours, game) in enumerate(matches):
            made = rated(seats(*names, ranks=ranks[: len(names)]), hours=hours)
            for connection in (kept, changed):
                add_rated(connection, [put_table(connection, f"t{number}", made, game)])
            if number == leaves:
                left = min(tables_first, number + 1)
                for each in range(left):
                    players.leave_table(changed, f"t{each}", "ann", gone)
        for each in range(left, len(matches)):
            players.leave_table(changed, f"t{each}", "ann", gone)
        players.leave(changed, "ann")
        expected = [
            [tuple(gone if value == "ann" else value for value in row) for row in everything(kept)[1]],
            [row for row in everything(kept)[2] if "ann" not in row],
        ]
        for _ in range(2):
            assert everything(changed)[1:] == [sorted(part) for part in expected]
            rebuild(changed)
        assert "ann" not in str(everything(changed))


def test_a_farming_pair_has_no_effect_after_its_third_match_in_a_day() -> None:
    with database() as connection:
        found = []
        for number in range(MOST_A_DAY + 3):
            add_rated(connection, [put_table(connection, f"t{number}", rated(seats("ann", "bea"), hours=number / 10))])
            found.append(everything(connection)[2])
        assert len({str(each) for each in found[:MOST_A_DAY]}) == MOST_A_DAY
        assert all(each == found[MOST_A_DAY - 1] for each in found[MOST_A_DAY:])
        other_game = put_table(connection, "other", rated(seats("ann", "bea"), hours=1), "monarch")
        next_day = put_table(connection, "next", rated(seats("ann", "bea"), hours=24))
        add_rated(connection, [other_game, next_day])
        assert len(everything(connection)[1]) == 2 * (MOST_A_DAY + 2)


def test_a_late_match_can_take_the_place_of_another_one_of_the_day() -> None:
    """The pair's only match with two seats is now the fourth of the day, so the rating of two seats disappears."""
    with database() as connection:
        for number in range(2):
            add_rated(
                connection,
                [put_table(connection, f"t{number}", rated(seats("ann", "bea", "novice"), hours=number / 10))],
            )
        add_rated(connection, [put_table(connection, "two", rated(seats("ann", "bea"), hours=1))])
        assert {row[2] for row in everything(connection)[2]} == {2, 3}
        add_rated(connection, [put_table(connection, "late", rated(seats("ann", "bea", "novice"), hours=0.5))])
        before = everything(connection)
        assert {row[2] for row in before[2]} == {3}
        rebuild(connection)
        assert everything(connection) == before


async def test_the_entry_of_a_rated_match_brings_its_ratings_with_it(store: Store) -> None:
    for who in ("ann", "bea"):
        await store.write(writes.add_player, player(who))
    await store.create(head(), [entry(0)])
    await store.append([entry(1), rated(seats("ann", "bea"))], head(version=3, status="over"))
    season = 2026 * 4 + 1
    assert await store.read(ratings.pools, "courtisans") == [Pool("courtisans", 2, season)]
    first, second = await store.read(ratings.leaderboard, Pool("courtisans", 2, season))
    assert (first.player, first.name, first.rating.matches) == ("ann", "Ann", 1)
    assert (second.name, first.rating.mu > second.rating.mu) == ("Bea", True)
    assert await store.read(ratings.of_player, "ann") == [(Pool("courtisans", 2, season), first.rating)]
    assert await store.write(ratings.rebuild) == 1
    assert await store.read(ratings.leaderboard, Pool("courtisans", 2, season)) == [first, second]


async def test_two_processes_that_finish_matches_together_give_the_rows_of_a_rebuild(
    store: Store, opened: Open
) -> None:
    other = await opened()
    names = [f"t{number}" for number in range(12)]
    await asyncio.gather(*(store.create(head(name), [entry(0)]) for name in names))

    async def finish(number: int) -> None:
        made = rated(seats(PEOPLE[number % 3], "regent", f"p{number}"), hours=-number % 5, number=1)
        ended = head(names[number], version=2, status="over")
        await (store if number % 2 else other).append([made], ended)

    await asyncio.gather(*map(finish, range(len(names))))
    before = await store._writer.submit(Call(everything))
    assert len(before[1]) == 2 * len(names)
    await other.write(ratings.rebuild)
    assert await store._writer.submit(Call(everything)) == before


async def test_a_deleted_person_disappears_from_the_leaderboard(store: Store) -> None:
    for who in ("ann", "bea"):
        await store.write(writes.add_player, player(who))
    await store.create(head(), [entry(0)])
    await store.append([rated(seats("ann", "bea"), number=1)], head(version=2, status="over"))
    [pool] = await store.read(ratings.pools, "courtisans")
    _, bea = await store.read(ratings.leaderboard, pool)
    await store.leave_table("t", "ann", identity("ann"))
    await store.write(players.leave, "ann")
    assert await store.read(ratings.leaderboard, pool) == [bea]
    await store.write(ratings.rebuild)
    assert await store.read(ratings.leaderboard, pool) == [bea]


async def test_tables_with_rated_matches_are_not_pruned(store: Store) -> None:
    await store.create(head("rated"), [entry(0)])
    await store.append([rated(seats("ann", "bea"), number=1)], head("rated", version=2, status="over"))
    await store.create(head("other", status="over"), [entry(0)])
    assert await store.write(writes.forget, to_milliseconds(NOON) + DAY) == 1
    assert set(await store.read(reads.versions, ["rated", "other"])) == {"rated"}


def test_matches_that_are_stored_in_reverse_order_count_in_the_order_of_their_ends() -> None:
    with database() as connection:
        for number in range(6):
            made = rated(seats("ann", f"p{number}"), hours=-number)
            add_rated(connection, [put_table(connection, f"t{number}", made)])
        steps = sa.select(rating_steps.c.matches).where(rating_steps.c.player == "ann").order_by(rating_steps.c.ended)
        assert connection.scalars(steps).all() == [1, 2, 3, 4, 5, 6]


def test_a_leaderboard_has_pages() -> None:
    with database() as connection:
        names = [f"p{n:03}" for n in range(60)]
        connection.execute(
            sa.insert(players_table), [player_row(replace(player(), id=name, name=name)) for name in names]
        )
        rows = [
            put_table(connection, f"t{n}", rated(seats(name, "regent"), hours=n / 10)) for n, name in enumerate(names)
        ]
        add_rated(connection, rows)
        [pool] = ratings.pools(connection, "courtisans")
        pages = [ratings.leaderboard(connection, pool, page=page) for page in range(3)]
        assert [len(page) for page in pages] == [51, 10, 0]
        assert sorted({standing.name for page in pages for standing in page}) == names
        assert pages[0][50] == pages[1][0]
