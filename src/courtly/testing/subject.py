"""A game under test: the facts that the suite needs, and the setups to test.

If an author lists no options, the suite derives them from the options model: first each number of players with default
options, then each remaining option with each of its values except the default.
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
    """Return False: this game has no follow-up decisions."""
    return False


Slot = tuple[tuple[str | int, ...], ...]
"""All places in a record that hold the same thing, each as a path of keys."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """The facts of a match that the rules hide from an audience, as things that can be exchanged.

    A place is a path into the record, such as `("deal", "deck", 17)`. The path of a word of a move is `("moves", 5,
    1)`; for this purpose every move has an extra empty word at its end. A place can also be outside the record, such as
    `("spare", 0)` for a removed card.

    Attributes
    ----------
    groups
        Groups of slots whose contents can be exchanged without the audience noticing. A card in a hand is a slot with
        one place. A card played face down has a second place, in the move that names it.
    spare
        Things outside the record.
    """

    groups: Sequence[Sequence[Slot]]
    spare: Sequence[Any] = ()


@dataclass(frozen=True, slots=True)
class Subject:
    """A game under test.

    Attributes
    ----------
    game
        The game, or its registered name.
    census
        `census(content, s)`: a value that must stay constant from the deal to the end of every match.
    options
        The options to test with; if empty, derived from the options model.
    follows_up
        `follows_up(content, s)`: whether the current decision arises only when there are at least two choices.
    retell
        `retell(match, sample)`: a record that leads to the redealt state `sample`, with another deal, and with moves
        that look the same to the audience of the redeal. A game needs `retell` if other seats see only a part of some
        moves. Without `retell` the twin-world test cannot compare log lines.
    unknown
        `unknown(match, audience)`: the facts of the deal and of other seats' moves that are hidden from a seat, or from
        a spectator if `audience` is None. Derive them from the rulebook and the public history, never from the game's
        `redeal`, because their purpose is to find facts that the redeal fails to sample. Without `unknown` the suite
        has no twins with another deal.
    luck
        Fields of the state that no record contains, because they only determine later deals.
    hides
        Whether seats usually have hidden facts; False for a game without secrets.
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
        """The game object."""
        return self.game if isinstance(self.game, Game) else find_game(self.game)


@dataclass(frozen=True, slots=True)
class Case:
    """One subject with one choice of options, the argument of every check."""

    subject: Subject
    setup: Setup

    @property
    def label(self) -> str:
        """The game and the chosen options, for names of tests and files. A table or list is replaced by its hash."""
        options = self.setup.options
        chosen = [name for name in type(options).model_fields if name in options.model_fields_set]
        return "-".join([self.setup.game.name, *(f"{name}={_shown(getattr(options, name))}" for name in chosen)])

    def census(self, s: Record) -> Hashable:
        """Return the value that must stay constant in a match."""
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
    """Return choices of options that cover each value of each option at least once.

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
    """Return the values of an option: all of a short list or range, both ends of a long range, otherwise none."""
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
