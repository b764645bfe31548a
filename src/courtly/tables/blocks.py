"""Players who keep away from other players: blocks and mutes.

A block works in both directions: the two players share no table from then on, and neither sees the talk of the other.
A match that both are playing goes on. A mute only hides the talk of the other player. No one is told about either.
"""

from __future__ import annotations

import hashlib
import hmac
from collections import OrderedDict
from contextlib import suppress

from courtly.engine.sentences import said
from courtly.environment import environment
from courtly.tables.errors import StoreError
from courtly.tables.journal import Player
from courtly.tables.refusals import TooMany
from courtly.tables.store import blocks
from courtly.tables.store.blocks import Block, BlockKind
from courtly.tables.store.store import Store

MAX_BLOCKS = 500
"""The largest number of blocks and mutes of one player."""

MAX_ADDRESSES = 10_000
"""The number of players whose last address this process remembers."""


FORGET_SECONDS = 3600.0
"""Seconds between two deletions of old addresses."""


class Blocks:
    """The blocks and mutes of all players.

    Parameters
    ----------
    secret
        The secret of the server. Addresses are stored only as keyed hashes.
    is_on
        Whether players can block others. Otherwise stored blocks have no effect.
    """

    def __init__(self, store: Store, secret: str, *, is_on: bool = True) -> None:
        self._store, self._secret = store, secret
        self.is_on = is_on
        self._addresses: OrderedDict[str, str] = OrderedDict()

    async def apart(self, player: Player | None) -> frozenset[str]:
        """Return the ids of the players who share no table with a player."""
        if player is None or not self.is_on:
            return frozenset()
        return await self._store.read(blocks.apart, player.id, environment().now())

    async def unheard(self, player: Player | None) -> frozenset[str]:
        """Return the ids of the players whose talk a player does not see."""
        if player is None or not self.is_on:
            return frozenset()
        return await self._store.read(blocks.unheard, player.id, environment().now())

    async def deaf(self, sender: Player) -> frozenset[str]:
        """Return the ids of the players who do not see the talk of a sender."""
        if not self.is_on:
            return frozenset()
        return await self._store.read(blocks.deaf, sender.id, environment().now())

    async def of_player(self, player: Player) -> list[Block]:
        """Return the blocks and mutes that a player has made, latest first."""
        return await self._store.read(blocks.of_player, player.id)

    async def put(self, player: Player, other: str, name: str, kind: BlockKind) -> None:
        """Block or mute the player with the id `other`. For a day, a block extends to new guests at their address.

        Raises
        ------
        TooMany
            The player has blocked or muted too many others.
        """
        address = self._addresses.get(other) if kind == "block" else None
        block = Block(player.id, other, kind, name, environment().now(), address)
        if not await self._store.write(blocks.put, block, MAX_BLOCKS):
            allowed = said("{most} blocked or muted people", most=MAX_BLOCKS)
            message = said("too many people: the limit is {allowed}", allowed=allowed)
            raise TooMany(message, where="whom", allowed=allowed)

    async def remove(self, player: Player, other: str) -> None:
        """Remove a block or a mute of a player; do nothing without one."""
        await self._store.write(blocks.remove, player.id, other)

    def seen(self, player: str, address: str) -> None:
        """Remember the address from which a player sends requests, until this process ends."""
        if self.is_on:
            self._addresses[player] = self._keyed("address", address)
            self._addresses.move_to_end(player)
            if len(self._addresses) > MAX_ADDRESSES:
                self._addresses.popitem(last=False)

    async def arrived(self, guest: Player, address: str) -> None:
        """Extend the blocks of the last day to a new guest at the address of a blocked player."""
        if self.is_on:
            await self._store.write(blocks.extend, guest.id, self._keyed("address", address), environment().now())

    async def forget_periodically(self) -> None:
        """Periodically delete the addresses that are older than a day."""
        while True:
            with suppress(StoreError):
                await self._store.write(blocks.forget_addresses, environment().now())
            await environment().sleep(FORGET_SECONDS)

    def handle(self, viewer: Player, other: str) -> str:
        """Return the name of a player in the forms of a viewer. It does not reveal the player's id, which is secret."""
        return self._keyed(f"handle {viewer.id}", other)[:24]

    def _keyed(self, purpose: str, text: str) -> str:
        return hmac.new(self._secret.encode(), f"courtly.blocks {purpose} {text}".encode(), hashlib.sha256).hexdigest()
