"""The turn: what happens at its start, who arrives, beasts that run amok, and how it ends (B, Q70)."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin

import msgspec

from wartable.engine.chance import Draw
from wartable.games.ring_of_power.campaign import agenda, deployment
from wartable.games.ring_of_power.campaign.events import Arrived, Changed, Moved, TurnBegan
from wartable.games.ring_of_power.campaign.figures import Scene, captor, enemies_of, pace_for
from wartable.games.ring_of_power.campaign.run import Asked, Run, asked
from wartable.games.ring_of_power.campaign.state import Away, Ending, Figure, RingState
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.charts import mil
from wartable.games.ring_of_power.play import garrisons
from wartable.games.ring_of_power.play.moving import surroundings
from wartable.games.ring_of_power.scenario import AMOK, Arrival, Place
from wartable.games.ring_of_power.special.conditions import holds
from wartable.games.ring_of_power.special.effects import end, raise_flag
from wartable.games.ring_of_power.terrain.plans import Path, Plan, shortened, stopped

DEGREES = 360
STEPS = 40


def loose(world: World, state: RingState) -> tuple[Figure, ...]:
    """Return the beasts without crew that have not run this turn."""
    owner = world.index.get(AMOK)
    return tuple(one for one in state.figures if one.owner == owner and one.in_field and one.moved < state.turn)


def wanted(world: World, state: RingState, _task: agenda.Amok) -> Draw | None:
    """Return the direction to be drawn for the next beast."""
    return Draw("amok", DEGREES) if loose(world, state) else None


def run_amok(run: Run, task: agenda.Amok, degrees: int) -> None:
    """Let a beast run as far as it gets in a direction, into contact with whoever is there; then the next one."""
    beast = loose(run.world, run.state)[0]
    run.push(task)
    run.alter([beast.id], moved=run.state.turn)
    pace = pace_for(run.world, beast)
    who = surroundings(Scene(run.world, run.state), beast.owner, [beast])
    for step in range(STEPS, 0, -1):
        length = pace.fastest * step // STEPS
        angle = radians(degrees)
        path: Path = (beast.point, (round(beast.x + length * cos(angle)), round(beast.y + length * sin(angle))))
        path = stopped(path, who) if who.contact_move == "stop" else path
        way = shortened(run.world.ground, pace, path, who)
        if isinstance(way, Plan):
            run.alter([beast.id], x=way.end[0], y=way.end[1])
            run.say(Moved(player=beast.owner, paths=((beast.id, way.points),), names=run.names([beast.id])))
            return


def begin_turn(run: Run, _: agenda.BeginTurn) -> None:
    """Look for victory; then count the turn and put its steps on the agenda (B1 to B4)."""
    if garrisons.decide(run, "turn_start"):
        return
    turn = run.state.turn + 1
    run.change(turn=turn, phase="turn_start", mover=-1, doubled=())
    run.change(closed=tuple(one for one in run.state.closed if one.until >= turn))
    run.say(TurnBegan(turn=turn))
    # Those go whose time is over, and those who were lent are given back.
    run.remove([figure.id for figure in run.state.figures if figure.leaves == turn], "left")
    run.alter([figure.id for figure in run.state.figures if figure.lent_to >= 0], lent_to=-1)
    _bring_back(run)
    _heal(run)
    _raise_flags(run)
    arrivals = [one for one in run.world.scenario.arrivals if due(run.state, one)]
    arrivals.sort(key=lambda one: run.world.index[one.player])  # (B5)
    run.push(agenda.Hooked("turn_start"), *(agenda.Arrive(one.id) for one in arrivals), *steps(run.world))


def steps(world: World) -> tuple[agenda.Task, ...]:
    """Return the steps of a turn after its start: all players move and then all fight, or each does both (B2, Q4)."""
    players = [world.index[player] for player in world.scenario.order]
    if world.settled.turn_structure == "phases":
        moves = [agenda.Amok(), *(task for player in players for task in movement_steps(player))]
        declare = [agenda.Declare(player) for player in players]
        return (*moves, agenda.Hooked("combat_start"), *declare, agenda.FindCombats(), agenda.EndCombat())
    tasks: list[agenda.Task] = [agenda.Amok()]
    for player in players:
        tasks += [*movement_steps(player), agenda.Hooked("combat_start"), agenda.Declare(player)]
        tasks += [agenda.FindCombats(), agenda.EndCombat(last=player == players[-1])]
    return tuple(tasks)


def movement_steps(player: int) -> tuple[agenda.Task, ...]:
    """Return the steps of one player's movement (C)."""
    return (
        agenda.Spot(player),
        agenda.Hooked("movement_start", player),
        agenda.Movement(player),
        agenda.EndMovement(player),
        agenda.Hooked("movement_end", player),
    )


