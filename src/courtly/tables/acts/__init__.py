"""The acts at a table, and the entries of its journal, by feature: one class per act, and one per kind of entry.

An act is a pydantic model, because it comes from outside. Its `check` returns the entries to append, or raises, without
side effects. The state changes only later, when the entries are durable. The class of an entry defines what it changes,
what each audience sees of it, and its sentence in the log. To add an act, add its class and the class of its entry.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from msgspec import convert

from courtly.engine.errors import listing, shown
from courtly.engine.sentences import said
from courtly.tables.acts import matches, rated, seats, take_back
from courtly.tables.acts.base import COMMAND, Act, EntryBody, NewEntry, check_same, content_of, reused
from courtly.tables.acts.checks import own_seat
from courtly.tables.acts.matches import WORD_LENGTH, Revealed, Stopped, Substituted, started
from courtly.tables.acts.moves import MAX_MOVES, Move, Moved, drafted, known_after
from courtly.tables.acts.seats import Sit
from courtly.tables.errors import BadCommand
from courtly.tables.fields import TableFields
from courtly.tables.journal import Entry, Player
from courtly.tables.refusals import BadAct

__all__ = [
    "ACTS", "COMMAND", "ENTRIES", "MAX_MOVES", "WORD_LENGTH", "Act", "EntryBody", "Move", "NewEntry", "Sit", "body_of",
    "check", "check_same", "content_of", "drafted", "follow_up", "known_after", "matches", "own_seat", "rated",
    "read_act", "reused", "seats", "take_back",
]  # fmt: skip

ACTS = tuple(Act.__subclasses__())
ENTRIES: Mapping[str, type[EntryBody]] = {kind.act: kind for kind in EntryBody.__subclasses__()}
"""The kinds of entries by their names in the journal."""

_BY_NAME = {name: act for act in ACTS for name in act.names()}


def body_of(entry: Entry) -> EntryBody:
    """Return the body of an entry; raise if it is damaged."""
    return convert(entry.data, ENTRIES[entry.act])


def read_act(body: object) -> Act:
    """Parse an act.

    Raises
    ------
    BadCommand
        The command id is missing or invalid.
    BadAct
        The act is unknown, or a field is missing or invalid.
    """
    if not isinstance(body, Mapping):
        message = said("an act must be an object with a command and an act, not {given}", given=shown(body))
        raise BadAct(message, given=body, where="act")
    name, command = body.get("act"), body.get("command")
    if not isinstance(command, str) or not COMMAND.fullmatch(command):
        allowed = said("1 to {most} characters from A-Z, a-z, 0-9, _ and -", most=64)
        message = said("{given} cannot be a command id; use {allowed}", given=shown(command), allowed=allowed)
        raise BadCommand(message, given=command, where="command", allowed=allowed)
    if not isinstance(name, str) or name not in _BY_NAME:
        known = sorted(act.names()[-1] for act in ACTS)
        message = said("there is no act {given}; choose from {known}", given=shown(name), known=listing(known))
        raise BadAct(message, given=name, where="act", allowed=known)
    return _BY_NAME[name].parse(body)


def check(state: TableFields, sender: Player, act: Act, here: Collection[str] = ()) -> list[NewEntry]:
    """Return the entries that an act makes; see `Act.check`."""
    return act.check(state, sender, here)


def follow_up(state: TableFields) -> NewEntry | None:
    """Return the entry that the server makes without a request in a state, None without one."""
    persons = [n for n, seat in enumerate(state.seats) if seat.is_held]
    if state.status == "waiting":
        all_ready = persons and all(seat.kind != "open" and (seat.ready or not seat.is_held) for seat in state.seats)
        # No seat of an event is open, and bots may be alone at a table.
        has_bots_alone = not persons and state.round_of is not None
        return started(state) if all_ready or has_bots_alone else None
    if state.status == "playing":
        present = [n for n in persons if state.seats[n].substituted_by is None]
        if present and state.votes.stop >= set(present):
            return NewEntry(Stopped("vote"))
        for seat, voters in state.votes.mind.items():
            others = {n for n in present if n != seat}
            if others and voters >= others and state.seats[seat].substituted_by is None:
                return NewEntry(Substituted(state.stand_in, "vote"), seat)
        return take_back.granted(state)
    # A stopped match reveals nothing.
    if state.entries[-1].act == Moved.act:
        return NewEntry(Revealed())
    return rated.counted(state) if state.entries[-1].act == Revealed.act else None
