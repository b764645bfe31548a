"""What each page is rendered from: one dataclass per page, plain values only.

`Frame` is what every page has; the others add their own. A page's game-specific part is whatever the game's own module
under `games/` returns, drawn by the game's own templates.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from markupsafe import Markup

from courtly.scene.model import Line
from courtly.web.regions import Drawing


@dataclass(frozen=True, slots=True, kw_only=True)
class Live:
    """How a page keeps up with its table.

    Attributes
    ----------
    socket
        Where a script hears of what happens.
    version
        The version of the table that the page shows.
    refresh
        After how many seconds a page without script looks again, None while its reader has something to do on it.
    """

    socket: str
    version: int
    refresh: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """What every page has; `here` is where a change of language comes back to, `sheets` are a game's own styles."""

    title: str
    here: str
    sheets: Sequence[str] = ()
    live: Live | None = None


@dataclass(frozen=True, slots=True)
class OptionChoice:
    """One value of an option."""

    value: str
    label: str
    checked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionField:
    """One option of a game: radio buttons for a few values, a number with limits, or a list as text or a file."""

    name: str
    title: str
    help: str
    kind: Literal["choices", "number", "list"]
    choices: list[OptionChoice]
    value: str = ""
    default: str = ""
    least: int = 0
    most: int = 0


@dataclass(frozen=True, slots=True)
class SeatField:
    """Who sits in one of the other seats; `number` is the place from 2."""

    number: int
    choices: list[OptionChoice]


@dataclass(frozen=True, slots=True)
class Terms:
    """What a table with friends is asked beside.

    That is the clock, who minds the seats of those away, whether anybody may find it, and whether there are onlookers,
    table talk and hints.
    """

    clock: list[OptionChoice]
    minder: list[OptionChoice]
    away: list[OptionChoice]
    listed: bool
    watchers: bool
    talk: bool
    aids: bool
    chosen: bool


@dataclass(frozen=True, slots=True)
class GameLink:
    """A game that can be chosen on the start page."""

    name: str
    title: str
    pitch: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class TableLink:
    """One line of a list of tables.

    Attributes
    ----------
    state, since
        Whose turn it is, or what is waited for, and for how long.
    yours
        Whether the reader is to move there.
    """

    url: str
    game: str
    title: str
    players: str
    state: str
    since: str
    over: bool
    yours: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Quick:
    """A match that is set up with one press.

    Attributes
    ----------
    fields
        What its form sends beside the command.
    words
        Who is played against, how strong they are, and what is unusual.
    stars
        Their level from 1 to 4, 0 where they have none or several.
    is_last
        Whether it is what the reader chose last.
    choose_url
        The form of all that can be chosen, filled in with this.
    """

    fields: Mapping[str, str]
    words: str
    stars: int
    is_last: bool
    choose_url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StartPage:
    """The start page: three doors into a game, and the reader's tables.

    `steps` are those of the game's lesson, none where it has none; `pennant` is None for a newcomer.
    """

    frame: Frame
    games: list[GameLink]
    game: str
    called: str
    pitch: str
    play: Quick
    friends: Quick
    learn_url: str
    steps: int
    rules_url: str
    pennant: Pennant | None
    tables: list[TableLink]
    command: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnPage:
    """The way into a game, the same for everybody: its lesson, its rules, and the game in a minute.

    `lesson_title` is what the lesson is called, with the titles of its `steps`; empty for a game without one.
    """

    frame: Frame
    games: list[GameLink]
    game: str
    called: str
    pitch: str
    lesson_title: str
    steps: list[str]
    rules_url: str
    play: Quick


@dataclass(frozen=True, slots=True)
class RuleLink:
    """A link to a paragraph of the rules."""

    url: str
    title: str


@dataclass(frozen=True, slots=True)
class RuleBlock:
    """A paragraph of the rules, an entry of a list or a picture.

    `anchors` are the addresses that it has, those of clauses; `is_part` says that a picture has parts of a table alone.
    """

    kind: str
    text: Markup
    anchors: Sequence[str]
    drawing: Markup
    is_part: bool


