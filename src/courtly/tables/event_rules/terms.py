"""The terms of an event: what its host chooses before anyone registers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from courtly.bots.registry import level_names
from courtly.engine.contract.game import find_game, set_up
from courtly.engine.errors import listing, shown
from courtly.engine.sentences import said
from courtly.tables import acts
from courtly.tables.errors import BadSeats
from courtly.tables.event_rules.scoring import Kind
from courtly.tables.refusals import BadName
from courtly.tables.values import is_plain

TITLE_LENGTH = 60
MAX_TABLES, MAX_ROUNDS = 16, 24
LEAST_TABLES: Mapping[Kind, int] = {"duplicate": 2, "round_robin": 1, "swiss": 2}
"""With one table, no one else holds the same cards."""

EventPace = Literal["quick", "relaxed", "days"]

EVENT_PACES: Mapping[EventPace, dict[str, Any]] = {
    "quick": {"clock": {"kind": "bank", "seconds": 300, "increment": 10}, "after": 60},
    "relaxed": {"clock": {"kind": "bank", "seconds": 900, "increment": 30}, "after": 120},
    "days": {"clock": {"kind": "days", "days": 2}, "after": None},
}
"""The clock of each pace, and the seconds of absence after which a stand-in plays.

Every pace has a clock: without one, an event might not end.
"""


class Terms(BaseModel):
    """The game, the size and the rules of an event.

    Attributes
    ----------
    tables, seats
        The number of tables, and the number of seats at each of them.
    level
        The bots in free places, and the stand-ins for absent players.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    name: Annotated[str, Field(max_length=10 * TITLE_LENGTH, description="1 to 60 printable characters.")]
    game: str
    kind: Annotated[
        Kind,
        Field(description="`duplicate`: all tables of a round have the same deal. The others have fresh deals."),
    ] = "duplicate"
    tables: Annotated[int, Field(ge=1, le=MAX_TABLES)] = 2
    seats: Annotated[int, Field(ge=2, le=16)]
    rounds: Annotated[int, Field(ge=1, le=MAX_ROUNDS)] = 4
    pace: EventPace = "quick"
    level: Annotated[str, Field(description="The level of the bots in free places.")] = "courtier"

    @property
    def places(self) -> int:
        """The number of players and bots."""
        return self.tables * self.seats


class NewEvent(Terms):
    """The request that opens an event. All tables have the usual options of the game."""

    command: Annotated[str, Field(pattern=rf"^{acts.COMMAND.pattern}$")]

    def checked(self) -> Terms:
        """Return the terms; raise the first problem.

        Raises
        ------
        BadName
            The name is empty, too long, or has unprintable characters.
        UnknownGame, BadOption
            There is no such game, or it has other numbers of seats.
        BadSeats
            There are too few tables, or the level is unknown.
        """
        name = self.name.strip()
        if not is_plain(name, TITLE_LENGTH):
            allowed = said("1 to {most} printable characters", most=TITLE_LENGTH)
            message = said("{given} cannot be a name; use {allowed}", given=shown(self.name), allowed=allowed)
            raise BadName(message, given=self.name, where="name", allowed=allowed)
        game = find_game(self.game).name
        set_up(game, {"players": self.seats})
        if self.tables < (least := LEAST_TABLES[self.kind]):
            message = said("this kind of event has at least {least} tables", least=least)
            raise BadSeats(message, given=self.tables, where="tables", allowed=str(least))
        if self.level not in level_names():
            places = {"given": shown(self.level), "known": listing(level_names())}
            message = said("there is no level {given}; choose from {known}", **places)
            raise BadSeats(message, given=self.level, where="level", allowed=level_names())
        return Terms(**self.model_dump(exclude={"command"}) | {"name": name, "game": game})
