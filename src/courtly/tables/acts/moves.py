"""The act and the entry of a move, and drafts: lists of moves, tried on a copy of the match."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import Field

from courtly.engine.errors import IllegalMove
from courtly.engine.play.knowledge import Knowledge
from courtly.engine.play.match import Match
from courtly.engine.sentences import said
from courtly.tables.acts import checks
from courtly.tables.acts.base import Act, EntryBody, NewEntry, seat_of
from courtly.tables.errors import NotYourTurn
from courtly.tables.fields import LastAct, TableFields
from courtly.tables.journal import Audience, Entry, Player, seat_in
from courtly.tables.refusals import EndsHere, NotNow, Stale, at_index

MAX_MOVES = 20
"""The largest number of moves in one act; a whole turn of any game is shorter."""


class Move(Act):
    """One or more moves of the sender: either all are made, or none."""

    act: Literal["move"]
    match: Annotated[int, Field(ge=1)]
    turn: Annotated[int, Field(ge=0)]
    moves: Annotated[list[Annotated[str, Field(max_length=200)]], Field(min_length=1, max_length=MAX_MOVES)]

    def check(self, state: TableFields, sender: Player, here: Collection[str]) -> list[NewEntry]:
        return _tried(state, checks.own_seat(state, sender), self, is_draft=False)[0]


class Moved(EntryBody, frozen=True):
    """A player or a bot made a move; `simulations` is the number of simulations of the bot's search."""

    act = "move"
    exported = ("move",)
    move: str
    simulations: int | None = None

    def apply(self, state: TableFields, entry: Entry) -> None:
        assert state.match is not None
        seat = seat_of(entry)
        if entry.command is not None:
            # The first move of an act. Only acts of players have a command.
            before = state.match.copy()
            state.last_act = LastAct(seat, state.turn, entry.at, before, state.match, state.clocks)
        elif entry.sender is None:
            state.last_act = None
        state.request = None
        if state.seats[seat].substituted_by is not None:
            played = state.played[-1]
            numbers = played.stand_ins | {state.match.version + 1}
            state.played[-1] = replace(played, substituted=played.substituted | {seat}, stand_ins=numbers)
        state.match.play(self.move)
        if state.match.is_over:
            state.status = "over"
        if state.match.to_move != seat:
            state.votes.mind.pop(seat, None)
        state.tick(entry.at, moved=True)
        if state.last_act is not None:
            state.last_act = replace(state.last_act, after=state.match, clocks_after=state.clocks)

    def event(self, state: TableFields, entry: Entry, audience: Audience) -> dict[str, Any]:
        seat = seat_in(audience)
        made = state.played[entry.match - 1].events_at(entry.turn)
        events = [event.as_dict() for event in made if event.audience.includes(seat)]
        first = events[0] if events else {"id": "moved", "args": {"seat": entry.seat}, "steps": []}
        return {**first, "then": events[1:]}


def drafted(state: TableFields, seat: int, act: Move) -> tuple[Match, bool]:
    """Return the match after a draft, and whether the last move of the draft would reveal information.

    Such a move is shown without what it reveals, see `Match.preview`.
    """
    _, match, is_revealing = _tried(state, seat, act, is_draft=True)
    return match, is_revealing


def _tried(state: TableFields, seat: int, act: Move, *, is_draft: bool) -> tuple[list[NewEntry], Match, bool]:
    """Try a list of moves on a copy of the match. Return their entries, the copy, and whether the last one reveals.

    In a draft, a last move that reveals is only previewed, not played: the time that it takes may depend on hidden
    cards, for example if it shuffles them.
    """
    match = _moment(state, act)
    if match.to_move != seat:
        raise _not_your_turn(match, seat)
    if not is_draft and state.seats[seat].substituted_by is not None:
        # The player must return first: without a running clock, no player may gain time.
        message = said("a bot is playing in your seat; take the seat back first")
        raise NotNow(message, where="seat", allowed="return")
    after, made, is_revealing = match.copy(), [], False
    for index, move in enumerate(act.moves):
        if after.to_move != seat:
            raise at_index(_not_your_turn(after, seat), index)
        last = index == len(act.moves) - 1
        if is_draft or not last:
            view = after.view(seat)
            is_revealing = move in view["legal"] and match.setup.game.audience_view.reveals(view, move)
        if is_revealing and not last:
            message = said("move {number} of the list may reveal something, so it must come last", number=index + 1)
            raise EndsHere(message, index=index, given=move, where=f"moves[{index}]")
        made.append(NewEntry(Moved(move), seat, turn=state.turn + index))
        if is_revealing:
            after = after.preview(move)
            continue
        try:
            after.play(move)
        except IllegalMove as error:
            raise at_index(error, index) from None
    return made, after, is_revealing


def known_after(state: TableFields, seat: int, laid: Sequence[str]) -> Knowledge:
    """Return the knowledge of a seat after its draft; raise `NotYourTurn` if nothing can follow the draft."""
    draft = {"command": "draft", "act": "move", "match": state.number, "turn": state.turn, "moves": list(laid)}
    match, is_revealing = drafted(state, seat, Move.parse(draft))
    if is_revealing or match.to_move != seat:
        raise NotYourTurn(said("nothing can follow this draft"), given=seat, where="seat")
    return match.knowledge(seat)


def _moment(state: TableFields, act: Move) -> Match:
    """Return the present match; raise `Stale` if the moves are for another match or turn."""
    if state.match is None or state.status != "playing" or (act.match, act.turn) != (state.number, state.turn):
        raise stale(state, act.match, act.turn)
    return state.match


def stale(state: TableFields, match: int, turn: int) -> Stale:
    """Return the error for an act that is about another match or turn than the present one."""
    message = said("the table is now at match {match}, turn {turn}", match=state.number, turn=state.turn)
    given = f"match {match}, turn {turn}"
    return Stale(message, match=state.number, turn=state.turn, given=given, where="turn", allowed=str(state.turn))


def _not_your_turn(match: Match, seat: int) -> NotYourTurn:
    over = match.to_move is None
    reason = said("the match is over") if over else said("it is the turn of seat {seat}", seat=match.to_move)
    message = said("seat {seat} cannot move now: {reason}", seat=seat, reason=reason)
    return NotYourTurn(message, given=seat, where="seat")
