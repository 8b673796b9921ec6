"""What a seat may decide in Middle-earth, at random or as a list: orders of Machiavelli, figures, elites and fleets."""

from __future__ import annotations

from collections.abc import Iterator

from wartable.engine.actions import Offer
from wartable.engine.chance import Randomness
from wartable.games.adjudication.orders import Call, Hold, Move, Unit
from wartable.games.machiavelli.adjustment import build_fault
from wartable.games.machiavelli.lotr.actions import FigureOrder, LotrOrders, LotrRetreats, LotrYear
from wartable.games.machiavelli.lotr.checks import fleet_ports, year_refusal
from wartable.games.machiavelli.lotr.position import LotrPosition
from wartable.games.machiavelli.lotr.rules import GONDOR, MORDOR, LotrRules, lotr_rules
from wartable.games.machiavelli.lotr.state import LotrState
from wartable.games.machiavelli.lotr.tasks import LotrSendOrders, LotrSendRetreats, LotrSendYear
from wartable.games.machiavelli.orders import Build, UnitName
from wartable.games.machiavelli.play import campaigns, years
from wartable.games.machiavelli.play.choices import pick
from wartable.games.machiavelli.rules import Rules
from wartable.games.machiavelli.state import Kind, Position, Power
from wartable.games.ring_figures.courses import moves_of
from wartable.games.ring_figures.kinds import BEARER, DEAD, EAGLES, NAZGUL, RIDERS

CALLS = 4
"""The Dead are called by chance once in so many campaigns."""
ARMED: tuple[Kind, ...] = ("A", "G")
"""Kinds that elite units are raised as."""


def led(rules: LotrRules, state: LotrState, power: Power) -> tuple[str, ...]:
    """Return the figures that a power orders."""
    leaders = {
        NAZGUL: MORDOR,
        RIDERS: MORDOR,
        EAGLES: rules.leads_eagles(state.position),
        BEARER: state.controller,
    }
    return tuple(kind for kind, leader in leaders.items() if leader == power and kind in state.position.figures)


def figure_orders(rules: LotrRules, state: LotrState, kind: str) -> tuple[Hold | Move, ...]:
    """Return what a figure may be ordered."""
    start = state.position.figures[kind]
    return (Hold(Unit(kind, start)), *moves_of(rules, kind, start))


def calls(rules: LotrRules, position: LotrPosition, power: Power) -> tuple[Call, ...]:
    """Return the calls of the Dead that Gondor may make: to provinces with a good unit, while they have not come."""
    if power != GONDOR or DEAD not in position.figures:
        return ()
    good = {unit.place for unit in position.units if rules.side(unit.owner) == "good"}
    return tuple(Call(Unit(DEAD, place)) for place in sorted(good))


def sample(rules: Rules, state: LotrState, task: LotrSendOrders, seat: int, rng: Randomness) -> LotrOrders:
    """Return orders for every unit and figure at random."""
    on, power = lotr_rules(rules), state.powers[seat]
    usual = campaigns.sample(rules, state, task, seat, rng)
    figures: list[FigureOrder] = [pick(figure_orders(on, state, kind), rng) for kind in led(on, state, power)]
    dead = calls(on, state.position, power)
    if dead and not rng.randrange(CALLS):
        figures.append(pick(dead, rng))
    return LotrOrders(usual.orders, usual.banking, usual.expenses, usual.allow, tuple(figures), retreats=usual.retreats)


def offers(rules: Rules, state: LotrState, task: LotrSendOrders, seat: int) -> Iterator[Offer]:
    """Yield what may be ordered: units and money, then the figures that the power leads, then the Dead."""
    yield from campaigns.offers(rules, state, task, seat)
    on, power = lotr_rules(rules), state.powers[seat]
    for kind in led(on, state, power):
        hold, *moves = figure_orders(on, state, kind)
        source = str(hold.unit)
        yield Offer(kind="hold", source=source)
        yield Offer(kind="figure", source=source, targets=tuple(str(order) for order in moves))
    if dead := calls(on, state.position, power):
        yield Offer(kind="call", source=DEAD, targets=tuple(call.unit.at for call in dead))


def default_orders(_rules: Rules, _state: LotrState, _task: LotrSendOrders, _seat: int) -> LotrOrders:
    """Return what an absent player orders: nothing, so that units and figures stay."""
    return LotrOrders()


# --- retreats


def retreat_sample(rules: Rules, state: LotrState, task: LotrSendRetreats, seat: int, rng: Randomness) -> LotrRetreats:
    """Return a way out for every dislodged unit, and for the Nazgul, at random."""
    usual = campaigns.retreat_sample(rules, state, task, seat, rng)
    ways = _nazgul_ways(state, seat)
    return LotrRetreats(usual.orders, pick(ways, rng) if ways else "")


def _nazgul_ways(state: LotrState, seat: int) -> tuple[str, ...]:
    return state.position.driven if state.powers[seat] == MORDOR else ()


def retreat_offers(rules: Rules, state: LotrState, task: LotrSendRetreats, seat: int) -> Iterator[Offer]:
    """Yield where dislodged units may go, and the Nazgul."""
    yield from campaigns.retreat_offers(rules, state, task, seat)
    if ways := _nazgul_ways(state, seat):
        yield Offer(kind="retreat", source=f"{NAZGUL} {state.position.figures[NAZGUL]}", targets=ways)


def default_retreats(rules: Rules, state: LotrState, task: LotrSendRetreats, seat: int) -> LotrRetreats:
    """Return what an absent player's units do; the Nazgul stays."""
    return LotrRetreats(campaigns.default_retreats(rules, state, task, seat).orders)


# --- the year


def elite_builds(rules: Rules, position: Position, power: Power) -> Iterator[Build]:
    """Yield the elite units that a power may raise as things stand (18.5)."""
    for place in rules.board.counting:
        if position.cities.get(place) != power:
            continue
        for unit_class in lotr_rules(rules).elites_of(power):
            for kind in ARMED:
                order = Build(UnitName(kind, place), unit_class)
                if build_fault(rules, position, power, order) is None:
                    yield order


def year_sample(rules: Rules, state: LotrState, task: LotrSendYear, seat: int, rng: Randomness) -> LotrYear:
    """Return a decision at random: fleets to begin with, then units as in Machiavelli, at times an elite one."""
    power = state.powers[seat]
    ports = fleet_ports(rules, state.position, power) if task.opening else ()
    fleets = tuple(place for place in ports if not rng.randrange(3))
    usual = years.sample(rules, state, task, seat, rng)
    elites = list(elite_builds(rules, state.position, power))
    if elites and not rng.randrange(2):
        tried = LotrYear((pick(elites, rng),), fleets=fleets)
        if year_refusal(rules, state, task, seat, tried) is None:
            return tried
    found = LotrYear(usual.orders, usual.taxes, fleets)
    return found if year_refusal(rules, state, task, seat, found) is None else LotrYear(usual.orders, usual.taxes)


def year_offers(rules: Rules, state: LotrState, task: LotrSendYear, seat: int) -> Iterator[Offer]:
    """Yield what may be paid for, disbanded and raised, elite units too, and ports that may begin with a fleet."""
    yield from years.offers(rules, state, task, seat)
    power = state.powers[seat]
    if task.opening and (ports := fleet_ports(rules, state.position, power)):
        yield Offer(kind="fleet", targets=ports)


def default_year(_rules: Rules, _state: LotrState, _task: LotrSendYear, _seat: int) -> LotrYear:
    """Return what an absent player decides: nothing."""
    return LotrYear()
