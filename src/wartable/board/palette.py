"""Colours of boards and players, light and dark, and the styles boards are drawn in; a style is data."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

from wartable.board.model import Style

Theme = Literal["light", "dark"]
Pattern = Literal["plain", "rising", "dots", "level", "lattice", "upright", "falling", "rings"]


class Colours(msgspec.Struct, frozen=True):
    """What a theme paints with, as CSS colours.

    `land` is land nobody holds, `neutral` land nobody may enter, `disc` the face of tokens and the casing of names,
    `lake` and `shore` are inner water and its rim, `red` shows failure. Mountains have a lit side, a shaded side and
    a line, rivers water and banks; `way` is the line of a path.
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
    neutral: str
    lake: str
    shore: str
    sea_line: str
    peak_lit: str
    peak_shade: str
    peak_line: str
    frame: str
    red: str
    river: str
    bank: str
    tree: str
    way: str


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
        neutral="#CFC9BC",
        lake="#CFDDE1",
        shore="#6E8793",
        sea_line="#FBFAF6",
        peak_lit="#F6F2E7",
        peak_shade="#A9A08D",
        peak_line="#575F69",
        frame="#EFECE4",
        red="#B3122A",
        river="#8FB6C9",
        bank="#4A7484",
        tree="#55703F",
        way="#9C2A1A",
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
        neutral="#262D33",
        lake="#14232B",
        shore="#7F9AA6",
        sea_line="#3A5463",
        peak_lit="#7A838B",
        peak_shade="#454E56",
        peak_line="#14191D",
        frame="#12161A",
        red="#FF6B5E",
        river="#2F5568",
        bank="#5D8494",
        tree="#4A6238",
        way="#E0795F",
    ),
}
PARCHMENT: dict[Theme, Colours] = {
    "light": Colours(
        sea="#C9DAD6",
        sea_deep="#BFD3D0",
        sea_label="#2C5163",
        glow="#5D8794",
        land="#F1E6C8",
        coast="#33271A",
        border="#5B4125",
        disc="#F6ECD0",
        ink="#2A1D10",
        panel="#F3E8CB",
        line="#5B4125",
        brass="#E5B53B",
        brass_line="#84650F",
        neutral="#DDD0AE",
        lake="#B4CBCA",
        shore="#4A7484",
        sea_line="#2F5A70",
        peak_lit="#F3E8CB",
        peak_shade="#94815F",
        peak_line="#47341F",
        frame="#E6D6AE",
        red="#B3122A",
        river="#8FBCCB",
        bank="#2E5A70",
        tree="#55703F",
        way="#9C2A1A",
    ),
    "dark": Colours(
        sea="#1C2B33",
        sea_deep="#1C2B33",
        sea_label="#8FB4C4",
        glow="#6FA6C4",
        land="#3A3226",
        coast="#D8C79C",
        border="#A58C62",
        disc="#1A150E",
        ink="#EFE2C3",
        panel="#2A241B",
        line="#A58C62",
        brass="#E5B53B",
        brass_line="#F4D58A",
        neutral="#2A241B",
        lake="#16303D",
        shore="#6FA6C4",
        sea_line="#6FA6C4",
        peak_lit="#6B5D45",
        peak_shade="#2E2619",
        peak_line="#97825B",
        frame="#2A241B",
        red="#FF6B5E",
        river="#6FA6C4",
        bank="#16303D",
        tree="#5F7A48",
        way="#E58A70",
    ),
}


class Look(msgspec.Struct, frozen=True):
    """How a style draws, beside its colours; lengths in screen pixels.

    `glow` are wide strokes of (width, opacity) along the coast, `lining` lines in the water at (distance, width,
    opacity) from it. `shade` is how much neighbouring lands may differ in brightness. Owners' colours cover
    `tint` of the land (by light and in the dark), with a soft `rim` of that width. A `lane` has a width, and dashes so
    long on and off. With `ink` the sheet looks like inked paper: grain, waves, a frame and darker corners, and pieces
    are shields and ships instead of letters.
    """

    colours: dict[Theme, Colours]
    glow: tuple[tuple[float, float], ...] = ()
    lining: tuple[tuple[float, float, float], ...] = ()
    shade: float = 0.0
    tint: tuple[float, float] = (1.0, 1.0)
    rim: float = 0.0
    sea_line: float = 1.6
    sea_dash: str = "none"
    lane: tuple[float, float, float] = (1.2, 3.6, 3.0)
    coast: float = 1.5
    ink: bool = False


LOOKS: dict[Style, Look] = {
    "atlas": Look(ATLAS, glow=((24, 0.12), (17, 0.14), (11, 0.18), (5.5, 0.26))),
    "parchment": Look(
        PARCHMENT,
        lining=((26, 0.8, 0.22), (17, 0.9, 0.34), (10, 1.0, 0.5), (4.5, 1.2, 0.75)),
        shade=0.12,
        tint=(0.5, 0.65),
        rim=9.0,
        sea_line=1.3,
        sea_dash="4.5 3.5",
        lane=(1.8, 7.0, 6.0),
        coast=1.9,
        ink=True,
    ),
}

_WHITE, _INK = "#FFFFFF", "#1E2329"
_PATTERNS: tuple[Pattern, ...] = get_args(Pattern)
_FILLS: tuple[PlayerColour, ...] = (
    PlayerColour("Ember", "#D93D1E", _WHITE, "plain"),
    PlayerColour("Cobalt", "#3D57B0", _WHITE, "rising"),
    PlayerColour("Jade", "#04866B", _WHITE, "dots"),
    PlayerColour("Wheat", "#FFD27A", _INK, "level"),
    PlayerColour("Violet", "#44207C", _WHITE, "lattice"),
    PlayerColour("Sky", "#9EDDFF", _INK, "upright"),
    PlayerColour("Umber", "#65381D", _WHITE, "falling"),
    PlayerColour("Rose", "#D3A0BE", _INK, "rings"),
    PlayerColour("Orange", "#F08010", _INK, "lattice"),
    PlayerColour("Orchid", "#B864B8", _INK, "upright"),
    PlayerColour("Iris", "#8048F0", _WHITE, "level"),
    PlayerColour("Garnet", "#481010", _WHITE, "dots"),
    PlayerColour("Azure", "#109CF0", _INK, "falling"),
    PlayerColour("Plum", "#804880", _WHITE, "rings"),
    PlayerColour("Navy", "#101048", _WHITE, "rising"),
    PlayerColour("Ultramarine", "#1010B8", _WHITE, "upright"),
)


def _repatterned(colour: PlayerColour, by: int) -> PlayerColour:
    """Return the same fill with another pattern, so many further down the list."""
    pattern = _PATTERNS[(_PATTERNS.index(colour.pattern) + by) % len(_PATTERNS)]
    return PlayerColour(f"{colour.name} {pattern}", colour.fill, colour.text, pattern)


PLAYERS: tuple[PlayerColour, ...] = (
    *_FILLS,
    *(_repatterned(colour, 4) for colour in _FILLS),
    *(_repatterned(colour, 2) for colour in _FILLS),
)
"""Player colours 1 to 48, in the order seats take them; number n is `PLAYERS[n - 1]`.

The first eight are for all games. Maps of Diplomacy with more powers go on to 16 fills, which colour-blind people can
tell apart as well as the first eight, and then through the fills again with other patterns.
"""

NOBODY = PlayerColour("Nobody", "#A39C8A", _INK, "plain")
"""The colour of units that nobody commands."""

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
