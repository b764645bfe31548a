"""The auditor: checks a run against the requirements, with no knowledge of the code."""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

import courtly
from courtly.engine.play.match import Match
from courtly.testing.simulation import alerts, checks, fairness
from courtly.testing.simulation.environment import EPOCH
from courtly.testing.simulation.loop import running_loop
from courtly.testing.simulation.people import AT_ONCE
from courtly.testing.simulation.script import FAULTS

if TYPE_CHECKING:
    from courtly.testing.simulation.around import Acknowledged
    from courtly.testing.simulation.browser import Tab
    from courtly.testing.simulation.devices import Phone
    from courtly.testing.simulation.exchange import Response
    from courtly.testing.simulation.people import Guest, Person
    from courtly.testing.simulation.sockets import Connection

Json = dict[str, Any]

STARTING = ("kill", "kill-before-commit", "kill-after-commit", "restart")
"""The faults after which a process starts again."""

DELAYING = (*STARTING, "busy", "full", "lost", "deadlock", "slow-disk", "slow-bots")
"""The faults during which the server may be late."""

SLOW_READING = ("storm", "stall")
"""The faults during which clients read so slowly that the server may end their connections."""

SLOW_STOP = (*SLOW_READING, "busy", "full", "lost", "deadlock", "slow-disk", "slow-bots", "cut", "sleep")
"""The faults during which the server may take longer to stop: it finishes its work, and waits for clients to read."""

RECOVERY = 60.0
"""Seconds after a fault in which the server may still be late."""

REST = 600.0
"""Seconds for which a server may send nothing to a device whose push service has failed."""

FOREVER = 1e9
"""A virtual time after the end of each run."""

BY_PLAYERS = frozenset({"sit", "ready", "return", "take_back", "agree", "refuse", "time_off"})
"""The acts whose entries come only from the player of the seat."""

DRIFT = 0.02
"""The part of the time by which the clock of a server may be wrong after a jump of the system clock."""


class Trouble:
    """A fault, with the virtual times of its beginning and its end."""

    def __init__(self, kind: str, since: float) -> None:
        self.kind = kind
        self.since = since
        self.until = math.inf


class Played(NamedTuple):
    """A finished match, as its clients saw it.

    Attributes
    ----------
    opened
        The first document of its table.
    documents
        The last documents, by seat or `watch`.
    guests
        The people at the table, by seat or `watch`.
    lines
        The table talk.
    """

    opened: Json
    documents: Mapping[Any, Json]
    guests: Mapping[Any, Guest]
    record: Json
    lines: Sequence[Json] = ()