def _bring_back(run: Run) -> None:
    """Let the dispersed take form again where the scenario says, and those who left for a while (J6).

    They wait as long as an enemy holds the place, or there is no room for them.
    """
    due = [away for away in run.state.away if away.back == run.state.turn]
    barred = [away for away in due if _barred(run, away)]
    others = [away for away in run.state.away if away.back != run.state.turn]
    run.change(away=(*others, *(_waiting(run, away) for away in barred)))
    for away in (one for one in due if one not in barred):
        fresh = msgspec.structs.replace(
            away.figure, moved=0, fought=0, still_until=0, found=0, wounded=False,
            inside="", tower=False, aboard=0, serves=0, carried_by=(),
        )  # fmt: skip
        arrive_at(run, [fresh], run.world.place(away.at), fresh.owner)
        if fresh.id not in run.state.by_id:
            run.change(away=(*run.state.away, _waiting(run, away)))


def _waiting(run: Run, away: Away) -> Away:
    return msgspec.structs.replace(away, back=run.state.turn + 1)


def _barred(run: Run, away: Away) -> bool:
    """Whether an enemy holds the place at which a figure would return, or is within its walls."""
    at = run.world, run.state, away.at, run.world.sides[away.figure.owner]
    return garrisons.enemy_holds(*at) or bool(garrisons.enemies_inside(*at, tower=False))


def _heal(run: Run) -> None:
    """Heal those who have rested at a place of healing for a full turn; note who has not (J5, Q67)."""
    scene = Scene(run.world, run.state)
    last = run.state.turn - 1
    resting = _resting(scene)
    healed = [f.id for f in run.state.figures if f.wounded and f.id in resting and f.disturbed < last]
    restless = [f.id for f in run.state.figures if f.wounded and f.id not in resting]
    run.alter(restless, disturbed=last)
    if healed:
        run.alter(healed, wounded=False)
        run.put_down(number for number in healed if run.figure(number).carried_by)
        run.say(Changed(figures=tuple(healed), names=run.names(healed), what="healed"))


def _resting(scene: Scene) -> frozenset[int]:
    """Return the figures at places of healing that their side holds."""
    found: set[int] = set()
    for place in scene.world.scenario.places:
        if place.healing:
            side = scene.state.holder.get(place.id)
            inside = (scene.state.by_id[number] for number in scene.lineup.within(place.id))
            own = (one for one in inside if scene.world.sides[one.owner] == side)
            found |= {one.id for one in own if captor(scene.world, scene.state.by_id, one) is None}
    return frozenset(found)


def _raise_flags(run: Run) -> None:
    """Raise the flags that were proclaimed, and those whose condition holds."""
    for trigger in run.world.scenario.triggers:
        called = trigger.flag in run.state.proclaimed
        if called or (trigger.condition is not None and holds(Scene(run.world, run.state), trigger.condition)):
            raise_flag(run, trigger.flag)
    run.change(proclaimed=())


def due(state: RingState, arrival: Arrival, turn: int | None = None) -> bool:
    """Whether an arrival is due in a turn (the one that is played, if none is given)."""
    now = state.turn if turn is None else turn
    raised = dict(state.flags)
    if arrival.unless in raised or (arrival.flag and arrival.flag not in raised):
        return False
    first = raised[arrival.flag] + arrival.delay if arrival.flag else arrival.turn
    if arrival.until and now > arrival.until:
        return False
    return now >= first and (now - first) % arrival.every == 0 if arrival.every else now == first


