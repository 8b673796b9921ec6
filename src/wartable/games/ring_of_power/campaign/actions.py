"""The decisions of a campaign: moves, what is done beside moving, declarations, choices in combat, retreats."""

from __future__ import annotations

import msgspec

from wartable.engine.values import Action
from wartable.games.ring_of_power.combat.requests import Choice
from wartable.games.ring_of_power.scenario import Point


class Move(Action, frozen=True, kw_only=True, tag="move"):
    """Move figures together, at the pace of the slowest of them (C1, D3).

    `paths` gives each figure's way from where it stands; out of a garrison it begins at a gate. `into` names a place
    to enter at the end, `tower` its tower; `out` is true where they leave the table by the place named `into`. `boat`
    is true where they go by boats that a special rule gives them: only the first and last points are on land then.
    """

    paths: tuple[tuple[int, tuple[Point, ...]], ...]
    into: str = ""
    tower: bool = False
    out: bool = False
    boat: bool = False


class Carry(Action, frozen=True, kw_only=True, tag="carry"):
    """Characters take up a wounded or captured one who is within an inch, or put him down with no carriers (J3)."""

    carried: int
    carriers: tuple[int, ...] = ()


class Serve(Action, frozen=True, kw_only=True, tag="serve"):
    """Infantry of the same force takes the place of lost crew of a weapon (L2)."""

    weapon: int
    figures: tuple[int, ...]


class Board(Action, frozen=True, kw_only=True, tag="board"):
    """Figures within an inch of a ship go aboard, or leave it for a point of land beside it (Q69)."""

    ship: int
    figures: tuple[int, ...]
    ashore: tuple[Point, ...] = ()


class HandOver(Action, frozen=True, kw_only=True, tag="hand_over"):
    """The holder of an item gives it to a character of his force."""

    item: str
    to: int


class Dismount(Action, frozen=True, kw_only=True, tag="dismount"):
    """Figures leave their mounts for good (A8)."""

    figures: tuple[int, ...]


class Proclaim(Action, frozen=True, kw_only=True, tag="proclaim"):
    """Raise a flag that the scenario lets this player raise; it holds from the next turn's start."""

    flag: str


class Done(Action, frozen=True, tag="done"):
    """End one's movement."""


class Assault(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A declared assault: a figure at the wall, gate or tower, whose force attacks the place."""

    figure: int
    place: str
    tower: bool = False


class Declaration(Action, frozen=True, kw_only=True, tag="declare"):
    """The assaults of a player's forces, and the figures that sally out of each place (K2)."""

    assaults: tuple[Assault, ...] = ()
    sallies: tuple[tuple[str, tuple[int, ...]], ...] = ()


class Choose(Action, frozen=True, kw_only=True, tag="choose"):
    """Answer what a combat asks."""

    choice: Choice


class Resolve(Action, frozen=True, tag="resolve"):
    """Leave everything else of this combat, one's retreat among it, to the defaults."""


class Land(Action, frozen=True, kw_only=True, tag="land"):
    """Choose the place where reinforcements arrive (B7)."""

    at: str


class Consent(Action, frozen=True, kw_only=True, tag="consent"):
    """Use a special rule that asks, or let it be."""

    use: bool


class FallBack(Action, frozen=True, kw_only=True, tag="fall_back"):
    """Retreat: a path for each figure, from where it stands (H)."""

    paths: tuple[tuple[int, tuple[Point, ...]], ...] = ()
