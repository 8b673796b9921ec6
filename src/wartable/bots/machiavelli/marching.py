"""The orders of a campaign: sieges first, then guards, attacks with the support they need, and walks to open cities."""

from __future__ import annotations

from typing import Final

from wartable.bots.machiavelli.ground import FIELD
from wartable.bots.machiavelli.scene import Scene
from wartable.games.machiavelli.maps import named, place_of, strength_of
from wartable.games.machiavelli.orders import Advance, Besiege, CampaignOrder, Convert, Hold, Support
from wartable.games.machiavelli.state import Kind, Place, Unit

CONTESTED: Final = 0.6
"""The chance to get into an empty place that others can enter too."""
WHIM: Final = 0.9
"""Worths are taken up to so much lower, by chance."""


def campaign(scene: Scene) -> tuple[CampaignOrder, ...]:
    """Return an order for each own unit."""
    plan = _Plan(scene)
    for step in (plan.besiege, plan.garrisons, plan.attack, plan.guard, plan.walk, plan.help):
        step()
    return tuple(plan.orders.values())


class _Plan:
    """Orders under way by the number of the unit; `claimed` are fields that an own unit will be in."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.orders: dict[int, CampaignOrder] = {}
        self.claimed: set[Place] = set()

    def _free(self) -> list[Unit]:
        return [unit for unit in self.scene.own if unit.number not in self.orders]

    def _stay(self, unit: Unit, order: CampaignOrder | None = None) -> None:
        self.orders[unit.number] = order or Hold(named(unit))
        if unit.kind != "G":
            self.claimed.add(unit.place)

    def _go(self, unit: Unit, to: str) -> None:
        self.orders[unit.number] = Advance(named(unit), to)
        self.claimed.add(place_of(to))

    # Stages

    def besiege(self) -> None:
        """Go on with sieges, begin those that can be, and put rebels down by holding."""
        position = self.scene.position
        for unit in self._free():
            order = Besiege(named(unit))
            siege = position.siege_of(unit.place)
            runs = siege is not None and siege.by == unit.number
            against = [one for one in position.rebels(unit.place) if one.against == unit.owner]
            counts = unit.place in self.scene.board.counting
            if unit.kind != "G" and (runs or counts or against) and self.scene.legal(order):
                self._stay(unit, order)
            elif unit.kind != "G" and (runs or against):
                self._stay(unit)

    def garrisons(self) -> None:
        """Bring garrisons out that no enemy is near to; the others stay, and may support from within."""
        for unit in self._free():
            if unit.kind == "G" and not self.scene.threats(unit.place) and not self._occupied(unit.place):
                kinds: list[Kind] = [kind for kind in FIELD if self.scene.legal(Convert(named(unit), kind))]
                into = self.scene.best_kind(unit.place, kinds)
                if into is not None:
                    self.orders[unit.number] = Convert(named(unit), into)
                    self.claimed.add(unit.place)

    def _occupied(self, place: Place) -> bool:
        """Whether somebody stands or will stand in the field of a place; one that fills it is its own garrison's."""
        there = self.scene.position.at(place)
        return place in self.claimed or (there is not None and there.kind != "G")

    def attack(self) -> None:
        """Attack the units that can be thrown out with the support at hand, the dearest place first."""
        targets = {
            place_of(to): self.scene.best_worth(unit.kind, place_of(to)) * self.scene.rng.uniform(WHIM, 1.0)
            for unit in self._free()
            for to in self.scene.steps(unit)
            if self.scene.foreign(place_of(to))
        }
        for place in sorted(targets, key=lambda one: (-targets[one], one)):
            self._attack(place)

    def _attack(self, place: Place) -> None:
        foe = self.scene.foreign(place)
        if foe is None or place in self.claimed:
            return
        free = self._free()
        leaders = [unit for unit in free if self._way(unit, place) and not self._needed_at_home(unit, foe)]
        if not leaders:
            return
        leader = leaders[0]
        to = self._way(leader, place)
        helpers = [unit for unit in free if unit != leader and self.scene.legal(_support(unit, leader, to))]
        need = strength_of(foe) + self._defenders(foe) + 1 - strength_of(leader)
        chosen: list[Unit] = []
        for unit in helpers:
            if need > 0:
                chosen.append(unit)
                need -= strength_of(unit)
        if need <= 0:
            self._go(leader, to)
            for unit in chosen:
                self._stay(unit, _support(unit, leader, to))

    def _needed_at_home(self, unit: Unit, foe: Unit) -> bool:
        return self.scene.guarded(unit) and any(other != foe for other in self.scene.threats(unit.place))

    def _defenders(self, foe: Unit) -> int:
        """Guess how many supports the owner of a unit has for it: one at most, and not every time."""
        near = any(other.owner == foe.owner and other != foe for other in self.scene.threats(foe.place))
        return int(near and self.scene.rng.random() < CONTESTED)

    def _way(self, unit: Unit, place: Place) -> str:
        ways = [to for to in self.scene.steps(unit) if place_of(to) == place]
        legal = [to for to in ways if self.scene.legal(Advance(named(unit), to))]
        return max(legal, key=lambda to: self.scene.worth(unit.kind, to), default="")

    def guard(self) -> None:
        """Keep own cities occupied that an enemy can reach; within the walls where several can come."""
        for unit in self._free():
            if unit.kind != "G" and self.scene.guarded(unit):
                order = Convert(named(unit), "G")
                many = len(self.scene.threats(unit.place)) > 1 and self.scene.legal(order)
                self._stay(unit, order if many else None)

    def walk(self) -> None:
        """Send the others on their way, those nearest to a goal first."""
        free = [unit for unit in self._free() if unit.kind != "G"]
        hopes = {
            unit: max((self.scene.worth(unit.kind, to) for to in self.scene.steps(unit)), default=0) for unit in free
        }
        for unit in sorted(free, key=lambda one: (-hopes[one], one.number)):
            to = self._best_step(unit)
            if to:
                self._go(unit, to)

    def _hope(self, unit: Unit) -> float:
        return max((self.scene.worth(unit.kind, to) for to in self.scene.steps(unit)), default=0.0)

    def _best_step(self, unit: Unit) -> str:
        here = self.scene.worth(unit.kind, named(unit).at)
        best, found = here * WHIM if unit.place not in self.claimed else 0.0, ""
        for to in self.scene.steps(unit):
            place = place_of(to)
            if place in self.claimed or not self._empty(place) or not self.scene.legal(Advance(named(unit), to)):
                continue
            chance = CONTESTED if self.scene.threats(place) else 1.0
            worth = chance * self.scene.worth(unit.kind, to) * self.scene.rng.uniform(WHIM, 1.0)
            if worth > best:
                best, found = worth, to
        return found

    def _empty(self, place: Place) -> bool:
        """Whether nobody is in a field, or an own unit that leaves it."""
        there = self.scene.position.at(place)
        if there is None:
            return not (self.scene.board.provinces[place].fills and self.scene.position.at(place, "city"))
        return there.owner == self.scene.power and isinstance(self.orders.get(there.number), Advance)

    def help(self) -> None:
        """Let those who stay support who goes where others can go too, or who stays in danger."""
        for unit in self._idle():
            order = next((one for one in self._helps(unit) if self.scene.legal(one)), None)
            self._stay(unit, order)

    def _idle(self) -> list[Unit]:
        held = [unit for unit in self.scene.own if isinstance(self.orders.get(unit.number), Hold)]
        rebels = {one.place for one in self.scene.position.rebellions}
        return [*self._free(), *(unit for unit in held if unit.place not in rebels)]

    def _helps(self, unit: Unit) -> list[CampaignOrder]:
        found: list[CampaignOrder] = []
        for other in self.scene.own:
            order = self.orders.get(other.number)
            if other == unit or self.scene.position.siege_of(unit.place) is not None:
                continue
            if isinstance(order, Advance) and self.scene.threats(place_of(order.to)):
                found.insert(0, _support(unit, other, order.to))
            elif not isinstance(order, Advance | Convert) and other.kind != "G" and self.scene.threats(other.place):
                found.append(_support(unit, other, ""))
        return found


def _support(unit: Unit, other: Unit, to: str) -> Support:
    return Support(named(unit), named(other), to)
