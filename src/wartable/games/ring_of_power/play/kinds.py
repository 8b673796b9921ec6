"""How figures look on a table: what token each kind has, its speeds and profile in one row, and badges of its state."""

from __future__ import annotations

from functools import cached_property
from typing import Literal, TypeAlias

import msgspec

from wartable.games.ring_of_power.campaign.figures import base, pace_for
from wartable.games.ring_of_power.campaign.groups import Scene
from wartable.games.ring_of_power.campaign.run import name_of
from wartable.games.ring_of_power.campaign.state import Figure
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.play.pinning import pinned_by

TokenKind: TypeAlias = Literal["foot", "mounted", "hero", "character", "ship", "artillery", "flyer"]
Badge: TypeAlias = Literal["wounded", "pinned", "moved", "regrouping", "hidden"]


class KindView(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What figures of one type are, on foot or mounted: token, base, speeds, profile.

    `radius`, `speed` (in clear ground), `difficult`, `sea` (open water) and `river` are in 1/1000 inch; with a speed of
    0 it does not go there. `dice` is None for those who have one for each man aboard, targets for those who never
    attack or defend. `wounds` are the failures that fell it, `capacity` is how many a ship carries. What is `dropped`
    is a weapon that is lost when its crew walks off (L6).
    """

    key: str
    name: str
    token: TokenKind
    radius: int
    speed: int
    difficult: int
    sea: int
    river: int
    dice: int | None
    attack: int | None
    defence: int | None
    wounds: int
    capacity: int
    leadership: int
    wizardry: int
    abilities: tuple[str, ...]
    dropped: bool


KindKey: TypeAlias = tuple[str, str, bool]


def key_of(figure: Figure) -> KindKey:
    """Return what tells kinds apart: unit, weapon, and whether it rides."""
    return figure.unit, figure.weapon, figure.mounted


def kind_view(world: World, figure: Figure) -> KindView:
    """Return the row of a figure's kind."""
    unit = world.kind(figure)
    profile = unit.profile(mounted=figure.mounted)
    speeds = pace_for(world, figure).speeds
    terrain = list(world.charts.terrain)
    return KindView(
        key=figure.weapon or figure.unit,
        name=name_of(world, figure),
        token=token_of(world, figure),
        radius=base(world, figure),
        speed=speeds[terrain.index("clear")],
        difficult=speeds[terrain.index("rough")],
        sea=speeds[terrain.index("sea")],
        river=speeds[terrain.index("river")],
        dice=None if profile.dice == "crew" else profile.dice,
        attack=profile.attack,
        defence=profile.defence,
        wounds=unit.wounds,
        capacity=unit.capacity,
        leadership=unit.leadership,
        wizardry=unit.wizardry,
        abilities=tuple(world.charts.abilities[key].title for key in unit.abilities),
        dropped=bool(figure.weapon) and not world.charts.artillery[figure.weapon].dice,
    )


def token_of(world: World, figure: Figure) -> TokenKind:
    """Return the shape of a figure's token."""
    kind = world.kind(figure)
    if figure.weapon:
        return "artillery"
    if kind.character:
        return "hero" if "heroes" in kind.abilities else "character"
    if kind.race in {"ship", "flying"}:
        return "ship" if kind.race == "ship" else "flyer"
    return "mounted" if figure.mounted else "foot"


class Badges:
    """The badges of all figures of a scene."""

    def __init__(self, scene: Scene) -> None:
        """Look at a scene."""
        self._scene = scene

    def of(self, figure: Figure) -> tuple[Badge, ...]:
        """Return what a figure's token tells of it; regrouping: it may not move for some turns (H)."""
        world, turn = self._scene.world, self._scene.state.turn
        told: dict[Badge, bool] = {
            "wounded": figure.wounded,
            "pinned": figure.id in self.pinned,
            "regrouping": 0 < turn <= figure.still_until,
            "moved": 0 < turn == figure.moved,
            "hidden": world.has(figure, "stealth") and figure.found < turn,
        }
        return tuple(badge for badge, holds in told.items() if holds)

    @cached_property
    def pinned(self) -> frozenset[int]:
        """Figures that an enemy within an inch pins (C2)."""
        return frozenset(one.id for one in self._scene.lineup.field if pinned_by(self._scene, one) is not None)
