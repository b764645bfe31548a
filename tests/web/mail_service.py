"""A mail server for the tests: a real SMTP server on this machine that keeps its mails, with TLS if wanted."""

from __future__ import annotations

import asyncio
import gc
import re
import ssl
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any, Literal

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, Session

from tests.web.push_service import HERE, write_certificate
from tests.web.service_thread import served

SENDER = "courtly@example.org"


@dataclass
class MailService:
    """The port of the server, its certificate, its answers, and the mails that it got."""

    port: int = 0
    certificate: Path = Path()
    recipient: str = "250 OK"
    """The answer to a recipient."""
    content: str = "250 OK"
    """The answer to the content of a mail."""
    is_silent: bool = False
    got: list[tuple[str, str, EmailMessage]] = field(default_factory=list)
    """The sender, the recipient and the content of each mail."""
    logins: list[Any] = field(default_factory=list)

    @property
    def settings(self) -> dict[str, str]:
        """The settings of a server that uses this mail server."""
        return {
            "mail_server": f"smtp://{HERE}:{self.port}",
            "mail_from": SENDER,
            "base_url": "https://play.example.org",
        }

    async def handle_RCPT(  # noqa: N802 - the name that the library calls
        self, _server: object, _session: Session, envelope: Envelope, address: str, _options: object
    ) -> str:
        """Answer a recipient."""
        if self.is_silent:
            await asyncio.Event().wait()
        if self.recipient.startswith("2"):
            envelope.rcpt_tos.append(address)
        return self.recipient

    async def handle_DATA(self, _server: object, _session: Session, envelope: Envelope) -> str:  # noqa: N802 - as above
        """Keep a mail."""
        if self.content.startswith("2"):
            mail = message_from_bytes(envelope.original_content or b"", policy=policy.default)
            assert isinstance(mail, EmailMessage)
            self.got += [(str(envelope.mail_from), each, mail) for each in envelope.rcpt_tos]
        return self.content

    def authenticate(
        self, _server: object, _session: object, _envelope: object, _mechanism: str, data: Any
    ) -> AuthResult:
        """Keep a login, and accept it."""
        self.logins.append((data.login, data.password))
        return AuthResult(success=True)

    def mails_to(self, address: str) -> list[EmailMessage]:
        """Return the mails to an address."""
        return [mail for _, recipient, mail in list(self.got) if recipient == address]


@contextmanager
def mail_service(folder: Path, security: Literal["tls", "starttls", "none"] = "none") -> Iterator[MailService]:
    """Run a mail server with a certificate of its own, in a thread, until the context ends."""
    service = MailService(certificate=folder / "mail-certificate.pem")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    write_certificate(service.certificate, folder / "mail-key.pem")
    context.load_cert_chain(service.certificate, folder / "mail-key.pem")
    connections: list[SMTP] = []
    wraps = security == "starttls"

    def protocol() -> SMTP:
        made = SMTP(
            service,
            hostname="mail.example",
            loop=asyncio.get_running_loop(),
            authenticator=service.authenticate,
            auth_require_tls=wraps,
            tls_context=context if wraps else None,
            require_starttls=wraps,
        )
        connections.append(made)
        return made

    async def serve(started: threading.Event, ended: asyncio.Event) -> None:
        server = await asyncio.get_running_loop().create_server(
            protocol, HERE, 0, ssl=context if security == "tls" else None
        )
        service.port = server.sockets[0].getsockname()[1]
        started.set()
        await ended.wait()
        server.close()
        await asyncio.sleep(0)
        for connection in connections:
            # STARTTLS wraps the first transport.
            for transport in (connection.transport, connection._original_transport):
                if isinstance(transport, asyncio.WriteTransport):
                    transport.abort()
        while any(connection.transport is not None for connection in connections):  # noqa: ASYNC110 - the library has no event
            await asyncio.sleep(0)

    try:
        with served(serve):
            yield service
    finally:
        # The library leaves the connection open after a failed STARTTLS.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ResourceWarning)
            gc.collect()


def link_in(mail: EmailMessage, path: str) -> str:
    """Return the path of the link in a mail whose path starts with a text."""
    found = re.search(rf"https?://[^/\s]+({re.escape(path)}\S+)", mail.get_content())
    assert found, mail.get_content()
    return found[1]
