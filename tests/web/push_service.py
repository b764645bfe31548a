"""A push service for the tests: a real https server on this machine that keeps its requests; and a receiver's keys."""

from __future__ import annotations

import asyncio
import ssl
import threading
from base64 import urlsafe_b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address, ip_network
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from courtly.web.push import CURVE, point_of, to_base64
from tests.web.service_thread import served

HERE = "127.0.0.1"
LOCAL = [ip_network(f"{HERE}/32")]


@dataclass
class PushService:
    """The address of the service, its certificate, the status that it answers, and the requests that it got."""

    site: str = ""
    certificate: Path = Path()
    status: int = 201
    headers: str = ""
    is_silent: bool = False
    got: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one request."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        first, *lines = head.strip().split("\r\n")
        headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
        self.got.append((first.split(" ")[1], headers, await reader.readexactly(int(headers["content-length"]))))
        if self.is_silent:
            await reader.read()
        else:
            writer.write(f"HTTP/1.1 {self.status} Answer\r\n{self.headers}Content-Length: 0\r\n\r\n".encode())
            await writer.drain()
        writer.close()


@contextmanager
def push_service(folder: Path) -> Iterator[PushService]:
    """Run a push service with a certificate of its own, in a thread, until the context ends."""
    service = PushService(certificate=folder / "certificate.pem")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    write_certificate(service.certificate, folder / "key.pem")
    context.load_cert_chain(service.certificate, folder / "key.pem")

    async def serve(started: threading.Event, ended: asyncio.Event) -> None:
        server = await asyncio.start_server(service.serve, HERE, 0, ssl=context)
        service.site = f"https://{HERE}:{server.sockets[0].getsockname()[1]}"
        started.set()
        await ended.wait()
        server.close()

    with served(serve):
        yield service


def write_certificate(certificate: Path, key: Path) -> None:
    """Write a certificate for this machine, which is its own authority, and its key."""
    private, name = ec.generate_private_key(CURVE), x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HERE)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder(name, name, private.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address(HERE))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(private, SHA256())
    )
    certificate.write_bytes(made.public_bytes(Encoding.PEM))
    key.write_bytes(private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))


class Receiver:
    """A device that decrypts messages, see RFC 8291.

    Parameters
    ----------
    private, auth_secret
        Its keys; new ones by default.
    """

    def __init__(self, private: ec.EllipticCurvePrivateKey | None = None, auth_secret: bytes = b"a" * 16) -> None:
        self.private = private or ec.generate_private_key(CURVE)
        self.auth_secret = auth_secret

    @property
    def keys(self) -> dict[str, str]:
        """The keys of the subscription, as a browser gives them."""
        return {"p256dh": to_base64(point_of(self.private.public_key())), "auth": to_base64(self.auth_secret)}

    def decrypt(self, body: bytes) -> bytes:
        """Return the text of a message without its padding."""
        salt, length, sealed = body[:16], body[20], body[21:]
        sender = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sealed[:length])
        info = b"WebPush: info\0" + point_of(self.private.public_key()) + sealed[:length]
        secret = derived(self.private.exchange(ec.ECDH(), sender), self.auth_secret, info, 32)
        key = derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derived(secret, salt, b"Content-Encoding: nonce\0", 12)
        return AESGCM(key).decrypt(nonce, sealed[length:], None).rstrip(b"\0")[:-1]


def derived(key: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    """Return a key derived by HKDF."""
    return HKDF(SHA256(), length, salt=salt, info=info).derive(key)


def unpadded(text: str) -> bytes:
    """Return the bytes of a text in base64url."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