def open_places(world: World, state: RingState, arrival: Arrival) -> tuple[Place, ...]:
    """Return the places at which an arrival can be put, in the order the scenario lists them (B5, B6, Q65)."""
    side = world.scenario.side_of[arrival.player]
    found = tuple(place for key in arrival.at if garrisons.controlled(world, state, place := world.place(key), side))
    if world.settled.arrive_by == "side":
        return found
    player = world.index[arrival.player]
    return tuple(
        place for place in found if place.kind == "edge" or not garrisons.held_by_allies(world, state, place, player)
    )


def landing(world: World, state: RingState, task: agenda.Arrive) -> Asked | None:
    """Ask the player where his figures arrive, if there is a choice."""
    arrival = arrival_of(world, task)
    several = len(open_places(world, state, arrival)) > 1
    return asked(world, state, world.index[arrival.player]) if several else None


def arrival_of(world: World, task: agenda.Arrive) -> Arrival:
    """Return the arrival that a task is about."""
    return next(one for one in world.scenario.arrivals if one.id == task.arrival)


def arrive(run: Run, task: agenda.Arrive) -> None:
    """Put an arrival at the only place that is open to it; it is lost where there is none (B5)."""
    arrival = arrival_of(run.world, task)
    places = open_places(run.world, run.state, arrival)
    if places:
        land(run, arrival, places[0])
        return
    lost = sum(group.count for group in arrival.groups)
    run.say(Arrived(player=run.world.index[arrival.player], figures=(), names=(), lost=lost))


def land(run: Run, arrival: Arrival, place: Place) -> None:
    """Make the figures of an arrival and put them at a place; twice as many if a rule has doubled them."""
    owner = run.world.index[arrival.player]
    made: list[Figure] = []
    for _ in range(1 + run.state.doubled.count(owner)):
        for group in arrival.groups:
            made += deployment.made_of(run.world, group, owner, run.state.next_id + len(made))
    arrive_at(run, made, place, owner)


def arrive_at(run: Run, made: list[Figure], place: Place, owner: int) -> None:
    """Put figures into the garrison of a place, or on free ground around it; who finds no room is lost (B7)."""
    world = run.world
    stood: list[Figure] = []
    if place.walled:
        stood = [deployment.garrisoned(world, figure, place.id) for figure in made]
    else:
        taken = [figure.point for figure in run.state.figures if figure.in_field]
        enemies = [enemy.point for enemy in enemies_of(world, run.state, owner)]
        for team in _by_water(world, deployment.embarked(world, made)):
            around = deployment.around_middle(world, place.centre, team, taken, enemies)
            points = [point for point in around if world.distance(place.id, point) <= mil(world.constants.arrival)]
            stood += deployment.on_points(team, points)
            taken += points
        stood.sort(key=lambda figure: figure.id)
    run.add(stood)
    if place.walled and stood:
        garrisons.slay_helpless(run, place, world.sides[owner])
    ids = tuple(figure.id for figure in stood)
    run.say(Arrived(player=owner, figures=ids, names=run.names(ids), at=place.id, lost=len(made) - len(stood)))


def _by_water(world: World, made: Sequence[Figure]) -> list[list[Figure]]:
    """Return figures that arrive together apart: ships with those aboard, who need water, and all others."""
    ships = {one.id for one in made if world.kind(one).race == "ship"}
    parts: tuple[list[Figure], list[Figure]] = ([], [])
    for one, bearer in zip(made, deployment.borne(made), strict=True):
        parts[bearer.id not in ships].append(one)
    return [part for part in parts if part]


def end_combat(run: Run, task: agenda.EndCombat) -> None:
    """Close a combat phase: control, victory; after a turn's last the next turn, or the end (B3, B6, Q66)."""
    garrisons.update_control(run)
    if garrisons.decide(run, "immediate") or not task.last:
        return
    if run.state.turn < run.world.last_turn:
        run.push(agenda.BeginTurn())
    elif not (garrisons.decide(run, "turn_start") or garrisons.decide(run, "time_out")):
        end(run, Ending("", "draw", "The last turn is over."))
