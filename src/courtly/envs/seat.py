"""A Gymnasium environment for one seat of a game; bots play the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, cast

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from courtly.arena.entrants import check_bot, make_bot
from courtly.bots.base import Bot, choose
from courtly.engine.arrays import Float64Array
from courtly.engine.compile.rng import Stream, stream
from courtly.engine.contract.game import Setup
from courtly.engine.errors import cannot_be
from courtly.engine.play.knowledge import Knowledge
from courtly.engine.sentences import said
from courtly.envs.base import METADATA, Board, drawn_seed
from courtly.envs.errors import as_seed, as_value_errors
from courtly.envs.kernels import AGENT, OTHER
from courtly.envs.legal import LegalMoves
from courtly.envs.nets import seated_lineups
from courtly.text.languages import ENGLISH

Observed = npt.NDArray[np.float32]


class Chooser(Protocol):
    """A custom bot."""

    def choose(self, knowledge: Knowledge, rng: Stream, /) -> object:
        """Return a move as text, as a number or as a `Choice`."""
        ...


Opponent = str | Chooser
"""A bot by its specification, or an object with `choose(knowledge, rng)`."""

Opponents = Opponent | Sequence[Opponent] | Mapping[Opponent, float]
"""A bot for all other seats, one for each, or a pool of bots with their weights."""


def lineups(players: int, bots: Opponents) -> tuple[Float64Array, list[list[Opponent]]]:
    """Return the chances of the members of a pool, and for each member the bots of all other seats."""
    if not isinstance(bots, Mapping):
        return np.ones(1), [lineup(players, bots)]
    weights = list(bots.values())
    if not weights or not all(isinstance(each, int | float) and 0 < each < np.inf for each in weights):
        with as_value_errors():
            raise cannot_be("bots", dict(bots), said("a pool of bots with weights above 0"))
    return np.array(weights) / sum(weights), [lineup(players, bot) for bot in bots]


def lineup(players: int, bots: Opponent | Sequence[Opponent]) -> list[Opponent]:
    """Return a bot for every other seat, counted from the agent. A single bot plays all of them."""
    given: list[Opponent] = list(bots) if isinstance(bots, Sequence) and not isinstance(bots, str) else [bots]
    if len(given) == 1:
        given *= players - 1
    if len(given) != players - 1:
        with as_value_errors():
            raise cannot_be(
                "bots", list(given), said("one bot for all seats, or {count} bots, one per seat", count=players - 1)
            )
    return given


def checked_place(players: int, seat: object) -> int | None:
    """Return the agent's seat, or None if it is drawn for each match; raise `BadValue` if there is no such seat."""
    if seat is None or (isinstance(seat, int) and not isinstance(seat, bool) and 0 <= seat < players):
        return seat
    with as_value_errors():
        raise cannot_be("seat", seat, said("a whole number from {low} to {high}", low=0, high=players - 1))


def _member(bot: Opponent, setup: Setup) -> Bot:
    """Return a bot that does not play in compiled code, after a check that it can play."""
    found = make_bot(bot) if isinstance(bot, str) else cast(Bot, bot)
    check_bot(found, setup)
    return found


class CourtlySeat(gymnasium.Env[Observed, np.int64]):
    """One seat against bots. Created by `courtly.envs.gym`.

    The observation is the seat's tensor. `action_masks()` and `info["action_mask"]` are the mask of its legal moves.
    An episode is a match. A step is one decision of the agent, and all moves of the other seats until the next one.
    `opponents` has the bots of the match, by seat after the agent.
    """

    def __init__(self, setup: Setup, board: Board, bots: Opponents, seat: int | None = 0) -> None:
        self.metadata: dict[str, Any] = dict(METADATA)
        self.setup, self.board, self.render_mode = setup, board, board.render_mode
        self.bots, self._place = bots, checked_place(setup.players, seat)
        self._chances, self._lineups = lineups(setup.players, bots)
        self._seated, self._nets = seated_lineups(setup, self._lineups)
        self._members = [
            [_member(bot, setup) if kind == OTHER else None for bot, kind in zip(own, kinds, strict=True)]
            for own, kinds in zip(self._lineups, self._seated, strict=True)
        ]
        self.opponents = self._lineups[0]
        self._bots = self._members[0]
        self.observation_space = spaces.Box(0.0, 1.0, (setup.game.rules.observation.size,), np.float32)
        self._moves = LegalMoves(setup.codec.count, self._mask, self._mask_ahead)
        self.action_space = self._moves
        self.seat = self._place or 0
        self._luck = stream(0)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observed, dict[str, Any]]:
        """Deal a match and play to the agent's first decision. Equal seeds give equal matches."""
        as_seed(seed)
        super().reset(seed=seed)
        self._moves.has_reset()
        while True:
            play = self.board.begin(drawn_seed(self.np_random))
            self._luck = stream(drawn_seed(self.np_random))
            players = self.setup.players
            self.seat = int(self.np_random.integers(players)) if self._place is None else self._place
            self._draw_opponents()
            kinds = self._kinds_from_agent
            self._kinds = np.array([kinds[(seat - self.seat) % players] for seat in range(players)], np.int32)
            self._bots_move()
            if not play.is_over:
                self.board.settle()
                return play.observe(self.seat), self._info()

    def _draw_opponents(self) -> None:
        """Select a member of the pool for this match."""
        pool = len(self._lineups)
        drawn = int(self.np_random.choice(pool, p=self._chances)) if pool > 1 else 0
        self.opponents, self._bots = self._lineups[drawn], self._members[drawn]
        self._kinds_from_agent = [AGENT, *self._seated[drawn]]

    def step(
        self, action: np.int64 | int | npt.NDArray[np.int64]
    ) -> tuple[Observed, float, bool, bool, dict[str, Any]]:
        """Play the agent's move and all bots' moves; raise `IllegalAction` before anything changes."""
        play = self.board.take(action)
        self._bots_move()
        reward = float(self.board.settle()[self.seat])
        return play.observe(self.seat), reward, play.is_over, False, self._info()

    def _bots_move(self) -> None:
        """Let the bots play until the agent is to move or the match is over."""
        play = self.board.now
        while not play.is_over and play.to_move != self.seat:
            bot = self._bots[(play.to_move - self.seat) % self.setup.players - 1]
            if bot is None:
                play.let_bots_move(self._kinds, self._nets, self._luck)
                continue
            line = choose(bot, play.match.knowledge(play.to_move), self._luck).move
            play.play(self.setup.codec.parse(line))

    def _mask(self) -> npt.NDArray[np.int8]:
        return self.action_masks().astype(np.int8)

    def _mask_ahead(self, seed: int) -> npt.NDArray[np.int8]:
        board = Board(self.setup, reward="score", render_mode=None, lang=ENGLISH)
        twin = CourtlySeat(self.setup, board, self.bots, self._place)
        twin.reset(seed=seed)
        return twin._mask()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return the legal moves, bool by move number, in the form that sb3-contrib's MaskablePPO expects."""
        return self.board.now.mask.copy()

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self._mask(), "seat": self.seat}
        if self.board.now.is_over:
            info["scores"] = np.array(self.board.now.match.scores(), np.int32)
        return info

    def render(self) -> Any:
        """Render the view of the agent's seat."""
        return self.board.render(self.seat)

    def text(self, lang: str | None = None) -> str:
        """Return the knowledge of the agent's seat in plain language, with its legal moves by number."""
        return self.board.text(self.seat, lang)

    def legal_text(self, lang: str | None = None) -> dict[int, str]:
        """Return the legal moves in words, by number."""
        return self.board.legal_text(lang)
