"""How the tables of an event are opened: their deals, and the first entries of their journals.

The deal of a round follows from the server's secret. It is stored nowhere before the round, no one can know it, and all
processes of a server derive the same one.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import replace
from typing import Any

from courtly.engine.contract.game import set_up
from courtly.engine.play.fair import FairShuffle
from courtly.engine.play.match import Match, Opening
from courtly.engine.play.origin import Origin
from courtly.engine.play.position import Position, deal_key
from courtly.environment import environment
from courtly.tables.event_rules.terms import EVENT_PACES
from courtly.tables.journal import Entry, Player
from courtly.tables.opening import NewTable, opening, with_deal
from courtly.tables.seating import SeatChoice
from courtly.tables.starts import Start
from courtly.tables.store.events import Entrant, Event, EventTable


def host_of(event: Event, at: EventTable) -> Player:
    """Return the host of a table: the round of the event, so that no player has the rights of a host."""
    return Player(f"event-{event.id}-{at.round}-{at.number}", "", "wine", environment().now())


class EventDeals:
    """The deals of the rounds of events, derived from the secret of the server."""

    def __init__(self, secret: str) -> None:
        self._key = hashlib.sha256(b"courtly events\0" + secret.encode()).digest()

    def start(self, event: Event, number: int) -> Start | None:
        """Return the start of all tables of a round, None for an event with fresh deals."""
        if event.terms.kind != "duplicate":
            return None
        name = f"event-{event.id}-{number}"
        setup = set_up(event.terms.game, {"players": event.terms.seats})
        secret = hmac.new(self._key, name.encode(), hashlib.sha256).digest()
        numbers = hmac.new(secret, b"seed and luck", hashlib.sha256).digest()
        seed, luck = (int.from_bytes(part, "big") >> 2 for part in (numbers[:8], numbers[8:16]))
        is_fair = bool(setup.game.documents.shuffles(setup, None))
        fair = FairShuffle(secret, [""] * setup.players, name, 1) if is_fair else None
        match = Match(setup, Opening(fair=fair) if fair else Opening(seed))
        return Start(deal_key(match), Origin("deal"), Position(match.record()["deal"], seed, ()), luck, name)


def event_opening(event: Event, at: EventTable, entrants: dict[int, Entrant], start: Start | None) -> Entry:
    """Return the first entry of a table of an event, with its players in their seats and ready."""
    terms, pace = event.terms, EVENT_PACES[event.terms.pace]
    wanted = NewTable(
        command="open",
        game=terms.game,
        seats=[SeatChoice(kind="bot", bot=terms.level) for _ in at.seats],
        clock=pace["clock"],
        minder={"bot": terms.level, "after": pace["after"]},
        watchers=False,
        aids=False,
    )
    entry = opening(at.table, host_of(event, at), with_deal(wanted, start) if start else wanted, start)
    round_of = {
        "event": event.id,
        "name": terms.name,
        "round": at.round,
        "rounds": terms.rounds,
        "has_same_deals": terms.kind == "duplicate",
    }
    seats = [_seat(entrants[number]) for number in at.seats]
    return replace(entry, data={**entry.data, "seats": seats, "round_of": round_of})


def _seat(entrant: Entrant) -> dict[str, Any]:
    """Return the seat of an entrant for the first entry of a table."""
    if entrant.bot is not None:
        return {"kind": "bot", "name": entrant.name, "bot": entrant.bot}
    ready = {"ready": True, "agreed": True, "word": environment().token(12)}
    held = {"kind": "person", "name": entrant.name, "player": entrant.player, "colour": entrant.colour}
    return {**held, **ready}
