"""Who is at a table, as its pages show them: names, signs, what each does, and what the reader may do about it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from itertools import chain, count, cycle
from typing import Any

from courtly.scene.marks import initials
from courtly.tables.audience import own_seat
from courtly.tables.journal import LEFT
from courtly.tables.looking import Look
from courtly.tables.people import COLOURS, GUEST
from courtly.tables.seating import COURT_NAMES
from courtly.tables.sharing import PLAYER
from courtly.text.reader import Reader
from courtly.web.contexts.frame import Pennant
from courtly.web.contexts.table import Member, Remaining
from courtly.web.forms import BOT_NAMES
from courtly.web.measures import remaining_words

UNNAMED = re.compile(rf"{GUEST} (\d+)")
"""What a guest is called who has chosen no name."""

NUMBERED = re.compile(rf"{PLAYER} (\d)")
"""What seats are called in a link without names."""


def names_of(seats: Sequence[Mapping[str, Any]], reader: Reader) -> list[str]:
    """Return what seats are called, no two alike.

    A bot without a name, or with that of somebody else, has one of the court's; of persons with the same name those in
    later seats have a number besides. An open seat has no name.
    """
    return [*_names(tuple((seat["kind"], str(seat["name"])) for seat in seats), reader.lang, reader.domain)]


@lru_cache(maxsize=1024)
def _names(seats: Sequence[tuple[str, str]], lang: str, domain: str) -> Sequence[str]:
    """Return what seats of these kinds and names are called."""
    reader, names = Reader(lang, domain=domain), dict[int, str]()
    for number, (kind, name) in enumerate(seats):
        if kind not in ("bot", "open"):
            names[number] = _unlike(person_name(name, reader), names.values())
    for number, (kind, name) in enumerate(seats):
        if kind == "bot":
            names[number] = _unlike(person_name(name, reader), names.values(), COURT_NAMES)
    return [names.get(number, reader.say("Free seat")) for number in range(len(seats))]


def _unlike(name: str, others: Collection[str], instead: Sequence[str] = ()) -> str:
    """Return a name that none of the others has, in whatever letters: itself, one instead, or itself with a number."""
    taken = {"", *(other.casefold() for other in others)}
    numbered = (f"{name or next(iter(instead), '')} {number}" for number in count(2))
    return next(each for each in chain([name], instead, numbered) if each.casefold() not in taken)


def person_name(name: str, reader: Reader) -> str:
    """Return the name of a person, in the reader's language where nobody has chosen it."""
    if name == LEFT:
        return reader.say("Somebody who left")
    if numbered := NUMBERED.fullmatch(name):
        return reader.say("Player {number}", number=numbered[1])
    unnamed = UNNAMED.fullmatch(name)
    return reader.say("Guest {number}", number=unnamed[1]) if unnamed else name


def bot_name(bot: str | None, reader: Reader) -> str:
    """Return what a bot is called: its level, or its whole description where it is none of the levels."""
    return reader.say(BOT_NAMES[bot]) if bot in BOT_NAMES else str(bot)


def pennant(name: str, colour: str) -> Pennant:
    """Return the sign of somebody."""
    return Pennant(next((sign for sign in name if sign.isalnum()), "?").upper(), colour)


def members_of(look: Look, reader: Reader) -> list[Member]:
    """Return everybody at a table, in the order of the seats."""
    seats = look.table["seats"]
    names = names_of(seats, reader)
    signs = signs_of(seats, reader)
    return [
        _member(number, look, name, sign, reader) for number, (name, sign) in enumerate(zip(names, signs, strict=True))
    ]


def signs_of(seats: Sequence[Mapping[str, Any]], reader: Reader) -> tuple[Pennant, ...]:
    """Return the signs of seats, which everybody at a table shares."""
    return _signs(tuple(names_of(seats, reader)), tuple(seat["colour"] for seat in seats))


@lru_cache(maxsize=1024)
def _signs(names: Sequence[str], chosen: Sequence[str | None]) -> tuple[Pennant, ...]:
    return tuple(map(Pennant, initials(names), _colours(chosen)))


