"""Convoys between ports: armies sail to empty ports by themselves, so fleets carry them where somebody stands.

Such an attack wants support, and everybody else has to know of it: each convoy is settled first, and a draft made
around it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Final

from wartable.bots.diplomacy.crossings import LONGEST, WORTHWHILE
from wartable.bots.diplomacy.draft import Crossing, Draft
from wartable.bots.diplomacy.table import Table
from wartable.bots.diplomacy.worth import Worth
from wartable.games.adjudication.network import mask
from wartable.games.adjudication.orders import Power
from wartable.games.adjudication.routes import bits
from wartable.games.adjudication.units import NOBODY

MOST: Final = 8
"""The most convoys that are weighed."""


def best_draft(worth: Worth, rng: Random, blur: float, taken: int = 0) -> Draft:
    """Return a draft with the convoy that gains most over a draft without any, or that one if none gains enough."""
    able = crossings(worth.table, worth.power, taken)
    if not able:
        return Draft(worth, rng, blur, taken)
    seed = rng.random()
    plain = Draft(worth, Random(seed), blur, taken)
    best = max((Draft(worth, Random(seed), blur, taken, one) for one in able), key=lambda draft: draft.total)
    return best if best.total > plain.total + WORTHWHILE else plain


def crossings(table: Table, power: Power, taken: int = 0) -> list[Crossing]:
    """Return the convoys that own fleets could make, to ports that an army does not reach by itself."""
    numbered = table.numbered
    units, carries = table.units.get(power, []), numbered.network.carries
    fleets = [unit for unit in units if numbered.fleets >> numbered.space[unit] & 1 and carries[numbered.kind[unit]]]
    rows = [row for length in range(1, LONGEST + 1) for row in combinations(fleets, length)]
    found = [
        Crossing(army, target, row)
        for row in rows
        for army in units
        if numbered.is_carried(army)
        for target in _landings(table, army, row)
        if not taken >> target & 1 and _is_open(table, power, army, target)
    ]
    return found[:MOST]


def _landings(table: Table, army: int, row: tuple[int, ...]) -> Iterator[int]:
    """Yield the ports that an army reaches by all of these fleets and by no fewer, and not by itself."""
    numbered, seas = table.numbered, table.numbered.network.seas
    origin, fleets = numbered.space[army], mask(numbered.space[fleet] for fleet in row)
    if not seas.shores[origin] & fleets:
        return
    ports = seas.coast_of(fleets) & numbered.network.coastal & ~(1 << origin) & ~table.reach[army]
    for target in bits(ports):
        if seas.useful(origin, target, fleets) == fleets:
            yield target


def _is_open(table: Table, power: Power, army: int, target: int) -> bool:
    """Whether an army may be ordered to a port, and neither an own unit nor one of a friend stands there."""
    there = table.numbered.at[target]
    friends = table.friends.get(power, (power,))
    return (there == NOBODY or table.numbered.owner[there] not in friends) and not table.numbered.why_barred(
        army, target
    )
