"""A process that makes one review in the background: `python -m courtly.review.worker`.

It reads a JSON object from standard input: the record of a match, the effort, and the moves of stand-ins. It writes
one JSON value per line: each decision of the match when it is judged, the last one first, and finally the review.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Collection

from courtly.engine.play.cores import give_way
from courtly.engine.play.records import read_record
from courtly.review import Effort, review


def request_of(record: object, effort: Effort, stand_ins: Collection[int] = ()) -> bytes:
    """Return the standard input of the process; `stand_ins` are the numbers of the moves that stand-ins made."""
    asked = {"matches": effort.matches, "simulations": effort.simulations, "seed": effort.seed}
    return json.dumps({"record": record, "effort": asked, "stand_ins": sorted(stand_ins)}).encode()


def main() -> None:
    """Read the request, make the review and write it."""
    give_way()
    asked = json.loads(sys.stdin.buffer.read())
    effort = Effort(**asked["effort"])
    match, stand_ins = read_record(asked["record"]), asked["stand_ins"]
    found = review(match, effort, on_decision=lambda one: _tell(one.model_dump_json()), stand_ins=stand_ins)
    _tell(found.model_dump_json())


def _tell(line: str) -> None:
    try:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
    except BrokenPipeError:
        # The server is gone. Use `os._exit`, because a normal exit would flush the pipe again.
        os._exit(0)


if __name__ == "__main__":
    main()
