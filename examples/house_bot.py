"""A program at a live table: it joins with the table's code and plays random legal moves in any game.

    python examples/house_bot.py http://127.0.0.1:8000 CODE

The program does not import Courtly. If the connection breaks, the program connects again and receives the entries that
it missed. It waits 0.6 s before each move to stay below the server's rate limits. A third argument sets another pause.
"""

import json
import random
import sys
import time
import urllib.request
from contextlib import suppress
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

Json = dict[str, Any]


def ask(address: str, body: Json, headers: dict[str, str]) -> Json:
    """Send a request and return the answer as a dict."""
    request = urllib.request.Request(address, json.dumps(body).encode(), headers)  # noqa: S310
    with urllib.request.urlopen(request) as answer:  # noqa: S310
        return dict(json.load(answer))


def choose(frame: Json) -> Json | None:
    """Return the next act at a table, or a false value if the program has nothing to do."""
    if frame["status"] == "waiting":
        return None if frame["seats"][frame["you"]]["ready"] else {"act": "ready"}
    legal = frame["view"]["legal"]
    return legal and {"act": "move", "match": frame["match"], "turn": frame["turn"], "moves": [random.choice(legal)]}


def play(address: str, headers: dict[str, str], pause: float) -> Json:
    """Play until the match is over, and return the final state of the table."""
    since = 0
    while True:
        with suppress(ConnectionClosed), connect(f"{address}?since={since}", additional_headers=headers) as live:
            for frame in map(json.loads, live):
                since = frame["n"] + 1 if frame["type"] == "entry" else since
                if frame["type"] == "state" and frame["status"] == "over":
                    return dict(frame)
                if frame["type"] == "state" and (act := choose(frame)):
                    time.sleep(pause)
                    live.send(json.dumps({"type": "act", "command": f"at-{frame['version']}", **act}))


if __name__ == "__main__" and len(sys.argv) > 2:
    SITE, CODE, PAUSE = [*sys.argv[1:], "0.6"][:3]
    ME = {"Authorization": f"Bearer {ask(f'{SITE}/api/players', {'name': 'House bot'}, {})['token']}"}
    TABLE = f"{SITE}/api/tables/{ask(f'{SITE}/api/codes', {'code': CODE}, ME)['table']}"
    ask(f"{TABLE}/acts", {"command": "sit", "act": "sit"}, ME)
    OVER = play(f"{TABLE.replace('http', 'ws', 1)}/live", ME, float(PAUSE))
print(f"{OVER['game']} is over after {OVER['turn']} moves." if len(sys.argv) > 2 else __doc__)
