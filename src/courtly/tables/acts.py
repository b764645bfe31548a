"""What somebody may do at a table, and the entries that it makes: checks without effects.

Every act is a pydantic model, for it comes from outside; `check(state, sender, act)` returns what is to be appended, or
raises. Nothing changes here: the entries do, once they are durable.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, cast

from pydantic import BaseModel, ConfigDict, Field, ValidationError

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
MOST_MOVES = 20
"""Moves of one act at most; a whole turn of any game is shorter."""


@dataclass(frozen=True, slots=True)
class Made:
    """An entry to be appended: everything of it but number, time, match and turn."""

    act: str
    seat: int | None = None
    data: Mapping[str, Any] = field(default_factory=dict)
    turn: int | None = None


class Act(BaseModel):
    """Something that somebody does at a table."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    command: Annotated[str, Field(pattern=rf"^{COMMAND.pattern}$")]


SeatNumber = Annotated[int, Field(ge=0, le=15)]


class Sit(Act):
    """Sit down in a seat; any open one when none is named."""

    act: Literal["sit"]
    seat: SeatNumber | None = None
    code: str | None = None


class Rise(Act):
    """Get up; during a match a bot minds the seat."""

    act: Literal["rise"]


class Fill(Act):
    """Put a bot in an open seat."""

    act: Literal["fill"]
    seat: SeatNumber
    bot: Annotated[str, Field(max_length=200)]


class OfSeat(Act):
    """Take a bot out of a seat, or somebody; hand the host's place to whoever holds a seat."""

    act: Literal["clear", "remove", "hand"]
    seat: SeatNumber


class Change(Act):
    """Choose other options."""

    act: Literal["change"]
    options: dict[str, Any]


class Renew(Act):
    """Make a new code in place of one."""

    act: Literal["renew"]
    code: Literal["join", "watch"]


class Ready(Act):
    """Be ready, with a word for the shuffle."""

    act: Literal["ready"]
    word: Annotated[str, Field(max_length=WORD_LENGTH)] = ""


class Plain(Act):
    """An act that needs nothing else."""

    act: Literal["unready", "start", "return", "stop", "again"]


class Move(Act):
    """One or more moves of one's own, made as a whole."""

    act: Literal["move"]
    match: Annotated[int, Field(ge=1)]
    turn: Annotated[int, Field(ge=0)]
    moves: Annotated[list[Annotated[str, Field(max_length=200)]], Field(min_length=1, max_length=MOST_MOVES)]


class Mind(Act):
    """Let a bot play for a seat: one's own, or, for the host, that of somebody who is away."""

    act: Literal["mind"]
    seat: SeatNumber
    bot: Annotated[str, Field(max_length=200)] | None = None


class Vote(Act):
    """Vote to let a bot mind a seat, or to stop the match."""

    act: Literal["vote"]
    what: Literal["mind", "stop"]
    seat: SeatNumber | None = None


ACTS: dict[str, type[Act]] = {
    "sit": Sit,
    "rise": Rise,
    "fill": Fill,
    "clear": OfSeat,
    "remove": OfSeat,
    "hand": OfSeat,
    "change": Change,
    "renew": Renew,
    "ready": Ready,
    **dict.fromkeys(("unready", "start", "return", "stop", "again"), Plain),
    "move": Move,
    "mind": Mind,
    "vote": Vote,
}


def read_act(body: object) -> Act:
    """Return an act as it was sent.

    Raises
    ------
    BadCommand
        Its command id is none.
    BadAct
        There is no such act, or a field of it is missing or cannot be read.
    """
    if not isinstance(body, Mapping):
        message = said("an act is an object with a command and an act, not {given}", given=shown(body))
        raise BadAct(message, given=body, where="act")
    name, command = body.get("act"), body.get("command")
    if not isinstance(command, str) or not COMMAND.fullmatch(command):
        allowed = said("1 to {most} of A-Z, a-z, 0-9, _ and -", most=64)
        message = said("{given} cannot be a command id; it takes {allowed}", given=shown(command), allowed=allowed)
        raise BadCommand(message, given=command, where="command", allowed=allowed)
    if not isinstance(name, str) or name not in ACTS:
        message = said("there is no act {given}; there are {known}", given=shown(name), known=listing(sorted(ACTS)))
        raise BadAct(message, given=name, where="act", allowed=sorted(ACTS))
    try:
        return ACTS[name].model_validate(dict(body))
    except ValidationError as error:
        problem = error.errors(include_url=False, include_context=False)[0]
        where = ".".join(str(part) for part in problem["loc"])
        message = said(
            "the field {where} of the act {act} cannot be {given}", where=where, act=name, given=shown(problem["input"])
        )
        raise BadAct(message, given=problem["input"], where=where, allowed=problem["msg"]) from None


