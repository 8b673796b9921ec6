"""Finding the combats of a phase: forces in contact, assaults and parties near enemies, joined to components (E)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

import numpy as np
from msgspec.structs import replace

from wartable.games.ring_of_power.campaign.actions import Assault
from wartable.games.ring_of_power.campaign.agenda import Clash, FindCombats
from wartable.games.ring_of_power.campaign.figures import able, borne_by, party, radii
from wartable.games.ring_of_power.campaign.groups import Scene
from wartable.games.ring_of_power.campaign.run import Run
from wartable.games.ring_of_power.campaign.state import Figure, RingState
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.charts import mil
from wartable.games.ring_of_power.play.garrisons import holders_around, put_inside, slay_helpless, take, with_room
from wartable.games.ring_of_power.special.conditions import may_hide
from wartable.games.ring_of_power.terrain.forces import enemies_within, linked
from wartable.games.ring_of_power.terrain.geometry import point_array

Pair = tuple[int, int]


def find_combats(run: Run, _: FindCombats) -> None:
    """Put every combat on the agenda, in order of the moving players and then of figures (E2, E4)."""
    run.change(phase="combat", mover=-1)
    found = clashes(run)
    fighting = {number for clash in found for number in clash.everybody}
    scene = Scene(run.world, run.state)
    for assault in run.state.assaults:
        if assault.figure not in fighting:
            _walk_in(run, scene, assault)
    run.change(assaults=(), sallied=())
    run.push(*found)


def _as_held(run: Run, assault: Assault) -> Assault:
    """Return an assault from outside as what it is by now: on the walls, or on the tower if only that is held (K5).

    Enemies who move later in the turn may have gone in or out since it was declared.
    """
    one = run.state.by_id.get(assault.figure)
    if one is None or one.inside:
        return assault
    return replace(assault, tower=only_tower(run.world, run.state, assault.place, one.owner))


def only_tower(world: World, state: RingState, place: str, player: int) -> bool:
    """Whether of a player's enemies in a place only those in the tower are left, so that he assaults it (K5)."""
    within = (one for one in state.figures if one.inside == place and able(world, one))
    inside = [one for one in within if world.hostile(one.owner, player)]
    return bool(inside) and all(one.tower for one in inside)


def _stormed(state: RingState, assault: Assault, assaults: Sequence[Assault]) -> bool:
    """Whether those who would assault a tower from within are stormed from outside: they have to defend (K2, K5)."""

    def from_within(one: Assault) -> bool:
        return one.figure in state.by_id and bool(state.by_id[one.figure].inside)

    others = (one for one in assaults if one.place == assault.place and not one.tower)
    return from_within(assault) and any(not from_within(one) for one in others)


def clashes(run: Run) -> list[Clash]:
    """Return the combats that positions and declarations make, in the order in which they are fought (E2, E4)."""
    assaults = tuple(_as_held(run, one) for one in run.state.assaults)
    run.change(assaults=tuple(one for one in assaults if not _stormed(run.state, one, assaults)))
    scene = Scene(run.world, run.state)
    found = (_clash(run, scene, forces) for forces in components(pairs(scene)))
    return sorted(found, key=lambda clash: _rank(run, clash))


def _walk_in(run: Run, scene: Scene, assault: Assault) -> None:
    """Take a place, or its tower, that nobody who can fight defends, and go inside; the wounded there die (J4, K4, K7).

    Those go who would after a combat: all near the walls but the crews of weapons.
    """
    place = run.world.place(assault.place)
    attacker = run.state.by_id.get(assault.figure)
    if attacker is None:
        return
    inside = (one for one in run.state.figures if one.inside == place.id)
    if any(able(run.world, one) and run.world.hostile(one.owner, attacker.owner) for one in inside):
        return
    near = mil(run.world.constants.engage)
    beside = (one for one in run.present(mate.id for mate in scene.force_of(attacker)) if able(run.world, one))
    near_by = [one for one in beside if one.in_field and not one.serves and run.world.within(place.id, one.point, near)]
    going = with_room(run, near_by, place)
    side = run.world.sides[attacker.owner]
    slay_helpless(run, place, side)
    put_inside(run, [one.id for one in going], place.id, tower=False)
    take(run, place, side, attacker.owner)


def _rank(run: Run, clash: Clash) -> Pair:
    everybody = [run.figure(number) for number in clash.everybody]
    return min(one.owner for one in everybody), min(one.id for one in everybody)


def pairs(scene: Scene) -> frozenset[Pair]:
    """Return pairs of forces, by number, that come to blows: in contact, by assault, or a party near an enemy."""
    return frozenset([*_field_pairs(scene), *_assault_pairs(scene), *_sally_pairs(scene)])


def _field_pairs(scene: Scene) -> Iterator[Pair]:
    """Yield forces within an inch of each other, and parties within two of an enemy force (E1, F1)."""
    hiders = may_hide(scene)
    for pair, contact in meetings(scene, scene.lineup.members).items():
        if contact or any(_may_hide(scene, number, hiders) for number in pair):
            yield pair


