"""The easy level: every band goes for what is nearest, and fights whom it outnumbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from wartable.bots.ring_of_power import errands
from wartable.bots.ring_of_power.marching import to_place
from wartable.bots.ring_of_power.orders import Order
from wartable.bots.ring_of_power.player import RingPolicy
from wartable.bots.ring_of_power.table import Band, Host, Table, apart
from wartable.bots.ring_of_power.ways import turns
from wartable.engine.driver import Decision
from wartable.games.ring_of_power.campaign import actions
from wartable.games.ring_of_power.campaign.actions import Assault
from wartable.games.ring_of_power.play import declaring, garrisons

LAZY: Final = 5
"""One band of so many stays where it is."""
NEAR: Final = 3
"""Places are looked at that are the nearest so many, as the crow flies."""


class EasyPolicy(RingPolicy):
    """Beginners' play: sensible single moves without a plan."""

    def orders(self, table: Table) -> Sequence[Order]:
        """Let one band after the other go where it likes."""
        found: list[Order] = []
        for band in table.bands:
            if band.role == "bearer":
                found += errands.orders(table, band)
            elif band.role != "ship" and table.rng.randrange(LAZY):
                order = self._order(table, band)
                if order is not None:
                    found.append(order)
        return found

    def _order(self, table: Table, band: Band) -> Order | None:
        foe = _beatable(table, band)
        if foe is not None:
            return Order(band.ids, "fight", f"attacks {table.name(foe.figures)}, being more", point=foe.point)
        if band.inside and len(band.figures) < 4:
            return None
        figures = band.figures[: (len(band.figures) + 1) // 2] if band.inside else band.figures
        goals = [place for place in table.world.scenario.places if table.hostile_hold(place) and place.kind != "edge"]
        goals = sorted(goals, key=lambda place: apart(place.centre, band.point))[:NEAR]
        ways = [(turns(to_place(table, figures, place), _start(table, band)), place.id) for place in goals]
        far, place = min(ways, default=(float("inf"), ""))
        if far == float("inf"):
            return None
        name = table.world.place(place).name
        return Order(tuple(one.id for one in figures), "go", f"goes to {name}, the nearest place to take", place)

    def declare(self, table: Table) -> Decision:
        """Assault wherever more stand outside than inside, and sally likewise."""
        world, state = table.world, table.state
        chosen: list[Assault] = []
        for one in declaring.possible_assaults(world, state, table.player):
            inside = [other for other in state.figures if other.inside == one.place]
            if len(table.scene.force_of(state.by_id[one.figure])) > len(inside):
                chosen.append(one)
        names = {world.place(one.place).name for one in chosen}
        why = f"{table.names()} storms {' and '.join(sorted(names))}, being more." if names else "No wall is worth it."
        return Decision(actions.Declaration(assaults=tuple(chosen)), why)


def _start(table: Table, band: Band) -> tuple[int, int]:
    return garrisons.doors(table.world, table.world.place(band.inside))[0] if band.inside else band.point


def _beatable(table: Table, band: Band) -> Host | None:
    """Return the nearest host in the field within about one move that has fewer figures."""
    reach = 12_000
    foes = [host for host in table.hosts if not host.inside and host.might.number < band.might.number]
    near = [host for host in foes if apart(host.point, band.point) <= reach]
    return min(near, key=lambda host: apart(host.point, band.point), default=None)
