"""The rules of ratings: how the result of a rated match changes the ratings of its players.

A rating is a normal distribution: a mean `mu` and an uncertainty `sigma`, in points. 400 points are odds of ten to one.
The Plackett-Luce model of openskill updates the ratings from the ranks. The levels of bots are anchors: their ratings
are fixed. Everything here is pure: equal matches in an equal order give equal ratings.
"""

from __future__ import annotations

import math
import tomllib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files

from openskill.models import PlackettLuce
from openskill.models.weng_lin.plackett_luce import PlackettLuceRating

from courtly.bots.registry import level_names
from courtly.engine.contract.game import find_game, game_names
from courtly.tables.journal import identity

MEAN = 1500.0
"""The rating of a new player."""

NEW_SIGMA = 300.0
"""The uncertainty of a new player, and the largest one."""

SEASON_SIGMA = 80.0
"""The uncertainty that a new season adds, as a standard deviation."""

ANCHOR_SIGMA = 25.0
"""The uncertainty of the measured ratings of the levels."""

PROVISIONAL = 250
"""A rating is provisional while its displayed uncertainty is larger than this."""

MOST_A_DAY = 3
"""The number of matches that count for the same people in one game on one day, in UTC."""

DAY = 86_400_000
"""A day in milliseconds."""

_ODDS = 400 / math.log(10)
"""The points at which the odds are e to one."""

_DEFAULT_ANCHORS = (1100.0, 1900.0)
"""The ratings of the weakest and the strongest level in a game without measured levels."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's rating in one game with one number of seats; `matches` counts the rated matches of the season."""

    mu: float = MEAN
    sigma: float = NEW_SIGMA
    matches: int = 0
    season: int = 0

    @property
    def points(self) -> int:
        """The displayed rating."""
        return round(self.mu)

    @property
    def uncertainty(self) -> int:
        """The displayed uncertainty: half the width of a 95 % interval."""
        return round(2 * self.sigma)

    @property
    def is_provisional(self) -> bool:
        """Whether the rating is still very uncertain."""
        return self.uncertainty > PROVISIONAL

    def in_season(self, season: int) -> Rating:
        """Return the rating at the beginning of a later season: the same, but less certain."""
        passed = season - self.season
        if passed <= 0:
            return self
        sigma = math.hypot(self.sigma, SEASON_SIGMA * math.sqrt(passed))
        return Rating(self.mu, min(NEW_SIGMA, sigma), 0, season)


@dataclass(frozen=True, slots=True)
class RatedSeat:
    """A seat of a rated match: a person or a level. The better of two seats has the lower rank."""

    player: str | None
    bot: str | None
    rank: int


@dataclass(frozen=True, slots=True)
class RatedMatch:
    """A rated match that was played to its end. `ended` is in milliseconds since 1970."""

    table: str
    match: int
    game: str
    ended: int
    seats: tuple[RatedSeat, ...]

    @property
    def key(self) -> tuple[int, str, int]:
        """The place of the match in the order in which ratings are computed."""
        return self.ended, self.table, self.match

    @property
    def people(self) -> frozenset[str]:
        """The identities of the persons at the table."""
        return frozenset(identity(seat.player) for seat in self.seats if seat.player is not None)


@dataclass(frozen=True, slots=True)
class Step:
    """The rating of the player in a seat after a rated match."""

    seat: int
    player: str
    rating: Rating


class Ledger:
    """Computes the ratings of one game, match by match, in the order of `RatedMatch.key`.

    Parameters
    ----------
    before
        Returns the last rating of a player with a number of seats before the first match, None without one.
    """

    def __init__(self, before: Callable[[str, int], Rating | None]) -> None:
        self._before = before
        self._ratings: dict[tuple[str, int], Rating] = {}
        self._played: Counter[tuple[int, frozenset[str]]] = Counter()

    def skip(self, match: RatedMatch) -> None:
        """Count a match of the first day whose ratings are computed already."""
        self._played[_day_of(match), match.people] += 1

    def apply(self, match: RatedMatch) -> list[Step]:
        """Return the new ratings of the persons of a match; empty if the same people have played too often today."""
        self.skip(match)
        if self._played[_day_of(match), match.people] > MOST_A_DAY:
            return []
        season, count = season_at(match.ended), len(match.seats)
        now = [self._rating(match.game, seat, count, season) for seat in match.seats]
        after = updated(now, [seat.rank for seat in match.seats])
        steps = []
        for number, (seat, rating) in enumerate(zip(match.seats, after, strict=True)):
            if seat.player is not None:
                self._ratings[identity(seat.player), count] = rating
                steps.append(Step(number, seat.player, rating))
        return steps

    def _rating(self, game: str, seat: RatedSeat, count: int, season: int) -> Rating:
        if seat.player is None:
            assert seat.bot is not None, "a seat has a person or a level"
            return Rating(anchors(game, count)[seat.bot], ANCHOR_SIGMA)
        key = identity(seat.player), count
        known = self._ratings.get(key) or self._before(seat.player, count) or Rating(season=season)
        return known.in_season(season)


