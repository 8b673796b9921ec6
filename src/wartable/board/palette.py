"""Colours of boards and players, light and dark; the same values as the browser client's tokens."""

from __future__ import annotations

from typing import Literal

import msgspec

Theme = Literal["light", "dark"]
Pattern = Literal["plain", "rising", "dots", "level", "lattice", "upright", "falling", "rings"]


class Colours(msgspec.Struct, frozen=True):
    """What a theme paints with, as CSS colours.

    `land` is land nobody holds, `disc` the face of tokens and the casing of names.
    """

    sea: str
    sea_deep: str
    sea_label: str
    glow: str
    land: str
    coast: str
    border: str
    disc: str
    ink: str
    panel: str
    line: str
    brass: str
    brass_line: str


class PlayerColour(msgspec.Struct, frozen=True):
    """Fill, colour of text on it, and the pattern that tells the owner without any colour."""

    name: str
    fill: str
    text: str
    pattern: Pattern


ATLAS: dict[Theme, Colours] = {
    "light": Colours(
        sea="#CFDDE1",
        sea_deep="#C2D3D9",
        sea_label="#4A6470",
        glow="#FBFAF6",
        land="#E9E4D6",
        coast="#2B343B",
        border="#1E2329",
        disc="#FFFDF7",
        ink="#1E2329",
        panel="#FBFAF6",
        line="#575F69",
        brass="#E5B53B",
        brass_line="#84650F",
    ),
    "dark": Colours(
        sea="#14232B",
        sea_deep="#1A2C35",
        sea_label="#7F9AA6",
        glow="#0A1216",
        land="#39424A",
        coast="#C9D3DA",
        border="#0B0F12",
        disc="#12161A",
        ink="#F4F6F8",
        panel="#1A2026",
        line="#A2ADB8",
        brass="#E5B53B",
        brass_line="#F4D58A",
    ),
}

_WHITE, _INK = "#FFFFFF", "#1E2329"
PLAYERS: tuple[PlayerColour, ...] = (
    PlayerColour("Ember", "#D93D1E", _WHITE, "plain"),
    PlayerColour("Cobalt", "#3D57B0", _WHITE, "rising"),
    PlayerColour("Jade", "#04866B", _WHITE, "dots"),
    PlayerColour("Wheat", "#FFD27A", _INK, "level"),
    PlayerColour("Violet", "#44207C", _WHITE, "lattice"),
    PlayerColour("Sky", "#9EDDFF", _INK, "upright"),
    PlayerColour("Umber", "#65381D", _WHITE, "falling"),
    PlayerColour("Rose", "#D3A0BE", _INK, "rings"),
)
"""Player colours 1 to 8, in the order seats take them; number n is `PLAYERS[n - 1]`."""

PATTERN_MARKS: dict[Pattern, str] = {
    "plain": "",
    "rising": '<path d="M-1 1 1 -1M-1 13 13 -1M11 13 13 11"/>',
    "dots": '<circle class="solid" cx="3" cy="3" r="1.3"/><circle class="solid" cx="9" cy="9" r="1.3"/>',
    "level": '<path d="M0 3H12M0 9H12"/>',
    "lattice": '<path d="M-1 -1 13 13M-1 13 13 -1"/>',
    "upright": '<path d="M3 0V12M9 0V12"/>',
    "falling": '<path d="M-1 11 1 13M-1 -1 13 13M11 -1 13 1"/>',
    "rings": '<circle cx="6" cy="6" r="3.2"/>',
}
"""Strokes of each pattern on a tile of 12 by 12 pixels."""
