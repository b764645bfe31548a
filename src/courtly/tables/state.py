"""The state of a table, as it follows from the journal.

`TableState.apply` applies entries in order, without checks: an entry was checked before it was written (see `acts`).
The state contains the true match, so it stays in this package.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from datetime import datetime
from hashlib import sha256
from typing import Any

from courtly.engine.contract.game import Setup, set_up
from courtly.engine.play.fair import FairShuffle
from courtly.engine.play.match import Match, Opening
from courtly.engine.play.origin import Origin
from courtly.engine.play.position import Position
from courtly.engine.play.records import read_record
from courtly.tables.clocks import Clocks, Tick, read_clock
from courtly.tables.journal import Entry, Head, HeadSeat, SeatKind, Status


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

    @property
    def is_held(self) -> bool:
        """Whether a person or a program holds the seat."""
        return self.player is not None

    @property
    def playing_bot(self) -> str | None:
        """The bot that plays the seat now: its own bot or a stand-in, None without one."""
        return self.bot if self.kind == "bot" else self.substituted_by


@dataclass(slots=True)
class PlayedMatch:
    """A match of a table: its seats at the start, the shuffle, and the number of its first entry.

    `luck` is the secret seed of the bots. `substituted` has the seats in which a stand-in has moved.
    """

    seats: tuple[Seat, ...]
    match: Match = field(repr=False)
    fair: FairShuffle | None = field(repr=False)
    luck: int = field(repr=False)
    start: int
    substituted: frozenset[int] = frozenset()

    def seat_of(self, player: str | None) -> int | None:
        """Return the seat that a player had when the match began."""
        return next((n for n, seat in enumerate(self.seats) if player is not None and seat.player == player), None)


@dataclass(slots=True)
class Votes:
    """The votes of the present match, by seat; bots have no vote."""

    mind: dict[int, set[int]] = field(default_factory=dict)
    stop: set[int] = field(default_factory=set)

    def copy(self) -> Votes:
        """Return an independent copy."""
        return Votes({seat: set(voters) for seat, voters in self.mind.items()}, set(self.stop))


class TableState:
    """A table, as it follows from its entries so far.

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

    @classmethod
    def of(cls, table: str, entries: Iterable[Entry]) -> TableState:
        """Return the state after a whole journal."""
        state = cls(table)
        for entry in entries:
            state.apply(entry)
        return state

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
        """The number of moves of the match, 0 before the deal."""
        return self.match.version if self.match else 0

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
    def is_rematch(self) -> bool:
        """Whether the table waits for a rematch."""
        return self.status == "waiting" and self.number > 1

    @property
    def aids(self) -> bool:
        """Whether the table has hints and computed aids: by default, only if at most one seat is not a bot's."""
        given = self.opened.get("aids", True)
        return sum(seat.kind != "bot" for seat in self.seats) <= 1 if given is None else bool(given)

    def shown_match(self, player: str | None) -> int:
        """Return the number of the match on a player's page: the last match until the player agrees to a rematch."""
        seat = self.seat_of(player)
        if not self.is_rematch or seat is None or self.seats[seat].agreed:
            return self.number
        return self.number - (self.played[-1].seat_of(player) is not None)

    def has_seen(self, player: str | None, number: int) -> bool:
        """Return whether a player has played a match to its end, so that nothing of it is hidden from them."""
        played = self.played[number - 1]
        return played.match.is_over and played.seat_of(player) is not None

    def seat_of(self, player: str | None) -> int | None:
        """Return the seat that a player holds."""
        return next((n for n, seat in enumerate(self.seats) if player is not None and seat.player == player), None)

    def is_participant(self, player: str) -> bool:
        """Return whether a player may always see the table: the host, and all present and former players."""
        if player == self.host or self.seat_of(player) is not None:
            return True
        return player not in self.removed and any(played.seat_of(player) is not None for played in self.played)

    def apply(self, entry: Entry) -> None:
        """Apply an entry."""
        getattr(self, f"_{entry.act}")(entry)
        self.entries.append(entry)

    def copy(self) -> TableState:
        """Return an independent copy, so that holders of this state are not affected by later entries."""
        twin = copy(self)
        twin.entries, twin.seats, twin.played = list(self.entries), list(self.seats), list(self.played)
        if twin.played:
            twin.played[-1] = replace(twin.played[-1], match=twin.played[-1].match.copy())
        twin.removed = set(self.removed)
        twin.codes, twin.votes = dict(self.codes), self.votes.copy()
        return twin

    def head(self) -> Head:
        """Return the summary of the table for lists."""
        return Head(
            table=self.table,
            game=self.game,
            status=self.status,
            version=self.version,
            listed=bool(self.opened.get("listed")),
            host=self.host,
            match=self.number,
            to_move=self.to_move,
            created=self.entries[0].at,
            updated=self.entries[-1].at,
            seats=tuple(HeadSeat(seat.kind, seat.name, seat.player, seat.bot) for seat in self.seats),
        )

    def copy_seat(self, number: int, **changes: Any) -> None:
        """Replace some fields of a seat."""
        self.seats[number] = replace(self.seats[number], **changes)

    def _open(self, entry: Entry) -> None:
        data = entry.data
        self.opened = data
        self.host = str(data["host"])
        self.setup = set_up(data["game"], data["options"])
        self.seats = [Seat(**seat) for seat in data["seats"]]
        self._promised(data.get("secret"))

    def _promised(self, secret: str | None) -> None:
        self.secret = bytes.fromhex(secret) if secret else None
        self.promise = sha256(self.secret).hexdigest() if self.secret else None

    def _sit(self, entry: Entry) -> None:
        data = entry.data
        self.removed.discard(data["player"])
        self._seat(entry, Seat(data["kind"], data["name"], data["player"], data["colour"], agreed=True))

    def _seat(self, entry: Entry, seat: Seat) -> None:
        assert entry.seat is not None
        self.seats[entry.seat] = seat

    def _rise(self, entry: Entry) -> None:
        assert entry.seat is not None
        if self.status == "playing":
            self._mind(entry)
        else:
            self._seat(entry, Seat())

    def _fill(self, entry: Entry) -> None:
        self._seat(entry, Seat("bot", entry.data["name"], bot=entry.data["bot"]))

    def _clear(self, entry: Entry) -> None:
        self._seat(entry, Seat())

    def _remove(self, entry: Entry) -> None:
        assert entry.seat is not None
        if (player := self.seats[entry.seat].player) is not None:
            self.removed.add(player)
        self._seat(entry, Seat())

    def _change(self, entry: Entry) -> None:
        self.setup = set_up(self.game, entry.data["options"])
        self.opened = {**self.opened, "options": entry.data["options"]}
        count = self.setup.players
        self.seats = [replace(seat, ready=False, word="") for seat in [*self.seats, *[Seat()] * count][:count]]

    def _hand(self, entry: Entry) -> None:
        assert entry.seat is not None
        self.host = str(self.seats[entry.seat].player)

    def _renew(self, entry: Entry) -> None:
        self.codes[entry.data["code"]] += 1

    def _ready(self, entry: Entry) -> None:
        assert entry.seat is not None
        self.copy_seat(entry.seat, ready=True, word=entry.data["word"], agreed=True)

    def _unready(self, entry: Entry) -> None:
        assert entry.seat is not None
        self.copy_seat(entry.seat, ready=False, word="")

    def _start(self, entry: Entry) -> None:
        fair = self._fair()
        match = self._dealt(entry, fair)
        self.seats = [replace(seat, substituted_by=None) for seat in self.seats]
        self.played.append(PlayedMatch(tuple(self.seats), match, fair, entry.data["luck"], entry.number))
        self.status = "over" if match.is_over else "playing"
        self.votes = Votes()
        terms = read_clock(self.opened.get("clock"))
        self.clocks = Clocks.new(terms, len(self.seats)) if terms else None
        self._tick(entry.at, moved=True)

    def _dealt(self, entry: Entry, fair: FairShuffle | None) -> Match:
        """Return the match of a start: a fresh deal, a continued match, or an imported record."""
        opened = self.opened if self.number == 1 else {}
        if "record" in opened:
            return read_record(opened["record"])
        names = [{"name": seat.name or str(seat.bot)} for seat in self.seats]
        seed = entry.data["seed"] if opened.get("seed") is None else opened["seed"]
        if "origin" in opened:
            position = Position(opened["deal"], seed, opened["moves"])
            return position.open(self.setup, names, Origin(**opened["origin"]))
        given = {} if fair else {"seed": seed, "deal": opened.get("deal")}
        return Match(self.setup, Opening(**given, seats=names, fair=fair))

    def _fair(self) -> FairShuffle | None:
        if self.secret is None:
            return None
        return FairShuffle(self.secret, [seat.word for seat in self.seats], self.table, self.number)

    def _tick(self, at: datetime, *, moved: bool = False) -> None:
        """Update the clocks; the clock of the seat to move runs unless a bot or a stand-in plays there."""
        seat = self.to_move
        runs = seat if seat is not None and self.seats[seat].playing_bot is None else None
        self.clocks = self.clocks.after(Tick(at, runs, moved)) if self.clocks else None

    def _move(self, entry: Entry) -> None:
        assert self.match is not None
        assert entry.seat is not None
        if self.seats[entry.seat].substituted_by is not None:
            played = self.played[-1]
            self.played[-1] = replace(played, substituted=played.substituted | {entry.seat})
        self.match.play(entry.data["move"])
        if self.match.is_over:
            self.status = "over"
        if self.match.to_move != entry.seat:
            self.votes.mind.pop(entry.seat, None)
        self._tick(entry.at, moved=True)

    def _mind(self, entry: Entry) -> None:
        assert entry.seat is not None
        self.copy_seat(entry.seat, substituted_by=entry.data["bot"])
        self.votes.mind.pop(entry.seat, None)
        self._tick(entry.at)

    def _return(self, entry: Entry) -> None:
        assert entry.seat is not None
        self.copy_seat(entry.seat, substituted_by=None)
        self._tick(entry.at)

    def _vote(self, entry: Entry) -> None:
        assert entry.seat is not None
        if entry.data["what"] == "stop":
            self.votes.stop.add(entry.seat)
        else:
            self.votes.mind.setdefault(entry.data["for"], set()).add(entry.seat)

    def _stop(self, entry: Entry) -> None:
        self.status = "over"
        self._tick(entry.at)

    def _reveal(self, entry: Entry) -> None:
        """Change nothing: the entry only publishes the secret of the shuffle."""

    def _leave(self, entry: Entry) -> None:
        """Change nothing: the store has already removed the player from the earlier entries."""

    def _again(self, entry: Entry) -> None:
        self.number += 1
        self.status = "waiting"
        turned = [*self.seats[1:], *self.seats[:1]]
        self.seats = [
            replace(
                seat, ready=False, word="", agreed=seat.is_held and seat.player == entry.sender, substituted_by=None
            )
            for seat in turned
        ]
        self.votes = Votes()
        self.clocks = None
        self._promised(entry.data.get("secret"))
