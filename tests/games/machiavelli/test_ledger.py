"""Random play with money: the books balance to the ducat, and nothing stands where it cannot (issue: the oracle)."""

from __future__ import annotations

from collections import Counter
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.games.machiavelli.stated import game
from wartable.engine.values import Event
from wartable.games.machiavelli import adjustment, assassination, banking, disasters, expenses, income
from wartable.games.machiavelli.accounts import balance, owed
from wartable.games.machiavelli.control import counted
from wartable.games.machiavelli.money_events import Borrowed, Collected, Defaulted, Given, MoneyMoved, Repaid
from wartable.games.machiavelli.orders import Banking, Borrow, Build, Expense, GiveChit, Letter, Pay, Target, UnitName
from wartable.games.machiavelli.play.opening import opening
from wartable.games.machiavelli.rules import Rules
from wartable.games.machiavelli.state import SEASONS, Position, Power

PROFILES: tuple[dict[str, str], ...] = (
    {},
    {"bribe_tie": "die", "bribe_adjacency": "unit_or_control", "special_unit_limits": "per_power_table"},
    {"counter_bribes": "cover", "bribe_tie": "first", "rebellion_marker": "one", "assassination_table": "dice_pool",
     "credit_limit": "provinces_plus_units_max_25", "variable_income_die": "per_game"},
)  # fmt: skip
LETTERS: tuple[Letter, ...] = ("A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K")


def banking_at_random(before: Position, rng: Random) -> dict[Power, list[Banking]]:
    """Return money matters of all kinds, also such as cannot be done."""
    powers = before.powers
    found: dict[Power, list[Banking]] = {}
    for power in powers:
        found[power] = [
            Pay(rng.randrange(1, 12), rng.choice((*powers, "bank", "bank"))),
            Borrow(rng.randrange(1, 20), rng.choice((1, 2))),
            GiveChit(rng.choice(powers), rng.choice(powers)),
        ]
    return found


def expenses_at_random(before: Position, rng: Random) -> dict[Power, list[Expense]]:
    """Return four expenses for everybody, most of them on what is next to their units, many of which fail."""
    found: dict[Power, list[Expense]] = {}
    for power in before.powers:
        for number in range(1, 5):
            unit, letter = rng.choice(before.units), rng.choice(LETTERS)
            target = Target(unit.owner, unit.kind, unit.place)
            place = unit.place if letter in "ABCD" else ""
            victim = rng.choice(before.powers) if letter == "E" else ""
            found.setdefault(power, []).append(
                Expense(number, rng.randrange(1, 40), letter, place, victim, None if place or victim else target)
            )
    return found


def dice(sides: tuple[int, ...], rng: Random) -> tuple[int, ...]:
    """Throw dice."""
    return tuple(rng.randrange(1, side + 1) for side in sides)


class Books:
    """A game without movement: years of money, with every step held against its events."""

    def __init__(self, rules: Rules, rng: Random) -> None:
        self.rules, self.rng = rules, rng
        self.now = opening(rules)

    def took(self, after: Position, events: tuple[Event, ...]) -> None:
        """Check a step, and go on from it."""
        for power, account in after.accounts.items():
            before = self.now.accounts[power]
            assert account.treasury == before.treasury + balance(events, power)
            assert account.treasury >= 0
            assert owed(account) - owed(before) == debts(events, power)
        given = sum(event.ducats for event in events if isinstance(event, Given))
        assert given == 0
        spaces = Counter((unit.place, unit.space) for unit in after.units)
        assert max(spaces.values(), default=1) == 1
        assert len({unit.number for unit in after.units}) == len(after.units)
        assert all(after.numbered(siege.by) for siege in after.sieges)
        self.now = after

    def year(self) -> None:
        """Play a year of money."""
        rules, rng = self.rules, self.rng
        faces: tuple[int, ...] = ()
        while wanted := disasters.dice_wanted(rules, faces):
            faces += dice(wanted, rng)
        self.took(*disasters.famine(rules, self.now, faces))
        self.took(*income.income(rules, self.now, dice(income.income_dice(rules, self.now), rng)))
        places = [UnitName(rng.choice(("A", "F", "G")), place) for place in rules.board.counting]
        builds = {power: [Build(name) for name in rng.sample(places, 12)] for power in self.now.powers}
        self.took(*adjustment.adjust(rules, self.now, builds))
        for season in SEASONS:
            self.now = replace(self.now, season=season)
            self.campaign()
        self.now = replace(self.now, year=self.now.year + 1, season="spring", famine=())

    def campaign(self) -> None:
        """Play the money of a campaign."""
        rules, rng = self.rules, self.rng
        position, events, defaulted = banking.bank(rules, self.now, banking_at_random(self.now, rng))
        self.took(position, events)
        orders = expenses_at_random(self.now, rng)
        ties = dice(expenses.tie_dice(rules, self.now, orders, defaulted), rng)
        position, events, attempts = expenses.spend(rules, self.now, orders, ties, defaulted)
        self.took(position, events)
        self.took(*counted(rules, self.now))
        done = assassination.attempt(rules, self.now, attempts, dice(assassination.attempt_dice(rules, attempts), rng))
        victims = assassination.victims_of(done, defaulted)
        loyalty = dice(assassination.loyalty_dice(rules, self.now, victims), rng)
        self.took(*assassination.strike(rules, self.now, victims, loyalty, defaulted))


def debts(events: tuple[Event, ...], power: Power) -> int:
    """Return by how much what a power owes the bank has grown, by what the events tell."""
    change = 0
    for event in events:
        if not isinstance(event, MoneyMoved) or event.power != power:
            continue
        if isinstance(event, Borrowed):
            change += event.loan.owed
        elif isinstance(event, Repaid):
            change -= event.interest + event.principal
        elif isinstance(event, Collected):
            change -= sum(loan.owed for loan in event.loans)
        elif isinstance(event, Defaulted):
            change -= event.cancelled
    return change


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10**9), st.sampled_from(range(len(PROFILES))))
def test_the_books_balance_in_every_game(seed: int, profile: int) -> None:
    """Money is conserved to the ducat: every treasury is what it was and what the events tell; so are debts."""
    books = Books(game(**PROFILES[profile]), Random(seed))
    for _ in range(2):
        books.year()