class Auditor:
    """Collects the acknowledged acts of a run, and the problems that it finds.

    Attributes
    ----------
    problems
        One sentence for each problem.
    troubles
        The faults that have begun.
    """

    def __init__(self) -> None:
        self.problems: list[str] = []
        self.troubles: list[Trouble] = []
        self._acts: dict[str, list[Acknowledged]] = {}
        self._turns: dict[str, list[alerts.Ask]] = {}
        self._records: dict[str, Match] = {}

    def acknowledged(self, act: Acknowledged) -> None:
        """Record an act that was answered with success."""
        self._acts.setdefault(act.table, []).append(act)

    def check_guest(self, guest: Guest, document: Json) -> None:
        """Compare the entries and the state of a client with those of a fresh visitor with the same seat."""
        who = f"{guest.person.name} at {guest.table}"
        self.problems += [f"{who}: {problem}" for problem in guest.problems]
        if guest.entries != document["entries"]:
            self.problems.append(f"{who} was told other entries than a fresh visitor")
        for name in ("version", "status", "seats", "view", "turn", "to_move", "match"):
            if guest.state.get(name) != document[name] and name != "seats":
                self.problems.append(f"{who} sees another {name} than a fresh visitor")

    def note_turns(self, guest: Guest, document: Json) -> None:
        """Record the turns of a person at a table of which the phone must tell."""
        turns = self._turns.setdefault(guest.person.name, [])
        turns += alerts.asks(guest.table, document["entries"], document["you"])

    def check_phone(self, person: Person, phone: Phone) -> int:
        """Check that a person's phone told of every turn once, and return the number of turns."""
        turns = self._turns[person.name]
        if math.isfinite(self._first_jump):
            # The times of entries do not tell when they were made.
            return len(turns)
        connected = {table: _connected(connections) for table, connections in person.connections.items()}
        found = alerts.alert_problems(turns, phone.alerts, connected, self._is_quiet)
        self.problems += [f"{person.name}: {problem}" for problem in found]
        return len(turns)

    def _is_quiet(self, since: float, until: float) -> bool:
        """Return whether no fault disturbs notifications between two virtual times."""
        return self.is_undisturbed(since, until) and self.is_undisturbed(since - REST, until, ("storm",))

    def check_tab(self, tab: Tab) -> None:
        """Check that a page of a table never differed from a fresh one."""
        self.problems += [f"{tab.person.name} at {tab.table}: {problem}" for problem in tab.problems]

    def check_table(self, table: str, documents: Mapping[str, Json]) -> None:
        """Check the journal of a finished match: every acknowledged act is there exactly once, in its place.

        Parameters
        ----------
        documents
            The document of the table for each player.
        """
        document = next(iter(documents.values()))
        entries = document["entries"]
        if len({each["you"] for each in documents.values()}) != len(documents):
            self.problems.append(f"two people have the same seat at {table}")
        if [entry["n"] for entry in entries] != list(range(document["version"])):
            self.problems.append(f"the entries of {table} have gaps")
        numbers: list[int] = []
        own: dict[str, set[int]] = {player: set() for player in documents}
        for act in self._acts.pop(table, []):
            told = act.answer["entries"]
            numbers += [entry["n"] for entry in told]
            own[act.player] |= {entry["n"] for entry in told}
            last = act.answer["version"]
            if documents[act.player]["entries"][last - len(told) : last] != told:
                self.problems.append(f"the act {act.body} of {table} was acknowledged but is not in the journal")
        if len(numbers) != len(set(numbers)):
            self.problems.append(f"two acts of {table} were acknowledged with the same entry")
        turns = [entry["turn"] for entry in entries if entry["act"] in ("move", "taken_back")]
        if turns != list(range(len(turns))):
            self.problems.append(f"the moves and take-backs of {table} are not one for each turn: {turns}")

        seated = {player: document["you"] for player, document in documents.items() if document["you"] != "watch"}
        self._check_seats(table, entries, {seat: own[player] for player, seat in seated.items()})
        if (match := self._records.pop(table, None)) is not None:
            for document in documents.values():
                self._check_told(table, document, match)

    def _check_seats(self, table: str, entries: Sequence[Json], own: Mapping[int, Collection[int]]) -> None:
        """Check that only the player of a seat, or its stand-in, has acted for it.

        Parameters
        ----------
        own
            The numbers of the entries that were acknowledged to the player of each seat.
        """
        replaced: set[int] = set()
        for entry in entries:
            seat, act = entry["seat"], entry["act"]
            by_player = act in BY_PLAYERS or (act == "move" and seat not in replaced)
            if by_player and seat in own and entry["n"] not in own[seat]:
                self.problems.append(f"entry {entry['n']} of {table}, {act}, was not made by the player of seat {seat}")
            if act in ("mind", "forfeit"):
                replaced.add(seat)
            elif act == "return":
                replaced.discard(seat)

    def _check_told(self, table: str, document: Json, match: Match) -> None:
        """Check that a player's entries have the information that the record gives this seat, and nothing else."""
        seat = None if document["you"] == "watch" else document["you"]
        taken_back = checks.taken_back_turns(document["entries"])
        made = [entry for entry in document["entries"] if entry["act"] == "move"]
        moves = [entry for entry in made if entry["turn"] not in taken_back]
        if len(moves) != match.version:
            self.problems.append(f"the record of {table} has {match.version} moves, and its journal {len(moves)}")
            return
        start = next(entry for entry in document["entries"] if entry["act"] == "start")
        if start["event"]["args"]["view"] != _plain(match.at(0).view(seat)):
            self.problems.append(f"seat {seat} got the deal of {table} as another seat sees it")
        events = [event for entry in moves for event in ({**entry["event"], "then": []}, *entry["event"]["then"])]
        told = [{**event, "then": []} for event in events if event["id"] != "moved"]
        if told != [{**event, "then": []} for event in _plain(match.log(seat))]:
            self.problems.append(f"seat {seat} got the moves of {table} as another seat sees them")

    def check_record(self, table: str, answer: Response) -> None:
        """Check that the record of a finished match can be read and verified."""
        if answer.status != 200:
            self.problems.append(f"the record of {table} is not available: {answer.status} {answer.text[:200]}")
            return
        match = courtly.read_record(answer.json())
        if not match.is_over:
            self.problems.append(f"the record of {table} ends before its match")
        self._records[table] = match

    def check_match(self, played: Played) -> None:
        """Check the clocks, stand-ins, views and shuffle of a finished match. Call it before `check_table`."""
        entries = next(iter(played.documents.values()))["entries"]
        found = chain(self._times(played, entries), _views(played), _deal(played, entries), _looks(played))
        self.problems += [f"{played.opened['id']}: {problem}" for problem in found]

    def _times(self, played: Played, entries: Sequence[Json]) -> Iterator[str]:
        times = [checks.milliseconds(entry["at"]) for entry in entries]
        if times != sorted(times):
            # A process that starts after its system clock was set back has no other clock to ask.
            if not any(trouble.kind == "jump" for trouble in self.troubles):
                yield "the times of entries go back"
            return
        known = checks.moments(entries, None)
        seats = {seat: guest for seat, guest in played.guests.items() if seat != "watch"}
        of = {guest.person.id: seat for seat, guest in seats.items()}
        own: dict[int, set[int]] = {seat: set() for seat in seats}
        for act in self._acts.get(played.opened["id"], []):
            seat = of[act.player]
            own[seat] |= {entry["n"] for entry in act.answer["entries"] if entry["seat"] == seat}
        yield from checks.stand_in_problems(entries, known, own)
        has_jumped = math.isfinite(self._first_jump)
        yield from checks.clock_problems(entries, known, self.is_calm, DRIFT if has_jumped else 0.0)
        for guest in played.guests.values():
            yield from checks.told_problems(known, [*guest.states, *guest.documents])
        yield from checks.told_problems(known, played.documents.values())
        if (stand_in := played.opened["stand_in"]) is not None:
            after, slack = 1000 * stand_in["after"], 10 + self._drift()
            connections = {seat: guest.person.connections.get(guest.table, []) for seat, guest in seats.items()}
            connected = {seat: [_span(*span) for span in _connected(each)] for seat, each in connections.items()}
            away = {seat: [_span(*span) for span in guest.person.away] for seat, guest in seats.items()}
            yield from checks.presence_problems(entries, known, after, connected, slack)
            if not has_jumped:
                yield from checks.absence_problems(entries, known, after, away, self.is_calm)

    def is_calm(self, since: int, until: int) -> bool:
        """Return whether no fault delays the server between two times of entries, in milliseconds since 1970.

        A process that starts after a jump of the system clock begins with a wrong time, so that the times of entries do
        not tell when faults happened. A process that runs changes its time slowly.
        """
        if any(one.until >= self._first_jump for one in self.troubles if one.kind in STARTING):
            return False
        begin, end = since / 1000 - EPOCH, until / 1000 - EPOCH
        slack = RECOVERY + DRIFT * max(0.0, end - self._first_jump)
        return not any(
            trouble.since <= end + slack and trouble.until + slack >= begin
            for trouble in self.troubles
            if trouble.kind in DELAYING
        )

    def is_undisturbed(self, since: float, until: float, kinds: Collection[str] = FAULTS) -> bool:
        """Return whether no fault of these kinds happened between two virtual times or `RECOVERY` seconds before."""
        return not any(
            one.since <= until and one.until + RECOVERY >= since for one in self.troubles if one.kind in kinds
        )

    @property
    def _first_jump(self) -> float:
        """The virtual time of the first jump of the system clock."""
        return min((trouble.since for trouble in self.troubles if trouble.kind == "jump"), default=math.inf)

    def _drift(self) -> int:
        """Return by how many milliseconds the clock of a server may be wrong."""
        return round(1000 * DRIFT * max(0.0, running_loop().time() - self._first_jump))


