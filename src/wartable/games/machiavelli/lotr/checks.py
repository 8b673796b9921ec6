"""Why orders for figures, fleets to begin with and the Nazgul's retreat are refused, before they are in."""

from __future__ import annotations

from collections.abc import Iterator

from wartable.engine.errors import Reason
from wartable.engine.values import Action
from wartable.games.adjudication.orders import Call, Hold, Move
from wartable.games.adjudication.results import Why
from wartable.games.machiavelli.lotr.actions import FigureOrder, LotrOrders, LotrRetreats, LotrYear
from wartable.games.machiavelli.lotr.campaign import errand_of
from wartable.games.machiavelli.lotr.rules import GONDOR, MORDOR, LotrRules, lotr_rules
from wartable.games.machiavelli.lotr.state import LotrState
from wartable.games.machiavelli.lotr.tasks import LotrSendOrders, LotrSendRetreats, LotrSendYear
from wartable.games.machiavelli.play import checks, years
from wartable.games.machiavelli.rules import Rules
from wartable.games.machiavelli.state import Position, Power
from wartable.games.ring_figures.courses import Errand, call_fault, figure_fault, with_way
from wartable.games.ring_figures.kinds import BEARER, DEAD, EAGLES, RIDERS


def campaign_refusal(
    rules: Rules, state: LotrState, task: LotrSendOrders, seat: int, action: LotrOrders
) -> Reason | None:
    """Say why a seat may not send these orders; None when it may."""
    usual = checks.campaign_refusal(rules, state, task, seat, action)
    return usual or next(_figures(rules, state, state.powers[seat], action.figures), None)


def _figures(rules: Rules, state: LotrState, power: Power, given: tuple[FigureOrder, ...]) -> Iterator[Reason]:
    on = lotr_rules(rules)
    errand, ordered = errand_of(on, state.position), set[str]()
    for order in given:
        kind = order.unit.kind
        name = on.map.kinds[kind].name if kind in on.map.kinds else kind
        if kind in ordered:
            yield Reason(code="order.twice", message=f"{name} has several orders; give one.", rule="machiavelli 4")
        ordered.add(kind)
        why = _fault(errand, state, power, order)
        if why is not None:
            yield Reason(code=f"order.{why.code.removeprefix('illegal.')}", message=why.sentence, rule=why.rule)


def _fault(errand: Errand, state: LotrState, power: Power, order: FigureOrder) -> Why | None:
    """Say what is wrong with an order for a figure; whoever does not lead a hidden one learns no more."""
    if isinstance(order, Call):
        return call_fault(errand, power, order)
    leader = {BEARER: state.controller, RIDERS: MORDOR}.get(order.unit.kind)
    if leader is not None and (power != leader or not leader):
        sentence = f"The {errand.on.map.kinds[order.unit.kind].name} is not yours to lead."
        return Why("illegal.not_leader", sentence, {"order": str(order)}, "ring-diplomacy Y31")
    return _plain_fault(errand, power, order)


def _plain_fault(errand: Errand, power: Power, order: Hold | Move) -> Why | None:
    full = with_way(errand.on, order)
    return figure_fault(errand, power, full) if isinstance(full, Hold | Move) else None


def retreat_refusal(
    rules: Rules, state: LotrState, task: LotrSendRetreats, seat: int, action: LotrRetreats
) -> Reason | None:
    """Say why a seat may not retreat so; None when it may."""
    usual = checks.retreat_refusal(rules, state, task, seat, action)
    return usual or nazgul_refusal(state, state.powers[seat], action)


def nazgul_refusal(state: LotrState, power: Power, action: LotrRetreats) -> Reason | None:
    """Say why a power may not let the Nazgul retreat so; None when it may, or does not."""
    if not action.nazgul:
        return None
    ways = state.position.driven
    if not ways or power != MORDOR:
        message = "The Nazgul is not yours to retreat now."
        return Reason(code="order.not_dislodged", message=message, rule="ring-diplomacy Y22")
    if action.nazgul not in ways:
        open_to = ", ".join(ways)
        message = f"The Nazgul cannot retreat there. It may go to: {open_to}."
        return Reason(code="order.retreat", message=message, rule="ring-diplomacy Y22", fix=ways)
    return None


def year_refusal(rules: Rules, state: LotrState, task: LotrSendYear, seat: int, action: LotrYear) -> Reason | None:
    """Say why a seat may not decide so; None when it may."""
    able = fleet_ports(rules, state.position, state.powers[seat]) if task.opening else ()
    for place in action.fleets:
        if place not in able or action.fleets.count(place) > 1:
            ports = ", ".join(able) or "none now"
            message = f"No fleet begins in {rules.place(place)}; it may in: {ports}."
            return Reason(code="order.fleet", message=message, rule="machiavelli 18.4")
    return years.refusal(rules, state, task, seat, action)


def fleet_ports(rules: Rules, position: Position, power: Power) -> tuple[str, ...]:
    """Return the ports where a power begins with an army that may be a fleet (18.4)."""
    return tuple(unit.place for unit in position.of(power) if unit.kind == "A" and rules.port(unit.place))


# --- for game masters


def leader_named(rules: LotrRules, state: LotrState, action: Action) -> Power:
    """Return who orders the figure that a decision names first, the Nazgul's retreat too; empty for nobody."""
    if isinstance(action, LotrRetreats):
        return MORDOR if action.nazgul else ""
    kinds = [order.unit.kind for order in action.figures] if isinstance(action, LotrOrders) else []
    good = next((power for power in state.position.powers if rules.side(power) == "good"), "")
    leaders = {EAGLES: rules.leads_eagles(state.position), BEARER: good, DEAD: GONDOR}
    return leaders.get(kinds[0], MORDOR) if kinds else ""


def figure_oddities(rules: LotrRules, state: LotrState, power: Power, action: Action) -> Iterator[str]:
    """Yield what is wrong with orders for figures and with fleets; any good power may lead the ring-bearer."""
    if isinstance(action, LotrRetreats) and (refused := nazgul_refusal(state, power, action)):
        yield refused.message
    errand = errand_of(rules, state.position)
    first = state.position.year == rules.scenario.first_year
    able = fleet_ports(rules, state.position, power) if first else ()
    for place in action.fleets if isinstance(action, LotrYear) else ():
        if place not in able:
            yield f"no fleet begins in {rules.place(place)}; it may in: {', '.join(able) or 'none now'}."
    for order in action.figures if isinstance(action, LotrOrders) else ():
        why = call_fault(errand, power, order) if isinstance(order, Call) else _plain_fault(errand, power, order)
        if why is not None:
            yield f"{order}: {why.sentence}"
