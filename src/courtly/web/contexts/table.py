"""The pages of a table: the waiting room, a match, its end, and what stands around each."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from courtly.scene.model import Line
from courtly.web.contexts.doors import OptionChoice
from courtly.web.contexts.frame import Frame, Pennant
from courtly.web.contexts.learning import LessonPanel, RuleSection
from courtly.web.contexts.past import Steps
from courtly.web.regions import Drawing


@dataclass(frozen=True, slots=True)
class Remaining:
    """What a clock shows; `runs` while it runs."""

    seconds: int
    text: str
    runs: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """Somebody at a table, or an open seat.

    Attributes
    ----------
    role
        What they are besides a person: a bot of a level, a program; empty for a person.
    state
        What they do now, in words; `status` is the class it is drawn with.
    acts
        What the reader may do to the seat: `fill`, `clear`, `remove`, `hand`, `mind`, `vote`.
    """

    number: int
    name: str
    pennant: Pennant
    kind: str
    mine: bool
    host: bool
    role: str
    state: str
    status: str
    ready: bool
    word: str
    present: bool
    to_move: bool
    clock: Remaining | None
    acts: Sequence[str]

    @property
    def drawn(self) -> tuple[Hashable, ...]:
        """What is drawn of somebody in the list of all; how much time they have left is filled in."""
        runs = self.clock.runs if self.clock else None
        deed = self.role, self.state, self.status, self.present, self.to_move, runs
        return self.number, self.name, self.pennant, self.mine, deed, tuple(self.acts)


@dataclass(frozen=True, slots=True)
class TalkLine:
    """A line of table talk."""

    number: int
    name: str
    text: str
    mine: bool


@dataclass(frozen=True, slots=True)
class Phrase:
    """Something to say that everybody reads in their own language."""

    id: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """Table talk; a reader who has switched it off sees none of it, and whoever may not write has no form."""

    url: str
    command: str
    lines: list[TalkLine]
    phrases: list[Phrase]
    may_write: bool
    muted: bool
    length: int


@dataclass(frozen=True, slots=True)
class MatchLink:
    """An earlier match of the same table."""

    url: str
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Around:
    """What stands around every match and in the waiting room: who is at the table, and what can be done there.

    Attributes
    ----------
    acts_url, command
        Where forms go, and the id with which each of them is done once.
    choices
        What the reader may do: `return`, `rise`, `mind`, `stop`, `vote-stop`, `again`.
    stopping
        Who has voted to stop, in words; empty when nobody has.
    origin
        Where the match comes from, in words; empty for one that was dealt afresh.
    pennants
        The signs of all seats: whatever is painted with them depends on them.
    """

    url: str
    acts_url: str
    command: str
    members: list[Member]
    minders: list[OptionChoice]
    choices: Sequence[str]
    stopping: str
    minded: str
    talk: Talk | None
    earlier: list[MatchLink]
    known_deal: bool
    origin: str
    pennants: tuple[Pennant, ...]

    @property
    def people(self) -> tuple[Hashable, ...]:
        """What is drawn of who is at the table, and of what can be done there; but for times and commands."""
        earlier = tuple(self.earlier)
        members = tuple(member.drawn for member in self.members)
        words = self.stopping, self.minded, self.origin
        return self.acts_url, tuple(self.choices), words, self.known_deal, earlier, members

    @property
    def watches(self) -> bool:
        """Whether the reader has no seat."""
        return not any(member.mine for member in self.members)


@dataclass(frozen=True, slots=True)
class Link:
    """An address to send to others, and its picture for a telephone; `code` says which it is."""

    code: str
    url: str
    picture: str


@dataclass(frozen=True, slots=True)
class Passage:
    """A part of the log: what happened under one heading, each thing in a line or several; empty where it has none."""

    heading: str
    lines: list[Line]


@dataclass(frozen=True, slots=True)
class Fact:
    """A title and a value."""

    title: str
    value: str


def _fills_of(around: Around) -> dict[str, str]:
    """Return what is filled into the forms and clocks of a page; see `regions`."""
    clocks = [(member.number, member.clock) for member in around.members if member.clock]
    return {
        "around": around.command,
        **{f"seconds-{number}": str(clock.seconds) for number, clock in clocks},
        **{f"left-{number}": clock.text for number, clock in clocks},
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingRoom:
    """A table before a match: who is here, what will be played, and what is missing for it to begin."""

    frame: Frame
    around: Around
    title: str
    seated: str
    waiting_for: str
    is_compiling: bool
    options: list[Fact]
    options_url: str
    links: list[Link]
    promise: str
    word: str
    word_length: int
    you: Member | None
    may_sit: bool
    may_start: bool
    is_host: bool

    @property
    def fills(self) -> dict[str, str]:
        """What is filled in: see `regions`."""
        return _fills_of(self.around)


@dataclass(frozen=True, slots=True)
class Prospect:
    """One of the best moves in words, how often it wins, and what it is likely to bring."""

    move: str
    chance: str
    lines: Sequence[str]


@dataclass(frozen=True, slots=True)
class Advice:
    """A hint: the move as notation and in words, sentences that explain it, and the best moves side by side."""

    notation: str
    move: str
    lines: Sequence[str]
    best: Sequence[Prospect]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPage:
    """A match that is running, or was stopped, drawn by its game's `template`.

    `match`, `turn` and `command` go back with the form; `play_url` is where.
    A hint is asked for at `hint_url`; `advice` is there when it was, `may_ask` when it can be now, and `may_hint` where
    the reader can ever ask for one.

    Attributes
    ----------
    game, called
        The id of the game, and its name.
    asked
        What is asked, and of whom, in one sentence.
    acts
        What the reader may do, and what is closed, for the script; empty for one who does not decide.
    """

    frame: Frame
    template: str
    game: str
    called: str
    asked: str
    acts: Sequence[Mapping[str, str | None]]
    play_url: str
    url: str
    hint_url: str
    match: int
    turn: int
    command: str
    my_turn: bool
    may_ask: bool
    may_hint: bool
    stopped: str
    record_url: str
    advice: Advice | None
    news: list[Line]
    log: list[Passage]
    table: Any
    around: Around
    lesson: LessonPanel | None = None
    rules: Sequence[RuleSection] = ()
    refusals: Mapping[str, str] = field(default_factory=dict)
    steps: Steps | None = None

    @property
    def fills(self) -> dict[str, str]:
        """What is filled in: see `regions`."""
        own = {"match": str(self.match), "turn": str(self.turn), "command": self.command}
        return own | _fills_of(self.around)


@dataclass(frozen=True, slots=True)
class MatchDrawing:
    """What a page of a match is brought when the match goes on: its title, its regions, and the reader's acts."""

    title: str
    acts: Sequence[Mapping[str, str | None]]
    drawing: Drawing


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalPage:
    """A match that is over, drawn by its game's `template`; `is_last` unless another was dealt since.

    `game` is the id of the game, `called` its name; `share_url` is where links to it are made, and
    `deal_url` where a form goes that makes one to its deal; each is empty where the reader cannot make any.
    """

    frame: Frame
    template: str
    game: str
    called: str
    headline: str
    again_url: str
    record_url: str
    log: list[Passage]
    table: Any
    around: Around
    is_last: bool
    steps_url: str = ""
    review_url: str = ""
    share_url: str = ""
    deal_url: str = ""
    lesson: LessonPanel | None = None
    rules: Sequence[RuleSection] = ()
    steps: Steps | None = None

    @property
    def fills(self) -> dict[str, str]:
        """What is filled in: see `regions`."""
        return _fills_of(self.around)
