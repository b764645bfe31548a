"""Acts and entries around a match: its start and its end, stand-ins and votes."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Annotated, Any, ClassVar, Literal

from msgspec import UNSET, UnsetType, field, structs
from pydantic import AfterValidator, AliasChoices, Field
from pydantic_core import PydanticCustomError

from courtly.bots.registry import lacks_net
from courtly.engine.play.fair import FairShuffle
from courtly.engine.play.match import Match, Opening, record_seat
from courtly.engine.play.origin import Origin
from courtly.engine.play.position import Position
from courtly.engine.play.records import read_record
from courtly.engine.sentences import said
from courtly.environment import environment
from courtly.tables.acts import checks
from courtly.tables.acts.base import Act, BotName, EntryBody, NewEntry, SeatNumber, seat_of, stored_as
from courtly.tables.clocks import Clocks, read_clock
from courtly.tables.fields import PlayedMatch, Seat, TableFields, Votes, new_secret
from courtly.tables.journal import Audience, Entry, Player, seat_in
from courtly.tables.refusals import BadAct, NotNow
from courtly.tables.values import check_bot
from courtly.text.languages import marked

MAX_DAYS_OFF = 30
"""The number of days that a player may take off in a match."""

WORD_LENGTH = 64


def _printable(text: str) -> str:
    if not text.isprintable():
        raise PydanticCustomError("printable", "printable characters")
    return text


class Ready(Act):
    """Report that the player is ready, with a shuffle seed. `word` is the old name of `shuffle_seed`."""

    act: Literal["ready"]
    word: Annotated[
        str,
        Field(max_length=WORD_LENGTH, validation_alias=AliasChoices("shuffle_seed", "word")),
        AfterValidator(_printable),
    ] = ""

    def check(self, state: TableFields, sender: Player, here: Collection[str]) -> list[NewEntry]:
        return [NewEntry(BecameReady(self.word), checks.own_seat(state, sender, "waiting"))]


class BecameReady(EntryBody, frozen=True):
    """A player is ready, with the shuffle seed `word`."""

    act = "ready"
    sentence = marked("{name} is ready.")
    public = exported = ("word",)
    word: str

    def apply(self, state: TableFields, entry: Entry) -> None:
        state.copy_seat(seat_of(entry), ready=True, word=self.word, agreed=True)


class Unready(Act):
    """Report that the player is no longer ready."""

    act: Literal["unready"]

    def check(self, state: TableFields, sender: Player, here: Collection[str]) -> list[NewEntry]:
        seat = checks.own_seat(state, sender, "waiting")
        checks.not_in_event(state)
        if state.is_meeting:
            message = said("at this table all players are ready; leave the seat if you do not want to play")
            raise NotNow(message, where="act")
        return [NewEntry(BecameUnready(), seat)]


class BecameUnready(EntryBody, frozen=True):
    """A player is no longer ready."""

    act = "unready"
    sentence = marked("{name} is no longer ready.")

    def apply(self, state: TableFields, entry: Entry) -> None:
        state.copy_seat(seat_of(entry), ready=False, word="")


class Start(Act):
    """Start the match, even if players are not ready."""

    act: Literal["start"]

    def check(self, state: TableFields, sender: Player, here: Collection[str]) -> list[NewEntry]:
        checks.host(state, sender, "waiting")
        if checks.open_seats(state):
            raise NotNow(said("a seat is still open"), where="seats")
        if state.is_rematch and any(seat.is_held and not seat.agreed for seat in state.seats):
            raise NotNow(said("a player has not agreed to the rematch yet"), where="seats")
        return [started(state)]


def started(state: TableFields) -> NewEntry:
    """Return the entry that deals a match; a given `luck` belongs to the first deal."""
    return NewEntry(Started(state.opened.get("luck") if state.number == 1 else None, promise=state.promise))


class Started(EntryBody, frozen=True):
    """A match was dealt.

    `luck` is the seed of the bots, and `seed` that of a deal without a given seed. `lacks_net` has the seats of bots
    whose net does not fit the cards.
    """

    act = "start"
    sentence = marked("The match begins.")
    luck: int | None = None
    seed: int | None = None
    promise: str | UnsetType | None = UNSET
    lacks_net: list[int] = field(default_factory=list)

    def completed(self, state: TableFields) -> Started:
        luck, seed = environment().random_bits(63), environment().random_bits(53)
        without = [number for number, seat in enumerate(state.seats) if lacks_net(seat.bot, state.setup)]
        return structs.replace(self, luck=luck if self.luck is None else self.luck, seed=seed, lacks_net=without)

    def apply(self, state: TableFields, entry: Entry) -> None:
        assert self.luck is not None
        fair = state.fair_shuffle()
        match = self._dealt(state, fair)
        state.seats = [replace(seat, substituted_by=None) for seat in state.seats]
        state.played.append(PlayedMatch(tuple(state.seats), match, fair, self.luck, entry.number))
        state.status = "over" if match.is_over else "playing"
        state.votes = Votes()
        state.last_act = state.request = None
        terms = read_clock(state.opened.get("clock"))
        state.clocks = Clocks.new(terms, len(state.seats)) if terms else None
        state.tick(entry.at, moved=True)

    def _dealt(self, state: TableFields, fair: FairShuffle | None) -> Match:
        """Return the match: a fresh deal, a continued match, or an imported record."""
        opened = state.opened if state.number == 1 else {}
        if "record" in opened:
            return read_record(opened["record"])
        names = [
            record_seat(seat.name or str(seat.bot), lacks_net=number in self.lacks_net)
            for number, seat in enumerate(state.seats)
        ]
        seed = self.seed if opened.get("seed") is None else opened["seed"]
        if "origin" in opened:
            position = Position(opened["deal"], seed, opened["moves"])
            return position.open(state.setup, names, Origin(**opened["origin"]))
        given: dict[str, Any] = {} if fair else {"seed": seed, "deal": opened.get("deal")}
        return Match(state.setup, Opening(**given, seats=names, fair=fair))

    def args(self, state: TableFields, entry: Entry, audience: Audience) -> dict[str, Any]:
        played = state.played[entry.match - 1]
        seats = [{"kind": seat.kind, "name": seat.name, "bot": seat.bot} for seat in played.seats]
        began = len(state.opened.get("moves", ())) if entry.match == 1 else 0
        view = played.match.at(began).view(seat_in(audience))
        return {"seats": seats, "promise": self.promise or None, "view": view}


class Stop(Act):
    """Stop the match before its first move."""

    act: Literal["stop"]

    def check(self, state: TableFields, sender: Player, here: Collection[str]) -> list[NewEntry]:
        checks.host(state, sender, "playing")
        checks.not_rated(state)
        if state.turn:
            message = said("once a match has begun, all players must vote to stop it")
            raise NotNow(message, given=state.turn, where="turn", allowed="0")
        return [NewEntry(Stopped("host"))]


class Stopped(EntryBody, frozen=True):
    """A match was stopped by its host or by a vote."""

    act = "stop"
    sentence = marked("The match was stopped.")
    public = ("reason",)
    reason: Literal["host", "vote"]

    def apply(self, state: TableFields, entry: Entry) -> None:
        state.status = "over"
        state.request = None
        state.tick(entry.at)


class Closed(EntryBody, frozen=True):
    """An administrator closed the table: its match ends without a result, and no other begins."""

    act = "close"
    sentence = marked("The operator of this server has closed the table.")

    def apply(self, state: TableFields, entry: Entry) -> None:
        state.status = "over"
        state.request = None
        state.opened = {**state.opened, "closed": True, "talk": False, "listed": False}
        state.tick(entry.at)


class Again(Act):
    """Ask for a rematch, or agree to one.

    The first `again` after a match asks for a rematch. `again` or `ready` of another player agrees to it: that player
    is ready. The rematch begins when all are ready.
    """

    act: Literal["again"]

    def check(self, state: TableFields, sender: Player, here: Collection[str]) -> list[NewEntry]:
        seat = checks.own_seat(state, sender)
        checks.not_in_event(state)
        if state.is_rematch:
            # Another player was first: the sender agrees to that rematch.
            return [NewEntry(BecameReady(state.seats[seat].word or self.command[:16]), seat)]
        if state.is_closed:
            raise NotNow(said("the operator of this server has closed the table"), where="status")
        if state.status != "over":
            raise NotNow(said("the match is not over yet"), given=state.status, where="status", allowed="over")
        return [NewEntry(Rematched())]


class Rematched(EntryBody, frozen=True):
    """A player asked for another match. Every player moves on by one seat."""

    act = "again"
    sentence = marked("Another match: every player moves on by one seat.")
    opens_match = True
    secret: str | None = None
    promise: str | None = None

    def completed(self, state: TableFields) -> Rematched:
        return Rematched(**new_secret(state.setup))

    def apply(self, state: TableFields, entry: Entry) -> None:
        state.number += 1
        state.status = "waiting"
        state.seats = [
            replace(
                seat,
                ready=False,
                word="",
                agreed=seat.is_held and seat.player == entry.sender,
                substituted_by=None,
                forfeited=False,
            )
            for seat in [*state.seats[1:], *state.seats[:1]]
        ]
        state.votes = Votes()
        state.clocks = None
        state.commit_to(self.secret)

    def args(self, state: TableFields, entry: Entry, audience: Audience) -> dict[str, Any]:
        return {"promise": self.promise}


class Revealed(EntryBody, frozen=True):
    """The secret of the shuffle became public after a match."""

    act = "reveal"
    sentence = marked("The secret of the shuffle is revealed.")

    def args(self, state: TableFields, entry: Entry, audience: Audience) -> dict[str, Any]:
        played = state.played[entry.match - 1]
        if not played.match.is_over:
            # A journal of an earlier version has such an entry after a stop. A stopped match reveals nothing.
            return {"secret": None, "record": None}
        secret = played.fair.secret.hex() if played.fair else None
        return {"secret": secret, "record": f"record?match={entry.match}"}


class Substitute(Act):
    """Let a stand-in play for a seat. A player may do so for their own seat, the host also for an absent player.

    `mind` is the old name of `substitute`.
    """

    act: Annotated[Literal["substitute", "mind"], stored_as("mind")]
    seat: SeatNumber
    bot: BotName | None = None

    def check(self, state: TableFields, sender: Player, here: Collection[str]) -> list[NewEntry]:
        if self.seat != state.seat_of(sender.id):
            checks.host(state, sender)
        checks.status(state, "playing")
        checks.not_rated(state)
        seat = checks.seat_at(state, self.seat)
        _check_needs_stand_in(seat, self.seat)
        if seat.player != sender.id and seat.player in here:
            message = said("the player in seat {seat} is here; only a vote can put in a bot", seat=self.seat)
            raise BadAct(message, given=self.seat, where="seat")
        if self.bot is not None:
            check_bot(self.bot, where="bot")
        by: Literal["self", "host"] = "self" if seat.player == sender.id else "host"
        return [NewEntry(Substituted(self.bot or state.stand_in, by), self.seat)]


def _check_needs_stand_in(seat: Seat, number: int) -> None:
    """Raise `BadAct` for a seat that needs no stand-in: it has no player, or it has a stand-in already."""
    if seat.player is None or seat.substituted_by is not None:
        raise BadAct(said("seat {seat} does not need a stand-in", seat=number), given=number, where="seat")


class Substituted(EntryBody, frozen=True):
    """A stand-in took over a seat, by the player's wish (`self`), the host, a vote or the server."""

    act = "mind"
    is_logged = True
    sentence = marked("A bot ({bot}) plays for {name}.")
    public = ("bot", "by")
    bot: str
    by: Literal["self", "host", "vote", "server"]

    def apply(self, state: TableFields, entry: Entry) -> None:
        state.substitute(seat_of(entry), self.bot, entry.at)


