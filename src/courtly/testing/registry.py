"""Temporary registration of a game while a check runs, so that its records can be read."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from courtly.engine.contract.game import registered
from courtly.testing.subject import Case


def reading(check: Callable[[Case], None]) -> Callable[[Case], None]:
    """Decorate a check so that it can read records of its game, even if the game is not registered."""

    @wraps(check)
    def call(case: Case) -> None:
        with registered(case.setup.game):
            check(case)

    return call
