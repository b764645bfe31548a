"""A small OpenSpiel game as a complete tree in Gambit's extensive form, which OpenSpiel solves in C++.

OpenSpiel's CFR, best responses and exploitability also run directly on the games of `courtly.envs.openspiel`, but then
call Python for every history. On the tree they are some hundred times as fast. Gambit can also read the tree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from courtly.engine.extras import library
from courtly.engine.sentences import said

if TYPE_CHECKING:
    import pyspiel
else:
    pyspiel = library("pyspiel", said("games of OpenSpiel"), where="openspiel", extra="openspiel")

Policy = dict[str, list[tuple[int, float]]]
"""Actions with their probabilities, by information state, in the form that OpenSpiel's C++ functions accept."""


@dataclass(frozen=True, slots=True)
class InformationSet:
    """An information set: its name in `Tree.game`, its number, the legal actions, and one of its histories."""

    name: str
    number: int
    actions: Sequence[int]
    history: Sequence[int]


class Tree:
    """All histories of a small game.

    Parameters
    ----------
    game
        An OpenSpiel game with explicit chance and perfect recall.

    Attributes
    ----------
    text
        The tree in Gambit's format, `.efg`; action names are their numbers.
    sets
        Information sets, by information state string of the given game.
    histories
        Number of histories, including chance nodes and terminal ones.

    Examples
    --------
    >>> tree = Tree(pyspiel.load_game("kuhn_poker"))
    >>> tree.histories, len(tree.sets)
    (58, 12)
    >>> round(tree.nash_conv(tree.uniform()), 4)
    0.9167
    """

    def __init__(self, game: Any) -> None:
        self._given = game
        self.sets: dict[str, InformationSet] = {}
        self.histories = 0
        self._counts = [0] * game.num_players()
        self._actions: dict[int, int] = {}
        self._chances, self._ends = 0, dict[tuple[float, ...], int]()
        names = " ".join(f'"seat {seat}"' for seat in range(game.num_players()))
        head = f'EFG 2 R "{game.get_type().short_name}" {{ {names} }} ""'
        self.text = "\n".join([head, *self._lines(game.new_initial_state()), ""])

    def _lines(self, state: Any) -> Iterator[str]:
        """Yield a line for every history from a position on, in depth-first order."""
        self.histories += 1
        if state.is_terminal():
            yield self._end(state)
            return
        yield self._chance(state) if state.is_chance_node() else self._decision(state)
        for action in state.legal_actions():
            yield from self._lines(state.child(action))

    def _end(self, state: Any) -> str:
        paid = tuple(state.returns())
        number = self._ends.setdefault(paid, len(self._ends) + 1)
        return f't "" {number} "" {{ {" ".join(map(str, paid))} }}'

    def _chance(self, state: Any) -> str:
        self._chances += 1
        outcomes = " ".join(f'"c{outcome}" {chance!r}' for outcome, chance in state.chance_outcomes())
        return f'c "" {self._chances} "" {{ {outcomes} }} 0'

    def _decision(self, state: Any) -> str:
        player, key, legal = state.current_player(), state.information_state_string(), state.legal_actions()
        if key not in self.sets:
            self._counts[player] += 1
            number = self._counts[player]
            self.sets[key] = InformationSet(f"{player}-{player}-{number}-", number, legal, state.history())
        # OpenSpiel numbers the actions of a tree in order of appearance, for all players together.
        for action in legal:
            self._actions.setdefault(action, len(self._actions))
        actions = " ".join(f'"{action}"' for action in legal)
        return f'p "" {player + 1} {self.sets[key].number} "" {{ {actions} }} 0'

    @cached_property
    def game(self) -> Any:
        """The tree as an OpenSpiel game in C++."""
        return pyspiel.load_efg_game(self.text)

    def uniform(self) -> Policy:
        """Return the policy for `game` with equal probabilities for all actions."""
        return {
            each.name: [(self._actions[action], 1 / len(each.actions)) for action in each.actions]
            for each in self.sets.values()
        }

    def policy(self, choose: Callable[[Any], Mapping[int, float]]) -> Policy:
        """Return a policy for `game`.

        Parameters
        ----------
        choose
            Returns the probabilities of the actions in a position of the given game; missing actions have probability
            0. It is called for one position of each information set.
        """
        found: Policy = {}
        for each in self.sets.values():
            chances = choose(self._state(each.history))
            found[each.name] = [(self._actions[action], float(chances.get(action, 0))) for action in each.actions]
        return found

    def _state(self, history: Sequence[int]) -> Any:
        state = self._given.new_initial_state()
        for action in history:
            state.apply_action(action)
        return state

    def nash_conv(self, policy: Policy) -> float:
        """Return the NashConv: the sum of all players' gains from a best response to the other players' policy."""
        gained: float = pyspiel.nash_conv(self.game, policy)
        return gained
