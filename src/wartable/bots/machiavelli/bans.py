"""Excommunication: whom the Papacy bars from letters and forgives, and who says to ignore it, by optional rules.

The levels write no letters themselves: a ban is worth what it keeps a rival from arranging with the others.
"""

from __future__ import annotations

from typing import Final

from wartable.bots.machiavelli.guesses import Neighbours
from wartable.bots.machiavelli.scene import Scene
from wartable.engine.driver import Decision
from wartable.games.machiavelli.optional import bans
from wartable.games.machiavelli.play.actions import Excommunicate, Forgive, Heed, Ignore, Refrain
from wartable.games.machiavelli.play.tasks import AskHeed, AskPope
from wartable.games.machiavelli.state import Power

NEAR: Final = 2
"""How many cities more a neighbour counts as a rival."""
BEHIND: Final = 3
"""How far the excommunicated has to lag behind the greatest rival to be forgiven, so that this one can be barred."""


def ban(scene: Scene, task: AskPope | AskHeed) -> Decision:
    """Decide about excommunication, with the reason in one sentence."""
    return _sentence(scene) if isinstance(task, AskPope) else _answer(scene)


def _sentence(scene: Scene) -> Decision:
    """Bar the greatest rival, and forgive a friend, or who is no great rival any more."""
    rules, position = scene.rules, scene.position
    friends = [power for power in bans.forgivable(rules, position) if power in scene.friends]
    if friends:
        return Decision(Forgive(friends[0]), f"Forgives {rules.power(friends[0])}, a friend.")
    rivals = _rivals(scene)
    greatest = max(rivals, key=lambda power: rivals[power], default="")
    barred = position.extra.sentenced
    if barred in bans.forgivable(rules, position) and rivals.get(greatest, 0) >= rivals.get(barred, 0) + BEHIND:
        return Decision(Forgive(barred), f"Forgives {rules.power(barred)}, as {rules.power(greatest)} is stronger now.")
    if greatest in bans.able(rules, position) and len(position.powers) > 2:
        return Decision(Excommunicate(greatest), f"Excommunicates {rules.power(greatest)}, its greatest rival.")
    return Decision(Refrain(), "Leaves everything as it is.")


def _rivals(scene: Scene) -> dict[Power, int]:
    """Return the powers of no friend with their cities, which all know, some more for neighbours; in a fixed order."""
    near = Neighbours(scene).scenes
    return {
        power: _cities(scene, power) + NEAR * (power in near)
        for power in scene.position.powers
        if power not in scene.friends
    }


def _cities(scene: Scene, power: Power) -> int:
    """Return how many cities a power has: that many are drawn where they are not seen."""
    return sum(holder == power for holder in scene.state.position.cities.values())


def _answer(scene: Scene) -> Decision:
    """Vote against the ban of oneself or a friend, and where the Papacy is to be feared more; never join the barred."""
    rules, position = scene.rules, scene.position
    barred, church = position.extra.banned, bans.pope(rules, position)
    if rules.options.excommunication == "forgiven":
        return Decision(Heed(), "Heeds the ban, so as not to be excommunicated too.")
    if scene.friends & {*barred}:
        return Decision(Ignore(), "Votes to ignore the ban, which is against its own side.")
    if church not in scene.friends and all(_cities(scene, church) > _cities(scene, power) for power in barred):
        return Decision(Ignore(), "Votes to ignore the ban, as the Papacy is the stronger of the two.")
    return Decision(Heed(), "Heeds the ban.")
