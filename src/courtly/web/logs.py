"""What a server's log looks like, and what never gets into it.

Addresses of pages may carry a code of a table or a recovery link, and those of machines say where somebody lives: both
are masked in every line, whoever writes it. A line of JSON has what was being done and where it failed, but of an
unexpected error neither message nor values, which could be somebody's hidden cards.
"""

from __future__ import annotations

import json
import logging
import re
import traceback
from datetime import UTC, datetime
from typing import Any

from courtly.settings import Settings

_SLASH = "(?:/|%2[Ff])"
_CARRIES = re.compile(
    rf"({_SLASH}(?:join|watch|recover|recovery|deals|shared){_SLASH})[^/?&#\s]+"
    r"|([?&](?:code|token|secret|link)=)[^&#\s]+"
)
_MACHINE = re.compile(
    r"(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?(?![\w.])"
    r"|(?<![\w:])\[?(?:[0-9A-Fa-f]{0,4}:){2,7}(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9A-Fa-f]{0,4})(?:%\w+)?\]?(?::\d{1,5})?(?![\w:])"
)
"""An address of IPv4 or IPv6, with its port if it has one."""


def masked(text: str) -> str:
    """Return a text without the codes and secrets that addresses in it carry, and without addresses of machines.

    Examples
    --------
    >>> masked("/join/k7m2qr9xzt?lang=fr"), masked("/codes?code=k7m2qr9xzt&page=2")
    ('/join/…?lang=fr', '/codes?code=…&page=2')
    >>> masked("203.0.113.7:50612 - went away"), masked("2001:db8::7:50612 - went away")
    ('… - went away', '… - went away')
    """
    return _MACHINE.sub("…", _CARRIES.sub(lambda found: f"{found[1] or found[2]}…", text))


def origin_of(error: BaseException) -> str:
    """Return the kind of the first cause of an error, and where it was raised, without a word of what it says."""
    while error.__cause__ is not None:
        error = error.__cause__
    frames = traceback.extract_tb(error.__traceback__)
    place = f" at {frames[-1].filename}:{frames[-1].lineno} {frames[-1].name}" if frames else ""
    return f"{type(error).__name__}{place}"


class TextLines(logging.Formatter):
    """Writes each record as text; what it says of a failure is masked too."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - the name that `logging` calls
        """Return the line of a record, but for its failure."""
        record.message = masked(record.message)
        return super().formatMessage(record)

    def formatException(self, ei: Any) -> str:  # noqa: N802 - the name that `logging` calls
        """Return what failed, and where."""
        return masked(super().formatException(ei))


class JsonLines(logging.Formatter):
    """Writes each record as an object on one line; of a request its parts stand by themselves."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        line: dict[str, Any] = {"at": at, "level": record.levelname.lower(), "logger": record.name}
        if record.name == "uvicorn.access" and isinstance(record.args, tuple) and len(record.args) == 5:
            _, line["method"], path, _, line["status"] = record.args
            line["path"] = masked(str(path))
        else:
            line["message"] = masked(record.getMessage())
        if record.exc_info and record.exc_info[0] is not None:
            line["error"] = record.exc_info[0].__name__
            line["trace"] = [
                f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(record.exc_info[2])
            ]
        return json.dumps(line, ensure_ascii=False)


def log_config(settings: Settings) -> dict[str, Any]:
    """Return the configuration of the log, as `logging.config.dictConfig` takes it."""
    requests = "INFO" if settings.log_requests else "WARNING"
    text = {"()": TextLines, "fmt": "%(asctime)s %(levelname)s %(name)s: %(message)s"}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"lines": {"()": JsonLines} if settings.log_format == "json" else text},
        "handlers": {
            "console": {
                "class": "logging.StreamHandler",
                "formatter": "lines",
                "stream": "ext://sys.stderr",
            }
        },
        "root": {"handlers": ["console"], "level": "WARNING"},
        # `uvicorn.error` tells of sockets as well as of defects. Whatever handlers they had would not mask.
        "loggers": {
            name: {"level": level, "handlers": [], "propagate": True}
            for name, level in (("uvicorn", "WARNING"), ("uvicorn.error", requests), ("uvicorn.access", requests))
        },
    }