def _connected(connections: Sequence[tuple[float, Connection]]) -> list[tuple[float, float]]:
    """Return the virtual times in which a person was connected to a table for sure."""
    return [(since, FOREVER if one.ended_at is None else max(since, one.ended_at)) for since, one in connections]


def _span(since: float, until: float) -> tuple[int, int]:
    return round(1000 * (EPOCH + since)), round(1000 * (EPOCH + until))


def _looks(played: Played) -> Iterator[str]:
    for seat, guest in played.guests.items():
        yield from checks.document_problems(played.documents[seat]["entries"], guest.documents, AT_ONCE)
        yield from checks.line_problems(played.lines, guest.lines)


class _Positions:
    """The positions of a match, computed by playing it once, because its clients have seen most of them."""

    def __init__(self, match: Match) -> None:
        self._moves = match.moves
        self._positions = [match.at(0)]

    def at(self, version: int) -> Match:
        """Return the match after some of its moves."""
        while len(self._positions) <= version:
            following = self._positions[-1].copy()
            following.play(self._moves[following.version])
            self._positions.append(following)
        return self._positions[version]


def _views(played: Played) -> Iterator[str]:
    match = _Positions(courtly.read_record(played.record))
    for seat, guest in played.guests.items():
        told, who = [*guest.states, *guest.documents], None if seat == "watch" else seat
        yield from checks.view_problems(match, told, who, checks.taken_back_turns(guest.entries))


def _deal(played: Played, entries: Sequence[Json]) -> Iterator[str]:
    if "shuffle" not in played.record:
        return
    states = chain(*([*guest.states, *guest.documents] for guest in played.guests.values()))
    yield from fairness.commitment_problems(played.record, entries, states, played.opened)
    yield from fairness.deal_problems(played.record)


def _plain(value: object) -> Any:
    """Return a value as it is after a transport as JSON."""
    return json.loads(json.dumps(value))
