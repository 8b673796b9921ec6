"""What there is to do on the table: places to take or guard, hosts to beat; what each needs and what it is worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from math import inf
from typing import Final, Literal, NamedTuple, TypeAlias

from wartable.bots.ring_of_power.marching import entries
from wartable.bots.ring_of_power.strength import NOBODY, Strength, outlook, strength_of, worth
from wartable.bots.ring_of_power.strongholds import urgency
from wartable.bots.ring_of_power.table import Host, Table, apart
from wartable.games.ring_of_power.campaign.figures import able
from wartable.games.ring_of_power.campaign.state import Figure
from wartable.games.ring_of_power.scenario import Place, Point
from wartable.games.ring_of_power.terrain.geometry import point_array, squared

Kind: TypeAlias = Literal["take", "guard", "beat"]
BESIDE: Final = 4_000
"""Hosts so near to a place, in 1/1000 inch, must be beaten to take it."""
THREAT: Final = 30_000
"""Hosts so near to a place, in 1/1000 inch, threaten it: two or three moves."""
SAFE: Final = 0.65
"""A place is safe whose garrison is so likely to beat who threatens it; less will do where time presses."""
HUNT: Final = 0.01
"""What a figure's worth of a host is worth as a goal."""
ALL: Final = 0.5
"""What all hosts of the enemy together are worth besides."""
MARCH: Final = 12_500
"""Who is so near to a place, in 1/1000 inch, can be in it with the next move."""
LAST_MOMENT: Final = 2.0
"""A place that would fall to the next move is worth so much to guard."""
SIEGE: Final = 1.0
"""A place that must be broken into is worth so much of one that can be taken at once, less as turns run out."""
FRONT: Final = 6_500
"""Figures of a host so near to its edge strike when it is met there."""
REAR: Final = 0.3
"""What the others count for."""
WILD: Final = 0.1
"""Hosts of the wild are worth so much of others."""
PREY: Final = 1.0
"""What a host is worth that holds an item the side must seize."""
FAR_OFF: Final = 60_000
"""Where errands of the enemy lead to need not be guarded yet while who is on them is so far off, in 1/1000 inch."""
BEHIND_WALLS: Final = 0.5
"""The share of a host that may come out of its walls to threaten a place."""
LATE: Final = 3.0
"""Who needs more moves to a place that is threatened comes too late."""
LEAST: Final = 6
"""So many figures stay in a place of worth 1, whether anybody threatens it or not."""


class Goal(NamedTuple):
    """Something to do: what it needs to be overcome, and what it is worth to the side."""

    kind: Kind
    name: str
    point: Point
    need: Strength
    worth: float
    place: str = ""
    host: Host | None = None
    siege: bool = False
    """Whether its walls are to be broken first, and the place invested till then."""
    late: float = inf
    """Who needs more moves to it comes too late."""


def goals(table: Table) -> list[Goal]:
    """Return all that there is to do, in no order."""
    return [*_places(table), *_hosts(table), *_helpless(table), *_gates(table)]


def _gates(table: Table) -> Iterator[Goal]:
    """Yield the places that errands of the enemy lead to: who stands there is in their way."""
    for errand in table.aims.stop:
        place = table.world.place(errand.place)
        bearers = table.bearers(errand, own=False)
        if bearers and apart(bearers[0].point, place.centre) < FAR_OFF:
            force = strength_of(table.world, table.scene.force_of(bearers[0]))
            yield Goal("guard", place.name, place.centre, force, 0.8 * errand.worth, place.id)


def _places(table: Table) -> Iterator[Goal]:
    for place in table.world.scenario.places:
        value = table.aims.hold.get(place.id, 0.0)
        if not value or place.kind == "edge":
            continue
        at = entries(table.world, place)[0]
        if not table.hold_of(place):
            yield Goal("take", place.name, at, defenders(table, place), value, place.id)
            if table.breakers and table.fortified(place):
                need = defenders(table, place, walls=False)
                patience = 1 - table.state.turn / max(1, table.world.last_turn)
                yield Goal("take", place.name, at, need, SIEGE * patience * value, place.id, siege=True)
        elif not secure(table, place, garrison(table, place)):
            haste = LAST_MOMENT if _falling(table, place) else 0.9
            yield Goal("guard", place.name, at, threat(table, place), haste * value, place.id, late=LATE)


def _falling(table: Table, place: Place) -> bool:
    """Whether a place that nobody guards can be walked into by an enemy's next move."""
    if any(able(table.world, one) and one.id in table.scene.lineup.within(place.id) for one in table.own):
        return False
    hosts = (host for host in table.hosts if not host.inside)
    return any(apart(one.point, place.centre) < MARCH for host in hosts for one in host.figures)


def defenders(table: Table, place: Place, *, walls: bool = True) -> Strength:
    """Return the strength that must be overcome to take a place, behind its walls or after they were broken.

    Its tower is stormed by itself, when nobody else is left in the place.
    """
    inside = [host for host in table.hosts if host.inside == place.id]
    below = [host for host in inside if not host.tower] or inside
    near = [host for host in table.hosts if not host.inside and _beside(table, host, place)]
    found = NOBODY
    for host in (*below, *near):
        bare = not walls and host.inside and not host.tower
        found = found.plus(strength_of(table.world, host.figures) if bare else host.strength)
    return found


def _beside(table: Table, host: Host, place: Place) -> bool:
    """Whether a host in the field stands right before a place."""
    if apart(host.point, place.centre) > THREAT:
        return False
    return any(table.world.within(place.id, point, BESIDE) for point in (host.figures[0].point, host.point))


