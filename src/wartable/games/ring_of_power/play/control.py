"""Who controls which place, what that is worth, and whether the campaign is decided (B3, B6)."""

from __future__ import annotations

from collections import Counter

from wartable.games.ring_of_power.campaign.events import PlaceTaken
from wartable.games.ring_of_power.campaign.figures import able
from wartable.games.ring_of_power.campaign.groups import Scene
from wartable.games.ring_of_power.campaign.run import Run
from wartable.games.ring_of_power.campaign.state import Ending, RingState
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.charts import mil
from wartable.games.ring_of_power.play.garrisons import intruded, slay_helpless
from wartable.games.ring_of_power.scenario import AMOK, Place, Verdict
from wartable.games.ring_of_power.special.conditions import holds
from wartable.games.ring_of_power.special.effects import end


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
    present = Counter(
        world.sides[state.by_id[number].owner]
        for number in sorted(scene.lineup.within(place.id))
        if able(world, state.by_id[number]) and world.sides[state.by_id[number].owner] != AMOK
    )
    if (
        present[holder]
        or not present
        or (place.tower and place.tower.keeps_control and _tower_held(state, place, world))
    ):
        return ""
    foes = {side: count for side, count in present.items() if not holder or world.scenario.hostile(side, holder)}
    return max(foes, key=lambda side: foes[side], default="")


def _tower_held(state: RingState, place: Place, world: World) -> bool:
    return any(f.tower and f.inside == place.id and world.kind(f).character for f in state.figures)


def take(run: Run, place: Place, side: str, by: int | None = None) -> None:
    """Give a place to a side, and status points to whom they are due; `by` took it if nobody has gone inside."""
    before = run.state.holder.get(place.id, "")
    if before == side:
        return
    control = {**run.state.holder, place.id: side}
    run.change(control=tuple(control.items()))
    run.say(PlaceTaken(place=place.id, by=side, before=before))
    taker = _first_taker(run, place, side)
    taker = by if taker is None else taker
    if taker is not None:
        run.award("place_taken", taker, place=place.id)
        if place.base and place.base != side:
            run.award("base_taken", taker, place=place.id)
    if place.home_of in run.world.index and run.world.scenario.side_of[place.home_of] == before:
        run.award("home_lost", run.world.index[place.home_of], place=place.id)


def _first_taker(run: Run, place: Place, side: str) -> int | None:
    """Return the player with the most figures in a place that his side took."""
    scene = Scene(run.world, run.state)
    here = Counter(
        run.state.by_id[number].owner
        for number in sorted(scene.lineup.within(place.id))
        if run.world.sides[run.state.by_id[number].owner] == side
    )
    return here.most_common(1)[0][0] if here else None


def enemy_holds(world: World, state: RingState, place: str, side: str) -> bool:
    """Whether an enemy of a side holds a place."""
    holder = state.holder.get(place, "")
    return bool(holder) and world.scenario.hostile(holder, side)


def controlled(world: World, state: RingState, place: Place, side: str) -> bool:
    """Whether reinforcements of a side may arrive at a place: an edge is open unless an enemy is near it (B6)."""
    if place.kind != "edge":
        return state.holder.get(place.id) == side and not intruded(world, state, place, side)
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
