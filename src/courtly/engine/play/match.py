"""One match: options, deal and moves, with checked play, per-seat views and the match record.

Only matches and vectors hold the true state. Players get `view` and `log`, bots get `knowledge`. `record` and `state`
contain the whole truth. They are for tools and for finished matches; no seat gets them before the end.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from courtly.engine.compile.rng import Stream, stream
from courtly.engine.contract.deals import Shuffle
from courtly.engine.contract.events import Event
from courtly.engine.contract.game import Setup
from courtly.engine.contract.layout import States
from courtly.engine.errors import (
    BadDeal,
    BadMoment,
    BadOption,
    IllegalMove,
    NotOver,
    WrongSeat,
    cannot_be,
    listing,
    shown,
)
from courtly.engine.play.fair import FairShuffle, is_writable
from courtly.engine.play.knowledge import Knowledge
from courtly.engine.play.origin import Origin
from courtly.engine.sentences import Sentence, said

RECORD_FORMAT = "courtly-match/1"
MAX_SEED = 2**63 - 1
_SEED_BITS = 53
"""Seeds drawn here fit into 53 bits, so that JSON parsers that store numbers as doubles read them exactly."""

CHECKPOINT_MOVES = 32
"""A finished match whose events are known stores each position after this many moves, so that `at` replays fewer."""


@dataclass(frozen=True, slots=True)
class Opening:
    """The input of a match in addition to the game and its options.

    Attributes
    ----------
    seed
        Source of the deal or of its missing parts; None for a complete deal.
    deal
        All or some keys of the deal document, or None.
    seats
        One object per seat, with the player's name; or None.
    fair
        The fair shuffle that determines the deal and all later chance, instead of seed and deal; or None.
    origin
        The origin of the match; None for a new deal.
    """

    seed: int | None = None
    deal: Mapping[str, Any] | None = None
    seats: Sequence[Mapping[str, Any]] | None = None
    fair: FairShuffle | None = None
    origin: Origin | None = None


class Match:
    """A match of any game; every move is checked before it is played.

    Attributes
    ----------
    moves
        The moves played so far, as lines of notation.
    fair
        The fair shuffle that determines all chance; None if the match uses a deal and a seed.
    is_revealed
        Whether the record may include `fair` before the end. Set by the caller.
    origin
        The origin of the match; None for a new deal.

    Examples
    --------
    >>> import courtly
    >>> match = courtly.new_match("courtisans", players=2, seed=7)
    >>> match.play(match.legal_moves()[0])
    >>> match.version, match.is_over
    (1, False)
    """

    def __init__(self, setup: Setup, opening: Opening) -> None:
        self.setup = setup
        self.moves: list[str] = []
        self._move_events: list[list[Event]] = []
        self._pending_events: list[tuple[States, int, States]] = []
        self._checkpoints: dict[int, Match] = {}
        self._states = setup.game.rules.state.empty()
        self._legal = np.empty(setup.max_legal, np.int32)
        self._is_preview = False
        self.seed = checked_seed(opening.seed)
        self.fair = _checked_fair(setup, opening)
        self.is_revealed = False
        self.origin = opening.origin
        self.deal_given = _fair_deal(setup, self.fair) if self.fair else _checked_deal(setup, opening.deal)
        self.seats = _checked_seats(setup, opening.seats)
        self._deal = self._dealt()

    def __repr__(self) -> str:
        """Return the game, the number of seats and the progress, without hidden information."""
        state = "over" if self.is_over else f"seat {self.to_move} to move"
        return f"<Match of {self.game}, {self.players} seats, {self.version} moves, {state}>"

    def copy(self) -> Match:
        """Return an independent copy of this match."""
        twin = copy(self)
        twin._states = self._states.copy()
        twin._legal = self._legal.copy()
        twin._move_events, twin._pending_events = list(self._move_events), list(self._pending_events)
        twin.moves, twin._checkpoints = list(self.moves), {}
        twin._deal = dict(self._deal)
        return twin

    def at(self, version: int) -> Match:
        """Return this match as it was after `version` moves; raise `BadMoment` if that many were not played."""
        if isinstance(version, bool) or not isinstance(version, int) or not 0 <= version <= self.version:
            allowed = f"0 to {self.version}"
            message = said("there is no move {given}; choose from {allowed}", given=shown(version), allowed=allowed)
            raise BadMoment(message, given=version, where="version", allowed=allowed)
        has_events = len(self._move_events) >= version
        is_stored = has_events and self.is_over
        again = (self._checkpoint_before(version) if is_stored else None) or self._from_the_start()
        again.is_revealed = self.is_revealed
        again.origin = self.origin if self.origin and version >= self.origin.moves else None
        for move in self.moves[again.version : version]:
            again.play(move)
            if is_stored and again.version % CHECKPOINT_MOVES == 0:
                again._pending_events = []
                self._checkpoints[again.version] = again.copy()
        if has_events:
            again._move_events, again._pending_events = self._move_events[:version], []
        return again

    def _checkpoint_before(self, version: int) -> Match | None:
        """Return a copy of the last stored position up to a version, without its events; None if there is none."""
        versions = range(version - version % CHECKPOINT_MOVES, 0, -CHECKPOINT_MOVES)
        # Another thread may store a position at the same time.
        return next((found.copy() for each in versions if (found := self._checkpoints.get(each))), None)

    def _from_the_start(self) -> Match:
        """Return this match as it was before the first move."""
        if self.fair:
            return Match(self.setup, Opening(seats=self.seats, fair=self.fair))
        again = Match(self.setup, Opening(self.seed, self._deal, self.seats))
        again.deal_given = self.deal_given
        return again

    def _dealt(self) -> dict[str, Any]:
        """Deal the cards and return the complete deal."""
        game, content, s = self.setup.game, self.setup.content, self._states[0]
        complete = self.deal_given.keys() >= _deal_keys(self.setup)
        if self.seed is None and not self.fair and (game.documents.follow or not complete):
            # A game that deals again later needs a seed: its first deal does not determine everything.
            self.seed = secrets.randbits(_SEED_BITS)
        game.rules.kernels.deal(content, s, stream(self.seed or 0))
        deal = self.deal_given if complete else {**game.documents.write_deal(self.setup, s), **self.deal_given}
        if self.deal_given:
            game.documents.read_deal(self.setup, s, deal)
        deal = dict(deal)
        self._follow(s, deal)
        if self.fair and (key := _first_extended_key(deal, self.deal_given)):
            raise _not_shuffled(self.setup, [key])
        return deal

    def _follow(self, s: Any, deal: dict[str, Any]) -> None:
        """Update the deal document and the state of a game that deals again later."""
        if self.setup.game.documents.follow:
            self.setup.game.documents.follow(self.setup, s, deal, self.deal_given)

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.setup.game.name

    @property
    def options(self) -> dict[str, Any]:
        """All options of the match, including defaults."""
        return self.setup.options.model_dump(mode="json")

    @property
    def players(self) -> int:
        """The number of seats."""
        return self.setup.players

    @property
    def version(self) -> int:
        """The number of moves played."""
        return len(self.moves)

    @property
    def to_move(self) -> int | None:
        """The seat that decides now, None when the match is over."""
        seat = int(self._states[0].to_move)
        return None if seat < 0 else seat

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self.to_move is None

    def legal_moves(self) -> list[str]:
        """Return the legal moves of the deciding seat, sorted by code point."""
        if self._is_preview:
            return []
        n = self.setup.game.rules.kernels.legal(self.setup.content, self._states[0], self._legal)
        return sorted(self.setup.codec.format(int(move)) for move in self._legal[:n])

    def why_not(self, text: str) -> str | None:
        """Return why a move is illegal now, None for a legal move."""
        try:
            self._checked(text)
        except IllegalMove as error:
            return str(error)
        return None

    def play(self, text: str) -> None:
        """Play a move, given as a line of notation.

        Raises
        ------
        IllegalMove
            The move is illegal; the match is unchanged. `UnknownMove` if the line is not a move of this game.
        """
        move = self._checked(text)
        after = self._after(move)
        self._pending_events.append((self._states, move, after))
        self._states = after
        self.moves.append(text)

    def preview(self, text: str) -> Match:
        """Return a copy of this match after a move, without anything that the move reveals.

        The copy is for views and logs. The seat that made the move is still to move, but it has no legal moves. Without
        the game's `own_act`, the copy does not show the move.

        Raises
        ------
        IllegalMove
            The move is illegal.
        """
        move, twin = self._checked(text), self.copy()
        twin._is_preview = True
        if own_act := self.setup.game.audience_view.own_act:
            own_act(self.setup.content, twin._states[0], move)
            twin._pending_events.append((self._states, move, twin._states))
            twin.moves.append(text)
        return twin

    def _after(self, move: int) -> States:
        """Return the state after a move, and add newly dealt cards to the deal document."""
        after = self._states.copy()
        self.setup.game.rules.kernels.apply(self.setup.content, after[0], move)
        if self.fair:
            return self._shuffled_after(move, after, self.fair)
        self._follow(after[0], self._deal)
        return after

    def _shuffled_after(self, move: int, after: States, fair: FairShuffle) -> States:
        """Return the state after a move; `fair` shuffles every list that the game shuffles during the move.

        Often only the move itself determines which cards are in such a list. So the move is first made as a trial, with
        the game's own shuffle, and the list is taken from the result. The list is shuffled fairly and stored in the
        state before the move, and the move is made again. The list stays in that state, because `events` may replay the
        move step by step.
        """
        given, deal = self.deal_given, dict(self._deal)
        self._follow(after[0], deal)
        while (key := _first_extended_key(deal, given)) is not None:
            number = len(given[key])
            trial = deal[key][number]
            fairly = fair.shuffled(Shuffle(f"{key}.{number}", trial, len(trial)))
            self.deal_given = given = {**given, key: [*given[key], fairly]}
            self._states = self._states.copy()
            self._follow(self._states[0], dict(self._deal))
            after, deal = self._states.copy(), dict(self._deal)
            self.setup.game.rules.kernels.apply(self.setup.content, after[0], move)
            self._follow(after[0], deal)
        self._deal = deal
        return after

    def _events(self) -> list[list[Event]]:
        """Return the events of every move; they are created on demand, since most matches never show them.

        Several threads may read a finished match at the same time: they make equal lists, and no list changes.
        """
        pending = self._pending_events
        if not pending:
            return self._move_events
        # Another thread may have stored its list already, but not yet cleared the pending moves.
        made = self._move_events[: self.version - len(pending)]
        past = [event for events in made for event in events]
        for before, move, after in pending:
            events = list(self.setup.game.audience_view.events(self.setup, before[0], move, after[0], past))
            made.append(events)
            past += events
        self._move_events = made
        self._pending_events = []
        return made

    def _checked(self, text: str) -> int:
        move = self.setup.codec.parse(text)
        code = int(self.setup.game.rules.kernels.reason(self.setup.content, self._states[0], move))
        if code:
            raise self._illegal(text, *self.setup.game.reason(code))
        return move

    def _illegal(self, text: str, reason: str, why: Sentence) -> IllegalMove:
        number = self.version + 1
        message = said("move {number}, {move}, cannot be played: {reason}", number=number, move=shown(text), reason=why)
        where, legal = f"move {number}", self.legal_moves()
        return IllegalMove(message, given=text, where=where, allowed=legal, reason=reason, why=why)

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """Return the view of a seat (None for a spectator) as a plain value that JSON can hold."""
        self._checked_seat(seat)
        facts = self.setup.game.audience_view.view(self.setup, self._states[0], seat)
        return {
            "game": self.game,
            "options": self.options,
            "seat": seat,
            "players": self.players,
            "to_move": self.to_move,
            "version": self.version,
            "result": {"scores": self.scores(), "winners": self.winners()} if self.is_over else None,
            **facts,
            "legal": self.legal_moves() if seat is not None and seat == self.to_move else [],
        }

    def log(self, seat: int | None = None, *, since: int = 0, until: int | None = None) -> list[dict[str, Any]]:
        """Return the events that a seat (None for a spectator) may see, for the moves from `since` to before `until`.

        Returns
        -------
        Events `{"id": ..., "args": {...}, "steps": [...]}`: ids and numbers, never text. A move may have several events
        or none for this audience.
        """
        self._checked_seat(seat)
        later = (event for events in self._events()[since:until] for event in events)
        return [event.as_dict() for event in later if event.audience.includes(seat)]

    def events(self, *, since: int = 0, until: int | None = None) -> list[Sequence[Event]]:
        """Return the events of the moves from `since` to before `until`, with those of all audiences.

        Like `record`, the result contains hidden information.
        """
        return [tuple(events) for events in self._events()[since:until]]

    def legal_mask(self) -> npt.NDArray[np.bool_]:
        """Return which moves the deciding seat may play: shape (moves,), bool, by move number."""
        mask = np.zeros(self.setup.codec.count, np.bool_)
        n = self.setup.game.rules.kernels.legal(self.setup.content, self._states[0], self._legal)
        mask[self._legal[:n]] = True
        return mask

    def observe(self, seat: int) -> npt.NDArray[np.float32]:
        """Return the knowledge of a seat as numbers from 0 to 1: shape (observation,), float32."""
        self._checked_seat(seat)
        out = np.zeros(self.setup.game.rules.observation.size, np.float32)
        self.setup.game.rules.kernels.observe(self.setup.content, self._states[0], seat, out)
        return out

    def imagined(self, seat: int | None, rng: Stream) -> Match:
        """Return a possible match that is consistent with the knowledge of a seat or a spectator.

        Hidden information is sampled again, and events for other audiences are left out. The result can be viewed and
        played on; it has no deal and no moves, so it cannot be recorded.
        """
        self._checked_seat(seat)
        twin = self.copy()
        kernels, place = self.setup.game.rules.kernels, -1 if seat is None else seat
        kernels.redeal(self.setup.content, twin._states[0], place, rng)
        twin._move_events = [[event for event in events if event.audience.includes(seat)] for events in self._events()]
        twin._pending_events = []
        twin.moves = [""] * self.version
        twin.seed, twin.deal_given, twin.fair = None, {}, None
        twin._deal = {key: type(value)() for key, value in self._deal.items()}
        return twin

    def state(self) -> States:
        """Return a copy of the true state, an array of one element. Like `record`, it is for tests and tools only."""
        return self._states.copy()

    def knowledge(self, seat: int) -> Knowledge:
        """Return the input of a bot in that seat: the view, and a source of redeals without the hidden truth."""
        self._checked_seat(seat)
        return Knowledge(self.setup, seat, self.view(seat), self._states)

    def _checked_seat(self, seat: int | None) -> None:
        if seat is None:
            return
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.players:
            allowed = said("{low} to {high}", low=0, high=self.players - 1)
            message = said("there is no seat {given}; choose from {known}", given=shown(seat), known=allowed)
            raise WrongSeat(message, given=seat, where="seat", allowed=allowed)

    def scores(self) -> list[int]:
        """Return the final scores by seat; raise `NotOver` before the end."""
        if not self.is_over:
            message = said("a match has scores only after it is over")
            raise NotOver(message, where=f"move {self.version}", allowed=said("after the last move"))
        out = np.zeros(self.players, np.int32)
        self.setup.game.rules.kernels.score(self.setup.content, self._states[0], out)
        return [int(score) for score in out]

    def winners(self) -> list[int]:
        """Return the winning seats; raise `NotOver` before the end."""
        scores = self.scores()
        return [seat for seat, score in enumerate(scores) if score == max(scores)]

    @property
    def first_key_from_seed(self) -> str | None:
        """The first key of the deal that the seed had to complete, None if the whole deal was given."""
        return _first_extended_key(self._deal, self.deal_given)

    def record(self) -> dict[str, Any]:
        """Return the match record: complete, replayable, and with all hidden information."""
        record: dict[str, Any] = {
            "format": RECORD_FORMAT,
            "game": self.game,
            "rules": self.setup.game.version,
            "options": self.setup.options.given(),
        }
        if self.origin is not None:
            record["origin"] = self.origin.as_dict()
        if self.seed is not None:
            record["seed"] = self.seed
        record |= {"deal": self._deal, "moves": list(self.moves)}
        if self.fair and (self.is_over or self.is_revealed):
            record["shuffle"] = self.fair.as_dict()
        if self.seats is not None:
            record["seats"] = self.seats
        if self.is_over:
            record["result"] = {"scores": self.scores(), "winners": self.winners()}
        return record


def _first_extended_key(deal: Mapping[str, Any], given: Mapping[str, Any]) -> str | None:
    """Return the first key of a deal that holds more than the given deal."""
    return next((key for key, value in deal.items() if _is_extended(value, given.get(key))), None)


def _is_extended(value: Any, given: Any) -> bool:
    return given is None or (isinstance(value, list) and len(value) > len(given))


def _deal_keys(setup: Setup) -> set[str]:
    """Return the keys of a deal of this game."""
    return set(_sample_deal(setup))


def _sample_deal(setup: Setup) -> dict[str, Any]:
    states = setup.game.rules.state.empty()
    setup.game.rules.kernels.deal(setup.content, states[0], stream(0))
    return setup.game.documents.write_deal(setup, states[0])


def checked_seed(seed: object) -> int | None:
    """Return a checked seed, None for a random one; raise `BadOption` if it is not an integer from 0 on."""
    if seed is None:
        return None
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or not 0 <= seed <= MAX_SEED:
        raise cannot_be("seed", seed, said("a whole number from {low} to {high}", low=0, high=MAX_SEED))
    return int(seed)


def _checked_fair(setup: Setup, opening: Opening) -> FairShuffle | None:
    """Return the checked fair shuffle of an opening, which must have no seed, deal or origin."""
    fair = opening.fair
    if fair is None:
        return None
    if opening.seed is not None or opening.deal is not None or opening.origin is not None:
        message = said("a match with a fair shuffle accepts neither a seed nor a deal")
        raise BadOption(message, where="fair", allowed=said("a fair shuffle, or a seed and a deal"), problem="together")
    if len(fair.words) != setup.players:
        need = said("a list of {players} seeds, one per seat", players=setup.players)
        raise cannot_be("shuffle.words", list(fair.words), need)
    return fair


def _fair_deal(setup: Setup, fair: FairShuffle) -> dict[str, Any]:
    """Return the complete deal that follows from a fair shuffle; parts that are dealt later are empty lists."""
    documents = setup.game.documents
    lists = {each.name: fair.shuffled(each) for each in documents.shuffles(setup, None)}
    later: dict[str, Any] = {key: [] for key, value in _sample_deal(setup).items() if value == []}
    deal = later | _checked_deal(setup, documents.from_shuffles(lists) if lists else {})
    if missing := sorted(_deal_keys(setup) - deal.keys()):
        raise _not_shuffled(setup, missing)
    return deal


def _not_shuffled(setup: Setup, keys: Sequence[str]) -> BadOption:
    """Return the error for a game that does not declare all its shuffles; the missing parts would not be fair."""
    places = {"game": setup.game.name, "keys": listing(keys)}
    message = said("{game} does not say how these parts of its deal are shuffled: {keys}", **places)
    return BadOption(message, given=setup.game.name, where="fair", allowed=said("a game that declares its shuffles"))


def _checked_deal(setup: Setup, deal: object) -> dict[str, Any]:
    if deal is None:
        return {}
    if not isinstance(deal, Mapping):
        message = said("a deal cannot be {given}; use an object", given=shown(deal))
        raise BadDeal(message, given=deal, where="deal", allowed=said("an object"))
    keys = sorted(_deal_keys(setup))
    for key in deal:
        if key not in keys:
            message = said("a deal has no key {given}; its keys are {known}", given=shown(key), known=listing(keys))
            raise BadDeal(message, given=key, where="deal", allowed=keys)
    return dict(deal)


def _checked_seats(setup: Setup, seats: object) -> list[dict[str, Any]] | None:
    if seats is None:
        return None
    allowed = said("a list of {players} objects, one per seat, each with a name", players=setup.players)
    entries = seats if isinstance(seats, Sequence) else []
    if not all(map(_is_seat, entries)) or len(entries) != setup.players:
        raise cannot_be("seats", seats, allowed)
    return [dict(seat) for seat in entries]


def record_seat(name: str, *, lacks_net: bool = False) -> dict[str, Any]:
    """Return a seat of a record; `lacks_net` says that a bot plays without its net, which does not fit the cards."""
    return {"name": name, "lacks_net": True} if lacks_net else {"name": name}


def _is_seat(seat: object) -> bool:
    """Return whether a value has the form of a seat of a record."""
    if not isinstance(seat, Mapping) or not seat.keys() <= {"name", "lacks_net"}:
        return False
    return is_writable(seat.get("name")) and seat.get("lacks_net", True) is True
