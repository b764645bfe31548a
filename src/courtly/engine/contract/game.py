"""The contract of a game.

A game is two record layouts, a handful of kernels over them, and a few plain functions that convert positions to
documents and back. Functions register and find games in the registry of the process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import Any, NamedTuple, Protocol

from courtly.engine.contract import defaults
from courtly.engine.contract.deals import Shuffle
from courtly.engine.contract.events import Event
from courtly.engine.contract.generated import observation_of
from courtly.engine.contract.hidden import Hidden
from courtly.engine.contract.layout import Layout, States
from courtly.engine.contract.observation import Observation
from courtly.engine.contract.options import Options, read_options
from courtly.engine.contract.registry import GAMES
from courtly.engine.contract.search import SearchDefaults
from courtly.engine.contract.weights import Weights
from courtly.engine.errors import BadGame, BadLayout, reason_code
from courtly.engine.sentences import Sentence, said

Record = Any
"""One element of an array of states or contents; its fields are defined by its layout."""


@dataclass(frozen=True, slots=True)
class Kernels:
    """The compiled functions of a game; `content` is read only, `s` is one state record and is changed in place.

    | kernel | does |
    |---|---|
    | `deal(content, s, rng)` | deals a new match into `s` |
    | `legal(content, s, out) -> n` | writes the numbers of the legal moves, ascending, into `out[:n]`; 0 when over |
    | `reason(content, s, move) -> code` | returns why a move is illegal; 0 for a legal move |
    | `apply(content, s, move)` | plays one move; the caller has checked that it is legal |
    | `score(content, s, out)` | writes the scores, one per seat, as if the match ended now |
    | `redeal(content, s, seat, rng)` | samples new values for everything that `seat` cannot know |
    | `observe(content, s, seat, out)` | writes the knowledge of `seat` as numbers from 0 to 1 |
    | `policy(content, s, rng) -> move` | returns the rule-based player's move; reads only the seat's knowledge |
    | `features(content, s, out) -> judged` | writes a whole position as numbers for a net, the mover's seat first |

    `features` gets positions whose hidden parts are sampled, never the true state. Only if a net can evaluate the
    position, such as at the start of a turn, `features` writes numbers and returns true. A game without `features`
    cannot be searched with a net.

    `observe`, `reason` and `policy` are optional. By default, the observation consists of the fields that the state's
    layout shows to a seat, all illegal moves have the same reason, and the rule-based player plays at random.
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
    """One thing that a seat had or did in a match: a kind, such as `card` or `mission`, and the item."""

    seat: int
    kind: str
    item: str


class Codec(Protocol):
    """Moves of one setup as numbers and as lines of notation."""

    @property
    def count(self) -> int:
        """The number of move numbers; they run from 0 to `count - 1`."""
        ...

    def parse(self, text: str) -> int:
        """Return the move number of a line of notation; raise `UnknownMove` if it is not a move."""
        ...

    def format(self, move: int) -> str:
        """Return the line of notation for a move number."""
        ...


Ends = Callable[[], Sequence[Mapping[str, Any]]]
"""Returns sampled ends of the match, each as a spectator would see it. The call is slow."""

View = Any
"""A view from `match.view`; a game's functions annotate it as the TypedDict of that game's view."""

