"""What a position is worth to a power, in cities: what it holds, what it could lose or take next, units and money."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from wartable.bots.machiavelli.ground import Ground, at_of, ground_of
from wartable.bots.machiavelli.scene import Scene
from wartable.games.machiavelli.accounts import owed
from wartable.games.machiavelli.adjustment import cost_of
from wartable.games.machiavelli.ending import qualifies, standing_of
from wartable.games.machiavelli.maps import strength_of
from wartable.games.machiavelli.optional.teams import sides_of
from wartable.games.machiavelli.state import AUTONOMOUS, SEASONS, Place, Position, Power, Season, Unit

HOME: Final = 0.25
"""What a city of an own home country is worth beside others."""
LAST_HOME: Final = 3.0
"""What the first home city is worth on top, the second half of it, and so on: without any a power is out."""
PROVINCE: Final = 0.08
"""What a province is worth beside what it pays."""
STANDING: Final[Mapping[Season, float]] = {"spring": 0.55, "summer": 0.7, "fall": 0.85}
"""What a city is worth before control is counted to the power whose unit stands there."""
SIEGE: Final = 0.7
"""What a city is worth to the power whose siege of it runs."""
BEFORE: Final = 0.35
"""What it is worth to stand before a walled city that can be besieged."""
FREE: Final = 0.4
"""What a city in reach is worth that nobody holds and nobody else can come to."""
DISPUTED: Final = 0.2
"""What it is worth where others can come as well."""
WALLED: Final = 0.12
"""What a city in reach is worth with a garrison."""
HELD: Final = 0.08
"""What it is worth where a unit stands before it; with two units near that is doubled and more."""
STORMED: Final = 0.22
OPEN: Final = 0.4
"""Part of its worth that an own empty city loses where another power can walk in."""
COVERED: Final = 0.2
"""Part it loses if an own unit could come as well."""
PRESSED: Final = 0.22
"""Part it loses where the unit in it can be thrown out."""
BESIEGED: Final = 0.45
"""Part it loses by a siege that runs."""
INVESTED: Final = 0.15
"""Part it loses by an enemy before its walls."""
REBELS: Final = 0.2
"""Part it loses by rebels."""
FORCE: Final = 0.42
"""What a unit is worth by itself, for each point of strength."""
GUARD: Final = 0.36
"""What a garrison is worth by itself."""
AHEAD: Final = 0.22
"""What the way to further goals counts."""
RIVAL: Final = 0.1
"""What each city of the strongest other power costs."""
ALARM: Final = 0.4
"""What it costs beyond that once that power is near to winning, for each city."""
NEAR: Final = 4
"""How many cities before victory that is."""
OTHERS: Final = 0.03
"""What each city of any other power costs."""
ALLY: Final = 0.4
"""What each city of the own team is worth."""
LATE: Final = 3.0
"""How many times as much the strongest other power costs in the last year that is played: then most cities win."""
LEAD: Final = 4.0
"""What it is worth to have most cities at the end of that year; half of it with others."""
REST: Final = 0.05
"""Part that all but cities counts for then, where cities are level."""
VICTORY: Final = 25.0
"""What it is worth to win, and costs if another power wins, or to be out."""
LAST: Final = 0.05
"""What money and units count in the last year that is played."""
STEPS: Final = ((0, 0.11), (12, 0.08), (30, 0.05), (60, 0.03))
"""From how many ducats on each is worth how much."""


class Look:
    """A position looked over once for a power: who stands where, and the strength that can come to each place.

    `foes` is that of the one other power that can send most.
    """

    def __init__(self, ground: Ground, position: Position, power: Power, friends: Collection[Power]) -> None:
        self.position = position
        self.field: dict[Place, Unit] = {}
        self.city: dict[Place, Unit] = {}
        self.mine: list[Unit] = []
        sent: dict[Power, dict[Place, int]] = {power: {}}
        for unit in position.units:
            if unit.owner == power:
                self.mine.append(unit)
            if unit.kind == "G":
                self.city[unit.place] = unit
                continue
            self.field[unit.place] = unit
            there, strength = sent.setdefault(unit.owner, {}), strength_of(unit)
            for place in ground.from_unit(unit):
                there[place] = there.get(place, 0) + strength
        self.ours = sent.pop(power)
        self.foes = _most({other: there for other, there in sent.items() if other not in friends})
        self.sieges = {siege.place: siege.by for siege in position.sieges}


def _most(sent: Mapping[Power, Mapping[Place, int]]) -> dict[Place, int]:
    found: dict[Place, int] = {}
    for power, there in sent.items():
        if power != AUTONOMOUS:
            for place, strength in there.items():
                if strength > found.get(place, 0):
                    found[place] = strength
    return found


class Prospect:
    """Weighs positions for one power."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.rules = scene.rules
        self.power = scene.power
        self.friends = scene.friends
        self.sides = sides_of(scene.state.options, scene.state.powers)
        self.side = next(side for side in self.sides if self.power in side)
        self.ground = ground_of(scene.state.options)
        self.late = self.rules.options.control_timing == "fall"
        self.cities = {place: self.rules.board.provinces[place] for place in self.rules.board.counting}
        homes = scene.position.held_by(self.power)
        country_of = self.rules.scenario.country_of
        self.home = frozenset(place for place in self.cities if country_of.get(place) in homes)
        self.lasting = lasting(scene)
        self.rival = RIVAL * (LATE if self.lasting <= LAST else 1.0)
        self.final = self.lasting <= LAST and scene.position.season == SEASONS[-1]

    def value(self, position: Position) -> float:
        """Return what a position is worth at the end of a campaign, in cities."""
        if self.power not in position.powers:
            return -VICTORY
        return self._at_last(position) if self.final else self._going_on(position)

    def _at_last(self, position: Position) -> float:
        """Return what a position is worth when most cities win now, those of a team together."""
        sizes = {side: sum(position.cities.get(place) in side for place in position.cities) for side in self.sides}
        own = sizes.pop(self.side)
        most = max(sizes.values(), default=0)
        lead = LEAD if own > most else LEAD / 2 if own == most else 0.0
        return own + lead - self.rival * most + REST * self._going_on(position)

    def _going_on(self, position: Position) -> float:
        look = Look(self.ground, position, self.power, self.friends)
        hopes: list[float] = []
        found = sum(self._city(look, place, hopes) for place in self.cities)
        hopes.sort(reverse=True)
        found += sum(hopes[: sum(unit.kind != "G" for unit in look.mine)])
        homes = sum(position.cities.get(place) == self.power for place in self.home)
        found += LAST_HOME * (1 - 0.5**homes)
        return found + self._units(look) + self.money(position) + self._standings(position)

    # Cities

    def _city(self, look: Look, place: Place, hopes: list[float]) -> float:
        """Return what a city is worth that is held, less its dangers; of others the hope is noted."""
        worth = 1.0 + (HOME if place in self.home else 0.0)
        garrison, unit = look.city.get(place), look.field.get(place)
        if look.position.cities.get(place) == self.power:
            return worth * (1.0 - self._danger(look, place, garrison, unit))
        hope = self._hope(look, place, garrison, unit)
        if hope:
            hopes.append(worth * hope)
        return 0.0

    def _danger(self, look: Look, place: Place, garrison: Unit | None, unit: Unit | None) -> float:
        rebels = REBELS if look.position.rebellions and any(look.position.rebels(place)) else 0.0
        hostile = unit is not None and unit.owner not in self.friends
        if garrison is not None and garrison.owner == self.power:
            return rebels + (BESIEGED if place in look.sieges and hostile else INVESTED if hostile else 0.0)
        if hostile or garrison is not None:
            return rebels + (STANDING[look.position.season] if self.late else BESIEGED)
        foes = look.foes.get(place, 0)
        if unit is not None:
            stands = strength_of(unit) + look.ours.get(place, 0)
            return rebels + (PRESSED if foes > stands else 0.0)
        return rebels + (0.0 if not foes else COVERED if look.ours.get(place, 0) >= foes else OPEN)

    def _hope(self, look: Look, place: Place, garrison: Unit | None, unit: Unit | None) -> float:
        """Return the part of its worth that a city of others has already."""
        if unit is not None and unit.owner == self.power:
            return self._before(look, unit, garrison)
        ours = look.ours.get(place, 0)
        if not ours:
            return 0.0
        if garrison is not None:
            return WALLED
        if unit is not None:
            return STORMED if ours > strength_of(unit) else HELD
        return DISPUTED if look.foes.get(place, 0) else FREE

    def _before(self, look: Look, unit: Unit, garrison: Unit | None) -> float:
        """Return the part that an own unit in the field has of a city."""
        if garrison is None or garrison.owner == self.power:
            return STANDING[look.position.season]
        if look.sieges.get(unit.place) == unit.number:
            return SIEGE
        city = self.cities[unit.place].city
        return BEFORE if unit.kind == "A" or (city is not None and city.port) else 0.0

    # Units and money

    def _units(self, look: Look) -> float:
        found = 0.0
        for unit in look.mine:
            if unit.kind == "G":
                found += GUARD
            else:
                found += FORCE * strength_of(unit) + AHEAD * self.scene.worth(unit.kind, at_of(unit))
        return found * (0.3 + 0.7 * self.lasting)

    def money(self, position: Position) -> float:
        """Return what the treasury of next spring is worth, and the provinces that pay."""
        provinces = sum(holder == self.power for holder in position.provinces.values())
        if not self.rules.options.money:
            return PROVINCE * provinces
        account = position.accounts[self.power]
        found = account.treasury - owed(account) + provinces - self._unpaid(position)
        for place, holder in position.cities.items():
            if holder == self.power and place in self.cities:
                city = self.cities[place].city
                found += city.value if city else 0
        found -= cost_of(unit for unit in position.units if unit.owner == self.power)
        return PROVINCE * provinces + self.lasting * worth_of(found)

    def _unpaid(self, position: Position) -> int:
        """Return what rebels and sieges keep from the treasury."""
        rebels = sum(2 if one.space == "city" else 1 for one in position.rebellions if one.against == self.power)
        return rebels + sum(position.cities.get(siege.place) == self.power for siege in position.sieges)

    # The others

    def _standings(self, position: Position) -> float:
        """Return what it costs that others are strong, and what victory is worth."""
        sizes: dict[Power, int] = {}
        for holder in position.cities.values():
            sizes[holder] = sizes.get(holder, 0) + 1
        own = sum(sizes.pop(one, 0) for one in self.friends)
        most = max(sizes.values(), default=0)
        found = ALLY * (own - self._own(position)) if len(self.friends) > 1 else 0.0
        found -= self.rival * most + OTHERS * sum(sizes.values())
        if position.target:
            found -= ALARM * max(0, most - position.target + NEAR)
        if own >= position.target and self._wins(position, self.power):
            found += VICTORY
        elif most >= position.target and any(self._wins(position, one) for one in sizes if sizes[one] == most):
            found -= VICTORY
        return found

    def _own(self, position: Position) -> int:
        return sum(holder == self.power for holder in position.cities.values())

    def _wins(self, position: Position, power: Power) -> bool:
        return qualifies(self.rules, standing_of(self.rules, position, power), position.target)


def worth_of(ducats: int) -> float:
    """Return what so many ducats are worth in cities: the first ones most; debts cost as much as those."""
    if ducats <= 0:
        return STEPS[0][1] * ducats
    ends = (*(start for start, _ in STEPS[1:]), ducats)
    return sum(each * max(0, min(ducats, end) - start) for (start, each), end in zip(STEPS, ends, strict=True))


def lasting(scene: Scene) -> float:
    """Return how much money and units still count: little in the last year that is played."""
    limit = scene.rules.options.last_year
    left = scene.rules.scenario.first_year + limit - 1 - scene.position.year if limit else 9
    return LAST if left <= 0 else 0.6 if left == 1 else 1.0
