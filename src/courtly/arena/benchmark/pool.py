"""The pool of the benchmark: fixed opponents, deals and ratings, read from `pool.toml`.

The file holds a hash of everything that an opponent's play depends on in each game. If the installed files have another
hash, the opponent is a different player, and the benchmark refuses to play it.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from courtly.arena.about import nets, weights_hash
from courtly.arena.entrants import is_own
from courtly.bots import find_bot
from courtly.bots.learned.files import cards_hash
from courtly.bots.search.bot import Ismcts
from courtly.engine.contract.game import find_game, set_up
from courtly.engine.errors import BadOption, CourtlyError, listing, shown
from courtly.engine.sentences import said

POOL_FILE = Path(__file__).with_name("pool.toml")

Size = Literal["quick", "full"]
"""The number of deals: the usual one, or six times as many."""


class BadPool(CourtlyError):
    """An opponent plays differently from the opponent of the pool, or results belong to another pool."""

    code = "bad-pool"


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class PoolGame(_Value):
    """The numbers of seats of a game, and the number of deals for each of them."""

    seats: tuple[int, ...]
    quick: tuple[int, ...]
    full: tuple[int, ...]

    def deals(self, size: Size, seats: int) -> int:
        """Return the number of deals at a table with this number of seats."""
        numbers = self.quick if size == "quick" else self.full
        return numbers[self.seats.index(seats)]


class Opponent(_Value):
    """A bot of the pool.

    Attributes
    ----------
    name, spec
        The name in results, and the specification.
    ratings, hashes
        The fixed rating and the hash of the play, by game. The opponent plays only these games.
    seats
        The numbers of seats by game, if the opponent does not play at all tables of the game.
    """

    name: str
    spec: str
    ratings: Mapping[str, int]
    hashes: Mapping[str, str]
    seats: Mapping[str, tuple[int, ...]] = {}

    def plays(self, game: str, seats: int) -> bool:
        """Return whether the opponent plays at a table."""
        return game in self.hashes and seats in self.seats.get(game, (seats,))


class Pool(_Value):
    """A version of the pool."""

    version: str
    seed: int
    games: Mapping[str, PoolGame]
    opponents: tuple[Opponent, ...]

    def tables(self) -> Iterator[tuple[str, int]]:
        """Yield every game with every number of seats."""
        for game, of in self.games.items():
            yield from ((game, seats) for seats in of.seats)

    def opponent(self, name: str) -> Opponent | None:
        """Return the opponent with a name, or None."""
        return next((each for each in self.opponents if each.name == name), None)

    def check(self, games: Sequence[str]) -> None:
        """Raise `BadPool` naming the first opponent whose installed files have another hash."""
        for opponent in self.opponents:
            for game in games:
                if game in opponent.hashes:
                    self._check_hash(opponent, game)

    def _check_hash(self, opponent: Opponent, game: str) -> None:
        found, wanted = play_hash(opponent.spec, game, self.games[game].seats), opponent.hashes[game]
        if found != wanted:
            places = {"name": opponent.name, "version": self.version, "game": game, "wanted": wanted, "found": found}
            message = said(
                "the opponent {name} of pool {version} has changed: its rules, cards, weights or nets of {game} have "
                "the hash {found}, not {wanted}; install the version of Courtly that belongs to this pool",
                **places,
            )
            raise BadPool(message, given=found, where=opponent.name, allowed=wanted)


@cache
def load_pool(file: Path = POOL_FILE) -> Pool:
    """Return the pool of this version of Courtly."""
    return Pool.model_validate(tomllib.loads(file.read_text(encoding="utf-8")))


def play_hash(spec: str, game: str, seats: Sequence[int]) -> str:
    """Return a hash of everything that the play of a bot depends on in a game at tables with these numbers of seats.

    These are the rules, the cards and options, the settings of a search, the steward's weights and the nets. The random
    bot does not depend on the weights.
    """
    setups = [set_up(game, {"players": each}) for each in seats]
    bot = find_bot(spec) if is_own(spec) else None
    facts: dict[str, Any] = {
        "spec": spec if bot is not None else "",
        "rules": find_game(game).version,
        "cards": [cards_hash(setup) for setup in setups],
        "weights": "" if spec == "random" else weights_hash(setups[0]),
        "settings": repr(bot.settings(setups[0].game)) if isinstance(bot, Ismcts) else "",
        "nets": [list(nets(setup, [spec]).values()) for setup in setups],
    }
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:16]


def chosen(pool: Pool, games: Sequence[str], seats: Sequence[int]) -> list[tuple[str, int]]:
    """Return the tables of the chosen games and numbers of seats; empty means all of them.

    Raises
    ------
    BadOption
        If a game is not in the pool, or no game has a table with such a number of seats.
    """
    _check_known("games", games, list(pool.games))
    _check_known("seats", seats, sorted({number for _, number in pool.tables()}))
    found = [table for table in pool.tables() if table[0] in (games or pool.games) and (not seats or table[1] in seats)]
    if not found:
        message = said("none of these games has a table with {seats} seats", seats=listing(list(seats)))
        raise BadOption(message, given=list(seats), where="seats", problem="together")
    return found


def _check_known(name: str, given: Sequence[object], known: Sequence[object]) -> None:
    for each in given:
        if each not in known:
            places = {"name": name, "given": shown(each), "known": listing(known)}
            message = said("{name} cannot be {given}; choose from {known}", **places)
            raise BadOption(message, given=each, where=name, allowed=known)
