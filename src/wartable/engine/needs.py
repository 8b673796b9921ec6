"""What an option depends on: conditions on the values of others, as data that forms and checks read alike.

::

    CARDS = need("this game has no cards", cards=Other("off"))
    EXTRA = need("nothing brings extra dice", actions=True, rewards=True)      # either of the two will do
"""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

Scalar: TypeAlias = bool | int | str
Value: TypeAlias = bool | int | str | tuple[str, ...]
"""What an option may hold; a tuple is a set of words in the order in which they are declared."""


class Has(msgspec.Struct, frozen=True):
    """That an option has one of these values or, with `other`, none of them; of a set, whether one is chosen."""

    option: str
    values: tuple[Scalar, ...]
    other: bool = False

    def holds(self, options: object) -> bool:
        """Whether it is so."""
        return any(one in self.values for one in parts_of(getattr(options, self.option))) != self.other

    def told(self) -> str:
        """Write it as the command line would: `cards other than off`, `actions=true`."""
        return f"{self.option}{' other than ' if self.other else '='}{' or '.join(map(plain, self.values))}"


class Need(msgspec.Struct, frozen=True):
    """What at least one of `any_of` must fulfil; `why` says, as part of a sentence, what is so where none does."""

    why: str
    any_of: tuple[Has, ...]

    def met(self, options: object) -> bool:
        """Whether the options meet it."""
        return any(one.holds(options) for one in self.any_of)

    def told(self) -> str:
        """Write what would meet it."""
        return " or ".join(one.told() for one in self.any_of)

    def names(self) -> tuple[str, ...]:
        """Return the options it is about."""
        return tuple(one.option for one in self.any_of)


class Other:
    """Any value but these."""

    def __init__(self, *values: Scalar) -> None:
        self.values = values


def need(why: str, **wanted: Scalar | tuple[Scalar, ...] | Other) -> Need:
    """Return the need that one of some options has one of some values: `need("there are no cards", cards="fixed")`."""
    return Need(why, tuple(_has(option, values) for option, values in wanted.items()))


def _has(option: str, wanted: Scalar | tuple[Scalar, ...] | Other) -> Has:
    if isinstance(wanted, Other):
        return Has(option, wanted.values, other=True)
    return Has(option, wanted if isinstance(wanted, tuple) else (wanted,))


def parts_of(value: Any) -> tuple[Scalar, ...]:  # noqa: ANN401 - a value of any option
    """Return what is chosen in a set, and any other value as the only one."""
    several: Any = value
    return tuple(several) if isinstance(value, tuple | list) else (value,)


def plain(value: object) -> str:
    """Write one value as the command line takes it: small letters for true and false, commas in a set."""
    if isinstance(value, tuple | list):
        return ",".join(map(str, parts_of(value))) or "none"
    return str(value).lower() if isinstance(value, bool) else str(value)
