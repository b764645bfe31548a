"""A simulated world: server processes with one database, tables with people and bots, and the faults of a script."""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter
from collections.abc import Callable, Collection, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from random import Random
from typing import Any, Protocol

import sqlalchemy as sa
from pydantic import SecretStr
from starlette.status import WS_1012_SERVICE_RESTART
from starlette.types import ASGIApp

from courtly.engine.contract.game import game_names
from courtly.settings import Settings
from courtly.tables.devices import DeviceSender
from courtly.tables.store.notices import Notices
from courtly.tables.store.ratings import rebuild
from courtly.tables.store.schema import rated_matches, rating_steps, ratings
from courtly.testing.simulation import evenings, habits, strangers
from courtly.testing.simulation.around import Acknowledged
from courtly.testing.simulation.auditor import SLOW_READING, SLOW_STOP, Auditor, Played, Trouble
from courtly.testing.simulation.browser import Browser, Tab
from courtly.testing.simulation.correspondents import Correspondent, subscribe
from courtly.testing.simulation.database import Database, name_of
from courtly.testing.simulation.devices import PushService
from courtly.testing.simulation.environment import SimulatedEnvironment
from courtly.testing.simulation.evenings import Evening, EventScript
from courtly.testing.simulation.executor import DELAY, InlineExecutor
from courtly.testing.simulation.loop import SimulatedLoop
from courtly.testing.simulation.notices import NoticeBus
from courtly.testing.simulation.people import Guest, Person
from courtly.testing.simulation.script import SECONDS, Fault, Script, TableScript
from courtly.testing.simulation.server import LifespanFailed, Server
from courtly.testing.simulation.sockets import NO_CLOSE_FRAME
from courtly.testing.simulation.tasks import context_of, end
from courtly.testing.simulation.weather import CALM, Closed, Faults, Lost, Weather


class CreateApp(Protocol):
    """Returns the application of a process, such as `courtly.web.app.create_app`."""

    def __call__(
        self, settings: Settings, *, notices: Notices | None = None, sender: DeviceSender | None = None
    ) -> ASGIApp:
        """Return the application for its settings, the notices of other processes, and the sender of notifications."""


QUIET_SECONDS = 120.0
"""Seconds without faults after which all clients must have caught up."""

LEAVING_SECONDS = 900.0
"""Seconds in which all players of a table must have left at some moment, or in which a player who is back must be seen.

A program counts as present for two minutes after its last request, and people sometimes repeat acts of earlier tables.
"""

PATIENCE = 3600.0
"""Seconds after the hours of the script and its last fault in which all matches must end."""

LAST_PACE = 3.0
"""The average time for a move after the hours of the script, in seconds."""

STOP_SECONDS = 5.0
"""The longest time in seconds from a signal until the process has stopped."""

RESTART_SECONDS = 2.0
"""Seconds until a process that could not start is started again."""

STAND_IN = {"bot": "steward", "after": 45}
SECRET = "a secret of the simulation, long enough to sign cookies"  # noqa: S105 - it protects nothing


@dataclass
class Report:
    """The result of a run.

    Attributes
    ----------
    pages
        The number of pages that were compared with fresh ones.
    turns
        The number of turns of people who play by correspondence.
    ratings
        The number of rated matches, if the script has any.
    evening
        The event that was held, None without one.
    digest
        A hash of everything that clients have received. Two runs of one script have the same.
    problems
        The problems that the auditor found; empty without one.
    found_at
        The step and the virtual second of the first problem; None without one.
    """

    hours: float = 0.0
    steps: int = 0
    tables: int = 0
    acts: int = 0
    frames: int = 0
    kills: int = 0
    pages: int = 0
    turns: int = 0
    ratings: int = 0
    evening: Evening | None = None
    digest: str = ""
    faults: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)
    found_at: tuple[int, float] | None = None


