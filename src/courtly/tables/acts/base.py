"""The base of all acts, and the base of the entries that they make."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, ClassVar, Self, get_args

from msgspec import Struct, to_builtins
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from courtly.engine.errors import shown
from courtly.engine.sentences import said
from courtly.tables.fields import TableFields
from courtly.tables.journal import Audience, Entry, Player
from courtly.tables.refusals import BadAct, Reused

COMMAND = re.compile(r"[A-Za-z0-9_-]{1,64}")

SeatNumber = Annotated[int, Field(ge=0, le=15)]
BotName = Annotated[str, Field(max_length=200)]


class EntryBody(Struct, frozen=True, omit_defaults=True):
    """The values of an entry of one kind. They may be secret.

    Attributes
    ----------
    act
        The name of the kind in the journal.
    sentence
        The sentence of the log, in English; it may name the player `name`, a `bot`, and an `other` player.
    public
        The fields that every audience sees.
    exported
        The fields that are part of the export of their sender.
    opens_match
        Whether the entry opens the table for another match.
    is_logged
        Whether the log of a match on its pages has the sentence, between the moves.
    """

    act: ClassVar[str]
    sentence: ClassVar[str]
    public: ClassVar[tuple[str, ...]] = ()
    exported: ClassVar[tuple[str, ...]] = ()
    opens_match: ClassVar[bool] = False
    is_logged: ClassVar[bool] = False

    def data(self) -> dict[str, Any]:
        """Return the fields for the journal."""
        return dict(to_builtins(self))

    def completed(self, state: TableFields) -> EntryBody:
        """Return the body with the random numbers that it needs."""
        return self

    def apply(self, state: TableFields, entry: Entry) -> None:
        """Change the state; by default nothing."""

    def args(self, state: TableFields, entry: Entry, audience: Audience) -> dict[str, Any]:
        """Return the arguments that an audience may see, without player ids and secrets."""
        return {name: entry.data[name] for name in self.public if name in entry.data}

    def event(self, state: TableFields, entry: Entry, audience: Audience) -> dict[str, Any]:
        """Return the entry as an event that an audience may see. Later entries do not change it."""
        return {"id": self.act, "args": self.args(state, entry, audience), "steps": []}

    @classmethod
    def sentence_of(cls, args: Mapping[str, Any]) -> str:
        """Return the sentence for the arguments that an audience sees."""
        return cls.sentence


@dataclass(frozen=True, slots=True)
class NewEntry:
    """An entry before it is appended: without number, time and match. `turn` None means the present turn."""

    body: EntryBody
    seat: int | None = None
    turn: int | None = None

    def entry(self, state: TableFields, at: datetime, number: int, sender: Player | None = None) -> Entry:
        """Return the entry with a number and a time, for the match that is present in a state."""
        body = self.body.completed(state)
        match = state.number + body.opens_match
        turn = 0 if body.opens_match else state.turn if self.turn is None else self.turn
        return Entry(number, at, body.act, match, turn, self.seat, sender.id if sender else None, body.data())


def seat_of(entry: Entry) -> int:
    """Return the seat of an entry whose kind always has one."""
    assert entry.seat is not None
    return entry.seat


class Act(BaseModel):
    """One request of a player, identified by its command id. To add an act, add a subclass."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    command: Annotated[str, Field(pattern=rf"^{COMMAND.pattern}$")]
    act: str

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return the names of the act; the last one is the oldest and is part of `content_of`."""
        return get_args(cls.model_fields["act"].annotation)

    @classmethod
    def parse(cls, body: Mapping[str, Any]) -> Self:
        """Return the act of a request; raise `BadAct` if a field is missing or invalid."""
        try:
            return cls.model_validate({**body})
        except ValidationError as error:
            problem = error.errors(include_url=False, include_context=False)[0]
            where, given = ".".join(str(part) for part in problem["loc"]), problem["input"]
            fields = {"where": where, "act": cls.names()[-1], "given": shown(given)}
            message = said("the field {where} of the act {act} cannot be {given}", **fields)
            raise BadAct(message, given=given, where=where, allowed=problem["msg"]) from None

    def check(self, state: TableFields, sender: Player, here: Collection[str]) -> list[NewEntry]:
        """Return the entries that the act makes; raise the first check that fails.

        The order of checks: the sender, the status of the table, the act itself. `here` has the ids of the players who
        are connected.
        """
        raise NotImplementedError


def stored_as(name: str) -> AfterValidator:
    """Return a validator that replaces the name of an act by the name that older versions stored."""
    return AfterValidator(lambda _: name)


def check_same(first: Entry, act: BaseModel) -> None:
    """Raise `Reused` if an act repeats a command id with other content."""
    if first.content != content_of(act):
        raise reused(str(first.command))


def reused(command: str) -> Reused:
    """Return the error for a command id that was used for another act."""
    message = said("the command id {id} was already used for another act", id=command)
    return Reused(message, given=command, where="command", allowed=said("a new id for every act"))


def content_of(act: BaseModel) -> str:
    """Return the SHA-256 of an act without its command id; it shows whether a repeated id has the same content."""
    text = json.dumps(act.model_dump(mode="json", exclude={"command"}), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()
