"""Common parts of all environments: parsed options, a match, its text and its pictures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from courtly.engine.contract.game import Setup, find_game
from courtly.engine.errors import cannot_be, listing
from courtly.engine.sentences import said
from courtly.envs import drawing
from courtly.envs.errors import EpisodeOver, as_value_errors, illegal_action
from courtly.envs.fast import FastMatch
from courtly.envs.kernels import SHAPED, settle
from courtly.envs.rewards import reward_kind
from courtly.envs.setups import setup_of
from courtly.envs.words import in_words, legal_in_words
from courtly.text.languages import LANGUAGES

RENDER_MODES = ["ansi", "human", "rgb_array"]
METADATA = {"render_modes": RENDER_MODES, "render_fps": 2}
MAX_SEED = 2**53


def prepared(game: str, players: int | None, options: Mapping[str, Any]) -> Setup:
    """Return the setup of an environment; raise `UnknownGame`, or `BadValue` for an invalid option.

    An option that takes a document may name its file, and the option `mini` selects a mini game.
    """
    given = dict(options) if players is None else {"players": players, **options}
    with as_value_errors():
        return setup_of(game, find_game(game).rules.options.load_documents(given))


class Board:
    """A match of an environment, with its text, pictures and rewards.

    Attributes
    ----------
    play
        The match; None before the first reset.
    is_shaped
        Whether every move has rewards, not only the end of the match.
    """

    def __init__(self, setup: Setup, *, reward: str, render_mode: str | None, lang: str) -> None:
        with as_value_errors():
            self.reward = reward_kind(reward)
            if render_mode is not None and render_mode not in RENDER_MODES:
                raise cannot_be("render_mode", render_mode, listing(RENDER_MODES))
            if lang not in LANGUAGES:
                raise cannot_be("lang", lang, listing(LANGUAGES))
        self.setup, self.render_mode, self.lang = setup, render_mode, lang
        self.is_shaped = self.reward == SHAPED
        self.play: FastMatch | None = None
        self._count = setup.codec.count
        self.rewards = np.zeros(setup.players)
        self._worth = np.zeros(setup.players)
        self._work = setup.game.rules.state.empty()

    @property
    def now(self) -> FastMatch:
        """The match; raises `EpisodeOver` before the first reset."""
        if self.play is None:
            raise EpisodeOver(said("there is no match until the first reset"), allowed="reset()")
        return self.play

    def begin(self, seed: int) -> FastMatch:
        """Deal a match."""
        if self.play is None:
            self.play = FastMatch(self.setup, seed)
        else:
            self.play.restart(seed)
        self._worth[:] = 0
        self.settle()
        self.rewards[:] = 0
        return self.play

    def take(self, action: Any) -> FastMatch:
        """Play an action and return the match; raise `EpisodeOver` or `IllegalAction` before anything changes."""
        play = self.play or self.now
        if type(action) is int and 0 <= action < self._count and play.may[action]:
            play.play(action)
        else:
            play.play(self._checked(play, action))
        return play

    def _checked(self, play: FastMatch, action: Any) -> int:
        """Convert an action, which may be a NumPy value, to the number of a legal move, or raise an error."""
        if play.is_over:
            message = said("the match is over after {count} moves", count=len(play.moves))
            raise EpisodeOver(message, given=action, where=f"move {len(play.moves) + 1}", allowed="reset()")
        if isinstance(action, np.ndarray) and not action.ndim:
            action = action[()]  # the type of Stable-Baselines3 predictions
        whole = isinstance(action, int | np.integer) and not isinstance(action, bool)
        if not whole or not 0 <= action < len(play.mask) or not play.mask[action]:
            raise illegal_action(play.match, action, lang=self.lang)
        return int(action)

    def settle(self) -> npt.NDArray[np.float64]:
        """Return the rewards of all seats since the previous call."""
        play = self.now
        if play.to_move < 0 or self.is_shaped:
            settle(self.setup.contents, play.state, self._work, self.reward, self._worth, self.rewards)
        else:
            self.rewards[:] = 0.0
        return self.rewards

    def text(self, seat: int | None, lang: str | None) -> str:
        """Return a seat's knowledge as text."""
        return in_words(self.now.match, seat, lang or self.lang)

    def legal_text(self, lang: str | None) -> dict[int, str]:
        """Return the legal moves in words, by number."""
        return legal_in_words(self.now.match, lang or self.lang)

    def render(self, seat: int | None) -> Any:
        """Return or show the view of a seat, or of a spectator for None, according to `render_mode`."""
        if self.render_mode is None:
            return None
        return drawing.DRAWINGS[self.render_mode](self.now.match, seat, self.lang)


def drawn_seed(rng: np.random.Generator) -> int:
    """Return a random seed for a match."""
    return int(rng.integers(MAX_SEED))
