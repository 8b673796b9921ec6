"""Standing rules: effects that hold as long as their condition does, looked up where moves and battles need them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from wartable.games.ring_of_power import vocabulary as words
from wartable.games.ring_of_power.campaign.groups import Scene
from wartable.games.ring_of_power.campaign.state import Figure
from wartable.games.ring_of_power.special.conditions import holds
from wartable.games.ring_of_power.special.matching import fits, matching

E = TypeVar("E")


def standing(scene: Scene, kind: type[E]) -> Iterator[E]:
    """Yield the effects of a kind that stand now."""
    for rule in scene.world.scenario.rules:
        if rule.when == "always":
            found = [effect for effect in rule.then if isinstance(effect, kind)]
            if found and holds(scene, rule.condition):
                yield from found


def eased(scene: Scene) -> dict[int, frozenset[str]]:
    """Return the terrain that is clear ground to figures by special rules."""
    found: dict[int, frozenset[str]] = {}
    for effect in standing(scene, words.Eased):
        for figure in matching(scene, effect.who):
            found[figure.id] = found.get(figure.id, frozenset()) | set(effect.terrain)
    return found


def confined(scene: Scene, figures: tuple[Figure, ...]) -> Iterator[tuple[Figure, str, bool]]:
    """Yield figure, area and whether it must stay inside (else: may not enter) for the rules that confine figures."""
    for bound in standing(scene, words.Bound):
        yield from ((one, bound.inside, True) for one in figures if fits(scene, bound.who, one))
    for barred in standing(scene, words.Barred):
        yield from ((one, barred.area, False) for one in figures if fits(scene, barred.who, one))


def kept(scene: Scene) -> Iterator[tuple[words.Keep, frozenset[int], int]]:
    """Yield, for every rule that keeps figures in a place, the rule, those of them inside, and how many fit at all."""
    for rule in standing(scene, words.Keep):
        every = {figure.id for figure in matching(scene, rule.who)}
        yield rule, frozenset(every & scene.within(rule.inside)), len(every)


def boats(scene: Scene, figure: Figure) -> int:
    """Return how far a figure may go by boat, in 1/1000 inch; 0: not at all."""
    return max((one.distance for one in standing(scene, words.Boats) if fits(scene, one.who, figure)), default=0)


def may_hide(scene: Scene) -> frozenset[int]:
    """Return the figures that may hide as characters do, by special rules (F1)."""
    return frozenset(figure.id for one in standing(scene, words.Hidden) for figure in matching(scene, one.who))
