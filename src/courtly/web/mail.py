"""E-mails: notifications of turns, and the mail that asks the owner of an address to confirm it.

A mail is plain text. Addresses appear in no log and in no reason of a failure.
"""

from __future__ import annotations

import asyncio
import ssl
from contextlib import suppress
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP as FORMAT
from email.utils import format_datetime
from urllib.parse import urlsplit

from aiosmtplib import SMTP, SMTPException, SMTPRecipientsRefused, SMTPResponseException

from courtly.engine.sentences import said
from courtly.environment import environment
from courtly.settings import MailServer, is_mail_address
from courtly.tables.journal import Player
from courtly.tables.notifications import ATTEMPT_SECONDS, Failed, Gone, Message, Outcome, Sent
from courtly.tables.refusals import BadDevice
from courtly.tables.store.rows import Device, Subscription
from courtly.text.locales import Locale
from courtly.web.errors import MailFailed
from courtly.web.mail_links import MailLinks
from courtly.web.push_words import content_of

MAX_CONNECTIONS = 8
"""The largest number of connections to the mail server: many servers refuse more."""

QUIT_SECONDS = 1.0

POLICY = "5.7."
"""The enhanced status of a refusal for reasons of policy (RFC 3463): the recipient may well exist."""

UNFOLDED = FORMAT.clone(max_line_length=900)
"""Links in headers stay whole; a folded one would be encoded, and not be recognized."""


class Mail:
    """Sends mails by way of the mail server of the host.

    Parameters
    ----------
    server
        The mail server.
    sender
        The address from which mails come.
    links
        Makes the links in mails.
    """

    def __init__(self, server: MailServer, sender: str, links: MailLinks) -> None:
        self.links = links
        self._server = server
        self._sender = sender
        self._host = urlsplit(links.site).hostname or "localhost"
        self._free = asyncio.Semaphore(MAX_CONNECTIONS)
        self._tls: ssl.SSLContext | None = None

    async def check(self, subscription: Subscription) -> None:
        """Raise `BadDevice` for an address to which nothing can be sent."""
        check_address(subscription.address)

    async def send(self, device: Device, message: Message) -> Outcome:
        """Send a notification in the language of the device."""
        return await self._deliver(device.subscription.address, self.notification(device, message))

    async def ask(self, player: Player, subscription: Subscription) -> None:
        """Send a mail with the link that confirms the mailbox for a player. A mailbox that does not exist is no error.

        Raises
        ------
        MailFailed
            The mail server does not take the mail.
        """
        outcome: Outcome = Failed("TimeoutError")
        with suppress(TimeoutError):
            async with asyncio.timeout(ATTEMPT_SECONDS):
                outcome = await self._deliver(subscription.address, self.question(player, subscription))
        if isinstance(outcome, Failed):
            message = said("the mail server did not take a mail: {reason}", reason=outcome.reason)
            raise MailFailed(message, where="mail")

    def notification(self, device: Device, message: Message) -> EmailMessage:
        """Return the mail of a notification. A repeated message has the same `Message-ID`."""
        locale, site = Locale(device.subscription.lang), self.links.site
        content, end = content_of(message, locale), self.links.end(device.id)
        text = [
            content["body"],
            f"{site}{content['url']}",
            locale.say("To get no more of these e-mails, open this page: {link}", link=end),
        ]
        mail = self._mail(device.subscription.address, locale.say("It is your turn"), text, id=message.id)
        mail["List-Unsubscribe"] = f"<{end}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        return mail

    def question(self, player: Player, subscription: Subscription) -> EmailMessage:
        """Return the mail that asks for confirmation. It contains nothing that the player has written."""
        locale, site = Locale(subscription.lang), self.links.site
        text = [
            locale.say(
                "A player at {site} would like to get an e-mail at this address when it is their turn.", site=site
            ),
            locale.say("If this was you, open this page within a day and confirm:"),
            self.links.confirm(player.id, subscription),
            locale.say("Otherwise you can ignore this e-mail: your address has not been stored."),
        ]
        subject = locale.say("Please confirm your address")
        return self._mail(subscription.address, subject, text, id=environment().token_hex(16))

    def _mail(self, address: str, subject: str, text: list[str], *, id: str) -> EmailMessage:  # noqa: A002 - the usual name
        mail = EmailMessage(FORMAT)
        mail["From"] = Address("Courtly", addr_spec=self._sender)
        mail["To"] = Address(addr_spec=address)
        mail["Subject"] = subject
        mail["Date"] = format_datetime(environment().now())
        mail["Message-ID"] = f"<{id}@{self._host}>"
        mail["Auto-Submitted"] = "auto-generated"
        mail.set_content("\n\n".join(text) + "\n", cte="quoted-printable")
        return mail

    async def _deliver(self, address: str, mail: EmailMessage) -> Outcome:
        """Give a mail to the mail server."""
        async with self._free:
            client = self._client()
            try:
                await client.connect()
                await client.sendmail(self._sender, [address], mail.as_bytes(policy=UNFOLDED))
                with suppress(SMTPException, OSError):
                    await client.quit(timeout=QUIT_SECONDS)
            except SMTPRecipientsRefused as error:
                [refused] = error.recipients
                is_gone = 500 <= refused.code < 600 and not refused.message.lstrip().startswith(POLICY)
                return Gone() if is_gone else Failed(f"status {refused.code}")
            except SMTPResponseException as error:
                return Failed(f"status {error.code}")
            except (SMTPException, OSError, ValueError) as error:
                # The text of the error may contain the address.
                return Failed(type(error).__name__)
            finally:
                if isinstance(client.transport, asyncio.WriteTransport):
                    # Without waiting for the end of TLS.
                    client.transport.abort()
                client.close()
        return Sent()

    def _client(self) -> SMTP:
        server = self._server
        if self._tls is None:
            self._tls = ssl.create_default_context()
        return SMTP(
            hostname=server.host,
            port=server.port,
            username=server.user or None,
            password=server.password or None,
            local_hostname=self._host,
            timeout=ATTEMPT_SECONDS,
            use_tls=server.security == "tls",
            start_tls=server.security == "starttls",
            tls_context=None if server.security == "none" else self._tls,
        )


def check_address(address: str) -> None:
    """Raise `BadDevice` for a text that is no e-mail address. The error does not contain the text."""
    if not is_mail_address(address):
        allowed = said("an address such as ann@example.org, without accents")
        message = said("this e-mail address cannot be used; use {allowed}", allowed=allowed)
        raise BadDevice(message, where="address", allowed=allowed)
