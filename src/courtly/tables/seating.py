"""The seats of a new table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, count
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from courtly.engine.sentences import said
from courtly.tables.errors import BadSeats
from courtly.tables.journal import Player
from courtly.tables.values import NAME_LENGTH, check_bot, is_plain
from courtly.text.lookalikes import looks

COURT_NAMES = ("Isaure", "Aldric", "Odile", "Tancrède", "Mélisande", "Gauvain")
"""The names of bots at a table."""


class SeatChoice(BaseModel):
    """A seat of a new table: the host's, an open one, or a bot's."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    kind: Literal["me", "open", "bot"]
    bot: Annotated[str, Field(max_length=200)] | None = None
    name: Annotated[str, Field(max_length=NAME_LENGTH)] | None = None


def seated(host: Player, seats: Sequence[SeatChoice]) -> list[dict[str, Any]]:
    """Return the seats of a new table for its first entry.

    Raises
    ------
    BadSeats
        Two seats are the host's, or a bot's seat does not name the bot.
    UnknownBot
        There is no such bot.
    """
    own = [n for n, seat in enumerate(seats) if seat.kind == "me"]
    if len(own) > 1:
        message = said("you cannot take several seats ({seats}); choose one", seats=", ".join(map(str, own)))
        raise BadSeats(message, given=own, where="seats", allowed="1")
    made = [_seat(host, seat, where=f"seats[{number}]") for number, seat in enumerate(seats)]
    for seat in made:
        if seat["kind"] == "bot" and not seat["name"]:
            seat["name"] = court_name(str(other.get("name", "")) for other in made)
    return made


def court_name(taken: Iterable[str]) -> str:
    """Return the first court name that looks unlike the names of all seats.

    Examples
    --------
    >>> court_name(["Camille", "isaure"])
    'Aldric'
    >>> court_name(COURT_NAMES)
    'Isaure 2'
    """
    known = {looks(name) for name in taken}
    numbered = (f"{name} {number}" for number in count(2) for name in COURT_NAMES)
    return next(name for name in chain(COURT_NAMES, numbered) if looks(name) not in known)


def _seat(host: Player, seat: SeatChoice, *, where: str) -> dict[str, Any]:
    if (seat.bot is not None) != (seat.kind == "bot"):
        message = said("{where} must name a bot if it is a bot's seat, and only then", where=where)
        raise BadSeats(message, given=seat.bot, where=f"{where}.bot")
    if seat.name is not None and not is_plain(seat.name, NAME_LENGTH):
        allowed = said("1 to {most} printable characters", most=NAME_LENGTH)
        message = said(
            "{where} cannot have the name {given}; use {allowed}", where=where, given=seat.name, allowed=allowed
        )
        raise BadSeats(message, given=seat.name, where=f"{where}.name", allowed=allowed)
    if seat.kind == "me":
        kind = "program" if host.is_program else "person"
        return {"kind": kind, "name": seat.name or host.name, "player": host.id, "colour": host.colour}
    if seat.kind == "open":
        return {"kind": "open"}
    assert seat.bot is not None
    check_bot(seat.bot, where=f"{where}.bot")
    return {"kind": "bot", "name": seat.name or "", "bot": seat.bot}
