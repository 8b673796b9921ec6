"""One option as data: what forms, help and docs show of it, and which values it can have."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from wartable.engine.needs import Need, Scalar, Value, parts_of, plain

Kind: TypeAlias = Literal["bool", "int", "choice", "set"]


class Demand(msgspec.Struct, frozen=True):
    """What one value of an option asks of the others."""

    value: Scalar
    needs: tuple[Need, ...]


class OptionField(msgspec.Struct, frozen=True, kw_only=True):
    """One option as data, from which forms, help and docs are made. `kind` is bool, int, choice or set.

    `open` is set where the choices are those of this machine at this moment. `by_seats` are the defaults where they
    differ with the number of seats, each from that number on; `default` is the first of them.
    """

    name: str
    label: str
    sentence: str
    rule: str
    group: str
    kind: Kind
    default: Value
    least: int | None = None
    most: int | None = None
    choices: tuple[tuple[str, str], ...] = ()
    """Value and words of each choice."""
    open: bool = False
    lead: bool = False
    needs: tuple[Need, ...] = ()
    demands: tuple[Demand, ...] = ()
    seats: tuple[int, ...] = ()
    by_seats: tuple[tuple[int, Value], ...] = ()
    offer: int | None = None

    def default_for(self, seats: int) -> Value:
        """Return the default at so many seats."""
        return next((value for least, value in reversed(self.by_seats) if least <= seats), self.default)

    def defaults(self) -> tuple[Value, ...]:
        """Return the default, or all of them where it differs with the number of seats."""
        return tuple(value for _, value in self.by_seats) or (self.default,)

    def words(self, value: Value) -> str:
        """Return a value as people read it."""
        if isinstance(value, tuple):
            return ", ".join(map(self.words, value)) or "none"
        if isinstance(value, bool):
            return "on" if value else "off"
        return dict(self.choices).get(str(value), str(value))

    def usual(self) -> str:
        """Write the default, or each of them with its seats: `5 from 2 seats on, 4 from 4 on`."""
        if not self.by_seats:
            return plain(self.default)
        (least, first), *more = self.by_seats
        return f"{plain(first)} from {least} seats on" + "".join(f", {plain(value)} from {n} on" for n, value in more)

    def can_hold(self, value: Scalar) -> bool:
        """Whether an option can have a value, or a set contain it."""
        return value in dict(self.choices) if self.kind == "set" else not self.wrong(value)

    def ordered(self, value: Any) -> Any:  # noqa: ANN401 - whatever an option may hold
        """Return a value that is not wrong as it is kept: a set in the order declared."""
        return tuple(key for key, _ in self.choices if key in value) if self.kind == "set" else value

    def wrong(self, value: Any) -> str:  # noqa: ANN401 - whatever somebody wrote
        """Say what the value must be where it is none that the option can have; nothing where it is one."""
        if self.kind == "bool":
            return "" if isinstance(value, bool) else "true or false"
        if self.open:
            return "" if isinstance(value, str) else "a word"
        if self.kind == "choice":
            return "" if value in self._keys() else f"one of {self._listed()}"
        if self.kind == "set":
            return self._wrong_set(value)
        if not isinstance(value, int) or isinstance(value, bool):
            return "a whole number"
        return "" if self._within(value) else f"from {self.least} to {self.most}"

    def _wrong_set(self, value: Any) -> str:  # noqa: ANN401
        chosen = parts_of(value)
        if not isinstance(value, list | tuple) or not all(one in self._keys() for one in chosen):
            return f"some of {self._listed()}"
        if len(set(chosen)) < len(chosen):
            return f"some of {self._listed()}, each once"
        most = len(self.choices) if self.most is None else self.most
        return "" if self._within(len(chosen)) else f"{self.least or 0} to {most} of {self._listed()}"

    def _keys(self) -> list[str]:
        return [key for key, _ in self.choices]

    def _listed(self) -> str:
        return ", ".join(self._keys())

    def _within(self, number: int) -> bool:
        low = number if self.least is None else self.least
        high = number if self.most is None else self.most
        return low <= number <= high
