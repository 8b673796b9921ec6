"""Legal actions as an object: a set to ask, to iterate, to sample, to count, and to look into."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import msgspec

from wartable.engine.errors import Reason
from wartable.engine.values import CHANCE, Action, Seat
from wartable.engine.words import listed

if TYPE_CHECKING:
    from wartable.engine.chance import Randomness


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that may be done, as people choose it: what kind, with what, to where, how much.

    `kind` is the tag of the action; `source` the space, unit, figure or card that acts; `targets` the places it may
    be done to (empty: needs none); `least` and `most` the range of the amount (`most` 0: needs none); `free` is true
    where a value of a continuous kind is asked (a path), which then `explain` judges.
    """

    kind: str
    source: str = ""
    targets: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    free: bool = False
    note: str = ""


@runtime_checkable
class Actions(Protocol):
    """The legal actions of one seat in one state."""

    @property
    def listable(self) -> bool:
        """Whether iteration is possible."""
        ...

    def __contains__(self, action: object) -> bool: ...

    def __iter__(self) -> Iterator[Action]:
        """Give every legal action once; raises `NotListable` where there are too many."""
        ...

    def count(self) -> int | None:
        """Return how many there are, or None where they cannot be counted."""
        ...

    def sample(self, rng: Randomness) -> Action:
        """Return a legal action; every legal action can come."""
        ...

    def structure(self) -> tuple[Offer, ...]:
        """Return the same set as people choose from it."""
        ...


class ActionList:
    """Legal actions that were listed one by one; right for small sets."""

    def __init__(self, actions: Sequence[Action], offers: Sequence[Offer] = ()) -> None:
        self._actions = tuple(actions)
        self._offers = tuple(offers)

    @property
    def listable(self) -> bool:
        """Always true."""
        return True

    def __contains__(self, action: object) -> bool:
        return action in self._actions

    def __iter__(self) -> Iterator[Action]:
        return iter(self._actions)

    def count(self) -> int:
        """Return the length of the list."""
        return len(self._actions)

    def sample(self, rng: Randomness) -> Action:
        """Return one at random; raises `IndexError` when there is none."""
        return self._actions[rng.randrange(len(self._actions))]

    def structure(self) -> tuple[Offer, ...]:
        """Return the offers given, or one per kind of action."""
        if self._offers:
            return self._offers
        return tuple(offer_of(kind, self._actions) for kind in dict.fromkeys(map(type, self._actions)))


def offer_of(kind: type[Action], every: Iterable[Action] = ()) -> Offer:
    """Return an offer of a kind of action that says what it leaves open, by the legal ones where they are listed.

    One number out of a range is an amount; other values are `free`, to be written.
    """
    tag = str(kind.__struct_config__.tag)
    open_fields = [field.name for field in msgspec.structs.fields(kind) if field.required]
    if not open_fields:
        return Offer(kind=tag)
    found = [getattr(action, open_fields[0]) for action in every if type(action) is kind]
    numbers = {value for value in found if isinstance(value, int) and not isinstance(value, bool)}
    if len(open_fields) == 1 and numbers and len(numbers) == len(found) == max(numbers) - min(numbers) + 1:
        return Offer(kind=tag, least=min(numbers), most=max(numbers), free=max(numbers) <= 0)
    return Offer(kind=tag, free=True)


NO_ACTIONS = ActionList(())
"""The legal actions of a seat that is not asked."""


def not_asked(asked: tuple[Seat, ...]) -> Reason:
    """Say why a seat may not decide now: who is asked instead."""
    if not asked:
        return Reason(code="game.over", message="The game is over; nothing more can be done.")
    if asked == (CHANCE,):
        return Reason(code="turn.chance", message="The dice are rolling; wait for them.")
    who = listed([f"seat {other + 1}" for other in asked])
    turn = f"It is {who}'s turn." if len(asked) == 1 else f"It is the turn of {who}."
    return Reason(code="turn.not_yours", message=f"{turn} You can look around and plan.")
