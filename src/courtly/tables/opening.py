"""How a table is opened: what is asked for, and the first entry of its journal."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from courtly.engine.contract.game import set_up
from courtly.engine.play.match import Match, Opening
from courtly.engine.sentences import said
from courtly.tables import acts
from courtly.tables.actor import new_secret, now
from courtly.tables.clocks import read_clock, read_minder
from courtly.tables.errors import BadSeats
from courtly.tables.journal import Entry, Player
from courtly.tables.seating import SeatChoice, seated


class NewTable(BaseModel):
    """What a table is opened with."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    command: Annotated[str, Field(pattern=rf"^{acts.COMMAND.pattern}$")]
    game: str
    options: dict[str, Any] = {}
    seats: Annotated[list[SeatChoice], Field(min_length=1, max_length=16)]
    clock: dict[str, Any] | None = None
    minder: dict[str, Any] | None = None
    listed: bool = False
    watchers: bool = True
    talk: bool = True
    aids: bool = True
    deal: dict[str, Any] | None = None
    seed: Annotated[int, Field(ge=0, le=2**63 - 1)] | None = None


def opening(table: str, host: Player, wanted: NewTable) -> Entry:
    """Return the first entry of a table; raise what speaks against it."""
    options = {"players": len(wanted.seats), **wanted.options}
    setup = set_up(wanted.game, options)
    if setup.players != len(wanted.seats):
        message = said(
            "{count} seats cannot play this match; it takes {players}", count=len(wanted.seats), players=setup.players
        )
        raise BadSeats(message, given=len(wanted.seats), where="seats", allowed=str(setup.players))
    seats = seated(host, wanted.seats)
    clock = read_clock(wanted.clock)
    minder = read_minder(wanted.minder) if wanted.minder is not None else None
    known = wanted.deal is not None or wanted.seed is not None
    if wanted.deal is not None:
        Match(setup, Opening(seed=wanted.seed, deal=wanted.deal))
    data: dict[str, Any] = {
        "host": host.id,
        "game": wanted.game,
        "rules": setup.game.version,
        "options": setup.options.model_dump(mode="json", exclude_unset=True),
        "seats": seats,
        "clock": clock.model_dump(mode="json") if clock else None,
        "minder": minder.model_dump(mode="json") if minder else None,
        "listed": wanted.listed,
        "watchers": wanted.watchers,
        "talk": wanted.talk,
        "aids": wanted.aids,
        "deal": wanted.deal,
        "seed": wanted.seed,
        **({} if known else new_secret(setup)),
    }
    return Entry(0, now(), "open", 1, 0, None, host.id, data, wanted.command, acts.content_of(wanted), 1)
