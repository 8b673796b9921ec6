"""The Dead: where they would take most, by what evil powers are likely to order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from wartable.bots.diplomacy.ring.scene import RingScene
from wartable.games.adjudication.orders import Call, Move, MovementOrder, Power, Province, SupportMove, Unit
from wartable.games.adjudication.units import NOBODY
from wartable.games.ring_figures.kinds import DEAD, FIGURES

Likely = Sequence[Mapping[Power, Sequence[MovementOrder]]]
"""What all powers may order, several times over."""
LEAST: Final = {"on_effect": 0.5, "on_call": 1.4}
"""The strength that a call has to take on average, by whether a call without effect is lost."""
OTHERS: Final = 0.8
"""What it counts to save a unit of somebody else, beside one's own."""


def call(scene: RingScene, likely: Likely) -> list[Call]:
    """Return a call of the Dead, if it is likely to take enough."""
    if not scene.dead or scene.power != "gondor":
        return []
    taken: Counter[Province] = Counter()
    for orders in likely:
        taken.update(_taken(scene, orders))
    places = sorted(scene.standing("good"))
    best = max(places, key=lambda place: taken[place] * _share(scene, place), default="")
    if not best or taken[best] < LEAST[scene.on.settings.dead_spent] * len(likely):
        return []
    return [Call(Unit(DEAD, best))]


def _share(scene: RingScene, place: Province) -> float:
    return 1.0 if scene.table.occupant(scene.ground.network.space_named[place]) in scene.team else OTHERS


def _taken(scene: RingScene, orders: Mapping[Power, Sequence[MovementOrder]]) -> Counter[Province]:
    """Return the strength of evil units that would be taken in each province: those that go there or help that."""
    found: Counter[Province] = Counter()
    for power, those in orders.items():
        if scene.on.side(power) != "evil":
            continue
        for order in those:
            if isinstance(order, Move | SupportMove) and order.unit.kind not in FIGURES:
                unit = scene.unit_in(order.unit.at)
                found[order.to] += scene.table.attack[unit] if unit != NOBODY else 0
    return found