@dataclass(frozen=True, slots=True)
class RuleSection:
    """A part of the rules under its title; blocks of a kind that follow each other make a group."""

    id: str
    title: str
    groups: Sequence[tuple[str, Sequence[RuleBlock]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesPage:
    """The rules of a game, the same for everybody."""

    frame: Frame
    games: list[GameLink]
    game: str
    called: str
    title: str
    sections: Sequence[RuleSection]
    learn_url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonPanel:
    """What a lesson says beside its table.

    Attributes
    ----------
    url
        Where one stands.
    title, step, number, steps
        What the lesson and the step are called, and which of how many steps it is.
    text, note
        What is said, and what stands below it.
    meanwhile
        What the others did just now; then nothing else is said.
    said, is_right
        What is said to what was done just now, and whether that was right.
    choices
        The labels of a question.
    shown
        What is to be done, in words, for one who asked for it at `show_url`.
    next_url, back_url, leave_url
        Where one goes on, back and away; empty where one does not.
    focus_url
        The style sheet that points at places and pieces.
    rules
        The paragraphs of the rules that the step teaches.
    then
        The match that the end of the lesson offers.
    """

    url: str
    title: str
    step: str
    number: int
    steps: int
    text: str
    meanwhile: Sequence[str]
    said: str
    is_right: bool
    note: str
    choices: Sequence[str]
    shown: Sequence[str]
    show_url: str
    next_url: str
    back_url: str
    leave_url: str
    focus_url: str
    rules: Sequence[RuleLink]
    then: Quick | None


@dataclass(frozen=True, slots=True, kw_only=True)
class OfflinePage:
    """What is shown while the server cannot be reached: the games that can be read about."""

    frame: Frame
    games: list[GameLink]


@dataclass(frozen=True, slots=True, kw_only=True)
class NewPage:
    """The form of a new table."""

    frame: Frame
    games: list[GameLink]
    game: str
    options: list[OptionField]
    seats: list[SeatField]
    terms: Terms
    name: str
    name_length: int
    seed: str
    problem: ErrorPage | None
    command: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ListsPage:
    """The reader's tables, and those that anybody may join or watch."""

    frame: Frame
    mine: list[TableLink]
    listed: list[TableLink]
    earlier_url: str
    later_url: str


@dataclass(frozen=True, slots=True)
class Pennant:
    """The sign of somebody at a table: a letter on a colour."""

    letter: str
    colour: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GuestPage:
    """The reader's name and colour, where the form leads back to, and the recovery link.

    Attributes
    ----------
    link
        A link that was made just now, empty at any other time.
    has_link
        Whether there was one before.
    """

    frame: Frame
    pennant: Pennant
    name: str
    name_length: int
    colours: list[OptionChoice]
    back_url: str
    link: str
    has_link: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RecoveryPage:
    """What a recovery link leads to: whom it carries, and who the browser is so far; empty for nobody."""

    frame: Frame
    name: str
    pennant: Pennant
    is_here: bool
    until_now: str
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class InvitationPage:
    """What a link leads to: the game, who is there, and the button that sits down or looks on."""

    frame: Frame
    title: str
    pitch: str
    players: str
    joins: bool
    url: str
    name: str
    name_length: int


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


@dataclass(frozen=True, slots=True)
class Link:
    """An address to send to others, and its picture for a telephone; `code` says which it is."""

    code: str
    url: str
    picture: str


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


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionsPage:
    """The form with which a host chooses other options."""

    frame: Frame
    options: list[OptionField]
    acts_url: str
    back_url: str
    command: str
    problem: ErrorPage | None


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


@dataclass(frozen=True, slots=True)
class Eyes:
    """Through whose eyes a finished match can be seen: a link; the seat is None for open hands."""

    url: str
    name: str
    chosen: bool
    seat: int | None


@dataclass(frozen=True, slots=True)
class Hand:
    """What one seat knew that a spectator did not: pieces by place."""

    seat: int
    name: str
    places: Sequence[tuple[str, Sequence[str]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Steps:
    """The way through a finished match, beside its table.

    Attributes
    ----------
    here
        The address of this move; `first`, `before`, `after` and `last` are those of others, empty where there is none.
    number, count
        Which move this is the table after, of how many.
    to_move
        Where the form goes that chooses another move, with `eyes_name` beside.
    told
        What the move did.
    hands
        With open hands, what each seat knew.
    """

    title: str
    here: str
    number: int
    count: int
    first: str
    before: str
    after: str
    last: str
    to_move: str
    eyes_name: str
    eyes: Sequence[Eyes]
    told: Sequence[str]
    hands: Sequence[Hand]
    review_url: str
    match_url: str


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
    log: list[Line]
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

    `game` is the id of the game, `called` its name.
    """

    frame: Frame
    template: str
    game: str
    called: str
    headline: str
    again_url: str
    record_url: str
    log: list[Line]
    table: Any
    around: Around
    is_last: bool
    steps_url: str = ""
    review_url: str = ""
    lesson: LessonPanel | None = None
    rules: Sequence[RuleSection] = ()
    steps: Steps | None = None

    @property
    def fills(self) -> dict[str, str]:
        """What is filled in: see `regions`."""
        return _fills_of(self.around)


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorPage:
    """What went wrong, in the reader's words, what was given, where, and what is allowed; and the rule behind it."""

    frame: Frame
    status: int
    explanation: str
    message: str
    lines: Sequence[str]
    given: str | None
    where: str | None
    allowed: Sequence[str]
    rule_url: str
    back_url: str
    back_words: str


@dataclass(frozen=True, slots=True)
class Credit:
    """The author of some of the pictures."""

    author: str
    url: str
    icons: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CreditsPage:
    """Whose work is used, and what this is not."""

    frame: Frame
    credits: list[Credit]


@dataclass(frozen=True, slots=True)
class Player:
    """A player in a review: name, sign, points, and whether they won."""

    seat: int
    name: str
    pennant: Pennant
    score: str
    won: bool
    mine: bool


@dataclass(frozen=True, slots=True)
class MomentCard:
    """A decision that cost something: which, what was played and what would have been better."""

    number: int
    title: str
    pennant: Pennant
    cost: str
    error: str
    played: str
    played_chance: str
    better: str
    better_chance: str
    why: str
    url: str


@dataclass(frozen=True, slots=True)
class Table:
    """A table of figures in words: its heads, and rows whose first cell is a head too."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewPage:
    """The review of a finished match; until it is there, how far it is made.

    `game` is the id of the game, `called` its name. The plots are SVG, drawn for a desktop and for a phone, and the
    tables hold the same figures.
    """

    frame: Frame
    game: str
    called: str
    headline: str
    players: Sequence[Player]
    steps_url: str
    match_url: str
    record_url: str
    counting: str = ""
    decided: str = ""
    how: str = ""
    eyes: Sequence[Eyes] = ()
    curve: str = ""
    small_curve: str = ""
    chances: Table | None = None
    moments_title: str = ""
    moments: Sequence[MomentCard] = ()
    split: str = ""
    parts: Table | None = None
    given: Table | None = None
