"""Ratings in the store: rated matches, the ratings that follow from them, and leaderboards.

`_compute` is the only function that writes ratings. It computes those of one game from a moment on, so a new match and
a rebuild give the same rows. A match that is stored late, by another process, is computed in its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

import sqlalchemy as sa

from courtly.tables.acts.rated import Rated
from courtly.tables.journal import Entry, identity, is_gone
from courtly.tables.ratings import DAY, PROVISIONAL, Ledger, RatedMatch, RatedSeat, Rating, Step
from courtly.tables.store.databases import lock_ratings, rows_of
from courtly.tables.store.rows import to_document, to_milliseconds, to_text
from courtly.tables.store.schema import journal, players, rated_matches, rating_steps, ratings, tables

if TYPE_CHECKING:
    from sqlalchemy import Connection

Row = Mapping[str, Any]
_TOGETHER = 1000

LEADERBOARD_PAGE = 50
"""The number of people on one page of a leaderboard."""


class Pool(NamedTuple):
    """Ratings that are comparable: those of one game, number of seats and season."""

    game: str
    seats: int
    season: int


class Standing(NamedTuple):
    """A person's rating in a pool."""

    player: str
    name: str
    rating: Rating


def rated_row(table: str, game: str, entry: Entry) -> dict[str, Any]:
    """Return the row of a rated match from its entry in the journal."""
    return {
        "table_id": table,
        "match": entry.match,
        "game": game,
        "seats": len(entry.data["seats"]),
        "ended": to_milliseconds(entry.at),
        "players": to_text(entry.data),
    }


def add_rated(connection: Connection, rows: Sequence[Row]) -> None:
    """Add rated matches, and compute the ratings of their games from the first of them on."""
    if not rows:
        return
    lock_ratings(connection)
    connection.execute(sa.insert(rated_matches), rows)
    for game in sorted({row["game"] for row in rows}):
        _compute(connection, game, min(row["ended"] for row in rows if row["game"] == game))


def rebuild(connection: Connection) -> int:
    """Compute all ratings again from the journal, and return the number of rated matches."""
    lock_ratings(connection)
    for part in (ratings, rating_steps, rated_matches):
        connection.execute(sa.delete(part))
    count = 0
    for rows in _parts(_from_journal(connection)):
        connection.execute(sa.insert(rated_matches), rows)
        count += len(rows)
    for game in connection.scalars(sa.select(rated_matches.c.game).distinct()).all():
        _compute(connection, game, None)
    return count


def _from_journal(connection: Connection) -> Iterator[dict[str, Any]]:
    """Yield the rows of all rated matches, from their entries in the journal."""
    columns = journal.c.table_id, journal.c.match, journal.c.at, journal.c.data, tables.c.game
    query = sa.select(*columns).join(tables, tables.c.id == journal.c.table_id).where(journal.c.act == Rated.act)
    for row in connection.execute(query).mappings():
        seats = len(to_document(row["data"])["seats"])
        kept = {"table_id": row["table_id"], "match": row["match"], "game": row["game"], "seats": seats}
        yield {**kept, "ended": row["at"], "players": row["data"]}


def _compute(connection: Connection, game: str, since: int | None) -> None:
    """Compute the ratings of a game for its matches from a moment on, in milliseconds; None for all matches.

    The caller must hold the lock for ratings.
    """
    later = rating_steps.c.game == game, rating_steps.c.ended >= (since or 0)
    columns = rating_steps.c.player, rating_steps.c.seats, rating_steps.c.season
    before = {tuple(row) for row in connection.execute(sa.select(*columns).where(*later).distinct())}
    connection.execute(sa.delete(rating_steps).where(*later))
    found = list(_steps(connection, game, since))
    for rows in _parts(found):
        connection.execute(sa.insert(rating_steps), rows)
    last: dict[tuple[Any, ...], Row] = {(row["player"], row["seats"], row["season"]): row for row in found}
    for player, seats, season in before - last.keys():
        # The player's last match of the season does not count any more.
        if (row := _last_step(connection, player, Pool(game, seats, season))) is not None:
            last[player, seats, season] = row
    _replace(connection, game, sorted(before | last.keys()), last)


