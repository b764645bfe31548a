"""The fields of a table's state: seats, matches, votes, and the values that follow from them.

`state` applies the entries of a journal to these fields, and `acts` defines what each kind of entry changes. The
fields contain the true match, so they stay in this package.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cached_property
from hashlib import sha256
from typing import Any

from courtly.engine.contract.events import Event
from courtly.engine.contract.game import Setup
from courtly.engine.play.fair import FairShuffle
from courtly.engine.play.match import Match
from courtly.engine.play.take_back import can_take_back
from courtly.environment import environment
from courtly.tables.clocks import Clocks, DaysClock, Delay, Tick, Timeout
from courtly.tables.document import SeatDocument
from courtly.tables.journal import Entry, SeatKind, Status

ARRIVAL = timedelta(seconds=15)
"""The time for which a player who has sat down counts as present: the page may still be loading."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat of a table: its player or bot, and whether the player is ready for the coming match.

    Attributes
    ----------
    player
        The id of the person or program, None for a bot and an open seat.
    word
        The shuffle seed of the player.
    agreed
        Whether the player has agreed to the coming match, if it is a rematch.
    substituted_by
        The stand-in bot of an absent player, None without one.
    forfeited
        Whether the player has lost the seat for the present match, because the clock ran out.
    sat
        When the player sat down, None for a bot and an open seat.
    shows_hand
        Whether the player shows the hand to the spectators of the stage; see `stage`.
    """

    kind: SeatKind = "open"
    name: str = ""
    player: str | None = None
    colour: str | None = None
    bot: str | None = None
    ready: bool = False
    word: str = ""
    agreed: bool = False
    substituted_by: str | None = None
    forfeited: bool = False
    sat: datetime | None = None
    shows_hand: bool = False

    @property
    def is_held(self) -> bool:
        """Whether a person or a program holds the seat."""
        return self.player is not None

    @property
    def playing_bot(self) -> str | None:
        """The bot that plays the seat now: its own bot or a stand-in, None without one."""
        return self.bot if self.kind == "bot" else self.substituted_by

    def document(self, *, present: bool | None = None) -> SeatDocument:
        """Return the public form of the seat."""
        return SeatDocument(
            kind=self.kind,
            name=self.name,
            colour=self.colour,
            bot=self.bot,
            ready=self.ready,
            substituted_by=self.substituted_by,
            forfeited=self.forfeited,
            present=present,
            shows_hand=self.shows_hand,
        )


@dataclass(frozen=True, slots=True)
class TakenBackMoves:
    """Moves that were taken back, in the order of play.

    Attributes
    ----------
    turn
        The turn of the first of them.
    version
        The number of moves before them that count.
    events
        The events of each move, for all audiences.
    """

    seat: int
    turn: int
    version: int
    events: Sequence[Sequence[Event]] = field(repr=False)

    @property
    def end(self) -> int:
        """The turn at which the match went on."""
        return self.turn + len(self.events) + 1


@dataclass(slots=True)
class PlayedMatch:
    """A match of a table: its seats at the start, the shuffle, and the number of its first entry.

    `luck` is the secret seed of the bots. `substituted` has the seats in which a stand-in has moved, and `stand_ins`
    the numbers of these moves, from 1. `forfeited` has the seats that their players have lost because a clock ran out.
    `match` has only the moves that count; `taken_back` has the others.
    """

    seats: tuple[Seat, ...]
    match: Match = field(repr=False)
    fair: FairShuffle | None = field(repr=False)
    luck: int = field(repr=False)
    start: int
    substituted: frozenset[int] = frozenset()
    stand_ins: frozenset[int] = frozenset()
    forfeited: frozenset[int] = frozenset()
    taken_back: tuple[TakenBackMoves, ...] = ()

    def seat_of(self, player: str | None) -> int | None:
        """Return the seat that a player had when the match began."""
        return next((n for n, seat in enumerate(self.seats) if player is not None and seat.player == player), None)

    @property
    def turn(self) -> int:
        """The number of moves and take-backs so far. It only grows, so that it names one position of the match."""
        return self.match.version + sum(each.end - each.turn for each in self.taken_back)

    def version_at(self, turn: int) -> int:
        """Return the number of moves before a turn that count."""
        version = turn
        for each in self.taken_back:
            if each.turn <= turn < each.end:
                return each.version
            version -= each.end - each.turn if each.end <= turn else 0
        return version

    def events_at(self, turn: int) -> Sequence[Event]:
        """Return the events of the move that was made at a turn, for all audiences."""
        for each in self.taken_back:
            if each.turn <= turn < each.end - 1:
                return each.events[turn - each.turn]
        version = self.version_at(turn)
        return self.match.events(since=version, until=version + 1)[0]


@dataclass(frozen=True)
class LastAct:
    """The last act of moves of a match, if a player made it, and the table before it.

    Attributes
    ----------
    turn
        The turn of its first move.
    at
        The time of the act.
    before, after
        The match before and after the act.
    clocks_before, clocks_after
        The clocks before and after the act, None without any.
    """

    seat: int
    turn: int
    at: datetime
    before: Match = field(repr=False)
    after: Match = field(repr=False)
    clocks_before: Clocks | None = None
    clocks_after: Clocks | None = None

    @cached_property
    def reveals_nothing(self) -> bool:
        """Whether the moves have revealed nothing, so that they can be taken back."""
        return can_take_back(self.before, self.after)


@dataclass(frozen=True, slots=True)
class TakeBackRequest:
    """An open request to take back the last act: the seat that asks, and the seats that have agreed."""

    seat: int
    agreed: frozenset[int] = frozenset()


@dataclass(slots=True)
class Votes:
    """The votes of the present match, by seat; bots have no vote."""

    mind: dict[int, set[int]] = field(default_factory=dict)
    stop: set[int] = field(default_factory=set)

    def copy(self) -> Votes:
        """Return an independent copy."""
        return Votes({seat: set(voters) for seat, voters in self.mind.items()}, set(self.stop))


class TableFields:
    """The fields of a table's state after its entries so far.

    Attributes
    ----------
    number
        The number of the present or coming match, from 1.
    played
        The matches that were dealt, in order.
    promise
        The commitment to the shuffle of the present or coming match: a hash; None for a known deal.
    removed
        The players whom a host removed from a seat, and who have not sat down since.
    turn_since
        The time of the last move or take-back, or of the deal before the first; None before the first deal.
    has_waited
        Whether strangers have waited for a minute here, so that bots may fill the open seats.
    last_act
        The last act of moves, None if it cannot be taken back: no player made it, or another player has refused.
    request
        The open request to take it back, None without one.
    """

    def __init__(self, table: str) -> None:
        self.table = table
        self.entries: list[Entry] = []
        self.status: Status = "waiting"
        self.number = 1
        self.played: list[PlayedMatch] = []
        self.seats: list[Seat] = []
        self.removed: set[str] = set()
        self.host = ""
        self.setup: Setup
        self.opened: Mapping[str, Any] = {}
        self.secret: bytes | None = None
        self.promise: str | None = None
        self.codes = {"join": 0, "watch": 0}
        self.votes = Votes()
        self.clocks: Clocks | None = None
        self.turn_since: datetime | None = None
        self.has_waited = False
        self.last_act: LastAct | None = None
        self.request: TakeBackRequest | None = None

    @property
    def version(self) -> int:
        """The number of entries."""
        return len(self.entries)

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.setup.game.name

    @property
    def match(self) -> Match | None:
        """The present match, or the last one if there is no rematch yet."""
        return self.played[-1].match if len(self.played) == self.number else None

    @property
    def turn(self) -> int:
        """The number of moves and take-backs of the match, 0 before the deal; see `PlayedMatch.turn`."""
        return self.played[-1].turn if self.match else 0

    @property
    def to_move(self) -> int | None:
        """The seat to move, None if there is none."""
        return self.match.to_move if self.match and self.status == "playing" else None

    @property
    def known_deal(self) -> bool:
        """Whether the deal or seed was given by a user, so that players may have known the cards."""
        return bool(self.opened.get("deal") is not None or self.opened.get("seed") is not None)

    def is_from_elsewhere(self, number: int) -> bool:
        """Return whether a match of this table uses a deal or a position of another match."""
        return number == 1 and "key" in self.opened

    @property
    def stand_in(self) -> str:
        """The specification of the table's stand-in bot."""
        minder = self.opened.get("minder")
        return str(minder["bot"]) if minder else "courtier"

    @property
    def gives_time_off(self) -> bool:
        """Whether the players of the running match may take days off: they have days for each move, outside events."""
        is_free = self.status == "playing" and self.round_of is None
        return is_free and self.clocks is not None and isinstance(self.clocks.terms, DaysClock)

    @property
    def delay(self) -> Delay | None:
        """How much later spectators see moves on the stage, None without a stage."""
        given = self.opened.get("delay")
        return Delay(**given) if given else None

    @property
    def timeout(self) -> Timeout:
        """What happens when a clock runs out."""
        found: Timeout = self.opened.get("timeout", "stand_in")
        return found

    @property
    def is_rated(self) -> bool:
        """Whether the matches of the table count for the ratings."""
        return bool(self.opened.get("rated"))

    @property
    def round_of(self) -> Mapping[str, Any] | None:
        """The event and the round that the table belongs to, None without an event."""
        found: Mapping[str, Any] | None = self.opened.get("round_of")
        return found

    @property
    def is_compared(self) -> bool:
        """Whether several people play the deal of the present match, and compare their results."""
        return self.number == 1 and self.opened.get("shared") is not None

    def can_take_back(self, seat: int) -> bool:
        """Return whether a seat may ask to take back the last act. The answer depends only on its own knowledge."""
        last = self.last_act
        return (
            self.status == "playing"
            and last is not None
            and last.seat == seat
            and self.request is None
            and self.seats[seat].substituted_by is None
            and not self.is_compared
            and not self.is_rated
            and self.round_of is None
            and last.reveals_nothing
        )

    def asked(self, seat: int) -> set[int]:
        """Return the seats that must agree before a seat takes back moves: all other players without a stand-in."""
        present = {n for n, each in enumerate(self.seats) if each.is_held and each.substituted_by is None}
        return present - {seat}

    @property
    def is_rematch(self) -> bool:
        """Whether the table waits for a rematch."""
        return self.status == "waiting" and self.number > 1

    @property
    def meets(self) -> bool:
        """Whether the first match of the table is one of strangers, who looked for opponents: it has no host."""
        return bool(self.opened.get("meets")) and self.number == 1

    @property
    def is_closed(self) -> bool:
        """Whether an administrator has closed the table."""
        return bool(self.opened.get("closed"))

    @property
    def is_meeting(self) -> bool:
        """Whether strangers wait here for opponents: all are ready, and the match begins when no seat is open."""
        return self.meets and self.status == "waiting"

    @property
    def is_live_meeting(self) -> bool:
        """Whether strangers wait here for a match without days for each move: a player who goes loses the seat."""
        return self.is_meeting and (self.opened.get("clock") or {}).get("kind") != "days"

    def away(self, here: Collection[str], at: datetime) -> list[int]:
        """Return the seats of absent players; a player who has just sat down may still be loading the page."""
        held = [(n, seat) for n, seat in enumerate(self.seats) if seat.is_held and seat.player not in here]
        return [n for n, seat in held if seat.sat is None or at - seat.sat > ARRIVAL]

    def seat_of(self, player: str | None) -> int | None:
        """Return the seat that a player holds."""
        return next((n for n, seat in enumerate(self.seats) if player is not None and seat.player == player), None)

    def copy_seat(self, number: int, **changes: Any) -> None:
        """Replace some fields of a seat."""
        self.seats[number] = replace(self.seats[number], **changes)

    def free_seat(self, number: int) -> None:
        """Make a seat open. Where strangers wait, the next of them becomes the host, and the last closes the table."""
        player, self.seats[number] = self.seats[number].player, Seat()
        if self.is_meeting:
            others = {seat.player: seat.sat.timestamp() for seat in self.seats if seat.player and seat.sat}
            if not others:
                self.status = "over"
            elif player == self.host:
                # The player who has waited longest.
                self.host = min(others, key=others.__getitem__)

    def substitute(self, number: int, bot: str | None, at: datetime) -> None:
        """Let a stand-in play for a seat, or with None its player again."""
        self.copy_seat(number, substituted_by=bot)
        if bot is not None:
            self.votes.mind.pop(number, None)
            if self.request is not None and number not in self.request.agreed:
                # The player who asks has gone, or a player who has not answered. A bot does not answer for a person.
                self.request = None
        self.tick(at)

    def forfeit(self, number: int, bot: str | None, at: datetime) -> None:
        """Let a stand-in play for a seat to the end of the match: its player has lost."""
        self.played[-1] = replace(self.played[-1], forfeited=self.played[-1].forfeited | {number})
        self.copy_seat(number, forfeited=True)
        self.substitute(number, bot, at)

    def commit_to(self, secret: str | None) -> None:
        """Set the secret of the next shuffle, in hex, and its public hash."""
        self.secret = bytes.fromhex(secret) if secret else None
        self.promise = sha256(self.secret).hexdigest() if self.secret else None

    def fair_shuffle(self) -> FairShuffle | None:
        """Return the shuffle of the coming match, None for a match that is dealt without a secret."""
        if self.secret is None:
            return None
        return FairShuffle(self.secret, [seat.word for seat in self.seats], self.table, self.number)

    def tick(self, at: datetime, *, moved: bool = False) -> None:
        """Update the clocks; the clock of the seat to move runs unless a bot or a stand-in plays there.

        `moved` says whether a move or a deal was made.
        """
        if moved:
            self.turn_since = at
        seat = self.to_move
        runs = seat if seat is not None and self.seats[seat].playing_bot is None else None
        self.clocks = self.clocks.after(Tick(at, runs, moved)) if self.clocks else None


def new_secret(setup: Setup) -> dict[str, str]:
    """Return a new secret for a shuffle, and its public hash.

    The result is empty for a game that does not name its shuffles. Such a game deals from a random seed.
    """
    if not setup.game.documents.shuffles(setup, None):
        return {}
    secret = environment().random_bytes(32)
    return {"secret": secret.hex(), "promise": sha256(secret).hexdigest()}
