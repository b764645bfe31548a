"""Checks of the information that clients got about a match: pure functions that return problems as sentences.

They know the requirements and not the code: the clocks, for example, are computed here once more. Entries, states and
documents are those of the API, of the first match of a table. All times are in milliseconds since 1970.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple, Protocol

Json = Mapping[str, Any]
Calm = Callable[[int, int], bool]
"""Returns whether nothing was wrong between two times."""

Spans = Sequence[tuple[int, int]]
"""Times from and until."""

DAY = 86_400
PROMPT = 1000
"""Milliseconds within which the server acts when nothing is wrong."""

LINGERING = 165_000
"""Milliseconds after which the server must know that a player is gone: after a cut connection (40 s), a program still
counts as present for two minutes."""


class _Match(Protocol):
    """A finished match."""

    def at(self, version: int) -> Any:
        """Return the match after some of its moves."""


def milliseconds(at: str) -> int:
    """Return a time of the API."""
    return round(datetime.fromisoformat(at).timestamp() * 1000)


class Moment(NamedTuple):
    """A match after an entry.

    Attributes
    ----------
    to_move
        The seat to move.
    replaced, forfeited
        The seats in which a stand-in plays, and those that their players have lost because a clock ran out.
    left
        The remaining time of each seat when its clock last started or stopped; empty without a time control.
    running, since
        The seat whose clock runs, and the time when it started.
    extra
        The time that each seat gets in addition at the beginning of its next turn.
    """

    to_move: int | None = None
    replaced: frozenset[int] = frozenset()
    forfeited: frozenset[int] = frozenset()
    left: tuple[int, ...] = ()
    running: int | None = None
    since: int = 0
    extra: tuple[int, ...] = ()

    @property
    def ends(self) -> int | None:
        """The time when the running clock runs out."""
        return None if self.running is None else self.since + self.left[self.running]

    def stopped(self, at: int) -> Moment:
        """Return the moment when the running clock stops."""
        if self.running is None:
            return self
        left = list(self.left)
        left[self.running] = max(0, left[self.running] - max(0, at - self.since))
        return self._replace(left=tuple(left), running=None)

    def with_time_off(self, seat: int, more: int) -> Moment:
        """Return the moment after a player took time off: for the present turn if their clock runs, else the next."""
        if seat == self.running:
            return self._replace(left=_plus(self.left, seat, more))
        return self._replace(extra=_plus(self.extra, seat, more))


def _plus(times: Sequence[int], seat: int, more: int) -> tuple[int, ...]:
    return tuple(time + more if each == seat else time for each, time in enumerate(times))


def moments(entries: Sequence[Json], to_move: int | None) -> list[Moment]:
    """Return the moment after each entry.

    Parameters
    ----------
    to_move
        The seat to move after the last entry.
    """
    clock = entries[0]["event"]["args"]["clock"]
    bots: frozenset[int] = frozenset()
    moment, known = Moment(), list[Moment]()
    next_seats = _next_seats(entries, to_move)
    for entry, seat in zip(entries, next_seats, strict=True):
        if entry["act"] == "start":
            seats = entry["event"]["args"]["seats"]
            bots = frozenset(n for n, held in enumerate(seats) if held["kind"] == "bot")
            whole = _whole(clock) if clock else 0
            moment = moment._replace(left=(whole,) * len(seats) if clock else (), extra=(0,) * len(seats))
        replaced = moment.replaced
        if entry["act"] in ("mind", "rise", "forfeit"):
            replaced |= {entry["seat"]}
        elif entry["act"] == "return":
            replaced -= {entry["seat"]}
        forfeited = moment.forfeited | ({entry["seat"]} if entry["act"] == "forfeit" else set())
        moment = moment._replace(to_move=seat, replaced=replaced, forfeited=forfeited)
        if clock and moment.left:
            if entry["act"] == "time_off":
                moment = moment.with_time_off(entry["seat"], 1000 * DAY * entry["event"]["args"]["days"])
            if entry["act"] == "taken_back":
                moment = _taken_back(moment, entries, known, entry)
            runs = None if seat in bots | replaced else seat
            moment = _ticked(moment, clock, runs, milliseconds(entry["at"]), is_move=entry["act"] in ("start", "move"))
        known.append(moment)
    return known


def _next_seats(entries: Sequence[Json], to_move: int | None) -> list[int | None]:
    """Return the seat to move after each entry: the one that makes the next move."""
    seats, seat = list[int | None](), to_move
    begun = any(entry["act"] == "start" for entry in entries)
    for entry in reversed(entries):
        seats.append(seat if begun else None)
        if entry["act"] in ("reveal", "stop"):
            continue
        if entry["act"] in ("move", "taken_back"):
            # The people of the simulator take back only moves after which they are still to move.
            seat = entry["seat"]
        begun = begun and entry["act"] != "start"
    return seats[::-1]


def _whole(clock: Json) -> int:
    return 1000 * int(DAY * clock["days"] if clock["kind"] == "days" else clock["seconds"])


def _ticked(moment: Moment, clock: Json, runs: int | None, at: int, *, is_move: bool) -> Moment:
    """Return the moment after an entry that leaves the clock of `runs` running."""
    if runs is None:
        return moment.stopped(at)
    if not is_move and runs == moment.running:
        return moment
    stopped = moment.stopped(at)
    left = list(stopped.left)
    if is_move and clock["kind"] != "bank":
        left[runs] = _whole(clock)
    elif is_move and runs != moment.running:
        left[runs] += 1000 * clock["increment"]
    if is_move:
        left[runs] += stopped.extra[runs]
        stopped = stopped._replace(extra=_plus(stopped.extra, runs, -stopped.extra[runs]))
    return stopped._replace(left=tuple(left), running=runs, since=at)


def _taken_back(moment: Moment, entries: Sequence[Json], known: Sequence[Moment], taken_back: Json) -> Moment:
    """Return the moment after a take-back, without a running clock: no seat gets back the time that it has used."""
    turn, number = taken_back["event"]["args"]["turn"], taken_back["n"]
    made = [entry for entry in entries[:number] if entry["act"] == "move" and entry["turn"] >= turn]
    first, last = made[0]["n"], made[-1]["n"]
    moved, at = milliseconds(made[0]["at"]), milliseconds(taken_back["at"])
    had, kept, now = known[first - 1].stopped(moved), known[last].stopped(moved), moment.stopped(at)
    times = zip(had.left, kept.left, now.left, strict=True)
    left = tuple(max(0, one - (other - present)) for one, other, present in times)
    return now._replace(left=left, extra=known[first - 1].extra)


def taken_back_turns(entries: Sequence[Json]) -> set[int]:
    """Return the turns of all moves that were taken back."""
    found: set[int] = set()
    for entry in entries:
        if entry["act"] == "taken_back":
            found |= set(range(entry["event"]["args"]["turn"], entry["turn"]))
    return found


def told_problems(known: Sequence[Moment], states: Iterable[Json]) -> Iterator[str]:
    """Compare the clocks, the stand-ins and the seat to move of states or documents with the entries before them."""
    for state in states:
        moment, version = known[state["version"] - 1], state["version"]
        if state["to_move"] != moment.to_move:
            yield f"seat {state['to_move']} is to move at version {version}, not seat {moment.to_move}"
        replaced = {n for n, seat in enumerate(state["seats"]) if seat["substituted_by"] is not None}
        if replaced != moment.replaced:
            yield f"stand-ins play for {sorted(replaced)} at version {version}, not {sorted(moment.replaced)}"
        forfeited = {n for n, seat in enumerate(state["seats"]) if seat["forfeited"]}
        if forfeited != moment.forfeited:
            yield f"seats {sorted(forfeited)} have lost on time at version {version}, not {sorted(moment.forfeited)}"
        clocks = state["clocks"]
        if clocks is None:
            told: Any = ((), None, 0)
        else:
            since = milliseconds(clocks["since"]) if clocks["since"] else moment.since
            told = (tuple(round(1000 * left) for left in clocks["left"]), clocks["running"], since)
        if told != (moment.left, moment.running, moment.since if clocks else 0):
            yield f"the clocks {clocks} at version {version} should be {moment}"


def clock_problems(entries: Sequence[Json], known: Sequence[Moment], is_calm: Calm, drift: float) -> Iterator[str]:
    """Check that a stand-in comes within a second when a clock has run out, and that nothing else happens before.

    Parameters
    ----------
    drift
        The part of a time by which the clock of the server may be wrong.
    """
    for entry, before in zip(entries[1:], known, strict=False):
        at, ends = milliseconds(entry["at"]), before.ends
        if ends is None or at <= ends + PROMPT + drift * (at - before.since) or not is_calm(ends, at):
            continue
        yield f"the clock of seat {before.running} ran out {at - ends} ms before {entry['act']} {entry['n']}"


def stand_in_problems(
    entries: Sequence[Json], known: Sequence[Moment], own: Mapping[int, Collection[int]]
) -> Iterator[str]:
    """Check that a seat is given to one stand-in and given back, and that its player cannot move in between.

    Parameters
    ----------
    own
        The numbers of the entries that the players themselves have made, by seat.
    """
    for entry, before in zip(entries[1:], known, strict=False):
        seat, number = entry["seat"], entry["n"]
        if entry["act"] in ("mind", "forfeit") and seat in before.replaced:
            yield f"entry {number} gives seat {seat} a second stand-in"
        if entry["act"] == "return" and seat in before.forfeited:
            yield f"entry {number} gives seat {seat} back, although its player has lost on time"
        if entry["act"] == "return" and (seat not in before.replaced or number not in own.get(seat, ())):
            yield f"entry {number} gives seat {seat} back to a player who did not ask for it"
        if entry["act"] == "move" and seat != before.to_move:
            yield f"move {number} is made by seat {seat} and not by seat {before.to_move}"
        if entry["act"] == "move" and seat in before.replaced and number in own.get(seat, ()):
            yield f"move {number} of seat {seat} was accepted from the player while a stand-in plays"


def presence_problems(
    entries: Sequence[Json], known: Sequence[Moment], after: int, connected: Mapping[int, Spans], slack: int
) -> Iterator[str]:
    """Check that the server replaces no player before their clock runs out, or before they have been away long enough.

    Parameters
    ----------
    after
        The time after which a stand-in takes over.
    connected
        For each seat, the times in which its player was connected for sure.
    slack
        How much the clock of the server may be wrong.
    """
    acted: dict[int, int] = {}
    for entry, before in zip(entries[1:], known, strict=False):
        at, seat = milliseconds(entry["at"]), entry["seat"]
        if entry["act"] in ("ready", "return") or (entry["act"] == "move" and seat not in before.replaced):
            acted[seat] = at
        has_run_out = before.running == seat and before.ends is not None and at >= before.ends
        if entry["act"] == "forfeit" and not has_run_out:
            yield f"entry {entry['n']} says that seat {seat} has lost on time, but its clock has not run out"
        if entry["act"] != "mind" or entry["event"]["args"]["by"] != "server" or has_run_out:
            continue
        if seat in acted and at < acted[seat] + after:
            yield f"the player of seat {seat} acted {at - acted[seat]} ms before the stand-in of entry {entry['n']}"
        last = max((min(at, until) for since, until in connected.get(seat, ()) if since <= at), default=0)
        if at < last + after - slack:
            yield f"the player of seat {seat} was here {at - last} ms before the stand-in of entry {entry['n']}"


def absence_problems(
    entries: Sequence[Json], known: Sequence[Moment], after: int, away: Mapping[int, Spans], is_calm: Calm
) -> Iterator[str]:
    """Check that a player who is away for long is replaced.

    Parameters
    ----------
    away
        For each seat, the times in which its player sent nothing.
    """
    times = [milliseconds(entry["at"]) for entry in entries]
    start = next((milliseconds(entry["at"]) for entry in entries if entry["act"] == "start"), None)
    for seat, since, until in [(seat, *span) for seat, spans in away.items() for span in spans]:
        if start is None:
            continue
        # The last moment counts, too: faults may have disturbed the server at the first.
        begin = max(since, start)
        for calm_since in (begin, until - after - LINGERING):
            due = calm_since + after + LINGERING
            if calm_since < begin or due > until or due >= times[-1] or not is_calm(calm_since, due):
                continue
            moment = known[sum(at <= due for at in times) - 1]
            if moment.to_move is not None and seat not in moment.replaced:
                yield f"the player of seat {seat} is away since {since}, and has no stand-in at {due}"
                break


def view_problems(
    match: _Match, states: Iterable[Json], seat: int | None, taken_back: Collection[int] = ()
) -> Iterator[str]:
    """Check that a player or a spectator got the information that this seat may have, and nothing else.

    Parameters
    ----------
    match
        The match, read from its record.
    taken_back
        The turns of the moves that were taken back. The record does not have the positions after them.
    """
    seen: dict[int, Any] = {}
    for state in states:
        view, turn = state["view"], state["turn"]
        if state["status"] != "playing" or view == seen.get(turn) or turn - 1 in taken_back:
            continue
        seen[turn] = view
        if view != json.loads(json.dumps(match.at(view["version"]).view(seat))):
            yield f"the view of {'a spectator' if seat is None else f'seat {seat}'} at turn {turn} is another one"


def document_problems(entries: Sequence[Json], documents: Iterable[Json], at_once: int) -> Iterator[str]:
    """Check that documents have the entries of their versions.

    Parameters
    ----------
    at_once
        The largest number of entries in a document.
    """
    for document in documents:
        if document["entries"] != entries[: min(document["version"], at_once)]:
            yield f"the document of version {document['version']} has other entries than the table"


def line_problems(lines: Sequence[Json], sent: Iterable[Json]) -> Iterator[str]:
    """Check that each line of table talk that was sent is there exactly once."""
    if [line["n"] for line in lines] != list(range(lines[0]["n"], lines[0]["n"] + len(lines)) if lines else ()):
        yield f"the lines of the table talk have gaps: {[line['n'] for line in lines]}"
    for line in sent:
        if lines.count(line) != 1:
            yield f"the line {line} is {lines.count(line)} times in the table talk"
