"""How a table is opened: the request, and the first entries of the journal."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET
from pydantic import BaseModel, ConfigDict, Field

from courtly.engine.contract.game import Setup, set_up
from courtly.engine.errors import BadOption
from courtly.engine.play.match import Match, Opening
from courtly.engine.sentences import said
from courtly.environment import environment
from courtly.tables import acts
from courtly.tables.acts.seats import Opened
from courtly.tables.clocks import Delay, Timeout, read_clock, read_stand_in
from courtly.tables.errors import BadSeats
from courtly.tables.fields import new_secret
from courtly.tables.journal import Entry, Player
from courtly.tables.seating import SeatChoice, seated
from courtly.tables.starts import Start

BOTS = 0x626F74
"""Makes the seed of the bots from the seed of the deal."""


class NewTable(BaseModel):
    """The request that opens a table. `seed` determines the first deal and the bots' random choices in that match."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    command: Annotated[str, Field(pattern=rf"^{acts.COMMAND.pattern}$")]
    game: str
    options: dict[str, Any] = {}
    seats: Annotated[list[SeatChoice], Field(min_length=1, max_length=16)]
    clock: dict[str, Any] | None = None
    minder: dict[str, Any] | None = None
    # Without the usual value, the hash of a request is the same as in earlier versions.
    timeout: Annotated[Timeout, Field(exclude_if=lambda timeout: timeout == "stand_in")] = "stand_in"
    listed: bool = False
    watchers: bool = True
    talk: bool = True
    aids: bool | None = None
    deal: dict[str, Any] | None = None
    seed: Annotated[int, Field(ge=0, le=2**63 - 1)] | None = None
    rated: Annotated[bool, Field(exclude_if=lambda rated: not rated)] = False
    delay: Annotated[Delay | None, Field(exclude_if=lambda delay: delay is None)] = None


def with_deal(wanted: NewTable, start: Start) -> NewTable:
    """Return a request with the deal of a start. The table is private, because others may play the same deal."""
    deal = {"deal": dict(start.position.deal), "seed": start.position.seed}
    return wanted.model_copy(update={**deal, "listed": False, "watchers": False})


def opening(table: str, host: Player, wanted: NewTable, start: Start | None = None, *, meets: bool = False) -> Entry:
    """Return the first entry of a table; raise if the request is invalid.

    Parameters
    ----------
    start
        The start of the first match, None for a fresh deal; `wanted` has the same deal and seed.
    meets
        Whether the host looks for opponents: the host is ready already.
    """
    options = {"players": len(wanted.seats), **wanted.options}
    setup = set_up(wanted.game, options)
    if setup.players != len(wanted.seats):
        message = said("this match has {players} seats, not {count}", count=len(wanted.seats), players=setup.players)
        raise BadSeats(message, given=len(wanted.seats), where="seats", allowed=str(setup.players))
    seats = seated(host, wanted.seats)
    if wanted.rated:
        _check_rated(host, wanted, setup)
    if meets:
        ready = {"ready": True, "agreed": True, "word": wanted.command[:16]}
        seats = [seat | ready if "player" in seat else seat for seat in seats]
    clock = read_clock(wanted.clock)
    minder = read_stand_in(wanted.minder) if wanted.minder is not None else None
    known = wanted.deal is not None or wanted.seed is not None
    if start is not None:
        start.position.open(setup, None, start.origin)
    elif wanted.deal is not None:
        Match(setup, Opening(seed=wanted.seed, deal=wanted.deal))
    luck = {} if wanted.seed is None else {"luck": wanted.seed ^ BOTS}
    secret = {} if known else new_secret(setup)
    body = Opened(
        host=host.id,
        game=wanted.game,
        rules=setup.game.version,
        options=setup.options.model_dump(mode="json", exclude_unset=True),
        seats=seats,
        clock=clock.model_dump(mode="json") if clock else None,
        minder=minder.model_dump(mode="json") if minder else None,
        timeout=wanted.timeout,
        listed=wanted.listed,
        watchers=wanted.watchers,
        talk=wanted.talk,
        aids=wanted.aids,
        deal=wanted.deal,
        seed=wanted.seed,
        **(luck | secret | (start.data() if start else {}) | ({"meets": True} if meets else {})),
        rated=True if wanted.rated else UNSET,
        delay=wanted.delay.model_dump() if wanted.delay else UNSET,
    )
    return first_entry(body, host, wanted.command, acts.content_of(wanted))


def _check_rated(host: Player, wanted: NewTable, setup: Setup) -> None:
    """Raise the first reason why a table cannot be rated."""
    acts.rated.check_options(setup)
    for number, seat in enumerate(wanted.seats):
        if seat.bot is not None:
            acts.rated.check_level(seat.bot, where=f"seats[{number}].bot")
    if host.is_program or all(seat.kind == "bot" for seat in wanted.seats) or len(wanted.seats) == 1:
        message = said("a rated table is for people: it has a person, and another person or a bot")
        raise BadSeats(message, where="seats")
    for field, is_met, demand in (
        ("deal", wanted.deal is None and wanted.seed is None, said("a fresh deal, without a seed")),
        ("aids", wanted.aids is False, said("false: no hints and no computed aids")),
        ("clock", wanted.clock is not None, said("a clock")),
        ("timeout", wanted.timeout == "forfeit", said("forfeit: a player whose time runs out has lost")),
        ("minder", wanted.minder is None, said("null: no stand-ins for absent players")),
        ("delay", wanted.delay is None, said("null: no hands for spectators")),
    ):
        if not is_met:
            message = said("a rated table has other settings: {field} must be {allowed}", field=field, allowed=demand)
            raise BadOption(message, given=getattr(wanted, field), where=field, allowed=demand)


def first_entry(body: Opened, host: Player, command: str, content: str) -> Entry:
    """Return the first entry of a table's journal."""
    return Entry(0, environment().now(), body.act, 1, 0, None, host.id, body.data(), command, content, 1)
