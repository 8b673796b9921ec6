"""Places: who is in them and who holds them; going in and out, what that is worth, and the verdict (B3, B6, K)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from wartable.games.ring_of_power.campaign.actions import Assault
from wartable.games.ring_of_power.campaign.deployment import garrisoned
from wartable.games.ring_of_power.campaign.events import PlaceTaken
from wartable.games.ring_of_power.campaign.figures import Scene, able, captive, enemies_of, radius
from wartable.games.ring_of_power.campaign.run import Run
from wartable.games.ring_of_power.campaign.state import Ending, Figure, RingState
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.charts import mil
from wartable.games.ring_of_power.play.carrying import slay
from wartable.games.ring_of_power.scenario import AMOK, Place, Point, Verdict
from wartable.games.ring_of_power.special.conditions import holds
from wartable.games.ring_of_power.special.effects import end


def go_inside(run: Run, figures: Collection[int], place: Place, *, tower: bool = False) -> None:
    """Put figures of one side into a garrison, or the tower, with whom they carry; their weapons stay outside."""
    for side in {run.world.sides[one.owner] for one in run.present(figures)}:
        slay_helpless(run, place, side)
    put_inside(run, figures, place.id, tower=tower)


def room(world: World, state: RingState, place: Place, *, above: bool, but: Collection[Figure] = ()) -> int:
    """Return for how many more army figures a tower has room; some, with whom they carry, leave theirs free (K5)."""
    leaving = {one.id for one in _with_loads(state, but)}
    there = (one for one in state.figures if one.inside == place.id and one.tower == above and one.id not in leaving)
    return max(0, (place.tower.armies if place.tower else 0) - _armies(world, there))


def with_room(run: Run, figures: Sequence[Figure], place: Place) -> list[Figure]:
    """Return who of those that walk in finds room: a place that is a tower takes so many army figures only (K5)."""
    if place.kind != "tower":
        return list(figures)
    going: list[Figure] = []
    left = room(run.world, run.state, place, above=False)
    for one in figures:
        armies = armies_of(run.world, run.state, (one,))
        if armies <= left:
            going.append(one)
            left -= armies
    return going


def armies_of(world: World, state: RingState, team: Collection[Figure]) -> int:
    """Return how many army figures some are, with whom they carry and who rides on them."""
    return _armies(world, _with_loads(state, team))


def _armies(world: World, figures: Iterable[Figure]) -> int:
    return sum(not (one.weapon or world.kind(one).character) for one in figures)


def _with_loads(state: RingState, team: Collection[Figure]) -> list[Figure]:
    ids = {one.id for one in team}
    return [one for one in state.figures if ids.intersection((one.id, one.aboard, *one.carried_by))]


def put_inside(run: Run, figures: Collection[int], place: str, *, tower: bool | None = None) -> None:
    """Put figures into a garrison or its tower, each where it was before if `tower` is None; nobody is slain by it."""
    team = run.present(figures)
    run.put([garrisoned(run.world, one, place, tower=one.tower if tower is None else tower) for one in team])
    run.bring_along(figures)
    run.leave_weapons(figures)


def slay_helpless(run: Run, place: Place, side: str) -> None:
    """Remove what cannot fight of a side's enemies inside a place that it takes or enters (J4, K4, L).

    These are their wounded who are no captives, and weapons that nobody of theirs serves any more; a tower in which
    others of them hold out protects those in it. What the wounded held goes to whoever is first in the place.
    """
    inside = [one for one in run.state.figures if one.inside == place.id]
    enemies = [one for one in inside if run.world.scenario.hostile(run.world.sides[one.owner], side)]
    held = {one.tower for one in enemies if able(run.world, one)}
    lost = [one for one in enemies if one.tower not in held and not captive(run.world, run.state, one)]
    taker = _first_in(run, place, side) if lost else None
    for one in lost:
        if taker is None or one.weapon:
            run.remove([one.id], "dead")
        else:
            slay(run, one, taker)


def _first_in(run: Run, place: Place, side: str) -> Figure | None:
    """Return who of a side is first in a place that it takes: near its walls a character, else whoever is nearest."""
    world, near = run.world, mil(run.world.constants.engage)
    fit = [one for one in run.state.figures if world.sides[one.owner] == side and able(world, one) and not one.aboard]
    far = {one.id: world.distance(place.id, one.point) for one in fit}
    return min(
        fit, key=lambda one: (far[one.id] > near, not world.kind(one).character, far[one.id], one.id), default=None
    )


def enemies_inside(
    world: World, state: RingState, place: str, side: str, *, tower: bool | None = None
) -> tuple[Figure, ...]:
    """Return a side's enemies within a place who can fight: those in its tower, or around it, where `tower` says so.

    Who is around it holds the place against those in the tower (K6), and keeps others from joining a garrison.
    """
    there = (one for one in state.figures if one.inside == place and tower in {None, one.tower} and able(world, one))
    return tuple(one for one in there if world.scenario.hostile(world.sides[one.owner], side))


def doors(world: World, place: Place) -> tuple[Point, ...]:
    """Return the points by which one goes in and out of a place: its gates, or four sides of a place without any."""
    if place.gates:
        return place.gates
    west, south, east, north = (round(edge) for edge in world.shape(place.id).bounds)
    x, y = place.centre
    return (x, north), (east, y), (x, south), (west, y)


def enemy_near(world: World, state: RingState, place: Place, player: int) -> bool:
    """Whether an enemy in the field is near enough for a sally (K6)."""
    reach = mil(world.constants.sortie)
    return any(
        world.within(place.id, enemy.point, reach + radius(world, enemy)) for enemy in enemies_of(world, state, player)
    )


def held_in_tower(world: World, state: RingState, one: Figure) -> bool:
    """Whether a figure in a tower can leave it only by a sally: enemies are in the place, or within 2 inches (K6)."""
    place = world.place(one.inside)
    around = enemies_inside(world, state, place.id, world.sides[one.owner], tower=False)
    return bool(around) or enemy_near(world, state, place, one.owner)


def update_control(run: Run) -> None:
    """Let places change hands that hold an enemy able to fight and nobody of their owner's side (B6)."""
    scene = Scene(run.world, run.state)
    for place in run.world.scenario.places:
        holder = run.state.holder.get(place.id, "")
        taker = _taker(scene, place, holder)
        if taker:
            slay_helpless(run, place, taker)
            take(run, place, taker)


