"""The links in mails: a link that confirms an address, and a link that ends the mails.

A link that confirms contains everything that is stored after the confirmation, so nothing is stored before. It is
encrypted, so that an address does not appear in the logs of proxies. Both links need no cookie: mails are often read in
another browser.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from base64 import urlsafe_b64encode
from datetime import timedelta

from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from courtly.engine.sentences import said
from courtly.environment import environment
from courtly.tables.refusals import NoSuchMailLink
from courtly.tables.store.rows import MAILTO, Subscription

CONFIRM_TIME = timedelta(days=1)
"""The time for which a link that confirms an address works."""

CODE_LENGTH = 22
"""Characters of the signature of a link that ends mails: 132 bits."""


class MailLinks:
    """Makes and reads the links of mails. All processes of a server agree, because the keys follow from its secret.

    Parameters
    ----------
    secret
        The secret of the server.
    site
        The public address of the server.
    """

    def __init__(self, secret: str, site: str) -> None:
        self.site = site.rstrip("/")
        derived = HKDF(SHA256(), 64, salt=None, info=b"courtly links in mails").derive(secret.encode())
        self._fernet, self._key = Fernet(urlsafe_b64encode(derived[:32])), derived[32:]

    def confirm(self, player: str, subscription: Subscription) -> str:
        """Return the link that confirms a mailbox for a player, with the id of the player."""
        content = [player, subscription.address, subscription.lang, subscription.zone]
        sealed = self._fernet.encrypt_at_time(json.dumps(content).encode(), int(environment().system_time()))
        return f"{self.site}/mail/{sealed.decode().rstrip('=')}"

    def read_confirm(self, code: str) -> tuple[str, Subscription]:
        """Return the id of the player and the mailbox of a link that confirms.

        Raises
        ------
        NoSuchMailLink
            The link is older than `CONFIRM_TIME`, or not from this server.
        """
        most = int(CONFIRM_TIME.total_seconds())
        try:
            sealed = f"{code}{'=' * (-len(code) % 4)}".encode("ascii")
            content = self._fernet.decrypt_at_time(sealed, most, int(environment().system_time()))
        except (InvalidToken, UnicodeEncodeError):
            raise _no_such_link() from None
        player, address, lang, zone = json.loads(content)
        return player, mailbox(address, lang, zone)

    def end(self, device: str) -> str:
        """Return the link that ends the mails of a device. It does not expire."""
        return f"{self.site}/mail-end/{device}.{self._signature(device)}"

    def read_end(self, code: str) -> str:
        """Return the id of the device of a link that ends mails; raise `NoSuchMailLink` for another link."""
        device, _, signature = code.rpartition(".")
        if not hmac.compare_digest(signature.encode(), self._signature(device).encode()):
            raise _no_such_link()
        return device

    def _signature(self, device: str) -> str:
        digest = hmac.new(self._key, device.encode(), hashlib.sha256).digest()
        return urlsafe_b64encode(digest).decode()[:CODE_LENGTH]


def mailbox(address: str, lang: str, zone: str) -> Subscription:
    """Return the subscription of a mailbox."""
    return Subscription(f"{MAILTO}{address}", "", "", lang, zone, "mail")


def _no_such_link() -> NoSuchMailLink:
    return NoSuchMailLink(said("this link has expired or is incomplete"), where="address")
