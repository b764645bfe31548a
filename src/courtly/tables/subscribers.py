"""The clients that are connected to a table, each with a queue of frames."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from courtly.tables.journal import Player
from courtly.tables.mailbox import Mailbox
from courtly.tables.state import TableState
from courtly.text.languages import ENGLISH

MAX_WAITING = 64
"""The largest number of frames in a subscriber's queue. When the queue is full, the client has to reconnect."""


Frame = dict[str, Any] | TableState | None
"""An item for a subscriber: a frame to send unchanged, a state to render for the subscriber, or None for the end."""


@dataclass(eq=False, slots=True)
class Subscriber:
    """A client connected to a table: the player, the language, and the queue of frames.

    `hears` is false for a player who may not read the table talk. `shown` is the last version whose animations the
    page has finished; None if the client does not report it, as a program.
    """

    player: Player | None
    lang: str = ENGLISH
    hears: bool = True
    shown: int | None = None
    frames: Mailbox[Frame] = field(default_factory=lambda: Mailbox(MAX_WAITING))
    lost: bool = False

    def end(self) -> None:
        """Drop all queued frames and end the subscription."""
        self.lost = True
        while not self.frames.empty():
            self.frames.get_nowait()
        self.frames.put_nowait(None)

    def send(self, frame: Frame) -> None:
        """Queue a frame; end the subscription if the queue is full."""
        if self.lost:
            return
        try:
            self.frames.put_nowait(frame)
        except asyncio.QueueFull:
            self.end()


def late_pages(subscribers: Iterable[Subscriber], state: TableState) -> list[Subscriber]:
    """Return the pages of players that report what they have shown, but not the present version yet."""
    held = {seat.player for seat in state.seats if seat.is_held}
    return [
        one
        for one in subscribers
        if one.player is not None and one.player.id in held and one.shown is not None and one.shown < state.version
    ]
