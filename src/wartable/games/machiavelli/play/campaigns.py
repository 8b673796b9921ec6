"""What a seat may write for a campaign, at random or as a list to choose from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from wartable.engine.actions import Offer
from wartable.engine.chance import Randomness
from wartable.games.machiavelli import bribes, orders
from wartable.games.machiavelli.banking import province_fault
from wartable.games.machiavelli.expense_faults import unit_fault, unit_of
from wartable.games.machiavelli.maps import named
from wartable.games.machiavelli.optional import hiring
from wartable.games.machiavelli.optional.fog import diplomat_fault
from wartable.games.machiavelli.play import voted
from wartable.games.machiavelli.play.actions import CampaignOrders, RetreatOrders
from wartable.games.machiavelli.play.checks import MOST_EXPENSES, campaign_refusal
from wartable.games.machiavelli.play.choices import UnitChoices, pick
from wartable.games.machiavelli.play.fog import position_seen
from wartable.games.machiavelli.play.state import MachiavelliState
from wartable.games.machiavelli.play.tasks import SendOrders, SendRetreats
from wartable.games.machiavelli.reach import reaches
from wartable.games.machiavelli.results import Dislodged
from wartable.games.machiavelli.rules import Rules
from wartable.games.machiavelli.state import AUTONOMOUS, Position, Power, Unit
from wartable.games.machiavelli.tables import tables

Aim: TypeAlias = tuple[orders.Letter, Unit | str]
"""What money is for: the letter of an expense with its target."""


def sample(rules: Rules, state: MachiavelliState, task: SendOrders, seat: int, rng: Randomness) -> CampaignOrders:
    """Return orders for every unit at random, with money now and then."""
    power, position = state.powers[seat], position_seen(rules, state, seat)
    choices = UnitChoices(rules, position)
    given = tuple(choices.draw(unit, rng) for unit in position.of(power))
    action = CampaignOrders(given)
    if not rules.options.money:
        return action
    banking, spent = _banking(rules, position, power, rng), _expenses(rules, position, power, rng)
    hired = (unit_of(position, one.unit) for one in spent if one.letter == "L")
    more = tuple(choices.draw(unit, rng) for unit in dict.fromkeys(hired) if unit is not None)
    rich = CampaignOrders((*given, *more), banking, spent)
    return rich if campaign_refusal(rules, state, task, seat, rich) is None else action


def _banking(rules: Rules, position: Position, power: Power, rng: Randomness) -> tuple[orders.Banking, ...]:
    if rng.randrange(4):
        return ()
    others = [other for other in position.powers if other != power]
    found: list[orders.Banking] = []
    if rules.options.loans:
        found += [orders.Borrow(1 + rng.randrange(6), 1), orders.Pay(1 + rng.randrange(6), orders.BANK)]
    if others:
        found.append(orders.Pay(1, pick(others, rng)))
    if others and rules.options.province_gifts:
        gifts = [orders.GiveProvince(place, pick(others, rng)) for place in position.provinces]
        found += (gift for gift in gifts if province_fault(rules, position, power, gift) is None)
    return (pick(found, rng),) if found else ()


def _expenses(rules: Rules, position: Position, power: Power, rng: Randomness) -> tuple[orders.Expense, ...]:
    """Draw up to two expenses that the treasury pays for."""
    left, found = position.accounts[power].treasury, list[orders.Expense]()
    for number in range(1, 3):
        if rng.randrange(3):
            break
        able: list[Aim] = [aim for aim in _targets(rules, position, power) if _price(aim[0]) <= left]
        if not able:
            break
        letter, target = pick(able, rng)
        ducats = _price(letter)
        left -= ducats
        found.append(_expense(number, ducats, letter, target))
    return tuple(found)


def _price(letter: orders.Letter) -> int:
    return max(tables().expenses[letter].ducats, tables().ducats_in_steps_of)


def _targets(rules: Rules, position: Position, power: Power) -> Iterator[Aim]:
    """Yield what a power may spend money on: letters with a unit, a power or a province."""
    for place in position.famine:
        yield "A", place
    for place in sorted({one.place for one in position.rebellions}):
        yield "B", place
    for place, holder in position.provinces.items():
        home = rules.scenario.country_of.get(place) in position.held_by(holder)
        yield "D" if home else "C", place
    for victim in _victims(rules, position, power):
        yield "E", victim
    yield from _optional_targets(rules, position, power)
    for unit in position.units:
        for letter in _letters(rules, power, unit):
            yield letter, unit


def _optional_targets(rules: Rules, position: Position, power: Power) -> Iterator[Aim]:
    """Yield what optional rules add that is for no unit (machiavelli 14)."""
    for place in position.provinces if rules.options.scorched_earth else ():
        if place not in position.famine:
            yield "N", place
    if rules.options.bodyguards:
        yield "O", power
    for place in rules.board.provinces if rules.options.fog else ():
        if place not in rules.scenario.out and diplomat_fault(rules, position, power, place) is None:
            yield "P", place


def _victims(rules: Rules, position: Position, power: Power) -> tuple[Power, ...]:
    """Return the powers against which a power has an assassin."""
    if not rules.options.assassination:
        return ()
    return tuple(one for one in dict.fromkeys(position.accounts[power].chits) if one in position.powers)


def _letters(rules: Rules, power: Power, unit: Unit) -> tuple[orders.Letter, ...]:
    """Return what a power may spend on a unit."""
    if unit.owner == power:
        return ("F",)
    if unit.owner == AUTONOMOUS:
        hired: tuple[orders.Letter, ...] = ("L",) if rules.options.autonomous_units else ()
        return ("F", "G", "H", *hired) if unit.kind == "G" else ("F", *hired, *(("M",) if hired else ()))
    return ("F", "I", "J", "K") if unit.kind == "G" else ("F", "J", "K")


def _able(rules: Rules, position: Position, power: Power, unit: Unit) -> Iterator[orders.Letter]:
    """Yield what could work on a unit: not what cannot be bribed, nor buying a class that the power may not own."""
    target = orders.Target(unit.owner, unit.kind, unit.place)
    for letter in _letters(rules, power, unit):
        if (
            letter in {"F", "L"}
            or unit_fault(rules, position, power, orders.Expense(1, 3, letter, unit=target)) is None
        ):
            yield letter


def _expense(number: int, ducats: int, letter: orders.Letter, target: Unit | str) -> orders.Expense:
    if isinstance(target, Unit):
        return orders.Expense(number, ducats, letter, unit=orders.Target(target.owner, target.kind, target.place))
    if letter in {"E", "O"}:
        return orders.Expense(number, ducats, letter, victim=target)
    return orders.Expense(number, ducats, letter, place=target)


def offers(rules: Rules, state: MachiavelliState, _task: SendOrders, seat: int) -> Iterator[Offer]:
    """Yield what may be ordered: orders of each unit as they are written, expenses with price and targets, votes."""
    power, position = state.powers[seat], position_seen(rules, state, seat)
    choices = UnitChoices(rules, position)
    for unit in position.of(power):
        by_kind: dict[str, list[str]] = {}
        for order in choices.orders(unit):
            by_kind.setdefault(str(order.__struct_config__.tag), []).append(str(order))
        for kind, lines in by_kind.items():
            yield Offer(kind=kind, source=str(named(unit)), targets=tuple(lines))
    if rules.options.money:
        yield from _money_offers(rules, position, power)
        yield from _bought_offers(choices, power)
    if rules.options.autonomous_units:
        yield from _hired_offers(choices, power)
    yield from voted.offers(rules, state, power)


def _bought_offers(choices: UnitChoices, power: Power) -> Iterator[Offer]:
    """Yield what units that a power can buy would obey in this campaign, in reach of its money, with their price."""
    rules, position = choices.rules, choices.position
    for unit in position.units:
        prices = [bribes.price(rules, unit, one) for one in _able(rules, position, power, unit) if one in bribes.BUYS]
        if prices and reaches(rules, position, power, unit.place):
            lines = tuple(map(str, choices.orders(unit)))
            yield Offer(kind="buy", source=str(named(unit)), targets=lines, least=min(prices), most=min(prices))


def _hired_offers(choices: UnitChoices, power: Power) -> Iterator[Offer]:
    """Yield what units of nobody obey whom pays for it, in reach of a power's money, with the ducats it costs."""
    rules, position = choices.rules, choices.position
    for unit in position.of(AUTONOMOUS):
        if not reaches(rules, position, power, unit.place):
            continue
        by_price: dict[int, list[str]] = {}
        for order in choices.orders(unit):
            if (price := hiring.price(order)) is not None:
                by_price.setdefault(price, []).append(str(order))
        for price, lines in sorted(by_price.items()):
            yield Offer(kind="hire", source=str(named(unit)), targets=tuple(lines), least=price, most=price)


