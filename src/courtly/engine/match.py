"""One match: options, a deal and moves; checked play; what each seat may know; the match record.

The true state lives here and in batches, and leaves through three doors only: `view` for a seat or a spectator,
`knowledge` for a bot, and `record`, which is the whole truth and reaches no seat before the end.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from courtly.engine.errors import BadDeal, BadOption, IllegalMove, NotOver, WrongSeat, listed, shown
from courtly.engine.game import Event, Setup
from courtly.engine.knowledge import Knowledge
from courtly.engine.rng import stream

RECORD_FORMAT = "courtly-match/1"
MAX_SEED = 2**63 - 1
_SEED_BITS = 53
"""Seeds drawn here are whole in every JSON reader, those that keep numbers as doubles among them."""


@dataclass(frozen=True, slots=True)
class Choices:
    """What a match is made from, beside the game and its options.

    Attributes
    ----------
    seed
        Where the deal, or what is missing of it, comes from; None when the deal is complete.
    deal
        The deal as given: any of its keys, or None.
    seats
        One table of names or the like per seat, or None.
    """

    seed: int | None = None
    deal: Mapping[str, Any] | None = None
    seats: Sequence[Mapping[str, Any]] | None = None


class Match:
    """A match of any game, played through a checked door.

    Examples
    --------
    >>> import courtly
    >>> match = courtly.new_match("courtisans", players=2, seed=7)
    >>> match.play(match.legal_moves()[0])
    >>> match.version, match.is_over
    (1, False)
    """

    def __init__(self, setup: Setup, choices: Choices) -> None:
        self.setup = setup
        self.moves: list[str] = []
        self._events: list[Event] = []
        self._states = setup.game.state.empty()
        self._legal = np.empty(setup.max_legal, np.int32)
        self.seed = _checked_seed(choices.seed)
        self.deal_given = _checked_deal(setup, choices.deal)
        self.seats = _checked_seats(setup, choices.seats)
        self._deal = self._dealt()

    def _dealt(self) -> dict[str, Any]:
        """Deal into the state and return the deal in full."""
        game, content, s = self.setup.game, self.setup.content, self._states[0]
        complete = self.deal_given.keys() >= _deal_keys(self.setup)
        if self.seed is None and (game.follow or not complete):
            # Of a game that deals again later on, a deal never says all.
            self.seed = secrets.randbits(_SEED_BITS)
        game.kernels.deal(content, s, stream(self.seed or 0))
        deal = self.deal_given if complete else {**game.write_deal(self.setup, s), **self.deal_given}
        if self.deal_given:
            game.read_deal(self.setup, s, deal)
        deal = dict(deal)
        self._follow(s, deal)
        return deal

    def _follow(self, s: Any, deal: dict[str, Any]) -> None:
        """Let a game that deals again later on keep the deal's document, and the state, up to date."""
        if self.setup.game.follow:
            self.setup.game.follow(self.setup, s, deal, self.deal_given)

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.setup.game.name

    @property
    def options(self) -> dict[str, Any]:
        """All options of the match, defaults included."""
        return self.setup.options.model_dump(mode="json")

    @property
    def players(self) -> int:
        """The number of seats."""
        return self.setup.players

    @property
    def version(self) -> int:
        """How many moves have been played."""
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
        """Return what the deciding seat may play, sorted by code point."""
        n = self.setup.game.kernels.legal(self.setup.content, self._states[0], self._legal)
        return sorted(self.setup.codec.format(int(move)) for move in self._legal[:n])

    def why_not(self, text: str) -> str | None:
        """Return why a move cannot be played now, None when it can."""
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
            With the reason; nothing has changed then. `UnknownMove` when the line is no move of this game.
        """
        move = self._checked(text)
        after = self._states.copy()
        self.setup.game.kernels.apply(self.setup.content, after[0], move)
        self._follow(after[0], self._deal)
        self._events += self.setup.game.events(self.setup, self._states[0], move, after[0])
        self._states = after
        self.moves.append(text)

    def _checked(self, text: str) -> int:
        move = self.setup.codec.parse(text)
        code = int(self.setup.game.kernels.reason(self.setup.content, self._states[0], move))
        if code:
            legal = self.legal_moves()
            message = f"move {self.version + 1}, {shown(text)}, cannot be played: {self.setup.game.reasons[code]}"
            raise IllegalMove(message, given=text, where=f"move {self.version + 1}", allowed=legal)
        return move

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """Return what a seat may know, a spectator when None, as a plain value fit for JSON."""
        place = self._checked_seat(seat)
        facts = self.setup.game.view(self.setup, self._states[0], place)
        return {
            "game": self.game,
            "options": self.options,
            "seat": seat,
            "players": self.players,
            "to_move": self.to_move,
            "version": self.version,
            **facts,
            "legal": self.legal_moves() if seat is not None and seat == self.to_move else [],
            "log": [_line(event, seat) for event in self._events],
        }

    def knowledge(self, seat: int) -> Knowledge:
        """Return what a bot in that seat is given: the view, and a source of redeals that has lost the truth."""
        self._checked_seat(seat)
        return Knowledge(self.setup, seat, self.view(seat), self._states)

    def _checked_seat(self, seat: int | None) -> int:
        if seat is None:
            return -1
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.players:
            allowed = f"0 to {self.players - 1}"
            raise WrongSeat(
                f"there is no seat {shown(seat)}; there are {allowed}", given=seat, where="seat", allowed=allowed
            )
        return seat

    def scores(self) -> list[int]:
        """Return the final scores by seat; raise `NotOver` before the end."""
        if not self.is_over:
            raise NotOver(
                "a match has scores only when it is over", where=f"move {self.version}", allowed="after the last move"
            )
        out = np.zeros(self.players, np.int32)
        self.setup.game.kernels.score(self.setup.content, self._states[0], out)
        return [int(score) for score in out]

    def winners(self) -> list[int]:
        """Return the seats that share victory; raise `NotOver` before the end."""
        scores = self.scores()
        return [seat for seat, score in enumerate(scores) if score == max(scores)]

    @property
    def beyond_the_given_deal(self) -> str | None:
        """The first key of the deal of which the seed has supplied something, None when all was given."""
        return next((key for key, value in self._deal.items() if _goes_beyond(value, self.deal_given.get(key))), None)

    def record(self) -> dict[str, Any]:
        """Return the match record: complete, replayable, and the whole truth."""
        record: dict[str, Any] = {
            "format": RECORD_FORMAT,
            "game": self.game,
            "rules": self.setup.game.rules,
            "options": self.setup.options.given(),
        }
        if self.seed is not None:
            record["seed"] = self.seed
        record |= {"deal": self._deal, "moves": list(self.moves)}
        if self.seats is not None:
            record["seats"] = self.seats
        if self.is_over:
            record["result"] = {"scores": self.scores(), "winners": self.winners()}
        return record


def _goes_beyond(value: Any, given: Any) -> bool:
    return given is None or (isinstance(value, list) and len(value) > len(given))


def _line(event: Event, seat: int | None) -> dict[str, Any]:
    """Return a line of the log as a seat knows it."""
    if event.report is not None:
        return {"report": event.report}
    return {"seat": event.seat, "move": event.own if event.seat == seat else event.others}


def _deal_keys(setup: Setup) -> set[str]:
    """Return the keys that a deal of this game has."""
    states = setup.game.state.empty()
    setup.game.kernels.deal(setup.content, states[0], stream(0))
    return set(setup.game.write_deal(setup, states[0]))


def _checked_seed(seed: object) -> int | None:
    if seed is None:
        return None
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= MAX_SEED:
        allowed = f"a whole number, 0 to {MAX_SEED}"
        raise BadOption(f"seed cannot be {shown(seed)}; it is {allowed}", given=seed, where="seed", allowed=allowed)
    return seed


def _checked_deal(setup: Setup, deal: object) -> dict[str, Any]:
    if deal is None:
        return {}
    if not isinstance(deal, Mapping):
        raise BadDeal(
            f"a deal cannot be {shown(deal)}; it is a table of its keys", given=deal, where="deal", allowed="a table"
        )
    keys = sorted(_deal_keys(setup))
    for key in deal:
        if key not in keys:
            raise BadDeal(
                f"a deal has no key {shown(key)}; it has {listed(keys)}", given=key, where="deal", allowed=keys
            )
    return dict(deal)


def _checked_seats(setup: Setup, seats: object) -> list[dict[str, Any]] | None:
    if seats is None:
        return None
    allowed = f"a list of {setup.players} tables, one per seat, each with a name"
    entries = seats if isinstance(seats, Sequence) else []
    named = all(
        isinstance(seat, Mapping) and set(seat) == {"name"} and isinstance(seat["name"], str) for seat in entries
    )
    if not named or len(entries) != setup.players:
        raise BadOption(f"seats cannot be {shown(seats)}; it is {allowed}", given=seats, where="seats", allowed=allowed)
    return [dict(seat) for seat in entries]
