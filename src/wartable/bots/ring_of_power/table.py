"""What a bot looks at: its bands that can move, the hosts of the enemy, what both can do, and what the side wants."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from random import Random
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from wartable.bots.ring_of_power.aims import Aims, Errand, aims_of
from wartable.bots.ring_of_power.strength import Strength, strength_of, worth
from wartable.games.ring_of_power.campaign.figures import Scene, able
from wartable.games.ring_of_power.campaign.run import name_of
from wartable.games.ring_of_power.campaign.state import Figure, RingState
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.play import moving
from wartable.games.ring_of_power.play.garrisons import enemy_holds
from wartable.games.ring_of_power.play.handlers import led_by
from wartable.games.ring_of_power.scenario import Place, Point
from wartable.games.ring_of_power.special.conditions import confined, holds, matching
from wartable.games.ring_of_power.terrain.speeds import Pace
from wartable.games.ring_of_power.vocabulary.conditions import Who
from wartable.games.ring_of_power.vocabulary.effects import Modify

Role: TypeAlias = Literal["troops", "engine", "breaker", "bearer", "ship"]
"""Troops; weapons that shoot, rams and charges, each with its crew; whoever has an errand; ships."""
WHOLE: Final = 60
"""A band of more figures than this is split, so that it can be led."""


class _Company(msgspec.Struct, frozen=True, dict=True):
    figures: tuple[Figure, ...]
    inside: str
    tower: bool
    strength: Strength

    @cached_property
    def point(self) -> Point:
        """The figure in their middle."""
        return middle(self.figures).point


class Band(_Company, frozen=True):
    """Figures of one player that can move together now."""

    role: Role
    pace: Pace

    @property
    def ids(self) -> tuple[int, ...]:
        """Their numbers."""
        return tuple(one.id for one in self.figures)


class Host(_Company, frozen=True):
    """A force of an enemy, or his garrison or tower in a place."""

    sallying: Strength
    """What they can do out of their walls."""


def middle(figures: Sequence[Figure]) -> Figure:
    """Return the figure nearest to the mean of all."""
    x, y = sum(one.x for one in figures) / len(figures), sum(one.y for one in figures) / len(figures)
    return min(figures, key=lambda one: ((one.x - x) ** 2 + (one.y - y) ** 2, one.id))


def apart(one: Point, other: Point) -> float:
    """Return the distance of two points, in 1/1000 inch."""
    return float(((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5)


class Table:
    """A state as one player of a side sees it, with what is worked out from it once."""

    def __init__(self, world: World, state: RingState, player: int, rng: Random) -> None:
        self.world = world
        self.state = state
        self.player = player
        self.rng = rng
        self.side = world.sides[player]

    @cached_property
    def scene(self) -> Scene:
        """Forces and filters of the rules."""
        return Scene(self.world, self.state)

    @cached_property
    def aims(self) -> Aims:
        """What the side wants."""
        return aims_of(self.world, self.side)

    @cached_property
    def own(self) -> tuple[Figure, ...]:
        """All figures of the side."""
        return tuple(one for one in self.state.figures if self.world.sides[one.owner] == self.side)

    @cached_property
    def total(self) -> float:
        """The worth of all figures of the side."""
        return 1 + sum(worth(self.world, one) for one in self.own)

    @cached_property
    def held(self) -> float:
        """What all places that the side holds are worth to it."""
        return sum(self.aims.hold.get(key, 0.0) for key, side in self.state.holder.items() if side == self.side)

    @cached_property
    def free(self) -> tuple[Figure, ...]:
        """The figures of the player that can move now."""
        mine = [one for one in led_by(self.state, self.player) if one.moved < self.state.turn]
        return tuple(one for one in mine if moving.still(self.scene, one) is None)

    @cached_property
    def bound_on_errands(self) -> frozenset[int]:
        """Figures of the player that some errand of the side is about."""
        found: set[int] = set()
        for errand in self.aims.errands:
            bearers = matching(self.scene, errand.who) if not errand.who.inside else self._fits(errand.who)
            found |= {one.id for one in bearers if self.world.sides[one.owner] == self.side}
        return frozenset(found)

    def _fits(self, who: Who) -> tuple[Figure, ...]:
        """Return who fits a filter but for where he is."""
        return matching(self.scene, replace(who, inside=()))

    def bearers(self, errand: Errand, *, own: bool) -> list[Figure]:
        """Return the figures of the side, or of its enemies, that an errand is about."""
        fit = self._fits(errand.who)
        return [one for one in fit if (self.world.sides[one.owner] == self.side) == own]

    @cached_property
    def bands(self) -> tuple[Band, ...]:
        """The figures that can move, in bands: by force or garrison, weapons with their crews by themselves."""
        groups: dict[tuple[object, ...], list[Figure]] = {}
        for one in self.free:
            groups.setdefault(self._key(one), []).append(one)
        return tuple(band for key, figures in groups.items() for band in self._bands(figures, key))

    def _key(self, one: Figure) -> tuple[object, ...]:
        gun = one.id if one.weapon else one.serves
        role: Role = "troops"
        if gun and gun in self.state.by_id:
            chart = self.world.charts.artillery.get(self.state.by_id[gun].weapon)
            role = "engine" if chart is None or chart.dice else "breaker"
        elif one.id in self.bound_on_errands:
            role = "bearer"
        elif self.world.kind(one).race == "ship":
            role, gun = "ship", one.id
        load = tuple(other.id for other in self.state.figures if one.id in other.carried_by)
        force = 0 if gun else self.scene.lineup.force[one.id]
        return role, gun, force, one.inside, one.tower, load if role != "bearer" else ()

    def _bands(self, figures: list[Figure], key: tuple[object, ...]) -> Iterable[Band]:
        role: Role = key[0]  # type: ignore[assignment]
        for start in range(0, len(figures), WHOLE):
            some = tuple(figures[start : start + WHOLE])
            pace = moving.pace_of_team(self.scene, some)
            if pace.fastest:
                yield Band(some, some[0].inside, some[0].tower, strength_of(self.world, some), role, pace)

    @cached_property
    def hosts(self) -> tuple[Host, ...]:
        """Forces and garrisons of the enemy that can fight."""
        found: dict[tuple[int, str, bool], list[Figure]] = {}
        for one in self.state.figures:
            if self.world.hostile(one.owner, self.player) and able(self.world, one) and not one.at_sea:
                found.setdefault((self.scene.lineup.force[one.id], one.inside, one.tower), []).append(one)
        return tuple(self._host(tuple(figures), inside, tower=tower) for (_, inside, tower), figures in found.items())

    def _host(self, figures: tuple[Figure, ...], inside: str, *, tower: bool) -> Host:
        here = self.behind(figures, inside, tower=tower)
        return Host(figures, inside, tower, here, strength_of(self.world, figures) if inside else here)

    def behind(self, figures: Sequence[Figure], inside: str, *, tower: bool = False) -> Strength:
        """Return the strength of figures where they are: behind walls that stand, or not."""
        walls = bool(inside) and (tower or not self.state.breached(inside))
        return strength_of(self.world, figures, walls=walls, best=self._walls_of.get(inside, 0) if walls else 0)

    @cached_property
    def _walls_of(self) -> dict[str, int]:
        """Defence targets that special rules give behind walls, by place, where their condition holds now."""
        found: dict[str, int] = {}
        for rule in self.world.scenario.rules:
            if rule.when == "battle" and holds(self.scene, rule.condition):
                for effect in rule.then:
                    if isinstance(effect, Modify) and effect.defence_set:
                        found |= dict.fromkeys(effect.who.inside, effect.defence_set)
        return found

    @cached_property
    def breakers(self) -> frozenset[int]:
        """Rams and charges of the side."""
        charts = self.world.charts.artillery
        return frozenset(one.id for one in self.own if one.weapon and not charts[one.weapon].dice)

    def posted(self, place: Place, beside: int) -> tuple[tuple[Figure, ...], tuple[Figure, ...]]:
        """Return the figures of the side in a place, and those in the field within a distance of it."""
        found = self._posted.get((place.id, beside))
        if found is None:
            inside = tuple(one for one in self.own if one.inside == place.id)
            field = (one for one in self.own if one.in_field)
            found = inside, tuple(one for one in field if self.world.within(place.id, one.point, beside))
            self._posted[place.id, beside] = found
        return found

    @cached_property
    def _posted(self) -> dict[tuple[str, int], tuple[tuple[Figure, ...], tuple[Figure, ...]]]:
        return {}

    def hold_of(self, place: Place) -> bool:
        """Whether the side holds a place."""
        return self.state.holder.get(place.id) == self.side

    def fortified(self, place: Place) -> bool:
        """Whether a place has walls, and none of them is broken."""
        return place.walled and not self.state.breached(place.id)

    def hostile_hold(self, place: Place) -> bool:
        """Whether an enemy holds a place."""
        return enemy_holds(self.world, self.state, place.id, self.side)

    def shut_to(self, figures: Sequence[Figure]) -> frozenset[str]:
        """Return the areas that special rules keep figures out of."""
        return frozenset(area for one in figures for area in self._shut.get(one.id, ()))

    @cached_property
    def _shut(self) -> dict[int, set[str]]:
        """Areas that special rules keep figures of the player out of, by figure."""
        found: dict[int, set[str]] = {}
        for one, area, stays in confined(self.scene, led_by(self.state, self.player)):
            if not stays:
                found.setdefault(one.id, set()).add(area)
        return found

    def ready(self, numbers: Sequence[int], idle: frozenset[int] | set[int] = frozenset()) -> tuple[Figure, ...]:
        """Return those of the figures that have not moved yet and are not known to be idle."""
        there = (self.state.by_id.get(number) for number in numbers if number not in idle)
        return tuple(one for one in there if one is not None and one.moved < self.state.turn)

    def names(self) -> str:
        """Return the name of the player."""
        return self.world.scenario.players[self.world.players[self.player]].name

    def name(self, figures: Sequence[Figure]) -> str:
        """Return what figures are called: their leader and how many they are."""

        def rank(one: Figure) -> tuple[bool, int, int]:
            lord = not one.weapon and self.world.kind(one).character
            return lord, self.world.leadership(one) if one.unit else 0, -one.id

        lead = max(figures, key=rank)
        name = name_of(self.world, lead)
        rest = len(figures) - 1
        if not rest:
            return name
        return f"{name} and {rest} more" if rest > 1 else f"{name} and another"
