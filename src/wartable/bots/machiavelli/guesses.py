"""What others may write, guessed as the easy level would, and own drafts of the same kind with worths blurred."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final

from wartable.bots.machiavelli.marching import campaign
from wartable.bots.machiavelli.scene import Scene
from wartable.bots.machiavelli.spending import expenses
from wartable.games.machiavelli.maps import place_of
from wartable.games.machiavelli.play.actions import CampaignOrders
from wartable.games.machiavelli.play.state import MachiavelliState
from wartable.games.machiavelli.state import Kind, Place, Position, Power

FAR: Final = 3
"""Steps within which units of others matter."""
BLURS: Final = (0.0, 0.2, 0.4, 0.7)
"""How far worths are blurred from draft to draft, over and over."""


class Blurred(Scene):
    """A scene in which what places are worth is blurred, by another chance for each place."""

    def __init__(self, scene: Scene, rng: Random, blur: float) -> None:
        super().__init__(scene.state, scene.seat, rng)
        self.__dict__.update(scene.shared)
        self._blur = blur
        self._factors: dict[Place, float] = {}

    def worth(self, kind: Kind, at: str) -> float:
        """Return the worth of a location, a little more or less."""
        place = place_of(at)
        factor = self._factors.get(place)
        if factor is None:
            factor = self._factors[place] = 1.0 + self._blur * self.rng.uniform(-1.0, 1.0)
        return factor * super().worth(kind, at)


def draft(scene: Scene, rng: Random, blur: float, *, spend: bool = False) -> CampaignOrders:
    """Return orders as the easy level would give them with blurred worths, and its expenses where asked."""
    seen = Blurred(scene, rng, blur)
    return CampaignOrders(campaign(seen), expenses=expenses(seen) if spend else ())


def drafts(scene: Scene, rng: Random, number: int, *, spend: bool = False) -> list[CampaignOrders]:
    """Return so many drafts, less those that come out alike."""
    found = {draft(scene, rng, BLURS[index % len(BLURS)], spend=spend): None for index in range(number)}
    return list(found)


class Neighbours:
    """The powers whose units come near to those and the cities of a power; the others are taken to hold."""

    def __init__(self, scene: Scene) -> None:
        self.scenes: Mapping[Power, Scene] = {
            power: Scene(scene.state, seat, scene.rng) for power, seat in _near(scene).items()
        }

    def sample(self, rng: Random) -> dict[Power, CampaignOrders]:
        """Return what they may write."""
        blurs = BLURS[:2]
        return {
            power: draft(scene, rng, blurs[rng.randrange(len(blurs))], spend=True)
            for power, scene in self.scenes.items()
        }


def _near(scene: Scene) -> dict[Power, int]:
    """Return the powers near to a power, with their seats."""
    position, state = scene.position, scene.state
    near = around(scene, FAR - 1)
    owners = {unit.owner for unit in position.units if unit.place in near} - {scene.power}
    return {power: seat for power in state.powers if power in owners and (seat := seat_of(state, power)) >= 0}


def around(scene: Scene, steps: int) -> set[Place]:
    """Return the places within so many steps of own units and cities."""
    near = {unit.place for unit in scene.own}
    near |= {place for place, holder in scene.position.cities.items() if holder == scene.power}
    for _ in range(steps):
        near |= {there for place in near for there in scene.board.around(place)}
    return near


def cleared(scene: Scene) -> Position:
    """Return the position without the units that are too far away to matter before the next campaign."""
    near = around(scene, FAR)
    return scene.position.without(*(unit for unit in scene.position.units if unit.place not in near))


def seat_of(state: MachiavelliState, power: Power) -> int:
    """Return the seat of a power, or -1."""
    seat = state.seat_of(power)
    return -1 if seat is None else seat