def _money_offers(rules: Rules, position: Position, power: Power) -> Iterator[Offer]:
    treasury = position.accounts[power].treasury
    found: dict[orders.Letter, list[str]] = {}
    for letter, target in _targets(rules, position, power):
        if isinstance(target, Unit) and letter not in _able(rules, position, power, target):
            continue
        found.setdefault(letter, []).append(
            f"{target.owner} {target.kind} {target.place}" if isinstance(target, Unit) else target
        )
    for letter, targets in sorted(found.items()):
        facts = tables().expenses[letter]
        most = max(treasury, facts.ducats)
        note = f"{facts.title}; at most {MOST_EXPENSES} expenses"
        yield Offer(kind="expense", source=letter, targets=tuple(targets), least=facts.ducats, most=most, note=note)
    yield Offer(
        kind="pay", targets=(*(one for one in position.powers if one != power),), least=1, most=max(1, treasury)
    )


def default_orders(_rules: Rules, _state: MachiavelliState, _task: SendOrders, _seat: int) -> CampaignOrders:
    """Return what an absent player orders: nothing, so that units hold."""
    return CampaignOrders()


# --- retreats


def retreat_sample(
    _rules: Rules, state: MachiavelliState, _task: SendRetreats, seat: int, rng: Randomness
) -> RetreatOrders:
    """Return a way out for every dislodged unit at random."""
    own = _dislodged(state, seat)
    return RetreatOrders(tuple(orders.Retreat(one.name, pick((*one.retreats, ""), rng)) for one in own))


