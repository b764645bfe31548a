"""The acts at a table, and the entries that they make: checks without side effects.

Every act is a pydantic model, because it comes from outside. `check(state, sender, act)` returns the entries to append,
or raises. The state changes only later, when the entries are durable.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, cast

from pydantic import AfterValidator, AliasChoices, BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import PydanticCustomError

from courtly.engine.contract.game import set_up
from courtly.engine.errors import IllegalMove, listing, shown
from courtly.engine.play.knowledge import Knowledge
from courtly.engine.play.match import Match, Opening
from courtly.engine.sentences import said
from courtly.tables.errors import BadCommand, NotYourTurn
from courtly.tables.journal import Entry, Player
from courtly.tables.refusals import BadAct, EndsHere, NotAllowed, NotNow, Reused, SeatTaken, Stale, at_index
from courtly.tables.seating import court_name
from courtly.tables.state import Seat, TableState
from courtly.tables.values import check_bot

COMMAND = re.compile(r"[A-Za-z0-9_-]{1,64}")
WORD_LENGTH = 64
MAX_MOVES = 20
"""The largest number of moves in one act; a whole turn of any game is shorter."""


@dataclass(frozen=True, slots=True)
class NewEntry:
    """An entry before it is appended: without number, time and match. `turn` None means the present turn."""

    act: str
    seat: int | None = None
    data: Mapping[str, Any] = field(default_factory=dict)
    turn: int | None = None


class Act(BaseModel):
    """The base of all acts: one request of a player, identified by its command id."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    command: Annotated[str, Field(pattern=rf"^{COMMAND.pattern}$")]


SeatNumber = Annotated[int, Field(ge=0, le=15)]


class Sit(Act):
    """Take a seat, by default the first open one."""

    act: Literal["sit"]
    seat: SeatNumber | None = None
    code: str | None = None


class Rise(Act):
    """Leave the seat; during a match a stand-in takes over. `rise` is the old name of `leave`."""

    act: Literal["leave", "rise"]


class Fill(Act):
    """Put a bot into an open seat."""

    act: Literal["fill"]
    seat: SeatNumber
    bot: Annotated[str, Field(max_length=200)]


class SeatAct(Act):
    """Remove a bot (`clear`) or a player (`remove`) from a seat, or make its player the host.

    `hand` is the old name of `make_host`.
    """

    act: Literal["clear", "remove", "make_host", "hand"]
    seat: SeatNumber


class Change(Act):
    """Change the options of the next match."""

    act: Literal["change"]
    options: dict[str, Any]


class Renew(Act):
    """Replace a code of the table by a new one."""

    act: Literal["renew"]
    code: Literal["join", "watch"]


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


class SimpleAct(Act):
    """An act without further fields.

    The first `again` after a match asks for a rematch. `again` or `ready` of another player agrees to it: that player
    is ready. The rematch begins when all are ready.
    """

    act: Literal["unready", "start", "return", "stop", "again"]


class Move(Act):
    """One or more moves of the sender: either all are made, or none."""

    act: Literal["move"]
    match: Annotated[int, Field(ge=1)]
    turn: Annotated[int, Field(ge=0)]
    moves: Annotated[list[Annotated[str, Field(max_length=200)]], Field(min_length=1, max_length=MAX_MOVES)]


class Substitute(Act):
    """Let a stand-in play for a seat. A player may do so for their own seat, the host also for an absent player.

    `mind` is the old name of `substitute`.
    """

    act: Literal["substitute", "mind"]
    seat: SeatNumber
    bot: Annotated[str, Field(max_length=200)] | None = None


class Vote(Act):
    """Vote for a stand-in for a seat (`substitute`, or `mind`, its old name), or for stopping the match (`stop`)."""

    act: Literal["vote"]
    what: Literal["substitute", "mind", "stop"]
    seat: SeatNumber | None = None


