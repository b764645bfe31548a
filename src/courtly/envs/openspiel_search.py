"""OpenSpiel's IS-MCTS on Courtly games: an adapter that makes any game an OpenSpiel game, and a bot that uses it.

The bot is the peer of `ismcts`, with equal game, knowledge and time per move. Its specification is
`python:courtly.envs.openspiel_search:OpenSpielSearch:1s`; benchmarks/README.md has the command. This module needs the
extra `openspiel`.
"""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING, Any

import numpy as np

from courtly.bots import Choice
from courtly.engine.compile.rng import Stream, below, stream
from courtly.engine.contract.game import Setup
from courtly.engine.contract.layout import States
from courtly.engine.errors import cannot_be
from courtly.engine.extras import library
from courtly.engine.play.knowledge import Knowledge
from courtly.engine.sentences import said

if TYPE_CHECKING:
    import pyspiel
    from open_spiel.python.algorithms import ismcts, mcts
else:
    pyspiel, ismcts, mcts = (
        library(name, said("games of OpenSpiel"), where="openspiel", extra="openspiel")
        for name in ("pyspiel", "open_spiel.python.algorithms.ismcts", "open_spiel.python.algorithms.mcts")
    )

UCT = 2.0
"""Exploration constant of OpenSpiel's examples, for results from -1 to 1."""

_BUDGET = re.compile(r"(?:(?P<seconds>[0-9]+(?:\.[0-9]+)?)s|sims=(?P<sims>[0-9]+))")
_SEED_LIMIT = 2**31 - 1


class CourtlyGame(pyspiel.Game):
    """A setup as an OpenSpiel game. All chance events are dealt when a state is created."""

    def __init__(self, setup: Setup) -> None:
        kind = pyspiel.GameType(
            short_name=f"courtly_{setup.game.name}",
            long_name=setup.game.name,
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
            information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.GENERAL_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=setup.players,
            min_num_players=setup.players,
            provides_information_state_string=False,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=False,
        )
        facts = pyspiel.GameInfo(
            num_distinct_actions=setup.codec.count,
            max_chance_outcomes=0,
            num_players=setup.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None,
            max_game_length=100_000,
        )
        super().__init__(kind, facts, {})
        self.setup = setup

    def new_initial_state(self) -> CourtlyState:
        """Return a new match; its deal comes from NumPy's random generator."""
        states = self.setup.game.rules.state.empty()
        random_source = stream(int(np.random.default_rng().integers(_SEED_LIMIT)))
        self.setup.game.rules.kernels.deal(self.setup.content, states[0], random_source)
        return CourtlyState(self, states, random_source)


class CourtlyState(pyspiel.State):
    """A position. The methods that the search calls are implemented in Python, to avoid a detour through C++."""

    def __init__(self, game: CourtlyGame, states: States, random_source: Stream) -> None:
        super().__init__(game)
        self._game = game
        self._setup = game.setup
        self._kernels = game.setup.game.rules.kernels
        self._states, self._s = states, states[0]
        self._random_source = random_source
        self._moves = np.empty(game.setup.max_legal, np.int32)
        self._seen = np.empty(game.setup.game.rules.observation.size, np.float32)

    def get_game(self) -> CourtlyGame:
        """Return the game."""
        return self._game

    def clone(self) -> CourtlyState:
        """Return a copy."""
        return CourtlyState(self._game, self._states.copy(), self._random_source)

    def current_player(self) -> int:
        """Return the seat to move."""
        seat = int(self._s.to_move)
        return int(pyspiel.PlayerId.TERMINAL) if seat < 0 else seat

    def is_terminal(self) -> bool:
        """Return whether the match is over."""
        return bool(self._s.to_move < 0)

    def is_chance_node(self) -> bool:
        """Return False: all chance events have been dealt."""
        return False

    def legal_actions(self, _player: int | None = None) -> list[int]:
        """Return the numbers of the legal moves."""
        count = self._kernels.legal(self._setup.content, self._s, self._moves)
        legal: list[int] = self._moves[:count].tolist()
        return legal

    def apply_action(self, action: int) -> None:
        """Play a move."""
        self._kernels.apply(self._setup.content, self._s, int(action))

    def returns(self) -> list[float]:
        """Return the victory share of each seat, scaled to the range from -1 to 1."""
        scores = np.zeros(self._setup.players, np.int32)
        self._kernels.score(self._setup.content, self._s, scores)
        won = scores == scores.max()
        shares: list[float] = (2.0 * won / won.sum() - 1.0).tolist()
        return shares

    def observation_string(self, _player: int | None = None) -> bytes:
        """Return the observation of the seat to move, as bytes; the search uses it as a key."""
        self._kernels.observe(self._setup.content, self._s, int(self._s.to_move), self._seen)
        return self._seen.tobytes()

    def resample_from_infostate(self, player: int, _sampler: Any) -> CourtlyState:
        """Return a copy in which all information hidden from a seat is sampled again."""
        sample = self.clone()
        self._kernels.redeal(self._setup.content, sample._s, player, self._random_source)
        return sample

    def __str__(self) -> str:
        return f"{self._game.setup.game.name}, seat {self.current_player()} to move"


class TimedSearch(ismcts.ISMCTSBot):
    """OpenSpiel's search with a time limit. OpenSpiel's own loop can only count simulations."""

    def __init__(self, game: CourtlyGame, evaluator: Any, *, seconds: float, random_source: Any) -> None:
        super().__init__(
            game, evaluator, uct_c=UCT, max_simulations=1, random_state=random_source, use_observation_string=True
        )
        self._seconds = seconds

    def run_search(self, state: CourtlyState) -> Any:
        """Search until the time is over, with at least two simulations."""
        deadline = time.monotonic() + self._seconds
        self.reset()
        legal = state.legal_actions()
        if len(legal) == 1:
            return [(legal[0], 1.0)]
        self._root_node = self.create_new_node(state)
        self.simulations = 0
        while self.simulations < 2 or time.monotonic() < deadline:
            self.run_simulation(self.sample_root_state(state))
            self.simulations += 1
        return self.get_final_policy(state, self._root_node)


class OpenSpielSearch:
    """OpenSpiel's search as a Courtly bot.

    Parameters
    ----------
    text
        Budget: `1s` for seconds, `sims=500` for simulations.
    """

    def __init__(self, text: str = "1s") -> None:
        budget = _BUDGET.fullmatch(text)
        if budget is None or not any(float(number or 0) for number in budget.groups()):
            raise cannot_be("budget", text, said("seconds such as 1s, or simulations such as sims=500, more than 0"))
        self.name = f"openspiel:{text}"
        self._seconds = float(budget["seconds"]) if budget["seconds"] else None
        self._simulations = int(budget["sims"] or 0)
        self._game: CourtlyGame | None = None

    def choose(self, knowledge: Knowledge, rng: Stream, _budget: object = None) -> Choice:
        """Return the move that OpenSpiel's search chooses."""
        if self._game is None or self._game.setup is not knowledge.setup:
            self._game = CourtlyGame(knowledge.setup)
        random_source = np.random.RandomState(below(rng, _SEED_LIMIT))
        state = CourtlyState(self._game, knowledge.redeal(rng), rng)
        evaluator = mcts.RandomRolloutEvaluator(1, random_source)
        if self._seconds is not None:
            search: Any = TimedSearch(self._game, evaluator, seconds=self._seconds, random_source=random_source)
        else:
            search = ismcts.ISMCTSBot(
                self._game, evaluator, UCT, self._simulations, random_state=random_source, use_observation_string=True
            )
        return Choice(knowledge.setup.codec.format(int(search.step(state))))
