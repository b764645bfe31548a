"""The games for OpenSpiel. Importing this module registers `courtly_courtisans(players=3)` and so on.

A deal is drawn by three chance nodes of 256 outcomes each, 16.7 million deals in all. So chance is sampled without a
list of all shuffles, and a history defines a match completely. Chance events within a match follow from its deal. A
mini game, `courtly_courtisans(mini=spies)`, has one chance node. Its outcomes are all deals with exact probabilities.

An information state contains a seat's past and present knowledge, as text. A mini game also has it as a tensor, with
the seat's observation after each move. In other games this tensor would be very large. Observations always have text
and tensor. The pieces of tensors are named.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from math import prod
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from courtly.engine.compile.rng import Stream, stream
from courtly.engine.contract.game import Setup, find_game, game_names
from courtly.engine.contract.layout import Visibility
from courtly.engine.contract.options import Options
from courtly.engine.extras import library
from courtly.engine.sentences import said
from courtly.envs.base import Board, prepared
from courtly.envs.errors import EpisodeOver, illegal_action
from courtly.envs.fast import FastMatch
from courtly.envs.ids import fewest_players
from courtly.envs.openspiel_mini import DealtMatch, deals
from courtly.envs.setups import MINI, has_mini, longest
from courtly.envs.words import in_words
from courtly.text.languages import ENGLISH

if TYPE_CHECKING:
    import pyspiel
else:
    pyspiel = library("pyspiel", said("games of OpenSpiel"), where="openspiel", extra="openspiel")

OUTCOMES = 256
CHANCE_NODES = 3
LONGEST = 100_000
"""Maximum number of decisions in a match, which OpenSpiel requires, of a game that does not know its own."""

_UTILITY, _MANY = 1e6, 10
_TAKEN = (bool, int, str)
NO_MINI = "off"
PLAYER = "player"


class Seeds:
    """Chance that selects one of many deals with a few nodes."""

    nodes = CHANCE_NODES
    outcomes: ClassVar = [(outcome, 1 / OUTCOMES) for outcome in range(OUTCOMES)]

    def __init__(self, setup: Setup) -> None:
        self._setup = setup

    def deal(self, drawn: Sequence[int]) -> FastMatch:
        """Return the match of a deal."""
        return FastMatch(self._setup, sum(digit * OUTCOMES**place for place, digit in enumerate(drawn)))


class Deals:
    """Chance with a single node that has an outcome for every deal of a mini game."""

    nodes = 1

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        weights = [deal.weight for deal in deals(setup)]
        self.outcomes = [(number, weight / sum(weights)) for number, weight in enumerate(weights)]

    def deal(self, drawn: Sequence[int]) -> FastMatch:
        """Return the match of a deal."""
        return DealtMatch(self._setup, drawn[0])


class CourtlyGame(pyspiel.Game):
    """A setup as an OpenSpiel game.

    Parameters
    ----------
    params
        The options of the game, including `mini` if it has mini games, and `reward`: `share` (the default), `margin`
        or `score`.
    """

    name: ClassVar[str]
    """Name of the game. Each game has its own class, which OpenSpiel's registry keeps for the life of the process."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        name, given = self.name, dict(params or {})
        self.reward = given.pop("reward", "share")
        self.setup = _setup(name, given)
        self.is_mini = given.get(MINI, NO_MINI) != NO_MINI
        self.chance: Seeds | Deals = Deals(self.setup) if self.is_mini else Seeds(self.setup)
        Board(self.setup, reward=self.reward, render_mode=None, lang=ENGLISH)
        zero_sum, players = self.reward == "share", self.setup.players
        facts = pyspiel.GameInfo(
            num_distinct_actions=self.setup.codec.count,
            max_chance_outcomes=len(self.chance.outcomes),
            num_players=players,
            min_utility=-1.0 if zero_sum else -_UTILITY,
            max_utility=1.0 if zero_sum else _UTILITY,
            utility_sum=0.0 if zero_sum else None,
            max_game_length=longest(self.setup) or LONGEST,
        )
        super().__init__(_game_type(name, zero_sum=zero_sum, is_mini=self.is_mini), facts, params or {})

    def new_initial_state(self, _document: Any = None) -> CourtlyState:
        """Return a match whose deal has not been drawn yet."""
        return CourtlyState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return the number of chance nodes."""
        return self.chance.nodes

    def make_py_observer(self, kind: Any = None, params: Mapping[str, Any] | None = None) -> CourtlyObserver:
        """Return an observer for an `IIGObservationType`."""
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        return CourtlyObserver(self.setup, kind, params, moves=longest(self.setup) if self.is_mini else None)


class CourtlyState(pyspiel.State):
    """A position. Its Python attributes are copied and pickled with it.

    Attributes
    ----------
    play
        The match; None while its deal is being drawn.
    """

    def __init__(self, game: CourtlyGame) -> None:
        super().__init__(game)
        self.play: FastMatch | None = None
        self.drawn: list[int] = []

    @property
    def _game(self) -> CourtlyGame:
        game: CourtlyGame = self.get_game()
        return game

    @property
    def _dealt(self) -> FastMatch:
        if self.play is None:
            raise EpisodeOver(said("there is no match until its deal is drawn"), allowed="apply_action")
        return self.play

    def current_player(self) -> int:
        """Return the seat to move, or the chance or terminal player."""
        if self.play is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.play.is_over else self.play.to_move

    def is_terminal(self) -> bool:
        """Return whether the match is over."""
        return self.play is not None and self.play.is_over

    def is_chance_node(self) -> bool:
        """Return whether the deal is being drawn."""
        return self.play is None

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the legal actions; a seat that must wait has none. Avoids a detour through C++."""
        if self.play is None:
            return [outcome for outcome, _ in self._game.chance.outcomes]
        if self.play.is_over or (player is not None and player != self.play.to_move):
            return []
        return self._legal_actions(self.play.to_move)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of a chance node with their probabilities."""
        return self._game.chance.outcomes

    def _legal_actions(self, _player: int) -> list[int]:
        legal: list[int] = self._dealt.mask.nonzero()[0].tolist()
        return legal

    def _apply_action(self, action: int) -> None:
        if self.play is None:
            self._draw(action)
        elif self.play.is_over:
            raise EpisodeOver(said("the match is over after {count} moves", count=len(self.play.moves)))
        elif not 0 <= action < len(self.play.mask) or not self.play.mask[action]:
            raise illegal_action(self.play.match, action)
        else:
            self.play.play(action)

    def _draw(self, outcome: int) -> None:
        self.drawn.append(outcome)
        if len(self.drawn) == self._game.chance.nodes:
            self.play = self._game.chance.deal(self.drawn)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {action}" if player < 0 else self._game.setup.codec.format(action)

    def returns(self) -> list[float]:
        """Return the reward of each seat, zeros until the match is over."""
        game = self._game
        if self.play is None or not self.play.is_over:
            return [0.0] * game.setup.players
        board = Board(game.setup, reward=game.reward, render_mode=None, lang=ENGLISH)
        board.play = self.play
        paid: list[float] = board.settle().tolist()
        return paid

    def resample_from_infostate(self, player: int, sampler: Any) -> CourtlyState:
        """Return a position that is consistent with a seat's knowledge; `sampler` returns numbers from 0 to 1."""
        sample: CourtlyState = self.clone()
        sample.play = self._dealt.imagined(player, _stream(sampler))
        return sample

    def __str__(self) -> str:
        if self.play is None:
            return f"{self._game.setup.game.name}, deal {self.drawn}"
        played = " / ".join(map(self._game.setup.codec.format, self.play.moves))
        return f"{self._game.setup.game.name}, deal {self.drawn}, seat {self.current_player()} to move: {played}"


