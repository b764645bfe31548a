"""What simulated people know of the world around them, and of each other."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from courtly.testing.simulation.exchange import Response
from courtly.testing.simulation.network import Client
from courtly.testing.simulation.server import Server
from courtly.testing.simulation.weather import Closed, Weather

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """An act that was answered with success: its table, its body, and the answer."""

    player: str
    table: str
    body: Json
    answer: Json


class Around(Protocol):
    """What a person needs of the world."""

    weather: Weather

    def server(self, number: int) -> Server:
        """Return the present server of a process."""

    def heard(self, who: str, frame: str) -> None:
        """Record a frame that a client has received."""

    def acknowledged(self, act: Acknowledged) -> None:
        """Record an answered act."""

    def surprised(self, who: str, what: str) -> None:
        """Record an answer that no client should get."""

    def disconnected(self, who: str, closed: Closed) -> None:
        """Record that the server has ended a live connection."""


class Sender(Protocol):
    """A person who sends requests."""

    rng: Random

    async def insist(self, method: str, path: str, body: object = None) -> Response:
        """Repeat a request until it is answered, and return the answer."""

    def command(self) -> str:
        """Return an unused command id."""

    def stranger(self) -> Client:
        """Return a client at the same address that the server does not know."""

    def surprised(self, what: str) -> None:
        """Record an answer that no client should get."""
