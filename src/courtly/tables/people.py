"""Who somebody is: guests of a browser, made when they are first needed, and programs with a token.

A token and the secret of a recovery link exist in full only where they are handed out. The store has their hashes,
which is enough to know them again and of no use to anybody who reads it.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import replace

from courtly.engine.errors import listing, shown
from courtly.engine.sentences import said
from courtly.tables.actor import now
from courtly.tables.journal import Player
from courtly.tables.refusals import BadName, NoSuchLink, NotAllowed
from courtly.tables.store.errors import Conflict
from courtly.tables.store.store import Store
from courtly.tables.values import NAME_LENGTH, is_plain

COLOURS = ("wine", "blue", "amber", "violet", "green", "slate")
"""The colours that somebody may have; what they look like is for the pages to say."""

GUEST = "Guest"
"""What a guest is called, with a number, who has not chosen a name."""


class People:
    """The players of a store.

    Parameters
    ----------
    store
        Where they are kept.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    async def known(self, id: str) -> Player | None:  # noqa: A002 - what it is called everywhere
        """Return the player of an id, None for somebody who is not in the store yet."""
        return await self._store.player(id)

    async def browser(self, id: str) -> Player:  # noqa: A002 - what it is called everywhere
        """Return the guest of a browser, with a name and a colour from the beginning."""
        if (known := await self._store.player(id)) is not None:
            return known
        digest = hashlib.sha256(id.encode()).digest()
        name = f"{GUEST} {1000 + int.from_bytes(digest[:4], 'big') % 9000}"
        made = Player(id, name, COLOURS[digest[4] % len(COLOURS)], now())
        try:
            await self._store.add_player(made)
        except Conflict:
            # Two requests of one browser came at once.
            return await self._store.player(id) or made
        return made

    async def program(self, name: str) -> tuple[Player, str]:
        """Make a program, and return it with its token, which is shown this once.

        Raises
        ------
        BadName
        """
        checked = checked_name(name)
        token = secrets.token_urlsafe(32)
        colour = secrets.choice(COLOURS)
        made = Player(secrets.token_urlsafe(16), checked, colour, now(), is_program=True, token=hashed(token))
        await self._store.add_player(made)
        return made, token

    async def of_token(self, token: str) -> Player | None:
        """Return the program that has a token."""
        found = await self._store.player_of_token(hashed(token))
        return found if found is not None and _is_same(found.token, token) else None

    async def rename(self, player: Player, name: str) -> Player:
        """Give a player another name; tables where they sit already keep the old one.

        Raises
        ------
        BadName
        """
        return await self._change(replace(player, name=checked_name(name)))

    async def recolour(self, player: Player, colour: str) -> Player:
        """Give a player another colour.

        Raises
        ------
        BadName
            There is no such colour.
        """
        if colour not in COLOURS:
            allowed = listing(COLOURS)
            message = said("there is no colour {given}; there are {allowed}", given=shown(colour), allowed=allowed)
            raise BadName(message, given=colour, where="colour", allowed=list(COLOURS))
        return await self._change(replace(player, colour=colour))

    async def make_recovery(self, player: Player) -> str:
        """Return the secret of a new recovery link, which is shown this once; one that there was holds no longer.

        Raises
        ------
        NotAllowed
            A program has its token.
        """
        if player.is_program:
            allowed = said("a guest of a browser")
            raise NotAllowed(said("a program has no recovery link"), where="Authorization", allowed=allowed)
        secret = secrets.token_urlsafe(32)
        await self._change(replace(player, recovery=hashed(secret)))
        return secret

    async def of_recovery(self, secret: str) -> Player:
        """Return whom a recovery link carries to another device.

        Raises
        ------
        NoSuchLink
            It was withdrawn, or never was.
        """
        found = await self._store.player_of_recovery(hashed(secret))
        if found is None or not _is_same(found.recovery, secret):
            raise NoSuchLink(said("nobody has this recovery link"), where="link")
        return found

    async def withdraw_recovery(self, player: Player) -> None:
        """Let the recovery link of a player carry nobody any more."""
        await self._change(replace(player, recovery=None))

    async def _change(self, player: Player) -> Player:
        await self._store.change_player(player)
        return player


def checked_name(name: str) -> str:
    """Return a name without blanks around it.

    Raises
    ------
    BadName
        It is empty, too long, or has signs that cannot be printed.
    """
    plain = name.strip() if isinstance(name, str) else ""
    if not is_plain(plain, NAME_LENGTH):
        allowed = said("1 to {most} printable characters", most=NAME_LENGTH)
        message = said("{given} cannot be a name; it takes {allowed}", given=shown(name), allowed=allowed)
        raise BadName(message, given=name, where="name", allowed=allowed)
    return plain


def hashed(secret: str) -> str:
    """Return the hash under which a token or the secret of a link is kept; both are random, so no salt is needed."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def _is_same(kept: str | None, secret: str) -> bool:
    return kept is not None and hmac.compare_digest(kept, hashed(secret))
