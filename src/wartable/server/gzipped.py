"""A gzip stream put together of parts that were compressed apart, so that one part serves all who are sent it.

Each part is raw deflate that looks back at nothing before it and ends on a whole byte (a sync flush), so parts may
follow each other in any order. A stream then needs no compressor of its own, which would cost some 256 kB each.
"""

from __future__ import annotations

import struct
import zlib

LEVEL = 3
"""Events are made while others wait: from level 1 to 6 the size falls by a quarter, and the time doubles."""
WORTH = 512
"""Bytes from which compressing is worth it; less goes as it is."""

_HEADER = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"


def deflated(part: bytes) -> bytes:
    """Return a part of a stream compressed."""
    if len(part) < WORTH:
        return _stored(part)
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packer.compress(part) + packer.flush(zlib.Z_SYNC_FLUSH)


def _stored(part: bytes) -> bytes:
    return b"\x00" + struct.pack("<HH", len(part), len(part) ^ 0xFFFF) + part


class Gzip:
    """One stream: what has gone into it, for the sum at its end."""

    def __init__(self) -> None:
        self._sum = 0
        self._size = 0

    def begin(self) -> bytes:
        """Return the first bytes of the stream."""
        return _HEADER

    def add(self, part: bytes, packed: bytes | None = None) -> bytes:
        """Return what a part adds to the stream; `packed` is the part compressed, where somebody has done that."""
        self._sum = zlib.crc32(part, self._sum)
        self._size += len(part)
        return deflated(part) if packed is None else packed

    def end(self) -> bytes:
        """Return the last bytes of the stream."""
        return b"\x03\x00" + struct.pack("<II", self._sum, self._size & 0xFFFFFFFF)