def _parts(rows: Iterable[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """Yield rows in parts for one statement each."""
    rest = iter(rows)
    while part := list(islice(rest, _TOGETHER)):
        yield part


def _replace(connection: Connection, game: str, keys: Sequence[tuple[Any, ...]], last: Mapping[Any, Row]) -> None:
    """Replace the last ratings of players, each with a number of seats in a season."""
    same = [ratings.c[name] == sa.bindparam(f"of_{name}") for name in ("player", "game", "seats", "season")]
    old = [
        {"of_player": player, "of_game": game, "of_seats": seats, "of_season": season} for player, seats, season in keys
    ]
    names = [column.name for column in ratings.c]
    new = [{name: last[key][name] for name in names} for key in keys if key in last and not is_gone(key[0])]
    for rows in _parts(old):
        connection.execute(sa.delete(ratings).where(*same), rows)
    for rows in _parts(new):
        connection.execute(sa.insert(ratings), rows)


def _steps(connection: Connection, game: str, since: int | None) -> Iterator[dict[str, Any]]:
    """Yield the rows of the ratings after each match of a game from a moment on, in order."""
    first = 0 if since is None else since // DAY * DAY
    query = sa.select(rated_matches).where(rated_matches.c.game == game, rated_matches.c.ended >= first)
    ledger = Ledger(partial(_before, connection, game, since))
    for match in sorted(map(_match_of, rows_of(connection, query)), key=lambda match: match.key):
        if since is not None and match.ended < since:
            ledger.skip(match)
            continue
        for step in ledger.apply(match):
            yield _step_row(match, step)


def _match_of(row: Row) -> RatedMatch:
    seats = to_document(row["players"])["seats"]
    made = tuple(RatedSeat(seat.get("player"), seat.get("bot"), seat["rank"]) for seat in seats)
    return RatedMatch(row["table_id"], row["match"], row["game"], row["ended"], made)


def _step_row(match: RatedMatch, step: Step) -> dict[str, Any]:
    rating = step.rating
    return {
        "table_id": match.table,
        "match": match.match,
        "seat": step.seat,
        "player": step.player,
        "person": identity(step.player),
        "game": match.game,
        "seats": len(match.seats),
        "season": rating.season,
        "ended": match.ended,
        "mu": rating.mu,
        "sigma": rating.sigma,
        "matches": rating.matches,
    }


def _before(connection: Connection, game: str, since: int | None, player: str, seats: int) -> Rating | None:
    """Return the last rating of a player before a moment, in any season."""
    if since is None:
        return None
    # While a player is being deleted, some of the matches have the id and others the pseudonym.
    here = rating_steps.c.game == game, rating_steps.c.seats == seats, rating_steps.c.ended < since
    row = _last(connection, rating_steps.c.person == identity(player), *here)
    return None if row is None else _rating_of(row)


def _last_step(connection: Connection, player: str, pool: Pool) -> Row | None:
    """Return the last step of a player in a pool."""
    of_pool = [rating_steps.c[name] == value for name, value in pool._asdict().items()]
    return _last(connection, rating_steps.c.person == identity(player), rating_steps.c.player == player, *of_pool)


def _last(connection: Connection, *where: sa.ColumnElement[bool]) -> Row | None:
    """Return the last step with some properties, in the order of `RatedMatch.key`."""
    newest = sa.select(sa.func.max(rating_steps.c.ended)).where(*where).scalar_subquery()
    rows = rows_of(connection, sa.select(rating_steps).where(*where, rating_steps.c.ended == newest))
    return max(rows, key=lambda row: (row["table_id"], row["match"]), default=None)


def _rating_of(row: Row) -> Rating:
    return Rating(float(row["mu"]), float(row["sigma"]), int(row["matches"]), int(row["season"]))


def leave_table(connection: Connection, table: str, player: str, gone: str) -> None:
    """Replace a player's id in the rated matches of a table; no rating changes."""
    of_table = rated_matches.c.table_id == table
    if not (rows := rows_of(connection, sa.select(rated_matches).where(of_table))):
        return
    lock_ratings(connection)
    for row in rows:
        seats = to_document(row["players"])["seats"]
        text = to_text({"seats": [seat | {"player": gone} if seat.get("player") == player else seat for seat in seats]})
        here = of_table, rated_matches.c.match == row["match"]
        connection.execute(sa.update(rated_matches).where(*here).values(players=text))
    theirs = rating_steps.c.table_id == table, rating_steps.c.player == player
    connection.execute(sa.update(rating_steps).where(*theirs).values(player=gone))


def leave(connection: Connection, player: str) -> None:
    """Remove a player from the leaderboards."""
    lock_ratings(connection)
    connection.execute(sa.delete(ratings).where(ratings.c.player == player))


def pools(connection: Connection, game: str) -> list[Pool]:
    """Return the pools of a game with ratings: the newest season first, then by number of seats."""
    columns = ratings.c.game, ratings.c.seats, ratings.c.season
    query = sa.select(*columns).where(ratings.c.game == game).distinct()
    found = [Pool(*row) for row in connection.execute(query)]
    return sorted(found, key=lambda pool: (-pool.season, pool.seats))


def leaderboard(connection: Connection, pool: Pool, *, page: int = 0) -> list[Standing]:
    """Return a page of the ratings of a pool, and one more if there is a next page.

    Certain ratings come before provisional ones, and the highest first.
    """
    of_pool = [ratings.c[name] == value for name, value in pool._asdict().items()]
    query = (
        sa.select(ratings, players.c.name)
        .join(players, players.c.id == ratings.c.player)
        .where(*of_pool)
        .order_by(sa.func.round(2 * ratings.c.sigma) > PROVISIONAL, ratings.c.mu.desc(), ratings.c.player)
        .limit(LEADERBOARD_PAGE + 1)
        .offset(page * LEADERBOARD_PAGE)
    )
    return [Standing(row["player"], row["name"], _rating_of(row)) for row in rows_of(connection, query)]


def of_player(connection: Connection, player: str) -> list[tuple[Pool, Rating]]:
    """Return all ratings of a player: the newest season first, then by game and number of seats."""
    query = sa.select(ratings).where(ratings.c.player == player)
    ordered = query.order_by(ratings.c.season.desc(), ratings.c.game, ratings.c.seats)
    return [(Pool(row["game"], row["seats"], row["season"]), _rating_of(row)) for row in rows_of(connection, ordered)]
