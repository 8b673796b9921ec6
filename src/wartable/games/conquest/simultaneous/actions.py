"""What is decided in simultaneous rounds; spaces are ids, seats count from 0, and -1 is the neutral army."""

from __future__ import annotations

import msgspec

from wartable.engine.values import Action


class Order(msgspec.Struct, frozen=True, gc=False):
    """Move `count` armies over one border or sea-line; `leader`: a leader of the source goes with them."""

    source: str
    target: str
    count: int
    leader: bool = False


class Orders(Action, frozen=True, tag="orders"):
    """The written moves of a seat; armies without an order stay (`lotr-risk M01`).

    Where strategic moves are asked for, they go any way that the game allows, and a leader may go alone: with 0 armies.
    """

    orders: tuple[Order, ...] = ()


class SetTurnedIn(msgspec.Struct, frozen=True):
    """A set of cards that is traded; `bonus` is the own territory on a card that gets the extra armies."""

    cards: tuple[str, ...]
    bonus: str | None = None


class Placements(Action, frozen=True, tag="placements"):
    """Where new armies go, each territory once, and the sets that are traded for some of them (`lotr-risk M15`)."""

    place: tuple[tuple[str, int], ...] = ()
    sets: tuple[SetTurnedIn, ...] = ()


class NameTargets(Action, frozen=True, tag="targets"):
    """How many dice are aimed at whom in the next round of a battle, and which group gets the bonus (`M06`, `M14`)."""

    dice: tuple[tuple[int, int], ...]
    bonus: int | None = None


class Withdraw(Action, frozen=True, tag="withdraw", gc=False):
    """Leave the battle at hand; the armies return to where they came from (`lotr-risk M12`)."""


class FightOn(Action, frozen=True, tag="fight_on", gc=False):
    """Stay in the battle at hand for another round."""