def check_same(first: Entry, act: BaseModel) -> None:
    """Refuse an act under a command id that came before with other content."""
    if first.content != content_of(act):
        raise reused(str(first.command))


def reused(command: str) -> Reused:
    """Return the error of a command id that came before with another act."""
    message = said("the command {id} was sent before, for another act", id=command)
    return Reused(message, given=command, where="command", allowed=said("a new id for every act"))


def content_of(act: BaseModel) -> str:
    """Return what tells a repetition of an act from another act: the SHA-256 of all it says but its command."""
    text = json.dumps(act.model_dump(mode="json", exclude={"command"}), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def check(state: TableState, sender: Player, act: Act, here: Collection[str] = ()) -> list[Made]:
    """Return the entries that an act makes.

    It is refused for the first that holds: it is not for this sender, not for the table's status, or not possible.

    Parameters
    ----------
    here
        The players who are connected.

    Raises
    ------
    TableError, IllegalMove, BadOption, BadDeal, UnknownBot
        Why it is refused; nothing has changed.
    """
    seat = state.seat_of(sender.id)
    match act:
        case Sit():
            return [_sit(state, sender, act.seat)]
        case Move():
            return moves(state, held(state, seat), act)
        case Fill():
            _host(state, sender)
            _waiting(state)
            _open_seat(state, act.seat)
            check_bot(act.bot, where="bot")
            return [Made("fill", act.seat, {"bot": act.bot, "name": court_name(held.name for held in state.seats)})]
        case OfSeat():
            return [_of_seat(state, sender, act)]
        case Change():
            _host(state, sender)
            _waiting(state)
            return [_change(state, {"players": len(state.seats), **act.options})]
        case Renew():
            _host(state, sender)
            return [Made("renew", None, {"code": act.code})]
        case Ready():
            own = held(state, seat)
            _waiting(state)
            return [Made("ready", own, {"word": act.word})]
        case Mind():
            return [_mind(state, sender, act, here)]
        case Vote():
            return [_vote(state, held(state, seat), act)]
        case Rise():
            return [Made("rise", held(state, seat), {"bot": minder_of(state)} if state.status == "playing" else {})]
    assert isinstance(act, Plain)
    return [_plain(state, sender, act)]


def held(state: TableState, seat: int | None) -> int:
    """Return the seat that somebody holds; raise `NotAllowed` for None."""
    if seat is None:
        message = said("you have no seat at this table")
        raise NotAllowed(message, where="seat", allowed=said("whoever holds a seat"))
    return seat


def _host(state: TableState, sender: Player) -> None:
    if state.host != sender.id:
        raise NotAllowed(said("only the host of the table may do this"), where="act", allowed=said("the host"))


def _waiting(state: TableState) -> None:
    if state.status != "waiting":
        message = said("this can be done only before a match begins")
        raise NotNow(message, given=state.status, where="status", allowed="waiting")


def _playing(state: TableState) -> None:
    if state.status != "playing":
        message = said("this can be done only while a match is played")
        raise NotNow(message, given=state.status, where="status", allowed="playing")


def _there(state: TableState, seat: int) -> Seat:
    if seat >= len(state.seats):
        allowed = said("{low} to {high}", low=0, high=len(state.seats) - 1)
        message = said("there is no seat {given}; there are {known}", given=seat, known=allowed)
        raise BadAct(message, given=seat, where="seat", allowed=allowed)
    return state.seats[seat]


def _open_seat(state: TableState, seat: int) -> None:
    if _there(state, seat).kind != "open":
        message = said("seat {seat} is taken", seat=seat)
        free = [n for n, held in enumerate(state.seats) if held.kind == "open"]
        raise SeatTaken(message, given=seat, where="seat", allowed=[str(n) for n in free])


def _sit(state: TableState, sender: Player, wanted: int | None) -> Made:
    _waiting(state)
    own = state.seat_of(sender.id)
    if own is not None and own != wanted:
        raise SeatTaken(said("you have a seat at this table already"), given=wanted, where="seat")
    free = [n for n, held in enumerate(state.seats) if held.kind == "open"]
    if wanted is None and not free:
        raise SeatTaken(said("no seat is open at this table"), where="seat", allowed=[])
    seat = free[0] if wanted is None else wanted
    if seat != own:
        # In one's own seat one sits down again under another name.
        _open_seat(state, seat)
    kind = "program" if sender.is_program else "person"
    return Made("sit", seat, {"player": sender.id, "name": sender.name, "colour": sender.colour, "kind": kind})


def _of_seat(state: TableState, sender: Player, act: OfSeat) -> Made:
    _host(state, sender)
    if act.act != "hand":
        _waiting(state)
    seat = _there(state, act.seat)
    if act.act == "hand":
        if seat.kind != "person":
            message = said("the host's place is for a person at the table")
            raise BadAct(message, given=act.seat, where="seat")
        return Made("hand", act.seat)
    if (act.act == "clear") != (seat.kind == "bot") or seat.kind == "open" or seat.player == sender.id:
        message = said("there is nobody in seat {seat} whom this could be done to", seat=act.seat)
        raise BadAct(message, given=act.seat, where="seat")
    return Made(act.act, act.seat)


def _change(state: TableState, options: Mapping[str, Any]) -> Made:
    if state.is_from_elsewhere(state.number):
        raise NotNow(said("a deal that comes from another match is played with its options"), where="options")
    setup = set_up(state.game, options)
    beyond = [seat for seat in state.seats[setup.players :] if seat.kind != "open"]
    if beyond:
        message = said(
            "{count} seats are held beyond the {players} of these options", count=len(beyond), players=setup.players
        )
        raise NotNow(message, given=setup.players, where="options.players")
    if state.number == 1 and (deal := state.opened.get("deal")) is not None:
        # A deal that these options cannot produce would keep the match from ever beginning.
        Match(setup, Opening(seed=state.opened.get("seed"), deal=deal))
    return Made("change", None, {"options": dict(options)})


def _mind(state: TableState, sender: Player, act: Mind, here: Collection[str]) -> Made:
    if act.seat != state.seat_of(sender.id):
        _host(state, sender)
    _playing(state)
    seat = _there(state, act.seat)
    _unminded(seat, act.seat)
    if seat.player != sender.id and seat.player in here:
        message = said("whoever has seat {seat} is here and plays; the others may vote", seat=act.seat)
        raise BadAct(message, given=act.seat, where="seat")
    if act.bot is not None:
        check_bot(act.bot, where="bot")
    return Made(
        "mind", act.seat, {"bot": act.bot or minder_of(state), "by": "self" if seat.player == sender.id else "host"}
    )


def _unminded(seat: Seat, number: int) -> None:
    """Refuse a seat that no bot is to mind: nobody holds it, or it is minded already."""
    if seat.player is None or seat.minded_by is not None:
        raise BadAct(said("nobody's place is to be taken in seat {seat}", seat=number), given=number, where="seat")


def minder_of(state: TableState) -> str:
    """Return the bot that plays for whoever is away."""
    minder = state.opened.get("minder")
    return str(minder["bot"]) if minder else "courtier"


def _vote(state: TableState, seat: int, act: Vote) -> Made:
    _playing(state)
    if act.what == "stop":
        return Made("vote", seat, {"what": "stop", "for": None})
    if act.seat is None or not _there(state, act.seat).is_held or act.seat == seat:
        raise BadAct(said("a vote to mind names the seat of somebody else"), given=act.seat, where="seat")
    # A vote that is not needed now would bring the bot back the moment its person takes the seat back.
    _unminded(state.seats[act.seat], act.seat)
    return Made("vote", seat, {"what": "mind", "for": act.seat})


def _plain(state: TableState, sender: Player, act: Plain) -> Made:
    match act.act:
        case "unready":
            seat = held(state, state.seat_of(sender.id))
            _waiting(state)
            return Made("unready", seat)
        case "start":
            _host(state, sender)
            _waiting(state)
            if any(seat.kind == "open" for seat in state.seats):
                raise NotNow(said("a seat is open still"), where="seats")
            return started(state)
        case "return":
            seat = held(state, state.seat_of(sender.id))
            if state.seats[seat].minded_by is None:
                raise NotNow(said("nobody minds your seat"), where="seat")
            return Made("return", seat)
        case "stop":
            _host(state, sender)
            _playing(state)
            if state.turn:
                message = said("a match with moves is stopped by everybody's vote")
                raise NotNow(message, given=state.turn, where="turn", allowed="0")
            return Made("stop", None, {"reason": "host"})
    held(state, state.seat_of(sender.id))
    if state.status != "over":
        raise NotNow(said("the match is not over yet"), given=state.status, where="status", allowed="over")
    return Made("again")


def started(state: TableState) -> Made:
    """Return the entry that deals a match; the actor adds the luck of the bots, unless the deal brings it."""
    luck = state.opened.get("luck") if state.number == 1 else None
    return Made("start", None, {"promise": state.promise} | ({} if luck is None else {"luck": luck}))


def moves(state: TableState, seat: int, act: Move) -> list[Made]:
    """Return the entries of a list of moves, all of which can be made, or raise for the first that cannot."""
    match = checked_moment(state, act)
    checked_turn(match, seat)
    after, made = match.copy(), []
    for index, move in enumerate(act.moves):
        before = after.view(seat)
        if after.to_move != seat:
            raise at_index(_not_your_turn(after, seat), index)
        last = index == len(act.moves) - 1
        if not last and move in before["legal"] and match.setup.game.telling.reveals(before, move):
            message = said(
                "move {number} of the list may tell something new, so it can only come last", number=index + 1
            )
            raise EndsHere(message, index=index, given=move, where=f"moves[{index}]")
        try:
            after.play(move)
        except IllegalMove as error:
            raise at_index(error, index) from None
        made.append(Made("move", seat, {"move": move}, turn=after.version - 1))
    return made


def drafted(state: TableState, seat: int, act: Move) -> tuple[Match, bool]:
    """Return the match after moves that tell nothing new, and whether the last one, not made here, would."""
    made = moves(state, seat, act)
    match = checked_moment(state, act).copy()
    for one in made[:-1]:
        match.play(cast(str, one.data["move"]))
    last = cast(str, made[-1].data["move"])
    if match.setup.game.telling.reveals(match.view(seat), last):
        return match, True
    match.play(last)
    return match, False


def known_after(state: TableState, seat: int, laid: Sequence[str]) -> Knowledge:
    """Return what a seat that decides knows after moves; raise `NotYourTurn` if one tells something new or ends it."""
    draft = {"command": "draft", "act": "move", "match": state.number, "turn": state.turn, "moves": list(laid)}
    match, is_told = drafted(state, seat, cast(Move, read_act(draft)))
    if is_told or match.to_move != seat:
        raise NotYourTurn(said("nothing may follow what is laid out"), given=seat, where="seat")
    return match.knowledge(seat)


def checked_moment(state: TableState, act: Move) -> Match:
    """Return the match that is played; raise `Stale` where moves are for another match or turn."""
    if state.match is None or state.status != "playing" or (act.match, act.turn) != (state.number, state.turn):
        message = said("the table is at match {match}, turn {turn}", match=state.number, turn=state.turn)
        given = f"match {act.match}, turn {act.turn}"
        raise Stale(message, match=state.number, turn=state.turn, given=given, where="turn", allowed=str(state.turn))
    return state.match


def checked_turn(match: Match, seat: int) -> None:
    """Raise `NotYourTurn` for a seat that does not decide."""
    if match.to_move != seat:
        raise _not_your_turn(match, seat)


def _not_your_turn(match: Match, seat: int) -> NotYourTurn:
    over = match.to_move is None
    reason = said("the match is over") if over else said("it is the turn of seat {seat}", seat=match.to_move)
    message = said("seat {seat} cannot move now: {reason}", seat=seat, reason=reason)
    return NotYourTurn(message, given=seat, where="seat")


def follow_up(state: TableState) -> Made | None:
    """Return what the server does by itself, at once, in a state; None when nothing is due."""
    persons = [n for n, seat in enumerate(state.seats) if seat.is_held]
    if state.status == "waiting":
        everybody = persons and all(seat.kind != "open" and (seat.ready or not seat.is_held) for seat in state.seats)
        return started(state) if everybody else None
    if state.status == "playing":
        present = [n for n in persons if state.seats[n].minded_by is None]
        if present and state.votes.stop >= set(present):
            return Made("stop", None, {"reason": "vote"})
        for seat, voters in state.votes.mind.items():
            others = {n for n in present if n != seat}
            if others and voters >= others and state.seats[seat].minded_by is None:
                return Made("mind", seat, {"bot": minder_of(state), "by": "vote"})
        return None
    return Made("reveal") if state.entries[-1].act in ("move", "stop") else None
