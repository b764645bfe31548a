"""What a table's journal is made of: entries as they are kept, whole, and the head that lists and leases need.

The journal is the truth; seats, clocks and the match are what it adds up to (`state`). An entry here holds everything,
hidden things too, so it never leaves this package: `audience` makes of it what somebody may be told.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

Status = Literal["waiting", "playing", "over"]
SeatKind = Literal["open", "person", "program", "bot"]
Role = Literal["join", "watch"]

LEFT = "Somebody who left"
"""What whoever has left is called wherever they were; pages say it in the reader's language."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a table's journal.

    Attributes
    ----------
    number
        From 0 without gaps.
    at
        When it was made, in UTC; clocks follow from it.
    act
        What was done: `open`, `sit`, `move` and so on.
    match, turn
        The match it belongs to, from 1 (that to come while none is dealt), and how many moves that had before.
    seat
        The seat that it is about, None for none.
    sender
        The id of the player who sent it, None for the server, clocks and bots.
    data
        What else is needed to do it again: plain JSON. It may hold what nobody may see yet.
    command
        The sender's id of the act, on the first entry that the act made; None on the others and where nobody sent it.
    content
        SHA-256 of the act as it was sent, in hex, to tell a repetition from another act; None without a command.
    made
        How many entries the act made; 0 without a command.
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
    """A seat as lists show it; `player` is the id of the person or program that holds it."""

    kind: SeatKind
    name: str = ""
    player: str | None = None
    bot: str | None = None


@dataclass(frozen=True, slots=True)
class Head:
    """What is kept of a table beside its journal, for lists: it follows from the journal and is written with it.

    Attributes
    ----------
    version
        The number of entries.
    to_move
        The seat that decides, None while nobody does.
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


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who may sit down: a guest of a browser, or a program with a token.

    Attributes
    ----------
    token, recovery
        SHA-256, in hex, of the token of a program and of the recovery link; None where there is none.
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
    """A line of table talk: text, or the id of a phrase that everybody reads in their own language."""

    number: int
    at: datetime
    sender: str
    seat: int | None
    text: str | None = None
    phrase: str | None = None
    command: str | None = None
