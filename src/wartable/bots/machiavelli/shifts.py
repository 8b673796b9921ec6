"""Units shifted through own provinces after a campaign, by the optional rule of strategic movement."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from wartable.bots.machiavelli.prospect import Prospect
from wartable.bots.machiavelli.scene import Scene
from wartable.games.machiavelli.maps import named
from wartable.games.machiavelli.optional.shifting import MOST, Shift, goals, moved
from wartable.games.machiavelli.play.actions import ShiftOrders
from wartable.games.machiavelli.state import Position

WORTH: Final = 0.02
"""What a shift must gain, in cities."""


def shifts(scene: Scene, prospect: Prospect) -> ShiftOrders:
    """Shift the units that gain most by it, one after the other."""
    position, found = scene.position, list[Shift]()
    while len(found) < MOST:
        done = {order.unit for order in found}
        able = [one for one in _able(scene, position) if one[0].unit not in done]
        values = [prospect.value(after) for _, after in able]
        best = max(values, default=0.0)
        if not able or best <= prospect.value(position) + WORTH:
            break
        order, position = able[values.index(best)]
        found.append(order)
    return ShiftOrders(tuple(found))


def _able(scene: Scene, position: Position) -> Iterator[tuple[Shift, Position]]:
    """Yield what may be shifted as things stand, with the position afterwards."""
    for unit in position.of(scene.power):
        for to in goals(scene.rules, position, unit):
            yield Shift(named(unit), to), moved(position, unit, to)
