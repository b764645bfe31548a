"""Notices between the simulated processes that share a database."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from courtly.environment import Environment
from courtly.tables.store.notices import Notices
from courtly.testing.simulation.loop import SimulatedLoop
from courtly.testing.simulation.tasks import context_of
from courtly.testing.simulation.weather import Faults

if TYPE_CHECKING:
    from sqlalchemy import Connection


class NoticeBus:
    """Brings the notices of each process to all processes. In a storm some are lost; then `missed` is called later.

    Parameters
    ----------
    loop
        The loop of the world.
    faults
        Draws delays and losses.
    """

    def __init__(self, loop: SimulatedLoop, faults: Faults) -> None:
        self._loop = loop
        self._faults = faults
        self._members: list[SharedNotices] = []

    def join(self, process: str, environment: Environment) -> SharedNotices:
        """Return the notices of a new process."""
        member = SharedNotices(self, process, environment)
        self._members = [*(one for one in self._members if not self._loop.is_dead(one.process)), member]
        return member

    def publish(self, deliver: Callable[[SharedNotices], None]) -> None:
        """Bring a notice to all processes."""
        for member in self._members:
            is_lost = self._faults.happens(self._faults.weather.cut)
            context = context_of(member.process, member.environment)
            if is_lost:
                self._loop.call_later(self._faults.weather.notice, member.miss, context=context)
            else:
                self._loop.call_later(self._faults.latency(), deliver, member, context=context)


class SharedNotices(Notices):
    """The notices of one process.

    Parameters
    ----------
    bus
        Brings the notices to the other processes.
    process, environment
        The process and its environment.
    """

    is_shared = True

    def __init__(self, bus: NoticeBus, process: str, environment: Environment) -> None:
        super().__init__()
        self.process = process
        self.environment = environment
        self._bus = bus

    def appended(self, table: str, version: int) -> None:
        """Report a durable write to all processes."""
        self._bus.publish(lambda member: member._tell(table, version))

    def send_presence(self, connection: Connection, told: Sequence[str]) -> None:
        """Report who is connected here to all processes. They get the notices of a transaction together."""

        def deliver(member: SharedNotices) -> None:
            for one in told:
                table, process, *players = one.split(" ")
                member._tell_presence(table, process, players)

        if told:
            self._bus.publish(deliver)

    def miss(self) -> None:
        """Report that notices may have been lost."""
        for _, missed, _ in list[Any](self._listeners.values()):
            missed()
