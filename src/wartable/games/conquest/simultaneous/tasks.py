"""What a simultaneous round waits for, as tasks on the agenda."""

from __future__ import annotations

from typing import TypeAlias

from wartable.engine.values import Seat
from wartable.games.conquest.simultaneous.actions import FightOn, NameTargets, Orders, Placements, Withdraw
from wartable.games.conquest.simultaneous.battle import Targets
from wartable.games.flow.tasks import Task, Together


class RoundStage(Task, frozen=True, tag="round", gc=False):
    """The round goes on with a stage, by its number among those that the course of the game lists (`lotr-risk L79`)."""

    number: int


class WritingPlacements(Together, frozen=True, tag="placements"):
    """All write in secret where their new armies go (`lotr-risk M15`)."""

    given: tuple[tuple[Seat, Placements], ...] = ()


class WritingMoves(Together, frozen=True, tag="moves"):
    """All write their moves in secret (`lotr-risk M01`)."""

    given: tuple[tuple[Seat, Orders], ...] = ()


class Arriving(Task, frozen=True, tag="arriving"):
    """The armies of these seats arrive, and meet whoever is there (`lotr-risk M02`)."""

    seats: tuple[int, ...]


class Fighting(Task, frozen=True, tag="fighting", gc=False):
    """The battles that are on are fought, place by place."""


class NamingTargets(Together, frozen=True, tag="targets"):
    """All sides of the first battle name their dice and targets in secret (`lotr-risk M06`)."""

    given: tuple[tuple[Seat, NameTargets], ...] = ()


class ClashRolling(Task, frozen=True, tag="clash"):
    """The dice of a round are rolled: those of groups that are aimed at each other (`lotr-risk M10`)."""

    targets: tuple[tuple[int, Targets], ...]


class Withdrawing(Together, frozen=True, tag="withdrawing"):
    """After a round those who came may withdraw from the first battle (`lotr-risk M12`)."""

    given: tuple[tuple[Seat, Withdraw | FightOn], ...] = ()


class WritingStrategic(Together, frozen=True, tag="strategic"):
    """All write their strategic moves in secret (`lotr-risk M15`)."""

    given: tuple[tuple[Seat, Orders], ...] = ()


class SeatCards(Task, frozen=True, tag="seat_cards", gc=False):
    """A seat's cards and missions follow, in turn order (`lotr-risk M15`)."""

    seat: Seat


RoundTask: TypeAlias = (
    RoundStage
    | WritingPlacements
    | WritingMoves
    | Arriving
    | Fighting
    | NamingTargets
    | ClashRolling
    | Withdrawing
    | WritingStrategic
    | SeatCards
)
"""Everything that a simultaneous round puts on the agenda."""
