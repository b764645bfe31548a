"""Codes: ten characters to join or to watch a table, and sixteen characters for a read-only link.

The code of a table is derived from the server's secret, the table, the role and the number of renewals. The code of a
link is derived from the secret and the link's nonce, and the code of an event from its id. The server can therefore
show a code again without storing it.
The store has only the keyed hash of each code.
"""

from __future__ import annotations

import hashlib
import hmac

from courtly.tables.journal import Role
from courtly.tables.state import TableState

CODE_LENGTH, SHARE_LENGTH = 10, 16
ALPHABET = "23456789bcdfghjkmnpqrstvwxyz"
"""No vowels, to avoid words, and no characters that look alike."""

ROLES: tuple[Role, ...] = ("join", "watch")


class Codes:
    """Derives codes, and the hashes under which the store finds them."""

    def __init__(self, secret: str) -> None:
        self._key = hashlib.sha256(b"courtly codes\0" + secret.encode()).digest()

    def of(self, state: TableState) -> dict[Role, str]:
        """Return the codes of a table by role."""
        return {role: self._code(state.table, role, state.codes[role]) for role in ROLES}

    def hashed(self, state: TableState) -> dict[Role, str]:
        """Return the hash of each code of a table by its role."""
        return {role: self.hash_of(code) for role, code in self.of(state).items()}

    def hash_of(self, code: str) -> str:
        """Return the hash of a code for the store; upper and lower case are equal."""
        return hmac.new(self._key, b"kept\0" + code.strip().lower().encode(), hashlib.sha256).hexdigest()

    def of_share(self, nonce: str) -> str:
        """Return the code of a read-only link."""
        return self._characters(f"share\0{nonce}", SHARE_LENGTH)

    def of_event(self, event: str) -> str:
        """Return the code of an event."""
        return self._characters(f"event\0{event}", SHARE_LENGTH)

    def _code(self, table: str, role: Role, counter: int) -> str:
        return self.derived(f"code\0{table}\0{role}\0{counter}")

    def derived(self, name: str) -> str:
        """Return the code that is derived from a name."""
        return self._characters(name, CODE_LENGTH)

    def _characters(self, of: str, length: int) -> str:
        digest = hmac.new(self._key, of.encode(), hashlib.sha256).digest()
        number, characters = int.from_bytes(digest, "big"), []
        for _ in range(length):
            number, rest = divmod(number, len(ALPHABET))
            characters.append(ALPHABET[rest])
        return "".join(characters)
