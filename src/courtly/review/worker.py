"""A process that makes one review, so that nothing else waits for it: `python -m courtly.review.worker`.

It reads a JSON object from its standard input, the record of a match and the effort, and writes a JSON object a line:
how far it is, and at last the review.
"""

from __future__ import annotations

import json
import os
import sys

from courtly.engine.play.records import read_record
from courtly.review import Effort, review

LOWEST_PRIORITY = 19


def request_of(record: object, effort: Effort) -> bytes:
    """Return what the process reads."""
    asked = {"matches": effort.matches, "simulations": effort.simulations, "seed": effort.seed}
    return json.dumps({"record": record, "effort": asked}).encode()


def main() -> None:
    """Make the review that is asked for."""
    os.nice(LOWEST_PRIORITY)
    asked = json.loads(sys.stdin.buffer.read())
    effort = Effort(**asked["effort"])
    found = review(read_record(asked["record"]), effort, lambda done, _moves: _tell(str(done)))
    _tell(found.model_dump_json())


def _tell(line: str) -> None:
    try:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
    except BrokenPipeError:
        # The server is gone, and with it whoever asked. `os._exit`, or the interpreter would try the pipe once more.
        os._exit(0)


if __name__ == "__main__":
    main()
