"""The contract of a game, and the registry.

A game is two record layouts, a handful of kernels over them, and a few plain functions that turn positions into
documents and back. Games register themselves as entry points of the group `courtly.games`, so that one from another
distribution is found just as those that ship here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, NamedTuple, Protocol

from courtly.engine import dispatch
from courtly.engine.errors import UnknownGame, listed, shown
from courtly.engine.kernel import ENTRY_POINTS
from courtly.engine.layout import Layout, States
from courtly.engine.options import Options, read_options
from courtly.engine.weights import Weights

Record = Any
"""One element of an array of states or contents; its fields are those of its layout."""


@dataclass(frozen=True, slots=True)
class Kernels:
    """The compiled functions of a game; `content` is read only, `s` is one state record, changed in place.

    | kernel | does |
    |---|---|
    | `deal(content, s, rng)` | a fresh match in `s` |
    | `legal(content, s, out) -> n` | the numbers of the legal moves, ascending, into `out[:n]`; 0 when over |
    | `reason(content, s, move) -> code` | why a move is not legal; 0 when it is |
    | `apply(content, s, move)` | one move; legality is the caller's business |
    | `score(content, s, out)` | the scores as they would be if the match ended now, one per seat |
    | `redeal(content, s, seat, rng)` | re-samples all that `seat` cannot know |
    | `observe(content, s, seat, out)` | what `seat` knows, as numbers from 0 to 1 |
    | `policy(content, s, rng) -> move` | the game's rule-based player, reading only what the deciding seat knows |
    """

    deal: Callable[..., None]
    legal: Callable[..., int]
    reason: Callable[..., int]
    apply: Callable[..., None]
    score: Callable[..., None]
    redeal: Callable[..., None]
    observe: Callable[..., None]
    policy: Callable[..., int]


@dataclass(frozen=True, slots=True)
class Event:
    """One line of a match's log: who acted, the line as the actor knows it, and as everybody else does.

    A line that nobody acts, such as the scoring of a year, has no seat; `report` then holds it, plain and public.
    """

    seat: int | None
    own: str
    others: str
    report: dict[str, Any] | None = None


class Use(NamedTuple):
    """One thing that a seat had or did in a match: a kind, such as `card` or `mission`, and which of them."""

    seat: int
    kind: str
    item: str


class Codec(Protocol):
    """Moves of one setup as numbers and as lines of notation."""

    @property
    def count(self) -> int:
        """How many move numbers there are; each is from 0 to `count - 1`."""
        ...

    def parse(self, text: str) -> int:
        """Return the number of a line of notation; raise `UnknownMove` when it is none."""
        ...

    def format(self, move: int) -> str:
        """Return the line of notation of a move number."""
        ...


Ends = Callable[[], Sequence[Mapping[str, Any]]]
"""Imagines ends of the match, as a spectator would see them; it takes its time."""

Advice = Callable[[Mapping[str, Any], str, Ends, str], list[str]]
"""`advice(view, move, ends, lang)`: sentences on what is likely, from a seat's view and imagined ends."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game, as the rest of the system sees it.

    Attributes
    ----------
    name, rules
        The id of the game and the version of its rules, as they stand in match records.
    options
        The pydantic model of its options.
    content, state
        The layouts of the immutable and of the changing record. A state's first field is `to_move`, the seat that
        decides, -1 when the match is over.
    kernels
        The compiled functions.
    max_legal
        `max_legal(content)`: the most moves that can be legal at once.
    observation
        The length of an observation.
    compile
        Options to an array of one content record.
    codec
        Options to the codec of their moves.
    reasons
        The sentence for each code that `reason` returns.
    read_deal, write_deal
        `read_deal(setup, s, document)` loads a complete deal, or raises `BadDeal`; `write_deal(setup, s)` returns
        the document of a fresh state.
    view
        `view(setup, s, seat)`: what the seat (-1 a spectator) may know, beside what every view holds.
    events
        `events(setup, before, move, after)`: the log lines of one move.
    follow
        `follow(setup, s, deal, given)`, for games that deal again later on: called after the deal and after each
        move, it adds to the document `deal` what has been dealt since, and puts into `s` what `given`, the deal as it
        was given, holds for the next time; raises `BadDeal` when that cannot be. None for the others.
    advice
        What explains a move to the seat that is advised to play it, beside the chance of winning; None: nothing does.
    search
        How a search plays this game best, as parameters of its specification: `rollout=steward,horizon=6`.
    uses
        `uses(view)`: what each seat had and did, from a spectator's view of a finished match; what a balance study
        counts. None when the words of the moves say it.
    weights
        The weights of the rule-based player, which the content carries as `weights`; None when it has none to fit.
    """

    name: str
    rules: str
    options: type[Options]
    content: type[Layout]
    state: type[Layout]
    kernels: Kernels
    max_legal: Callable[[Record], int]
    observation: int
    compile: Callable[[Any], States]
    codec: Callable[[Any], Codec]
    reasons: Mapping[int, str]
    read_deal: Callable[[Setup, Record, Mapping[str, Any]], None]
    write_deal: Callable[[Setup, Record], dict[str, Any]]
    view: Callable[[Setup, Record, int], dict[str, Any]]
    events: Callable[[Setup, Record, int, Record], list[Event]]
    follow: Callable[[Setup, Record, dict[str, Any], Mapping[str, Any]], None] | None = None
    advice: Advice | None = None
    search: str = ""
    uses: Callable[[Mapping[str, Any]], list[Use]] | None = None
    weights: Weights | None = None


@dataclass(frozen=True, slots=True)
class Setup:
    """A game with chosen options: the content record and the codec that every match of them shares."""

    game: Game
    options: Options
    contents: States = field(repr=False)
    codec: Codec = field(repr=False)

    @property
    def players(self) -> int:
        """The number of seats."""
        return self.options.players

    @property
    def max_legal(self) -> int:
        """The most moves that can be legal at once."""
        return self.game.max_legal(self.content)

    @property
    def content(self) -> Record:
        """The content record."""
        return self.contents[0]


_REGISTERED: dict[str, Game] = {}


def register(game: Game) -> Game:
    """Add a game made in this process; those of installed packages are found by their entry points."""
    _REGISTERED[game.name] = game
    return game


@cache
def _points() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=ENTRY_POINTS)}


def game_names() -> list[str]:
    """Return the names of all registered games, sorted."""
    return sorted({*_points(), *_REGISTERED})


def find_game(name: str) -> Game:
    """Return the game of that name, or raise `UnknownGame`."""
    if not isinstance(name, str) or name not in game_names():
        names = game_names()
        raise UnknownGame(
            f"there is no game {shown(name)}; there are {listed(names)}", given=name, where="game", allowed=names
        )
    if name not in _REGISTERED:
        _REGISTERED[name] = _points()[name].load()
    return _REGISTERED[name]


def set_up(game: str | Game, options: Mapping[str, Any] | Options, *, from_text: bool = False) -> Setup:
    """Check options and return the setup of a match.

    Raises
    ------
    UnknownGame, BadOption
    BadLayout
        When the generic functions cannot tell the game's states from another's.
    """
    found = game if isinstance(game, Game) else find_game(game)
    dispatch.connect(found)
    checked = options if isinstance(options, Options) else read_options(found.options, options, from_text=from_text)
    contents = found.compile(checked)
    contents.setflags(write=False)
    return Setup(found, checked, contents, found.codec(checked))
