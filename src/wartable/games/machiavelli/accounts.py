"""Treasuries as money moves: every change is an event with its ducats, so that the books balance."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from msgspec.structs import replace

from wartable.engine.values import Event
from wartable.games.machiavelli.money_events import MoneyMoved
from wartable.games.machiavelli.state import Account, Loan, Position, Power

T = TypeVar("T")


def earns(position: Position, event: MoneyMoved) -> Position:
    """Return the position with the treasury of an event's power changed by its ducats."""
    account = position.accounts[event.power]
    return position.with_account(event.power, replace(account, treasury=account.treasury + event.ducats))


def balance(events: Iterable[Event], power: Power) -> int:
    """Return by how many ducats events changed the treasury of a power."""
    return sum(event.ducats for event in events if isinstance(event, MoneyMoved) and event.power == power)


def with_loans(position: Position, power: Power, loans: Iterable[Loan]) -> Position:
    """Return the position with other loans of a power, those due first before the others; paid ones are left out."""
    return position.with_account(power, replace(position.accounts[power], loans=tuple(in_order(loans))))


def in_order(loans: Iterable[Loan]) -> list[Loan]:
    """Return the loans on which anything is owed in the order in which they are due."""
    return sorted((loan for loan in loans if loan.owed), key=lambda loan: when(loan.year, loan.season))


def when(year: int, season: str) -> tuple[int, int]:
    """Return a campaign as a value that grows with time."""
    return year, ("spring", "summer", "fall").index(season)


def without_one(items: tuple[T, ...], item: T) -> tuple[T, ...]:
    """Return items without one that is like the one given."""
    at = items.index(item)
    return (*items[:at], *items[at + 1 :])


def owed(account: Account) -> int:
    """Return all that a power owes the bank, interest too, in ducats."""
    return sum(loan.owed for loan in account.loans)


def principal(account: Account) -> int:
    """Return the principal that a power owes the bank, in ducats."""
    return sum(loan.principal for loan in account.loans)
