"""The secret links and the sessions of administrators.

A link is made by `courtly admin link`, which knows the secret of the server. It opens one session and works for an
hour. Links, sessions and the names of players in forms are encrypted and signed with a key that follows from the
secret, so that all processes of a server agree, and nothing but the use of a link is stored.
"""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from datetime import timedelta
from typing import Literal

from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from courtly.engine.sentences import said
from courtly.environment import environment
from courtly.tables.refusals import NoSuchLink

LINK_TIME = timedelta(hours=1)
"""The time for which a link can be opened."""

SESSION_TIME = timedelta(hours=12)
"""The time after which a session ends."""

LINK_PATH = "/admin-link"

Purpose = Literal["link", "session", "person"]


class NoSuchAdminLink(NoSuchLink):
    """A link of an administrator that is used, too old or forged; the error does not tell these cases apart."""

    code = "no-such-admin-link"


class AdminLinks:
    """Makes and reads the links and sessions of administrators."""

    def __init__(self, secret: str) -> None:
        derived = HKDF(SHA256(), 32, salt=None, info=b"courtly administrators").derive(secret.encode())
        self._fernet = Fernet(urlsafe_b64encode(derived))

    def make(self, site: str) -> str:
        """Return a new link."""
        return f"{site.rstrip('/')}{LINK_PATH}/{self._sealed('link', environment().token(12))}"

    def read(self, code: str) -> str:
        """Return the id of a link; raise `NoSuchAdminLink` if it is too old or forged."""
        found = self._opened("link", code, LINK_TIME)
        if found is None:
            raise no_such_link()
        return found

    def session(self, link: str) -> str:
        """Return the cookie of the session that a link opens; the session has the id of the link."""
        return self._sealed("session", link)

    def read_session(self, cookie: str) -> str | None:
        """Return the id of a session, None if the cookie is too old, forged or missing."""
        return self._opened("session", cookie, SESSION_TIME)

    def person(self, player: str) -> str:
        """Return the name of a player in forms. The id itself must not appear in pages and logs."""
        return self._sealed("person", player)

    def read_person(self, name: str) -> str | None:
        """Return the id of the player with a name in forms, None if it is too old or forged."""
        return self._opened("person", name, SESSION_TIME)

    def _sealed(self, purpose: Purpose, text: str) -> str:
        content = json.dumps([purpose, text]).encode()
        return self._fernet.encrypt_at_time(content, int(environment().system_time())).decode().rstrip("=")

    def _opened(self, purpose: Purpose, code: str, most: timedelta) -> str | None:
        try:
            sealed = f"{code}{'=' * (-len(code) % 4)}".encode("ascii")
            content = self._fernet.decrypt_at_time(sealed, int(most.total_seconds()), int(environment().system_time()))
        except (InvalidToken, UnicodeEncodeError):
            return None
        found, text = json.loads(content)
        return str(text) if found == purpose else None


def no_such_link() -> NoSuchAdminLink:
    """Return the error for a link that is used, too old or forged."""
    return NoSuchAdminLink(said("this link was used before, has expired or is incomplete"), where="link")
