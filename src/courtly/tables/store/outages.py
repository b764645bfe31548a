"""What the log is told of a database that goes away and comes back: one line when it goes, one when it is back."""

from __future__ import annotations

import logging
import time

from courtly.tables.errors import StoreError

log = logging.getLogger(__name__)


class Outage:
    """Whether something of a database works, such as its reads.

    Parameters
    ----------
    what
        What the log calls it.
    """

    def __init__(self, what: str) -> None:
        self._what = what
        self._since = 0.0
        self._failures = 0

    def failed(self, error: StoreError) -> None:
        """Take note that it did not work; only the first of many failures is a line in the log."""
        if self._failures == 0:
            self._since = time.monotonic()
            log.warning("%s: %s", self._what, error)
        self._failures += 1

    def worked(self) -> None:
        """Take note that it worked."""
        if self._failures:
            seconds = time.monotonic() - self._since
            log.warning("%s: again after %.1f s, in which %d failed", self._what, seconds, self._failures)
            self._failures = 0
