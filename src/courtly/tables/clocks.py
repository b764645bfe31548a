"""The clocks of a table: time controls, remaining times, and the settings for stand-ins.

The journal does not store the clocks. They are computed from the times of the entries; each entry becomes a `Tick`. A
seat that a bot or a stand-in plays has no running clock. Nothing here reads the system time: the caller passes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Annotated, Any, Literal, NamedTuple, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, PlainValidator, ValidationError

from courtly.bots import BadBudget, UnknownBot, bot_names, find_bot
from courtly.engine.contract.options import allowed
from courtly.engine.errors import BadOption, cannot_be, listing, shown
from courtly.engine.sentences import said

DAY = 86_400
NOTHING = timedelta(0)


class _Read(BaseModel):
    """The base of the parsed models: frozen, and strict about names and types."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class MoveClock(_Read):
    """A fixed number of seconds for each move."""

    kind: Literal["move"] = "move"
    seconds: Annotated[int, Field(ge=1, le=DAY)]

    @property
    def whole(self) -> timedelta:
        """The time for each move."""
        return timedelta(seconds=self.seconds)


class DaysClock(_Read):
    """A fixed number of days for each move."""

    kind: Literal["days"] = "days"
    days: Annotated[int, Field(ge=1, le=30)]

    @property
    def whole(self) -> timedelta:
        """The time for each move."""
        return timedelta(days=self.days)


class BankClock(_Read):
    """A number of seconds for the match, and an increment at the beginning of each turn, including the first.

    The increment comes before the turn and not after it. A player with an empty bank can therefore take the seat back
    and use the increment of each turn. Several moves in a row are one turn.
    """

    kind: Literal["bank"] = "bank"
    seconds: Annotated[int, Field(ge=1, le=7 * DAY)]
    increment: Annotated[int, Field(ge=0, le=3600)] = 0

    @property
    def whole(self) -> timedelta:
        """The time of a seat at the beginning of the match."""
        return timedelta(seconds=self.seconds)


Terms = MoveClock | BankClock | DaysClock

_TERMS: dict[str, type[Terms]] = {"move": MoveClock, "bank": BankClock, "days": DaysClock}


def _known_bot(value: Any) -> str:
    try:
        return find_bot(value).name
    except (UnknownBot, BadBudget) as error:
        raise BadOption(error.sentence, given=value, where="minder.bot", allowed=bot_names()) from None


class StandIn(_Read):
    """The stand-in bot, and the seconds of absence before it plays; None if absence alone never brings it in."""

    bot: Annotated[str, PlainValidator(_known_bot)] = "steward"
    after: Annotated[int | None, Field(ge=1, le=7 * DAY)] = 60


@dataclass(frozen=True, slots=True)
class ClocksDocument:
    """The remaining seconds of each seat at the time `since`, and the seat whose clock runs, or null."""

    left: list[float]
    running: int | None
    since: str | None


Timeout = Literal["stand_in", "vote", "forfeit"]
"""What happens when a clock runs out.

With `stand_in`, the stand-in plays until the player takes the seat back. With `forfeit`, it plays to the end, and the
player has lost the match. With `vote`, the other players may vote for the stand-in.
"""


class Delay(_Read):
    """How much later spectators see a move on the stage: after so many more moves, or after so many minutes."""

    kind: Literal["moves", "minutes"]
    count: Annotated[int, Field(ge=1, le=1000)]


def read_clock(value: object) -> Terms | None:
    """Parse the time control of a table from plain JSON; None means no clock.

    Raises
    ------
    BadOption
        An option is invalid; `where` names it, such as `clock.seconds`.

    Examples
    --------
    >>> read_clock({"kind": "bank", "seconds": 300, "increment": 5})
    BankClock(kind='bank', seconds=300, increment=5)
    """
    if value is None:
        return None
    document = _object("clock", value)
    kind = document.get("kind")
    if not isinstance(kind, str) or kind not in _TERMS:
        raise cannot_be("clock.kind", kind, listing(list(_TERMS)))
    return _read(_TERMS[kind], document, "clock")


def read_stand_in(value: object) -> StandIn:
    """Parse the stand-in settings from plain JSON; None and missing options mean the defaults.

    Raises
    ------
    BadOption
        An option is invalid; `where` names it, such as `minder.after`.
    """
    return StandIn() if value is None else _read(StandIn, _object("minder", value), "minder")


def _object(name: str, value: object) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise cannot_be(name, value, said("null or an object"))
    return value


R = TypeVar("R", bound=_Read)


def _read(model: type[R], document: Mapping[str, Any], name: str) -> R:
    try:
        return model.model_validate(document)
    except ValidationError as error:
        raise _refused(model, error, name) from None