def _may_hide(scene: Scene, force: int, hiders: frozenset[int]) -> bool:
    members = scene.lineup.members[force]
    return party(scene.world, members) or all(one.id in hiders for one in members)


def meetings(scene: Scene, forces: Mapping[int, Sequence[Figure]]) -> dict[Pair, bool]:
    """Return hostile forces in the field within 2 inches, by number, and whether they are within 1 inch: in contact.

    The wounded and weapons meet nobody, nor do ships with nobody aboard who can fight: whoever is aboard stands where
    his ship lies (Q69). A party of characters stands where its leader stands (D4).
    """
    spots = list(_spots(scene, forces))
    points = point_array([one.point for _, one in spots])
    numbers = np.array([force for force, _ in spots], dtype=np.int64)
    owners = np.array([one.owner for _, one in spots], dtype=np.int64)
    bases = [borne_by(scene.state, one) for _, one in spots]
    wide = radii(scene.world, bases)
    found: dict[Pair, bool] = {}
    for inches, contact in ((scene.world.constants.hide, False), (scene.world.constants.contact, True)):
        near = numbers[enemies_within(points, owners, scene.world.hostility, mil(inches), wide)]
        ordered: list[Pair] = [(one, other) for one, other in near.tolist() if one < other]
        found |= dict.fromkeys(ordered, contact)
    return dict(sorted(found.items()))


def _spots(scene: Scene, forces: Mapping[int, Sequence[Figure]]) -> Iterator[tuple[int, Figure]]:
    """Yield the figures whose positions count for contact, with their forces."""
    for force, members in forces.items():
        fighters = [one for one in members if not one.inside and able(scene.world, one)]
        if fighters and party(scene.world, fighters):
            yield force, leader_of(scene, fighters)
        else:
            yield from ((force, one) for one in fighters)


def leader_of(scene: Scene, party_of: Sequence[Figure]) -> Figure:
    """Return the leading member of a party, where all of it stands for combat (D4, Q48)."""
    return max(party_of, key=lambda one: (scene.world.leadership(one), -one.id))


def _assault_pairs(scene: Scene) -> Iterator[Pair]:
    """Yield assaulting forces with the garrison, or the tower's, that they assault (K2)."""
    for assault in scene.state.assaults:
        if assault.figure not in scene.lineup.force:
            continue
        within = (one for one in scene.state.figures if one.inside == assault.place and one.tower == assault.tower)
        owner = scene.state.by_id[assault.figure].owner
        foes = (one for one in within if able(scene.world, one) and scene.world.hostile(one.owner, owner))
        for one in islice(foes, 1):
            yield scene.lineup.force[assault.figure], scene.lineup.force[one.id]


def _sally_pairs(scene: Scene) -> Iterator[Pair]:
    """Yield parties that have come down from a tower with the enemies who hold the place around it (K6)."""
    for place, out in scene.state.sallied:
        for number in out:
            one = scene.state.by_id.get(number)
            foes = holders_around(scene.world, scene.state, place, one) if one and one.inside else ()
            if foes:
                yield scene.lineup.force[number], scene.lineup.force[foes[0].id]


def components(joined: Iterable[Pair]) -> list[tuple[int, ...]]:
    """Return forces that are joined, one tuple for each component (E2)."""
    edges = sorted(joined)
    if not edges:
        return []
    names = sorted({number for edge in edges for number in edge})
    place = {name: number for number, name in enumerate(names)}
    first, second = np.array([(place[a], place[b]) for a, b in edges], dtype=np.int64).T
    labels = linked(len(names), first, second)
    groups: dict[int, list[int]] = {}
    for name, label in zip(names, labels.tolist(), strict=True):
        groups.setdefault(label, []).append(name)
    return [tuple(group) for group in groups.values()]


def _clash(run: Run, scene: Scene, forces: tuple[int, ...]) -> Clash:
    members = tuple(tuple(one.id for one in scene.lineup.members[number]) for number in forces)
    everybody = {number for force in members for number in force}
    assaults = [one for one in run.state.assaults if one.figure in everybody]
    behind = _behind_walls(run, scene, everybody, assaults)
    walls = {(one.inside, one.tower) for one in behind}
    place, tower = min(walls, default=("", False))
    return Clash(
        forces=members,
        place=place,
        tower=tower,
        inside=tuple(one.id for one in behind),
        attacking=tuple(one.figure for one in assaults),
        sallied=tuple(number for _, out in run.state.sallied for number in out if number in everybody),
        homes=tuple(home for home, out in run.state.sallied for number in out if number in everybody),
    )


def _behind_walls(run: Run, scene: Scene, everybody: set[int], assaults: Sequence[Assault]) -> tuple[Figure, ...]:
    """Return those whom walls protect: inside, and neither assaulting a tower, nor come down from one or set upon."""
    attackers = {one.id for assault in assaults for one in scene.lineup.members[scene.lineup.force[assault.figure]]}
    within = [one for number in sorted(everybody) for one in [run.figure(number)] if one.inside]
    sallied = {number for _, out in run.state.sallied for number in out}
    down = {one.inside for one in within if one.id in sallied}
    return tuple(one for one in within if one.id not in attackers | sallied and (assaults or one.inside not in down))
