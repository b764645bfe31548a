"""Acts and entries of taking back moves: a player asks, all other players at the table agree or one refuses."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import Field

from courtly.engine.sentences import said
from courtly.tables.acts import checks
from courtly.tables.acts.base import Act, EntryBody, NewEntry, seat_of
from courtly.tables.acts.moves import stale
from courtly.tables.fields import TableFields, TakeBackRequest, TakenBackMoves
from courtly.tables.journal import Audience, Entry, Player
from courtly.tables.refusals import NotNow
from courtly.text.languages import marked

MatchNumber = Annotated[int, Field(ge=1)]
Turn = Annotated[int, Field(ge=0)]


class TakeBack(Act):
    """Ask to take back the last act of moves, which the sender made. Without other players it is taken back directly.

    `match` and `turn` name the present position, so that the act is about no other moves.
    """

    act: Literal["take_back"]
    match: MatchNumber
    turn: Turn

    def check(self, state: TableFields, sender: Player, here: Collection[str]) -> list[NewEntry]:
        seat = _own_seat(state, sender, self)
        if state.is_rated:
            raise NotNow(said("moves of a rated match cannot be taken back"), where="act")
        checks.not_in_event(state)
        if not state.can_take_back(seat):
            message = said("these moves cannot be taken back: only your own last ones, before anything new is shown")
            raise NotNow(message, where="turn")
        return [NewEntry(AskedToTakeBack() if state.asked(seat) else taken_back(state), seat)]


class AskedToTakeBack(EntryBody, frozen=True):
    """A player asked to take back the last act."""

    act = "take_back"
    sentence = marked("{name} asks to take back the move.")

    def apply(self, state: TableFields, entry: Entry) -> None:
        state.request = TakeBackRequest(seat_of(entry))


class Agree(Act):
    """Agree that another player takes back the last act."""

    act: Literal["agree"]
    match: MatchNumber
    turn: Turn

    def check(self, state: TableFields, sender: Player, here: Collection[str]) -> list[NewEntry]:
        return [NewEntry(Agreed(), _asked_seat(state, _own_seat(state, sender, self)))]


class Agreed(EntryBody, frozen=True):
    """A player agreed to a take-back."""

    act = "agree"
    sentence = marked("{name} agrees.")

    def apply(self, state: TableFields, entry: Entry) -> None:
        if (request := state.request) is not None:
            state.request = replace(request, agreed=request.agreed | {seat_of(entry)})


class Refuse(Act):
    """Refuse that another player takes back the last act; the player cannot ask for it again."""

    act: Literal["refuse"]
    match: MatchNumber
    turn: Turn

    def check(self, state: TableFields, sender: Player, here: Collection[str]) -> list[NewEntry]:
        return [NewEntry(Refused(), _asked_seat(state, _own_seat(state, sender, self)))]


class Refused(EntryBody, frozen=True):
    """A player refused a take-back: the moves stand."""

    act = "refuse"
    sentence = marked("{name} does not agree: the move stands.")

    def apply(self, state: TableFields, entry: Entry) -> None:
        state.last_act = state.request = None


def _own_seat(state: TableFields, sender: Player, act: TakeBack | Agree | Refuse) -> int:
    """Return the seat of the sender; raise `Stale` if the match has gone on, or `NotNow` for a stand-in's seat."""
    seat = checks.own_seat(state, sender, "playing")
    if (act.match, act.turn) != (state.number, state.turn):
        raise stale(state, act.match, act.turn)
    if state.seats[seat].substituted_by is not None:
        message = said("a bot is playing in your seat; take the seat back first")
        raise NotNow(message, where="seat", allowed="return")
    return seat


def _asked_seat(state: TableFields, seat: int) -> int:
    """Return the seat of a player who is asked and has not answered yet; raise `NotNow` otherwise."""
    if state.request is None or seat == state.request.seat or seat in state.request.agreed:
        raise NotNow(said("no one is asking you to take back a move"), where="act")
    return seat


def taken_back(state: TableFields) -> TakenBack:
    """Return the entry that takes back the last act."""
    assert state.last_act is not None
    return TakenBack(state.last_act.turn)


def granted(state: TableFields) -> NewEntry | None:
    """Return the entry that takes back the last act, if all players who are asked have agreed."""
    request = state.request
    if request is None or not state.asked(request.seat) <= request.agreed:
        return None
    return NewEntry(taken_back(state), request.seat)


class TakenBack(EntryBody, frozen=True):
    """The last act was taken back; `turn` is the turn of its first move."""

    act = "taken_back"
    is_logged = True
    sentence = marked("{name} takes back a move.")
    public = exported = ("turn",)
    turn: int

    def apply(self, state: TableFields, entry: Entry) -> None:
        last, played = state.last_act, state.played[-1]
        assert last is not None
        version = last.before.version
        moves = TakenBackMoves(seat_of(entry), self.turn, version, played.match.events(since=version))
        state.played[-1] = replace(played, match=last.before.copy(), taken_back=(*played.taken_back, moves))
        state.last_act = state.request = None
        if state.clocks and last.clocks_before and last.clocks_after:
            state.clocks = state.clocks.taken_back(last.clocks_before, last.clocks_after, last.at, entry.at)
        state.turn_since = entry.at
        state.tick(entry.at)

    def args(self, state: TableFields, entry: Entry, audience: Audience) -> dict[str, Any]:
        return {**super().args(state, entry, audience), "moves": entry.turn - self.turn}
