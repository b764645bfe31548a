"""Plain values: the entries of a table's journal, its summary for lists, players, and lines of talk.

The state of a table follows from its journal; see `state`. An entry contains hidden facts too, so it never leaves this
package: `audience` serializes it for one audience.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

Status = Literal["waiting", "playing", "over"]
SeatKind = Literal["open", "person", "program", "bot"]
Role = Literal["join", "watch"]
Audience = int | Literal["watch"]
"""A seat of a match, or a spectator."""

LEFT = "Somebody who left"
"""The stored name that replaces the name of a deleted player; pages show a translated text instead."""

GONE = "gone-"
"""The beginning of the pseudonym of a deleted player."""


def identity(player: str) -> str:
    """Return the pseudonym that replaces the id of a player who is deleted; the pseudonym of a pseudonym is itself.

    It depends only on the secret id, so that a deletion that was interrupted can be repeated, and so that ratings do
    not change when an opponent is deleted.
    """
    return player if is_gone(player) else GONE + hashlib.sha256(f"gone {player}".encode()).hexdigest()[:32]


def is_gone(player: str) -> bool:
    """Return whether an id is the pseudonym of a deleted player."""
    return player.startswith(GONE)


def seat_in(audience: Audience) -> int | None:
    """Return the seat of an audience, None for a spectator."""
    return None if audience == "watch" else audience


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a table's journal.

    Attributes
    ----------
    number
        The position in the journal, from 0 without gaps.
    at
        The time of the entry, in UTC; the clocks depend on it.
    act
        The kind of entry: `open`, `sit`, `move` and so on; see `acts`.
    match, turn
        The number of the match, from 1, and the number of moves and take-backs before this entry. Before the deal, the
        match is the coming one.
    seat
        The seat that the entry concerns, None without one.
    sender
        The id of the player who sent the act, None for the server, clocks and bots.
    data
        The other values that a replay needs, as plain JSON. They may be secret.
    command
        The command id of the act, on its first entry; None on its other entries, and on entries without a sender.
    content
        SHA-256 of the act as sent, in hex; it shows whether a repeated command has the same content. None without a
        command.
    made
        On the first entry of an act: the number of the act's entries. 0 without a command.
    """

    number: int
    at: datetime
    act: str
    match: int
    turn: int
    seat: int | None = None
    sender: str | None = None
    data: Mapping[str, Any] = field(default_factory=dict, repr=False)
    command: str | None = None
    content: str | None = None
    made: int = 0


@dataclass(frozen=True, slots=True)
class HeadSeat:
    """A seat as lists show it; `player` is the id of the person or program in it."""

    kind: SeatKind
    name: str = ""
    player: str | None = None
    bot: str | None = None


@dataclass(frozen=True, slots=True)
class Head:
    """The summary of a table for lists; it follows from the journal and is written in the same transaction.

    Attributes
    ----------
    version
        The number of entries.
    to_move
        The seat to move, None if there is none.
    turn_since
        The time of the last move or take-back, or of the deal before the first; None if no seat is to move, and for a
        table that an earlier version wrote.
    due
        The time when the clock of the seat to move runs out, None if no clock runs.
    """

    table: str
    game: str
    status: Status
    version: int
    listed: bool
    host: str
    match: int
    to_move: int | None
    created: datetime
    updated: datetime
    seats: tuple[HeadSeat, ...]
    turn_since: datetime | None = None
    due: datetime | None = None


@dataclass(frozen=True, slots=True)
class Player:
    """A player: the guest of a browser, or a program with a token.

    Attributes
    ----------
    token, recovery
        SHA-256, in hex, of the token of a program and of the secret in a recovery link; None without one.
    """

    id: str
    name: str
    colour: str
    created: datetime
    is_program: bool = False
    token: str | None = field(default=None, repr=False)
    recovery: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of table talk: text, or the id of a phrase that each client shows in its own language."""

    number: int
    at: datetime
    sender: str
    seat: int | None
    text: str | None = None
    phrase: str | None = None
    command: str | None = None
