"""What figures do beside moving: carry the wounded, take over weapons, go aboard, hand over, dismount, proclaim."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from wartable.engine.errors import Reason
from wartable.engine.values import Action
from wartable.games.ring_of_power.campaign import actions
from wartable.games.ring_of_power.campaign.events import Changed
from wartable.games.ring_of_power.campaign.figures import able, burden, captor, close, near, strayed, up
from wartable.games.ring_of_power.campaign.groups import Scene
from wartable.games.ring_of_power.campaign.run import Run, name_of
from wartable.games.ring_of_power.campaign.state import Figure, RingState
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.play.captives import capture, capture_fault
from wartable.games.ring_of_power.play.reasons import reason
from wartable.games.ring_of_power.scenario import Point
from wartable.games.ring_of_power.special.effects import hand_over


def mine(world: World, state: RingState, player: int, numbers: tuple[int, ...]) -> tuple[Figure, ...] | Reason:
    """Return figures that a player moves now, or why he does not: unknown, another's, lent away, or named twice."""
    if len(set(numbers)) < len(numbers):
        return reason("twice", "A figure is named twice; name each once.", "C1")
    for number in numbers:
        figure = state.by_id.get(number)
        if figure is None:
            return reason("no_figure", f"There is no figure {number} on the table.", "C1")
        if (figure.lent_to if figure.lent_to >= 0 else figure.owner) != player:
            whose = world.scenario.players.get(world.players[figure.owner])
            name = whose.name if whose else "the wild"
            return reason("not_yours", f"{name_of(world, figure)} belongs to {name}; move your own figures.", "C1")
    return tuple(state.by_id[number] for number in numbers)


def explain(world: World, state: RingState, player: int, action: Action) -> Reason | None:
    """Say why a player may not do this during his movement; None when he may."""
    return _EXPLAIN[type(action)](world, state, player, action)


def perform(run: Run, action: Action) -> None:
    """Do a legal action."""
    _DO[type(action)](run, action)


# Carrying, by J3.


def carry_fault(world: World, state: RingState, player: int, action: actions.Carry) -> Reason | None:
    """Say why a player's figures may not take somebody up, or put him down; None when they may (J3, Q68)."""
    team = mine(world, state, player, action.carriers)
    carried = state.by_id.get(action.carried)
    if isinstance(team, Reason):
        return team
    if carried is None:
        return reason("no_figure", f"There is no figure {action.carried} on the table.", "C1")
    fault = _whose(world, state, player, carried)
    if fault is not None or not action.carriers:
        return fault or (None if carried.carried_by else reason("not_carried", "Nobody carries this figure.", "J3"))
    if carried.id in action.carriers:
        return reason("twice", "A figure is named twice; name each once.", "C1")
    if not carried.wounded:
        return reason("not_wounded", f"{name_of(world, carried)} is not wounded and walks.", "J3")
    fault = next((f for f in (carrier_fault(world, one, carried) for one in team) if f), None)
    return fault or _strayed_fault(world, team, carried) or _load_fault(world, state, action, carried, list(team))


def _whose(world: World, state: RingState, player: int, carried: Figure) -> Reason | None:
    """Say why a figure is not a player's to carry: his own are, captives of his, and enemies who can be captured."""
    holder = captor(world, state.by_id, carried)
    if holder is not None:
        free = f"{name_of(world, carried)} is a captive; beat those who carry him."
        return None if holder == player else reason("captive", free, "J4, Q68")
    if world.hostile(carried.owner, player):
        return capture_fault(world, state, carried)
    own = mine(world, state, player, (carried.id,))
    return own if isinstance(own, Reason) else None


def _load_fault(
    world: World, state: RingState, action: actions.Carry, carried: Figure, carriers: list[Figure]
) -> Reason | None:
    """Say why a team cannot take up one more: each carries in one team only, and what it is strong enough for."""
    others = tuple(loads_of(state, action.carriers, but=carried.id))
    if any(other.carried_by != action.carriers for other in others):
        return reason("busy", "Who carries somebody already takes up another only with the same carriers.", "J3")
    if burden(world, carriers, [carried, *others]) == "none":
        return reason("too_heavy", f"They are not strong enough to carry {name_of(world, carried)}.", "J3")
    return None


def carrier_fault(world: World, one: Figure, carried: Figure) -> Reason | None:
    """Say why a figure cannot take up another; None when it can, strong enough or not."""
    name = name_of(world, one)
    if not up(world, one):
        return reason("cannot_carry", f"{name} cannot carry anybody now.", "J3")
    if one.quarters != carried.quarters:
        where = f"{name} is not in the same walls, tower or ship as {name_of(world, carried)}, or in the open like him."
        return reason("cannot_carry", where, "J3")
    if world.settled.carry_by == "characters" and not world.kind(one).character:
        return reason("cannot_carry", f"{name} is no character; characters carry.", "J3, Q25")
    if not close(world, one, carried, world.constants.contact):
        return reason("too_far", f"{name} is more than 1 inch away from the one to be carried.", "J3")
    return None