Advice = Callable[[View, str, Ends, str], list[str]]
"""`advice(view, move, ends, lang)`: sentences about likely outcomes, from a seat's view and sampled ends."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The legal moves of a game and their effects.

    Attributes
    ----------
    options
        The pydantic model of the options.
    state
        The layout of the mutable record. Its first field is `to_move`, the seat that decides, or -1 when the match is
        over.
    kernels
        The compiled functions.
    content
        The layout of the immutable record.
    compile
        Converts options to an array of one content record. By default a field takes the value of the option with the
        same name.
    reasons
        The sentence for each code that the kernel `reason` returns. The keys are members of an `IntEnum` of the game;
        their names are the reason codes for programs.
    max_legal
        `max_legal(content)`: the most moves that can be legal in one position; the number of all moves by default.
    observation
        The pieces of an observation, in order; by default the fields of the state that a seat may see.
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
        """Add the observation of the default kernel; reject a kernel without pieces, or pieces without a kernel."""
        generated = self.kernels.observe is defaults.observe
        if generated != (self.observation.size == 0):
            message = said("a game must define both the kernel observe and the pieces of an observation, or neither")
            raise BadLayout(message, where="observation", allowed="both or neither")
        if generated:
            object.__setattr__(self, "observation", observation_of(self.state))


@dataclass(frozen=True, slots=True)
class Documents:
    """Moves as lines of text and deals as JSON.

    Attributes
    ----------
    codec
        Converts options to the codec of the moves.
    read_deal, write_deal
        `read_deal(setup, s, document)` loads a complete deal or raises `BadDeal`; `write_deal(setup, s)` returns the
        document of a state that was just dealt.
    follow
        `follow(setup, s, deal, given)`, for games that deal again during a match; None for all others. It is called
        after the deal and after each move. It adds newly dealt cards to the document `deal`. `given` is the deal that
        the caller passed in. If `given` contains the next part of the deal, `follow` copies that part into `s`, or
        raises `BadDeal` if the part is invalid.
    shuffles
        `shuffles(setup, s)`: the lists to shuffle, for the first deal if `s` is None, otherwise for the next deal of
        the same match. It is empty if the game does not deal again or declares no shuffles. A later shuffle is stored
        whole, as an item of a list in the deal: the shuffle `years.1` is the second item of `years`.
    from_shuffles
        `from_shuffles(lists)`: the deal document. `lists` has the shuffled lists by their names in `shuffles`; each
        list contains only the items to keep. By default a list is stored under its name, and a list with one number
        becomes that number.
    """

    codec: Callable[[Any], Codec]
    read_deal: Callable[[Setup, Record, Mapping[str, Any]], None]
    write_deal: Callable[[Setup, Record], dict[str, Any]]
    follow: Callable[[Setup, Record, dict[str, Any], Mapping[str, Any]], None] | None = None
    shuffles: Callable[[Setup, Record | None], Sequence[Shuffle]] = defaults.no_shuffles
    from_shuffles: Callable[[Mapping[str, Sequence[Any]]], dict[str, Any]] = defaults.from_shuffles


@dataclass(frozen=True, slots=True)
class AudienceView:
    """The views and events that an audience gets.

    Attributes
    ----------
    view
        `view(setup, s, seat)`: the game's own keys of a view for a seat (None for a spectator).
    view_type
        The TypedDict that `view` returns, with a `ViewField` for each key.
    events
        `events(setup, before, move, after, past)`: the events of one move, each with its audience; `past` holds all
        earlier events. By default the mover sees the move, and all others see only that the seat moved.
    reveals
        `reveals(view, move)`: whether a move may reveal anything new to the player who makes it, or anything that this
        player does not know to another audience. `view` is the player's view before the move. A move that reveals
        nothing can be taken back.
    own_act
        `own_act(content, s, move)` plays a move that may reveal something, up to the moment before it reveals anything.
        A draft shows the result. If None, a draft does not show the effect of such a move.
    advice
        The sentences that a hint shows next to the chance of winning, see `Advice`; None for no such sentences.
    """

    view: Callable[[Setup, Record, int | None], Mapping[str, Any]]
    view_type: type | None = None
    events: Callable[[Setup, Record, int, Record, Sequence[Event]], list[Event]] = defaults.events
    reveals: Callable[[View, str], bool] = defaults.reveals
    own_act: Callable[..., None] | None = None
    advice: Advice | None = None


class StudyCard(NamedTuple):
    """A card that a seat may take during a match."""

    id: str
    kind: str
    """The kind, such as `court`."""
    names: Mapping[str, str]
    """The name by language."""
    moves: tuple[int, ...]
    """The numbers of the moves that take the card."""


@dataclass(frozen=True, slots=True)
class CardStudy:
    """The cards of a game that designers may change, for measurements of their effect.

    Attributes
    ----------
    cards
        `cards(setup)`: the cards that a seat may take.
    avoid
        `avoid(content, card)` edits a copy of the content in place. A steward with this content plays as before, but
        never takes the card.
    change
        `change(setup, card, change)`: the options, in record form, with one card changed; raises `BadOption` for a
        change that the game does not know.
    differing
        `differing(setup, other)`: the ids of all cards and boards that are not the same in play in two setups.
    """

    cards: Callable[[Setup], Sequence[StudyCard]]
    avoid: Callable[[Record, StudyCard], None]
    change: Callable[[Setup, StudyCard, str], dict[str, Any]]
    differing: Callable[[Setup, Setup], Sequence[str]]


@dataclass(frozen=True, slots=True)
class Study:
    """Settings of a game for bots and studies.

    Attributes
    ----------
    search
        The search settings that suit the game.
    uses
        `uses(view, log)`: the items that each seat had and used, from a spectator's view and log of a finished match,
        for a balance study. If None, the study counts the words of the moves.
    cards
        The cards whose effect can be measured; None for a game whose cards cannot be changed.
    weights
        The weights of the rule-based player, stored in the content as `weights`; None if there are none to fit.
    hidden
        The hidden cards of a seat that opponents may infer from its moves; None to leave them out of reviews.
    features
        `features(players)`: the number of values that the kernel `features` writes; None for a game without features.
    free_moves
        `free_moves(view)`: the legal moves of the seat to move that gain something and cost nothing of use. A bot that
        makes mistakes on purpose does not pass the turn before them. By default there are none.
    idle_moves
        `idle_moves(view)`: the legal moves of the seat to move whose gain has no use, if there is a free move. A bot
        that makes mistakes on purpose plays none of them. By default there are none.
    """

    search: SearchDefaults = field(default_factory=SearchDefaults)
    uses: Callable[[View, Sequence[Mapping[str, Any]]], list[Use]] | None = None
    cards: CardStudy | None = None
    weights: Weights | None = None
    hidden: Hidden | None = None
    features: Callable[[int], int] | None = None
    free_moves: Callable[[View], Sequence[str]] = defaults.free_moves
    idle_moves: Callable[[View], Sequence[str]] = defaults.idle_moves


@dataclass(frozen=True, slots=True)
class Game:
    """A game, as the rest of the system uses it.

    Attributes
    ----------
    name, version
        The id of the game and the version of its rules, as in match records.
    package
        The package that holds the other parts of the game, found by name: modules `words`, `scene`, `page`, `board`,
        folders `templates`, `static`, `locale`, and `RULES.md`. All of them are optional.
    rules, documents, audience_view, study
        The four parts of the contract.
    """

    name: str
    version: str
    package: str
    rules: Rules
    documents: Documents
    audience_view: AudienceView
    study: Study = Study()

    def reason(self, number: int) -> tuple[str, Sentence]:
        """Return the code and the sentence of a reason, given the number that the kernel `reason` returns."""
        member = next(key for key in self.rules.reasons if key == number)
        assert isinstance(member, IntEnum), "a reason is a member of an IntEnum"
        return reason_code(member), Sentence(self.rules.reasons[number], {}, self.name)

    def changed(self, **fields: Any) -> Game:
        """Return a copy of this game with some fields of the game or of its parts replaced: `changed(view=...)`."""
        own = {name: fields.pop(name) for name in ("name", "version", "package") if name in fields}
        parts = {}
        for name in ("rules", "documents", "audience_view", "study"):
            part = getattr(self, name)
            inside = {field: fields.pop(field) for field in type(part).__slots__ if field in fields}
            parts[name] = replace(part, **inside)
        if fields:
            raise TypeError(f"a game has no field {min(fields)!r}")
        return replace(self, **own, **parts)


@dataclass(frozen=True, slots=True)
class Setup:
    """A game with chosen options: the content record and the codec that all its matches share."""

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
        """The most moves that can be legal in one position."""
        most = self.game.rules.max_legal
        return self.codec.count if most is None else most(self.content)

    @property
    def content(self) -> Record:
        """The content record."""
        return self.contents[0]


def register(game: Game) -> Game:
    """Register a game that was defined in this process; installed games are found by their entry points.

    Raises
    ------
    BadGame
        The game is incomplete, or a game of another package has the same name.
    """
    return GAMES.register(game)


@contextmanager
def registered(game: Game) -> Iterator[None]:
    """Register a game for the length of a `with` block, then restore the registry."""
    with GAMES.registered(game):
        yield


def game_names() -> list[str]:
    """Return the sorted names of all playable games."""
    return GAMES.names()


def broken_games() -> dict[str, BadGame]:
    """Return the errors of the installed games that cannot be played, by name."""
    return GAMES.broken()


def find_game(name: str) -> Game:
    """Return the game of that name; raise `UnknownGame` if there is none, `BadGame` if it cannot be used."""
    return GAMES.find(name)


def set_up(game: str | Game, options: Mapping[str, Any] | Options, *, from_text: bool = False) -> Setup:
    """Check options and return the setup of a match.

    Raises
    ------
    UnknownGame, BadOption
    BadLayout
        The generic functions cannot tell the game's states from another game's.
    """
    found = game if isinstance(game, Game) else find_game(game)
    GAMES.connect(found)
    checked = (
        options if isinstance(options, Options) else read_options(found.rules.options, options, from_text=from_text)
    )
    compiled = found.rules.compile
    contents = compiled(checked) if compiled else defaults.compile_options(found.rules.content, checked)
    contents.setflags(write=False)
    return Setup(found, checked, contents, found.documents.codec(checked))
