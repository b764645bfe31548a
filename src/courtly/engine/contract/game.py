"""The contract of a game, and the registry.

A game is two record layouts, a handful of kernels over them, and a few plain functions that turn positions into
documents and back. Games register themselves as entry points of the group `courtly.games`, so that one from another
distribution is found just as those that ship here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, NamedTuple, Protocol

from courtly.engine.compile import dispatch
from courtly.engine.compile.cache import ENTRY_POINTS
from courtly.engine.contract import defaults
from courtly.engine.contract.checks import bad_game, broken, checked_game
from courtly.engine.contract.deals import Shuffle
from courtly.engine.contract.events import Event
from courtly.engine.contract.generated import observation_of
from courtly.engine.contract.hidden import Hidden
from courtly.engine.contract.layout import Layout, States
from courtly.engine.contract.observation import Observation
from courtly.engine.contract.options import Options, read_options
from courtly.engine.contract.search import Search
from courtly.engine.contract.weights import Weights
from courtly.engine.errors import BadGame, BadLayout, UnknownGame, listing, reason_code, shown
from courtly.engine.sentences import Sentence, said

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
    | `features(content, s, out) -> judged` | a whole position as numbers for a net, seats from the mover on |

    `features` is given samples of what a seat cannot know, never the truth. It writes and returns true at rests alone,
    such as the start of a turn; a net judges no other position. Without it a search cannot play with a net.

    `observe`, `reason` and `policy` may be left out: an observation is then made of what the state's layout lets a seat
    see, any move that is not legal is refused for one reason, and the rule-based player plays at random.
    """

    deal: Callable[..., None]
    legal: Callable[..., int]
    apply: Callable[..., None]
    score: Callable[..., None]
    redeal: Callable[..., None]
    observe: Callable[..., None] = defaults.observe
    reason: Callable[..., int] = defaults.reason
    policy: Callable[..., int] = defaults.policy
    features: Callable[..., bool] = defaults.features


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

View = Any
"""A view, as `match.view` gives it; the functions of a game take it as the TypedDict that the game gives of it."""

Advice = Callable[[View, str, Ends, str], list[str]]
"""`advice(view, move, ends, lang)`: sentences on what is likely, from a seat's view and imagined ends."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What may be played, and what it leads to.

    Attributes
    ----------
    options
        The pydantic model of its options.
    state
        The layout of the changing record. Its first field is `to_move`, the seat that decides, -1 when the match is
        over.
    kernels
        The compiled functions.
    content
        The layout of the immutable record.
    compile
        Options to an array of one content record; by default each field has the value of the option of its name.
    reasons
        The sentence for each code that the kernel `reason` returns. Its keys are the members of an `IntEnum` of the
        game, whose names are what programs know the reasons by.
    max_legal
        `max_legal(content)`: the most moves that can be legal at once; by default the number of all moves.
    observation
        The pieces of an observation, in order; by default those of the state that a seat may see.
    """

    options: type[Options]
    state: type[Layout]
    kernels: Kernels
    content: type[Layout] = defaults.PlainContent
    compile: Callable[[Any], States] | None = None
    reasons: Mapping[int, str] = field(default_factory=lambda: defaults.REASONS)
    max_legal: Callable[[Record], int] | None = None
    observation: Observation = field(default_factory=Observation)

    def __post_init__(self) -> None:
        """Fill in the observation that goes with the default kernel, and refuse one kernel with the other's pieces."""
        generated = self.kernels.observe is defaults.observe
        if generated != (self.observation.size == 0):
            message = said("a game brings both the kernel observe and the pieces of an observation, or neither")
            raise BadLayout(message, where="observation", allowed="both or neither")
        if generated:
            object.__setattr__(self, "observation", observation_of(self.state))


