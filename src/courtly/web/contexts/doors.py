"""The pages before a table: start, names, invitations, lists, and the form of a new match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from courtly.web.contexts.frame import ErrorPage, Frame, Pennant


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


@dataclass(frozen=True, slots=True, kw_only=True)
class OfflinePage:
    """What is shown while the server cannot be reached: the games that can be read about."""

    frame: Frame
    games: list[GameLink]


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

    `steps` are those of the game's lesson, none where it has none; `day_url` is the address of its deal of the day;
    `pennant` is None for a newcomer.
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
    day_url: str
    pennant: Pennant | None
    tables: list[TableLink]
    command: str


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


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionsPage:
    """The form with which a host chooses other options."""

    frame: Frame
    options: list[OptionField]
    acts_url: str
    back_url: str
    command: str
    problem: ErrorPage | None
