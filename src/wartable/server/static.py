"""The browser client's files, kept in memory with their compressed forms."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

_HASHED = re.compile(r"[.-][A-Za-z0-9_\-]{8,}\.(js|css|woff2|svg|png|webp)$")
"""Names the client's build gives to files that never change."""

FOREVER = "public, max-age=31536000, immutable"
ALWAYS_ASK = "no-cache"
_WORTH = 800
"""Bytes from which compressing is worth it."""

_NO_CLIENT = """<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><title>Wartable</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>body{font:1.1rem/1.6 Georgia,serif;max-width:34rem;margin:12vh auto;padding:0 1.2rem;color:#2b2620;
background:#f4efe4}code{background:#e6dcc6;padding:.1em .4em;border-radius:4px}</style></head>
<body><h1>The server runs, the pages are missing</h1>
<p>The browser client has not been built yet. In the repository, run <code>make web</code> and load this page again.</p>
<p>The HTTP interface works: its description is at
<a href="/api/schema/openapi.json">/api/schema/openapi.json</a>.</p></body></html>
"""


class File(Struct, frozen=True):
    """A file as it is sent."""

    kind: str
    body: bytes
    packed: bytes | None
    tag: str
    caching: str


class Pages:
    """The client's folder. A file is read on first use and again only when it has changed on disk."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files: dict[Path, tuple[int, File]] = {}

    def find(self, path: str) -> File | None:
        """Return a file of the client, or None; nothing outside its folder is ever found."""
        try:
            full = (self._folder / path.lstrip("/")).resolve()
            if not full.is_relative_to(self._folder.resolve()) or not full.is_file():
                return None
            changed = full.stat().st_mtime_ns
        except (OSError, ValueError):
            return None
        # Kept by file, not by address: one file has as many addresses as one cares to write.
        known = self._files.get(full)
        if known is None or known[0] != changed:
            known = self._files[full] = (changed, _read(full))
        return known[1]

    def index(self) -> File:
        """Return the page every address of the client begins with; a plain one where the client is missing."""
        return self.find("/index.html") or packed(_NO_CLIENT.encode(), "text/html")


def _read(full: Path) -> File:
    kind = mimetypes.guess_type(full.name)[0] or "application/octet-stream"
    return packed(full.read_bytes(), kind, caching=FOREVER if _HASHED.search(full.name) else ALWAYS_ASK)


def packed(body: bytes, kind: str, *, caching: str = ALWAYS_ASK) -> File:
    """Return a body with its compressed form and the tag of its content."""
    small = gzip.compress(body, 9, mtime=0) if len(body) > _WORTH and kind != "image/png" else body
    tag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    return File(kind, body, small if len(small) < len(body) else None, tag, caching)


def answer(file: File, asked: Mapping[str, str]) -> tuple[int, dict[str, str], bytes]:
    """Return status, headers and body for a request with these headers (in lower case), but for the kind of the file.

    It goes compressed where the browser takes that; one that has it already gets no body.
    """
    headers = {"ETag": file.tag, "Vary": "Accept-Encoding", "Cache-Control": file.caching}
    if file.tag in asked.get("if-none-match", ""):
        return 304, headers, b""
    if file.packed is not None and takes_gzip(asked):
        return 200, {**headers, "Content-Encoding": "gzip"}, file.packed
    return 200, headers, file.body


def takes_gzip(asked: Mapping[str, str]) -> bool:
    """Whether a request with these headers (in lower case) may be answered compressed."""
    return "gzip" in asked.get("accept-encoding", "")
