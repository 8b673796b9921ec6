"""How the seats stand: points as they would be counted now, goals, and what is as good as earned."""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, cast

from wartable.board.compiled import bits
from wartable.bots.conquest.lotr.weighing import DECIDED
from wartable.bots.conquest.position import Position
from wartable.games.conquest.core.goals import Goal, HoldRegions, HoldSpaces
from wartable.games.conquest.lotr.ends import goals_of
from wartable.games.conquest.lotr.goals import EliminateColour
from wartable.games.conquest.lotr.handlers import COURSE
from wartable.games.conquest.lotr.income import stars_of

if TYPE_CHECKING:
    from wartable.bots.conquest.lotr.field import LotrPosition
    from wartable.bots.conquest.lotr.lore import LotrLore  # which lays out what is measured here

FULL = 400.0
"""Points that would count as 1.0: more than any side can have."""
CARD = 1.0
"""Points that a drawn adventure card is worth at least: most are played before the end."""
UNIT = 1.2
"""Points that a unit is worth at most."""
GOAL = 25.0
"""Points that a goal is worth that wins at once, once it is near."""


class Standing:
    """Measures positions of one question."""

    def __init__(self, lore: LotrLore) -> None:
        self.lore = lore
        rules, state = lore.rules, lore.state
        seats = range(state.seats)
        self.stars = [stars_of(rules, state, seat) for seat in seats]
        sided = rules.options.sides != "none"
        self.party = [
            tuple(other for other in seats if state.side(other) == state.side(seat)) if sided else (seat,)
            for seat in seats
        ]
        self.rules, self.forts = rules, rules.strongholds
        self.regions = [(region.mask, region.bonus) for region in lore.ground.regions]
        self.goals: list[tuple[Goal, ...]] = [
            goals_of(rules, state, seat) if seat == lore.seat or not state.missions else () for seat in seats
        ]
        self.outright = COURSE.outright(rules)
        self.with_goals = any(self.goals)
        weighing = lore.weighing
        self.leader = weighing.leader / weighing.point
        self.card = max(CARD, weighing.card / weighing.point)
        unit = min(UNIT, weighing.units / weighing.point / max(30, sum(lore.state.armies) / state.seats))
        self.missions = [(1 << one.place, one.stars + unit * one.units) for one in lore.missions]

    def points(self, held: list[int]) -> list[float]:
        """Return the points of each seat by its territories and the cards in front of it."""
        found: list[float] = []
        for seat, own in enumerate(held):
            if not own:
                found.append(0.0)
                continue
            total = own.bit_count() + 2 * (own & self.forts).bit_count() + self.stars[seat]
            for mask, bonus in self.regions:
                if own & mask == mask:
                    total += bonus
            found.append(float(total))
        return found

    def lead(self, held: list[int]) -> float:
        """Return by how many points the seat's party is ahead of the best other one; negative where it is behind."""
        points = self.points(held)
        own = self.party[self.lore.seat]
        others = {self.party[seat] for seat in range(len(held)) if seat not in own and held[seat]}
        best = max((sum(points[seat] for seat in party) for party in others), default=0.0)
        return sum(points[seat] for seat in own) - best

    def ended(self, pos: LotrPosition) -> float:
        """Return the chance of the seat's party to win if the journey ended in a position (`lotr-risk 1.4`)."""
        seat, held = self.lore.seat, pos.held
        own, points = self.party[seat], self.points(pos.held)
        if self.outright:
            good = self.lore.state.side(seat) == "good"
            return float(good == any(held[each] for each in range(len(held)) if self.lore.state.side(each) == "good"))
        points[seat] += sum(one.stars for one in self.lore.missions if held[seat] >> one.place & 1 and pos.leaders)
        mine = sum(points[each] for each in own)
        others = {self.party[each] for each in range(len(held)) if each not in own and held[each]}
        behind = [sum(points[each] for each in party) - mine for party in others]
        return 1.0 / (1.0 + sum(exp(min(60.0, DECIDED * each)) for each in behind))

    def of(self, pos: Position) -> list[float]:
        """Measure a position in which the turn of the seat ends: 1.0 is a goal reached, else points."""
        return self._measure(cast("LotrPosition", pos))

    def after(self, pos: Position, then: Position) -> list[float]:
        """Measure what becomes of it: what has been earned stays so."""
        del pos
        return self._measure(cast("LotrPosition", then))

    def _measure(self, pos: LotrPosition) -> list[float]:
        held, found = pos.held, self.points(pos.held) if self.rules.options.ring else [0.0] * len(pos.held)
        for seat, own in enumerate(held):
            found[seat] += self.leader * (pos.leaders & own).bit_count()
        own = held[self.lore.seat]
        if own:
            found[self.lore.seat] += self._earned(pos, own)
        if self.with_goals:
            nearness = [self._nearest(pos, seat) for seat in range(len(held))]
            if max(nearness) >= 1.0:
                return [float(near >= 1.0) for near in nearness]
            found = [points + GOAL * near**4 for points, near in zip(found, nearness, strict=True)]
        return [min(0.99, sum(found[each] for each in self.party[seat]) / FULL) for seat in range(len(held))]

    def _earned(self, pos: LotrPosition, own: int) -> float:
        more = self.card * pos.earned * self.lore.drawing
        if pos.leaders & own:
            for bit, worth in self.missions:
                if own & bit:
                    more += worth
        return more

    def _nearest(self, pos: LotrPosition, seat: int) -> float:
        return max((self.nearness(pos, seat, goal) for goal in self.goals[seat]), default=0.0)

    def nearness(self, pos: Position, seat: int, goal: Goal) -> float:
        """Return how far a seat is with a goal, 1.0 where it is reached."""
        own, state = pos.held[seat], self.lore.state
        if not own:
            return 0.0
        if isinstance(goal, EliminateColour):
            if goal.lost(state, seat):
                return self.nearness(pos, seat, goal.otherwise)
            left = pos.held[state.colours.index(goal.colour)].bit_count()
            return 1.0 - left / (left + 4.0) if left else 1.0
        if isinstance(goal, HoldSpaces):
            spaces = sum(pos.armies[space] >= goal.armies for space in bits(own))
            return min(1.0, spaces / goal.count)
        if isinstance(goal, HoldRegions):
            wanted = goal.wanted(self.rules, own)
            return 1.0 - (wanted & ~own).bit_count() / wanted.bit_count()
        return 0.0