@dataclass(frozen=True, slots=True)
class Documents:
    """Moves as lines of text, deals as JSON.

    Attributes
    ----------
    codec
        Options to the codec of their moves.
    read_deal, write_deal
        `read_deal(setup, s, document)` loads a complete deal, or raises `BadDeal`; `write_deal(setup, s)` returns
        the document of a fresh state.
    follow
        `follow(setup, s, deal, given)`, for games that deal again later on: called after the deal and after each
        move, it adds to the document `deal` what has been dealt since, and puts into `s` what `given`, the deal as it
        was given, holds for the next time; raises `BadDeal` when that cannot be. None for the others.
    shuffles
        `shuffles(setup, s)`: the lists that are shuffled, for a deal when `s` is None, otherwise for the next time the
        game deals; empty when it deals no more, or does not say. What is shuffled later on is kept whole, in the list
        of the deal that its name begins with: `years.1` is the second of `years`.
    from_shuffles
        `from_shuffles(lists)`: the deal document of shuffled lists, by the names of `shuffles`, each cut to what is
        kept of it. By default a list stands under its name, and one number that is kept stands for itself.
    """

    codec: Callable[[Any], Codec]
    read_deal: Callable[[Setup, Record, Mapping[str, Any]], None]
    write_deal: Callable[[Setup, Record], dict[str, Any]]
    follow: Callable[[Setup, Record, dict[str, Any], Mapping[str, Any]], None] | None = None
    shuffles: Callable[[Setup, Record | None], Sequence[Shuffle]] = defaults.no_shuffles
    from_shuffles: Callable[[Mapping[str, Sequence[Any]]], dict[str, Any]] = defaults.from_shuffles


@dataclass(frozen=True, slots=True)
class Telling:
    """What an audience is told of a position and of a move.

    Attributes
    ----------
    view
        `view(setup, s, seat)`: what the seat (None a spectator) may know, beside what every view holds.
    view_type
        The TypedDict of what `view` returns, each key with its `Fact`.
    events
        `events(setup, before, move, after, past)`: what one move brought about, each event for its audience; `past`
        holds all events before it. By default the mover is told its move and the others that it moved.
    reveals
        `reveals(view, move)`: whether a move may tell its maker anything new, by the maker's view before it.
    advice
        What explains a move to the seat that is advised to play it, beside the chance of winning; None: nothing does.
    """

    view: Callable[[Setup, Record, int | None], Mapping[str, Any]]
    view_type: type | None = None
    events: Callable[[Setup, Record, int, Record, Sequence[Event]], list[Event]] = defaults.events
    reveals: Callable[[View, str], bool] = defaults.reveals
    advice: Advice | None = None


@dataclass(frozen=True, slots=True)
class Study:
    """What bots and studies are told of a game.

    Attributes
    ----------
    search
        How a search plays this game best.
    uses
        `uses(view, log)`: what each seat had and did, from a spectator's view and log of a finished match; what a
        balance study counts. None when the words of the moves say it.
    weights
        The weights of the rule-based player, which the content carries as `weights`; None when it has none to fit.
    hidden
        Which of a seat's hidden cards others may guess from its moves; None when a review says nothing of it.
    features
        `features(players)`: how many numbers the kernel `features` writes; None for a game that has none.
    """

    search: Search = field(default_factory=Search)
    uses: Callable[[View, Sequence[Mapping[str, Any]]], list[Use]] | None = None
    weights: Weights | None = None
    hidden: Hidden | None = None
    features: Callable[[int], int] | None = None


@dataclass(frozen=True, slots=True)
class Game:
    """A game, as the rest of the system sees it.

    Attributes
    ----------
    name, version
        The id of the game and the version of its rules, as they stand in match records.
    package
        The package in which the rest of the game is found by name: modules `words`, `scene`, `page`, `board`, folders
        `templates`, `static`, `locale`, and `RULES.md`; each may be missing.
    rules, documents, telling, study
        Its parts.
    """

    name: str
    version: str
    package: str
    rules: Rules
    documents: Documents
    telling: Telling
    study: Study = Study()

    def reason(self, number: int) -> tuple[str, Sentence]:
        """Return the code and the sentence of a reason, by the number that the kernel `reason` gives."""
        member = next(key for key in self.rules.reasons if key == number)
        assert isinstance(member, IntEnum), "a reason is a member of an IntEnum"
        return reason_code(member), Sentence(self.rules.reasons[number], {}, self.name)

    def changed(self, **fields: Any) -> Game:
        """Return this game with other values in some fields, its own or those of its parts: `changed(view=...)`."""
        own = {name: fields.pop(name) for name in ("name", "version", "package") if name in fields}
        parts = {}
        for name in ("rules", "documents", "telling", "study"):
            part = getattr(self, name)
            inside = {field: fields.pop(field) for field in type(part).__slots__ if field in fields}
            parts[name] = replace(part, **inside)
        if fields:
            raise TypeError(f"a game has no field {min(fields)!r}")
        return replace(self, **own, **parts)


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
        most = self.game.rules.max_legal
        return self.codec.count if most is None else most(self.content)

    @property
    def content(self) -> Record:
        """The content record."""
        return self.contents[0]


