"""The bank and gifts (rules/machiavelli.md 12.1)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.games.machiavelli.stated import banking, codes, game, position, purse
from wartable.games.machiavelli.banking import bank, credit, interest_of, loan_of
from wartable.games.machiavelli.money_events import Collected, Given, Repaid
from wartable.games.machiavelli.rules import Rules
from wartable.games.machiavelli.state import Account, Loan, Position


def owing(rules: Rules, treasury: int, *loans: Loan, chits: tuple[str, ...] = ()) -> Position:
    """Return summer 1456, with Florence in debt."""
    now = position(rules, treasury={"milan": 10}, year=1456, season="summer")
    return now.with_account("florence", Account(treasury, loans, chits))


@pytest.mark.parametrize(("ducats", "years", "interest"), [(15, 2, 8), (1, 1, 1), (25, 2, 13), (10, 1, 2), (6, 1, 2)])
def test_interest_is_a_fifth_or_a_half_rounded_up(ducats: int, years: int, interest: int) -> None:
    """12.1; vector 1 of section 17."""
    assert interest_of(ducats, years) == interest  # type: ignore[arg-type]


@pytest.mark.parametrize("season", ["spring", "summer", "fall"])
def test_a_loan_is_called_in_the_same_season_and_not_a_campaign_later(season: str) -> None:
    """12.1; 19.3: another program calls a loan of fall only much later."""
    rules = game()
    loan = loan_of(5, 1, 1456, season)  # type: ignore[arg-type]
    before = replace(owing(rules, 20, loan), year=1457)
    seasons = ("spring", "summer", "fall")

    for other in seasons:
        done = bank(rules, replace(before, season=other), {})
        called = seasons.index(other) >= seasons.index(season)
        assert bool(done.events) == called
    assert bank(rules, replace(before, year=1458, season="spring"), {}).events


def test_payments_go_to_the_loan_due_first_and_to_interest_before_principal() -> None:
    """12.1: one cannot choose."""
    rules = game()
    before = owing(rules, 9, Loan(1458, "spring", 10, 5), Loan(1457, "fall", 6, 2))
    done = bank(rules, before, banking(rules, florence=["PAY 9 TO BANK"]))

    assert done.position.accounts["florence"] == Account(0, (Loan(1458, "spring", 10, 4),))
    (event,) = done.events
    assert isinstance(event, Repaid)
    assert (event.interest, event.principal, event.ducats) == (3, 6, -9)


def test_no_more_than_is_owed_or_there_is_paid_to_the_bank() -> None:
    rules = game()
    done = bank(rules, owing(rules, 20, Loan(1457, "fall", 6, 2)), banking(rules, florence=["PAY 15 TO BANK"]))
    assert done.position.accounts["florence"] == Account(12)

    empty = bank(rules, owing(rules, 0, Loan(1457, "fall", 6, 2)), banking(rules, florence=["PAY 5 TO BANK"]))
    assert codes(empty.events) == ["bank.nothing"]


def test_the_principal_never_exceeds_twenty_five() -> None:
    """12.1: any number of loans, interest does not count; a loan over the limit is refused as a whole."""
    rules = game()
    orders = banking(rules, florence=["BORROW 15 FOR 2", "BORROW 11 FOR 1", "BORROW 10 FOR 1"])
    done = bank(rules, owing(rules, 0), orders)
    account = done.position.accounts["florence"]

    assert (account.treasury, [loan.owed for loan in account.loans]) == (25, [12, 23])
    assert codes(done.events) == ["loan.taken", "loan.limit", "loan.taken"]
    assert credit(rules, done.position, "florence") == 0


def test_credit_may_depend_on_provinces_and_units() -> None:
    """12.1, as condottieri has it: the smaller of 25 and provinces and units."""
    rules = game(credit_limit="provinces_plus_units_max_25")
    before = position(rules, "florence A pisa", held={"florence": ["pisa", "pistoia"]})

    assert credit(rules, before, "florence") == 3
    assert credit(game(), before, "florence") == 25


def test_a_power_in_debt_gives_nothing_and_a_loan_of_the_same_campaign_is_no_debt_yet() -> None:
    """12.1: gifts come before new loans."""
    rules = game()
    after = bank(rules, owing(rules, 8), banking(rules, florence=["PAY 5 TO milan", "BORROW 4 FOR 1"])).position
    assert (purse(after, "florence"), purse(after, "milan")) == (7, 15)

    debt = owing(rules, 8, Loan(1457, "fall", 1, 0))
    freed = bank(rules, debt, banking(rules, florence=["PAY 1 TO BANK", "PAY 7 TO milan"])).position
    assert (purse(freed, "florence"), purse(freed, "milan")) == (0, 17)


def test_money_that_is_received_cannot_be_given_on_or_repaid_but_is_there_when_the_bank_collects() -> None:
    """12.1."""
    rules = game()
    due = owing(rules, 0, Loan(1456, "summer", 5, 1))
    done = bank(rules, due, banking(rules, milan=["PAY 6 TO florence"], florence=["PAY 6 TO BANK"]))

    assert codes(done.events) == ["bank.nothing", "gift", "gift", "bank.collected"]
    assert done.position.accounts["florence"] == Account(0)
    assert done.defaulted == ()

    passed = bank(rules, owing(rules, 0), banking(rules, milan=["PAY 6 TO florence"], florence=["PAY 6 TO venice"]))
    assert codes(passed.events) == ["gift.nothing", "gift", "gift"]


def test_gifts_are_made_as_far_as_the_treasury_goes_and_are_known_to_the_two_alone() -> None:
    """12.1."""
    rules = game()
    orders = banking(rules, florence=["PAY 5 TO milan", "PAY 5 TO venice", "PAY 1 TO naples"])
    done = bank(rules, owing(rules, 7), orders)
    gifts = [event for event in done.events if isinstance(event, Given)]

    assert [(event.power, event.ducats) for event in gifts] == [
        ("florence", -5), ("milan", 5), ("florence", -2), ("venice", 2),
    ]  # fmt: skip
    assert gifts[0].private_to == ("florence", "milan")
    assert codes(done.events)[-1] == "gift.nothing"


def test_who_cannot_pay_loses_treasury_and_loans_is_murdered_and_never_borrows_again() -> None:
    """12.1; vector 2 of section 17."""
    rules = game()
    before = owing(rules, 5, Loan(1456, "summer", 5, 1), Loan(1457, "summer", 3, 1))
    done = bank(rules, before, {})

    assert done.defaulted == ("florence",)
    assert done.position.accounts["florence"] == Account(0, defaulted=True)
    again = bank(rules, done.position, banking(rules, florence=["BORROW 3 FOR 1"]))
    assert codes(again.events) == ["loan.defaulted"]
    assert purse(again.position, "florence") == 0


def test_there_may_be_no_loans() -> None:
    """15, option loans."""
    rules = game(loans=False)
    assert codes(bank(rules, owing(rules, 5), banking(rules, florence=["BORROW 3 FOR 1"])).events) == ["loan.off"]


def test_the_bank_collects_every_loan_that_is_due() -> None:
    rules = game()
    before = owing(rules, 20, Loan(1456, "summer", 5, 1), Loan(1456, "summer", 5, 1), Loan(1457, "spring", 2, 1))
    done = bank(rules, before, {})

    assert done.position.accounts["florence"] == Account(8, (Loan(1457, "spring", 2, 1),))
    (event,) = done.events
    assert isinstance(event, Collected)
    assert len(event.loans) == 2


def test_assassins_are_given_away_once_and_for_all() -> None:
    """12.4: at once, irrevocably."""
    rules = game()
    before = owing(rules, 0, chits=("milan", "venice"))
    orders = banking(rules, florence=["GIVE CHIT venice TO milan", "GIVE CHIT venice TO naples"])
    done = bank(rules, before, orders)

    assert done.position.accounts["florence"].chits == ("milan",)
    assert done.position.accounts["milan"].chits == ("venice",)
    assert codes(done.events) == ["chit.none"]
