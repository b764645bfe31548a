"""Fair shuffles: all chance of a match follows from a committed secret and the shuffle seeds of the players.

SHA-256 in counter mode generates the numbers; each named shuffle has its own stream. `docs/fair-deals.md` specifies
every byte, for programs in other languages. A change here would invalidate every record with a shuffle.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from courtly.engine.contract.deals import Shuffle
from courtly.engine.errors import BadOption, BadRecord, cannot_be, listing, shown
from courtly.engine.sentences import said

SECRET_BYTES = 32
FORMAT = "courtly-fair/1"
"""The first part of the root key, so that another scheme can never produce the same numbers."""

_KEYS = ("promise", "secret", "words", "table", "match")
_WORD = 4
"""Bytes per drawn number."""
_RANGE = 1 << 8 * _WORD


@dataclass(frozen=True, slots=True)
class FairShuffle:
    """The input that determines all chance of one match.

    Attributes
    ----------
    secret
        32 random bytes, known only to the engine until the match ends.
    words
        The shuffle seeds of the players, one per seat, empty for a player who added none.
    table
        The id of the table.
    match
        The number of the match at that table, from 1.

    Raises
    ------
    BadOption
        A value has the wrong type.

    Examples
    --------
    >>> fair = FairShuffle(bytes(32), ["plum", ""], "t1", 1)
    >>> fair.promise[:16]
    '66687aadf862bd77'
    >>> fair.shuffled(Shuffle("deck", ["a", "b", "c", "d"], 3))
    ['b', 'c', 'a']
    """

    secret: bytes = field(repr=False)
    words: Sequence[str]
    table: str
    match: int

    def __post_init__(self) -> None:
        """Check every value; no error contains the secret."""
        if not isinstance(self.secret, bytes) or len(self.secret) != SECRET_BYTES:
            need = said("{count} bytes", count=SECRET_BYTES)
            message = said("the secret of a shuffle must be {allowed}", allowed=need)
            raise BadOption(message, where="shuffle.secret", allowed=need)
        listed = isinstance(self.words, Sequence) and not isinstance(self.words, str | bytes)
        if not listed or not all(map(is_writable, self.words)):
            raise cannot_be("shuffle.words", self.words, said("a list of seeds, one per seat"))
        if not is_writable(self.table) or not self.table:
            raise cannot_be("shuffle.table", self.table, said("the id of a table"))
        if isinstance(self.match, bool) or not isinstance(self.match, int) or self.match < 1:
            raise cannot_be("shuffle.match", self.match, said("a whole number from 1"))
        object.__setattr__(self, "words", tuple(self.words))

    @property
    def promise(self) -> str:
        """The commitment: SHA-256 of the secret, in hex, shown to all players before the deal."""
        return sha256(self.secret).hexdigest()

    def shuffled(self, shuffle: Shuffle, nth: int = 0) -> list[Any]:
        """Return the kept items of a shuffled list.

        The items are sorted before the shuffle, text by code point, so their order in `shuffle` does not matter.

        Parameters
        ----------
        shuffle
            The list and its name, which selects the stream.
        nth
            Number of earlier shuffles of a list with this name.
        """
        items: list[Any] = list(shuffle.items)
        items.sort()
        numbers = _numbers(self._key(shuffle.name, nth))
        for i in range(len(items) - 1, 0, -1):
            j = _below(numbers, i + 1)
            items[i], items[j] = items[j], items[i]
        return items[: shuffle.kept]

    def _key(self, name: str, nth: int) -> bytes:
        """Return the key of one stream: a hash of the root key, the name and the number of earlier shuffles."""
        parts: list[str | bytes] = [FORMAT, self.secret, self.table, str(self.match), *self.words]
        root = sha256(b"".join(map(_part, parts))).digest()
        return sha256(root + _part(name) + _part(str(nth))).digest()

    def as_dict(self) -> dict[str, Any]:
        """Return the shuffle as it appears in a record after the end of the match."""
        values = (self.promise, self.secret.hex(), list(self.words), self.table, self.match)
        return dict(zip(_KEYS, values, strict=True))


def read_shuffle(document: object) -> FairShuffle:
    """Return the shuffle of a record; raise `BadRecord` if it is malformed or breaks its commitment."""
    if not isinstance(document, Mapping) or set(document) != set(_KEYS):
        known = listing(_KEYS)
        message = said("shuffle cannot be {given}; use an object with {known}", given=shown(document), known=known)
        raise BadRecord(message, given=document, where="shuffle", allowed=_KEYS)
    try:
        fair = FairShuffle(_bytes_of(document["secret"]), document["words"], document["table"], document["match"])
    except BadOption as error:
        raise BadRecord(error.sentence, given=error.given, where=error.where, allowed=error.allowed) from None
    if document["promise"] != fair.promise:
        given = document["promise"]
        places = {"given": shown(given), "truth": fair.promise}
        message = said("the commitment {given} does not match; the SHA-256 of the secret is {truth}", **places)
        raise BadRecord(message, given=given, where="shuffle.promise", allowed=fair.promise)
    return fair


def _bytes_of(secret: object) -> bytes:
    if not isinstance(secret, str) or not re.fullmatch(f"[0-9a-f]{{{2 * SECRET_BYTES}}}", secret):
        raise cannot_be(
            "shuffle.secret", secret, said("{count} bytes in lowercase hexadecimal digits", count=SECRET_BYTES)
        )
    return bytes.fromhex(secret)


def is_writable(value: object) -> bool:
    """Return whether a value is text that a record can store: text without lone surrogates."""
    return isinstance(value, str) and not any("\ud800" <= sign <= "\udfff" for sign in value)


def _part(value: str | bytes) -> bytes:
    """Return a part prefixed with its length (a netstring), so that different lists of parts never give equal bytes."""
    data = value.encode() if isinstance(value, str) else value
    return b"%d:%b," % (len(data), data)


def _numbers(key: bytes) -> Iterator[int]:
    """Yield integers below 2**32: SHA-256 of the key and a counter, eight numbers per block."""
    block = 0
    while True:
        data = sha256(key + block.to_bytes(8, "big")).digest()
        yield from (int.from_bytes(data[i : i + _WORD], "big") for i in range(0, len(data), _WORD))
        block += 1


def _below(numbers: Iterator[int], n: int) -> int:
    """Draw an integer from 0 to `n - 1`; numbers that would cause a bias are rejected."""
    limit = _RANGE - _RANGE % n
    return next(number for number in numbers if number < limit) % n
