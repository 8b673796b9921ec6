"""A round of simultaneous moves in numbers: who stands where, what places are worth to whom, and how meetings end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from wartable.bots.conquest.ground import Ground, Region
from wartable.bots.conquest.simultaneous.outlook import Outlook
from wartable.games.conquest.core.state import NOBODY
from wartable.games.conquest.simultaneous.battle import Side, begun, bounced
from wartable.games.conquest.simultaneous.standing import standing

Forces: TypeAlias = tuple[tuple[int, int], ...]
"""Who comes together at a place, with how many units, by ascending number."""
Plan: TypeAlias = tuple[tuple[int, int, int], ...]
"""What a seat orders: source, target, units."""
Meeting: TypeAlias = tuple[tuple[int, float, float], ...]
"""What comes of a meeting: player, chance to be left at the place, expected units left, there or bounced."""

SPACE, RENT = 0.4, 1.0 / 3.0
"""Worth in units of a space by itself, and what it brings a round."""
CROWDED = 3.0
"""Units to a space from which on the map counts as crowded: land is worth more units where there are many."""
RISING = 2.0
"""Power by which the part of a region that is held promises its bonus."""
BACK = 0.45
"""What a unit far from every border is worth less than one at it."""
FADES = 0.7
"""What is left of the difference with every step that a unit is nearer to the border."""
ABSENT = NOBODY - 1
"""In place of who stayed: nobody did. A neutral army is `NOBODY`."""


class Table:
    """Armies, ways and worths of all seats. `guard` is the bonus of the defence, `bounce` whether attackers bounce."""

    def __init__(
        self, ground: Ground, ways: Sequence[int], owner: Sequence[int], armies: Sequence[int], seats: Sequence[int]
    ) -> None:
        self.ground = ground
        self.owner, self.armies, self.seats = list(owner), list(armies), list(seats)
        self.near = [[to for to in range(len(owner)) if mask >> to & 1] for mask in ways]
        self.guard = [0] * len(self.owner)
        self.bounce = False
        self.rivalry = 1.0 / max(1, len(self.seats) - 1)
        self.prizes: dict[int, list[float]] = {}
        self.posts: dict[int, list[float]] = {}
        self.threats: dict[int, list[int]] = {}
        self._known: dict[tuple[int, int, Forces], Meeting] = {}

    def value(self, outlook: Outlook, extra: dict[int, Sequence[float]]) -> None:
        """Work out what places are worth; `extra` adds to that for some seats."""
        swell = max(1.0, sum(self.armies) / (CROWDED * len(self.armies)))
        for seat in self.seats:
            more = extra.get(seat) or [0.0] * len(self.armies)
            prizes = self._prizes(seat, outlook)
            self.prizes[seat] = [swell * (one + other) for one, other in zip(prizes, more, strict=True)]
            self.posts[seat] = self._posts(seat, outlook.unit)
            self.threats[seat] = self._threats(seat)

    def _prizes(self, seat: int, outlook: Outlook) -> list[float]:
        own = self.held(seat)
        base = SPACE + RENT * outlook.rounds + outlook.point
        found = [base if own >> space & 1 else base + outlook.card for space in range(len(self.owner))]
        worth = 0.6 * outlook.rounds + 0.7 * outlook.point
        for region in self.ground.regions:
            part = (own & region.mask).bit_count()
            gain, loss = (
                (_promise(region, part + 1) - _promise(region, part)),
                (_promise(region, part) - _promise(region, part - 1)),
            )
            for space in range(len(self.owner)):
                if region.mask >> space & 1:
                    found[space] += worth * (loss if own >> space & 1 else gain)
        return found

    def _posts(self, seat: int, unit: float) -> list[float]:
        """Return what a unit is worth in each space: most at the borders."""
        own = self.held(seat)
        steps = [0 if not own >> space & 1 or self.borders(space, own) else 99 for space in range(len(self.owner))]
        fresh = [space for space, step in enumerate(steps) if not step and own >> space & 1]
        step = 0
        while fresh:
            step += 1
            ahead = [to for space in fresh for to in self.near[space] if steps[to] > step]
            for space in ahead:
                steps[space] = step
            fresh = ahead
        return [unit * (1.0 - BACK * (1.0 - FADES**step)) for step in steps]

    def borders(self, space: int, own: int) -> bool:
        """Whether a space lies next to one that is not in a mask."""
        return any(not own >> to & 1 for to in self.near[space])

    def _threats(self, seat: int) -> list[int]:
        """Return the most units that one other seat could bring to each space."""
        found: list[int] = []
        for space in range(len(self.owner)):
            by: dict[int, int] = {}
            for other in self.near[space]:
                owner = self.owner[other]
                if owner not in {seat, NOBODY}:
                    by[owner] = by.get(owner, 0) + self.armies[other]
            found.append(max(by.values(), default=0))
        return found

    def held(self, seat: int) -> int:
        """Return the spaces of a seat as a mask."""
        return sum(1 << space for space, owner in enumerate(self.owner) if owner == seat)

    def meeting(self, place: int, stayed: int, forces: Forces) -> Meeting:
        """Return what comes of it when forces meet; `stayed` is who defends, or `ABSENT`."""
        if len(forces) < 2:
            return tuple((player, 1.0, float(units)) for player, units in forces)
        key = (self.guard[place] if stayed != ABSENT else 0, stayed, forces)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._bounced(*key) if self.bounce else self._fought(*key)
        return found

    def _fought(self, guard: int, stayed: int, forces: Forces) -> Meeting:
        if len(forces) == 2 and stayed != ABSENT and not guard:
            return self._duel(stayed, forces)
        sides = [Side(player, units, guard * (player == stayed), player == stayed) for player, units in forces]
        return tuple((share.player, share.wins, share.units) for share in standing(begun(sides)))

    def _duel(self, stayed: int, forces: Forces) -> Meeting:
        odds = self.ground.odds
        (one, mine), (two, other) = forces
        attackers, defenders = (other, mine) if one == stayed else (mine, other)
        chance = odds.conquered(attackers, defenders)
        left = chance * odds.survivors(attackers, defenders)
        held = (1.0 - chance) * odds.holders(attackers, defenders)
        attack, defence = (chance, left), (1.0 - chance, held)
        first, second = (defence, attack) if one == stayed else (attack, defence)
        return ((one, *first), (two, *second))

    def _bounced(self, guard: int, stayed: int, forces: Forces) -> Meeting:
        """Have attackers bounce off each other first; bounced units live."""
        attackers = {player: units for player, units in forces if player != stayed}
        back = bounced(attackers)
        left = tuple((p, units - back.get(p, 0)) for p, units in forces if units > back.get(p, 0))
        fought = {player: (wins, units) for player, wins, units in self._after(guard, stayed, left)}
        return tuple(
            (player, fought.get(player, (0.0, 0.0))[0], fought.get(player, (0.0, 0.0))[1] + back.get(player, 0))
            for player, _ in forces
        )

    def _after(self, guard: int, stayed: int, forces: Forces) -> Meeting:
        if len(forces) > 1:
            return self._fought(guard, stayed, forces)
        return tuple((player, 1.0, float(units)) for player, units in forces)


def _promise(region: Region, part: int) -> float:
    """Return what a part of a region promises: its bonus times a power of the share held."""
    return region.bonus * (max(0, part) / region.size) ** RISING if part <= region.size else float(region.bonus)
