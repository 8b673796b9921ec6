"""What may be asked of a campaign. Lengths are 1/1000 inch; figures are named by their ids."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from wartable.engine.game import Inquiry
from wartable.games.ring_of_power.campaign.actions import Board, Declaration, Move
from wartable.games.ring_of_power.scenario import Point

Figures = Annotated[tuple[int, ...], msgspec.Meta(min_length=1, max_length=1000)]
Points = Annotated[tuple[Point, ...], msgspec.Meta(max_length=2000)]


class AskReach(Inquiry, frozen=True, kw_only=True, tag="reach"):
    """How far figures get in one move; several at the pace of the slowest, from where the first stands."""

    figures: Figures


class AskWay(Inquiry, frozen=True, kw_only=True, tag="way"):
    """The way of figures to a point, by way-points: the first leads, the others keep beside it (D3).

    `into`, `tower`, `out` and `boat` are those of a `Move`. Those aboard a ship step ashore (Q69).
    """

    figures: Figures
    to: Point
    through: Annotated[tuple[Point, ...], msgspec.Meta(max_length=64)] = ()
    into: str = ""
    tower: bool = False
    out: bool = False
    boat: bool = False


class AskBattle(Inquiry, frozen=True, kw_only=True, tag="battle"):
    """The odds of a combat: to which a move or a landing leads, or a declaration brings a figure, or under way.

    `of` is the figure that is looked at where a declaration is asked about: it may lead to several combats. `rounds` is
    1, or 0 for a fight to the end.
    """

    move: Move | Board | None = None
    declare: Declaration | None = None
    of: int = 0
    rounds: Literal[0, 1] = 1


class AskRetreat(Inquiry, frozen=True, kw_only=True, tag="retreat"):
    """Whether figures may retreat by some paths."""

    paths: tuple[tuple[int, Points], ...]


class AskDeeds(Inquiry, frozen=True, kw_only=True, tag="deeds"):
    """What figures of the player who moves might do beside marching; without figures: what he himself may."""

    figures: Annotated[tuple[int, ...], msgspec.Meta(max_length=1000)] = ()


INQUIRIES: tuple[type[Inquiry], ...] = (AskReach, AskWay, AskBattle, AskRetreat, AskDeeds)
