"""The check of a fair shuffle, from `docs/fair-deals.md` and without the code of the shuffle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any

Json = Mapping[str, Any]

FAMILIES = ("butterfly", "toad", "nightingale", "hare", "stag", "carp")
ROLES = {"plain": 4, "noble": 4, "spy": 2, "assassin": 2, "guard": 3}


def commitment_problems(record: Json, entries: Sequence[Json], states: Iterable[Json], opened: Json) -> Iterator[str]:
    """Check that the secret of a record was committed to before the first player was ready, and then kept.

    Parameters
    ----------
    states
        All states and documents of the match that clients were told.
    opened
        The document that the host got when the table was opened.
    """
    shuffle = record["shuffle"]
    promise, secret = opened["commitment"], shuffle["secret"]
    if shuffle["promise"] != promise or sha256(bytes.fromhex(secret)).hexdigest() != promise:
        yield f"the record has another secret than the commitment {promise}"
    if (times := sum(entry["act"] == "reveal" for entry in entries)) != 1:
        yield f"the secret was revealed {times} times instead of once"
    words = [""] * record["options"]["players"]
    for entry in entries:
        args = entry["event"].get("args", {})
        if entry["act"] == "ready":
            words[entry["seat"]] = args["word"]
        if entry["act"] == "start" and args["promise"] != promise:
            yield f"the commitment {promise} changed to {args['promise']} at the start"
        if entry["act"] == "reveal" and args["secret"] != secret:
            yield "another secret was revealed than the one in the record"
        if entry["act"] != "reveal" and secret in str(entry):
            yield f"entry {entry['n']} contains the secret"
    if [shuffle["table"], shuffle["match"], shuffle["words"]] != [opened["id"], 1, words]:
        yield f"the shuffle {shuffle} is for another table, or lacks a seed of {words}"
    for state in states:
        if state["commitment"] != promise or state["promise"] != promise:
            yield f"the commitment {promise} changed to {state['commitment']} at version {state['version']}"
        if state["status"] != "over" and secret in str(state):
            yield f"the state of version {state['version']} contains the secret"


def deal_problems(record: Json) -> Iterator[str]:
    """Check that the deal of a record follows from its secret and the shuffle seeds."""
    told, deal = record["shuffle"], record["deal"]
    secret = bytes.fromhex(told["secret"])
    parts = ["courtly-fair/1", secret, told["table"], told["match"], *told["words"]]
    root = sha256(b"".join(map(_part, parts))).digest()
    for name, dealt, items in _lists(record["game"], record["options"], deal):
        if dealt != shuffled(root, name, items)[: len(dealt)]:
            yield f"the list {name} of the deal does not follow from the secret and the seeds"


def shuffled(root: bytes, name: str, items: Iterable[Any]) -> list[Any]:
    """Return a list in the order that a root key gives."""
    sequence = sorted(items)
    numbers = _numbers(sha256(root + _part(name) + _part(0)).digest())
    for i in range(len(sequence) - 1, 0, -1):
        j = next(number for number in numbers if number < 2**32 - 2**32 % (i + 1)) % (i + 1)
        sequence[i], sequence[j] = sequence[j], sequence[i]
    return sequence


def _part(value: object) -> bytes:
    data = value if isinstance(value, bytes) else str(value).encode()
    return b"%d:%b," % (len(data), data)


def _numbers(key: bytes) -> Iterator[int]:
    for block in range(2**64):
        data = sha256(key + block.to_bytes(8, "big")).digest()
        yield from (int.from_bytes(data[i : i + 4], "big") for i in range(0, 32, 4))


def _lists(game: str, options: Json, deal: Json) -> Iterator[tuple[str, list[Any], Iterable[Any]]]:
    """Return the name of each shuffled list, its dealt items, and all its items."""
    yield "first", [deal["first"]], range(options["players"])
    if game == "courtisans":
        yield "deck", deal["deck"], [f"{f}.{r}" for f in FAMILIES for r, n in ROLES.items() for _ in range(n)]
        white = [*(f"fewer-{f}" for f in FAMILIES), "nobles-3", "assassins-2", "spies-3", "guards-4"]
        last = ["below-every-family", "below-5", "fallen-at-least-2", "esteemed-at-most-3"]
        yield "missions.white", [pair[0] for pair in deal["missions"]], white
        yield "missions.blue", [pair[1] for pair in deal["missions"]], [*(f"fallen-{f}" for f in FAMILIES), *last]
    elif game == "monarch":
        yield "lands", deal["lands"], ["small-village", "simple-farm"] * 6
        yield "deck", deal["deck"], deal["deck"]
    for later in ("years", "reshuffles"):
        for number, cards in enumerate(deal.get(later, [])):
            yield f"{later}.{number}", cards, cards
