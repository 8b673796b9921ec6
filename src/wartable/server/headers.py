"""Headers that every answer carries, and the names that a server answers to."""

from __future__ import annotations

import re
from collections.abc import Collection

HEADERS = (
    (
        b"content-security-policy",
        (
            b"default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
            b"font-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
            b"frame-ancestors 'none'"
        ),
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
)


def is_called(hosts: Collection[str], host: str) -> bool:
    """Whether a request's `Host` header is one of the names in lower case that a server goes by (none: any)."""
    return not hosts or re.sub(r":\d*$", "", host.lower()) in hosts
