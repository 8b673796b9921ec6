"""Everything a conquest game tells, as it goes over the wire; spaces are ids, seats count from 0.

A seat of -1 is a neutral side, where a game has one.
"""

from __future__ import annotations

from typing import ClassVar

from wartable.engine.values import Event


class Dealt(Event, frozen=True, tag="dealt"):
    """The map has been dealt; both lists follow the order of the board."""

    owners: tuple[int, ...]
    armies: tuple[int, ...]


class Claimed(Event, frozen=True, tag="claimed"):
    """A free territory was taken with one army."""

    seat: int
    space: str


class TurnBegan(Event, frozen=True, tag="turn_began"):
    """A seat's turn began with `income` armies to place; `turn` counts whole rounds from 0."""

    seat: int
    turn: int
    income: int


class Placed(Event, frozen=True, tag="placed"):
    """Armies from the hand went to an own territory."""

    seat: int
    space: str
    count: int


class Battle(Event, frozen=True, tag="battle"):
    """One roll of a battle; dice are sorted from the highest, armies are those left afterwards."""

    seat: int
    source: str
    target: str
    defender: int
    attack: tuple[int, ...]
    defence: tuple[int, ...]
    attacker_loss: int
    defender_loss: int
    source_left: int
    target_left: int
    attack_bonus: int = 0
    """Added to the attacker's highest die in the comparison, which the faces do not show."""
    defence_bonus: int = 0
    pairs: int = 0
    """Pairs of dice compared, from the highest; 0 in records older than this field."""
    protected: int = 0
    """Attack dice that could not show 1."""
    raised: bool = False
    """Whether those counted a 1 as 2, rather than being rolled until they showed something else."""
    cap: int = 0
    """The most that points lift a die to; 0 where nothing limits them."""
    committed: tuple[int, int] = (0, 0)
    """Armies that attacker and defender could lose; 0 in records older than this field, where it is as many as dice."""


class Conquered(Event, frozen=True, tag="conquered"):
    """The last defender fell; the territory changed hands."""

    seat: int
    source: str
    target: str
    defender: int


class EmptyTaken(Event, frozen=True, tag="empty_taken"):
    """A territory where nobody stood was taken without a battle."""

    seat: int
    source: str
    target: str


class PiecesLost(Event, frozen=True, tag="pieces_lost"):
    """Pieces of a kind were lost with the territory they stood in; `owner` had them."""

    owner: int
    space: str
    kind: str
    count: int


class MovedIn(Event, frozen=True, tag="moved_in"):
    """Armies went into a conquered territory."""

    seat: int
    source: str
    target: str
    count: int


class Fortified(Event, frozen=True, tag="fortified"):
    """The one move at the end of a turn."""

    seat: int
    source: str
    target: str
    count: int


class Traded(Event, frozen=True, tag="traded"):
    """A set of cards was turned in for `armies`; `bonus` names the territory that got the extra ones.

    Everybody has seen the cards now, so this cannot be taken back.
    """

    reveals: ClassVar[bool] = True

    seat: int
    cards: tuple[str, ...]
    armies: int
    bonus: str | None


class CardDrawn(Event, frozen=True, tag="card_drawn"):
    """A card was drawn; only its new holder hears which."""

    reveals: ClassVar[bool] = True

    seat: int
    card: str


class CardTaken(Event, frozen=True, tag="card_taken"):
    """A card was drawn, without saying which."""

    seat: int


class CardsSeized(Event, frozen=True, tag="cards_seized"):
    """The cards of an eliminated seat went to its conqueror."""

    seat: int
    from_seat: int
    count: int


class MissionGiven(Event, frozen=True, tag="mission_given"):
    """A secret mission was dealt; only its owner hears which."""

    reveals: ClassVar[bool] = True

    seat: int
    mission: str


class Eliminated(Event, frozen=True, tag="eliminated"):
    """A seat lost its last territory to `by`."""

    seat: int
    by: int


class Won(Event, frozen=True, tag="won"):
    """The game is over."""

    seats: tuple[int, ...]
    reason: str


class TurnEnded(Event, frozen=True, tag="turn_ended"):
    """A seat's turn is over."""

    seat: int