def _colours(chosen: Sequence[str | None]) -> list[str]:
    """Return the colours of seats, no two alike while there are enough; who chose one first has it."""
    left = chain((colour for colour in COLOURS if colour not in chosen), cycle(COLOURS))
    return [
        colour if colour in COLOURS and colour not in chosen[:number] else next(left)
        for number, colour in enumerate(chosen)
    ]


def _member(number: int, look: Look, name: str, sign: Pennant, reader: Reader) -> Member:
    table = look.table
    seat = table["seats"][number]
    status = _status(number, table)
    return Member(
        number=number,
        name=name,
        pennant=sign,
        kind=seat["kind"],
        mine=number == table["you"],
        host=number == table["host"],
        role=_role(seat, reader),
        state=_state(status, number, table, reader),
        status=status,
        ready=seat["ready"],
        word=look.words[number] if look.words else "",
        present=bool(seat["present"]),
        to_move=number == table["to_move"],
        clock=clock_of(number, table, reader),
        acts=list(_acts(number, look)),
    )


def _role(seat: Mapping[str, Any], reader: Reader) -> str:
    if seat["kind"] == "bot":
        return reader.say("bot, {level}", level=bot_name(seat["bot"], reader))
    return reader.say("program") if seat["kind"] == "program" else ""


def _status(number: int, table: Mapping[str, Any]) -> str:
    """Return what somebody does, as one of the states that are drawn."""
    seat = table["seats"][number]
    if seat["kind"] == "open":
        return "free"
    if table["status"] == "waiting":
        return "ready" if seat["kind"] == "bot" or seat["ready"] else "not-yet"
    if number == table["to_move"]:
        return "thinks" if seat["kind"] == "bot" or seat["minded_by"] else "decides"
    if seat["minded_by"]:
        return "minded"
    return "here" if seat["kind"] == "bot" or seat["present"] else "away"


def _state(status: str, number: int, table: Mapping[str, Any], reader: Reader) -> str:
    """Return the state of somebody in words; most need none."""
    if status == "decides":
        return reader.say("your turn") if number == table["you"] else reader.say("to move")
    words = {
        "free": reader.say("for whoever has the link"),
        "ready": reader.say("ready"),
        "not-yet": reader.say("not yet"),
        "thinks": reader.say("thinking"),
        "minded": reader.say("a bot plays here"),
        "away": reader.say("away"),
    }
    return words.get(status, "")


def clock_of(number: int, table: Mapping[str, Any], reader: Reader) -> Remaining | None:
    """Return what the clock of a seat shows now, None where it has none."""
    clocks = table["clocks"]
    if not clocks or table["status"] != "playing" or table["seats"][number]["kind"] == "bot":
        return None
    runs, seconds = clocks["running"] == number, float(clocks["left"][number])
    if runs and clocks["since"]:
        seconds -= (datetime.now(UTC) - datetime.fromisoformat(clocks["since"])).total_seconds()
    left = max(0, int(seconds))
    return Remaining(left, remaining_words(left, reader), runs)


def is_hosted_by_reader(look: Look) -> bool:
    """Tell whether the reader is the host of a table, who alone sees its codes."""
    return "join" in look.table


def _acts(number: int, look: Look) -> Iterator[str]:
    """Yield what the reader may do about a seat."""
    table = look.table
    seat, you = table["seats"][number], own_seat(table)
    is_host, is_seated = is_hosted_by_reader(look), you is not None
    if table["status"] == "waiting":
        if seat["kind"] == "open" and not is_seated:
            yield "sit"
        if is_host and number != you:
            yield from {"open": ("fill",), "bot": ("clear",), "person": ("hand", "remove")}.get(
                seat["kind"], ("remove",)
            )
    elif table["status"] == "playing" and is_seated and number != you and seat["kind"] in ("person", "program"):
        if seat["minded_by"]:
            return
        # Whether somebody is here is no entry: the page shows the one form or the other.
        if is_host:
            yield "mind"
        if you not in (look.mind_votes or {}).get(number, ()):
            yield "vote"
