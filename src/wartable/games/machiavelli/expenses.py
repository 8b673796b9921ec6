"""The expenses of a campaign: charged first, then relief of famine, pacification, rebellions and bribes, all at once.

Assassinations are charged here too, and carried out later (`wartable.games.machiavelli.assassination`).
Source: rules/machiavelli.md 12.2, 12.3, 2.2 step 4.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from wartable.engine.values import Event
from wartable.games.machiavelli import bribes
from wartable.games.machiavelli.accounts import earns
from wartable.games.machiavelli.assassination import Attempt
from wartable.games.machiavelli.events import Reason, RebellionEnded, UnitLost
from wartable.games.machiavelli.expense_faults import Paid, expense_fault, too_small, unit_of, works
from wartable.games.machiavelli.limits import special_fault
from wartable.games.machiavelli.money_events import (
    AllegianceChanged,
    Charged,
    ExpenseJudged,
    Refused,
    Relieved,
    Scorched,
)
from wartable.games.machiavelli.optional.hiring import hired
from wartable.games.machiavelli.orders import Expense, Letter
from wartable.games.machiavelli.rebels import rise
from wartable.games.machiavelli.rules import Rules
from wartable.games.machiavelli.state import (
    AUTONOMOUS,
    KIND_NAMES,
    NOBODY,
    Diplomat,
    Hire,
    Position,
    Power,
    Rebellion,
    Unit,
)
from wartable.games.machiavelli.tables import tables

RULE = "machiavelli 12.2"
ExpensesOf = Mapping[Power, Sequence[Expense]]


class Spending(NamedTuple):
    """What expenses led to: the position, what is told, and the assassinations that are to be carried out."""

    position: Position
    events: tuple[Event, ...] = ()
    attempts: tuple[Attempt, ...] = ()


def tie_dice(rules: Rules, position: Position, orders: ExpensesOf, lost: Collection[Power] = ()) -> tuple[int, ...]:
    """Return the sides of the dice that ties of bribes need, in the order of the units they are on."""
    auctions = _auctions(rules, position, _paid(rules, position, orders, lost))
    return tuple(
        side
        for unit, (bids, counters) in auctions.items()
        for side in bribes.tie_dice(rules, unit, tuple(bids), counters)
    )


def spend(
    rules: Rules,
    position: Position,
    orders: ExpensesOf,
    faces: Sequence[int] = (),
    lost: Collection[Power] = (),
) -> Spending:
    """Charge and carry out the expenses of all powers; those of the `lost`, who did not pay the bank, are not written.

    `faces` are those of `tie_dice`.
    """
    step = _Expenses(rules, position)
    paid = _paid(rules, position, orders, lost)
    step.refuse_excess(orders, lost)
    step.charge(paid)
    rebellions = [one for one in paid if one.letter in {"C", "D"}]
    step.judge_faults([one for one in paid if one not in rebellions])
    step.relieve([one for one in paid if one.letter == "A"])
    step.pacify([one for one in paid if one.letter == "B"])
    step.judge_faults(rebellions)
    step.rebel(rebellions)
    step.scorch([one for one in paid if one.letter == "N"])
    step.send([one for one in paid if one.letter == "P"])
    step.bribe(paid, faces)
    step.hire([one for one in paid if one.letter == "L"])
    attempts = step.attempts(paid)
    return Spending(step.position.tidied(), tuple(step.events), attempts)


def _written(orders: ExpensesOf, power: Power) -> list[Expense]:
    return sorted(orders.get(power, ()), key=lambda one: one.number)


def _paid(rules: Rules, position: Position, orders: ExpensesOf, lost: Collection[Power]) -> tuple[Paid, ...]:
    """Return what is spent, in the order of numbering as far as each treasury goes (machiavelli 12.2)."""
    del rules
    found: list[Paid] = []
    step = tables().ducats_in_steps_of
    for power in position.powers:
        left = position.accounts[power].treasury
        for one in _written(orders, power)[: tables().expenses_per_campaign] if power not in lost else ():
            ducats = min(one.ducats, left)
            left -= ducats
            found.append(Paid(power, one, ducats, ducats if one.letter == "P" else ducats // step * step))
    return tuple(found)


Auction = tuple[list[bribes.Bid], list[int]]


def _auctions(rules: Rules, position: Position, paid: Iterable[Paid]) -> dict[Unit, Auction]:
    """Return for each unit the bribes and counter-bribes that reach it, units in the order of their places."""
    found: dict[Unit, Auction] = {}
    for one in paid:
        unit = unit_of(position, one.expense.unit)
        if unit is None or one.letter == "L" or not works(rules, position, one):
            continue
        bids, counters = found.setdefault(unit, ([], []))
        if one.letter == "F":
            counters.append(one.worth)
        else:
            bids.append(bribes.Bid(one.power, one.expense.number, one.letter, one.worth))
    return dict(sorted((unit, found[unit]) for unit in found))


class _Expenses:
    """Expenses under way; whether each may work is judged by the position at their beginning, as for all at once."""

    def __init__(self, rules: Rules, position: Position) -> None:
        self.rules, self.start, self.position = rules, position, position
        self.events: list[Event] = []

    def refuse_excess(self, orders: ExpensesOf, lost: Collection[Power]) -> None:
        """Tell of expenses beyond the fourth, and of those of powers that could not pay the bank."""
        for power in self.start.powers:
            written = _written(orders, power)
            gone = power in lost
            for one in written if gone else written[tables().expenses_per_campaign :]:
                sentence = "Lost with the treasury." if gone else "Four expenses a campaign are allowed."
                why = Reason("expense.lost" if gone else "expense.too_many", sentence, {}, RULE)
                self.events.append(
                    Refused(
                        year=self.start.year,
                        season=self.start.season,
                        power=power,
                        text=str(one),
                        why=why,
                        private_to=(power,),
                    )
                )

    def charge(self, paid: Sequence[Paid]) -> None:
        """Take the money for all expenses, whether they work or not; an assassin that is sent is used up."""
        for one in paid:
            event = Charged(
                year=self.start.year,
                season=self.start.season,
                power=one.power,
                ducats=-one.ducats,
                number=one.expense.number,
                letter=one.letter,
                worth=one.worth,
                private_to=(one.power,),
            )
            self.position = earns(self.position, event)
            self.events.append(event)

    def judge_faults(self, paid: Sequence[Paid]) -> None:
        """Tell of expenses that cannot work."""
        for one in paid:
            why = expense_fault(self.rules, self._quieter(), one.power, one.expense) or too_small(
                self.rules, self.start, one
            )
            if why is not None:
                self._judged(one.power, one.expense.number, one.letter, why)

    def _judged(self, power: Power, number: int, letter: Letter, why: Reason, *, done: bool = False) -> None:
        self.events.append(
            ExpenseJudged(
                year=self.start.year,
                season=self.start.season,
                power=power,
                number=number,
                letter=letter,
                done=done,
                why=why,
                private_to=(power,),
            )
        )

    def _good(self, paid: Iterable[Paid]) -> list[Paid]:
        now = self._quieter()
        return [one for one in paid if works(self.rules, now, one)]

    def _quieter(self) -> Position:
        """Return the position at the beginning but for rebels who were pacified: they may be paid to rise again."""
        return replace(self.start, rebellions=self.position.rebellions)

    def relieve(self, paid: Sequence[Paid]) -> None:
        """Take famine markers off."""
        for one in self._good(paid):
            place = one.expense.place
            why = Reason("relief.done", f"The famine in {self.rules.place(place)} is relieved.", {}, RULE)
            self._judged(one.power, one.expense.number, "A", why, done=True)
            if place in self.position.famine:
                left = tuple(other for other in self.position.famine if other != place)
                self.position = replace(self.position, famine=left)
                self.events.append(Relieved(year=self.start.year, season=self.start.season, place=place, why=why))

    def pacify(self, paid: Sequence[Paid]) -> None:
        """Remove rebels from field and city."""
        for one in self._good(paid):
            place = one.expense.place
            why = Reason("pacify.done", f"The rebels in {self.rules.place(place)} are pacified.", {}, RULE)
            self._judged(one.power, one.expense.number, "B", why, done=True)
            self._free(tuple(self.position.rebels(place)), why)

    def _free(self, gone: Sequence[Rebellion], why: Reason) -> None:
        if not gone:
            return
        self.position = replace(
            self.position, rebellions=tuple(one for one in self.position.rebellions if one not in gone)
        )
        spaces = {one.space for one in gone}
        self.events.append(
            RebellionEnded(
                year=self.start.year,
                season=self.start.season,
                place=gone[0].place,
                field="field" in spaces,
                city="city" in spaces,
                against=gone[0].against,
                why=why,
            )
        )

    def rebel(self, paid: Sequence[Paid]) -> None:
        """Have provinces rebel; who pays for what another pays for as well has paid for nothing."""
        for one in self._good(paid):
            place = one.expense.place
            after = rise(self.rules, self.position, place, Reason("rebels.paid", "They were paid to rise.", {}, RULE))
            why = Reason("rebel.done", f"{self.rules.place(place)} rebels.", {}, RULE)
            self._judged(one.power, one.expense.number, one.letter, why, done=True)
            self.position = after.position
            self.events += after.events

    def scorch(self, paid: Sequence[Paid]) -> None:
        """Bring famine to provinces, which lasts until the end of the next spring (machiavelli 14)."""
        for one in self._good(paid):
            place = one.expense.place
            why = Reason("scorch.done", f"{self.rules.place(place)} is burnt.", {}, "machiavelli 14")
            self._judged(one.power, one.expense.number, "N", why, done=True)
            self.position = replace(self.position, famine=tuple(sorted({*self.position.famine, place})))
            self.events.append(Scorched(year=self.start.year, season=self.start.season, place=place, why=why))

    def send(self, paid: Sequence[Paid]) -> None:
        """Send diplomats, one of each power to a province (machiavelli 14, fog of war)."""
        for one in self._good(paid):
            place, there = one.expense.place, self.position.extra.diplomats
            why = Reason("diplomat.sent", f"A diplomat watches {self.rules.place(place)}.", {}, "machiavelli 14")
            self._judged(one.power, one.expense.number, "P", why, done=True)
            sent = tuple(sorted({*there, Diplomat(place, one.power)}))
            self.position = self.position.with_extra(diplomats=sent)

    def hire(self, paid: Sequence[Paid]) -> None:
        """Hire units of nobody for this campaign, each for who pays most (machiavelli 14)."""
        bids: dict[Hire, Paid] = {}
        for one in self._good(paid):
            unit = unit_of(self.start, one.expense.unit)
            if unit is not None:
                bids[Hire(unit.number, one.power, one.worth)] = one
        best = hired(bids)
        for bid, one in bids.items():
            done = bid in best
            sentence = "It obeys in this campaign." if done else "Somebody else paid as much or more."
            why = Reason("hire.done" if done else "hire.outbid", sentence, {"worth": bid.worth}, "machiavelli 14")
            self._judged(one.power, one.expense.number, "L", why, done=done)
        self.position = self.position.with_extra(hires=best)

    def bribe(self, paid: Sequence[Paid], faces: Sequence[int]) -> None:
        """Decide on every unit that is bribed; all are judged by the same position, so that none matters to another."""
        left, bought = list(faces), set[Power]()
        for unit, (bids, counters) in _auctions(self.rules, self.start, paid).items():
            face = left.pop(0) if bribes.tie_dice(self.rules, unit, bids, counters) else 0
            verdict = bribes.decide(self.rules, unit, bids, counters, face)
            for bid, why in verdict.reasons:
                if bid != verdict.winner:
                    self._judged(bid.power, bid.number, bid.letter, why)
                elif self._one_too_many(bid, unit, bought):
                    second = Reason("bribe.special", "It bought a special unit already.", {}, "machiavelli 3.1")
                    self._judged(bid.power, bid.number, bid.letter, second)
                else:
                    self._judged(bid.power, bid.number, bid.letter, why, done=True)
                    self._take(unit, bid, why)

    def _one_too_many(self, bid: bribes.Bid, unit: Unit, bought: set[Power]) -> bool:
        exempt = self.rules.options.special_unit_limits == "per_power_table_bribes_exempt"
        if unit.unit_class == "regular" or bid.letter not in bribes.BUYS or exempt:
            return False
        if self.rules.most_of(bid.power, unit.unit_class) is not None:
            return bool(special_fault(self.rules, self.position, bid.power, unit.unit_class, bribed=True))
        again = bid.power in bought
        bought.add(bid.power)
        return again

    def _take(self, unit: Unit, bid: bribes.Bid, why: Reason) -> None:
        """Let a bribe that works take effect (machiavelli 12.2, effects)."""
        if bid.letter in {"G", "J"}:
            self.position = self.position.without(unit)
            self.events.append(UnitLost(year=self.start.year, season=self.start.season, unit=unit, why=why))
            return
        owner = AUTONOMOUS if bid.letter == "I" else bid.power
        changed = replace(unit, owner=owner)
        units = tuple(changed if other == unit else other for other in self.position.units)
        self.position = replace(self.position, units=units)
        self.events.append(
            AllegianceChanged(
                year=self.start.year, season=self.start.season, unit=unit, after=owner, why=self._told(unit, owner, why)
            )
        )
        if owner != AUTONOMOUS:
            gone = tuple(one for one in self.position.rebels(unit.place) if one.against == unit.owner)
            freed = f"{self.rules.power(owner)} bought the unit there."
            self._free(gone, Reason("rebels.freed", freed, {}, "machiavelli 12.3"))

    def _told(self, unit: Unit, owner: Power, why: Reason) -> Reason:
        whose = "nobody's" if owner in {AUTONOMOUS, NOBODY} else f"{self.rules.power(owner)}'s"
        name = f"{KIND_NAMES[unit.kind].capitalize()} {self.rules.place(unit.place)}"
        return Reason("bribe.taken", f"{name} is {whose} now. {why.sentence}", why.facts, RULE)

    def attempts(self, paid: Sequence[Paid]) -> tuple[Attempt, ...]:
        """Return the assassinations that are tried, and use up the assassins they take."""
        found: list[Attempt] = []
        guards = self._guards(paid)
        for one in self._good(one for one in paid if one.letter == "E"):
            account = self.position.accounts[one.power]
            victim = one.expense.victim
            if victim not in account.chits:
                why = Reason("murder.no_chit", f"It has no further assassin against {victim}.", {}, "machiavelli 12.4")
                self._judged(one.power, one.expense.number, "E", why)
                continue
            at = account.chits.index(victim)
            chits = (*account.chits[:at], *account.chits[at + 1 :])
            self.position = self.position.with_account(one.power, replace(account, chits=chits))
            found.append(Attempt(one.power, victim, max(0, one.ducats - guards[victim])))
        return tuple(found)

    def _guards(self, paid: Sequence[Paid]) -> Counter[Power]:
        """Return the ducats for bodyguards of each power, which count against every attempt on it (machiavelli 14)."""
        found: Counter[Power] = Counter()
        for one in self._good(one for one in paid if one.letter == "O"):
            name = self.rules.power(one.expense.victim)
            why = Reason("guard.done", f"{one.worth} ducats guard {name}.", {"worth": one.worth}, "machiavelli 14")
            self._judged(one.power, one.expense.number, "O", why, done=True)
            found[one.expense.victim] += one.worth
        return found
