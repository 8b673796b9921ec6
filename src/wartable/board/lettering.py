"""How wide texts are: the letters of the packaged faces, measured from their font files."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources
from struct import unpack_from

SERIF = "Alegreya-SemiBold.ttf"
"""The face of names on parchment."""
_UNKNOWN = 0.55
"""Width of a letter that the face has not, in parts of its size."""


def text_width(text: str, size: float, spacing: float = 0.0) -> float:
    """Return how wide a text in the old-style face is; `spacing` lies between letters, in parts of their `size`."""
    widths = _widths(SERIF)
    letters = sum(widths.get(ord(letter), _UNKNOWN) for letter in text)
    return size * (letters + spacing * max(0, len(text) - 1))


@lru_cache(maxsize=2)
def _widths(file: str) -> dict[int, float]:
    """Return the advance of each character of a TrueType font in parts of its size."""
    data = (resources.files("wartable.board") / "fonts" / file).read_bytes()
    (count,) = unpack_from(">H", data, 4)
    rows = (unpack_from(">4sIII", data, 12 + 16 * number) for number in range(count))
    tables = {tag.decode(): offset for tag, _, offset, _ in rows}
    (per_size,) = unpack_from(">H", data, tables["head"] + 18)
    (measured,) = unpack_from(">H", data, tables["hhea"] + 34)

    def advance(glyph: int) -> float:
        # The last advance counts for all glyphs after it.
        found: int = unpack_from(">H", data, tables["hmtx"] + 4 * min(glyph, measured - 1))[0]
        return found / float(per_size)

    return {code: advance(glyph) for code, glyph in _glyphs(data, tables["cmap"]).items()}


def _glyphs(data: bytes, start: int) -> dict[int, int]:
    """Return glyphs by character, from the table of format 4 that every font for the web has."""
    (count,) = unpack_from(">H", data, start + 2)
    offsets = [start + unpack_from(">HHI", data, start + 4 + 8 * number)[2] for number in range(count)]
    table = next(offset for offset in offsets if unpack_from(">H", data, offset)[0] == 4)
    segments = unpack_from(">H", data, table + 6)[0] // 2
    ends = unpack_from(f">{segments}H", data, table + 14)
    rest = table + 16 + 2 * segments
    starts, shifts, ranges = (unpack_from(f">{segments}H", data, rest + 2 * segments * part) for part in range(3))
    found: dict[int, int] = {}
    for number, (first, last) in enumerate(zip(starts, ends, strict=True)):
        for code in range(first, min(last, 0xFFFE) + 1):
            glyph = code
            if ranges[number]:
                # Where a segment's glyphs are told from, counted from the place of that number itself.
                at = rest + 2 * (segments * 2 + number) + ranges[number] + 2 * (code - first)
                (glyph,) = unpack_from(">H", data, at)
            if glyph:
                found[code] = (glyph + shifts[number]) & 0xFFFF
    return found
