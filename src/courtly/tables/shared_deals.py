"""Finds deals that are played more than once: the deal of a day, and deals that players share by a code."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import asdict

from courtly.engine.contract.game import Setup, find_game, set_up
from courtly.engine.play.fair import FairShuffle
from courtly.engine.play.match import Match, Opening
from courtly.engine.play.position import deal_key
from courtly.engine.sentences import said
from courtly.environment import environment
from courtly.runtime import Runtime
from courtly.tables import audience
from courtly.tables.access import Access
from courtly.tables.codes import CODE_LENGTH, Codes
from courtly.tables.deals import SharedDeal
from courtly.tables.journal import Player
from courtly.tables.refusals import NoSuchDeal, NotAllowed
from courtly.tables.starts import OTHERS, seats_with
from courtly.tables.state import TableState
from courtly.tables.store import reads, writes
from courtly.tables.store.store import Store
from courtly.tables.values import is_plain

DAY_PLAYERS = 3
"""The number of seats in the deal of a day, or the nearest number that the game allows."""

SEED_BITS = 62


class SharedDeals:
    """The shared deals and deals of the day of a server; the secret determines the deals of the day."""

    def __init__(self, store: Store, runtime: Runtime, codes: Codes, access: Access, secret: str) -> None:
        self._store, self._runtime = store, runtime
        self._codes, self._access = codes, access
        self._key = hashlib.sha256(b"courtly days\0" + secret.encode()).digest()

    async def of_day(self, game: str, day: str) -> SharedDeal:
        """Return the deal of a day; it is derived from the server's secret, so no player can know tomorrow's deal.

        Raises
        ------
        UnknownGame
            There is no such game.
        """
        setup = set_up(game, {"players": _players_of(game)})
        return await self._runtime.read(lambda: self._day(setup, day))

    def _day(self, setup: Setup, day: str) -> SharedDeal:
        name = f"day-{day}-{setup.game.name}"
        secret = hmac.new(self._key, name.encode(), hashlib.sha256).digest()
        numbers = hmac.new(secret, b"seed and luck", hashlib.sha256).digest()
        seed, luck = (int.from_bytes(part, "big") >> 2 for part in (numbers[:8], numbers[8:16]))
        is_fair = bool(setup.game.documents.shuffles(setup, None))
        fair = FairShuffle(secret, [""] * setup.players, name, 1) if is_fair else None
        match = Match(setup, Opening(fair=fair) if fair else Opening(seed))
        return SharedDeal(
            id=name,
            game=setup.game.name,
            options=setup.options.given(),
            deal=match.record()["deal"],
            seed=seed,
            luck=luck,
            key=deal_key(match),
            seat=0,
            seats=[seat.model_dump(exclude_none=True) for seat in seats_with(setup.players, 0, OTHERS)],
            aids=False,
            day=day,
        )

    async def of_code(self, code: object) -> SharedDeal:
        """Return the deal with a code.

        Raises
        ------
        NoSuchDeal
            No shared deal has this code.
        """
        known = isinstance(code, str) and is_plain(code, CODE_LENGTH)
        name = self._codes.hash_of(str(code))
        found = await self._store.read(reads.deal, name) if known else None
        if found is None or not hmac.compare_digest(str(found["id"]), name):
            raise NoSuchDeal(said("no deal has this code"), where="code")
        source = found["source"]
        return SharedDeal(**{**found, "source": (source[0], source[1])})

    async def share(self, player: Player, table: str, number: int) -> str:
        """Return the code with which others may play the deal of a finished match; a repeated call returns it again.

        Raises
        ------
        NoSuchTable, NotOver, DealInPlay, DealOpen
            The player may not see the match.
        NotAllowed
            The player had no seat in the match, the match continued another one, or it has a deal of the day.
        """
        state, _ = await self._access.finished(player, table, number)
        audience.finished(state, number)
        played = state.played[number - 1]
        seat = played.seat_of(player.id)
        if seat is None:
            allowed = said("a player of the match")
            raise NotAllowed(said("you had no seat in this match"), where="seat", allowed=allowed)
        origin = played.match.origin
        if origin is not None and (origin.day or origin.moves):
            message = said("this deal cannot be shared: it is the deal of a day, or the match continued another one")
            raise NotAllowed(message, where="deal", allowed=said("a match with a fresh deal"))
        if number == 1 and (shared := state.opened.get("shared")):
            kept = await self._store.read(reads.deal, shared)
            if kept is not None:
                first, source = kept["source"]
                return self._code(first, source, kept["seat"])
        code = self._code(table, number, seat)
        made = await self._runtime.read(lambda: self._made(state, number, seat, self._codes.hash_of(code)))
        await self._store.write(writes.put_deal, made.id, asdict(made))
        return code

    def _code(self, table: str, match: int, seat: int) -> str:
        return self._codes.derived(f"deal\0{table}\0{match}\0{seat}")

    def _made(self, state: TableState, number: int, seat: int, name: str) -> SharedDeal:
        """Return a match of a table as a shared deal."""
        played = state.played[number - 1]
        match = played.match
        again = [
            {"kind": "bot", "bot": held.bot or OTHERS, **({"name": held.name} if held.bot else {})}
            for held in played.seats
        ]
        again[seat] = {"kind": "me"}
        return SharedDeal(
            id=name,
            game=match.game,
            options=match.setup.options.given(),
            deal=match.at(0).record()["deal"],
            seed=environment().random_bits(SEED_BITS) if match.seed is None else match.seed,
            luck=played.luck,
            key=deal_key(match),
            seat=seat,
            seats=again,
            aids=state.aids,
            known_to=[held.player for held in played.seats if held.player],
            source=(state.table, number),
            giver=played.seats[seat].name,
            owner=played.seats[seat].player or "",
        )


def _players_of(game: str) -> int:
    """Return the number of players of a game's deal of the day."""
    described = find_game(game).rules.options.described()
    players = next(option for option in described if option.name == "players")
    return min(max(DAY_PLAYERS, players.least), players.most)