def scattered(world: World, state: RingState, ends: Mapping[int, Point]) -> Reason | None:
    """Say whose carriers would not end together; None when all would (J3)."""
    return next((fault for _, fault in partings(world, state, ends)), None)


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


def loads_of(state: RingState, carriers: Collection[int], *, but: int = 0) -> Iterator[Figure]:
    """Yield whom any of these carry (J3)."""
    return (one for one in state.figures if one.carried_by and one.id != but and set(carriers) & set(one.carried_by))


def carry(run: Run, action: actions.Carry) -> None:
    """Let figures take somebody up, or put him down."""
    lead = run.present(action.carriers)[:1]
    load = run.figure(action.carried)
    if lead and not load.carried_by and run.world.hostile(lead[0].owner, load.owner):
        capture(run, load, lead[0].id)
    if lead:
        run.alter([load.id], carried_by=action.carriers, x=lead[0].x, y=lead[0].y)
    else:
        run.put_down([load.id])
    run.say(Changed(figures=(action.carried,), what="carried" if action.carriers else "put_down"))


# Weapons, by L2.


def _serve_fault(world: World, state: RingState, player: int, action: actions.Serve) -> Reason | None:
    team = mine(world, state, player, (action.weapon, *action.figures))
    if isinstance(team, Reason):
        return team
    weapon, *recruits = team
    if not weapon.weapon:
        return reason("no_weapon", f"{name_of(world, weapon)} is no weapon.", "L2")
    crew = [one for one in state.figures if one.serves == weapon.id]
    room = world.charts.artillery[weapon.weapon].crew - len(crew)
    if not any(one.original for one in crew):
        return reason("no_crew", "None of the weapon's first crew is left to show others how.", "L2")
    if not recruits or len(recruits) > room:
        return reason("crew_full", f"There is room for {room} more men at this weapon.", "L2")
    force = {one.id for one in Scene(world, state).force_of(crew[0])}
    wrong = next((one for one in recruits if not recruit(world, one, force)), None)
    if wrong is None:
        return None
    return reason("no_recruit", f"{name_of(world, wrong)} is no free foot soldier of the crew's force.", "L2")


def recruit(world: World, one: Figure, force: set[int]) -> bool:
    """Whether a figure may take the place of lost crew: a free foot soldier of the crew's force (L2)."""
    kind = world.kind(one)
    free = able(world, one) and not one.serves and not one.mounted and not kind.character
    return free and one.id in force


def _serve(run: Run, action: actions.Serve) -> None:
    run.alter(action.figures, serves=action.weapon, original=False)
    crew = [one for one in run.state.figures if one.serves == action.weapon]
    full = run.world.charts.artillery[run.figure(action.weapon).weapon].crew
    if len(crew) == full:
        run.alter([action.weapon], broken=False)


# Ships, by Q69.


def _board_fault(world: World, state: RingState, player: int, action: actions.Board) -> Reason | None:
    team = mine(world, state, player, (action.ship, *action.figures))
    if isinstance(team, Reason):
        return team
    ship, *figures = team
    if world.kind(ship).race != "ship":
        return reason("no_ship", f"{name_of(world, ship)} is no ship.", "Q69")
    if not figures:
        return reason("nobody", "Name the figures that go aboard or ashore.", "Q69")
    lying = next((one for one in figures if one.wounded or one.carried_by), None)
    if lying is not None:
        text = f"{name_of(world, lying)} goes aboard and ashore only with those who carry him; name them."
        return reason("wounded", text, "C16, J3")
    return (
        _ashore_fault(world, state, ship, figures, action)
        if action.ashore
        else _aboard_fault(world, state, ship, figures)
    )


def _aboard_fault(world: World, state: RingState, ship: Figure, figures: list[Figure]) -> Reason | None:
    aboard = sum(one.aboard == ship.id for one in state.figures)
    room = world.kind(ship).capacity - aboard
    loads = sum(1 for _ in loads_of(state, [one.id for one in figures]))
    if len(figures) + loads > room:
        return reason("ship_full", f"The ship has room for {room} more, with those who are carried.", "Q69")
    for one in figures:
        name = name_of(world, one)
        if one.aboard or one.inside or one.weapon:
            return reason("cannot_board", f"{name} cannot go aboard from where it is.", "Q69")
        if one.moved == state.turn:
            return reason("moved", f"{name} has moved this turn.", "C1")
        if not near(one.point, ship.point, world.constants.contact + world.charts.movement["ship"].radius):
            return reason("too_far", f"{name} is more than 1 inch away from the ship.", "Q69")
    return scattered(world, state, {one.id: one.point for one in figures})


