"""Web Push: a browser is told although its pages are closed, by the push service of its maker (RFC 8030).

A browser names an address at that service and the keys by which it alone reads what comes there. They are kept with
its session, so whoever signs a browser out ends them too.
"""

from __future__ import annotations

import base64
import hmac
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import msgspec
from sqlalchemy import Connection, delete, insert, select

from wartable.server import ids
from wartable.server.mail import Unsure
from wartable.server.notice_file import NoticeFile
from wartable.server.problems import Refused
from wartable.server.schema import pushes, sessions
from wartable.server.store import Store
from wartable.server.wire_notices import PushWish

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

PATIENCE = 10.0
"""Seconds that a push service may take to answer."""
KEPT = 86_400
"""Seconds for which a push service keeps what it cannot hand over, as the browser's machine is off."""
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""How many points the curve P-256 has: a private key is a number from 1 to below that."""


class Gone(Exception):
    """The browser has ended it, or its owner has."""

    def __init__(self, token_hash: str) -> None:
        super().__init__(token_hash)
        self.token_hash = token_hash


class PushRow(msgspec.Struct, frozen=True, kw_only=True):
    """Where a browser is told, as stored; `token_hash` names its session."""

    token_hash: str
    endpoint: str
    p256dh: str
    auth: str

    @property
    def id(self) -> str:
        """What the log calls it: of no use to anybody."""
        return self.token_hash[:8]


def offered(file: NoticeFile | None) -> bool:
    """Whether browsers can be told."""
    return file is not None and bool(file.push) and find_spec("pywebpush") is not None


def public_key(key: bytes) -> str:
    """Return the key by which push services know this installation, as browsers take it (65 bytes, base64url)."""
    numbers = _private(key).public_key().public_numbers()
    return ids.base64url(b"\x04" + numbers.x.to_bytes(32) + numbers.y.to_bytes(32))


async def put(store: Store, file: NoticeFile | None, token_hash: str, wish: PushWish) -> None:
    """Keep where a browser is told, in place of what it named before; raises `Refused`."""
    if file is None or not offered(file):
        raise Refused(409, "push.none", "This server sends no notifications to browsers.")
    _check(file, wish)
    row = msgspec.structs.asdict(wish) | {"token_hash": token_hash}

    def work(connection: Connection) -> None:
        if connection.execute(select(sessions).where(sessions.c.token_hash == token_hash)).first() is None:
            raise Refused(401, "identity.unknown", "This browser is no longer signed in. Load the page again.")
        mine = (pushes.c.token_hash == token_hash) | (pushes.c.endpoint == wish.endpoint)
        connection.execute(delete(pushes).where(mine))
        connection.execute(insert(pushes), row)

    await store.do(work)


async def drop(store: Store, token_hash: str) -> None:
    """Tell a browser nothing any more."""
    await store.execute(delete(pushes).where(pushes.c.token_hash == token_hash))


def rows_of(connection: Connection, player_id: str) -> list[PushRow]:
    """Return the browsers of a player that are told."""
    query = select(pushes).join(sessions).where(sessions.c.player_id == player_id).order_by(pushes.c.token_hash)
    return [PushRow(**row) for row in connection.execute(query).mappings()]


def send(row: PushRow, payload: bytes, topic: str, key: bytes, file: NoticeFile) -> None:
    """Hand a message to a push service; a later one of the same topic takes the place of one that still waits there.

    Raises `Gone`, `Unsure`, or `OSError` where it was surely not taken.
    """
    import requests  # noqa: PLC0415 - of the optional package, which is heavy
    from urllib3.exceptions import MaxRetryError  # noqa: PLC0415

    pywebpush: Any = import_module("pywebpush")
    vapid: Any = import_module("py_vapid")
    if not _allowed(file, row.endpoint):
        message = "no push service that is sent to"
        raise OSError(message)
    session = requests.Session()
    session.max_redirects = 0
    try:
        pywebpush.webpush(
            {"endpoint": row.endpoint, "keys": {"p256dh": row.p256dh, "auth": row.auth}},
            payload,
            vapid_private_key=vapid.Vapid02(private_key=_private(key)),
            vapid_claims={"sub": _contact(file)},
            timeout=PATIENCE,
            ttl=KEPT,
            headers={"Topic": topic, "Urgency": "high"},
            requests_session=session,
        )
    except pywebpush.WebPushException as error:
        if error.response is not None and error.response.status_code in {404, 410}:
            raise Gone(row.token_hash) from error
        message = f"the push service answered: {error}"
        raise OSError(message) from error
    except requests.ConnectTimeout:
        raise
    except (requests.ReadTimeout, requests.ConnectionError) as error:
        if error.args and isinstance(error.args[0], MaxRetryError):  # there was no connection
            raise
        raise Unsure from error
    finally:
        session.close()


def _check(file: NoticeFile, wish: PushWish) -> None:
    if not _allowed(file, wish.endpoint):
        message = f"That is not the address of a push service that this server knows ({', '.join(file.push)})."
        raise Refused(400, "push.unknown", message, fix=file.push)
    for name, text, size in (("p256dh", wish.p256dh, 65), ("auth", wish.auth, 16)):
        if len(_bytes(text)) != size:
            raise Refused(400, "push.keys", f"The key {name!r} of a browser has {size} bytes.")


def _allowed(file: NoticeFile, endpoint: str) -> bool:
    """Whether an address is of a push service that the host names: by its site, or whole where it has a scheme."""
    if not endpoint.isascii() or not endpoint.isprintable() or any(sign in endpoint for sign in " \\@#"):
        return False
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return False
    if f"{parts.scheme}://{parts.netloc}" in file.push:
        return True
    known = any(host == site or host.endswith(f".{site}") for site in file.push)
    return known and parts.scheme == "https" and port in {None, 443}


def _contact(file: NoticeFile) -> str:
    """Return whom a push service may turn to: https addresses and mail addresses alone are taken for that."""
    if file.mail is not None:
        return f"mailto:{file.mail.sender.rpartition('<')[2].rstrip('>').strip()}"
    return file.base if file.base.startswith("https") else f"mailto:host@{urlsplit(file.base).hostname}"


@cache
def _private(key: bytes) -> EllipticCurvePrivateKey:
    """Return the key of this installation for push services: it follows from its secret, so all processes have it."""
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415 - of the optional package

    secret = int.from_bytes(hmac.digest(key, b"web push", "sha512")) % (_ORDER - 1) + 1
    return ec.derive_private_key(secret, ec.SECP256R1())


def _bytes(text: str) -> bytes:
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except ValueError:
        return b""