def _dislodged(state: MachiavelliState, seat: int) -> list[Dislodged]:
    return [one for one in state.dislodged if one.unit.owner == state.powers[seat]]


def retreat_offers(_rules: Rules, state: MachiavelliState, _task: SendRetreats, seat: int) -> Iterator[Offer]:
    """Yield where dislodged units may go."""
    for one in _dislodged(state, seat):
        yield Offer(kind="retreat", source=str(one.name), targets=one.retreats)
        yield Offer(kind="disband", source=str(one.name))


def default_retreats(_rules: Rules, state: MachiavelliState, _task: SendRetreats, seat: int) -> RetreatOrders:
    """Return what an absent player's units do: to an own province, else any other, else the city (machiavelli 8)."""
    power, provinces = state.powers[seat], state.position.provinces
    found: list[orders.Retreat] = []
    taken: set[str] = set()
    for one in _dislodged(state, seat):
        ways = [way for way in one.retreats if way.partition("/")[0] not in taken]
        ways.sort(key=lambda way: (way == orders.CITY, provinces.get(way.partition("/")[0]) != power, way))
        if ways:
            taken |= {ways[0].partition("/")[0]} - {orders.CITY}
            found.append(orders.Retreat(one.name, ways[0]))
    return RetreatOrders(tuple(found))
