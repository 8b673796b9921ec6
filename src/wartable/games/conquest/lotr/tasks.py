"""What Lord of the Rings Risk waits for, as tasks on its agenda."""

from __future__ import annotations

from typing import Literal, TypeAlias

from wartable.engine.values import Seat
from wartable.games.conquest.core.tasks import (
    Attacking,
    Chance,
    Claims,
    Drawing,
    Fortifying,
    MovingIn,
    Reinforcing,
    Rolling,
    SetUpPlacing,
    Step,
)
from wartable.games.conquest.lotr.actions import NameCapital, Pass, PlayCard
from wartable.games.flow.tasks import Task, Together

# --- set-up


class Dealing(Chance, frozen=True, tag="deal", gc=False):
    """The territory cards are dealt (`lotr-risk T04`)."""


class DealingRest(Chance, frozen=True, tag="deal_rest", gc=False):
    """The territories left over are dealt (`lotr-risk T06`)."""


class Dicing(Chance, frozen=True, tag="dice", gc=False):
    """Seats roll a die each for the highest: for the first claim, the first turn, or to break a tie at the end."""

    rivals: tuple[int, ...]
    """Seats that roll, in seat order; at the end of a game with sides one of each side."""
    purpose: Literal["claim", "turn", "tie"]


class DealingGoal(Chance, frozen=True, tag="goal", gc=False):
    """A seat is dealt its secret goal (`lotr-risk T14`)."""


class DealingHand(Chance, frozen=True, tag="hand", gc=False):
    """A seat is dealt a card of its starting hand (`lotr-risk T07`, `lotr-risk T08`)."""

    adventure: bool


class PlacingLeader(Step, frozen=True, tag="leader", gc=False):
    """A seat places a leader: in the set-up, because it has none left, or for a card."""

    why: Literal["setup", "none", "card"]


class NamingCapitals(Together, frozen=True, tag="capitals"):
    """All choose a capital in secret (`lotr-risk V3`)."""

    given: tuple[tuple[Seat, NameCapital], ...] = ()


# --- a turn


class Stage(Task, frozen=True, tag="stage", gc=False):
    """The turn goes on with a stage, by its number among those that `LotrRules.stages` lists."""

    seat: Seat
    number: int


class Declaring(Step, frozen=True, tag="declare", gc=False):
    """A seat declares which leaders go for missions (`lotr-risk T33`)."""


class Showing(Step, frozen=True, tag="show", gc=False):
    """A seat shows missions after its moves (`lotr-risk T80`)."""


class DrawingAdventure(Chance, frozen=True, tag="adventure", gc=False):
    """A seat draws an adventure card that it has earned (`lotr-risk T35`)."""


class Discarding(Step, frozen=True, tag="discard", gc=False):
    """A seat discards adventure cards down to the limit (`lotr-risk T83`)."""


class TurningUp(Chance, frozen=True, tag="turn_up", gc=False):
    """Territory cards are turned up for an event, by its id; one seen by the drawer alone for Local Uprising."""

    event: str
    spaces: int = 0
    """Territories turned up so far, as a mask."""
    passed: int = 0
    """Cards turned up so far, as a mask: wild ones count for nothing."""


# --- the Fellowship


class Journey(Task, frozen=True, tag="journey", gc=False):
    """The Fellowship goes on: it is searched for, then leaves, with a die or without (`lotr-risk 1.2.7`)."""

    seat: Seat


class Searching(Chance, frozen=True, tag="search", gc=False):
    """The evil owner of the Fellowship's territory searches for the Ring (`lotr-risk T84`)."""


class Leaving(Task, frozen=True, tag="leaving", gc=False):
    """The Fellowship is about to leave: cards may force a roll, or hold it back."""

    seat: Seat


class RingDie(Chance, frozen=True, tag="ring", gc=False):
    """The Fellowship rolls a die to leave, or on Mount Doom for the end."""


class RingRolled(Task, frozen=True, tag="ring_rolled", gc=False):
    """The Fellowship has rolled; cards may still change that."""

    seat: Seat
    face: int
    change: int = 0


class Going(Task, frozen=True, tag="going", gc=False):
    """The Fellowship takes its step, unless a card held it back."""

    seat: Seat


class SeatJourney(Task, frozen=True, tag="seat_journey", gc=False):
    """In a simultaneous round the Fellowship takes its step for a seat (`lotr-risk M15`)."""

    seat: Seat


# --- reactions


class Reacting(Together, frozen=True, tag="window"):
    """A reaction window: who publicly could play a card is asked in secret, at once with the others (`lotr-risk L46`).

    What waits for it stands behind it on the agenda.
    """

    about: str = ""
    """Which: `attack.declared`, `battle.declared`, `fellowship.leaves`, `fellowship.rolled`, `fellowship.leaving`."""
    given: tuple[tuple[Seat, PlayCard | Pass], ...] = ()


LotrTask: TypeAlias = (
    Dealing
    | DealingRest
    | Dicing
    | DealingGoal
    | DealingHand
    | PlacingLeader
    | NamingCapitals
    | Stage
    | Declaring
    | Showing
    | DrawingAdventure
    | Discarding
    | TurningUp
    | Journey
    | Searching
    | Leaving
    | RingDie
    | RingRolled
    | Going
    | Reacting
    | Claims
    | SetUpPlacing
    | Reinforcing
    | Attacking
    | Rolling
    | MovingIn
    | Fortifying
    | Drawing
)
STEPS: tuple[type[Step], ...] = (
    Dealing, Dicing, Claims, DealingRest, SetUpPlacing, PlacingLeader, DealingGoal, DealingHand,
    Reinforcing, Declaring, Attacking, Rolling, MovingIn, Fortifying, Showing, Drawing, DrawingAdventure, Discarding,
    TurningUp, Searching, RingDie,
)  # fmt: skip
"""The steps in the order of a game; the other tasks are inner works and windows."""
