"""The pages of a table: the waiting room, a match, its end, and the parts around each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from courtly.scene.marks import Pennant
from courtly.scene.model import Line
from courtly.scene.page import Caption, SeatStates
from courtly.scene.page_parts import Parts
from courtly.web.contexts.finished_match import Steps
from courtly.web.contexts.frame import Frame
from courtly.web.contexts.learning import LessonPanel
from courtly.web.contexts.setup import OptionChoice
from courtly.web.parts import PartsUpdate


@dataclass(frozen=True, slots=True)
class Remaining:
    """The remaining time on a clock, and whether the clock runs."""

    seconds: int
    text: str
    runs: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A player at a table, or an open seat.

    Attributes
    ----------
    role
        The level of a bot, or "program"; empty for a person.
    state
        The player's present state, in words; `status` is its CSS class.
    acts
        The acts that the viewer may do to the seat: `fill`, `clear`, `remove`, `hand`, `mind`, `vote`.
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
    is_replaced: bool
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
    """A ready-made phrase that each client sees in its own language."""

    id: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """Table talk. `muted`: the viewer has switched it off. Without `may_write`, it is shown without a form.

    `people_url` is the page that blocks and mutes the people at the table, empty if the server has none.
    """

    url: str
    command: str
    lines: list[TalkLine]
    phrases: list[Phrase]
    may_write: bool
    muted: bool
    length: int
    people_url: str = ""


@dataclass(frozen=True, slots=True)
class MatchLink:
    """An earlier match of the same table."""

    url: str
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """The parts around a match or a waiting room: the people at the table, and the viewer's acts there.

    Attributes
    ----------
    acts_url, command
        The address of the forms, and their command id, which makes a repeated form harmless.
    choices
        The acts that the viewer may do: `return`, `rise`, `mind`, `stop`, `vote-stop`, `again`, `show_hand` or
        `hide_hand`.
    stopping
        The players who have voted to stop, in words; empty if there are none.
    rematch
        How many of the persons have agreed to a rematch, in words; empty if no one has asked another person for one.
    notes
        What sets the match apart, one sentence each: where its deal comes from, and bots without their net.
    is_practice
        Whether the match is practice: it continues another match, or has the deal of another match.
    origin_url
        The review of the match that this one continues, at the moment where it branches off; empty if the viewer may
        not see it.
    event
        The address and the title of the table's event, None without one.
    event_round
        The round of the table's event, in words; empty without one.
    pennants
        The signs of all seats. Regions that show signs have them in their cache keys.
    stages
        The names and addresses of the stages for streams; empty unless players may show spectators their hands.
    """

    url: str
    acts_url: str
    command: str
    members: list[Member]
    stand_ins: list[OptionChoice]
    choices: Sequence[str]
    stopping: str
    rematch: str
    minded: str
    talk: Talk | None
    earlier: list[MatchLink]
    notes: tuple[str, ...]
    is_practice: bool
    origin_url: str
    event: tuple[str, str] | None
    pennants: tuple[Pennant, ...]
    stages: tuple[tuple[str, str], ...] = ()
    event_round: str = ""

    @property
    def watches(self) -> bool:
        """Whether the viewer has no seat."""
        return not any(member.mine for member in self.members)


@dataclass(frozen=True, slots=True)
class Link:
    """An address to share, and its QR code for a phone; `code` is the kind of link."""

    code: str
    url: str
    picture: str


@dataclass(frozen=True, slots=True)
class Passage:
    """A section of the log: the events under one heading, in lines; the heading may be empty."""

    heading: str
    lines: list[Line]


@dataclass(frozen=True, slots=True)
class OptionFact:
    """A setting of a table: its title and its value."""

    title: str
    value: str


def _fills_of(around: Surroundings) -> dict[str, str]:
    """Return the fills for the forms and clocks of a page; see `courtly.scene.page_parts`."""
    return {"around": around.command, **clock_fills(around)}


def clock_fills(around: Surroundings) -> dict[str, str]:
    """Return the fills with the remaining times of the clocks."""
    clocks = [(member.number, member.clock) for member in around.members if member.clock]
    return {
        **{f"seconds-{number}": str(clock.seconds) for number, clock in clocks},
        **{f"left-{number}": clock.text for number, clock in clocks},
    }


@dataclass(frozen=True, slots=True)
class Meeting:
    """What happens at a table where players wait for opponents.

    Attributes
    ----------
    words
        What the players wait for, and when the match begins.
    advice
        What the viewer must do to keep the seat; empty for a viewer without a seat.
    may_fill
        Whether the viewer may fill the open seats with bots.
    is_closed
        Whether all players have left.
    """

    words: str
    advice: str
    may_fill: bool
    is_closed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingRoom:
    """A table before a match: the people, the options, and the conditions still missing for the start.

    `may_notify` tells whether to offer notifications. `meeting` is None unless players wait for opponents.
    """

    frame: Frame
    around: Surroundings
    title: str
    seated: str
    waiting_for: str
    options: list[OptionFact]
    options_url: str
    links: list[Link]
    promise: str
    word: str
    word_length: int
    you: Member | None
    may_sit: bool
    may_start: bool
    is_host: bool
    meeting: Meeting | None
    may_notify: bool = False

    @property
    def fills(self) -> dict[str, str]:
        """The fills; see `courtly.scene.page_parts`."""
        return _fills_of(self.around)


@dataclass(frozen=True, slots=True)
class Prospect:
    """One of the best moves in words, how good it is, and its expected effects."""

    move: str
    chance: str
    lines: Sequence[str]


@dataclass(frozen=True, slots=True)
class Advice:
    """A hint: the moves of the turn, the first one and the others in words, its reasons, and the best moves."""

    moves: Sequence[str]
    move: str
    rest: Sequence[str]
    lines: Sequence[str]
    best: Sequence[Prospect]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPage:
    """A match that is running or was stopped, rendered with its game's `template`.

    The form sends `match`, `turn` and `command` to `play_url`. The page asks for a hint at `hint_url`; `advice` is the
    hint. `may_ask` says whether a hint is available now, `may_hint` whether the table allows hints.

    Attributes
    ----------
    game, called
        The id of the game, and its name.
    caption
        Who decides what.
    acts
        The viewer's acts, available and unavailable, for the script; empty if the viewer does not decide.
    plan
        The acts that the viewer may prepare while another player moves, for the script: at most one of each list.
    confirms
        What the button that sends a complete draft does, in a few words; empty for the usual words.
    next_url
        The address that leads to the next table that waits for the viewer; only at a table with days for each move,
        while others move.
    may_take_back
        Whether the viewer may ask to take back the last moves.
    waits_for
        After the viewer has asked for that, the players who have not answered yet, in words; otherwise empty.
    request
        The request of another player, which the viewer has to answer, in words; empty without one.
    """

    frame: Frame
    template: str
    game: str
    called: str
    caption: Caption
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
    advice: Advice | None
    news: list[Line]
    log: list[Passage]
    table: Any
    around: Surroundings
    plan: Sequence[Sequence[Mapping[str, str | None]]] = ()
    confirms: str = ""
    next_url: str = ""
    may_take_back: bool = False
    waits_for: str = ""
    request: str = ""
    lesson: LessonPanel | None = None
    rules_url: str = ""
    steps: Steps | None = None
    game_parts: Parts = field(default_factory=dict)
    seat_states: SeatStates = "all"
    seat_marks: SeatStates = "none"

    @property
    def fills(self) -> dict[str, str]:
        """The fills; see `courtly.scene.page_parts`."""
        own = {"play_url": self.play_url, "match": str(self.match), "turn": str(self.turn), "command": self.command}
        return own | _fills_of(self.around)


@dataclass(frozen=True, slots=True)
class MatchUpdate:
    """The update of an open match page after a change: its title, its changed parts, and the viewer's acts."""

    title: str
    acts: Sequence[Mapping[str, str | None]]
    parts: PartsUpdate


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalPage:
    """A match that is over, rendered with its game's `template`.

    `lost_early` names the players who have lost before the end: a clock ran out, or they left a rated match. It is
    empty without any.
    `is_last` says that it is the last match of the table, and the viewer has not agreed to a rematch.
    `game` is the id of the game, `called` its name. The page at `share_url` makes links to the match; a form sent to
    `deal_url` makes a link to its deal. Either is empty if the viewer may not make such links.
    """

    frame: Frame
    template: str
    game: str
    called: str
    headline: str
    lost_early: str
    again_url: str
    record_url: str
    log: list[Passage]
    table: Any
    around: Surroundings
    is_last: bool
    steps_url: str = ""
    review_url: str = ""
    share_url: str = ""
    deal_url: str = ""
    lesson: LessonPanel | None = None
    rules_url: str = ""
    steps: Steps | None = None
    game_parts: Parts = field(default_factory=dict)

    @property
    def fills(self) -> dict[str, str]:
        """The fills; see `courtly.scene.page_parts`."""
        return _fills_of(self.around)
