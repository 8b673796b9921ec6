"""The medium level: bands gather for what promises most, keep what they hold, and weigh the exact odds of a fight."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from wartable.bots.ring_of_power import errands, holds, sieges, voyages
from wartable.bots.ring_of_power.goals import BEHIND_WALLS, MARCH
from wartable.bots.ring_of_power.might import NOBODY, might, outlook
from wartable.bots.ring_of_power.orders import Order
from wartable.bots.ring_of_power.player import RingPolicy
from wartable.bots.ring_of_power.prospects import after, battles
from wartable.bots.ring_of_power.races import hurried
from wartable.bots.ring_of_power.strategy import Temper, followers, garrisons, orders_of, parties, pressed, without
from wartable.bots.ring_of_power.table import Band, Host, Table, apart
from wartable.engine.driver import Decision
from wartable.games.ring_of_power.campaign.actions import Move
from wartable.games.ring_of_power.campaign.agenda import Clash
from wartable.games.ring_of_power.scenario import Point

SOUND = Temper()
RASH: Final = 0.25
"""Who waits for friends stops nowhere where the chance to win against who can come there is less."""


class MediumPolicy(RingPolicy):
    """Plays by one careful plan."""

    def approves(self, table: Table, order: Order, move: Move) -> bool:
        """Come to blows only where the exact odds are good, unless others come to help, and stop nowhere rashly."""
        return (not order.alone or pays(table, move, pressed(table, SOUND))) and not rash(table, order, move)

    def orders(self, table: Table) -> Sequence[Order]:
        """Order garrisons, errands, sieges and parties, and storms of towers; only the hard level mans them.

        Nobody marches out of a stronghold that decides the game while sitting still would win it.
        """
        first = list(holds.stormers(table))
        return [*first, *plan(table, SOUND, holds.kept(table) | {one for order in first for one in order.figures})]

    def choose(self, table: Table, task: Clash) -> Decision:
        """Take the sensible defaults, but let a ram break the gate rather than help the attackers."""
        return sieges.break_gates(table, task) or super().choose(table, task)

    def declare(self, table: Table) -> Decision:
        """Assault and sally where the exact odds are good; nobody sallies where a stronghold wins by sitting still."""
        keeps = holds.safe_inside(table) and bool(holds.strongholds(table))
        return sieges.declare(table, pressed(table, SOUND).bold - 0.1, sally=not keeps)


def pays(table: Table, move: Move, temper: Temper) -> bool:
    """Whether the battles that a move leads to are worth it."""
    moved = frozenset(number for number, _ in move.paths)
    state = after(table.world, table.state, table.player, move)
    found = battles(table.world, state, table.side, (), moved)
    return all(one.win >= temper.bold - 0.1 or one.gain > 0 for one in found)


def rash(table: Table, order: Order, move: Move) -> bool:
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
    return bool(foes.number) and outlook(might(table.world, ours), foes).win < RASH


def _near(host: Host, point: Point) -> float:
    return min(apart(one.point, point) for one in host.figures)


def standing(table: Table, temper: Temper) -> frozenset[int]:
    """Return the figures that stand well where they are: in a battle with good odds."""
    mine = frozenset(one.id for one in table.free)
    found = battles(table.world, table.state, table.side, only=mine)
    good = [one for one in found if one.win >= temper.bold and one.gain > 0]
    return frozenset(number for one in good for number in one.figures)


def plan(table: Table, temper: Temper, stay: frozenset[int] = frozenset()) -> list[Order]:
    """Return the orders of a whole movement; who is in `stay` gets none."""
    temper = pressed(table, temper)
    company = errands.company(table)
    stay |= garrisons(table) | (standing(table, temper) - hurried(table) - table.bound_on_errands - company)
    bands = [band for band in (without(table, one, stay) for one in table.bands) if band is not None]
    found = [*errands.rescue(table), *(order for band in bands for order in _special(table, band))]
    others = (without(table, band, company) for band in bands if band.role in {"troops", "engine"})
    troops = [band for band in others if band is not None]
    formed, left = parties(table, troops, temper)
    for party in formed:
        found += orders_of(table, party, temper)
    sailing, left = voyages.orders(table, left)
    return [*found, *sailing, *followers(table, left, formed)]


def _special(table: Table, band: Band) -> Iterator[Order]:
    if band.role == "bearer":
        yield from errands.orders(table, band)
    elif band.role == "breaker":
        yield from sieges.bring_up(table, band)