def threat(table: Table, place: Place) -> Strength:
    """Return the strength of the hosts that can come to a place soon; those further away count for less.

    Who comes out of walls leaves them behind.
    """
    found = NOBODY
    for host in table.hosts:
        far = apart(host.point, place.centre)
        if host.inside != place.id and far < THREAT:
            share = (1.0 if far < THREAT / 2 else 0.5) * (BEHIND_WALLS if host.inside else 1.0)
            found = found.plus(host.sallying.share(share))
    return found


def garrison(table: Table, place: Place, going: frozenset[int] = frozenset()) -> Strength:
    """Return the strength of the side in a place and right beside it, less figures that are going."""
    inside, near = ([one for one in some if one.id not in going] for some in table.posted(place, BESIDE))
    return strength_of(table.world, inside, walls=table.fortified(place)).plus(strength_of(table.world, near))


def secure(table: Table, place: Place, held_by: Strength) -> bool:
    """Whether so many can hold a place against who threatens it."""
    danger = threat(table, place)
    return not danger.number or outlook(held_by, danger).win >= SAFE * (1 - urgency(table))


def _hosts(table: Table) -> Iterator[Goal]:
    total = 1 + sum(worth(table.world, one) for host in table.hosts for one in host.figures)
    prey = {table.scene.lineup.force[one.id] for one in _prey(table)}
    for host in table.hosts:
        if host.inside:
            continue
        own = sum(worth(table.world, one) for one in host.figures)
        value = table.aims.slay * (HUNT * own + ALL * own / total) * (WILD if _wild(table, host) else 1.0)
        if table.scene.lineup.force[host.figures[0].id] in prey:
            value += PREY
        value += 0.5 * _menace(table, host)
        # The figure of a host that the side is nearest to.
        mine = point_array([one.point for one in table.own if one.in_field] or [host.point])
        theirs = point_array([one.point for one in host.figures])
        edge = host.figures[int(squared(theirs[:, None], mine[None]).min(axis=1).argmin())]
        yield Goal("beat", table.name(host.figures), edge.point, _met(table, host, edge), value, host=host)


def _helpless(table: Table) -> Iterator[Goal]:
    """Yield the wounded who hold what the side must seize, with nobody beside them: who comes near takes them."""
    guarded = {table.scene.lineup.force[host.figures[0].id] for host in table.hosts}
    for one in _prey(table):
        if one.in_field and table.scene.lineup.force[one.id] not in guarded:
            yield Goal("beat", table.name((one,)), one.point, NOBODY, PREY)


def _prey(table: Table) -> list[Figure]:
    """Return the enemies who hold what the side must seize."""
    found = (one for one in table.state.figures if one.holds in table.aims.seize)
    return [one for one in found if table.world.hostile(one.owner, table.player)]


def _met(table: Table, host: Host, edge: Figure) -> Strength:
    """Return the strength of a host at its edge: who stands too far behind to strike hardly counts."""
    front = [one for one in host.figures if apart(one.point, edge.point) <= FRONT]
    rear = strength_of(table.world, [one for one in host.figures if apart(one.point, edge.point) > FRONT])
    ahead = strength_of(table.world, front)
    return ahead.plus(rear._replace(number=round(rear.number * REAR), hits=rear.hits * REAR))


def _wild(table: Table, host: Host) -> bool:
    """Whether a host belongs to nobody."""
    side = table.world.sides[host.figures[0].owner]
    return any(one.wild for one in table.world.scenario.sides if one.id == side)


def _menace(table: Table, host: Host) -> float:
    """Return the worth of the side's place that a host nearby threatens most: one that it could take by itself."""
    near = [place for place in table.world.scenario.places if table.hold_of(place)]
    near = [place for place in near if apart(place.centre, host.point) < THREAT / 2]
    values = sorted(((table.aims.hold.get(place.id, 0.0), place.id) for place in near), reverse=True)
    guarded = ((value, garrison(table, table.world.place(key))) for value, key in values)
    return next((value for value, guards in guarded if outlook(guards, host.sallying).win < SAFE), 0.0)


def least_garrison(table: Table, place: Place, figures: Sequence[int]) -> tuple[int, ...]:
    """Return the figures of a garrison that stay: as few as keep the place safe, all where not even they do.

    No larger a share of the side stays than the place is worth among all that it holds. Weapons that do not move and
    figures that a rule keeps there are not among those who could go anyway.
    """
    by_id = table.state.by_id
    ranked = sorted(figures, key=lambda number: (worth(table.world, by_id[number]), number))
    spent = accumulate(worth(table.world, by_id[number]) for number in ranked)
    spare = table.total * table.aims.hold.get(place.id, 0.0) / max(1.0, table.held)
    ranked = [number for number, cost in zip(ranked, spent, strict=True) if cost <= spare]
    others = [one for one in table.own if one.inside == place.id and one.id not in set(figures)]
    walls = table.fortified(place)
    for count in _counts(len(ranked), table.aims.hold.get(place.id, 0.0)):
        staying = strength_of(table.world, [*others, *(by_id[number] for number in ranked[:count])], walls=walls)
        if secure(table, place, staying):
            return tuple(ranked[:count])
    return tuple(ranked)


def _counts(size: int, value: float) -> Iterator[int]:
    """Yield the sizes of a garrison that are tried: the larger, the more a place is worth, then more and more.

    The least is a number besides a share: of a share alone less is left in each turn in which some go.
    """
    least = max(min(size, max(1, round(LEAST * value))), round(size * min(0.5, 0.6 * value)))
    yield least
    for tenths in range(2, 10, 2):
        if size * tenths // 10 > least:
            yield size * tenths // 10
