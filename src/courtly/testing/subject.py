"""A game under test: what the suite has to know of it, and the setups that it tests.

Options that an author does not list are derived from the options model: every number of players with defaults, then
every other value of every other option.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import Any, Literal, get_args, get_origin

from annotated_types import Ge, Le
from pydantic.fields import FieldInfo

from courtly.engine.contract.game import Game, Record, Setup, find_game, set_up
from courtly.engine.contract.options import Options, read_options
from courtly.engine.errors import BadOption
from courtly.engine.play.match import Match

Chosen = dict[str, Any]


def never(_content: Record, _s: Record) -> bool:
    """Return False: no decision of this game follows up another."""
    return False


Slot = tuple[tuple[str | int, ...], ...]
"""All places of a record that hold one and the same thing, each as the keys that lead there."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """What an audience cannot know of a match, as the rules say: which things could as well lie the other way round.

    A place is the keys that lead to it in the record: `("deal", "deck", 17)`; a word of a move, `("moves", 5, 1)`, with
    an empty one behind the last; or a place of what no record names, `("spare", 0)`: a card that was put aside, say.

    Attributes
    ----------
    groups
        In each, slots whose contents could be exchanged without the audience noticing. A card in somebody's hand is one
        slot with one place; one that was played unseen has a second place, in the move that names it.
    spare
        The things that no record names.
    """

    groups: Sequence[Sequence[Slot]]
    spare: Sequence[Any] = ()


@dataclass(frozen=True, slots=True)
class Subject:
    """A game under test.

    Attributes
    ----------
    game
        The game, or the name under which it is registered.
    census
        `census(content, s)`: a value that must stay the same from the deal to the end of every match.
    options
        The options to test with; derived from the options model when empty.
    follows_up
        `follows_up(content, s)`: whether the decision is one that is asked only when there are two choices or more.
    retell
        `retell(match, sample)`: the record of `match` as it would have been, had the redealt state `sample` been the
        truth: another deal, and moves that look the same to whoever the redeal was for. A game in which others learn
        but a part of some moves needs it: only with it does the twin-world test reach the lines of the log.
    unknown
        `unknown(match, audience)`: what a seat, None a spectator, cannot know of the deal and of others' moves. It is
        said from the rulebook and the public course of the match, never by the game's own `redeal`, which it checks: a
        thing that the redeal forgets is the same in all its samples, and so in twins that are made by it. Without it
        the suite compares no twins that are dealt otherwise.
    luck
        The fields of a state that no record tells, since they only decide what is dealt later on.
    hides
        Whether something is hidden from every seat as a rule; a game without secrets says False.
    """

    game: Game | str
    census: Callable[[Record, Record], Hashable]
    options: Sequence[Mapping[str, Any]] = ()
    follows_up: Callable[[Record, Record], bool] = never
    retell: Callable[[Match, Record], dict[str, Any]] | None = None
    unknown: Callable[[Match, int | None], Unknown] | None = None
    luck: Sequence[str] = ()
    hides: bool = True

    @property
    def found(self) -> Game:
        """The game itself."""
        return self.game if isinstance(self.game, Game) else find_game(self.game)


@dataclass(frozen=True, slots=True)
class Case:
    """One subject with one choice of options: what a check is given."""

    subject: Subject
    setup: Setup

    @property
    def label(self) -> str:
        """The game and the chosen options, as the name of a test or a file: a table stands there as its hash."""
        options = self.setup.options
        chosen = [name for name in type(options).model_fields if name in options.model_fields_set]
        return "-".join([self.setup.game.name, *(f"{name}={_shown(getattr(options, name))}" for name in chosen)])

    def census(self, s: Record) -> Hashable:
        """Return what must stay the same in a match."""
        return self.subject.census(self.setup.content, s)


def _shown(value: object) -> str:
    if isinstance(value, dict | list):
        return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:8]
    return str(value)


def cases(subjects: Iterable[Subject]) -> list[Case]:
    """Return a case for every subject and every choice of its options."""
    return [
        Case(subject, set_up(subject.found, chosen))
        for subject in subjects
        for chosen in subject.options or representative_options(subject.found.rules.options)
    ]


def representative_options(model: type[Options]) -> list[Chosen]:
    """Return choices of options that show each value of each option at least once.

    Examples
    --------
    >>> from courtly.games.courtisans.content import CourtisansOptions
    >>> for chosen in representative_options(CourtisansOptions):
    ...     print(chosen)
    {'players': 2}
    {'players': 3}
    {'players': 4}
    {'players': 5}
    {'players': 2, 'edition': '2023'}
    {'players': 3, 'mission_count': 'cards'}
    """
    sizes = _values(model.model_fields["players"])
    chosen: list[Chosen] = [{"players": size} for size in sizes]
    size = cycle(sizes)
    for name, field in model.model_fields.items():
        if name != "players":
            chosen += [{"players": next(size), name: value} for value in _values(field) if value != field.default]
    return [each for each in chosen if _goes_together(model, each)]


def _goes_together(model: type[Options], chosen: Chosen) -> bool:
    try:
        read_options(model, chosen)
    except BadOption:
        return False
    return True


_FEW = 8


def _values(field: FieldInfo) -> list[Any]:
    """Return the values of an option; of a long range its ends, nothing for what is neither a range nor a list."""
    if get_origin(field.annotation) is Literal:
        return list(get_args(field.annotation))
    if field.annotation is bool:
        return [False, True]
    low, high = next(_limits(field, Ge, "ge"), None), next(_limits(field, Le, "le"), None)
    if low is None or high is None:
        return []
    return list(range(low, high + 1)) if high - low < _FEW else [low, high]


def _limits(field: FieldInfo, kind: type, name: str) -> Iterator[int]:
    return (int(getattr(each, name)) for each in field.metadata if isinstance(each, kind))
