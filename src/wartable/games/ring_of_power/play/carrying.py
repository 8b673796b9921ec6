"""Carrying: the wounded, captives, and whom those who flee take along (J3, J4, Q68)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

import msgspec

from wartable.engine.errors import Reason, demand
from wartable.games.ring_of_power.campaign import actions
from wartable.games.ring_of_power.campaign.agenda import Retreat
from wartable.games.ring_of_power.campaign.events import Changed
from wartable.games.ring_of_power.campaign.figures import Scene, able, burden, captive, captor, close, strayed
from wartable.games.ring_of_power.campaign.run import Run, name_of
from wartable.games.ring_of_power.campaign.state import Figure, RingState
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.play.hindrances import mine, reason, refuse
from wartable.games.ring_of_power.scenario import Point
from wartable.games.ring_of_power.special.conditions import fits
from wartable.games.ring_of_power.special.effects import hand_over
from wartable.games.ring_of_power.terrain.geometry import square


def left_alone(scene: Scene, prey: Figure) -> bool:
    """Whether a figure lies wounded in the field with nobody able to fight in its force (J4)."""
    return prey.wounded and prey.in_field and not any(able(scene.world, one) for one in scene.force_of(prey))


def capture_fault(world: World, state: RingState, prey: Figure) -> Reason | None:
    """Say why an enemy cannot be taken up as a captive; None when he can, also where his captors put him down."""
    name, scene = name_of(world, prey), Scene(world, state)
    if world.has(prey, "ethereal") or not any(fits(scene, who, prey) for who in world.scenario.captives):
        return reason("no_captive", f"The scenario does not let {name} be captured.", "J4, Q68")
    if not (left_alone(scene, prey) or (captive(world, state, prey) and not prey.carried_by)):
        return reason("not_alone", f"{name} is not wounded and left alone.", "J4")
    return None


def slay_the_abandoned(run: Run, player: int) -> None:
    """Slay wounded enemies who were left alone, where a player's figures have moved within an inch of them (J4)."""
    reach = run.world.constants.contact
    mine = [one for one in run.state.figures if one.owner == player and one.moved == run.state.turn]
    hunters = [one for one in mine if one.in_field and able(run.world, one)]
    scene = Scene(run.world, run.state)
    for prey in [one for one in run.state.figures if one.wounded and run.world.hostile(one.owner, player)]:
        hunter = next((one for one in hunters if close(run.world, one, prey, reach)), None)
        if hunter is not None and left_alone(scene, prey):
            slay(run, prey, hunter)


def slay(run: Run, prey: Figure, hunter: Figure) -> None:
    """Let somebody slay a wounded enemy, and take what he held."""
    _seize(run, prey, hunter)
    run.award("character_felled", hunter.owner, unit=prey.unit)
    run.remove([prey.id], "dead")


def _seize(run: Run, prey: Figure, by: Figure) -> None:
    if prey.holds:
        run.award("item_taken", by.owner)
        hand_over(run, prey.holds, by.id)


def check_carry(world: World, state: RingState, player: int, action: actions.Carry) -> None:
    """Raise `IllegalAction` where a player's figures may not take somebody up, or put him down (J3, Q68)."""
    team = mine(world, state, player, action.carriers)
    carried = state.by_id.get(action.carried)
    if carried is None:
        raise refuse("no_figure", f"There is no figure {action.carried} on the table.", "C1")
    _check_whose(world, state, player, carried)
    if not (action.carriers or carried.carried_by):
        raise refuse("not_carried", "Nobody carries this figure.", "J3")
    if carried.id in action.carriers:
        raise refuse("twice", "A figure is named twice; name each once.", "C1")
    if action.carriers and not carried.wounded:
        raise refuse("not_wounded", f"{name_of(world, carried)} is not wounded and walks.", "J3")
    for one in team:
        demand(carrier_fault(world, one, carried))
    if team:
        demand(_strayed_fault(world, team, carried))
        # Refuse a team one more to carry: each carries in one team only, and what it is strong enough for.
        others = tuple(loads_of(state, action.carriers, but=carried.id))
        if any(other.carried_by != action.carriers for other in others):
            raise refuse("busy", "Who carries somebody already takes up another only with the same carriers.", "J3")
        if burden(world, team, [carried, *others]) == "none":
            raise refuse("too_heavy", f"They are not strong enough to carry {name_of(world, carried)}.", "J3")


def _check_whose(world: World, state: RingState, player: int, carried: Figure) -> None:
    """Refuse to carry who is not a player's to carry: his own are, captives of his, and enemies who can be captured."""
    holder = captor(world, state.by_id, carried)
    if holder is None and world.hostile(carried.owner, player):
        demand(capture_fault(world, state, carried))
    elif holder is None:
        mine(world, state, player, (carried.id,))
    elif holder != player:
        raise refuse("captive", f"{name_of(world, carried)} is a captive; beat those who carry him.", "J4, Q68")