class CourtlyObserver:
    """A seat's knowledge as a tensor and as text, in the interface of OpenSpiel's `observation.py`.

    Attributes
    ----------
    tensor, dict
        The numbers, and their pieces by name as views of `tensor`. With public information alone, hidden pieces are 0.
        With perfect recall the text contains the whole past. In a mini game the tensor contains it too: every piece
        has one row for the deal and one for each move, with at most `moves` moves, and `player` marks the observing
        seat. In other games the tensor contains the seat's present knowledge.
    """

    def __init__(self, setup: Setup, kind: Any, params: Mapping[str, Any] | None, *, moves: int | None) -> None:
        if params:
            raise ValueError(f"there are no parameters for observations; given {dict(params)}")
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("what all seats know together is no observation")
        self._setup, self._recalls = setup, kind.perfect_recall
        self._is_private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        pieces = setup.game.rules.observation
        rows = (moves + 1,) if kind.perfect_recall and moves else ()
        self._keeps_past = bool(rows)
        shapes = {PLAYER: (setup.players,)} if rows else {}
        shapes |= {piece.name: (*rows, *piece.shape) for piece in pieces}
        self.tensor = np.zeros(sum(map(prod, shapes.values())), np.float32)
        # Split into pieces, because OpenSpiel builds one tensor from the arrays in `dict`.
        parts = np.split(self.tensor, np.cumsum([prod(shape) for shape in shapes.values()])[:-1])
        self.dict = {name: part.reshape(shapes[name]) for name, part in zip(shapes, parts, strict=True)}
        self._hidden = [each for each in setup.game.rules.observation if each.visibility != Visibility.EVERYBODY]

    def set_from(self, state: CourtlyState, player: int) -> None:
        """Write the knowledge of a seat; zeros before the deal."""
        self.tensor[:] = 0
        if self._keeps_past and isinstance(state.play, DealtMatch):
            self.dict[PLAYER][player] = 1
            past = np.stack([known[player] for known in state.play.past])
            for name, rows in self._setup.game.rules.observation.split(past).items():
                self.dict[name][: len(past)] = rows
        elif state.play is not None:
            self.tensor[:] = state.play.observe(player)
        for piece in [] if self._is_private else self._hidden:
            self.dict[piece.name][...] = 0

    def string_from(self, state: CourtlyState, player: int) -> str:
        """Return the knowledge of a seat, or of a spectator without private information, as JSON."""
        if state.play is None:
            return f"seat {player}, before the deal"
        if self._recalls and self._is_private and isinstance(state.play, DealtMatch):
            return state.play.information(player)
        match, seat = state.play.match, player if self._is_private else None
        document: dict[str, Any] = {"player": player, "view": match.view(seat)}
        if self._recalls:
            document["log"] = match.log(seat)
        return json.dumps(document, ensure_ascii=False)


