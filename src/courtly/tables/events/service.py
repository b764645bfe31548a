"""Events: opening them, registering, starting, and what their pages show."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from courtly.engine.sentences import said
from courtly.environment import environment
from courtly.tables.codes import SHARE_LENGTH, Codes
from courtly.tables.event_rules.scoring import Points, Standing
from courtly.tables.event_rules.terms import NewEvent, Terms
from courtly.tables.events.rounds import active, points_by_round, standings_of
from courtly.tables.journal import Player
from courtly.tables.refusals import NoSuchEvent, NotAllowed, NotNow, Reused, TooMany
from courtly.tables.store import events
from courtly.tables.store.events import Changed, Entrant, Event, EventTable
from courtly.tables.store.store import Store
from courtly.tables.values import is_plain

MAX_EVENTS = 5
"""The largest number of events of one host that are not over."""

ATTEMPTS = 20
"""The number of attempts to register. Each further one means that another player was faster."""


@dataclass(frozen=True, slots=True)
class EventView:
    """An event, as one viewer may see it.

    Attributes
    ----------
    own
        The viewer's entry, None for others.
    tables
        The tables of all rounds that have begun. Results are present after the end of their round.
    opened, over
        The numbers of the tables of the present round that are open, and of those whose matches are over.
    points
        The points of each round that is over.
    places_left
        The number of places that a player can still take.
    """

    event: Event
    code: str
    entrants: Sequence[Entrant]
    own: Entrant | None
    is_host: bool
    tables: Sequence[EventTable]
    opened: frozenset[int]
    over: frozenset[int]
    points: Sequence[Sequence[Points]]
    standings: Sequence[Standing]
    places_left: int

    @property
    def terms(self) -> Terms:
        """The terms of the event."""
        return self.event.terms

    @property
    def present(self) -> list[EventTable]:
        """The tables of the present or last round."""
        return [at for at in self.tables if at.round == self.event.round]

    @property
    def own_table(self) -> EventTable | None:
        """The viewer's table in a round that is being played, None without one and until it is open."""
        if self.own is None or self.event.status != "playing":
            return None
        here = [at for at in self.present if at.number in self.opened]
        return next((at for at in here if self.own.number in at.seats), None)


