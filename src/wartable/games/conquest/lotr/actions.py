"""What can be decided in Lord of the Rings Risk beside what every game of the family has.

Spaces are ids. `ConquestGame` knows attacks and moves by their kind, so those here extend the family's.
"""

from __future__ import annotations

from wartable.engine.values import Action
from wartable.games.conquest.core import actions as a

Units = tuple[tuple[str, int], ...]
"""Units by territory, each named once."""


class LotrAttack(a.Attack, frozen=True, tag="attack", gc=False):
    """Attack a neighbour; `leader`: the own leader of the source takes part (`lotr-risk T31`)."""

    leader: bool = False


class Enter(Action, frozen=True, tag="enter", gc=False):
    """Move `count` units into a neighbouring territory where nobody stands (`lotr-risk T23`)."""

    source: str
    target: str
    count: int
    leader: bool = False


class Move(a.Fortify, frozen=True, tag="fortify", gc=False):
    """Move units between own territories; `leader`: a leader of the source goes along (`lotr-risk T60`)."""

    leader: bool = False


class MoveLeader(Action, frozen=True, tag="move_leader", gc=False):
    """Move a leader alone through own territories (`lotr-risk T62`)."""

    source: str
    target: str


class PlaceLeader(Action, frozen=True, tag="place_leader", gc=False):
    """Place a new leader in an own territory (`lotr-risk T34`)."""

    space: str


class Declare(Action, frozen=True, tag="declare", gc=False):
    """Declare that the leader of a territory goes for a mission this turn (`lotr-risk T33`)."""

    space: str


class ShowMission(Action, frozen=True, tag="mission"):
    """Show a mission card and take its reward; `place` says where units go that may go to several territories."""

    card: str
    place: Units = ()


class PlaceReward(Action, frozen=True, tag="place_reward"):
    """Place the units of a mission that were kept for this turn (`lotr-risk T18`)."""

    card: str
    place: Units = ()


class PlayCard(Action, frozen=True, tag="play"):
    """Play a power card; which of the further fields it wants depends on the card."""

    card: str
    source: str = ""
    target: str = ""
    count: int = 0
    """Units of Wormtongue, or what is added to a roll: 2 or -2."""


class Pass(Action, frozen=True, tag="pass", gc=False):
    """Play nothing now."""


class Discard(Action, frozen=True, tag="discard"):
    """Discard adventure cards down to the limit of the hand (`lotr-risk T83`)."""

    cards: tuple[str, ...]


class NameCapital(Action, frozen=True, tag="capital", gc=False):
    """Choose an own stronghold as the secret capital (`lotr-risk V3`)."""

    space: str


class EndStep(Action, frozen=True, tag="end_step", gc=False):
    """End this step of the turn; the next one begins."""