def text(state: CourtlyState, player: int, lang: str = ENGLISH) -> str:
    """Return a seat's knowledge in plain language, with its legal moves by number."""
    return in_words(state._dealt.match, player, lang)


def _stream(sampler: Any) -> Stream:
    """Return a stream seeded by the sampler of an OpenSpiel algorithm: a function or a NumPy generator."""
    draw = sampler if callable(sampler) else getattr(sampler, "random", None) or np.random.default_rng().random
    return stream(int(draw() * 2**53))


@cache
def _parameters(name: str) -> dict[str, Any]:
    """Return the game's options that are numbers, strings or bools, with defaults and the smallest number of seats."""
    model: type[Options] = find_game(name).rules.options
    found: dict[str, Any] = {
        key: _parameter(field.default) for key, field in model.model_fields.items() if isinstance(field.default, _TAKEN)
    }
    mini = {MINI: NO_MINI} if has_mini(name) else {}
    return {"players": fewest_players(name), **found, **mini, "reward": "share"}


def _parameter(default: object) -> object:
    """Return a default value in OpenSpiel's form, in which a string of digits is a number."""
    return int(default) if isinstance(default, str) and default.isdecimal() else default


def _setup(name: str, given: dict[str, Any]) -> Setup:
    """Return the setup for parameters. OpenSpiel always passes all parameters, so default values are left out."""
    plain, model = _parameters(name), find_game(name).rules.options.model_fields
    chosen = {key: value for key, value in given.items() if value != plain[key]}
    options = {
        key: str(value) if key == MINI or isinstance(model[key].default, str) else value
        for key, value in chosen.items()
        if key != "players"
    }
    return prepared(name, given.get("players", plain["players"]), options)


def _game_type(name: str, *, zero_sum: bool = True, is_mini: bool = False) -> Any:
    model = find_game(name).rules.options
    players = next(option for option in model.described() if option.name == "players")
    utility = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=f"courtly_{name}",
        long_name=f"Courtly: {name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.ZERO_SUM if zero_sum else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players.most or _MANY,
        min_num_players=fewest_players(name),
        provides_information_state_string=True,
        provides_information_state_tensor=is_mini,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(name),
    )


def register() -> list[str]:
    """Register all games with OpenSpiel, each only once; return their names."""
    return [_registered(name) for name in game_names()]


@cache
def _registered(name: str) -> str:
    pyspiel.register_game(_game_type(name), type(f"CourtlyGame_{name}", (CourtlyGame,), {"name": name}))
    return f"courtly_{name}"


register()
