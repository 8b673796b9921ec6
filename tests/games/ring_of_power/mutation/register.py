"""The register of behaviour checks by the rows of the charts that they guard."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeAlias, TypeVar

Check = Callable[[], None]
T = TypeVar("T")
CheckOf: TypeAlias = Callable[[str, T], None]

CHECKS: defaultdict[str, list[Check]] = defaultdict(list)
"""For each row, as `movement.man` or `constants.contact`, what must hold, and does not when the row is altered."""


def guards(*rows: str) -> Callable[[Check], Check]:
    """Register a check for some rows."""

    def registered(check: Check) -> Check:
        for row in rows:
            CHECKS[row].append(check)
        return check

    return registered


def guards_each(table: str, expected: Mapping[str, T]) -> Callable[[CheckOf[T]], CheckOf[T]]:
    """Register a check for each row of a table, called with the row's key and with what is expected of it."""

    def registered(check: CheckOf[T]) -> CheckOf[T]:
        for key, value in expected.items():
            CHECKS[f"{table}.{key}"].append(partial(check, key, value))
        return check

    return registered