_REGISTERED: dict[str, Game] = {}


def register(game: Game) -> Game:
    """Add a game made in this process; those of installed packages are found by their entry points.

    Raises
    ------
    BadGame
        It lacks what a game must have, or a game of another package has its name.
    """
    checked_game(game, getattr(game, "name", ""))
    if (owner := _owner(game.name)) not in (None, game.package):
        reason = said("a game of the package {package} has this name already", package=owner)
        raise bad_game(game.name, reason, given=game.package)
    _REGISTERED[game.name] = game
    return game


def _owner(name: str) -> str | None:
    """Return the package of the game that has a name, None while it is free or what has it cannot be used."""
    found = _REGISTERED.get(name) or (_loaded(name) if name in _points() else None)
    return found.package if isinstance(found, Game) else None


@contextmanager
def registered(game: Game) -> Iterator[None]:
    """Register a game for a while, and leave the registry as it was."""
    before = dict(_REGISTERED)
    register(game)
    try:
        yield
    finally:
        _REGISTERED.clear()
        _REGISTERED.update(before)


@cache
def _points() -> dict[str, tuple[EntryPoint, ...]]:
    """Return the entry points by name, each but once however often a path lists its distribution."""
    found: dict[str, dict[str, EntryPoint]] = {}
    for point in entry_points(group=ENTRY_POINTS):
        found.setdefault(point.name, {}).setdefault(point.value, point)
    return {name: tuple(points.values()) for name, points in found.items()}


@cache
def _loaded(name: str) -> Game | BadGame:
    """Return the game of an entry point, or what is wrong with it: whatever it raises, the others can be played."""
    points = _points()[name]
    try:
        if len(points) > 1:
            known = listing([point.value for point in points])
            raise bad_game(name, said("several distributions bring a game of this name: {known}", known=known))
        return checked_game(points[0].load(), name)
    except Exception as error:  # noqa: BLE001 - a stranger's module may raise anything
        return broken(name, error)


def game_names() -> list[str]:
    """Return the names of all games that can be played, sorted."""
    return sorted({*(name for name in _points() if isinstance(_loaded(name), Game)), *_REGISTERED})


def broken_games() -> dict[str, BadGame]:
    """Return, by name, what is wrong with the installed games that cannot be played."""
    found = {name: _loaded(name) for name in sorted(_points().keys() - _REGISTERED.keys())}
    return {name: error for name, error in found.items() if isinstance(error, BadGame)}


def find_game(name: str) -> Game:
    """Return the game of that name; raise `UnknownGame` when there is none, `BadGame` when it cannot be used."""
    if isinstance(name, str) and name in _REGISTERED:
        return _REGISTERED[name]
    if not isinstance(name, str) or name not in _points():
        names = game_names()
        message = said("there is no game {given}; there are {known}", given=shown(name), known=listing(names))
        raise UnknownGame(message, given=name, where="game", allowed=names)
    found = _loaded(name)
    if isinstance(found, BadGame):
        raise found
    return found


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
    checked = (
        options if isinstance(options, Options) else read_options(found.rules.options, options, from_text=from_text)
    )
    compiled = found.rules.compile
    contents = compiled(checked) if compiled else defaults.compile_options(found.rules.content, checked)
    contents.setflags(write=False)
    return Setup(found, checked, contents, found.documents.codec(checked))
