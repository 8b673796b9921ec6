"""Sieges: rams and charges brought to gates and weak walls, assaults and sallies weighed by their exact odds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from wartable.bots.ring_of_power.might import worth
from wartable.bots.ring_of_power.orders import Order
from wartable.bots.ring_of_power.prospects import Prospect, all_assaults, battles
from wartable.bots.ring_of_power.table import Band, Table, apart
from wartable.engine.driver import Decision
from wartable.engine.words import listed
from wartable.games.ring_of_power.campaign.actions import Assault, Declaration
from wartable.games.ring_of_power.campaign.figures import near
from wartable.games.ring_of_power.campaign.run import Run
from wartable.games.ring_of_power.play import declaring
from wartable.games.ring_of_power.scenario import Place, Point

OPENING: Final = 6.0
"""What an open wall is worth, in worth of figures, for each unit of the place's worth times ten."""
PLACE: Final = 10.0
"""What a place of worth 1 is worth to an assault, in worth of figures."""
SALLY: Final = 0.75
"""The chance to win from which a garrison sallies."""
PLACES: Final = 3
"""Places that a ram or charge looks at: the nearest ones."""


def barriers(table: Table, place: Place, weapon: str) -> Iterator[Point]:
    """Yield the points at which a ram or charge breaks into a place: gates and middles of weak walls."""
    uses = table.world.charts.artillery[weapon].uses
    if "weak_wall" in uses:
        for (ax, ay), (bx, by) in place.weak_walls:
            yield (ax + bx) // 2, (ay + by) // 2
    if "gate" in uses:
        yield from place.gates


def bring_up(table: Table, band: Band) -> Iterator[Order]:
    """Yield the order of a ram or charge with its crew: to the wall that it can break."""
    weapon = next((one.weapon for one in band.figures if one.weapon), "")
    if not weapon:
        return
    wanted = [
        place
        for place in table.world.scenario.places
        if place.walled and table.hostile_hold(place) and not table.state.breached(place.id)
    ]
    ease = {one.id: (0.1 + table.aims.hold.get(one.id, 0.0)) / (1 + apart(one.centre, band.point)) for one in wanted}
    wanted.sort(key=lambda place: (-ease[place.id], place.id))
    for place in wanted[:1]:
        spots = sorted(barriers(table, place, weapon), key=lambda spot: (apart(spot, band.point), spot))
        if spots and not near(next(one for one in band.figures if one.weapon).point, spots[0], 0.9):
            yield Order(band.ids, "fight", f"is brought up to the walls of {place.name}", point=spots[0])


def declare(table: Table, least: float) -> Decision:
    """Declare the assaults and the sallies that are worth it."""
    assaults, places = _assaults(table, least)
    sallies = _sallies(table, assaults)
    names = [table.world.place(key).name for key in places]
    parts = [f"storms {listed(names)}"] if names else []
    parts += [f"sallies from {listed([table.world.place(key).name for key, _ in sallies])}"] if sallies else []
    why = f"{table.names()} {' and '.join(parts) or 'stays behind and before the walls, as the odds are'}."
    return Decision(Declaration(assaults=assaults, sallies=sallies), why)


def _assaults(table: Table, least: float) -> tuple[tuple[Assault, ...], list[str]]:
    """Return the assaults on places where all that stand there together have good odds, or a wall to break."""
    chosen: list[Assault] = []
    names: list[str] = []
    possible = all_assaults(table.world, table.state, table.player)
    for place in dict.fromkeys(one.place for one in possible):
        options = [one for one in possible if one.place == place]
        taken = [[one for one in options if _breaks(table, one)], options]
        for some in taken:
            if some and _worth_it(table, place, some, least):
                chosen = [one for one in chosen if one.place != place] + some
                names = [*dict.fromkeys([*names, place])]
    return tuple(chosen), names


def _breaks(table: Table, assault: Assault) -> bool:
    """Whether the force of an assault has a ram or charge."""
    force = table.scene.force_of(table.state.by_id[assault.figure])
    return any(one.id in table.breakers for one in force) and not table.state.breached(assault.place)


def _worth_it(table: Table, place: str, assaults: list[Assault], least: float) -> bool:
    if not any(one.inside == place and not one.weapon for one in table.state.figures):
        return True  # nobody is inside: the place is walked into
    figures = frozenset(one.figure for one in assaults)
    found = next(battles(table.world, table.state, table.side, (*table.state.assaults, *assaults), figures), None)
    if found is None:
        return False
    value = PLACE * table.aims.hold.get(place, 0.0)
    if found.win >= least - 0.2 and found.gain + value * found.win > 0:
        return True
    opening = OPENING * table.aims.hold.get(place, 0.0) if any(_breaks(table, one) for one in assaults) else 0.0
    return opening > 0 and 0.5 * opening + found.gain > 0 and _few(table, found)


def _few(table: Table, found: Prospect) -> bool:
    """Whether only a small part of the player's figures is in a battle."""
    mine = [one for one in table.own if one.id in found.figures]
    return sum(worth(table.world, one) for one in mine) < 0.35 * sum(worth(table.world, one) for one in table.own)


def _sallies(table: Table, assaults: tuple[Assault, ...]) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Return the sallies that are likely to win more than they cost."""
    found: list[tuple[str, tuple[int, ...]]] = []
    for place, figures in declaring.possible_sallies(table.world, table.state, table.player):
        able = tuple(number for number in figures if not table.state.by_id[number].serves)
        if able and _sally_pays(table, place, able, assaults):
            found.append((place, able))
    return tuple(found)


def _sally_pays(table: Table, place: str, figures: tuple[int, ...], assaults: tuple[Assault, ...]) -> bool:
    run = Run(table.world, table.state, None)
    declaring.declare(run, table.player, Declaration(sallies=((place, figures),)))
    some = (*run.state.assaults, *assaults)
    before = next(battles(table.world, table.state, table.side, some, frozenset(figures)), None)
    after = next(battles(table.world, run.state, table.side, some, frozenset(figures)), None)
    if after is None or after.win < SALLY:
        return False
    return after.gain > (before.gain if before else 0.0) + 1.0
