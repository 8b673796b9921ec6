"""Convoys within one power: armies that would rather be overseas, and own fleets that have nothing better to do."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from wartable.bots.diplomacy.draft import Draft
from wartable.games.adjudication.network import mask
from wartable.games.adjudication.routes import bits

WORTHWHILE: Final = 0.08
"""What a crossing must gain over what army and fleets would do otherwise."""
LONGEST: Final = 2
"""The most fleets in a row."""


def add_crossings(draft: Draft) -> None:
    """Send armies across where that is worth more than their choices and those of the fleets so far."""
    seas = draft.table.numbered.network.seas
    numbered = draft.table.numbered
    for army in draft.units:
        if numbered.is_carried(army) and seas.shores[numbered.space[army]] and not draft.helpers(army):
            best = max(_crossings(draft, army), default=None)
            if best is not None and best[0] > WORTHWHILE:
                _, value, target, fleets = best
                draft.carry(army, target, fleets, value)


def _crossings(draft: Draft, army: int) -> Iterator[tuple[float, float, int, tuple[int, ...]]]:
    """Yield gain, value, target and fleets of every crossing an army could make."""
    fallback = draft.stay_value(army)
    now = draft.chosen[army].value
    for fleets, price in _chains(draft):
        for target in _shores(draft, army, fleets):
            if draft.claimed(target) or draft.table.numbered.at[target] in draft.units:
                continue
            chance = draft.chance(target, 1.0)
            value = chance * draft.value(army, target) + (1 - chance) * fallback
            yield value - now - price, value, target, fleets


def _chains(draft: Draft) -> list[tuple[tuple[int, ...], float]]:
    """Return the rows of own fleets at sea that nobody needs otherwise, with what they give up."""
    numbered, busy = draft.table.numbered, {fleet for fleets in draft.carried.values() for fleet in fleets}
    sea = draft.table.ground.network.sea
    free = [
        unit
        for unit in draft.units
        if sea >> numbered.space[unit] & 1
        and unit not in busy
        and not draft.helpers(unit)
        and not _followed(draft, unit)
    ]
    price = {unit: draft.chosen[unit].value - draft.stay_value(unit) for unit in free}
    return [
        (fleets, sum(price[fleet] for fleet in fleets))
        for length in range(1, LONGEST + 1)
        for fleets in combinations(free, length)
    ]


def _followed(draft: Draft, unit: int) -> bool:
    """Whether an own unit goes to where a unit stands."""
    space_of, space = draft.table.ground.network.space_of, draft.table.numbered.space[unit]
    return any(other != unit and space_of[choice.place] == space for other, choice in draft.chosen.items())


def _shores(draft: Draft, army: int, fleets: tuple[int, ...]) -> Iterator[int]:
    """Yield the coasts that an army reaches by all of these fleets and by no fewer, and not on foot."""
    table = draft.table
    network, numbered = table.numbered.network, table.numbered
    origin = numbered.space[army]
    row = mask(numbered.space[fleet] for fleet in fleets)
    if not network.seas.shores[origin] & row or _followed(draft, army):
        return
    coasts = network.seas.coast_of(row) & network.coastal & ~(1 << origin) & ~table.reach[army]
    for target in bits(coasts):
        if network.seas.connected(origin, target, row):
            needed = network.seas.useful(origin, target, numbered.fleets)
            if needed & row == row and network.seas.useful(origin, target, row) == row:
                yield target