class Forfeited(EntryBody, frozen=True):
    """The clock of a player ran out at a table where this loses the match: a stand-in plays the seat to the end."""

    act = "forfeit"
    is_logged = True
    sentence = marked("{name} has run out of time and forfeits: a bot ({bot}) plays to the end.")
    public = ("bot",)
    bot: str

    def apply(self, state: TableFields, entry: Entry) -> None:
        state.forfeit(seat_of(entry), self.bot, entry.at)


class TimeOff(Act):
    """Take days off at a table with days for each move: the present turn, or the next one, has so many days more."""

    act: Literal["time_off"]
    days: Annotated[int, Field(ge=1, le=MAX_DAYS_OFF)]

    def check(self, state: TableFields, sender: Player, here: Collection[str]) -> list[NewEntry]:
        seat = checks.own_seat(state, sender, "playing")
        if not state.gives_time_off:
            raise NotNow(said("only a table with days for each move gives days off"), where="act")
        left = MAX_DAYS_OFF - _days_off(state, seat)
        if self.days > left:
            places = {"days": self.days, "most": MAX_DAYS_OFF, "left": left}
            message = said("{days} days off are too many: a match has {most}, and you have {left} left", **places)
            raise NotNow(message, given=self.days, where="days", allowed=str(left))
        return [NewEntry(TookTimeOff(self.days), seat)]


