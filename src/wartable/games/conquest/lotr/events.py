"""Everything Lord of the Rings Risk tells beside what every game of the family has; spaces are ids."""

from __future__ import annotations

from typing import ClassVar

from wartable.engine.values import Event


class DiceThrown(Event, frozen=True, tag="dice_thrown"):
    """Seats rolled a die each for the highest."""

    seats: tuple[int, ...]
    faces: tuple[int, ...]
    purpose: str


class StrongholdUnits(Event, frozen=True, tag="stronghold_units"):
    """Each of these own strongholds got a unit."""

    seat: int
    spaces: tuple[str, ...]


class LeaderPlaced(Event, frozen=True, tag="leader_placed"):
    """A leader was placed."""

    seat: int
    space: str


class LeaderMoved(Event, frozen=True, tag="leader_moved"):
    """A leader went from one territory to another."""

    seat: int
    source: str
    target: str


class LeaderDeclared(Event, frozen=True, tag="leader_declared"):
    """A leader was declared for a mission."""

    seat: int
    space: str


class MissionShown(Event, frozen=True, tag="mission_shown"):
    """A mission card was shown for its reward: `units`, or a further territory card where that is 0."""

    reveals: ClassVar[bool] = True

    seat: int
    card: str
    units: int


class RewardPlaced(Event, frozen=True, tag="reward_placed"):
    """Units of a card came to a territory, as many as `count`; a negative number was lost there."""

    seat: int
    card: str
    space: str
    count: int


class PowerPlayed(Event, frozen=True, tag="power_played"):
    """A power card was played."""

    reveals: ClassVar[bool] = True

    seat: int
    card: str
    source: str = ""
    target: str = ""
    count: int = 0


class EventDrawn(Event, frozen=True, tag="event_drawn"):
    """An event card was drawn, which is carried out at once."""

    reveals: ClassVar[bool] = True

    seat: int
    card: str


class TurnedUp(Event, frozen=True, tag="turned_up"):
    """Territory cards were turned up for an event."""

    reveals: ClassVar[bool] = True

    seat: int
    card: str
    spaces: tuple[str, ...]


class KeptAside(Event, frozen=True, tag="kept_aside"):
    """A territory card was put aside for Local Uprising; only its holder hears which."""

    reveals: ClassVar[bool] = True

    seat: int
    space: str


class NotAside(Event, frozen=True, tag="not_aside"):
    """A seat that keeps cards aside came to an empty territory, and showed none: all learn which card it is not."""

    reveals: ClassVar[bool] = True

    seat: int
    space: str


class AdventureTaken(Event, frozen=True, tag="adventure_taken"):
    """Mission or power cards were drawn, without saying which: one in a turn, a whole hand in the set-up."""

    seat: int
    count: int = 1


class AdventureDrawn(Event, frozen=True, tag="adventure_drawn"):
    """A mission or power card was drawn; only its new holder hears which."""

    reveals: ClassVar[bool] = True

    seat: int
    card: str


class Discarded(Event, frozen=True, tag="discarded"):
    """Adventure cards were discarded face up."""

    reveals: ClassVar[bool] = True

    seat: int
    cards: tuple[str, ...]


class AdventureSeized(Event, frozen=True, tag="adventure_seized"):
    """Adventure cards of an eliminated seat went to its conqueror."""

    seat: int
    from_seat: int
    count: int


class RingRoll(Event, frozen=True, tag="ring_roll"):
    """The Fellowship rolled a die; `change` is what cards add to it, `space` where it is."""

    seat: int
    space: str
    face: int
    change: int
    leaves: bool


class RingMoved(Event, frozen=True, tag="ring_moved"):
    """The Fellowship took a step on its path."""

    seat: int
    source: str
    target: str


class RingStayed(Event, frozen=True, tag="ring_stayed"):
    """The Fellowship was held back by a card."""

    seat: int
    space: str


class RingSearched(Event, frozen=True, tag="ring_searched"):
    """An evil player searched for the Ring with two dice and what was added to them; 12 or more finds it."""

    seat: int
    space: str
    faces: tuple[int, ...]
    bonus: int
    found: bool


class RingEnded(Event, frozen=True, tag="ring_ended"):
    """The Ring's journey is over; the game ends now, or with the round."""

    reason: str
    at_once: bool


class CapitalNamed(Event, frozen=True, tag="capital_named"):
    """A seat has chosen its secret capital; only it hears which."""

    reveals: ClassVar[bool] = True

    seat: int
    space: str


class CapitalFell(Event, frozen=True, tag="capital_fell"):
    """A capital was conquered, so its owner is out."""

    reveals: ClassVar[bool] = True

    seat: int
    space: str
    by: int


class BattleHeard(Event, frozen=True, tag="battle_heard"):
    """One roll of a battle, for those who see the units at one end of it alone (`lotr-risk V6`)."""

    seat: int
    source: str
    target: str
    defender: int
    attack: tuple[int, ...]
    defence: tuple[int, ...]
    attacker_loss: int
    defender_loss: int
    attack_bonus: int = 0
    defence_bonus: int = 0


class Sighted(Event, frozen=True, tag="sighted"):
    """A seat came beside territories whose hidden units it had not seen (`lotr-risk V6`)."""

    reveals: ClassVar[bool] = True

    seat: int


class Departed(Event, frozen=True, tag="departed"):
    """Units left a territory where none need stay: everybody sees whether some did (`lotr-risk V6`)."""

    reveals: ClassVar[bool] = True

    space: str
    empty: bool


class Scored(Event, frozen=True, tag="scored"):
    """The points of each seat at the end: territories, strongholds, regions, cards."""

    points: tuple[tuple[int, int, int, int], ...]
