"""What the game answers once it is played, and what holds in every state. Loaded late, as numpy and shapely are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

import msgspec
import numpy as np
import shapely

from wartable.engine.errors import refusal
from wartable.engine.game import Inquiry
from wartable.engine.values import Event, Seat
from wartable.games.ring_of_power.campaign import agenda, events
from wartable.games.ring_of_power.campaign.actions import FallBack
from wartable.games.ring_of_power.campaign.deployment import roster
from wartable.games.ring_of_power.campaign.figures import able, captive, pace_for
from wartable.games.ring_of_power.campaign.run import name_of
from wartable.games.ring_of_power.campaign.state import Figure, RingState
from wartable.games.ring_of_power.campaign.world import World, seat_of, seating, world_of
from wartable.games.ring_of_power.drawing.table import Ground, ground_of, position_picture
from wartable.games.ring_of_power.options import RingOptions
from wartable.games.ring_of_power.play import handlers, retreating
from wartable.games.ring_of_power.play.goal import goal_of
from wartable.games.ring_of_power.play.hindrances import refuse
from wartable.games.ring_of_power.play.inquiries import questions
from wartable.games.ring_of_power.play.inquiries.battles import Prospect, prospect
from wartable.games.ring_of_power.play.inquiries.following import Fault, told
from wartable.games.ring_of_power.play.inquiries.way import Reachable, Way, reachable, way_of
from wartable.games.ring_of_power.play.suggestions import Deeds, beside_marching
from wartable.games.ring_of_power.play.view import view_of
from wartable.games.ring_of_power.terrain.geometry import spots
from wartable.games.ring_of_power.terrain.speeds import Pace


def violations(world: World, state: RingState) -> Iterator[str]:
    """Yield a sentence for each promise that a state breaks."""
    yield from _presence(world, state)
    yield from _standing(world, state)
    yield from _garrisons(world, state)
    yield from _bonds(world, state)


def _presence(world: World, state: RingState) -> Iterator[str]:
    """No figure is twice on the table, or there and fallen; no item is held twice."""
    ids = [one.id for one in state.figures]
    if ids != sorted(set(ids)):
        yield "Figures are not in order of their ids, or one is there twice."
    for away in state.away:
        if away.figure.id in state.by_id and away.back == 0:
            yield f"{name_of(world, away.figure)} is both on the table and off it."
    held = Counter(one.holds for one in state.figures if one.holds)
    yield from (f"{item} is held {count} times." for item, count in held.items() if count > 1)


def _standing(world: World, state: RingState) -> Iterator[str]:
    """Nobody stands off the table or in closed ground, and no two on one point (A7)."""
    field = [one for one in state.figures if one.in_field]
    if not field:
        return
    points = np.array([one.point for one in field])
    for one, fits in zip(field, world.ground.on_table(points.astype(np.float64)).tolist(), strict=True):
        if not fits:
            yield f"{name_of(world, one)} stands off the table at {one.point}."
    for spot, count in Counter(one.point for one in field).items():
        if count > 1:
            yield f"{count} figures stand on one point, {spot}."
    # Nobody who moves at all stands in ground that is closed to him; walls may have been shut behind him.
    alike: dict[Pace, list[Figure]] = {}
    for one in field:
        alike.setdefault(pace_for(world, one), []).append(one)
    for pace, figures in alike.items():
        if pace.fastest:
            marks = spots(np.array([one.point for one in figures], dtype=np.float64))
            inside = shapely.intersects(world.ground.closed(pace, world.ground.ways), marks)
            lost = [one for one, shut in zip(figures, inside.tolist(), strict=True) if shut]
            yield from (f"{name_of(world, one)} stands in closed ground at {one.point}." for one in lost)


def _garrisons(world: World, state: RingState) -> Iterator[str]:
    """Garrisons are of one side: enemies share walls only as captives, or as those in the tower and around it (K5)."""
    free = [one for one in state.figures if one.inside and not captive(world, state, one)]
    sides = {(one.inside, one.tower, world.sides[one.owner]) for one in free}
    for (place, tower), count in Counter((place, tower) for place, tower, _ in sides).items():
        if count > 1:
            yield f"{count} sides share {'the tower of ' if tower else ''}{place}."


def _bonds(world: World, state: RingState) -> Iterator[str]:
    """Crews, carriers and passengers belong to figures that are there."""
    for one in state.figures:
        for number in (one.serves, one.aboard, *one.carried_by):
            if number and number not in state.by_id:
                yield f"{name_of(world, one)} is bound to figure {number}, which is gone."
        weapon = state.by_id.get(one.serves)
        if weapon is not None and weapon.inside != one.inside:
            yield f"{name_of(world, one)} serves {name_of(world, weapon)}, which is on the other side of walls."
        carriers = [state.by_id[number] for number in one.carried_by if number in state.by_id]
        if any(carrier.wounded or carrier.quarters != one.quarters for carrier in carriers):
            yield f"{name_of(world, one)} is carried by somebody who is wounded or elsewhere."
    if state.ending is not None and state.agenda:
        yield "The campaign is over, but something is still to be done."


def prize(world: World, key: str) -> bool:
    """Tell whether a place is a base, or one that an ending is about."""
    place = world.scenario.place.get(key)
    named = {other for ending in goal_of(world).endings for other in ending.places}
    return place is not None and (bool(place.base) or key in named)


def at_once(world: World, event: events.GameEnded) -> bool:
    """Tell whether an ending came in the middle of a turn, as when the Ring is destroyed."""
    found = (one.when for one in world.scenario.victory if one.sentence == event.sentence)
    return "immediate" in found


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    """The first fault of a retreat, or None where it may be made."""

    fault: Fault | None = None


Answer: TypeAlias = Reachable | Way | Prospect | Judged | Deeds


def judged(world: World, state: RingState, asked: questions.AskRetreat) -> Judged:
    """Judge paths of a retreat; raises `IllegalAction` where nobody retreats now."""
    task = state.agenda[0] if state.agenda else None
    if not isinstance(task, agenda.Retreat):
        raise refuse("not_now", "Nobody retreats now.", "H")
    whole = refusal(retreating.check, world, state, task, FallBack(paths=asked.paths))
    if whole is None:
        return Judged()
    for number, path in asked.paths:
        fault = refusal(retreating.check, world, state, task, FallBack(paths=((number, path),)))
        if fault is not None and fault.code != "ring.apart":  # without those who carry with him
            return Judged(fault=told(fault, number, path[-1] if path else None))
    return Judged(fault=told(whole))


def answer(world: World, state: RingState, seat: Seat | None, inquiry: Inquiry) -> Answer | None:
    """Return the answer to a question; raises `IllegalAction` for one without sense."""
    match inquiry:
        case questions.AskReach():
            return reachable(world, state, inquiry)
        case questions.AskWay():
            return way_of(world, state, inquiry)
        case questions.AskBattle():
            return prospect(world, state, seat, inquiry)
        case questions.AskRetreat():
            return judged(world, state, inquiry)
        case questions.AskDeeds():
            return beside_marching(world, state, inquiry.figures)
        case _:
            raise TypeError(f"{type(inquiry).__name__} is no question of this game.")


__all__ = [
    "Ground", "able", "answer", "at_once", "begun", "doer", "ground_of", "handlers", "position_picture", "prize",
    "ranks", "seat_of", "seating", "view_of", "violations", "world_of",
]  # fmt: skip


@lru_cache(maxsize=16)
def begun(options: RingOptions, seats: int) -> RingState:
    """Return the first state. A lobby asks for it again and again, and figures take a while to find their places.

    Raises `BadOptions` for a number of seats that does not fit.
    """
    world = world_of(options)
    seating(world, seats)
    figures = roster(world)
    state = RingState(
        options=options,
        seats=seats,
        figures=figures,
        next_id=len(figures) + 1,
        control=tuple((place.id, place.owner) for place in world.scenario.places),
        points=(0,) * len(world.scenario.order),
        agenda=(agenda.BeginTurn(),),
    )
    opened: RingState = handlers.FLOW.begun(world, state)
    return opened


def doer(world: World, state: RingState, event: Event) -> Seat | None:
    """Return the seat of the player whose event it is; None for what belongs to all, as turns and combats do.

    `state` is the one before the event. What becomes of figures, and what that scores, is their player's own while
    somebody moves; else it is a part of what befell all.
    """
    player: int | None = None
    if isinstance(event, events.Moved | events.Arrived | events.Summoned | events.Declared | events.FellBack):
        player = event.player
    elif state.agenda and isinstance(state.agenda[0], agenda.Movement):
        player = _owner(state, event)
    return None if player is None else seat_of(world, state.seats, player)


def _owner(state: RingState, event: Event) -> int | None:
    """Return whose score an event tells of, or whose figures, where they are of one player."""
    match event:
        case events.Scored(player=player):
            return player
        case events.Changed(figures=numbers) | events.Gone(figures=numbers):
            figures = numbers
        case events.HandedOver(by=number):
            figures = (number,)
        case _:
            return None
    owners = {state.by_id[number].owner for number in figures if number in state.by_id}
    return owners.pop() if len(owners) == 1 else None


def ranks(world: World, state: RingState) -> tuple[int, ...]:
    """Return the rank of each seat: those who share the victory first, the rest of their side next, then all others.

    A seat of several players shares it if one of them does. Where nobody won, all are equal.
    """
    ending = state.ending
    groups = seating(world, state.seats)
    if ending is None or not ending.winner:
        return (1,) * len(groups)
    sharing = set(_sharing(world, state, ending.winner))
    sides = [world.sides[group[0]] for group in groups]
    levels = [
        0 if not sharing.isdisjoint(group) else 1 if side == ending.winner else 2
        for group, side in zip(groups, sides, strict=True)
    ]
    return tuple(1 + sum(other < level for other in levels) for level in levels)


def _sharing(world: World, state: RingState, winner: str) -> tuple[int, ...]:
    """Return the players of the winning side who share its victory; all of them where that would leave nobody."""
    own = tuple(player for player, side in enumerate(world.sides) if side == winner)
    match world.scenario.sharing.get(winner, "all"):
        case "most_points":
            best = max(state.points[player] for player in own)
            found = tuple(player for player in own if state.points[player] == best)
        case "homes":
            # Who has no home, or whose side still holds one of his.
            homes = [(place.home_of, state.holder.get(place.id) == winner) for place in world.scenario.places]
            held = {player: [kept for of, kept in homes if of == world.players[player]] for player in own}
            found = tuple(player for player in own if not held[player] or any(held[player]))
        case "all":
            found = own
    return found or own