ACTS: dict[str, type[Act]] = {
    "sit": Sit,
    "rise": Rise,
    "fill": Fill,
    "clear": SeatAct,
    "remove": SeatAct,
    "hand": SeatAct,
    "change": Change,
    "renew": Renew,
    "ready": Ready,
    **dict.fromkeys(("unready", "start", "return", "stop", "again"), SimpleAct),
    "move": Move,
    "mind": Substitute,
    "vote": Vote,
}


JOURNAL_NAMES = {"leave": "rise", "make_host": "hand", "substitute": "mind"}
"""The journal's names of the acts that have two names, by their names in the API. The API accepts both names."""


def read_act(body: object) -> Act:
    """Parse an act, and name it as the journal does.

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
    name, command = _journal_name(body.get("act")), body.get("command")
    if not isinstance(command, str) or not COMMAND.fullmatch(command):
        allowed = said("1 to {most} characters from A-Z, a-z, 0-9, _ and -", most=64)
        message = said("{given} cannot be a command id; use {allowed}", given=shown(command), allowed=allowed)
        raise BadCommand(message, given=command, where="command", allowed=allowed)
    if not isinstance(name, str) or name not in ACTS:
        message = said("there is no act {given}; choose from {known}", given=shown(name), known=listing(sorted(ACTS)))
        raise BadAct(message, given=name, where="act", allowed=sorted(ACTS))
    try:
        fields = {"act": name} | ({"what": _journal_name(body["what"])} if "what" in body else {})
        return ACTS[name].model_validate({**body, **fields})
    except ValidationError as error:
        problem = error.errors(include_url=False, include_context=False)[0]
        where = ".".join(str(part) for part in problem["loc"])
        message = said(
            "the field {where} of the act {act} cannot be {given}", where=where, act=name, given=shown(problem["input"])
        )
        raise BadAct(message, given=problem["input"], where=where, allowed=problem["msg"]) from None


def _journal_name(name: Any) -> Any:
    return JOURNAL_NAMES.get(name, name) if isinstance(name, str) else name


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


def check(state: TableState, sender: Player, act: Act, here: Collection[str] = ()) -> list[NewEntry]:
    """Return the entries that an act makes.

    The first check that fails raises. The order of checks: the sender, the status of the table, the act itself.

    Parameters
    ----------
    here
        The ids of the players who are connected.

    Raises
    ------
    TableError, IllegalMove, BadOption, BadDeal, UnknownBot
        The act is refused; nothing has changed.
    """
    seat = state.seat_of(sender.id)
    match act:
        case Sit():
            return [_sit(state, sender, act.seat)]
        case Move():
            return moves(state, held(state, seat), act)
        case Fill():
            _check_host(state, sender)
            _check_waiting(state)
            _check_open_seat(state, act.seat)
            check_bot(act.bot, where="bot")
            return [NewEntry("fill", act.seat, {"bot": act.bot, "name": court_name(held.name for held in state.seats)})]
        case SeatAct():
            return [_seat_act(state, sender, act)]
        case Change():
            _check_host(state, sender)
            _check_waiting(state)
            return [_change(state, {"players": len(state.seats), **act.options})]
        case Renew():
            _check_host(state, sender)
            return [NewEntry("renew", None, {"code": act.code})]
        case Ready():
            own = held(state, seat)
            _check_waiting(state)
            return [NewEntry("ready", own, {"word": act.word})]
        case Substitute():
            return [_substitute(state, sender, act, here)]
        case Vote():
            return [_vote(state, held(state, seat), act)]
        case Rise():
            return [
                NewEntry("rise", held(state, seat), {"bot": stand_in_of(state)} if state.status == "playing" else {})
            ]
    assert isinstance(act, SimpleAct)
    return [_simple_act(state, sender, act)]


def held(state: TableState, seat: int | None) -> int:
    """Return the given seat; raise `NotAllowed` if it is None: the player has no seat."""
    if seat is None:
        message = said("you have no seat at this table")
        raise NotAllowed(message, where="seat", allowed=said("a player with a seat"))
    return seat


def _check_host(state: TableState, sender: Player) -> None:
    if state.host != sender.id:
        raise NotAllowed(said("only the host can do this"), where="act", allowed=said("the host"))


def _check_waiting(state: TableState) -> None:
    if state.status != "waiting":
        message = said("this can only be done before a match begins")
        raise NotNow(message, given=state.status, where="status", allowed="waiting")


def _check_playing(state: TableState) -> None:
    if state.status != "playing":
        message = said("this can only be done during a match")
        raise NotNow(message, given=state.status, where="status", allowed="playing")


def _seat_at(state: TableState, seat: int) -> Seat:
    if seat >= len(state.seats):
        allowed = said("{low} to {high}", low=0, high=len(state.seats) - 1)
        message = said("there is no seat {given}; choose from {known}", given=seat, known=allowed)
        raise BadAct(message, given=seat, where="seat", allowed=allowed)
    return state.seats[seat]


def _check_open_seat(state: TableState, seat: int) -> None:
    if _seat_at(state, seat).kind != "open":
        message = said("seat {seat} is taken", seat=seat)
        free = [n for n, held in enumerate(state.seats) if held.kind == "open"]
        raise SeatTaken(message, given=seat, where="seat", allowed=[str(n) for n in free])


def _sit(state: TableState, sender: Player, wanted: int | None) -> NewEntry:
    _check_waiting(state)
    own = state.seat_of(sender.id)
    if own is not None and own != wanted:
        raise SeatTaken(said("you already have a seat at this table"), given=wanted, where="seat")
    free = [n for n, held in enumerate(state.seats) if held.kind == "open"]
    if wanted is None and not free:
        raise SeatTaken(said("no seat is open at this table"), where="seat", allowed=[])
    seat = free[0] if wanted is None else wanted
    if seat != own:
        # A player who sits down again in the same seat updates the name.
        _check_open_seat(state, seat)
    kind = "program" if sender.is_program else "person"
    return NewEntry("sit", seat, {"player": sender.id, "name": sender.name, "colour": sender.colour, "kind": kind})


def _seat_act(state: TableState, sender: Player, act: SeatAct) -> NewEntry:
    _check_host(state, sender)
    if act.act != "hand":
        _check_waiting(state)
    seat = _seat_at(state, act.seat)
    if act.act == "hand":
        if seat.kind != "person":
            message = said("the host must be a person seated at the table")
            raise BadAct(message, given=act.seat, where="seat")
        return NewEntry("hand", act.seat)
    if (act.act == "clear") != (seat.kind == "bot") or seat.kind == "open" or seat.player == sender.id:
        message = said("no one in seat {seat} can be removed this way", seat=act.seat)
        raise BadAct(message, given=act.seat, where="seat")
    return NewEntry(act.act, act.seat)


def _change(state: TableState, options: Mapping[str, Any]) -> NewEntry:
    if state.is_from_elsewhere(state.number):
        raise NotNow(said("a deal from another match must be played with the options of that match"), where="options")
    setup = set_up(state.game, options)
    beyond = [seat for seat in state.seats[setup.players :] if seat.kind != "open"]
    if beyond:
        message = said(
            "these options have {players} seats, but {count} more are taken", count=len(beyond), players=setup.players
        )
        raise NotNow(message, given=setup.players, where="options.players")
    if state.number == 1 and (deal := state.opened.get("deal")) is not None:
        # Check the deal with the new options: if it does not fit, the match can never start.
        Match(setup, Opening(seed=state.opened.get("seed"), deal=deal))
    return NewEntry("change", None, {"options": dict(options)})


def _substitute(state: TableState, sender: Player, act: Substitute, here: Collection[str]) -> NewEntry:
    if act.seat != state.seat_of(sender.id):
        _check_host(state, sender)
    _check_playing(state)
    seat = _seat_at(state, act.seat)
    _check_needs_stand_in(seat, act.seat)
    if seat.player != sender.id and seat.player in here:
        message = said("the player in seat {seat} is here; only a vote can put in a bot", seat=act.seat)
        raise BadAct(message, given=act.seat, where="seat")
    if act.bot is not None:
        check_bot(act.bot, where="bot")
    return NewEntry(
        "mind", act.seat, {"bot": act.bot or stand_in_of(state), "by": "self" if seat.player == sender.id else "host"}
    )


def _check_needs_stand_in(seat: Seat, number: int) -> None:
    """Raise `BadAct` for a seat that needs no stand-in: it has no player, or it has a stand-in already."""
    if seat.player is None or seat.substituted_by is not None:
        raise BadAct(said("seat {seat} does not need a stand-in", seat=number), given=number, where="seat")


def stand_in_of(state: TableState) -> str:
    """Return the specification of the stand-in bot of a table."""
    minder = state.opened.get("minder")
    return str(minder["bot"]) if minder else "courtier"


def _vote(state: TableState, seat: int, act: Vote) -> NewEntry:
    _check_playing(state)
    if act.what == "stop":
        return NewEntry("vote", seat, {"what": "stop", "for": None})
    if act.seat is None or not _seat_at(state, act.seat).is_held or act.seat == seat:
        raise BadAct(said("a vote for a stand-in must name the seat of another player"), given=act.seat, where="seat")
    # Without this check, a vote for a seat with a stand-in would take effect when its player returns.
    _check_needs_stand_in(state.seats[act.seat], act.seat)
    return NewEntry("vote", seat, {"what": "mind", "for": act.seat})


def _simple_act(state: TableState, sender: Player, act: SimpleAct) -> NewEntry:
    match act.act:
        case "unready":
            seat = held(state, state.seat_of(sender.id))
            _check_waiting(state)
            return NewEntry("unready", seat)
        case "start":
            _check_host(state, sender)
            _check_waiting(state)
            if any(seat.kind == "open" for seat in state.seats):
                raise NotNow(said("a seat is still open"), where="seats")
            if state.is_rematch and any(seat.is_held and not seat.agreed for seat in state.seats):
                raise NotNow(said("a player has not agreed to the rematch yet"), where="seats")
            return started(state)
        case "return":
            seat = held(state, state.seat_of(sender.id))
            if state.seats[seat].substituted_by is None:
                raise NotNow(said("no bot is playing in your seat"), where="seat")
            return NewEntry("return", seat)
        case "stop":
            _check_host(state, sender)
            _check_playing(state)
            if state.turn:
                message = said("once a match has begun, all players must vote to stop it")
                raise NotNow(message, given=state.turn, where="turn", allowed="0")
            return NewEntry("stop", None, {"reason": "host"})
    seat = held(state, state.seat_of(sender.id))
    if state.is_rematch:
        # Another player was first: the sender agrees to that rematch.
        return NewEntry("ready", seat, {"word": state.seats[seat].word or act.command[:16]})
    if state.status != "over":
        raise NotNow(said("the match is not over yet"), given=state.status, where="status", allowed="over")
    return NewEntry("again")


def started(state: TableState) -> NewEntry:
    """Return the entry that deals a match. The actor adds `luck`, the seed of the bots, unless the deal has one."""
    luck = state.opened.get("luck") if state.number == 1 else None
    return NewEntry("start", None, {"promise": state.promise} | ({} if luck is None else {"luck": luck}))


def moves(state: TableState, seat: int, act: Move) -> list[NewEntry]:
    """Return the entries of a list of moves; raise for the first illegal move.

    A player whose stand-in plays must return first: without a running clock, no player may gain time.
    """
    checked_turn(checked_moment(state, act), seat)
    if state.seats[seat].substituted_by is not None:
        message = said("a bot is playing in your seat; take the seat back first")
        raise NotNow(message, where="seat", allowed="return")
    return _tried(state, seat, act, is_draft=False)[0]


def drafted(state: TableState, seat: int, act: Move) -> tuple[Match, bool]:
    """Return the match after a draft, and whether the last move of the draft would reveal information.

    Such a move is shown without what it reveals, see `Match.preview`.
    """
    _, match, is_revealing = _tried(state, seat, act, is_draft=True)
    return match, is_revealing


def _tried(state: TableState, seat: int, act: Move, *, is_draft: bool) -> tuple[list[NewEntry], Match, bool]:
    """Try a list of moves on a copy of the match. Return their entries, the copy, and whether the last one reveals.

    In a draft, a last move that reveals is only previewed, not played: the time that it takes may depend on hidden
    cards, for example if it shuffles them.
    """
    match = checked_moment(state, act)
    checked_turn(match, seat)
    after, made, is_revealing = match.copy(), [], False
    for index, move in enumerate(act.moves):
        before = after.view(seat)
        if after.to_move != seat:
            raise at_index(_not_your_turn(after, seat), index)
        last = index == len(act.moves) - 1
        if is_draft or not last:
            is_revealing = move in before["legal"] and match.setup.game.audience_view.reveals(before, move)
        if is_revealing and not last:
            message = said("move {number} of the list may reveal something, so it must come last", number=index + 1)
            raise EndsHere(message, index=index, given=move, where=f"moves[{index}]")
        made.append(NewEntry("move", seat, {"move": move}, turn=after.version))
        if is_revealing:
            after = after.preview(move)
            continue
        try:
            after.play(move)
        except IllegalMove as error:
            raise at_index(error, index) from None
    return made, after, is_revealing


def known_after(state: TableState, seat: int, laid: Sequence[str]) -> Knowledge:
    """Return the knowledge of a seat after its draft; raise `NotYourTurn` if nothing can follow the draft."""
    draft = {"command": "draft", "act": "move", "match": state.number, "turn": state.turn, "moves": list(laid)}
    match, is_revealing = drafted(state, seat, cast(Move, read_act(draft)))
    if is_revealing or match.to_move != seat:
        raise NotYourTurn(said("nothing can follow this draft"), given=seat, where="seat")
    return match.knowledge(seat)


def checked_moment(state: TableState, act: Move) -> Match:
    """Return the present match; raise `Stale` if the moves are for another match or turn."""
    if state.match is None or state.status != "playing" or (act.match, act.turn) != (state.number, state.turn):
        message = said("the table is now at match {match}, turn {turn}", match=state.number, turn=state.turn)
        given = f"match {act.match}, turn {act.turn}"
        raise Stale(message, match=state.number, turn=state.turn, given=given, where="turn", allowed=str(state.turn))
    return state.match


def checked_turn(match: Match, seat: int) -> None:
    """Raise `NotYourTurn` unless a seat is to move."""
    if match.to_move != seat:
        raise _not_your_turn(match, seat)


def _not_your_turn(match: Match, seat: int) -> NotYourTurn:
    over = match.to_move is None
    reason = said("the match is over") if over else said("it is the turn of seat {seat}", seat=match.to_move)
    message = said("seat {seat} cannot move now: {reason}", seat=seat, reason=reason)
    return NotYourTurn(message, given=seat, where="seat")


def follow_up(state: TableState) -> NewEntry | None:
    """Return the entry that the server makes without a request in a state, None without one."""
    persons = [n for n, seat in enumerate(state.seats) if seat.is_held]
    if state.status == "waiting":
        all_ready = persons and all(seat.kind != "open" and (seat.ready or not seat.is_held) for seat in state.seats)
        return started(state) if all_ready else None
    if state.status == "playing":
        present = [n for n in persons if state.seats[n].substituted_by is None]
        if present and state.votes.stop >= set(present):
            return NewEntry("stop", None, {"reason": "vote"})
        for seat, voters in state.votes.mind.items():
            others = {n for n in present if n != seat}
            if others and voters >= others and state.seats[seat].substituted_by is None:
                return NewEntry("mind", seat, {"bot": stand_in_of(state), "by": "vote"})
        return None
    # A stopped match reveals nothing.
    return NewEntry("reveal") if state.entries[-1].act == "move" else None