def _days_off(state: TableFields, seat: int) -> int:
    """Return the number of days that a player has taken off in the present match."""
    taken = (entry for entry in state.entries if (entry.act, entry.match) == (TookTimeOff.act, state.number))
    return sum(entry.data["days"] for entry in taken if entry.seat == seat)


class TookTimeOff(EntryBody, frozen=True):
    """A player took days off."""

    act = "time_off"
    is_logged = True
    sentence = marked("{name} takes {days} days off.")
    sentence_for_one: ClassVar = marked("{name} takes a day off.")
    public = ("days",)
    exported = ("days",)
    days: int

    def apply(self, state: TableFields, entry: Entry) -> None:
        assert state.clocks is not None
        state.clocks = state.clocks.add(seat_of(entry), timedelta(days=self.days))
        # A take-back would have to give the days back.
        state.last_act = state.request = None

    @classmethod
    def sentence_of(cls, args: Mapping[str, Any]) -> str:
        return cls.sentence_for_one if args["days"] == 1 else cls.sentence


class Return(Act):
    """Take the seat back from a stand-in."""

    act: Literal["return"]

    def check(self, state: TableFields, sender: Player, here: Collection[str]) -> list[NewEntry]:
        seat = checks.own_seat(state, sender)
        if state.seats[seat].substituted_by is None:
            raise NotNow(said("no bot is playing in your seat"), where="seat")
        if state.seats[seat].forfeited and state.is_rated:
            raise NotNow(said("you have lost this rated match; a bot plays your seat to the end"), where="seat")
        if state.seats[seat].forfeited:
            message = said("your time has run out, and at this table the seat is lost with it; a bot plays to the end")
            raise NotNow(message, where="seat")
        return [NewEntry(Returned(), seat)]


