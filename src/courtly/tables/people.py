"""Players: guests of browsers, created when they are first needed, and programs with a token; and their deletion.

A token, or the secret of a recovery link, is shown only once, when it is created. The store keeps its hash. A hash is
enough to check the secret, and useless to a person who reads the database.
"""

from __future__ import annotations

import hashlib
import hmac
from contextlib import suppress
from dataclasses import replace

from courtly.engine.errors import CourtlyError, listing, shown
from courtly.engine.sentences import said
from courtly.environment import environment
from courtly.tables.history import History
from courtly.tables.journal import Player
from courtly.tables.memory import Memory
from courtly.tables.play import Play
from courtly.tables.refusals import BadName, NoSuchLink, NotAllowed
from courtly.tables.store import reads, writes
from courtly.tables.store.errors import Conflict
from courtly.tables.store.store import Store
from courtly.tables.values import NAME_LENGTH, is_plain
from courtly.tables.word_filter import WordFilter

COLOURS = ("wine", "blue", "amber", "violet", "green", "slate")
"""The names of the players' colours; the pages map them to actual colours."""

GUEST = "Guest"
"""The name of a guest who has not chosen one; a number follows."""

MAX_TABLES = 200
"""The largest number of tables that a deleted player leaves by an act."""


class People:
    """The players of a store.

    Parameters
    ----------
    store
        The store that keeps the players.
    words
        The words that no name can contain.
    """

    def __init__(self, store: Store, words: WordFilter) -> None:
        self._store, self._words = store, words

    async def known(self, id: str) -> Player | None:  # noqa: A002 - the usual name
        """Return the player with an id, None for an id that the store does not know."""
        return await self._store.read(reads.player, id=id)

    async def browser(self, id: str) -> Player:  # noqa: A002 - the usual name
        """Return the guest of a browser; create the guest, with a name and a colour, if necessary."""
        if (known := await self._store.read(reads.player, id=id)) is not None:
            return known
        made = new_guest(id)
        try:
            await self._store.write(writes.add_player, made)
        except Conflict:
            # Two requests of one browser arrived at the same time.
            return await self._store.read(reads.player, id=id) or made
        return made

    async def program(self, name: str) -> tuple[Player, str]:
        """Create a program; return it with its token, which is shown only this once.

        Raises
        ------
        BadName
            The name is empty, too long, unprintable, or has a filtered word.
        """
        checked = self._checked(name)
        token = environment().token(32)
        colour = environment().choose(COLOURS)
        player, at = environment().token(16), environment().now()
        made = Player(player, checked, colour, at, is_program=True, token=hashed(token))
        await self._store.write(writes.add_player, made)
        return made, token

    async def of_token(self, token: str) -> Player | None:
        """Return the program with a token, None for an unknown token."""
        found = await self._store.read(reads.player, token=hashed(token))
        return found if found is not None and _is_same(found.token, token) else None

    async def rename(self, player: Player, name: str) -> Player:
        """Change the name of a player; tables where the player has a seat keep the old name.

        Raises
        ------
        BadName
            The name is empty, too long, unprintable, or has a filtered word.
        """
        return await self._change(replace(player, name=self._checked(name)))

    def _checked(self, name: str) -> str:
        """Return a name without surrounding blanks; raise `BadName` if it cannot be used."""
        checked = checked_name(name)
        if not self._words.accepts(checked):
            message = said("{given} cannot be a name on this server: it contains a filtered word", given=shown(name))
            raise BadName(message, given=name, where="name", allowed=said("a name without filtered words"))
        return checked

    async def recolour(self, player: Player, colour: str) -> Player:
        """Change the colour of a player.

        Raises
        ------
        BadName
            There is no such colour.
        """
        if colour not in COLOURS:
            allowed = listing(COLOURS)
            message = said("there is no colour {given}; choose from {allowed}", given=shown(colour), allowed=allowed)
            raise BadName(message, given=colour, where="colour", allowed=list(COLOURS))
        return await self._change(replace(player, colour=colour))

    async def make_recovery(self, player: Player) -> str:
        """Return the secret of a new recovery link, which is shown only this once; an older link becomes invalid.

        Raises
        ------
        NotAllowed
            The player is a program, which has a token instead.
        """
        if player.is_program:
            allowed = said("a guest in a browser")
            raise NotAllowed(said("a program has no recovery link"), where="Authorization", allowed=allowed)
        secret = environment().token(32)
        await self._change(replace(player, recovery=hashed(secret)))
        return secret

    async def of_recovery(self, secret: str) -> Player:
        """Return the player of a recovery link.

        Raises
        ------
        NoSuchLink
            The link was withdrawn, or never existed.
        """
        found = await self._store.read(reads.player, recovery=hashed(secret))
        if found is None or not _is_same(found.recovery, secret):
            raise NoSuchLink(said("this recovery link is not valid"), where="link")
        return found

    async def withdraw_recovery(self, player: Player) -> None:
        """Delete the recovery link of a player."""
        await self._change(replace(player, recovery=None))

    async def _change(self, player: Player) -> Player:
        await self._store.write(writes.change_player, player)
        return player


class Departures:
    """Deletes players."""

    def __init__(self, store: Store, play: Play, history: History, tables: Memory) -> None:
        self._store, self._play = store, play
        self._history, self._tables = history, tables

    async def leave(self, player: Player) -> None:
        """Delete a player: stand-ins take over running matches, and all tables lose the player's name and id."""
        for head in await self._store.read(reads.heads_of, player.id, limit=MAX_TABLES):
            if head.status != "over":
                with suppress(CourtlyError):
                    await self._play.act(player, head.table, {"command": f"leave-{head.table[:40]}", "act": "rise"})
        await self._history.leave(player, self._tables.refresh)


def new_guest(id: str) -> Player:  # noqa: A002 - the usual name
    """Return the guest of a new browser, without storing the guest. The name and the colour depend only on the id."""
    digest = hashlib.sha256(id.encode()).digest()
    name = f"{GUEST} {1000 + int.from_bytes(digest[:4], 'big') % 9000}"
    return Player(id, name, COLOURS[digest[4] % len(COLOURS)], environment().now())


def checked_name(name: str) -> str:
    """Return a name without surrounding blanks.

    Raises
    ------
    BadName
        The name is empty, too long, or has unprintable characters.
    """
    plain = name.strip() if isinstance(name, str) else ""
    if not is_plain(plain, NAME_LENGTH):
        allowed = said("1 to {most} printable characters", most=NAME_LENGTH)
        message = said("{given} cannot be a name; use {allowed}", given=shown(name), allowed=allowed)
        raise BadName(message, given=name, where="name", allowed=allowed)
    return plain


def hashed(secret: str) -> str:
    """Return the stored hash of a token or a link's secret; both are random, so no salt is needed."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def _is_same(kept: str | None, secret: str) -> bool:
    return kept is not None and hmac.compare_digest(kept, hashed(secret))
