"""The exceptions of the whole package and the typed reasons they carry.

::

    WartableError(Exception)
    ├── IllegalAction       a rule forbids it; carries a Reason; the state is unchanged
    ├── BadNotation         a text is no action of this game; carries a Reason
    ├── BadOptions          an option has a wrong value or contradicts another; carries a Reason
    ├── BadRecord           a record is damaged, incomplete or does not replay
    ├── BadData             a data file (board, deck, table) is wrong; names file and field
    │   └── BoardError      of a board file (`wartable.board`)
    ├── OddsError           a question about dice that makes no sense (`wartable.odds`)
    ├── NotListable         the legal actions cannot be enumerated; sample them instead
    └── UnknownGame         no game of that key is installed
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from wartable.engine.needs import Value


class Reason(msgspec.Struct, frozen=True, kw_only=True):
    """Why something is refused: a stable code for programs, a sentence for people, the rule for both.

    `code` is dotted lower case (`attack.not_adjacent`), `message` says what is wrong and what would be right,
    `rule` names the rule (`risk D7`) or is empty where no rule speaks, `fix` lists legal choices by name.
    """

    code: str
    message: str
    rule: str = ""
    fix: tuple[str, ...] = ()


class Conflict(msgspec.Struct, frozen=True, kw_only=True):
    """Options that do not go together, the one that is at odds with the others first, and why."""

    options: tuple[str, ...]
    reason: Reason


class Disagreement(msgspec.Struct, frozen=True, kw_only=True):
    """Every conflict between options, and ways out: changes after which all of them agree, the shortest first."""

    conflicts: tuple[Conflict, ...]
    ways: tuple[dict[str, Value], ...]


class WartableError(Exception):
    """Root of every error this package raises on purpose."""


class _ReasonedError(WartableError):
    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.message)
        self.reason = reason

    def __reduce__(self) -> tuple[type[_ReasonedError], tuple[Any, ...]]:
        """Pickle by the reason, so that the error crosses from a worker process."""
        return type(self), (self.reason,)


class IllegalAction(_ReasonedError):
    """An action the rules forbid in this state; nothing has changed."""


def demand(fault: Reason | None) -> None:
    """Raise `IllegalAction` where there is something against a decision."""
    if fault is not None:
        raise IllegalAction(fault)


def refusal(check: Callable[..., object], *given: object) -> Reason | None:
    """Return why a check refuses what it is given by `IllegalAction`; None where it lets it pass."""
    try:
        check(*given)
    except IllegalAction as refused:
        return refused.reason
    return None


class BadNotation(_ReasonedError):
    """A text that names no action of this game."""


class BadOptions(_ReasonedError):
    """Options that are out of range or, then with the `disagreement`, contradict each other."""

    def __init__(self, reason: Reason, disagreement: Disagreement | None = None) -> None:
        super().__init__(reason)
        self.disagreement = disagreement

    def __reduce__(self) -> tuple[type[BadOptions], tuple[Any, ...]]:
        """Pickle with the disagreement."""
        return type(self), (self.reason, self.disagreement)


class BadRecord(WartableError):
    """A record that is damaged or does not replay; the message gives the entry."""


class BadData(WartableError):
    """A data file that is wrong; the message names file, field and what would be right."""


class NotListable(WartableError):
    """The set of legal actions is too large or continuous; use `sample` or `structure`."""


class UnknownGame(WartableError):
    """No installed game has that key; the message lists those that are."""