def updated(ratings: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    """Return the ratings after a match.

    Seats with equal ranks are tied. openskill can rate them below a worse rank, so a tie is the mean of strict orders:
    each of the tied seats has each of their places once.

    Examples
    --------
    >>> [each.points for each in updated([Rating(), Rating()], [0, 1])]
    [1598, 1402]
    """
    found = [_after(ratings, order) for order in _strict_orders(ranks)]
    return [
        replace(
            rating,
            mu=math.fsum(after[seat].mu for after in found) / len(found),
            sigma=math.sqrt(math.fsum(after[seat].sigma ** 2 for after in found) / len(found)),
            matches=rating.matches + 1,
        )
        for seat, rating in enumerate(ratings)
    ]


def _after(ratings: Sequence[Rating], order: Sequence[int]) -> dict[int, PlackettLuceRating]:
    """Return the ratings of the seats after a match with this order of the seats, the winner first."""
    model = _model(len(ratings))
    teams = [[model.rating(mu=ratings[seat].mu, sigma=ratings[seat].sigma)] for seat in order]
    return {seat: found for seat, [found] in zip(order, model.rate(teams), strict=True)}


def _strict_orders(ranks: Sequence[int]) -> list[list[int]]:
    """Return orders of the seats for ranks with ties: each group of tied seats is rotated through its places."""
    tied = [[seat for seat, each in enumerate(ranks) if each == rank] for rank in sorted(set(ranks))]
    turns = math.lcm(*map(len, tied))
    return [[group[(n + turn) % len(group)] for group in tied for n in range(len(group))] for turn in range(turns)]


@cache
def _model(seats: int) -> PlackettLuce:
    """Return the model for a number of seats. Its `beta` makes 400 points mean odds of ten to one for any number."""
    return PlackettLuce(mu=MEAN, sigma=NEW_SIGMA, beta=_ODDS / math.sqrt(seats), tau=0.0)


@cache
def anchors(game: str, seats: int) -> Mapping[str, float]:
    """Return the fixed ratings of the levels in a game with a number of seats.

    They are the differences that the arena has measured, with a mean of 1500. Other numbers of seats use the nearest
    measured ones; in a game without measurements the levels are evenly spaced.
    """
    levels = level_names()
    if not (measured := _measured(game)):
        low, high = _DEFAULT_ANCHORS
        return {level: low + (high - low) * n / (len(levels) - 1) for n, level in enumerate(levels)}
    nearest = min(measured, key=lambda count: (abs(int(count) - seats), -int(count)))
    sums = [float(sum(measured[nearest][:n])) for n in range(len(levels))]
    lowest = round(MEAN - sum(sums) / len(sums))
    return {level: lowest + above for level, above in zip(levels, sums, strict=True)}


def _measured(game: str) -> dict[str, list[int]]:
    """Return the measured differences between each level and the next, by number of seats; empty without any."""
    if game not in game_names():
        return {}
    stored = files(find_game(game).package).joinpath("anchors.toml")
    return tomllib.loads(stored.read_text("utf-8")) if stored.is_file() else {}


def season_at(ended: int) -> int:
    """Return the season of a time in milliseconds: a quarter of a year, in UTC, as four times the year plus 0 to 3."""
    at = datetime.fromtimestamp(ended / 1000, UTC)
    return at.year * 4 + (at.month - 1) // 3


def season_name(season: int) -> str:
    """Return the name of a season.

    Examples
    --------
    >>> season_name(season_at(1_790_000_000_000))
    '2026-Q3'
    """
    return f"{season // 4}-Q{season % 4 + 1}"


def _day_of(match: RatedMatch) -> int:
    return match.ended // DAY
