"""The format of the server's log, and the masking of private data in it.

Page addresses may contain table codes or recovery links, and IP addresses may reveal where a person is. They are masked
in every line of every logger, as are e-mail addresses. A JSON line contains the request and the place of a failure. For
an unexpected error it contains no message and no values, because they could show a player's hidden cards.
"""

from __future__ import annotations

import json
import logging
import re
import threading
import traceback
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from courtly.settings import Settings
from courtly.web.limits import Rate

MAX_SIMILAR, SIMILAR_SECONDS = 20, 60.0
"""At most this many warnings and errors of one line of code are logged in this many seconds. More would fill the disk
during an attack."""

_SLASH = "(?:/|%2[Ff])"
_CARRIES = re.compile(
    rf"({_SLASH}(?:join|watch|recover|recovery|deals|shared|events|mail|mail-end|admin-link){_SLASH})[^/?&#\s]+"
    r"|([?&](?:code|token|secret|link|watch)=)[^&#\s]+"
)
_MACHINE = re.compile(
    r"(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?(?![\w.])"
    r"|(?<![\w:])\[?(?:[0-9A-Fa-f]{0,4}:){2,7}(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9A-Fa-f]{0,4})(?:%\w+)?\]?(?::\d{1,5})?(?![\w:])"
)
"""An IPv4 or IPv6 address, with an optional port."""

_MAILBOX = re.compile(r"[^\s@/:<>\"'()\[\]]{1,64}(?:@|%40)(?:[\w-]{1,63}\.)+[A-Za-z][\w-]{0,62}")
"""An e-mail address."""


def masked(text: str) -> str:
    """Return a text with masked codes, secrets, IP addresses and e-mail addresses.

    Examples
    --------
    >>> masked("/join/k7m2qr9xzt?lang=fr"), masked("/codes?code=k7m2qr9xzt&page=2")
    ('/join/…?lang=fr', '/codes?code=…&page=2')
    >>> masked("203.0.113.7:50612 - went away"), masked("2001:db8::7:50612 - went away")
    ('… - went away', '… - went away')
    """
    return _MACHINE.sub("…", _MAILBOX.sub("…", _CARRIES.sub(lambda found: f"{found[1] or found[2]}…", text)))


class FloodFilter(logging.Filter):
    """Drops the warnings and errors of a line of code above its limit; the next logged record has their number.

    Parameters
    ----------
    clock
        Returns the time in seconds; by default the monotonic clock.
    """

    def __init__(self, clock: Callable[[], float] | None = None) -> None:
        super().__init__()
        self._rate = Rate(MAX_SIMILAR, SIMILAR_SECONDS, clock=clock)
        self._left_out: Counter[str] = Counter()
        self._lock = threading.Lock()

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to write a record."""
        if record.levelno < logging.WARNING:
            return True
        place = f"{record.pathname}:{record.lineno}"
        with self._lock:
            is_allowed = self._rate.allow(place)
            if is_allowed:
                record.left_out = self._left_out.pop(place, 0)
            else:
                self._left_out[place] += 1
        return is_allowed


class TextLines(logging.Formatter):
    """Formats each record as text. Tracebacks are masked too."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - the name that `logging` calls
        """Return the line of a record, without its traceback."""
        record.message = masked(record.message)
        if left_out := getattr(record, "left_out", 0):
            record.message += f" ({left_out} similar lines were left out)"
        return super().formatMessage(record)

    def formatException(self, ei: Any) -> str:  # noqa: N802 - the name that `logging` calls
        """Return the masked traceback."""
        return masked(super().formatException(ei))


class JsonLines(logging.Formatter):
    """Formats each record as a JSON object on one line. A request has separate fields for method, path and status."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        line: dict[str, Any] = {"at": at, "level": record.levelname.lower(), "logger": record.name}
        if record.name == "uvicorn.access" and isinstance(record.args, tuple) and len(record.args) == 5:
            _, line["method"], path, _, line["status"] = record.args
            line["path"] = masked(str(path))
        else:
            line["message"] = masked(record.getMessage())
        if left_out := getattr(record, "left_out", 0):
            line["left_out"] = left_out
        if record.exc_info and record.exc_info[0] is not None:
            line["error"] = record.exc_info[0].__name__
            line["trace"] = [
                f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(record.exc_info[2])
            ]
        return json.dumps(line, ensure_ascii=False)


def log_config(settings: Settings) -> dict[str, Any]:
    """Return the logging configuration for `logging.config.dictConfig`."""
    requests = "INFO" if settings.log_requests else "WARNING"
    text = {"()": TextLines, "fmt": "%(asctime)s %(levelname)s %(name)s: %(message)s"}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"lines": {"()": JsonLines} if settings.log_format == "json" else text},
        "filters": {"flood": {"()": FloodFilter}},
        "handlers": {
            "console": {
                "class": "logging.StreamHandler",
                "filters": ["flood"],
                "formatter": "lines",
                "stream": "ext://sys.stderr",
            }
        },
        "root": {"handlers": ["console"], "level": "WARNING"},
        # Uvicorn logs sockets and errors with `uvicorn.error`. Its own handlers do not mask, so they are removed.
        "loggers": {
            name: {"level": level, "handlers": [], "propagate": True}
            for name, level in (("uvicorn", "WARNING"), ("uvicorn.error", requests), ("uvicorn.access", requests))
        },
    }