def _ashore_fault(
    world: World, state: RingState, ship: Figure, figures: list[Figure], action: actions.Board
) -> Reason | None:
    if len(action.ashore) != len(figures):
        return reason("points", f"{len(figures)} figures need {len(figures)} points ashore.", "Q69")
    taken = {one.point for one in state.figures if one.in_field}
    for one, point in zip(figures, action.ashore, strict=True):
        if one.aboard != ship.id:
            return reason("not_aboard", f"{name_of(world, one)} is not aboard.", "Q69")
        row = world.charts.terrain[world.ground.kind(point)]
        if row.ground in {"impassable", "crossing"} or point in taken:
            return reason("no_footing", f"Nobody can stand at {point}.", "Q69")
        if not near(point, ship.point, world.constants.contact + world.charts.movement["ship"].radius):
            return reason("too_far", "Figures land within 1 inch of the ship.", "Q69")
    return scattered(world, state, dict(zip(action.figures, action.ashore, strict=True)))


def _board(run: Run, action: actions.Board) -> None:
    ship = run.figure(action.ship)
    turn = run.state.turn
    if action.ashore:
        pairs = zip(run.present(action.figures), action.ashore, strict=True)
        run.put([msgspec.structs.replace(one, aboard=0, x=p[0], y=p[1], moved=turn) for one, p in pairs])
    else:
        run.alter(action.figures, aboard=ship.id, x=ship.x, y=ship.y, moved=turn, disturbed=turn)
    run.bring_along(action.figures)
    run.alter([load.id for load in loads_of(run.state, action.figures)], disturbed=turn)
    run.say(Changed(figures=action.figures, what="ashore" if action.ashore else "aboard"))


# Items, mounts and flags.


def _hand_over_fault(world: World, state: RingState, player: int, action: actions.HandOver) -> Reason | None:
    holder = next((one for one in state.figures if one.holds == action.item), None)
    if holder is None:
        return reason("no_item", f"Nobody on the table holds {action.item}.", "4")
    team = mine(world, state, player, (holder.id, action.to))
    if isinstance(team, Reason):
        return team
    to = team[1]
    if not world.kind(to).character or to.wounded:
        return reason("no_bearer", f"{name_of(world, to)} cannot bear it; give it to an unwounded character.", "4")
    if to not in Scene(world, state).force_of(holder):
        return reason("too_far", f"{name_of(world, to)} is not in the holder's force.", "4")
    return None


def _hand_over(run: Run, action: actions.HandOver) -> None:
    hand_over(run, action.item, action.to)


def _dismount_fault(world: World, state: RingState, player: int, action: actions.Dismount) -> Reason | None:
    team = mine(world, state, player, action.figures)
    if isinstance(team, Reason):
        return team
    standing = next((one for one in team if not one.mounted), None)
    if standing is not None or not team:
        return reason("on_foot", "Name figures that ride.", "A8")
    return None


def _dismount(run: Run, action: actions.Dismount) -> None:
    run.alter(action.figures, mounted=False)
    run.say(Changed(figures=action.figures, what="dismounted"))


def _proclaim_fault(world: World, state: RingState, player: int, action: actions.Proclaim) -> Reason | None:
    open_to = [one.flag for one in world.scenario.triggers if world.players[player] in one.declared_by]
    if action.flag not in open_to:
        known = ", ".join(open_to) or "nothing"
        return reason("no_flag", f"You may proclaim {known}, not {action.flag}.", "4")
    if action.flag in dict(state.flags) or action.flag in state.proclaimed:
        return reason("flag_up", f"{action.flag} has been proclaimed already.", "4")
    return None


def _proclaim(run: Run, action: actions.Proclaim) -> None:
    run.change(proclaimed=(*run.state.proclaimed, action.flag))


_EXPLAIN: Mapping[type, Callable[[World, RingState, int, Any], Reason | None]] = {
    actions.Carry: carry_fault,
    actions.Serve: _serve_fault,
    actions.Board: _board_fault,
    actions.HandOver: _hand_over_fault,
    actions.Dismount: _dismount_fault,
    actions.Proclaim: _proclaim_fault,
}
_DO: Mapping[type, Callable[[Run, Any], None]] = {
    actions.Carry: carry,
    actions.Serve: _serve,
    actions.Board: _board,
    actions.HandOver: _hand_over,
    actions.Dismount: _dismount,
    actions.Proclaim: _proclaim,
}
BESIDE = tuple(_DO)
"""The kinds of actions that this module is for."""
