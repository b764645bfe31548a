"""The games for PettingZoo, as AEC and parallel environments. Only the action of the seat to move is played."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from courtly.engine.contract.game import Setup
from courtly.envs.base import METADATA, Board, drawn_seed
from courtly.envs.errors import as_seed
from courtly.envs.fast import FastMatch
from courtly.envs.legal import LegalMoves
from courtly.envs.versions import env_name

Observations = dict[str, npt.NDArray[Any]]


def agent_names(players: int) -> list[str]:
    """Return the names of the agents, by seat."""
    return [f"player_{seat}" for seat in range(players)]


def observation_space(setup: Setup) -> spaces.Dict:
    """Return the space of an agent's observation."""
    size, count = setup.game.rules.observation.size, setup.codec.count
    return spaces.Dict(
        observation=spaces.Box(0.0, 1.0, (size,), np.float32), action_mask=spaces.Box(0, 1, (count,), np.int8)
    )


class SharedEnvironment:
    """Common parts of both PettingZoo environments: a board, its agents, their spaces, text and pictures."""

    board: Board
    setup: Setup
    possible_agents: list[str]
    render_mode: str | None

    def _set(self, setup: Setup, board: Board, max_cycles: int | None) -> None:
        self.setup, self.board, self.render_mode = setup, board, board.render_mode
        self.possible_agents = agent_names(setup.players)
        self.agents: list[str] = []
        self.max_cycles = max_cycles
        self._seat = {name: seat for seat, name in enumerate(self.possible_agents)}
        self._spaces = {name: observation_space(setup) for name in self.possible_agents}
        self._moves = {name: LegalMoves(setup.codec.count, self._mask_of(name)) for name in self.possible_agents}
        self._no_moves = np.zeros(setup.codec.count, np.int8)
        self._rng = np.random.default_rng()
        players, size = setup.players, setup.game.rules.observation.size
        self.state_space = spaces.Box(0.0, 1.0, (players * size,), np.float32)

    def _mask_of(self, name: str) -> Any:
        return lambda: self._masked(self._seat[name])

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of an agent's observation."""
        return self._spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of an agent's actions. While the agent is to move, samples without a mask are legal."""
        return self._moves[agent]

    def _deal(self, seed: int | None) -> None:
        if (given := as_seed(seed)) is not None:
            self._rng = np.random.default_rng(given)
        self.board.begin(drawn_seed(self._rng))
        self.agents = list(self.possible_agents)

    def _masked(self, seat: int) -> npt.NDArray[np.int8]:
        play = self.board.play
        return play.masked() if play is not None and seat == play.to_move else self._no_moves.copy()

    def _observations(self, seat: int) -> Observations:
        return {"observation": self.board.now.observe(seat), "action_mask": self._masked(seat)}

    def state(self) -> npt.NDArray[np.float32]:
        """Return the knowledge of all seats together, for critics in training. No seat may see it."""
        return np.concatenate([self.board.now.observe(seat) for seat in range(self.setup.players)])

    def render(self) -> Any:
        """Render the spectator's view, which contains no secrets."""
        return self.board.render(None)

    def text(self, agent: str | None = None, lang: str | None = None) -> str:
        """Return the knowledge of an agent, by default the one to move, in plain language, with its moves by number."""
        seat = max(self.board.now.to_move, 0) if agent is None else self._seat[agent]
        return self.board.text(seat, lang)

    def legal_text(self, lang: str | None = None) -> dict[int, str]:
        """Return the legal moves of the agent to move in words, by number."""
        return self.board.legal_text(lang)

    def close(self) -> None:
        """Do nothing: there is no window."""


class CourtlyAEC(SharedEnvironment, AECEnv):
    """A game for PettingZoo, with one decision per step. Created by `courtly.envs.aec`.

    An agent's observation is `{"observation", "action_mask"}`; its info contains the mask too.
    """

    def __init__(self, setup: Setup, board: Board, max_cycles: int | None = None) -> None:
        super().__init__()
        self.metadata: dict[str, Any] = {**METADATA, "name": env_name(setup.game), "is_parallelizable": False}
        self._set(setup, board, max_cycles)
        self._deciders = [*self.possible_agents, self.possible_agents[0]]
        self._shown_to: str | None = None
        self._shown: Observations = {}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal another match. Equal seeds give equal matches."""
        self._deal(seed)
        agents = self.agents
        self.rewards: dict[str, float] = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards: dict[str, float] = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos: dict[str, dict[str, Any]] = {name: {"action_mask": self._no_moves.copy()} for name in agents}
        self._select(self.board.now)

    def _select(self, play: FastMatch) -> None:
        """Select the agent to move, or the first agent when the match is over, and store its observation and mask."""
        self.agent_selection = agent = self._deciders[play.to_move]
        if play.to_move < 0:
            self._shown_to, self.infos[agent] = None, {"action_mask": self._no_moves.copy()}
            return
        seen, mask = play.given()
        self._shown_to, self._shown = agent, {"observation": seen, "action_mask": mask}
        self.infos[agent] = {"action_mask": mask}

    def observe(self, agent: str) -> Observations:
        """Return an agent's observation and its legal moves, which are empty while another agent is to move."""
        if agent == self._shown_to:
            self._shown_to = None  # handed out, so nothing else may share these arrays
            return self._shown
        return self._observations(self._seat[agent])

    def step(self, action: int | None) -> None:
        """Play the move of the agent to move; raise `IllegalAction` before anything changes."""
        agent, board = self.agent_selection, self.board
        if self.agents and (self.terminations[agent] or self.truncations[agent]):
            self._was_dead_step(action)
            return
        play = board.take(action)
        self._cumulative_rewards[agent] = 0.0
        if play.to_move < 0 or board.is_shaped:
            self.rewards = dict(zip(self.agents, board.settle().tolist(), strict=True))
            self._accumulate_rewards()
        if play.to_move < 0:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_cycles is not None and len(play.moves) >= self.max_cycles * self.setup.players:
            self.truncations = dict.fromkeys(self.agents, True)
        self._select(play)
        if agent != self.agent_selection:
            self.infos[agent] = {"action_mask": self._no_moves.copy()}


class CourtlyParallel(SharedEnvironment, ParallelEnv):
    """A game for PettingZoo's parallel interface: all agents submit an action, but only the agent to move plays.

    The masks of the other agents are empty, and their actions are ignored.
    """

    def __init__(self, setup: Setup, board: Board, max_cycles: int | None = None) -> None:
        self.metadata: dict[str, Any] = {**METADATA, "name": env_name(setup.game)}
        self._set(setup, board, max_cycles)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observations], dict[str, dict[str, Any]]]:
        """Deal another match. Equal seeds give equal matches."""
        self._deal(seed)
        return self._told()

    def _told(self) -> tuple[dict[str, Observations], dict[str, dict[str, Any]]]:
        seats = self._seat.items()
        return (
            {name: self._observations(seat) for name, seat in seats},
            {name: {"action_mask": self._masked(seat)} for name, seat in seats},
        )

    def step(self, actions: dict[str, int]) -> Any:
        """Play the move of the agent to move; raise `IllegalAction` before anything changes."""
        board, names = self.board, self.possible_agents
        decider = names[board.now.to_move]
        play = board.take(actions.get(decider))
        over = play.is_over
        late = not over and self.max_cycles is not None and len(play.moves) >= self.max_cycles
        rewards = dict(zip(names, board.settle().tolist(), strict=True))
        seen, infos = self._told()
        if over or late:
            self.agents = []
        return seen, rewards, dict.fromkeys(names, over), dict.fromkeys(names, late), infos
