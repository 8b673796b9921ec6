"""From a campaign to what is drawn of it: tokens with their badges, garrisons, holders, and what is broken."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wartable.games.ring_of_power.campaign.figures import base
from wartable.games.ring_of_power.campaign.groups import Scene
from wartable.games.ring_of_power.campaign.muster import roster
from wartable.games.ring_of_power.campaign.run import name_of
from wartable.games.ring_of_power.campaign.state import RingState
from wartable.games.ring_of_power.drawing.values import Garrison, Shown, Token
from wartable.games.ring_of_power.play.looks import Badges, token_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wartable.games.ring_of_power.campaign.state import Figure
    from wartable.games.ring_of_power.campaign.world import World


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
        force=scene.force[figure.id],
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
