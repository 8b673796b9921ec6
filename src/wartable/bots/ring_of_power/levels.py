"""The three levels; this is loaded when somebody plays, as numpy, scipy and shapely come with it.

Easy: every band goes for what is nearest, and fights whom it outnumbers. Medium: bands gather for what promises most,
keep what they hold, and weigh the exact odds of a fight. Hard: several plans are carried out in thought, games are
played on from them, and the best is followed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from wartable.bots.ring_of_power import errands, sieges, strategy, strongholds, voyages
from wartable.bots.ring_of_power.foresight import carry_out, judged, played_on, unto_dice, won
from wartable.bots.ring_of_power.goals import BEHIND_WALLS, MARCH
from wartable.bots.ring_of_power.marching import to_place, turns
from wartable.bots.ring_of_power.orders import Order
from wartable.bots.ring_of_power.player import RingPolicy
from wartable.bots.ring_of_power.sieges import after, battles
from wartable.bots.ring_of_power.strength import NOBODY, outlook, strength_of
from wartable.bots.ring_of_power.strongholds import hurried
from wartable.bots.ring_of_power.table import Band, Host, Table, apart
from wartable.engine.driver import Decision
from wartable.games.ring_of_power.campaign import actions
from wartable.games.ring_of_power.campaign.agenda import Clash
from wartable.games.ring_of_power.campaign.state import RingState
from wartable.games.ring_of_power.play import combats
from wartable.games.ring_of_power.play.garrisons import doors
from wartable.games.ring_of_power.scenario import Point

LAZY: Final = 5
"""One band of so many stays where it is."""
NEAR: Final = 3
"""Places are looked at that are the nearest so many, as the crow flies."""


class EasyPolicy(RingPolicy):
    """Beginners' play: sensible single moves without a plan."""

    def orders(self, table: Table) -> Sequence[Order]:
        """Let one band after the other go where it likes."""
        found: list[Order] = []
        for band in table.bands:
            if band.role == "bearer":
                found += errands.orders(table, band)
            elif band.role != "ship" and table.rng.randrange(LAZY):
                order = self._order(table, band)
                if order is not None:
                    found.append(order)
        return found

    def _order(self, table: Table, band: Band) -> Order | None:
        # The nearest host in the field within about one move that has fewer figures.
        reach = 12_000
        foes = [host for host in table.hosts if not host.inside and host.strength.number < band.strength.number]
        near = [host for host in foes if apart(host.point, band.point) <= reach]
        foe = min(near, key=lambda host: apart(host.point, band.point), default=None)
        if foe is not None:
            return Order(band.ids, "fight", f"attacks {table.name(foe.figures)}, being more", point=foe.point)
        if band.inside and len(band.figures) < 4:
            return None
        figures = band.figures[: (len(band.figures) + 1) // 2] if band.inside else band.figures
        goals = [place for place in table.world.scenario.places if table.hostile_hold(place) and place.kind != "edge"]
        goals = sorted(goals, key=lambda place: apart(place.centre, band.point))[:NEAR]
        start = doors(table.world, table.world.place(band.inside))[0] if band.inside else band.point
        ways = [(turns(to_place(table, figures, place), start), place.id) for place in goals]
        far, place = min(ways, default=(float("inf"), ""))
        if far == float("inf"):
            return None
        name = table.world.place(place).name
        return Order(tuple(one.id for one in figures), "go", f"goes to {name}, the nearest place to take", place)

    def declare(self, table: Table) -> Decision:
        """Assault wherever more stand outside than inside, and sally likewise."""
        world, state = table.world, table.state
        chosen: list[actions.Assault] = []
        for one in combats.possible_assaults(world, state, table.player):
            inside = [other for other in state.figures if other.inside == one.place]
            if len(table.scene.force_of(state.by_id[one.figure])) > len(inside):
                chosen.append(one)
        names = {world.place(one.place).name for one in chosen}
        why = f"{table.names()} storms {' and '.join(sorted(names))}, being more." if names else "No wall is worth it."
        return Decision(actions.Declaration(assaults=tuple(chosen)), why)


SOUND = strategy.Temper()
RASH: Final = 0.25
"""Who waits for friends stops nowhere where the chance to win against who can come there is less."""


class MediumPolicy(RingPolicy):
    """Plays by one careful plan."""

    def approves(self, table: Table, order: Order, move: actions.Move) -> bool:
        """Come to blows only where the exact odds are good, unless others come to help, and stop nowhere rashly."""
        return (not order.alone or pays(table, move, strategy.pressed(table, SOUND))) and not rash(table, order, move)

    def orders(self, table: Table) -> Sequence[Order]:
        """Order garrisons, errands, sieges and parties, and storms of towers; only the hard level mans them.

        Nobody marches out of a stronghold that decides the game while sitting still would win it.
        """
        return planned(table, list(strongholds.stormers(table)))

    def choose(self, table: Table, task: Clash) -> Decision:
        """Take the sensible defaults, but let a ram break the gate rather than help the attackers."""
        return sieges.break_gates(table, task) or super().choose(table, task)

    def declare(self, table: Table) -> Decision:
        """Assault and sally where the exact odds are good; nobody sallies where a stronghold wins by sitting still."""
        keeps = strongholds.safe_inside(table) and bool(strongholds.strongholds(table))
        return sieges.declare(table, strategy.pressed(table, SOUND).bold - 0.1, sally=not keeps)


def planned(table: Table, first: list[Order]) -> list[Order]:
    """Return orders for strongholds, and those of all others who do not stay in one."""
    stay = strongholds.kept(table) | {number for order in first for number in order.figures}
    return [*first, *plan(table, SOUND, stay)]


def pays(table: Table, move: actions.Move, temper: strategy.Temper) -> bool:
    """Whether the battles that a move leads to are worth it."""
    moved = frozenset(number for number, _ in move.paths)
    state = after(table.world, table.state, table.player, move)
    found = battles(table.world, state, table.side, (), moved)
    return all(one.win >= temper.bold - 0.1 or one.gain > 0 for one in found)


def rash(table: Table, order: Order, move: actions.Move) -> bool:
    """Whether figures who do not strike yet would come into reach of enemies who are sure to beat them there."""
    if not order.short or not table.bound_on_errands.isdisjoint(order.figures):
        return False
    path = move.paths[0][1]
    foes = NOBODY
    for host in table.hosts:
        if _near(host, path[-1]) < MARCH <= _near(host, path[0]):
            foes = foes.plus(host.sallying.share(BEHIND_WALLS if host.inside else 1.0))
    going = {number for number, _ in move.paths}
    ours = [one for one in table.own if one.id in going or (one.in_field and apart(one.point, path[-1]) < MARCH / 2)]
    return bool(foes.number) and outlook(strength_of(table.world, ours), foes).win < RASH


def _near(host: Host, point: Point) -> float:
    return min(apart(one.point, point) for one in host.figures)


def standing(table: Table, temper: strategy.Temper) -> frozenset[int]:
    """Return the figures that stand well where they are: in a battle with good odds."""
    mine = frozenset(one.id for one in table.free)
    found = battles(table.world, table.state, table.side, only=mine)
    good = [one for one in found if one.win >= temper.bold and one.gain > 0]
    return frozenset(number for one in good for number in one.figures)


def plan(table: Table, temper: strategy.Temper, stay: frozenset[int] = frozenset()) -> list[Order]:
    """Return the orders of a whole movement; who is in `stay` gets none."""
    temper = strategy.pressed(table, temper)
    company = errands.company(table)
    stay |= strategy.garrisons(table) | (standing(table, temper) - hurried(table) - table.bound_on_errands - company)
    bands = [band for band in (strategy.without(table, one, stay) for one in table.bands) if band is not None]
    found = [*errands.rescue(table), *(order for band in bands for order in _special(table, band))]
    others = (strategy.without(table, band, company) for band in bands if band.role in {"troops", "engine"})
    troops = [band for band in others if band is not None]
    formed, left = strategy.parties(table, troops, temper)
    for party in formed:
        found += strategy.orders_of(table, party, temper)
    sailing, left = voyages.orders(table, left)
    return [*found, *sailing, *strategy.followers(table, left, formed)]


def _special(table: Table, band: Band) -> Iterator[Order]:
    if band.role == "bearer":
        yield from errands.orders(table, band)
    elif band.role == "breaker":
        yield from sieges.bring_up(table, band)


TEMPERS: Final = (strategy.Temper(0.75, 1.5), strategy.Temper(0.45, 0.5), strategy.Temper(0.3, 0.2))
"""Other tempers that plans are made with."""
GOALS: Final = 4
"""Goals for each of which a plan sends everybody."""
SMALL: Final = 40
"""Tables with no more figures are thought through with every plan, larger ones with fewer."""
GREAT: Final = 60
"""On tables with more figures the player keeps to the plan of the medium level, strongholds apart."""
GAMES: Final = 3
"""Games that are played on from the best plans; the others are given up after fewer."""
LAST_TWO: Final = 2
"""So many plans at least are compared in all of these games."""
AHEAD: Final = 130
"""They go on for so many turns, divided by the number of figures."""
SURE: Final = 100.0
"""What a victory is worth, in worth of figures, where games are played on."""


class HardPolicy(MediumPolicy):
    """Weighs plans by what comes of them."""

    def orders(self, table: Table) -> Sequence[Order]:
        """Return the orders that lead to the best table."""
        if _great(table):
            return planned(table, [*strongholds.manned(table), *strongholds.stormers(table)])
        found: dict[object, tuple[Sequence[Order], RingState]] = {}
        for orders in _plans(table):
            state = carry_out(table, orders)
            found.setdefault(state.figures, (orders, state))
        if len(found) == 1:
            return next(iter(found.values()))[0]
        seeds = [table.rng.random() for _ in range(GAMES)]
        return most_promising([(orders, Line(table, state)) for orders, state in found.values()], seeds)

    def declare(self, table: Table) -> Decision:
        """Assault and sally where the exact odds are good, but do not sally where sitting still wins."""
        bold = strategy.pressed(table, SOUND).bold - 0.1
        return sieges.declare(table, bold, sally=not strongholds.safe_inside(table))

    def approves(self, table: Table, order: Order, move: actions.Move) -> bool:
        """Follow the plan: its battles were weighed as a whole."""
        return not _great(table) or super().approves(table, order, move)


def _great(table: Table) -> bool:
    """Whether a table is too large to be played on in thought, or is about a stronghold."""
    return len(table.state.figures) > GREAT or bool(strongholds.strongholds(table))


def most_promising(lines: Sequence[tuple[Sequence[Order], Line]], seeds: Sequence[float]) -> Sequence[Order]:
    """Return the orders of the plan from which games go best.

    A game with the same dice is played on from each plan, the worse half is dropped, the next game is played on from
    those that are left, and so forth. The two best are compared to the end, unless one is ahead by a whole victory.
    """
    left = list(lines)
    for seed in seeds:
        for _, line in left:
            line.play(Random(seed))
        left = sorted(left, key=lambda one: -one[1].total)[: max(LAST_TWO, (len(left) + 1) // 2)]
        left = [one for one in left if one[1].total > left[0][1].total - SURE]
        if len(left) == 1:
            break
    return left[0][0]


class Line:
    """What the games bring that are played on from a table at the end of the player's movement."""

    def __init__(self, table: Table, state: RingState) -> None:
        self.table = table
        self.until = state.turn + max(1, AHEAD // len(state.figures))
        self.state = unto_dice(state, MediumPolicy, self.until)
        self.total = 0.0

    def play(self, rng: Random) -> None:
        """Play one game on and add what it brings."""
        end = played_on(self.state, MediumPolicy, self.until, rng)
        over = won(self.table.world, end, self.table.side)
        found = judged(self.table, end) if over is None else 0.0
        self.total += SURE * over if over is not None else max(-0.9 * SURE, min(0.9 * SURE, found))


def _plans(table: Table) -> Iterator[Sequence[Order]]:
    """Yield the plans that are weighed: the sound one, staying, other tempers, everybody for one goal."""
    yield plan(table, SOUND)
    yield ()
    small = len(table.state.figures) <= SMALL
    for temper in TEMPERS if small else TEMPERS[1:2]:
        yield plan(table, temper)
    yield from strategy.single_minded(table, GOALS if small else 1)
