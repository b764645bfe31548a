"""Log outages of a database: one line when it fails, one when it works again."""

from __future__ import annotations

import logging

from courtly.environment import environment
from courtly.tables.errors import StoreError

log = logging.getLogger(__name__)


class Outage:
    """Tracks whether one kind of access to the database works, such as reads.

    Parameters
    ----------
    what
        The name of this kind of access in the log.
    """

    def __init__(self, what: str) -> None:
        self._what = what
        self._since = 0.0
        self._failures = 0

    def failed(self, error: StoreError) -> None:
        """Record a failure; log it only if it is the first of an outage."""
        if self._failures == 0:
            self._since = environment().monotonic()
            log.warning("%s: %s", self._what, error)
        self._failures += 1

    def worked(self) -> None:
        """Record a success; log it if it ends an outage."""
        if self._failures:
            seconds = environment().monotonic() - self._since
            log.warning("%s: works again after %.1f s and %d failures", self._what, seconds, self._failures)
            self._failures = 0
