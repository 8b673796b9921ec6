"""What chance does before a game of Classic Risk, as tasks."""

from __future__ import annotations

from typing import TypeAlias

from wartable.games.conquest.core import tasks


class FirstDrawn(tasks.Chance, frozen=True, tag="first", gc=False):
    """The first player is drawn."""


class MissionDealt(tasks.Chance, frozen=True, tag="missions", gc=False):
    """A seat is dealt its secret mission."""


class MapDealt(tasks.Chance, frozen=True, tag="deal", gc=False):
    """The territories are dealt."""


class ArmiesSpread(tasks.Chance, frozen=True, tag="spread", gc=False):
    """The starting armies are spread over the territories dealt."""


RiskTask: TypeAlias = (
    FirstDrawn
    | MissionDealt
    | MapDealt
    | ArmiesSpread
    | tasks.Claims
    | tasks.SetUpPlacing
    | tasks.Reinforcing
    | tasks.Attacking
    | tasks.Rolling
    | tasks.MovingIn
    | tasks.Fortifying
    | tasks.Drawing
)
