"""The pages before a table: start, names, invitations, lists, and the form of a new match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from courtly.scene.marks import Pennant
from courtly.web.contexts.frame import ErrorPage, Frame
from courtly.web.contexts.moderation import BlockedPeople


@dataclass(frozen=True, slots=True)
class OptionChoice:
    """One value of an option."""

    value: str
    label: str
    checked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionField:
    """One option of a game: radio buttons for few values, a number with limits, or a list as text or a file.

    `excluded_by` has the options that cannot be combined with this one, and `conflict` is a sentence that names them.
    """

    name: str
    title: str
    help: str
    kind: Literal["choices", "number", "list"]
    choices: list[OptionChoice]
    value: str = ""
    default: str = ""
    least: int = 0
    most: int = 0
    excluded_by: Sequence[str] = ()
    conflict: str = ""


@dataclass(frozen=True, slots=True)
class SeatField:
    """The choices for one of the other seats; `number` counts the seats from 1, so it is at least 2."""

    number: int
    choices: list[OptionChoice]


@dataclass(frozen=True, slots=True)
class TableSettings:
    """The settings of a table with friends.

    They are the clock, what happens when it runs out, the stand-in for absent players, whether the table is listed,
    whether it allows spectators, table talk and hints, and how much later spectators may see hands. `rated` is None if
    the server has no rated tables, `delay` is empty if it shows no hands.
    """

    clock: list[OptionChoice]
    minder: list[OptionChoice]
    away: list[OptionChoice]
    timeout: list[OptionChoice]
    listed: bool
    watchers: bool
    talk: bool
    aids: bool
    delay: Sequence[OptionChoice]
    chosen: bool
    rated: bool | None = None


@dataclass(frozen=True, slots=True)
class GameLink:
    """A game that can be chosen on the start page."""

    name: str
    title: str
    pitch: str
    chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class OfflinePage:
    """The page that is shown while the server cannot be reached: the games whose rules are cached."""

    frame: Frame
    games: list[GameLink]


@dataclass(frozen=True, slots=True)
class TableLink:
    """One line of a list of tables.

    Attributes
    ----------
    state, since
        The player or event that the table waits for, and since when.
    left
        How much time the clock leaves for the present turn, empty without a clock.
    yours
        Whether it is the viewer's turn there.
    is_practice
        Whether its match continues a position of another match.
    is_rated
        Whether its matches are rated, in lists that say so.
    """

    url: str
    game: str
    title: str
    players: str
    state: str
    since: str
    left: str
    over: bool
    yours: bool
    is_practice: bool
    is_rated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class QuickMatch:
    """A match that one click sets up.

    Attributes
    ----------
    fields
        The fields of its form, without the command.
    words
        The opponents, their strength, and unusual options.
    stars
        The level of all its bots from 1 to 4; 0 if they have no level or different ones.
    is_last
        Whether it repeats the viewer's last choice.
    choose_url
        The address of the full form, filled in with this match.
    """

    fields: Mapping[str, str]
    words: str
    stars: int
    is_last: bool
    choose_url: str


@dataclass(frozen=True, slots=True)
class OpenSeats:
    """A public table where the viewer can sit down: its line in the list, its pace, and the address of its forms."""

    table: TableLink
    pace: str
    acts_url: str


@dataclass(frozen=True, slots=True)
class OpponentsForm:
    """The form of a player who looks for opponents. `waiting` is the number of waiting players in words, or empty."""

    waiting: str
    seats: list[OptionChoice]
    paces: list[OptionChoice]


@dataclass(frozen=True, slots=True, kw_only=True)
class StartPage:
    """The start page: three ways to begin a game, and the viewer's tables.

    `steps` is the number of steps of the game's lesson, or 0 without one. `day_url` is the address of the game's deal
    of the day. `pennant` is None for a newcomer. `waiting` is the number of tables where it is the viewer's turn.
    `may_notify` tells whether to offer notifications. `opponents` is None if the server finds no opponents.
    `has_events` tells whether the server has events.
    """

    frame: Frame
    games: list[GameLink]
    game: str
    called: str
    pitch: str
    play: QuickMatch
    friends: QuickMatch
    learn_url: str
    steps: int
    rules_url: str
    day_url: str
    pennant: Pennant | None
    tables: list[TableLink]
    waiting: int
    command: str
    may_notify: bool = False
    opponents: OpponentsForm | None = None
    has_events: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class NewPage:
    """The form of a new table."""

    frame: Frame
    games: list[GameLink]
    game: str
    options: list[OptionField]
    seats: list[SeatField]
    terms: TableSettings
    name: str
    name_length: int
    seed: str
    problem: ErrorPage | None
    command: str


@dataclass(frozen=True, slots=True)
class EventLine:
    """An event in a list: its address, its name, its state in words, and the viewer's table, empty without one."""

    url: str
    called: str
    state: str
    table_url: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListsPage:
    """The viewer's tables, those where it is the viewer's turn apart, and the public tables to join or watch.

    Public tables where the viewer can sit down are in `open_seats`, the others in `listed`.

    `days_off` are the choices of the form for days off, empty if no clock of a table of the viewer runs; `told` is its
    result. `may_notify` tells whether to offer notifications, `has_statistics` whether the server has statistics.
    `events` are the viewer's events that are not over.
    """

    frame: Frame
    waiting: list[TableLink]
    mine: list[TableLink]
    open_seats: list[OpenSeats]
    listed: list[TableLink]
    days_off: list[OptionChoice]
    command: str
    told: str
    earlier_url: str
    later_url: str
    may_notify: bool = False
    has_statistics: bool = False
    events: Sequence[EventLine] = ()


