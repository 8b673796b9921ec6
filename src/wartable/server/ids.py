"""Names for things: random ids, cookies, and signed links to a seat."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets

SEAT_LINKS = "/seat/"
"""Where private seat links lead."""
CONFIRM_LINKS, SIGN_IN_LINKS, STOP_LINKS = "/confirm/", "/come/", "/stop/"
"""Where links in mails lead: to confirm an address, to sign in, to get no more mail."""
CALENDARS = "/calendar/"
"""Where programs read the deadlines of a player."""
LINKS = (SEAT_LINKS, CONFIRM_LINKS, SIGN_IN_LINKS, STOP_LINKS)

_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
_ID = re.compile(r"[A-Za-z0-9_\-]{1,24}")


def short_id(length: int = 12) -> str:
    """Return a random id that reads well aloud and cannot be guessed."""
    return "".join(secrets.choice(_LETTERS) for _ in range(length))


def is_id(text: str) -> bool:
    """Whether a text has the form of an id at all."""
    return _ID.fullmatch(text) is not None


def cookie_token() -> str:
    """Return a new secret for a cookie: 256 random bits."""
    return secrets.token_urlsafe(32)


def fingerprint(token: str) -> str:
    """Return what is stored of a cookie."""
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).hexdigest()


def seat_token(key: bytes, table: str, seat: int, player: str, word: str) -> str:
    """Return the secret of the private link that makes a browser the player of a seat."""
    return f"{table}.{seat}.{_sign(key, table, seat, player, word)}"


def read_seat_token(token: str) -> tuple[str, int, str] | None:
    """Return table, seat and signature of a seat link, or None where it has not that form."""
    match = re.fullmatch(r"([A-Za-z0-9_\-]{1,24})\.(\d{1,2})\.([A-Za-z0-9_\-]{27})", token)
    return (match[1], int(match[2]), match[3]) if match else None


def signed(key: bytes, signature: str, table: str, seat: int, player: str, word: str) -> bool:
    """Whether a seat link was signed here for that player, with the word his seat has now."""
    return hmac.compare_digest(signature, _sign(key, table, seat, player, word))


def _sign(key: bytes, table: str, seat: int, player: str, word: str) -> str:
    # Seats of the first version have no word; their links were signed without.
    text = f"{table}|{seat}|{player}|{word}" if word else f"{table}|{seat}|{player}"
    digest = hmac.digest(key, text.encode(), "sha256")
    return base64url(digest[:20])


def base64url(data: bytes) -> str:
    """Return bytes as they stand in addresses: base64url without padding."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
