"""Makes form submission idempotent: a second click, or the back button and "send again", repeats nothing."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable

KEPT = 1000
"""How many answers are kept; a form that is sent again comes soon."""


class Submissions:
    """The answers to the last forms, by sender and content, the form's own id included, while the process runs."""

    def __init__(self) -> None:
        self._answers: OrderedDict[tuple[str, str], asyncio.Future[str]] = OrderedDict()

    async def submit(self, sender: str, form: str, work: Callable[[], Awaitable[str]]) -> str:
        """Return the answer to a form, worked out now or before; a form that failed may be sent again."""
        key = (sender, form)
        if key not in self._answers:
            self._answers[key] = asyncio.ensure_future(work())
            if len(self._answers) > KEPT:
                self._answers.popitem(last=False)
        answer = self._answers[key]
        try:
            return await asyncio.shield(answer)
        except Exception:
            self._answers.pop(key, None)
            raise
