"""What is drawn of a campaign upon its table: tokens of figures, garrisons, and who holds which place."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from wartable.games.ring_of_power.campaign.deployment import roster
from wartable.games.ring_of_power.campaign.figures import base
from wartable.games.ring_of_power.campaign.groups import Scene
from wartable.games.ring_of_power.campaign.run import name_of
from wartable.games.ring_of_power.campaign.state import Figure, RingState
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.play.view import Badge, Badges, TokenKind, token_of
from wartable.games.ring_of_power.scenario import Point


class Token(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One figure as a token. `player` is its number in the scenario's order, `radius` that of its base.

    Lengths are 1/1000 inch. `force` joins tokens that become one shield where they would be too small.
    """

    id: int
    player: int
    at: Point
    radius: int
    kind: TokenKind = "foot"
    name: str = ""
    force: int = 0
    badges: tuple[Badge, ...] = ()


class Garrison(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Figures of one player inside a place, or in its tower: how many, and whether a hero is among them."""

    place: str
    player: int
    count: int
    tower: bool = False
    hero: bool = False


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """A moment of a campaign as it is drawn. `holders` are sides by place, `broken` keys of gates and weak walls."""

    tokens: tuple[Token, ...] = ()
    garrisons: tuple[Garrison, ...] = ()
    holders: dict[str, str] = {}
    broken: frozenset[str] = frozenset()


def starting(world: World) -> Shown:
    """Return the rosters of a scenario where its campaign begins. Raises `BadData` for a group without room."""
    return shown(world, RingState(options=world.options, seats=0, figures=roster(world)))


def shown(world: World, state: RingState) -> Shown:
    """Return a moment of a campaign as it is drawn; figures aboard or carried are with what carries them."""
    scene = Scene(world, state)
    badges = Badges(scene)
    field = [figure for figure in state.figures if figure.in_field]
    return Shown(
        tokens=tuple(_token(scene, figure, badges) for figure in field),
        garrisons=tuple(_garrisons(world, state)),
        holders=state.holder,
        broken=state.broken,
    )


def _token(scene: Scene, figure: Figure, badges: Badges) -> Token:
    world = scene.world
    return Token(
        id=figure.id,
        player=figure.owner,
        at=figure.point,
        radius=base(world, figure),
        kind=token_of(world, figure),
        name=name_of(world, figure),
        force=scene.lineup.force[figure.id],
        badges=badges.of(figure),
    )


def _garrisons(world: World, state: RingState) -> Iterator[Garrison]:
    inside: dict[tuple[str, int, bool], list[Figure]] = {}
    for figure in state.figures:
        if figure.inside:
            inside.setdefault((figure.inside, figure.owner, figure.tower), []).append(figure)
    for (place, player, tower), figures in sorted(inside.items()):
        hero = any(token_of(world, figure) == "hero" for figure in figures)
        yield Garrison(place=place, player=player, count=len(figures), tower=tower, hero=hero)
