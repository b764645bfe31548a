"""Reading records of a game that is not registered: it is, while a check runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps

from courtly.engine.game import _REGISTERED, Game, register
from courtly.testing.subject import Case


@contextmanager
def registered(game: Game) -> Iterator[None]:
    """Register a game, and leave the registry as it was."""
    before = dict(_REGISTERED)
    register(game)
    try:
        yield
    finally:
        _REGISTERED.clear()
        _REGISTERED.update(before)


def reading(check: Callable[[Case], None]) -> Callable[[Case], None]:
    """Let a check read records of its game, registered or not."""

    @wraps(check)
    def call(case: Case) -> None:
        with registered(case.setup.game):
            check(case)

    return call
