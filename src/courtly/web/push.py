"""Web Push: encrypted messages to the devices of players (RFC 8030, 8188, 8291 and 8292)."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import timedelta
from hashlib import sha256
from urllib.parse import urlsplit

import h11
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from courtly.engine.errors import CourtlyError
from courtly.engine.sentences import said
from courtly.environment import environment
from courtly.tables.notifications import Failed, Message, Outcome
from courtly.tables.refusals import BadDevice
from courtly.tables.store.rows import Device, Subscription
from courtly.text.locales import Locale
from courtly.web.outside import Outside, outcome_of, split_address
from courtly.web.push_words import content_of

CURVE = ec.SECP256R1()
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The number of points of the curve, see FIPS 186-5."""

POINT_LENGTH, AUTH_LENGTH, SALT_LENGTH = 65, 16, 16

RECORD_LENGTH = 4096
PADDED_LENGTH = 2048
"""Bytes of every message before encryption, so that the push service learns nothing from its length."""

TTL = timedelta(days=2)
"""The time for which the push service keeps a message for a device that is switched off."""

TOKEN_TIME = timedelta(hours=12)

GONE = (404, 410)


class PushKey:
    """The key pair with which the server identifies itself to push services (VAPID).

    It is derived from the secret of the server, so that all processes have the same key, also after a restart.

    Parameters
    ----------
    secret
        The secret of the server.
    contact
        A `mailto:` or `https:` address at which a push service reaches the people who run the server.
    """

    def __init__(self, secret: str, contact: str) -> None:
        digest = HKDF(SHA256(), 48, salt=None, info=b"courtly web push").derive(secret.encode())
        self._private = ec.derive_private_key(1 + int.from_bytes(digest) % (ORDER - 1), CURVE)
        self._contact = contact
        self.public = to_base64(point_of(self._private.public_key()))

    def authorization(self, endpoint: str) -> str:
        """Return the `Authorization` header for a request to an endpoint."""
        parts = urlsplit(endpoint)
        expires = int(environment().system_time() + TOKEN_TIME.total_seconds())
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": expires, "sub": self._contact}
        signed = ".".join(to_base64(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
        r, s = decode_dss_signature(self._private.sign(signed.encode(), ec.ECDSA(SHA256())))
        return f"vapid t={signed}.{to_base64(r.to_bytes(32) + s.to_bytes(32))}, k={self.public}"


class WebPush:
    """Sends messages to devices by way of their push services.

    Parameters
    ----------
    key
        The key pair of the server.
    outside
        Sends the requests.
    """

    def __init__(self, key: PushKey, outside: Outside) -> None:
        self.key = key.public
        self._key = key
        self._outside = outside

    async def check(self, subscription: Subscription) -> None:
        """Raise `BadDevice` for an endpoint or a key that cannot be used."""
        try:
            split_address(subscription.endpoint)
            receiver_of(subscription)
        except (CourtlyError, ValueError) as error:
            allowed = said("the subscription that the browser returns")
            message = said("this push subscription cannot be used; send {allowed}", allowed=allowed)
            raise BadDevice(message, where="endpoint", allowed=allowed) from error

    async def send(self, device: Device, message: Message) -> Outcome:
        """Send a message in the language of the device."""
        subscription = device.subscription
        try:
            body = encrypt(serialized(message, Locale(subscription.lang)), subscription)
            headers = {
                "authorization": self._key.authorization(subscription.endpoint),
                "content-encoding": "aes128gcm",
                "content-type": "application/octet-stream",
                "ttl": str(int(TTL.total_seconds())),
                "urgency": "normal",
                # A device that was switched off gets only the last message.
                "topic": sha256(b"turns").hexdigest()[:32],
            }
            return outcome_of(await self._outside.post(subscription.endpoint, headers, body), GONE)
        except (CourtlyError, OSError, ValueError, h11.ProtocolError) as error:
            # The message of the error may contain the endpoint, which is secret.
            return Failed(type(error).__name__)


def serialized(message: Message, locale: Locale) -> bytes:
    """Return the plain content of a message, for the service worker."""
    content = {"id": message.id, "turns": message.turns, "tag": "courtly-turn", **content_of(message, locale)}
    return json.dumps(content, ensure_ascii=False).encode()


def encrypt(plain: bytes, subscription: Subscription, *, sender: ec.EllipticCurvePrivateKey | None = None) -> bytes:
    """Return the body of a push message: a padded text, encrypted for one device (RFC 8291).

    Parameters
    ----------
    plain
        At most `PADDED_LENGTH` bytes.
    sender
        The key of this one message; by default a new one.
    """
    receiver, auth_secret = receiver_of(subscription)
    used, salt = sender or ec.generate_private_key(CURVE), environment().random_bytes(SALT_LENGTH)
    own, others = point_of(used.public_key()), point_of(receiver)
    shared = used.exchange(ec.ECDH(), receiver)
    secret = _derived(shared, auth_secret, b"WebPush: info\0" + others + own, 32)
    key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    # The delimiter of the last record, then the padding (RFC 8188).
    padded = (plain + b"\x02").ljust(PADDED_LENGTH + 1, b"\0")
    header = salt + RECORD_LENGTH.to_bytes(4) + bytes([POINT_LENGTH]) + own
    return header + AESGCM(key).encrypt(nonce, padded, None)


def _derived(key: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt=salt, info=info).derive(key)


def receiver_of(subscription: Subscription) -> tuple[ec.EllipticCurvePublicKey, bytes]:
    """Return the public key and the authentication secret of a subscription; raise `ValueError` for invalid ones."""
    point, auth_secret = from_base64(subscription.public_key), from_base64(subscription.auth_secret)
    if len(point) != POINT_LENGTH or len(auth_secret) != AUTH_LENGTH:
        raise ValueError("a key of a push subscription has the wrong length")
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point), auth_secret


def point_of(key: ec.EllipticCurvePublicKey) -> bytes:
    """Return a public key as an uncompressed point of 65 bytes."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def to_base64(data: bytes) -> str:
    """Return bytes in base64url without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64(text: str) -> bytes:
    """Return the bytes of a text in base64url, with or without padding; raise `ValueError` for another text."""
    return urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
