"""What chance does before a game of Classic Risk, as tasks."""

from __future__ import annotations

from typing import TypeAlias

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
)


class FirstDrawn(Chance, frozen=True, tag="first", gc=False):
    """The first player is drawn."""


class MissionDealt(Chance, frozen=True, tag="missions", gc=False):
    """A seat is dealt its secret mission."""


class MapDealt(Chance, frozen=True, tag="deal", gc=False):
    """The territories are dealt."""


class ArmiesSpread(Chance, frozen=True, tag="spread", gc=False):
    """The starting armies are spread over the territories dealt."""


RiskTask: TypeAlias = (
    FirstDrawn
    | MissionDealt
    | MapDealt
    | ArmiesSpread
    | Claims
    | SetUpPlacing
    | Reinforcing
    | Attacking
    | Rolling
    | MovingIn
    | Fortifying
    | Drawing
)
