"""What a server's log looks like, and what never gets into it.

Addresses may carry a code of a table or a recovery link: they are masked. A line of JSON has what was being done and
where it failed, but of an unexpected error neither message nor values, which could be somebody's hidden cards.
"""

from __future__ import annotations

import json
import logging
import re
import traceback
from datetime import UTC, datetime
from typing import Any

from courtly.settings import Settings

_CARRIES = re.compile(r"(/(?:join|watch|recover|recovery)/)[^/?#\s]+|([?&](?:code|token|secret|link)=)[^&#\s]+")


def masked(address: str) -> str:
    """Return an address without the code or the secret that it carries.

    Examples
    --------
    >>> masked("/join/k7m2qr9xzt?lang=fr"), masked("/codes?code=k7m2qr9xzt&page=2")
    ('/join/…?lang=fr', '/codes?code=…&page=2')
    """
    return _CARRIES.sub(lambda found: f"{found[1] or found[2]}…", address)


class Masking(logging.Filter):
    """Masks the addresses in the lines of requests and sockets."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Change a record in place, and keep it."""
        if isinstance(record.args, tuple):
            record.args = tuple(masked(part) if isinstance(part, str) else part for part in record.args)
        return True


class JsonLines(logging.Formatter):
    """Writes each record as an object on one line; of a request its parts stand by themselves."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        line: dict[str, Any] = {"at": at, "level": record.levelname.lower(), "logger": record.name}
        if record.name == "uvicorn.access" and isinstance(record.args, tuple) and len(record.args) == 5:
            _, line["method"], line["path"], _, line["status"] = record.args
        else:
            line["message"] = record.getMessage()
        if record.exc_info and record.exc_info[0] is not None:
            line["error"] = record.exc_info[0].__name__
            line["trace"] = [
                f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(record.exc_info[2])
            ]
        return json.dumps(line, ensure_ascii=False)


def log_config(settings: Settings) -> dict[str, Any]:
    """Return the configuration of the log, as `logging.config.dictConfig` takes it."""
    requests = "INFO" if settings.log_requests else "WARNING"
    usual = {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"masking": {"()": Masking}},
        "formatters": {"lines": {"()": JsonLines} if settings.log_format == "json" else usual},
        "handlers": {
            "console": {
                "class": "logging.StreamHandler",
                "formatter": "lines",
                "filters": ["masking"],
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
