"""Who goes for what: bands are gathered for one goal after the other, the one that promises most first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from wartable.bots.ring_of_power import errands, sieges, strongholds
from wartable.bots.ring_of_power.goals import PREY, Goal, garrison, goals, least_garrison
from wartable.bots.ring_of_power.marching import to_place, turns
from wartable.bots.ring_of_power.orders import Order
from wartable.bots.ring_of_power.strength import NOBODY, Strength, outlook, prevail, strength_of, worth
from wartable.bots.ring_of_power.strongholds import urgency
from wartable.bots.ring_of_power.table import Band, Table, apart
from wartable.games.ring_of_power.campaign.figures import able, pace_for
from wartable.games.ring_of_power.play.garrisons import doors, verdict_of
from wartable.games.ring_of_power.special.conditions import kept

FAR: Final = 6.0
"""Goals further away, in moves, are left to others."""
HASTE: Final = 0.5
"""How much less a goal is worth with each move that it is away."""
ROUNDS: Final = 3
"""Rounds of a fight that are thought ahead: who is beaten comes again, as long as there are turns."""
EFFORT: Final = 0.2
"""What it costs to bind the whole side to one goal."""
NEARBY: Final = 8
"""Goals of each kind that a band looks at: the nearest ones, as the crow flies."""
LARGE: Final = 8
"""Bands of so many figures are split where a part of them is enough."""
PRESS: Final = 0.25
"""How much bolder a side becomes toward the end that would not win by sitting still."""
SURE: Final = 0.99
"""The chance to win from which no more are called to a goal that decides the game."""
STANDOFF: Final = 3_500
"""Who waits for friends stays so far off, in 1/1000 inch."""
DESPERATE: Final = 0.1
"""The chance to win from which even the strongest prey is attacked."""
CAMP: Final = 8_000
"""Who waits until walls are broken stays so far off: out of the fight, but near enough for a storm."""
LITTLE_HELP: Final = 0.05
"""Nobody waits for help that makes victory more likely by no more than this."""
LAST_TURNS: Final = 2
"""In so many turns before the end nobody waits who would not win by it."""


class Temper(NamedTuple):
    """How a player weighs things."""

    bold: float = 0.6
    """The chance to win from which a fight is sought."""
    thrift: float = 1.0
    """How much the effort of many counts."""


def last_chance(table: Table) -> bool:
    """Whether there is no time to wait for anything: the game is about to end, and not in a victory."""
    return table.world.last_turn - table.state.turn < LAST_TURNS and urgency(table) > 0


def pressed(table: Table, temper: Temper) -> Temper:
    """Return a temper for this turn: bolder toward the end, more careful where the end would be a victory."""
    last = max(1, table.world.last_turn)
    gone = table.state.turn / last
    verdict = verdict_of(table.world, table.state, "time_out")
    if verdict is not None and verdict.winner == table.side:
        return temper._replace(bold=temper.bold + 0.1)
    return temper._replace(bold=max(0.3, temper.bold - PRESS * gone), thrift=1 - 0.7 * gone)


class Party(NamedTuple):
    """Bands that go for one goal: how far each is, in moves, and how likely they are to be enough together."""

    goal: Goal
    bands: tuple[Band, ...]
    etas: tuple[float, ...]
    win: float
    promise: float


def parties(table: Table, bands: Sequence[Band], temper: Temper) -> tuple[list[Party], list[Band]]:
    """Return the parties that are formed, the most promising first, and the bands that are left."""
    every = goals(table)
    eta = {(band.ids, number): _eta(table, band, goal) for band, number, goal in _pairs(bands, every)}
    left, open_to = list(bands), set(range(len(every)))
    found: list[Party] = []
    while left and open_to:
        near = {number: _nearby(table, left, every[number], number, eta) for number in sorted(open_to)}
        offers = [(number, _party(table, every[number], near[number], temper)) for number in near]
        formed = [(number, party) for number, party in offers if party is not None]
        if not formed:
            break
        number, party = max(formed, key=lambda one: one[1].promise)
        open_to.discard(number)
        gone = {band.ids for band in party.bands}
        left = [band for band in left if band.ids not in gone]
        party, rest = _trimmed(table, party, temper)
        if rest is not None:
            left.append(rest)
            eta |= {(rest.ids, other): _eta(table, rest, goal) for _, other, goal in _pairs([rest], every)}
        found.append(party)
    return found, left


def _trimmed(table: Table, party: Party, temper: Temper) -> tuple[Party, Band | None]:
    """Return a party with no more of its last band than it takes, and the rest of that band."""
    *others, last = party.bands
    if len(last.figures) < LARGE or last.role != "troops" or party.goal.siege or _decides(table, party.goal):
        return party, None
    strength = NOBODY
    for band in others:
        strength = strength.plus(band.strength)
    ranked = sorted(last.figures, key=lambda one: (apart(one.point, party.goal.point), one.id))
    for share in (0.25, 0.5, 0.75):
        some = tuple(ranked[: round(len(ranked) * share)])
        win = outlook(strength.plus(strength_of(table.world, some)), party.goal.need).win
        if win >= max(temper.bold + 0.25, party.win - 0.05):
            part = replace(last, figures=some, strength=strength_of(table.world, some))
            behind = tuple(ranked[len(some) :])
            rest = replace(last, figures=behind, strength=strength_of(table.world, behind))
            return party._replace(bands=(*others, part), win=win), rest
    return party, None


def _decides(table: Table, goal: Goal) -> bool:
    """Whether a goal is worth everything: walls to be stormed that decide the game."""
    return goal.kind == "take" and goal.worth >= 1 and table.world.place(goal.place).walled


def _pairs(bands: Sequence[Band], every: Sequence[Goal]) -> Iterator[tuple[Band, int, Goal]]:
    """Yield bands with the goals they look at."""
    for band in bands:
        near = sorted(range(len(every)), key=lambda number: (apart(every[number].point, band.point), number))
        taken = {"take": 0, "guard": 0, "beat": 0}
        for number in near:
            goal = every[number]
            taken[goal.kind] += 1
            if taken[goal.kind] <= NEARBY:
                yield band, number, goal


def _eta(table: Table, band: Band, goal: Goal) -> float:
    """Return how many moves a band needs to a goal, about."""
    pace = band.pace
    if goal.kind == "beat":
        return max(1.0, 1.25 * (apart(goal.point, band.point) - 1000) / max(pace.speeds))
    place = table.world.place(goal.place)
    if band.inside == place.id:
        return 0.0
    start = doors(table.world, table.world.place(band.inside)) if band.inside else (band.point,)
    if min(apart(point, goal.point) for point in start) > FAR * max(pace.speeds):
        return float("inf")
    return min(turns(to_place(table, band.figures, place, pace), point) for point in start)


def _nearby(
    table: Table, bands: Sequence[Band], goal: Goal, number: int, eta: dict[tuple[tuple[int, ...], int], float]
) -> list[tuple[float, Band]]:
    """Return the bands that can fight and are near enough to a goal, with the moves to it, the nearest first."""
    armed = (band for band in bands if _armed(table, band, goal))
    far = ((eta.get((band.ids, number), float("inf")), band) for band in armed)
    return sorted((one for one in far if one[0] <= FAR), key=lambda one: (one[0], one[1].ids))


def _armed(table: Table, band: Band, goal: Goal) -> bool:
    """Whether a band can fight for a goal: weapons only where they can be fired."""
    return sieges.of_use(table, band, goal.place) if band.role == "engine" else band.strength.number > 0


def _party(table: Table, goal: Goal, near: Sequence[tuple[float, Band]], temper: Temper) -> Party | None:
    """Return the party that the nearest bands would form for a goal, or None where they cannot be enough."""
    if goal.kind == "guard":
        return _guards(table, goal, [one for one in near if one[0] <= goal.late], temper)
    chosen, win = _gathered(table, goal, near, SURE if _decides(table, goal) else temper.bold + 0.2)
    least = DESPERATE if goal.worth >= PREY else min(temper.bold, 0.5)
    if not chosen or win < (0.0 if last_chance(table) else least):
        return None
    bound = sum(worth(table.world, one) for _, band in chosen for one in band.figures) / table.total
    last = max(moves for moves, _ in chosen)
    promise = goal.worth * win / (1 + HASTE * last) - EFFORT * temper.thrift * bound
    return _formed(goal, chosen, win, promise) if promise > 0 else None


def _guards(table: Table, goal: Goal, near: Sequence[tuple[float, Band]], temper: Temper) -> Party | None:
    """Return the party that comes to guard a place, or None where it would make no difference to who stays there.

    Where nobody stays even the weakest make one: the place is not walked into.
    """
    going = frozenset(number for _, band in near for number in band.ids)
    there = garrison(table, table.world.place(goal.place), going)
    chosen, win = _gathered(table, goal, near, temper.bold + 0.2, there)
    before = prevail(there, goal.need, _rounds(table))
    if not chosen or (there.number and win - before < LITTLE_HELP):
        return None
    last = max(moves for moves, _ in chosen)
    gain = 0.6 * (win - before) + (0.0 if there.number else 0.4)
    return _formed(goal, chosen, win, goal.worth * gain / (1 + 0.5 * HASTE * last))


def _gathered(
    table: Table, goal: Goal, near: Sequence[tuple[float, Band]], enough: float, strength: Strength = NOBODY
) -> tuple[list[tuple[float, Band]], float]:
    """Return the nearest bands until they are likely enough to prevail, with who is there, and how likely they are."""
    chosen, win = list[tuple[float, Band]](), 0.0
    for moves, band in near:
        strength = strength.plus(band.strength)
        chosen.append((moves, band))
        win = prevail(strength, goal.need, _rounds(table))
        if win >= enough:
            break
    return chosen, win


def _formed(goal: Goal, chosen: Sequence[tuple[float, Band]], win: float, promise: float) -> Party:
    return Party(goal, tuple(band for _, band in chosen), tuple(moves for moves, _ in chosen), win, promise)


def _rounds(table: Table) -> int:
    """Return the rounds of a fight that there is time for."""
    return min(ROUNDS, 1 + (table.world.last_turn - table.state.turn) // 2)


def orders_of(table: Table, party: Party, temper: Temper) -> Iterator[Order]:
    """Yield the orders of a party: those in front wait until enough can strike together."""
    goal = party.goal
    arriving = NOBODY
    for band, moves in zip(party.bands, party.etas, strict=True):
        if moves <= 1.05:
            arriving = arriving.plus(band.strength)
    strike = not goal.need.number or outlook(arriving, goal.need).win >= min(temper.bold, party.win)
    # Where those who can strike now are as likely to prevail as with the others, nobody waits for these.
    enough = prevail(arriving, party.goal.need, _rounds(table)) >= party.win - LITTLE_HELP
    strike = strike or enough or last_chance(table)
    for band, moves in zip(party.bands, party.etas, strict=True):
        if goal.kind == "guard" and band.inside == goal.place:
            continue  # they are where they are wanted
        order = _order(table, band, goal, moves, strike=strike)._replace(alone=len(party.bands) == 1)
        yield from by_pace(table, order) if goal.kind == "guard" else (order,)


def by_pace(table: Table, order: Order) -> Iterator[Order]:
    """Yield an order for each of those who are equally fast, the fastest first: the others would hold them up."""
    paces: dict[int, list[int]] = {}
    for number in order.figures:
        one = table.state.by_id[number]
        paces.setdefault(0 if one.weapon or one.serves else pace_for(table.world, one).fastest, []).append(number)
    for _, figures in sorted(paces.items(), reverse=True):
        yield order._replace(figures=tuple(figures))


def _order(table: Table, band: Band, goal: Goal, moves: float, *, strike: bool) -> Order:
    if goal.kind == "guard":
        return Order(band.ids, "enter", f"comes to guard {goal.name}", goal.place)
    close = 0 if strike or not goal.need.number else STANDOFF
    close = CAMP if goal.siege else close
    if goal.kind == "take":
        why = f"goes to take {goal.name}" if strike or moves > 1.5 else f"waits for help before {goal.name}"
        why = f"lays siege to {goal.name} until its walls are broken" if goal.siege else why
        place = table.world.place(goal.place)
        if not close and strongholds.in_reach(table.world, place, band):
            return Order(band.ids, "fight", why, goal.place, strongholds.foot(table.world, place, band.figures))
        return Order(band.ids, "go", why, goal.place, short=close)
    why = f"attacks {goal.name}" if strike and moves <= 1.05 else f"closes in on {goal.name}"
    return Order(band.ids, "fight", why, point=goal.point, short=0 if strike else 2 * STANDOFF)


def followers(table: Table, bands: Sequence[Band], found: Sequence[Party]) -> Iterator[Order]:
    """Yield orders for bands that nothing is found for: they follow the party whose goal is nearest, at a distance."""
    aims = [party.goal for party in found if party.goal.kind != "guard"]
    for band in bands:
        useful = (goal for goal in aims if band.role != "engine" or sieges.of_use(table, band, goal.place))
        goal = min(useful, key=lambda one: (apart(one.point, band.point), one.name), default=None)
        if goal is not None and apart(goal.point, band.point) < FAR * max(band.pace.speeds):
            yield Order(band.ids, "fight", f"follows toward {goal.name}", point=goal.point, short=2 * STANDOFF)


def garrisons(table: Table) -> frozenset[int]:
    """Return the figures that stay to guard the places where they are, or because a rule keeps them there."""
    found: set[int] = set()
    for place in table.world.scenario.places:
        if table.hold_of(place) and place.kind != "edge":
            here = table.scene.lineup.within(place.id)
            mine = [one.id for one in table.free if one.id in here and able(table.world, one) and not one.serves]
            mine = [number for number in mine if number not in table.bound_on_errands]
            found |= set(least_garrison(table, place, mine)) if mine else set()
    for rule, inside, every in kept(table.scene):
        least = min(rule.at_least, every)
        ranked = sorted(inside, key=lambda number: (number not in found, number))
        found |= set(ranked[:least])
    return frozenset(found)


def without(table: Table, band: Band, stay: frozenset[int]) -> Band | None:
    """Return a band less those who stay, or None if nobody is left."""
    going = tuple(one for one in band.figures if one.id not in stay)
    return replace(band, figures=going, strength=strength_of(table.world, going)) if going else None


def single_minded(table: Table, count: int) -> Iterator[list[Order]]:
    """Yield plans that send all troops for one goal: one plan for each of the worthiest goals near enough."""
    troops = [band for band in table.bands if band.role in {"troops", "engine"}]
    others = [band for band in table.bands if band.role == "bearer"]
    every = sorted(goals(table), key=lambda goal: (-goal.worth, goal.name))[:count]
    for goal in every:
        orders = [_order(table, band, goal, 1.0, strike=True) for band in troops]
        yield [*(order for band in others for order in errands.orders(table, band)), *orders]