class Events:
    """The events of a server."""

    def __init__(self, store: Store, codes: Codes) -> None:
        self._store, self._codes = store, codes

    async def open(self, host: Player, wanted: NewEvent) -> str:
        """Open an event and return the code of its link; a repeated command returns the first code.

        Raises
        ------
        BadName, UnknownGame, BadOption, BadSeats
            See `NewEvent.checked`.
        TooMany
            The host has too many events that are not over.
        Reused
            The command was used for another event.
        """
        terms = wanted.checked()
        name = hashlib.sha256(f"event\0{host.id}\0{wanted.command}".encode()).hexdigest()[:32]
        if (known := await self._store.read(events.find, name)) is None:
            if (count := await self._store.read(events.unfinished_of_host, host.id)) >= MAX_EVENTS:
                message = said("you already have {count} events that are not over", count=count)
                raise TooMany(message, given=count, where="events", allowed=str(MAX_EVENTS))
            now = environment().now()
            known = Event(name, host.id, "open", 0, now, terms)
            await self._store.write(events.add, known, self._codes.hash_of(self._codes.of_event(name)), now)
        if known.terms != terms:
            message = said("the command id {id} was already used for another act", id=wanted.command)
            raise Reused(message, given=wanted.command, where="command", allowed=said("a new id for every act"))
        return self._codes.of_event(name)

    async def of_player(self, player: Player) -> list[tuple[Event, str]]:
        """Return the events that a player has opened or takes part in, newest first, each with its code."""
        found = await self._store.read(events.of_player, player.id)
        return [(event, self._codes.of_event(event.id)) for event in found]

    async def view(self, player: Player | None, code: object) -> EventView:
        """Return an event as a player may see it.

        Raises
        ------
        NoSuchEvent
            No event has this code.
        """
        event = await self._find(code)
        entrants = await self._store.read(events.entrants_of, event.id)
        progress = await self._store.read(events.progress, event.id, event.round)
        tables = await self._store.read(events.tables_of, event.id)
        who = player.id if player else None
        return EventView(
            event=event,
            code=self._codes.of_event(event.id),
            entrants=entrants,
            own=next((each for each in entrants if who is not None and each.player == who), None),
            is_host=who == event.host,
            tables=tables,
            opened=frozenset(each.at.number for each in progress if each.status is not None),
            over=frozenset(each.at.number for each in progress if each.status == "over"),
            points=points_by_round(event.terms, tables),
            standings=standings_of(event.terms, entrants, tables),
            places_left=_places_left(event, entrants),
        )

    async def join(self, player: Player, code: object) -> None:
        """Register a player, who may also come late and take over the place of a bot; do nothing if registered.

        Raises
        ------
        NoSuchEvent
            No event has this code.
        NotAllowed
            The player is a program.
        NotNow
            No place is left, or no round.
        """
        if player.is_program:
            message = said("events are for people; a program can open a table")
            raise NotAllowed(message, where="Authorization", allowed=said("a person"))
        await self._change(code, lambda event, entrants: _joined(event, entrants, player))

    async def leave(self, player: Player, code: object) -> None:
        """Remove a player from an event; once it has started, a bot takes over the place from the next round on.

        Raises
        ------
        NoSuchEvent
            No event has this code.
        """
        event = await self._find(code)
        if event.status == "open" and await self._store.write(events.remove_entrant, event, player.id):
            return
        await self._change(code, lambda _, entrants: _left(entrants, player))

    async def start(self, player: Player, code: object) -> None:
        """Close the registration, so that the rounds begin; do nothing if they have begun.

        Raises
        ------
        NoSuchEvent
            No event has this code.
        NotAllowed
            The player is not the host.
        NotNow
            No one has registered.
        """
        event = await self._find(code)
        if event.host != player.id:
            raise NotAllowed(said("only the host of an event can start it"), where="act", allowed=said("its host"))
        if event.status != "open":
            return
        if not active(await self._store.read(events.entrants_of, event.id)):
            raise NotNow(said("no one has registered for this event yet"), where="players")
        await self._store.write(events.start, event, environment().now())

    async def _find(self, code: object) -> Event:
        known = isinstance(code, str) and is_plain(code, SHARE_LENGTH)
        found = await self._store.read(events.of_code, self._codes.hash_of(str(code))) if known else None
        if found is None:
            raise NoSuchEvent(said("no event has this link"), where="code")
        return found

    async def _change(self, code: object, change: Callable[[Event, Sequence[Entrant]], Changed | None]) -> None:
        """Change the entrants of an event. Look again if another change was faster."""
        for _ in range(ATTEMPTS):
            event = await self._find(code)
            entrants = await self._store.read(events.entrants_of, event.id)
            changed = change(event, entrants)
            if changed is None or await self._store.write(events.change_entrants, event, len(entrants), changed):
                return
        raise TooMany(said("too many players change this event at the same moment; try again"), seconds=1.0)


def _joined(event: Event, entrants: Sequence[Entrant], player: Player) -> Changed | None:
    """Return the change that registers a player; None if the player is registered."""
    own = next((each for each in entrants if each.player == player.id), None)
    if own is not None and own.is_active:
        return None
    if not _places_left(event, entrants):
        is_full = event.status == "open" or (event.status != "over" and event.round < event.terms.rounds)
        message = said("all places of this event are taken") if is_full else said("no round of this event is left")
        raise NotNow(message, where="players")
    number = max((each.number for each in entrants), default=-1) + 1 if own is None else own.number
    made = Entrant(number, player.id, player.name, player.colour, None, None)
    if event.status == "open":
        return Changed([made])
    bot = next(each for each in entrants if each.is_active and each.bot is not None)
    return Changed([made._replace(place=bot.place)], [bot.number])


def _left(entrants: Sequence[Entrant], player: Player) -> Changed | None:
    own = next((each for each in entrants if each.player == player.id and each.is_active), None)
    return None if own is None else Changed(ended=[own.number])


def _places_left(event: Event, entrants: Sequence[Entrant]) -> int:
    """Return the number of places that players can still take: free ones, or those of bots after the start."""
    if event.status == "open":
        return event.terms.places - len(active(entrants))
    has_rounds = event.status != "over" and event.round < event.terms.rounds
    return sum(each.bot is not None for each in active(entrants)) if has_rounds and event.round else 0
