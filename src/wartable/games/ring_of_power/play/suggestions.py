"""What chosen figures might do beside marching, each as a ready action with the reason where it cannot be done now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

import msgspec

from wartable.engine.errors import Reason
from wartable.games.ring_of_power.campaign import actions
from wartable.games.ring_of_power.campaign.agenda import Movement
from wartable.games.ring_of_power.campaign.figures import Scene, able, burden, near, strayed
from wartable.games.ring_of_power.campaign.run import name_of
from wartable.games.ring_of_power.campaign.state import Figure, RingState
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.play import handlers, movement
from wartable.games.ring_of_power.play.carrying import capture_fault, carrier_fault
from wartable.games.ring_of_power.play.garrisons import doors
from wartable.games.ring_of_power.play.hindrances import mine
from wartable.games.ring_of_power.special.conditions import boats

Team = Sequence[Figure]
WithOthers: TypeAlias = actions.Carry | actions.Serve | actions.Board | actions.HandOver
Beside: TypeAlias = WithOthers | actions.Move | actions.Dismount | actions.Proclaim
BESIDE_SHIP = 4
"""Inches from which a ship is offered to those who might go aboard."""


class Deed(msgspec.Struct, frozen=True, kw_only=True):
    """Something that chosen figures might do: what it is called, the ready action, and why it cannot be done now."""

    title: str
    action: Beside
    fault: Reason | None = None


class Deeds(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that chosen figures might do; `boats` is how far they may go by boat in 1/1000 inch, if at all."""

    deeds: tuple[Deed, ...] = ()
    boats: int = 0


def beside_marching(world: World, state: RingState, numbers: tuple[int, ...]) -> Deeds:
    """Return what figures of the player who moves now might do; nothing where nobody moves.

    Raises `IllegalAction` for figures that the player does not move.
    """
    task = state.agenda[0] if state.agenda else None
    if not isinstance(task, Movement):
        return Deeds()
    scene = Scene(world, state)
    afloat = [boats(scene, state.by_id[number]) for number in numbers if number in state.by_id]
    return Deeds(deeds=deeds_of(world, state, task.player, numbers), boats=min(afloat, default=0))


def deeds_of(world: World, state: RingState, player: int, numbers: tuple[int, ...]) -> tuple[Deed, ...]:
    """Return what figures of a player that moves now might do: whatever is at hand, also where a rule forbids it.

    Raises `IllegalAction` for figures that the player does not move.
    """
    team = mine(world, state, player, numbers)
    scene = Scene(world, state)
    found = [
        *_loads(scene, team, player),
        *_weapons(scene, team),
        *_ships(scene, team),
        *_gifts(scene, team),
        *_towers(scene, team),
    ]
    riders = tuple(one.id for one in team if one.mounted)
    if riders:
        found.append(("Dismount for good", actions.Dismount(figures=riders)))
    raised = movement.proclaimable(world, state, player)  # (4)
    found += [(f"Proclaim: {trigger.title}", actions.Proclaim(flag=trigger.flag)) for trigger in raised]
    return tuple(
        Deed(title=title, action=action, fault=handlers.explain(world, state, action)) for title, action in found
    )


Found = Iterator[tuple[str, Beside]]


def _loads(scene: Scene, team: Team, player: int) -> Found:
    """Yield who may be taken up or put down: the wounded of the figures' forces, and those whom they carry (J3)."""
    state, chosen = scene.state, {one.id for one in team}
    forces = {scene.lineup.force[number] for number in chosen}
    for load in state.figures:
        name = name_of(scene.world, load)
        if load.carried_by and (load.id in chosen or chosen & set(load.carried_by)):
            yield f"Put {name} down", actions.Carry(carried=load.id)
        elif scene.world.hostile(load.owner, player) and capture_fault(scene.world, state, load) is None:
            beside = [one for one in team if carrier_fault(scene.world, one, load) is None]
            if beside:
                yield f"Take {name} captive", actions.Carry(carried=load.id, carriers=_carriers(scene, beside, load))
        elif load.wounded and load.owner == player and not load.carried_by and scene.lineup.force[load.id] in forces:
            carriers = _carriers(scene, [one for one in team if one.id != load.id] or scene.force_of(load), load)
            if carriers:
                yield f"Carry {name}", actions.Carry(carried=load.id, carriers=carriers)