def carrier_fault(world: World, one: Figure, carried: Figure) -> Reason | None:
    """Say why a figure cannot take up another; None when it can, strong enough or not."""
    name = name_of(world, one)
    if not able(world, one):
        return reason("cannot_carry", f"{name} cannot carry anybody now.", "J3")
    if one.quarters != carried.quarters:
        where = f"{name} is not in the same walls, tower or ship as {name_of(world, carried)}, or in the open like him."
        return reason("cannot_carry", where, "J3")
    if world.settled.carry_by == "characters" and not world.kind(one).character:
        return reason("cannot_carry", f"{name} is no character; characters carry.", "J3, Q25")
    if not close(world, one, carried, world.constants.contact):
        return reason("too_far", f"{name} is more than 1 inch away from the one to be carried.", "J3")
    if one.in_field and world.ground.parted(one.point, [carried.point], water=True).any():
        return reason("cannot_carry", f"A wall or water lies between {name} and {name_of(world, carried)}.", "C10, C11")
    return None


def check_together(world: World, state: RingState, ends: Mapping[int, Point]) -> None:
    """Raise `IllegalAction` where those who carry somebody would not end together (J3)."""
    demand(next((fault for _, fault in partings(world, state, ends)), None))


def partings(world: World, state: RingState, ends: Mapping[int, Point]) -> Iterator[tuple[Figure, Reason]]:
    """Yield whom figures carry who would end away from each other, and how (J3)."""
    for load in loads_of(state, ends):
        if not set(load.carried_by) <= set(ends):
            yield load, reason("apart", f"All who carry {name_of(world, load)} go together.", "J3")
            continue
        spots = [(state.by_id[number], ends[number]) for number in load.carried_by]
        team = [msgspec.structs.replace(one, x=x, y=y) for one, (x, y) in spots]
        fault = _strayed_fault(world, team, load)
        if fault is not None:
            yield load, fault


def _strayed_fault(world: World, team: Sequence[Figure], load: Figure) -> Reason | None:
    for one in strayed(world, team):
        first, last, whom = (name_of(world, figure) for figure in (team[0], one, load))
        return reason("scattered", f"{first} and {last} would carry {whom} more than 1 inch apart.", "J3")
    return None


def check_loads(world: World, state: RingState, carriers: Collection[int]) -> None:
    """Raise `IllegalAction` for whom figures cannot carry any further this turn, as others have carried him (C1)."""
    for load in loads_of(state, carriers):
        if load.moved == state.turn:
            raise refuse("moved", f"{name_of(world, load)} has been carried this turn and goes no further.", "C1")


def loads_of(state: RingState, carriers: Collection[int], *, but: int = 0) -> Iterator[Figure]:
    """Yield whom any of these carry (J3)."""
    return (one for one in state.figures if one.carried_by and one.id != but and set(carriers) & set(one.carried_by))


def carry(run: Run, action: actions.Carry) -> None:
    """Let figures take somebody up, or put him down."""
    lead = run.present(action.carriers)[:1]
    load = run.figure(action.carried)
    names = run.names((load.id,))
    if lead and not load.carried_by and run.world.hostile(lead[0].owner, load.owner):
        # An enemy is carried off: what he held goes to the first who carries him; it is scored once.
        _seize(run, load, lead[0])
        if not load.captured:
            run.award("character_captured", lead[0].owner, unit=load.unit)
        run.alter([load.id], captured=True)
        run.say(Changed(figures=(load.id,), names=names, what="captured"))
    if lead:
        run.alter([load.id], carried_by=action.carriers, x=lead[0].x, y=lead[0].y)
    else:
        run.put_down([load.id])
    run.say(Changed(figures=(load.id,), names=names, what="carried" if action.carriers else "put_down"))


Load = tuple[int, tuple[int, ...], bool]
"""A wounded figure, those who carry it or would, and whether they do."""


def take_up(run: Run, fleeing: Sequence[int], wounded: Iterable[Figure]) -> None:
    """Let those who flee take up the wounded beside them, whoever holds an item or leads best first.

    Loads that only two can carry are left to their owner, who may carry before he retreats.
    """
    for load in sorted(wounded, key=lambda one: (not one.holds, -run.world.leadership(one), one.id)):
        bearers = _bearers(run.world, run.state, fleeing, load)
        if bearers:
            carry(run, actions.Carry(carried=load.id, carriers=bearers))


def loads(world: World, state: RingState, task: Retreat) -> Iterator[Load]:
    """Yield the wounded whom those who flee carry or could carry."""
    for one in state.figures:
        if one.carried_by and set(one.carried_by) <= set(task.figures):
            yield one.id, one.carried_by, True
        elif one.wounded and one.in_field and one.owner == task.player:
            bearers = _bearers(world, state, task.figures, one)
            if bearers:
                yield one.id, bearers, False


def _bearers(world: World, state: RingState, fleeing: Sequence[int], load: Figure) -> tuple[int, ...]:
    """Return who takes a wounded figure up: the nearest who is free, else who carries already and bears one more.

    A man carries two hobbits (Q25). Empty where nobody can.
    """
    there = (state.by_id[number] for number in fleeing if number in state.by_id)
    fit = [one for one in there if one.owner == load.owner and not one.serves and not carrier_fault(world, one, load)]
    nearest = sorted(fit, key=lambda one: (square(one.point, load.point), one.id))
    laden = {one.id: tuple(loads_of(state, (one.id,))) for one in nearest}
    for one in sorted(nearest, key=lambda one: bool(laden[one.id])):
        alone = all(other.carried_by == (one.id,) for other in laden[one.id])
        if alone and burden(world, [one], [load, *laden[one.id]]) != "none":
            return (one.id,)
    return ()
