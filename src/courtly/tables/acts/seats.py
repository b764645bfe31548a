"""Acts and entries of a table before a match: its seats, its host, its options and its codes."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Annotated, Any, Literal

from msgspec import UNSET, UnsetType

from courtly.engine.contract.game import set_up
from courtly.engine.play.match import Match, Opening
from courtly.engine.sentences import said
from courtly.environment import environment
from courtly.tables.acts import checks, rated
from courtly.tables.acts.base import Act, BotName, EntryBody, NewEntry, SeatNumber, seat_of, stored_as
from courtly.tables.acts.matches import BecameReady
from courtly.tables.clocks import Timeout
from courtly.tables.fields import Seat, TableFields
from courtly.tables.journal import Audience, Entry, Player, Role, SeatKind
from courtly.tables.refusals import BadAct, NotAllowed, NotNow, SeatTaken
from courtly.tables.seating import court_name
from courtly.tables.values import check_bot
from courtly.text.languages import marked

SHOWN_OF_SEATS = "kind", "name", "colour", "bot", "ready", "minded_by", "present"
"""The fields of the seats in the first entry of a table."""


class Opened(EntryBody, frozen=True, kw_only=True):
    """A table was opened; see `opening`."""

    act = "open"
    sentence = marked("The table is open.")
    public = ("game", "options", "clock", "listed", "watchers", "minder")
    host: str
    game: str
    rules: str | UnsetType = UNSET
    options: dict[str, Any]
    seats: list[dict[str, Any]]
    clock: dict[str, Any] | UnsetType | None = UNSET
    minder: dict[str, Any] | UnsetType | None = UNSET
    timeout: Timeout = "stand_in"
    listed: bool | UnsetType = UNSET
    watchers: bool | UnsetType = UNSET
    talk: bool | UnsetType = UNSET
    aids: bool | UnsetType | None = UNSET
    deal: dict[str, Any] | UnsetType | None = UNSET
    seed: int | UnsetType | None = UNSET
    luck: int | UnsetType | None = UNSET
    secret: str | UnsetType = UNSET
    promise: str | UnsetType = UNSET
    key: str | UnsetType = UNSET
    origin: dict[str, Any] | UnsetType = UNSET
    moves: list[str] | UnsetType = UNSET
    shared: str | UnsetType | None = UNSET
    record: dict[str, Any] | UnsetType = UNSET
    meets: bool | UnsetType = UNSET
    rated: bool | UnsetType = UNSET
    delay: dict[str, Any] | UnsetType = UNSET
    round_of: dict[str, Any] | UnsetType = UNSET

    def apply(self, state: TableFields, entry: Entry) -> None:
        state.opened = entry.data
        state.host = self.host
        state.setup = set_up(self.game, self.options)
        state.seats = [Seat(**seat, sat=entry.at if seat.get("player") else None) for seat in self.seats]
        state.commit_to(self.secret or None)

    def args(self, state: TableFields, entry: Entry, audience: Audience) -> dict[str, Any]:
        public = {name: entry.data.get(name) for name in self.public}
        seats = [Seat(**seat).document().as_dict() for seat in self.seats]
        shown = [{name: seat[name] for name in SHOWN_OF_SEATS} for seat in seats]
        return {**public, "seats": shown, "known_deal": state.known_deal}


class Sit(Act):
    """Take a seat, by default the first open one."""

    act: Literal["sit"]
    seat: SeatNumber | None = None
    code: str | None = None

    def check(self, state: TableFields, sender: Player, here: Collection[str]) -> list[NewEntry]:
        checks.status(state, "waiting")
        checks.not_in_event(state)
        own, free = state.seat_of(sender.id), checks.open_seats(state)
        if own is not None and own != self.seat:
            raise SeatTaken(said("you already have a seat at this table"), given=self.seat, where="seat")
        if self.seat is None and not free:
            raise SeatTaken(said("no seat is open at this table"), where="seat", allowed=[])
        seat = free[0] if self.seat is None else self.seat
        if seat != own:
            # A player who sits down again in the same seat updates the name.
            checks.open_seat(state, seat)
        if sender.is_program and state.is_rated:
            message = said("a program cannot sit down at a rated table")
            raise NotAllowed(message, where="seat", allowed=said("a person"))
        kind: SeatKind = "program" if sender.is_program else "person"
        made = [NewEntry(Seated(sender.id, sender.name, sender.colour, kind), seat)]
        return [*made, *self._met(state, sender, here, seat)] if state.is_meeting else made

    def _met(self, state: TableFields, sender: Player, here: Collection[str], seat: int) -> list[NewEntry]:
        """Return more entries where strangers meet: the player is ready, and no match begins with absent players."""
        if sender.is_program:
            message = said("the players of this table look for people; a program cannot sit down here")
            raise NotAllowed(message, where="seat", allowed=said("a person"))
        ready = NewEntry(BecameReady(state.seats[seat].word or self.command[:16]), seat)
        is_full = set(checks.open_seats(state)) <= {seat}
        away = state.away({*here, sender.id}, environment().now()) if is_full and state.is_live_meeting else []
        return [ready, *(NewEntry(Vacated(), other) for other in away)]


class Seated(EntryBody, frozen=True):
    """A player took a seat, or sat down again with another name."""

    act = "sit"
    sentence = marked("{name} takes a seat.")
    public = ("name", "colour", "kind")
    player: str
    name: str
    colour: str
    kind: SeatKind

    def apply(self, state: TableFields, entry: Entry) -> None:
        state.removed.discard(self.player)
        state.seats[seat_of(entry)] = Seat(self.kind, self.name, self.player, self.colour, agreed=True, sat=entry.at)


class ShowHand(Act):
    """Show the hand to the spectators of the stage, with the delay of the table."""

    act: Literal["show_hand"]

    def check(self, state: TableFields, sender: Player, here: Collection[str]) -> list[NewEntry]:
        seat = checks.own_seat(state, sender)
        if state.delay is None:
            raise NotAllowed(said("this table has no delay for spectators, so no hand can be shown"), where="act")
        return [NewEntry(HandShown(), seat)]


class HandShown(EntryBody, frozen=True):
    """A player shows the hand to the spectators of the stage."""

    act = "show_hand"
    is_logged = True
    sentence = marked("{name} shows their hand to spectators, later.")

    def apply(self, state: TableFields, entry: Entry) -> None:
        state.copy_seat(seat_of(entry), shows_hand=True)


class HideHand(Act):
    """Show the hand to no spectator any more."""

    act: Literal["hide_hand"]

    def check(self, state: TableFields, sender: Player, here: Collection[str]) -> list[NewEntry]:
        return [NewEntry(HandHidden(), checks.own_seat(state, sender))]


class HandHidden(EntryBody, frozen=True):
    """A player does not show the hand to spectators any more."""

    act = "hide_hand"
    is_logged = True
    sentence = marked("{name} does not show their hand to spectators any more.")

    def apply(self, state: TableFields, entry: Entry) -> None:
        state.copy_seat(seat_of(entry), shows_hand=False)


class Leave(Act):
    """Leave the seat; during a match a stand-in takes over. `rise` is the old name of `leave`."""

    act: Annotated[Literal["leave", "rise"], stored_as("rise")]

    def check(self, state: TableFields, sender: Player, here: Collection[str]) -> list[NewEntry]:
        seat = checks.own_seat(state, sender)
        if state.status == "waiting":
            checks.not_in_event(state)
        return [NewEntry(Left(state.stand_in if state.status == "playing" else None), seat)]


class Left(EntryBody, frozen=True):
    """A player left the seat; during a match, the stand-in `bot` took over. In a rated match the player has lost."""

    act = "rise"
    is_logged = True
    sentence = marked("{name} leaves their seat.")
    public = ("bot",)
    bot: str | None = None

    def apply(self, state: TableFields, entry: Entry) -> None:
        if state.status == "playing" and state.is_rated:
            state.forfeit(seat_of(entry), self.bot, entry.at)
        elif state.status == "playing":
            state.substitute(seat_of(entry), self.bot, entry.at)
        else:
            state.free_seat(seat_of(entry))


class Vacated(EntryBody, frozen=True):
    """A player who looked for opponents was absent for too long before the match, and lost the seat."""

    act = "vacate"
    sentence = marked("{name} has gone: the seat is open again.")

    def apply(self, state: TableFields, entry: Entry) -> None:
        state.free_seat(seat_of(entry))


class Waited(EntryBody, frozen=True):
    """Players who look for opponents have waited for a minute."""

    act = "wait"
    sentence = marked("No one else has come yet. Bots can take the open seats.")

    def apply(self, state: TableFields, entry: Entry) -> None:
        state.has_waited = True


class Fill(Act):
    """Put a bot into an open seat; without a seat, put one into each of them."""

    act: Literal["fill"]
    seat: SeatNumber | None = None
    bot: BotName

    def check(self, state: TableFields, sender: Player, here: Collection[str]) -> list[NewEntry]:
        checks.filler(state, sender)
        if self.seat is not None:
            checks.open_seat(state, self.seat)
        check_bot(self.bot, where="bot")
        if state.is_rated:
            rated.check_level(self.bot, where="bot")
        away = state.away({*here, sender.id}, environment().now()) if state.is_live_meeting else []
        free = [*checks.open_seats(state), *away] if self.seat is None else [self.seat]
        if not free:
            raise SeatTaken(said("no seat is open at this table"), where="seat", allowed=[])
        names = [seat.name for seat in state.seats]
        made = []
        for seat in free:
            names.append(court_name(names))
            made.append(NewEntry(Filled(self.bot, names[-1]), seat))
        return [*(NewEntry(Vacated(), seat) for seat in away if seat in free), *made]


class Filled(EntryBody, frozen=True):
    """The host put a bot into a seat."""

    act = "fill"
    sentence = marked("{name}, a bot, takes a seat.")
    public = ("bot",)
    bot: str
    name: str

    def apply(self, state: TableFields, entry: Entry) -> None:
        state.seats[seat_of(entry)] = Seat("bot", self.name, bot=self.bot)


class Clear(Act):
    """Remove a bot from a seat."""

    act: Literal["clear"]
    seat: SeatNumber

    def check(self, state: TableFields, sender: Player, here: Collection[str]) -> list[NewEntry]:
        checks.host(state, sender, "waiting")
        if checks.seat_at(state, self.seat).kind != "bot":
            raise _not_removed(self.seat)
        return [NewEntry(Cleared(), self.seat)]


class Cleared(EntryBody, frozen=True):
    """The host removed a bot."""

    act = "clear"
    sentence = marked("{name}, a bot, is removed.")

    def apply(self, state: TableFields, entry: Entry) -> None:
        state.seats[seat_of(entry)] = Seat()


class Remove(Act):
    """Remove a player from a seat."""

    act: Literal["remove"]
    seat: SeatNumber

    def check(self, state: TableFields, sender: Player, here: Collection[str]) -> list[NewEntry]:
        checks.host(state, sender, "waiting")
        if checks.seat_at(state, self.seat).kind in ("bot", "open") or state.seats[self.seat].player == sender.id:
            raise _not_removed(self.seat)
        return [NewEntry(Removed(), self.seat)]


class Removed(EntryBody, frozen=True):
    """The host removed a player."""

    act = "remove"
    sentence = marked("The host has removed {name}.")

    def apply(self, state: TableFields, entry: Entry) -> None:
        if (player := state.seats[seat_of(entry)].player) is not None:
            state.removed.add(player)
        state.seats[seat_of(entry)] = Seat()


def _not_removed(seat: int) -> BadAct:
    return BadAct(said("no one in seat {seat} can be removed this way", seat=seat), given=seat, where="seat")


class MakeHost(Act):
    """Make the player in a seat the host. `hand` is the old name of `make_host`."""

    act: Annotated[Literal["make_host", "hand"], stored_as("hand")]
    seat: SeatNumber

    def check(self, state: TableFields, sender: Player, here: Collection[str]) -> list[NewEntry]:
        checks.host(state, sender)
        if checks.seat_at(state, self.seat).kind != "person":
            raise BadAct(said("the host must be a person seated at the table"), given=self.seat, where="seat")
        return [NewEntry(HostChanged(), self.seat)]


class HostChanged(EntryBody, frozen=True):
    """The player in a seat became the host."""

    act = "hand"
    sentence = marked("{name} is now the host.")

    def apply(self, state: TableFields, entry: Entry) -> None:
        state.host = str(state.seats[seat_of(entry)].player)


class Change(Act):
    """Change the options of the next match."""

    act: Literal["change"]
    options: dict[str, Any]

    def check(self, state: TableFields, sender: Player, here: Collection[str]) -> list[NewEntry]:
        checks.host(state, sender, "waiting")
        if state.is_from_elsewhere(state.number):
            raise NotNow(
                said("a deal from another match must be played with the options of that match"), where="options"
            )
        options = {"players": len(state.seats), **self.options}
        setup = set_up(state.game, options)
        if state.is_rated:
            rated.check_options(setup)
        beyond = sum(seat.kind != "open" for seat in state.seats[setup.players :])
        if beyond:
            message = said(
                "these options have {players} seats, but {count} more are taken", count=beyond, players=setup.players
            )
            raise NotNow(message, given=setup.players, where="options.players")
        if state.number == 1 and (deal := state.opened.get("deal")) is not None:
            # Check the deal with the new options: if it does not fit, the match can never start.
            Match(setup, Opening(seed=state.opened.get("seed"), deal=deal))
        return [NewEntry(Changed(options))]


class Changed(EntryBody, frozen=True):
    """The host changed the options of the next match."""

    act = "change"
    sentence = marked("The host has changed the options.")
    public = ("options",)
    options: dict[str, Any]

    def apply(self, state: TableFields, entry: Entry) -> None:
        state.setup = set_up(state.game, self.options)
        state.opened = {**state.opened, "options": self.options}
        count = state.setup.players
        state.seats = [replace(seat, ready=False, word="") for seat in [*state.seats, *[Seat()] * count][:count]]


class Renew(Act):
    """Replace a code of the table by a new one."""

    act: Literal["renew"]
    code: Role

    def check(self, state: TableFields, sender: Player, here: Collection[str]) -> list[NewEntry]:
        checks.host(state, sender)
        return [NewEntry(CodeRenewed(self.code))]


class CodeRenewed(EntryBody, frozen=True):
    """A code of the table was replaced."""

    act = "renew"
    sentence = marked("The table has a new code.")
    public = ("code",)
    code: Role

    def apply(self, state: TableFields, entry: Entry) -> None:
        state.codes[self.code] += 1