def _carriers(scene: Scene, team: Team, load: Figure) -> tuple[int, ...]:
    """Return who of some figures would take up a load: as few as carry it at full speed; whoever is there, if none may.

    Whoever is there stands for all who may not, so that the refusal says why.
    """
    fit = [one for one in team if one.id != load.id and carrier_fault(scene.world, one, load) is None]
    far = strayed(scene.world, fit)
    beside = [one for one in fit if one not in far]
    for count in range(1, len(beside)):
        if burden(scene.world, beside[:count], [load]) == "full":
            return tuple(one.id for one in beside[:count])
    fit = fit if burden(scene.world, beside, [load]) == "none" else beside
    others = [one.id for one in team if one.id != load.id and able(scene.world, one)]
    return tuple(one.id for one in fit) or tuple(others[:1])


def _weapons(scene: Scene, team: Team) -> Found:
    """Yield weapons that lack crew and that free foot soldiers among the figures might serve (L2)."""
    for weapon in scene.state.figures:
        crew = [one for one in scene.state.figures if weapon.weapon and one.serves == weapon.id]
        force = {one.id for one in scene.force_of(crew[0])} if crew else set[int]()
        men = [one.id for one in team if movement.recruit(scene.world, one, force)]
        if men:
            kind = scene.world.charts.artillery[weapon.weapon]
            room = kind.crew - len(crew)
            if room > 0:
                yield f"Serve the {kind.title.lower()}", actions.Serve(weapon=weapon.id, figures=tuple(men[:room]))


def _ships(scene: Scene, team: Team) -> Found:
    """Yield ships to go aboard, and going ashore: for chosen figures, and with a chosen ship for all aboard (Q69)."""
    world = scene.world
    for ship in scene.state.figures:
        if world.kind(ship).race != "ship" or not any(one.owner == ship.owner for one in team):
            continue
        name = name_of(world, ship)
        all_aboard = [one for one in scene.state.figures if one.aboard == ship.id and able(world, one)]
        chosen = [one for one in all_aboard if one in team]
        aboard = chosen or (all_aboard if ship in team else [])
        if aboard:
            # As many as find room leave the ship; where nobody does, the point is the ship's own.
            points = movement.landing_spots(scene, ship, aboard, ship.point) or (ship.point,)
            figures = tuple(one.id for one in aboard[: len(points)])
            landing = actions.Board(ship=ship.id, figures=figures, ashore=points)
            few = f", {len(landing.figures)} of {len(aboard)}" if len(landing.figures) < len(aboard) else ""
            yield f"Go ashore from the {name.lower()}{few}", landing
        beside = [one for one in team if one.in_field and able(world, one) and near(one.point, ship.point, BESIDE_SHIP)]
        may = [one for one in beside if movement.boarding_fault(scene, ship, one) is None]
        if beside:
            figures = tuple(one.id for one in may or beside)
            room = max(1, movement.room_aboard(scene, ship))
            yield f"Board the {name.lower()}", actions.Board(ship=ship.id, figures=figures[:room])


def _gifts(scene: Scene, team: Team) -> Found:
    """Yield to whom a chosen holder of an item may give it (4)."""
    names = {item.id: item.name for item in scene.world.scenario.items}
    for holder in team:
        others = scene.force_of(holder) if holder.holds else ()
        for to in others:
            if to.id != holder.id and not to.weapon and scene.world.kind(to).character:
                name = names.get(holder.holds, holder.holds)
                if name.startswith(("A ", "An ", "The ")):
                    name = name[:1].lower() + name[1:]
                title = f"Give {name} to {name_of(scene.world, to)}"
                yield title, actions.HandOver(item=holder.holds, to=to.id)


def _towers(scene: Scene, team: Team) -> Found:
    """Yield going up into the tower of the place where the figures are, or down from it (K5)."""
    inside = {(one.inside, one.tower) for one in team}
    if len(inside) != 1 or not team[0].inside:
        return
    place = scene.world.place(team[0].inside)
    if place.tower is None:
        return
    name = place.tower.name or f"the tower of {place.name}"
    door = doors(scene.world, place)[0]
    paths = tuple((one.id, (door,)) for one in team)
    title = f"Come down from {name}" if team[0].tower else f"Man {name}"
    yield title, actions.Move(paths=paths, into=place.id, tower=not team[0].tower)
