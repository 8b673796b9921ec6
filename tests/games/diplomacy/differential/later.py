"""Retreat and adjustment phases that follow random boards, judged by both sides."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from tests.games.diplomacy.differential.causes import RULINGS, Cause, Fault
from tests.games.diplomacy.differential.randomly import LOCATIONS, PLACES, STANDARD, Board, Orders, random_position
from tests.games.diplomacy.differential.rival import Rival
from wartable.games.adjudication.orders import AnyOrder, Build, Disband, Hold, Power, Retreat, Unit, Waive
from wartable.games.adjudication.results import Dislodged
from wartable.games.diplomacy.adjudicate import judge
from wartable.games.diplomacy.phases.adjusting import adjusting
from wartable.games.diplomacy.phases.adjustments import adjust
from wartable.games.diplomacy.phases.calendar import read_phase
from wartable.games.diplomacy.phases.removals import removal_distances
from wartable.games.diplomacy.position import Position

Units = frozenset[tuple[Power, str]]
ADJUSTED = replace(RULINGS, removal="country")
"""The package's removals go by distances of fleets over water and of armies over both, as in older rulebooks."""
HOME_MAP = replace(STANDARD, powers={power: replace(facts, country=()) for power, facts in STANDARD.powers.items()})
"""The standard map with the home centres of a power for its country, as the package has it."""


def units_of(position: Position) -> Units:
    """Return the units of a position as the package writes them."""
    return frozenset((power, str(unit)) for power, units in position.units.items() for unit in units)


# Retreats


def retreat_orders(rng: Random, dislodged: tuple[Dislodged, ...]) -> Orders:
    """Order most dislodged units to one of their retreats, often where another goes; some nowhere, some anywhere."""
    found: Orders = {}
    wanted = [place for one in dislodged for place in one.retreats]
    for one in dislodged:
        lot = rng.random()
        shared = [place for place in one.retreats if wanted.count(place) > 1]
        if one.retreats and lot < 0.75:
            order: AnyOrder = Retreat(one.unit, rng.choice(shared or one.retreats))
        elif lot < 0.85:
            order = Retreat(one.unit, rng.choice(LOCATIONS))
        else:
            order = rng.choice((Disband(one.unit), Hold(one.unit)))
        found.setdefault(one.power, []).append(order)
    return found


def retreat_faults(rival: Rival, board: Board, seed: int) -> Iterator[Fault]:
    """Let both judge the retreats of the board the rival judged last, on which both agree."""
    before = judge(STANDARD, board.position, board.orders, RULINGS).next
    if not before.dislodged or not any(one.retreats for one in before.dislodged):
        return
    orders = retreat_orders(Random(seed), before.dislodged)
    ours = units_of(judge(STANDARD, before, orders, RULINGS).next)
    theirs = rival.retreat(orders)
    if ours != theirs:
        exact = {
            power: [order for order in given if not _implies_coast(order, before)] for power, given in orders.items()
        }
        cause = COAST_IMPLIED if theirs == units_of(judge(STANDARD, before, exact, RULINGS).next) else None
        yield Fault(cause, f"retreats {_text(orders)}: {sorted(ours ^ theirs)}")


def _implies_coast(order: AnyOrder, before: Position) -> bool:
    """Whether a retreat leaves out its coast, or names one for an army."""
    if not isinstance(order, Retreat):
        return False
    return not any(one.unit == order.unit and order.to in one.retreats for one in before.dislodged)


COAST_IMPLIED = Cause(
    "coast of a retreat",
    "A retreat leaves out the only coast it could mean, or names one for an army: we take it as meant (DATC 4.B.2, "
    "4.B.6), the package refuses it.",
)


# Adjustments


def adjustment_faults(rival: Rival, seed: int) -> Iterator[Fault]:
    """Let both judge the adjustments of a random position."""
    rng = Random(seed)
    before = adjustment_position(rng)
    orders = adjustment_orders(rng, before)
    theirs = rival.adjust(before, orders)
    for power in STANDARD.powers:
        said = frozenset(unit for owner, unit in theirs if owner == power)
        given = orders.get(power, [])
        ours = _adjusted(before, power, given)
        if said != ours:
            what = f"{power} {_text({power: given})}: {sorted(said)} for {sorted(ours)}"
            yield Fault(_adjustment_cause(before, power, given, said), what)


def _adjusted(before: Position, power: Power, orders: list[AnyOrder]) -> frozenset[str]:
    """Return the units of a power after its adjustments."""
    return frozenset(map(str, adjust(HOME_MAP, before, power, orders, ADJUSTED).units))


def _adjustment_cause(before: Position, power: Power, orders: list[AnyOrder], said: frozenset[str]) -> Cause | None:
    waived_last = sorted(orders, key=lambda order: isinstance(order, Waive))
    if said == _adjusted(before, power, waived_last):
        return WAIVES_LAST
    return TIES_BY_CODE if said == _with_ties_by_code(before, power, orders) else None


def _with_ties_by_code(before: Position, power: Power, orders: list[AnyOrder]) -> frozenset[str]:
    """Return the units that stay if those equally far go by their codes rather than their names."""
    desk = adjusting(HOME_MAP, before, power, ADJUSTED)
    done = adjust(HOME_MAP, before, power, orders, ADJUSTED)
    left = [*done.units, *done.automatic]
    far = removal_distances(desk, left)
    gone = sorted(left, key=lambda unit: (-far[unit], unit.kind == "A", unit.at))[: len(done.automatic)]
    return frozenset(str(unit) for unit in left if unit not in gone)


WAIVES_LAST = Cause(
    "waives give way",
    "More builds and waives are ordered than are due: for us the first count as given (DATC 4.D.4, 4.D.7), for the "
    "package builds come before waives.",
)
TIES_BY_CODE = Cause(
    "ties by code",
    "Two units are equally far from home: the one whose province comes first by its English name goes (DATC 4.D.8); "
    "the package compares codes.",
)


def adjustment_position(rng: Random) -> Position:
    """Give units and centres at random, home centres mostly to whom they belong."""
    before = random_position(rng)
    owners: dict[str, Power] = {}
    for code in PLACES:
        if STANDARD.provinces[code].centre and rng.random() < 0.8:
            home = [power for power, facts in STANDARD.powers.items() if code in facts.home]
            owners[code] = home[0] if home and rng.random() < 0.7 else rng.choice(sorted(STANDARD.powers))
    return Position(read_phase(STANDARD, "winter 1901 adjustments"), before.units, owners)


def adjustment_orders(rng: Random, before: Position) -> Orders:
    """Order builds, removals and waives, too few and too many, legal and not."""
    found: Orders = {}
    for power in STANDARD.powers:
        if rng.random() < 0.2:
            continue
        for _ in range(rng.randint(1, 5)):
            found.setdefault(power, []).append(_adjustment(rng, before, power))
    return found


def _adjustment(rng: Random, before: Position, power: Power) -> AnyOrder:
    lot, own = rng.random(), before.units.get(power, ())
    if lot < 0.5 and own:
        return Disband(rng.choice(own))
    if lot < 0.9:
        site = rng.choice(STANDARD.powers[power].home if lot < 0.8 else tuple(PLACES))
        coasts = STANDARD.provinces[site].coasts
        kind = rng.choice("AF")
        return Build(Unit("A", site) if kind == "A" else Unit("F", f"{site}/{rng.choice(coasts)}" if coasts else site))
    return Waive()


def _text(orders: Orders) -> str:
    return "; ".join(str(order) for given in orders.values() for order in given)