def _refused(model: type[_Read], error: ValidationError, name: str) -> BadOption:
    """Return a `BadOption` for the first problem that pydantic found."""
    problem = error.errors(include_url=False)[0]
    key, names = str(problem["loc"][0]), list(model.model_fields)
    where = f"{name}.{key}"
    if problem["type"] == "extra_forbidden":
        message = said("there is no option {name}; choose from {known}", name=shown(where), known=listing(names))
        return BadOption(message, given=key, where=name, allowed=names, option=where, problem="unknown")
    choices = allowed(model.model_fields[key])
    if problem["type"] == "missing":
        message = said("option {name} is missing; use {allowed}", name=where, allowed=choices)
        return BadOption(message, where=where, allowed=choices, problem="missing")
    return cannot_be(where, problem["input"], choices)


class Tick(NamedTuple):
    """The effect of an entry on the clocks.

    Attributes
    ----------
    at
        The time of the entry.
    runs
        The seat to move, if a person or a program plays it without a stand-in: its clock runs after the entry. Else
        None.
    moved
        Whether the entry was a move, or the deal before the first move.
    """

    at: datetime
    runs: int | None
    moved: bool


@dataclass(frozen=True, slots=True)
class Clocks:
    """The clocks of a match at one moment; immutable.

    Attributes
    ----------
    terms
        The time control.
    kept
        The remaining time of each seat when its clock last started or stopped.
    running
        The seat whose clock runs, None without one.
    since
        The time when that clock started.
    extra
        The time that seats get in addition at the beginning of their next turn.
    """

    terms: Terms
    kept: tuple[timedelta, ...]
    running: int | None = None
    since: datetime | None = None
    extra: Mapping[int, timedelta] = field(default_factory=dict)

    @classmethod
    def new(cls, terms: Terms, players: int) -> Self:
        """Return the clocks before the deal."""
        return cls(terms, (terms.whole,) * players)

    def start(self, seat: int, at: datetime) -> Self:
        """Return the clocks after `seat` gets a move at the time `at`: its clock starts."""
        stopped = self.stop(at)
        kept = list(stopped.kept)
        if not isinstance(self.terms, BankClock):
            kept[seat] = self.terms.whole
        elif seat != self.running:
            kept[seat] += timedelta(seconds=self.terms.increment)
        kept[seat] += self.extra.get(seat, NOTHING)
        rest = {each: more for each, more in self.extra.items() if each != seat}
        return replace(stopped, kept=tuple(kept), running=seat, since=at, extra=rest)

    def add(self, seat: int, more: timedelta) -> Self:
        """Return the clocks after a seat has got more time: for the present turn if its clock runs, else the next."""
        if seat != self.running:
            return replace(self, extra={**self.extra, seat: self.extra.get(seat, NOTHING) + more})
        kept = [left + more if each == seat else left for each, left in enumerate(self.kept)]
        return replace(self, kept=tuple(kept))

    def resume(self, seat: int, at: datetime) -> Self:
        """Return the clocks after the player of `seat`, which is to move, has taken it back.

        The clock continues with its remaining time: a player must not gain time by leaving and returning.
        """
        return replace(self.stop(at), running=seat, since=at)

    def taken_back(self, before: Clocks, after: Clocks, moved: datetime, at: datetime) -> Self:
        """Return the clocks after an act is taken back at the time `at`, with none running.

        Every seat has what it had left when the act was made at `moved`, without the time that it has used since.

        Parameters
        ----------
        before, after
            The clocks before and after the act. The act may have given a seat more time for a new turn.
        """
        used = [after.left(seat, moved) - self.left(seat, at) for seat in range(len(self.kept))]
        kept = tuple(max(NOTHING, before.left(seat, moved) - used[seat]) for seat in range(len(self.kept)))
        return replace(self, kept=kept, running=None, since=None, extra=before.extra)

    def stop(self, at: datetime) -> Self:
        """Return the clocks with none running: a bot or a stand-in is to move, or the match is over."""
        if self.running is None:
            return self
        kept = list(self.kept)
        kept[self.running] = self.left(self.running, at)
        return replace(self, kept=tuple(kept), running=None, since=None)

    def after(self, tick: Tick) -> Self:
        """Return the clocks after an entry."""
        if tick.runs is None:
            return self.stop(tick.at)
        if tick.moved:
            return self.start(tick.runs, tick.at)
        return self if tick.runs == self.running else self.resume(tick.runs, tick.at)

    def left(self, seat: int, at: datetime) -> timedelta:
        """Return the remaining time of a seat, at least 0."""
        if seat != self.running or self.since is None:
            return self.kept[seat]
        return max(NOTHING, self.kept[seat] - max(NOTHING, at - self.since))

    def runs_out(self, seat: int) -> datetime | None:
        """Return the time when the clock of a seat runs out if nothing happens, None while it does not run."""
        return self.since + self.kept[seat] if seat == self.running and self.since is not None else None

    def document(self) -> ClocksDocument:
        """Return the clocks for output."""
        since = None if self.since is None else self.since.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        return ClocksDocument([round(kept.total_seconds(), 3) for kept in self.kept], self.running, since)


def clocks_after(terms: Terms, players: int, ticks: Iterable[Tick]) -> Clocks:
    """Return the clocks of a match after its entries."""
    clocks = Clocks.new(terms, players)
    for tick in ticks:
        clocks = clocks.after(tick)
    return clocks
