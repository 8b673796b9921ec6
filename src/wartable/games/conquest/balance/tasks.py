"""What the variant waits for beside the steps of the family, as tasks; the tag of each is the name of its phase."""

from __future__ import annotations

from typing import TypeAlias

from wartable.games.conquest.core import tasks


class FirstRoll(tasks.Chance, frozen=True, tag="first", gc=False):
    """Dice say who begins."""


class CitiesDrawn(tasks.Chance, frozen=True, tag="cities", gc=False):
    """The cities are drawn."""


class RoughDrawn(tasks.Chance, frozen=True, tag="rough", gc=False):
    """The rough terrain is drawn."""


class SitesDrawn(tasks.Chance, frozen=True, tag="sites", gc=False):
    """The sites are drawn."""


class ObjectivesDrawn(tasks.Chance, frozen=True, tag="objectives", gc=False):
    """The objectives are drawn."""


class RewardsDrawn(tasks.Chance, frozen=True, tag="rewards", gc=False):
    """The rewards are drawn."""


class NeutralDrawn(tasks.Chance, frozen=True, tag="neutral", gc=False):
    """The neutral army is laid out on the sites."""


class StartCard(tasks.Chance, frozen=True, tag="start_cards", gc=False):
    """A seat is dealt a card that it begins with."""


class Founding(tasks.Step, frozen=True, tag="capitals", gc=False):
    """A seat says where its capital lies."""


class TieRoll(tasks.Chance, frozen=True, tag="ties", gc=False):
    """Dice part the seats that are level at the bottom."""


class Revival(tasks.Chance, frozen=True, tag="revival", gc=False):
    """Dice say how many casualties of the neutral army come back."""


class NeutralPlacing(tasks.Step, frozen=True, tag="neutral_reinforce", gc=False):
    """A seat places armies of the neutral army."""


class Raiding(tasks.Step, frozen=True, tag="neutral_attack", gc=False):
    """A seat commands the neutral army's one attack; after the first roll it is bound to its source and target."""

    source: int = -1
    target: int = -1


class Shopping(tasks.Step, frozen=True, tag="buy", gc=False):
    """A seat buys special combat actions."""


class Fallout(tasks.Chance, frozen=True, tag="bomb", gc=False):
    """Dice say what a bomb does beside the space it fell on."""

    space: int


class Spying(tasks.Chance, frozen=True, tag="spy", gc=False):
    """A card is drawn from the hand of a seat spied upon."""

    victim: int


class EarlyManeuver(tasks.Step, frozen=True, tag="maneuver", gc=False):
    """A seat makes a move before its draft."""


class Collecting(tasks.Step, frozen=True, tag="collect", gc=False):
    """A seat collects an objective."""


class Giving(tasks.Step, frozen=True, tag="give", gc=False):
    """A seat gives a card beyond the limit away."""


BalanceTask: TypeAlias = (
    FirstRoll
    | CitiesDrawn
    | RoughDrawn
    | SitesDrawn
    | ObjectivesDrawn
    | RewardsDrawn
    | NeutralDrawn
    | StartCard
    | tasks.Claims
    | tasks.SetUpPlacing
    | Founding
    | TieRoll
    | Revival
    | NeutralPlacing
    | Raiding
    | Shopping
    | Fallout
    | Spying
    | EarlyManeuver
    | tasks.Reinforcing
    | tasks.Attacking
    | tasks.Rolling
    | tasks.MovingIn
    | Collecting
    | tasks.Fortifying
    | tasks.Drawing
    | Giving
)