class World:
    """A run of a script.

    Parameters
    ----------
    script
        The script.
    create_app
        Returns the application of a process, such as `courtly.web.app.create_app`.
    folder
        The folder of the database.
    trace
        Called with each line of the trace, if any: the step, the virtual second, who received what.
    """

    def __init__(
        self,
        script: Script,
        create_app: CreateApp,
        loop: SimulatedLoop,
        folder: Path,
        trace: Callable[[str], object] | None = None,
    ) -> None:
        self.script = script
        self.loop = loop
        self.report = Report()
        self.auditor = Auditor()
        self.database = Database(folder / "courtly.db")
        self.people: dict[int, list[Person]] = {}
        self.tables: list[str] = []
        self._create_app = create_app
        self._trace = trace
        self._digest = hashlib.sha256()
        self._servers: dict[int, Server] = {}
        self._environments: dict[int, SimulatedEnvironment] = {}
        self._starts = 0
        self._jump = 0.0
        self._delays: dict[str, tuple[float, float]] = {}
        self._leaving: list[asyncio.Task[None]] = []
        self._faults = Faults(CALM, self._rng("notices"))
        self._bus = NoticeBus(loop, self._faults)
        self._push = PushService(CALM, self._rng("push"))

    # What people need of the world

    def server(self, number: int) -> Server:
        """Return the present server of a process."""
        return self._servers[number % self.script.processes]

    @property
    def weather(self) -> Weather:
        """The present weather of all networks."""
        return self._faults.weather

    @weather.setter
    def weather(self, weather: Weather) -> None:
        self._faults.weather = self._push.faults.weather = weather

    def heard(self, who: str, frame: str) -> None:
        """Record a frame that a client has received."""
        self.report.frames += 1
        self._note(who, frame)

    def acknowledged(self, act: Acknowledged) -> None:
        """Record an answered act."""
        self.report.acts += 1
        self.auditor.acknowledged(act)
        self._note(act.player, f"{act.body} -> {act.answer}")

    def surprised(self, who: str, what: str) -> None:
        """Record an answer that no client should get."""
        self.auditor.problems.append(f"{who}: {what}")

    def disconnected(self, who: str, closed: Closed) -> None:
        """Check that the server ends a live connection only if it stops, or if its client may be reading slowly."""
        now = self.loop.time()
        is_expected = closed.code in (NO_CLOSE_FRAME, WS_1012_SERVICE_RESTART)
        if not is_expected and self.auditor.is_undisturbed(now, now, SLOW_READING):
            self.auditor.problems.append(f"{who} was disconnected for no reason: {closed}")

    def _note(self, who: str, what: str) -> None:
        line = f"{self.loop.steps} {self.loop.time():.6f} {who}: {what}"
        self._digest.update(line.encode())
        if self._trace is not None:
            self._trace(line)

    # Processes

    async def start(self, number: int) -> None:
        """Start a process, for the first time or again. While the database fails, it cannot start, so try again."""
        if not await self._try_start(number):
            await asyncio.sleep(RESTART_SECONDS)
            await self.start(number)

    async def _try_start(self, number: int) -> bool:
        self._starts += 1
        name = name_of(number, self._starts)
        environment = SimulatedEnvironment(self.loop, self._rng(name), jump=self._jump, delays=self._delays)
        notices = self._bus.join(name, environment) if self.script.processes > 1 else None
        settings = Settings(
            database=self.database.path, secret=SecretStr(SECRET), warm_up=False, review_matches=0, cores=1
        )
        app = context_of(name, environment).run(lambda: self._create_app(settings, notices=notices, sender=self._push))
        server = Server(app, name, environment)
        self._environments[number] = environment
        self._servers.setdefault(number, server)
        try:
            await server.up()
        except LifespanFailed:
            if self.database.trouble is None:
                raise
            self.loop.kill(name)
            return False
        except Lost:
            # A fault has killed it during its start, and will start it again.
            return True
        self._servers[number] = server
        self._note("world", f"{name} is up")
        return True

    async def kill(self, number: int, seconds: float) -> None:
        """Kill a process, and start it again later."""
        number %= self.script.processes
        if self.server(number).is_open:
            self.end(self.server(number).process)
            await self.restart(number, seconds)

    def end(self, process: str) -> None:
        """Kill a process. Code of the process itself may call this too."""
        self.report.kills += 1
        self._note("world", f"{process} is killed")
        self.loop.kill(process)

    async def stop(self, number: int, seconds: float) -> None:
        """Tell a process to stop, check that it stops soon, and start it again later."""
        number %= self.script.processes
        if not (server := self.server(number)).is_open:
            return
        since = self.loop.time()
        # Another fault may kill it in the meantime.
        with suppress(Lost):
            await server.down()
            took = self.loop.time() - since
            if took > STOP_SECONDS and self.auditor.is_undisturbed(since, self.loop.time(), SLOW_STOP):
                self.auditor.problems.append(f"{server.process} takes {took:.1f} s to stop")
            self._note("world", f"{server.process} has stopped")
            self.loop.kill(server.process)
            await self.restart(number, seconds)

    async def restart(self, number: int, seconds: float) -> None:
        """Start an ended process again after a while."""
        await asyncio.sleep(seconds)
        await self.start(number)

    def jump(self, seconds: float) -> None:
        """Let the system clock of the machine jump."""
        self._jump += seconds
        for environment in self._environments.values():
            environment.jump = self._jump

    def executors(self, names: Collection[str]) -> list[InlineExecutor]:
        """Return the executors with these names of all processes."""
        found = [environment.executors for environment in self._environments.values()]
        return [executors[name] for executors in found for name in names if name in executors]

    def delay(self, names: Collection[str], delay: tuple[float, float] = DELAY) -> None:
        """Let work in the executors with these names take a time, also in processes that start later."""
        self._delays |= dict.fromkeys(names, delay)
        for executor in self.executors(names):
            executor.delay = delay

    def _rng(self, name: str) -> Random:
        return Random(f"{self.script.seed} {name}")  # noqa: S311 - repeatable on purpose

    # The run

    async def run(self, happen: Callable[[Fault], Coroutine[Any, Any, None]]) -> Report:
        """Play the script, wait for calm, and audit. `happen` makes a fault happen."""
        for number in range(self.script.processes):
            await self.start(number)
        matches = [asyncio.create_task(self._play_at(n, one)) for n, one in enumerate(self.script.tables)]
        matches += [asyncio.create_task(self._meet(number)) for number in range(self.script.strangers)]
        matches += [] if self.script.event is None else [asyncio.create_task(self._hold(self.script.event))]
        faults = [asyncio.create_task(self.suffer(fault, happen)) for fault in self.script.faults]
        await asyncio.gather(*faults)
        await asyncio.sleep(3600 * self.script.hours - self.loop.time())
        self.weather = CALM
        self.database.trouble = None
        try:
            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(*matches)
                await asyncio.gather(*self._leaving)
                if any(table.rated for table in self.script.tables):
                    self.report.ratings = self._check_ratings()
        except TimeoutError:
            endless = sum(match.cancelled() for match in matches)
            self.auditor.problems.append(f"{endless} tables do not end")
        self.report.hours = self.loop.time() / 3600
        self.report.steps = self.loop.steps
        self.report.digest = self._digest.hexdigest()
        self.report.problems = self.auditor.problems
        return self.report

    def _check_ratings(self) -> int:
        """Check that the ratings are those of a rebuild from the journals, and return the number of rated matches."""
        engine = sa.create_engine(f"sqlite:///{self.database.path}")
        with engine.begin() as connection:
            before = _rating_rows(connection)
            count = rebuild(connection)
            if _rating_rows(connection) != before:
                self.auditor.problems.append("the ratings differ from a rebuild")
        engine.dispose()
        return count

    async def suffer(self, fault: Fault, happen: Callable[[Fault], Coroutine[Any, Any, None]]) -> None:
        """Let a fault happen at its time, and record when it begins and ends."""
        await asyncio.sleep(fault.at)
        trouble = Trouble(fault.kind, fault.at)
        self.auditor.troubles.append(trouble)
        await happen(fault)
        trouble.until = self.loop.time()

    @property
    def is_ending(self) -> bool:
        """Whether the hours of the script are over, so that the last matches end soon."""
        return self.loop.time() >= 3600 * self.script.hours

    async def _play_at(self, number: int, table: TableScript) -> None:
        """Play one match after another until the hours of the script are over."""
        if not table.people:
            return
        rng = self._rng(f"table {number}")
        kinds = (Browser, Person) if number % 2 else (Person, Browser)
        if table.correspond or table.rated:
            # A program gets no notifications, and no rating.
            kinds = (Browser, Browser)
        people = [kinds[seat % 2](self, f"P{number}-{seat}", rng, process=seat) for seat in range(table.people)]
        watcher = kinds[0](self, f"W{number}", self._rng(f"watcher {number}"))
        self.people[number] = [*people, watcher]
        await asyncio.sleep(table.begins)
        for person in people:
            await person.come()
            if table.correspond:
                await subscribe(person, self._push)
        await watcher.come()
        await asyncio.gather(*(self._play_on(table, people, watcher, rng) for _ in range(table.correspond or 1)))
        for person in people:
            if table.correspond:
                self.report.turns += self.auditor.check_phone(person, self._push.phones[person.name])

    async def _play_on(self, table: TableScript, people: Sequence[Person], watcher: Person, rng: Random) -> None:
        while not self.is_ending:
            await self._play_match(table, people, watcher)
            left = 3600 * self.script.hours - self.loop.time()
            await asyncio.sleep(max(0.0, min(rng.expovariate(1 / table.pause), left)))

    async def _meet(self, number: int) -> None:
        """Let a stranger look for opponents, again and again, until the hours of the script are over."""
        rng = self._rng(f"stranger {number}")
        person = Browser(self, f"S{number}", rng, process=number)
        await person.come()
        # All strangers look for the same game, so that they meet.
        game = game_names()[0]
        while not self.is_ending:
            guest, document = await strangers.meet(person, game, rng, lambda: LAST_PACE)
            self.report.tables += 1
            if document is not None:
                self.auditor.check_guest(guest, document)
            found = [*guest.problems, *strangers.problems(guest.states)]
            self.auditor.problems += [f"{person.name} at {guest.table}: {problem}" for problem in found]
            left = 3600 * self.script.hours - self.loop.time()
            await asyncio.sleep(max(0.0, min(rng.expovariate(1 / strangers.PAUSE), left)))

    async def _hold(self, event: EventScript) -> None:
        """Let people hold an event."""
        people = [
            Browser(self, f"E{number}", self._rng(f"entrant {number}"), process=number)
            for number in range(event.people)
        ]
        for person in people:
            await person.come()
        self.report.evening = await evenings.hold(event, people, lambda: LAST_PACE)
        self.report.tables += event.tables * event.rounds

    async def _play_match(self, table: TableScript, people: Sequence[Person], watcher: Person) -> None:
        me, free, bot = {"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "steward"}
        seats = [me, *[free] * (table.people - 1), *[bot] * table.bots]
        more: dict[str, Any] = {"options": table.options, "clock": table.clock, "timeout": table.timeout}
        # People who are seldom at their table need no stand-in, and a rated table has none.
        more |= {} if table.correspond or table.rated else {"minder": STAND_IN}
        more |= {"rated": True, "aids": False} if table.rated else {}
        opened = await people[0].open(table.game, seats, **more)
        self.report.tables += 1
        self.tables.append(opened["id"])
        for guest in people[1:]:
            await guest.act(opened["id"], {"act": "sit", "code": opened["join"]})
        guests = [self._guest(table, person, opened["id"]) for person in people]
        there = [*guests, await habits.watch(watcher, opened, guests[0])]
        rng = Random(opened["id"])  # noqa: S311 - repeatable on purpose
        others = [
            asyncio.create_task(habits.live(guest, Random(rng.random()), lambda: self.is_ending))  # noqa: S311
            for guest in there
        ]
        listening = [asyncio.create_task(guest.listen()) for guest in there]
        calling = asyncio.create_task(_call_back(guests, there[-1]))
        # A spectator has a single table open in two tabs. People who play by correspondence have no tabs.
        looking = there[-1:] if table.correspond else [*there, there[-1]]
        browsers = [guest.person for guest in looking if isinstance(guest.person, Browser)]
        tabs = [Tab(browser, opened["id"]) for browser in browsers]
        showing = [asyncio.create_task(tab.show()) for tab in tabs]
        await asyncio.gather(*(guest.play() for guest in guests))
        await end([*others, *showing, calling])
        for tab in tabs:
            self.auditor.check_tab(tab)
            self.report.pages += tab.checks
        await self._audit(opened, there)
        if rng.random() < habits.STOPS and not table.correspond:
            await habits.stop_rematch(guests)
        await end(listening[:-1])
        self._leaving.append(asyncio.create_task(self._check_departures(there[-1], guests, listening[-1])))

    def _guest(self, table: TableScript, person: Person, at: str) -> Guest:
        """Return a person at a table, with a phone if the people play by correspondence."""

        def pace() -> float:
            return min(SECONDS[table.pace], LAST_PACE if self.is_ending else inf)

        if table.correspond:
            return Correspondent(person, at, pace=pace, phone=self._push.phones[person.name])
        return Guest(person, at, pace=pace)

    async def _audit(self, opened: dict[str, Any], guests: Sequence[Guest]) -> None:
        """Compare the frames of the clients with the documents of fresh visitors, and check the match."""
        table = opened["id"]
        documents = [await guest.person.table(table) for guest in guests]
        for guest in guests:
            if not await _catches_up(guest, documents[0]["version"]):
                self.auditor.problems.append(f"{guest.person.name} stays behind at {table}")
        for guest, document in zip(guests, documents, strict=True):
            self.auditor.check_guest(guest, document)
            if isinstance(guest, Correspondent):
                self.auditor.note_turns(guest, document)
        for person in guests:
            record = await person.person.insist("GET", f"/api/tables/{table}/record?match=1")
            self.auditor.check_record(table, record)
        by_seat = {document["you"]: document for document in documents}
        at = dict(zip(by_seat, guests, strict=True))
        lines = (await guests[0].person.insist("GET", f"/api/tables/{table}/lines")).json()["lines"]
        self.auditor.check_match(Played(opened, by_seat, at, record.json(), lines))
        own = {guest.person.id: document for guest, document in zip(guests, documents, strict=True)}
        self.auditor.check_table(table, own)

    async def _check_departures(self, watcher: Guest, players: Sequence[Guest], listening: asyncio.Task[None]) -> None:
        """Check that a spectator is told that all players have left, and that one is back, unless faults disturb it."""
        seats = [player.state["you"] for player in players]

        def have_left() -> bool:
            return not any(watcher.present[seat] for seat in seats)

        if await self._is_told(watcher, have_left, "all players have left"):
            coming = asyncio.create_task(players[0].listen())
            await self._is_told(watcher, lambda: bool(watcher.present[seats[0]]), "a player is back")
            await end([coming])
        await end([listening])

    async def _is_told(self, watcher: Guest, holds: Callable[[], bool], what: str) -> bool:
        """Return whether a spectator is told something in time; report a problem if no fault is the reason."""
        since = self.loop.time()
        try:
            async with asyncio.timeout(LEAVING_SECONDS):
                await watcher.wait_for(holds)
        except TimeoutError:
            if self.auditor.is_undisturbed(since, self.loop.time()):
                self.auditor.problems.append(f"{watcher.person.name} at {watcher.table} is not told that {what}")
            return False
        return True


def _rating_rows(connection: sa.Connection) -> list[list[sa.Row[Any]]]:
    """Return all rows about ratings, in a fixed order."""
    parts = (rated_matches, rating_steps, ratings)
    return [sorted(connection.execute(sa.select(part)), key=tuple) for part in parts]


async def _call_back(guests: Sequence[Guest], watcher: Guest) -> None:
    """Tell the people who play by correspondence when a match is over: no notification does."""
    await watcher.until(lambda seen: bool(seen["status"] == "over"))
    for guest in guests:
        if isinstance(guest, Correspondent):
            guest.is_called_back.set()


async def _catches_up(guest: Guest, version: int) -> bool:
    """Return whether a client is told a version of its table in time, not counting the time in which it is away."""
    while True:
        await guest.person.awake.wait()
        try:
            async with asyncio.timeout(QUIET_SECONDS):
                await guest.until(lambda seen: bool(seen["version"] >= version))
        except TimeoutError:
            if guest.person.awake.is_set():
                return False
        else:
            return True