def _taker(scene: Scene, place: Place, holder: str) -> str:
    """Return the side that takes a place, or an empty string."""
    if place.kind == "edge":
        return ""
    world, state = scene.world, scene.state
    there = (state.by_id[number] for number in sorted(scene.lineup.within(place.id)))
    present = Counter(world.sides[one.owner] for one in there if able(world, one))
    del present[AMOK]
    if present[holder] or not present:
        return ""
    above = (one for one in state.figures if one.tower and one.inside == place.id)
    if place.tower and place.tower.keeps_control and any(world.kind(one).character for one in above):
        return ""
    foes = {side: count for side, count in present.items() if not holder or world.scenario.hostile(side, holder)}
    return max(foes, key=lambda side: foes[side], default="")


def take(run: Run, place: Place, side: str, by: int | None = None) -> None:
    """Give a place to a side, and status points to whom they are due; `by` took it if nobody has gone inside."""
    before = run.state.holder.get(place.id, "")
    if before == side:
        return
    control = {**run.state.holder, place.id: side}
    run.change(control=tuple(control.items()))
    run.say(PlaceTaken(place=place.id, by=side, before=before))
    # The player with the most figures in it, else who took it where nobody has gone inside.
    there = run.present(sorted(Scene(run.world, run.state).lineup.within(place.id)))
    here = Counter(one.owner for one in there if run.world.sides[one.owner] == side)
    taker = here.most_common(1)[0][0] if here else by
    if taker is not None:
        run.award("place_taken", taker, place=place.id)
        if place.base and place.base != side:
            run.award("base_taken", taker, place=place.id)
    if place.home_of in run.world.index and run.world.scenario.side_of[place.home_of] == before:
        run.award("home_lost", run.world.index[place.home_of], place=place.id)


def enemy_holds(world: World, state: RingState, place: str, side: str) -> bool:
    """Whether an enemy of a side holds a place."""
    holder = state.holder.get(place, "")
    return bool(holder) and world.scenario.hostile(holder, side)


def controlled(world: World, state: RingState, place: Place, side: str) -> bool:
    """Whether reinforcements of a side may arrive at a place: an edge is open unless an enemy is near it (B6)."""
    if place.kind != "edge":
        return state.holder.get(place.id) == side and not enemies_inside(world, state, place.id, side, tower=False)
    near = mil(world.constants.edge_guard)
    return state.holder.get(place.id) in {side, ""} and not any(
        able(world, figure) and figure.in_field and world.within(place.id, figure.point, near)
        for figure in state.figures
        if world.scenario.hostile(world.sides[figure.owner], side)
    )


def held_by_allies(world: World, state: RingState, place: Place, player: int) -> bool:
    """Whether a player's allies stand at a place, able to fight, and nobody of his own does (Q65)."""
    here = Scene(world, state).lineup.within(place.id)
    fit = {one.owner for one in state.figures if one.id in here and able(world, one)}
    allies = {owner for owner in fit if world.sides[owner] == world.sides[player]}
    return bool(allies) and player not in allies


def decide(run: Run, when: str) -> bool:
    """End the campaign if a verdict of this kind holds; say whether it did."""
    if run.state.ending is not None:
        return True
    verdict = verdict_of(run.world, run.state, when)
    if verdict is not None:
        end(run, Ending(verdict.winner, verdict.grade, verdict.sentence))
    return verdict is not None


def verdict_of(world: World, state: RingState, when: str) -> Verdict | None:
    """Return the first verdict of a kind that holds."""
    scene = Scene(world, state)
    return next((one for one in world.scenario.victory if one.when == when and holds(scene, one.condition)), None)


def walk_in(run: Run, scene: Scene, assault: Assault) -> None:
    """Take a place, or its tower, that nobody who can fight defends, and go inside; the wounded there die (J4, K4, K7).

    Those go who would after a combat: all near the walls but the crews of weapons.
    """
    place = run.world.place(assault.place)
    attacker = run.state.by_id.get(assault.figure)
    if attacker is None:
        return
    if enemies_inside(run.world, run.state, place.id, run.world.sides[attacker.owner]):
        return
    near = mil(run.world.constants.engage)
    beside = (one for one in run.present(mate.id for mate in scene.force_of(attacker)) if able(run.world, one))
    near_by = [one for one in beside if one.in_field and not one.serves and run.world.within(place.id, one.point, near)]
    going = with_room(run, near_by, place)
    side = run.world.sides[attacker.owner]
    slay_helpless(run, place, side)
    put_inside(run, [one.id for one in going], place.id, tower=False)
    take(run, place, side, attacker.owner)
