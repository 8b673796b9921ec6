"""The bank and gifts: payments to the bank, gifts between powers, new loans, and the bank collects what is due.

Source: rules/machiavelli.md 12.1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple, TypeVar

from msgspec.structs import replace

from wartable.engine.values import Event
from wartable.games.machiavelli.accounts import earns, in_order, owed, principal, when, with_loans, without_one
from wartable.games.machiavelli.events import Reason
from wartable.games.machiavelli.money_events import (
    Borrowed,
    ChitGiven,
    Collected,
    Defaulted,
    Given,
    ProvinceGiven,
    Refused,
    Repaid,
)
from wartable.games.machiavelli.orders import BANK, Banking, Borrow, GiveChit, GiveProvince, Pay
from wartable.games.machiavelli.rules import Rules
from wartable.games.machiavelli.state import Loan, Position, Power, Season
from wartable.games.machiavelli.tables import tables

RULE = "machiavelli 12.1"
BankingOf = Mapping[Power, Sequence[Banking]]
T = TypeVar("T", Pay, Borrow, GiveChit, GiveProvince)


class Banked(NamedTuple):
    """What banking led to: the position, what is told, and the powers that the bankers have murdered."""

    position: Position
    events: tuple[Event, ...] = ()
    defaulted: tuple[Power, ...] = ()


def bank(rules: Rules, position: Position, orders: BankingOf) -> Banked:
    """Carry out banking: all repay, then all give, then all borrow, then the bank collects."""
    step = _Bank(rules, position)
    written = {power: tuple(orders.get(power, ())) for power in position.powers}
    for power, order in _each(written, Pay):
        if order.to == BANK:
            step.repay(power, order)
    step.give([(power, order) for power, order in _each(written, Pay) if order.to != BANK])
    for power, chit in _each(written, GiveChit):
        step.give_chit(power, chit)
    for power, gift in _each(written, GiveProvince):
        step.give_province(power, gift)
    for power, loan in _each(written, Borrow):
        step.borrow(power, loan)
    defaulted = tuple(power for power in position.powers if step.collect(power))
    return Banked(step.position, tuple(step.events), defaulted)


def _each(written: Mapping[Power, Sequence[Banking]], kind: type[T]) -> Iterator[tuple[Power, T]]:
    for power, orders in written.items():
        for order in orders:
            if isinstance(order, kind):
                yield power, order


def interest_of(ducats: int, years: Literal[1, 2]) -> int:
    """Return the interest on a loan, rounded up to whole ducats."""
    return -(-ducats * tables().interest[years] // 100)


def loan_of(ducats: int, years: Literal[1, 2], year: int, season: Season) -> Loan:
    """Return the loan that is taken in a campaign: due in the same season, one year later or two."""
    return Loan(year + years, season, ducats, interest_of(ducats, years))


def credit(rules: Rules, position: Position, power: Power) -> int:
    """Return how many ducats a power may still borrow."""
    account, most = position.accounts[power], tables().most_principal
    if account.defaulted or not rules.options.loans:
        return 0
    if rules.options.credit_limit == "provinces_plus_units_max_25":
        provinces = sum(holder == power for holder in position.provinces.values())
        most = min(most, provinces + len(position.of(power)))
    return max(0, most - principal(account))


def gift_fault(rules: Rules, position: Position, power: Power, order: Pay) -> Reason | None:
    """Return why a power cannot give money to another; None where it can."""
    debt = owed(position.accounts[power])
    if order.to not in position.powers or order.to == power:
        return Reason("gift.nobody", f"There is no other power {order.to} to give to.", {}, RULE)
    if debt:
        sentence = f"{rules.power(power)} owes the bank {debt}, and cannot give before that is paid."
        return Reason("gift.in_debt", sentence, {"owed": debt}, RULE)
    return None


def loan_fault(rules: Rules, position: Position, power: Power, ducats: int) -> Reason | None:
    """Return why the bank does not lend so much to a power; None where it does."""
    if not rules.options.loans:
        return Reason("loan.off", "There are no loans in this game.", {}, RULE)
    if position.accounts[power].defaulted:
        return Reason("loan.defaulted", "The bank does not lend to it any more.", {}, RULE)
    left = credit(rules, position, power)
    if ducats > left or ducats < 1:
        return Reason("loan.limit", f"It may borrow {left} more, not {ducats}.", {"left": left}, RULE)
    return None


def chit_fault(position: Position, power: Power, order: GiveChit) -> Reason | None:
    """Return why a power cannot give away an assassin; None where it can."""
    if order.against not in position.accounts[power].chits:
        return Reason("chit.none", f"It has no assassin against {order.against}.", {}, "machiavelli 12.4")
    if order.to not in position.powers or order.to == power:
        return Reason("chit.nobody", f"There is no other power {order.to} to give to.", {}, "machiavelli 12.4")
    return None


def province_fault(rules: Rules, position: Position, power: Power, order: GiveProvince) -> Reason | None:
    """Return why a power cannot hand a province over; None where it can: nobody's unit but the receiver's is there."""
    rule, name = "machiavelli 14", rules.place(order.place)
    if not rules.options.province_gifts:
        return Reason("province.off", "Provinces are not given away in this game.", {}, rule)
    if position.provinces.get(order.place) != power:
        return Reason("province.control", f"{rules.power(power)} does not control {name}.", {}, rule)
    if order.to not in position.powers or order.to == power:
        return Reason("province.nobody", f"There is no other power {order.to} to give to.", {}, rule)
    if any(unit.place == order.place and unit.owner != order.to for unit in position.units):
        return Reason("province.units", f"There are units in {name}, which control it.", {}, rule)
    return None


class _Bank:
    """Banking under way: the position as it stands, and what was told so far."""

    def __init__(self, rules: Rules, position: Position) -> None:
        self.rules, self.position = rules, position
        self.events: list[Event] = []

    @property
    def _now(self) -> tuple[int, Season]:
        return self.position.year, self.position.season

    def _refuse(self, power: Power, order: Banking, why: Reason) -> None:
        year, season = self._now
        told = Refused(year=year, season=season, power=power, text=str(order), why=why, private_to=(power,))
        self.events.append(told)

    def repay(self, power: Power, order: Pay) -> None:
        """Pay the bank: the loan due first, interest before principal."""
        account = self.position.accounts[power]
        ducats = left = min(order.ducats, account.treasury, owed(account))
        loans: list[Loan] = []
        for loan in in_order(account.loans):
            interest = min(left, loan.interest)
            paid = min(left - interest, loan.principal)
            left -= interest + paid
            loans.append(replace(loan, interest=loan.interest - interest, principal=loan.principal - paid))
        if not ducats:
            self._refuse(power, order, Reason("bank.nothing", "There was nothing to pay, or nothing to pay with."))
            return
        year, season = self._now
        lent = principal(account) - sum(loan.principal for loan in loans)
        facts = {"ducats": ducats, "interest": ducats - lent, "principal": lent}
        self.position = with_loans(self.position, power, loans)
        event = Repaid(
            year=year,
            season=season,
            power=power,
            ducats=-ducats,
            interest=ducats - lent,
            principal=lent,
            why=Reason("bank.repaid", f"{ducats - lent} for interest, {lent} for what was lent.", facts, RULE),
            private_to=(power,),
        )
        self.position = earns(self.position, event)
        self.events.append(event)

    def give(self, gifts: Sequence[tuple[Power, Pay]]) -> None:
        """Give money: what a power receives here it cannot give on, as all give at once."""
        before = self.position
        purses = {power: account.treasury for power, account in before.accounts.items()}
        for power, order in gifts:
            why = gift_fault(self.rules, before, power, order)
            ducats = min(order.ducats, purses[power])
            if why is None and not ducats:
                why = Reason("gift.nothing", "The treasury is empty.", {}, RULE)
            if why is not None:
                self._refuse(power, order, why)
                continue
            purses[power] -= ducats
            self._hand_over(power, order, ducats)

    def _hand_over(self, power: Power, order: Pay, ducats: int) -> None:
        year, season = self._now
        for one, other, moved in ((power, order.to, -ducats), (order.to, power, ducats)):
            sentence = f"{ducats} from {self.rules.power(power)} to {self.rules.power(order.to)}."
            event = Given(
                year=year,
                season=season,
                power=one,
                ducats=moved,
                other=other,
                why=Reason("gift", sentence, {"ducats": ducats}, RULE),
                private_to=(power, order.to),
            )
            self.position = earns(self.position, event)
            self.events.append(event)

    def give_chit(self, power: Power, order: GiveChit) -> None:
        """Hand an assassin on; that cannot be taken back."""
        why = chit_fault(self.position, power, order)
        if why is not None:
            self._refuse(power, order, why)
            return
        giver, receiver = self.position.accounts[power], self.position.accounts[order.to]
        self.position = self.position.with_account(
            power, replace(giver, chits=without_one(giver.chits, order.against))
        ).with_account(order.to, replace(receiver, chits=(*receiver.chits, order.against)))
        year, season = self._now
        self.events.append(
            ChitGiven(
                year=year,
                season=season,
                power=power,
                to=order.to,
                against=order.against,
                private_to=(power, order.to),
            )
        )

    def give_province(self, power: Power, order: GiveProvince) -> None:
        """Hand a province over, and its city where that is the giver's (machiavelli 14)."""
        why = province_fault(self.rules, self.position, power, order)
        if why is not None:
            self._refuse(power, order, why)
            return
        provinces = {**self.position.provinces, order.place: order.to}
        cities = dict(self.position.cities)
        if cities.get(order.place) == power:
            cities[order.place] = order.to
        self.position = replace(self.position, provinces=provinces, cities=cities).tidied()
        year, season = self._now
        self.events.append(ProvinceGiven(year=year, season=season, power=power, to=order.to, place=order.place))

    def borrow(self, power: Power, order: Borrow) -> None:
        """Take a loan, if the bank gives it."""
        why = loan_fault(self.rules, self.position, power, order.ducats)
        if why is not None:
            self._refuse(power, order, why)
            return
        year, season = self._now
        loan = loan_of(order.ducats, order.years, year, season)
        self.position = with_loans(self.position, power, (*self.position.accounts[power].loans, loan))
        sentence = f"{loan.owed} are due in {loan.season} {loan.year}."
        event = Borrowed(
            year=year,
            season=season,
            power=power,
            ducats=order.ducats,
            loan=loan,
            why=Reason("loan.taken", sentence, {"owed": loan.owed}, RULE),
            private_to=(power,),
        )
        self.position = earns(self.position, event)
        self.events.append(event)

    def collect(self, power: Power) -> bool:
        """Take what is due by now; tells whether the power could not pay."""
        account = self.position.accounts[power]
        due = tuple(loan for loan in account.loans if when(loan.year, loan.season) <= when(*self._now))
        total = sum(loan.owed for loan in due)
        if not due:
            return False
        if total > account.treasury:
            self._default(power, total)
            return True
        year, season = self._now
        rest = [loan for loan in account.loans if loan not in due]
        self.position = with_loans(self.position, power, rest)
        event = Collected(
            year=year,
            season=season,
            power=power,
            ducats=-total,
            loans=due,
            why=Reason("bank.collected", f"{total} were due.", {"due": total}, RULE),
            private_to=(power,),
        )
        self.position = earns(self.position, event)
        self.events.append(event)
        return False

    def _default(self, power: Power, due: int) -> None:
        account = self.position.accounts[power]
        year, season = self._now
        sentence = f"{due} were due, and {account.treasury} were there; the bank sends its assassins."
        event = Defaulted(
            year=year,
            season=season,
            power=power,
            ducats=-account.treasury,
            due=due,
            cancelled=owed(account),
            why=Reason("bank.defaulted", sentence, {"due": due, "there": account.treasury}, RULE),
        )
        self.position = earns(self.position, event)
        bare = replace(self.position.accounts[power], loans=(), defaulted=True)
        self.position = self.position.with_account(power, bare)
        self.events.append(event)
