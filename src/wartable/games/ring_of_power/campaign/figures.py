"""Figures of a campaign: who fights, who moves how fast, who is near whom, who belongs together (A5, C4, D1, K1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache

import msgspec
import numpy as np
import shapely

from wartable.games.ring_of_power.campaign.state import Figure, RingState
from wartable.games.ring_of_power.campaign.world import ByIdentity, World
from wartable.games.ring_of_power.charts import mil
from wartable.games.ring_of_power.scenario import Point
from wartable.games.ring_of_power.terrain.geometry import Ints, forces, point_array, spots, square
from wartable.games.ring_of_power.terrain.speeds import Mover, Pace, pace_of

HALF = frozenset({"hobbit", "goblin"})
"""Races that weigh half a figure when they carry and are carried (J3)."""


def pace_for(world: World, figure: Figure, *, carrying: bool = False, clear_in: frozenset[str] = frozenset()) -> Pace:
    """Return how fast a figure is (C4). A weapon moves by its row, or not at all; a ram is as fast as its crew."""
    if figure.weapon:
        return _weapon_pace(world, figure)
    kind = world.kind(figure)
    race = kind.race_of(mounted=figure.mounted)
    row, abilities = world.row(race), frozenset(kind.abilities)
    mover = Mover(race=race, mounted=figure.mounted, abilities=abilities, carrying=carrying, clear_in=clear_in, row=row)
    return pace_of(mover)


def _weapon_pace(world: World, figure: Figure) -> Pace:
    weapon = world.charts.artillery[figure.weapon]
    race = "man" if weapon.row == "crew" else weapon.row
    row = world.row(race)
    if weapon.text_speed and world.settled.bolt_shooter_move == "text":
        row = msgspec.structs.replace(row, foot=weapon.text_speed, difficult=weapon.text_speed)
    bound = {"immobile"} if not weapon.moves or figure.broken else ()
    return pace_of(Mover(race=race, row=row, abilities=frozenset(bound)))


def weight(world: World, figure: Figure) -> float:
    """Return what a figure weighs when it carries or is carried (J3)."""
    return 0.5 if world.kind(figure).race in HALF else 1.0


def burden(world: World, carriers: Iterable[Figure], carried: Iterable[Figure]) -> str:
    """Return `full`, `half` or `none`: the speed at which carriers carry (J3, Q25)."""
    strength = sum(weight(world, one) for one in carriers)
    load = sum(weight(world, one) for one in carried)
    if strength >= 2 * load:
        return "full"
    return "half" if strength >= load else "none"


def able(world: World, figure: Figure) -> bool:
    """Whether a figure can fight, aboard a ship too: no weapon or ship, neither wounded nor carried (Q69)."""
    return not (figure.weapon or figure.wounded or figure.carried_by) and world.kind(figure).race != "ship"


def regroups(state: RingState, figure: Figure) -> bool:
    """Whether a figure regroups after a defeat: it may not move, and was neither stopped nor paralysed (H, Q45)."""
    return figure.still_until >= state.turn and max(figure.moved, figure.numb_until) < state.turn


def bearers(world: World, by_id: Mapping[int, Figure], load: Figure) -> tuple[int, ...]:
    """Return those who still carry somebody: they are up, where he is, and within an inch of their first (J3)."""
    team = [by_id[number] for number in load.carried_by if number in by_id]
    team = [one for one in team if able(world, one) and one.quarters == load.quarters]
    far = strayed(world, team)
    return tuple(one.id for one in team if one not in far)


def strayed(world: World, team: Sequence[Figure]) -> list[Figure]:
    """Return those of a team of carriers who are more than an inch away from the first of them (J3)."""
    return [one for one in team if not close(world, team[0], one, world.constants.contact)]


def captor(world: World, by_id: Mapping[int, Figure], figure: Figure) -> int | None:
    """Return the player whose figures carry somebody off; None for everybody who is no captive (J4, Q68)."""
    owner = by_id[figure.carried_by[0]].owner if figure.carried_by else figure.owner
    return owner if world.hostile(owner, figure.owner) else None


def captive(world: World, state: RingState, figure: Figure) -> bool:
    """Whether enemies have somebody in their hands now (J4, Q68).

    They carry him, or he was captured and lies within the walls of their garrison.
    """
    if captor(world, state.by_id, figure) is not None:
        return True
    lies = figure.captured and figure.wounded and bool(figure.inside)
    return lies and any(
        other.quarters == figure.quarters and world.hostile(other.owner, figure.owner) for other in state.figures
    )


def party(world: World, figures: Iterable[Figure]) -> bool:
    """Whether figures are characters only (F1)."""
    return all(world.kind(figure).character for figure in figures)


def enemies_of(world: World, state: RingState, player: int) -> tuple[Figure, ...]:
    """Return figures in the field that fight a player's side."""
    return tuple(figure for figure in state.figures if figure.in_field and world.hostile(figure.owner, player))


def borne_by(state: RingState, figure: Figure) -> Figure:
    """Return the ship or beast in the field that carries a figure aboard; itself, if there is none (Q69)."""
    while figure.aboard:
        figure = state.by_id[figure.aboard]
    return figure


def unseen(world: World, state: RingState, figure: Figure) -> bool:
    """Whether a figure pins nobody and is met by nobody: stealthy and not found, wounded, or a weapon (C2, Q6)."""
    if figure.wounded or figure.weapon:
        return True
    return world.has(figure, "stealth") and figure.found < state.turn and not world.settled.hidden_pins_enemy


def near(one: Point, other: Point, inches: float) -> bool:
    """Whether two points are within a distance, which is included (A5)."""
    return square(one, other) <= mil(inches) ** 2


