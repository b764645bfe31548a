"""Faults of a simulated network: latency, losses, duplicates and cut connections, drawn from seeded random numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from courtly.testing.simulation.loop import running_loop
from courtly.testing.simulation.tasks import context_of


class Lost(ConnectionError):
    """A client gets no answer: the request or its answer was lost, or the server is down."""


class Closed(ConnectionError):
    """A WebSocket connection has ended.

    Parameters
    ----------
    code
        The close code; 1006 without a close frame.
    """

    def __init__(self, code: int, reason: str = "") -> None:
        super().__init__(f"The connection is closed with code {code}{reason and ': '}{reason}")
        self.code = code
        self.reason = reason


@dataclass(frozen=True)
class Weather:
    """How the network behaves. Probabilities are between 0 and 1, times are virtual seconds.

    Parameters
    ----------
    latency
        The shortest and longest time on the way in one direction.
    lost_request
        The probability that a request, also one for a WebSocket, never reaches the server.
    lost_answer
        The probability that the answer to a request is lost after the application has processed it.
    duplicate
        The probability that the client sends a request twice. It gets the first answer.
    cut
        The probability that a request, or a frame of a WebSocket, ends its connection and is lost.
    one_sided
        The part of all cuts that only one side sees at first.
    delayed
        The probability that a message takes longer, and all after it on its connection.
    delay
        The shortest and longest time that a delayed message takes in addition.
    notice
        The time until a side sees a loss that the network does not report, for example with pings.
    """

    latency: tuple[float, float] = (0.001, 0.05)
    lost_request: float = 0.0
    lost_answer: float = 0.0
    duplicate: float = 0.0
    cut: float = 0.0
    one_sided: float = 0.5
    delayed: float = 0.0
    delay: tuple[float, float] = (1.0, 10.0)
    notice: float = 40.0


CALM = Weather()
"""A network without faults."""


class Faults:
    """Draws the faults of one client's connections.

    Parameters
    ----------
    weather
        The current weather; it can change at any time.
    rng
        The source of all draws.
    """

    def __init__(self, weather: Weather, rng: Random) -> None:
        self.weather = weather
        self._rng = rng

    def happens(self, probability: float) -> bool:
        """Draw whether a fault happens."""
        return self._rng.random() < probability

    def latency(self) -> float:
        """Draw the time of one message on the way."""
        delay = self._rng.uniform(*self.weather.latency)
        return delay + self._rng.uniform(*self.weather.delay) if self.happens(self.weather.delayed) else delay

    def moment(self) -> float:
        """Draw the time after which a request is cut: before, while or after the application processes it."""
        return self._rng.uniform(0, 4 * self.weather.latency[1])

    def sight(self) -> tuple[float, float]:
        """Draw when the client and when the server see a cut."""
        client, server = self._rng.uniform(*self.weather.latency), self._rng.uniform(*self.weather.latency)
        one_sided, client_first = self.happens(self.weather.one_sided), self.happens(0.5)
        if not one_sided:
            return client, server
        return (client, self.weather.notice) if client_first else (self.weather.notice, server)


def later(delay: float, callback: Callable[..., object], *arguments: Any) -> None:
    """Call a callback after a delay, in the world outside all processes."""
    running_loop().call_later(delay, callback, *arguments, context=context_of(None))


class Wire:
    """One direction of a connection: messages keep their order, as with TCP.

    Parameters
    ----------
    faults
        Draws the time of each message on the way.
    deliver
        Called with each message when it arrives, in the world outside all processes.
    """

    def __init__(self, faults: Faults, deliver: Callable[[Any], None]) -> None:
        self._faults = faults
        self._deliver = deliver
        self._last = 0.0
        self._is_cut = False

    def push(self, message: Any) -> None:
        """Send a message."""
        loop = running_loop()
        self._last = max(self._last, loop.time() + self._faults.latency())
        loop.call_at(self._last, self._arrive, message, context=context_of(None))

    def cut(self) -> None:
        """Lose all messages that have not arrived, and all later ones."""
        self._is_cut = True

    def _arrive(self, message: Any) -> None:
        if not self._is_cut:
            self._deliver(message)
