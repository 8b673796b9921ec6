"""What the set-up and the course of turns tell in the variant; spaces are ids, seats count from 0."""

from __future__ import annotations

from typing import ClassVar, Literal

from wartable.engine.values import Event
from wartable.games.conquest.balance.data import RewardKey


class FirstRolled(Event, frozen=True, tag="first_rolled"):
    """Each of `seats` rolled a die for the first turn; `first` has it, unless the highest were level (-1)."""

    seats: tuple[int, ...]
    faces: tuple[int, ...]
    first: int


class Marked(Event, frozen=True, tag="marked"):
    """Cities, rough terrain or sites were drawn."""

    mark: Literal["cities", "rough", "sites"]
    spaces: tuple[str, ...]


class ObjectivesLaid(Event, frozen=True, tag="objectives_laid"):
    """The objectives lie face up, each with its reward where the game has rewards."""

    objectives: tuple[str, ...]
    rewards: tuple[RewardKey, ...] = ()


class NeutralLaid(Event, frozen=True, tag="neutral_laid"):
    """The neutral army stands on the sites."""

    spaces: tuple[str, ...]
    armies: tuple[int, ...]


class CapitalPlaced(Event, frozen=True, tag="capital_placed"):
    """A capital was founded."""

    seat: int
    space: str


class StandingRolled(Event, frozen=True, tag="standing_rolled"):
    """Seats that were level rolled a die each: the higher is winning."""

    seats: tuple[int, ...]
    faces: tuple[int, ...]


class NeutralRaised(Event, frozen=True, tag="neutral_raised"):
    """The losing player gets neutral armies to place: `supply`, and those of the pile that `faces` revived."""

    seat: int
    supply: int
    faces: tuple[int, ...]
    revived: int


class NeutralPlaced(Event, frozen=True, tag="neutral_placed"):
    """Armies joined the neutral army in a territory."""

    seat: int
    space: str
    count: int


class NeutralGone(Event, frozen=True, tag="neutral_gone"):
    """The last neutral army fell."""


class Drafted(Event, frozen=True, tag="drafted"):
    """A seat's draft: `armies` to place, and what it would have been without sabotage."""

    seat: int
    armies: int
    whole: int


class CardGiven(Event, frozen=True, tag="card_given"):
    """A card beyond the hand limit went to the losing player (`to`), or off (-1); which, the two of them hear."""

    seat: int
    to: int


class CardHanded(Event, frozen=True, tag="card_handed"):
    """Which card was given away; everybody hears it when it was discarded."""

    reveals: ClassVar[bool] = True

    seat: int
    to: int
    card: str


EVENT_TYPES: tuple[type[Event], ...] = (
    FirstRolled, Marked, ObjectivesLaid, NeutralLaid, CapitalPlaced, StandingRolled, NeutralRaised, NeutralPlaced,
    NeutralGone, Drafted, CardGiven, CardHanded,
)  # fmt: skip