def close(world: World, one: Figure, other: Figure, inches: float) -> bool:
    """Whether two figures are within a distance, measured between centres or bases as settled (A5, Q1)."""
    wide = mil(inches) + radius(world, one) + radius(world, other)
    return square(one.point, other.point) <= wide**2


def radius(world: World, figure: Figure) -> int:
    """Return the radius of a figure's base where distances are measured from edge to edge, else 0 (Q1)."""
    return 0 if world.settled.measure == "centre" else base(world, figure)


def base(world: World, figure: Figure) -> int:
    """Return the radius of a figure's base; of a ram or charge, as fast as its crew, that of heavy artillery."""
    weapon = world.charts.artillery.get(figure.weapon)
    row = weapon.row if weapon else world.kind(figure).race_of(mounted=figure.mounted)
    wide = world.charts.movement["heavy_artillery" if row == "crew" else row].radius
    return mil(max(wide, world.charts.mounted_radius) if figure.mounted else wide)


def radii(world: World, figures: Sequence[Figure]) -> Ints | None:
    """Return the radii of figures where distances are measured from edge to edge, else None (A5, Q1)."""
    if world.settled.measure == "centre":
        return None
    return np.array([base(world, figure) for figure in figures], dtype=np.int64)


KEPT = 16
"""Line-ups that are remembered at once."""


class Lineup:
    """Figures where they stand, with what is worked out from that once: forces, points, who is inside what."""

    def __init__(self, world: World, figures: tuple[Figure, ...]) -> None:
        self.world = world
        self.figures = figures
        self._within: dict[str, frozenset[int]] = {}

    @cached_property
    def sorts(self) -> tuple[tuple[Figure, ...], ...]:
        """The figures by owner and type, in order of their ids."""
        found: dict[tuple[int, str, str], list[Figure]] = {}
        for figure in self.figures:
            found.setdefault((figure.owner, figure.unit, figure.weapon), []).append(figure)
        return tuple(map(tuple, found.values()))

    @cached_property
    def field(self) -> tuple[Figure, ...]:
        """Figures on the table itself, with those that they carry."""
        return tuple(figure for figure in self.figures if not (figure.inside or figure.aboard))

    @cached_property
    def points(self) -> Ints:
        """Points of the figures in the field."""
        return point_array([figure.point for figure in self.field])

    @cached_property
    def camps(self) -> Mapping[int, int]:
        """With whom each figure may form a force, as a number: its side; nobody, where enemies carry it off (J4)."""
        names = list(dict.fromkeys(self.world.sides))
        by_id = {figure.id: figure for figure in self.figures}
        free = {figure.id for figure in self.figures if captor(self.world, by_id, figure) is None}
        camp = {side: number for number, side in enumerate(names)}
        return {
            one.id: camp[self.world.sides[one.owner]] if one.id in free else len(names) + one.id for one in self.figures
        }

    @cached_property
    def radii(self) -> Ints | None:
        """Radii of bases, where distances are measured from edge to edge (Q1)."""
        return radii(self.world, self.field)

    @cached_property
    def force(self) -> Mapping[int, int]:
        """The number of the force of every figure. Garrisons and towers are forces too, after those in the field.

        A force is of one side wherever it is: the wounded and captives of enemies are none of a garrison (D1, J4).
        """
        camps = self.camps
        sides = np.array([camps[figure.id] for figure in self.field], dtype=np.int64)
        numbers = forces(self.points, sides, self.radii)
        found = {figure.id: int(number) for figure, number in zip(self.field, numbers, strict=True)}
        after = int(numbers.max(initial=-1)) + 1
        homes: dict[tuple[str, bool, int, int], int] = {}
        for figure in self.figures:
            camp = camps[figure.id]
            if figure.aboard in found and camps[figure.aboard] == camp:
                found[figure.id] = found[figure.aboard]
            elif figure.id not in found:
                key = (figure.inside, figure.tower, figure.aboard, camp)
                found[figure.id] = homes.setdefault(key, after + len(homes))
        return found

    @cached_property
    def members(self) -> Mapping[int, tuple[Figure, ...]]:
        """The figures of every force, by its number."""
        found: dict[int, list[Figure]] = {}
        for figure in self.figures:
            found.setdefault(self.force[figure.id], []).append(figure)
        return {number: tuple(figures) for number, figures in found.items()}

    def within(self, name: str) -> frozenset[int]:
        """Return the figures inside a place, its garrison among them, or on an area of terrain or at a crossing."""
        if name not in self._within:
            points = self.points.astype(float)
            inside = shapely.intersects(self.world.shape(name), spots(points))
            found = {figure.id for figure, fits in zip(self.field, inside.tolist(), strict=True) if fits}
            found |= {figure.id for figure in self.figures if figure.inside == name}
            self._within[name] = frozenset(found)
        return self._within[name]


@lru_cache(maxsize=KEPT)
def _lineup(world: World, figures: ByIdentity[tuple[Figure, ...]]) -> Lineup:
    return Lineup(world, figures.value)


class Scene:
    """A state with what is worked out from it once; states with the same figures share what follows from these.

    `it` are the figures that a special rule is being applied to; `battle` those of the combat under way.
    """

    def __init__(self, world: World, state: RingState, it: tuple[int, ...] = (), battle: tuple[int, ...] = ()) -> None:
        self.world = world
        self.state = state
        self.it = it
        self.battle = battle
        self.pinning: dict[int, tuple[tuple[Figure, ...], Ints, Ints]] = {}
        """For each player the enemies that pin, their points and reach, once they were asked for."""
        self.lineup = _lineup(world, ByIdentity(state.figures))

    def force_of(self, figure: Figure) -> tuple[Figure, ...]:
        """Return the force of a figure; one that is off the table is alone."""
        number = self.lineup.force.get(figure.id)
        return (figure,) if number is None else self.lineup.members[number]