@dataclass(frozen=True, slots=True)
class DeviceLine:
    """A device that gets the viewer's notifications: its address if it has one, since when, and in which language."""

    id: str
    words: str


@dataclass(frozen=True, slots=True)
class NotificationSettings:
    """The viewer's devices with notifications, and the hours at which the quiet hours may start and end.

    Attributes
    ----------
    zone
        The time zone of a new mailbox, if the browser does not name one; empty if the server sends no mails.
    has_asked
        Whether a mail was sent just now that asks for confirmation.
    """

    devices: list[DeviceLine]
    starts: list[OptionChoice]
    ends: list[OptionChoice]
    zone: str = ""
    has_asked: bool = False


@dataclass(frozen=True, slots=True)
class OwnRating:
    """A rating of the viewer in the last season of a game: the game, the number of players, the figures, and a link."""

    called: str
    players: str
    figures: str
    url: str
    is_provisional: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GuestPage:
    """The viewer's name and colour, the return address of the form, and the recovery link.

    Attributes
    ----------
    link
        A recovery link that was made just now, otherwise empty.
    has_link
        Whether a recovery link exists.
    notifications
        None if the server sends no notifications.
    ratings
        The viewer's ratings; None if the server has none.
    blocked
        The people whom the viewer has blocked or muted; None if the server lets no one block others.
    """

    frame: Frame
    pennant: Pennant
    name: str
    name_length: int
    colours: list[OptionChoice]
    back_url: str
    link: str
    has_link: bool
    notifications: NotificationSettings | None
    ratings: Sequence[OwnRating] | None = None
    blocked: BlockedPeople | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MailPage:
    """The page of a link in a mail: it confirms an address, or ends the mails.

    Attributes
    ----------
    address, name
        The address to confirm, and the player whose turns the mails are about; empty on the page that ends mails.
    is_done
        Whether the viewer has pressed the button.
    url
        Where the button sends its form.
    """

    frame: Frame
    address: str
    name: str
    is_done: bool
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RecoveryPage:
    """The page of a recovery link: its guest, and the browser's present guest; the latter is empty without one."""

    frame: Frame
    name: str
    pennant: Pennant
    is_here: bool
    until_now: str
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class InvitationPage:
    """The page of an invitation link: the game, the players, and the button to sit down or watch.

    If the table is full, `new_url` is the address of the form of another table; otherwise it is empty.
    """

    frame: Frame
    title: str
    pitch: str
    players: str
    joins: bool
    new_url: str
    url: str
    name: str
    name_length: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionsPage:
    """The form in which a host changes the options; `new_url` is the form of a new table with the same settings."""

    frame: Frame
    options: list[OptionField]
    acts_url: str
    back_url: str
    new_url: str
    command: str
    problem: ErrorPage | None
