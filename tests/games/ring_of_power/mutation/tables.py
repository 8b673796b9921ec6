"""What the charts are to say, from the rules' own tables (section 1.3, 1.10 and 1.12), apart from the data file."""

from __future__ import annotations

from typing import NamedTuple


class Race(NamedTuple):
    """Inches on foot, mounted and in difficult ground; radius of the base in 1/1000 inch (Q1); small folk (Q36)."""

    foot: float
    mounted: float
    difficult: float
    radius: int = 500
    small: bool = False


RACES = {
    "man": Race(10, 15, 7),
    "uruk": Race(10, 15, 7),
    "elf": Race(10, 15, 7),
    "orc": Race(8, 12, 6),
    "goblin": Race(8, 12, 6, small=True),
    "troll": Race(8, 12, 6, 800),
    "dwarf": Race(8, 12, 7),
    "hobbit": Race(8, 12, 7, small=True),
    "spider": Race(6, 6, 6),
    "chariot": Race(12, 12, 0, 1000),
    "flying": Race(20, 20, 20, 750),
    "mumakil": Race(10, 10, 4, 1500),
    "light_artillery": Race(6, 6, 4, 1000),
    "heavy_artillery": Race(4, 4, 0, 1000),
    "ship": Race(24, 24, 12, 2000),
    "half_troll": Race(8, 8, 6, 800),
    "ethereal": Race(10, 15, 7),
    "warg": Race(12, 12, 6, 750),
    "warg_rider": Race(12, 12, 6, 750),
    "ent": Race(8, 8, 6, 800),
}
"""The movement chart, printed twice alike (C); where one column is printed, it serves for both (Q27)."""

SLOW = {
    "man": (6, 8, 3),
    "uruk": (6, 8, 3),
    "elf": (6, 8, 3),
    "dwarf": (5, 6, 2),
    "hobbit": (5, 6, 2),
}
"""The slower chart of the authors' guide, for its larger table."""

GROUND = {
    "bridge": "clear",
    "ford": "clear",
    "road": "clear",
    "cave_tunnel": "difficult",
    "pass": "difficult",
    "fortress_wall": "impassable",
    "shallows": "crossing",
    "river": "impassable",
    "lake": "impassable",
    "sea": "impassable",
    "falls": "impassable",
    "stream": "crossing",
    "mountain": "impassable",
    "marsh": "difficult",
    "woods": "difficult",
    "rocky": "difficult",
    "hills": "difficult",
    "soft_sand": "difficult",
    "rough": "difficult",
    "clear": "clear",
}
"""The terrain chart (N), from the type that lies on top of all others to the one under all (A6)."""

SAILED = {"river": 12, "lake": 24, "sea": 24}
"""Inches of a ship on navigable water (C12)."""


class Engine(NamedTuple):
    """Artillery (L): crew, target, dice by crew left by the text and by the chart (Q19), inches, where it is used."""

    crew: int
    attack: int | None
    dice: tuple[int, ...]
    chart: tuple[int, ...]
    inches: tuple[float, float]
    used: frozenset[str]


ENGINES = {
    "siege_ballista": Engine(3, 4, (0, 1, 2, 3), (0, 2, 4, 4), (4, 0), frozenset({"besieging", "besieged"})),
    "siege_catapult": Engine(3, 4, (0, 2, 3, 4), (0, 2, 4, 6), (4, 0), frozenset({"besieging", "besieged"})),
    "trebuchet": Engine(3, 3, (0, 0, 0, 3), (0, 2, 4, 6), (0, 0), frozenset({"besieged"})),
    "bolt_shooter": Engine(2, 3, (0, 1, 2), (0, 1, 2, 3), (6, 4), frozenset({"field", "besieging", "besieged"})),
    "battering_ram": Engine(4, None, (), (), (10, 7), frozenset({"gate"})),
    "demolition_charge": Engine(2, None, (), (), (10, 7), frozenset({"gate", "weak wall"})),
}

PROFILES: dict[str, tuple[tuple[object, ...], tuple[object, ...] | None, tuple[str, ...], int]] = {
    "dwarf": ((1, 4, 3), None, (), 1),
    "elf": ((1, 3, 5), (2, 2, 5), (), 1),
    "man": ((1, 4, 5), (2, 3, 5), (), 1),
    "hobbit": ((1, 6, 6), None, (), 1),
    "goblin": ((1, 6, None), None, (), 1),
    "ethereal": ((1, 4, 4), None, ("ethereal",), 1),
    "orc": ((1, 5, 6), None, (), 1),
    "uruk_hai": ((1, 4, 5), None, (), 1),
    "troll": ((2, 3, 4), None, (), 1),
    "half_troll": ((2, 4, 4), None, (), 1),
    "giant_spider": ((1, 5, 5), None, ("paralyze",), 1),
    "spider_swarm": ((1, 5, None), None, ("paralyze",), 1),
    "mumakil": (("crew", 3, 3), None, (), 1),
    "chariot": ((2, 3, 4), None, (), 1),
    "warg": ((1, 5, None), None, (), 1),
    "warg_rider": ((1, 5, 6), (2, 4, 5), (), 1),
    "ship": ((0, None, 3), None, (), 3),
}
"""The combat chart (N): on foot, mounted, abilities, wounds."""