class Returned(EntryBody, frozen=True):
    """A player took the seat back from a stand-in."""

    act = "return"
    is_logged = True
    sentence = marked("{name} is back.")

    def apply(self, state: TableFields, entry: Entry) -> None:
        state.substitute(seat_of(entry), None, entry.at)


class Vote(Act):
    """Vote for a stand-in for a seat (`substitute`, or `mind`, its old name), or for stopping the match (`stop`)."""

    act: Literal["vote"]
    what: Annotated[
        Literal["substitute", "mind", "stop"], AfterValidator(lambda what: "mind" if what == "substitute" else what)
    ]
    seat: SeatNumber | None = None

    def check(self, state: TableFields, sender: Player, here: Collection[str]) -> list[NewEntry]:
        own = checks.own_seat(state, sender, "playing")
        checks.not_rated(state)
        checks.not_in_event(state)
        if self.what == "stop":
            return [NewEntry(Voted("stop", None), own)]
        if self.seat is None or not checks.seat_at(state, self.seat).is_held or self.seat == own:
            message = said("a vote for a stand-in must name the seat of another player")
            raise BadAct(message, given=self.seat, where="seat")
        # Without this check, a vote for a seat with a stand-in would take effect when its player returns.
        _check_needs_stand_in(state.seats[self.seat], self.seat)
        return [NewEntry(Voted("mind", self.seat), own)]


class Voted(EntryBody, frozen=True):
    """A player voted to stop the match, or for a stand-in (`mind`) in the seat `target`."""

    act = "vote"
    sentence = marked("{name} votes to let a bot play for {other}.")
    sentence_to_stop: ClassVar = marked("{name} votes to stop the match.")
    public = ("what", "for")
    what: Literal["mind", "stop"]
    target: int | None = field(name="for")

    def apply(self, state: TableFields, entry: Entry) -> None:
        if self.target is None:
            state.votes.stop.add(seat_of(entry))
        else:
            state.votes.mind.setdefault(self.target, set()).add(seat_of(entry))

    @classmethod
    def sentence_of(cls, args: Mapping[str, Any]) -> str:
        return cls.sentence_to_stop if args["what"] == "stop" else cls.sentence


class PlayerDeleted(EntryBody, frozen=True):
    """A player was deleted. The store has already removed the player from the earlier entries."""

    act = "leave"
    sentence = marked("A player has left this server.")
    player: str
