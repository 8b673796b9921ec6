"""What becomes of characters in the end of a fight followed by numbers: extra losses and falls counted in (G13, K4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from wartable.games.ring_of_power.combat import targets
from wartable.games.ring_of_power.combat.fates import removed
from wartable.games.ring_of_power.combat.odds.sorts import Sorts
from wartable.games.ring_of_power.combat.values import Battle, Fate, Fighter, Shelter


class Loss(NamedTuple):
    """What losing costs a side beside the blows: extra losses, or the fall of the walls that all of it is behind.

    `walls` None: some of it is behind walls that fall, and some is not.
    """

    extra: int = 0
    walls: Shelter | None = Shelter.NONE


class Order:
    """Which characters are lost first if any must be: as hits are dealt to them, which every round shows anew."""

    def __init__(self) -> None:
        """Begin without having seen a round."""
        self._before: set[tuple[int, int]] = set()
        self._exposed: set[int] = set()

    def seen(self, ids: Sequence[int]) -> None:
        """Note the order of the characters that can be hit in a round."""
        self._exposed.update(ids)
        self._before.update((one, other) for place, one in enumerate(ids) for other in ids[place + 1 :])

    def first(self, able: Sequence[tuple[Fighter, Fate]], count: int) -> list[Fighter] | None:
        """Return so many of the characters that are left, those who are lost first; None where that is not known.

        Who has just lost a mount is worth what he was with it, one who lost it before less; numbers do not tell.
        """
        fighters = [fighter for fighter, _ in able]
        if count >= len(fighters):
            return fighters
        afoot = [fate for fighter, fate in able if not fighter.mounted]
        if count < len(afoot) and len(afoot) > 1 and any(fate is not Fate.UNHURT for fate in afoot):
            return None
        alike = [(one.id, other.id) for one in fighters for other in fighters if one.mounted is other.mounted]
        if any({(one, other), (other, one)} <= self._before for one, other in alike):
            return None
        return sorted(fighters, key=lambda one: self._rank(one, fighters))[:count]

    def _rank(self, one: Fighter, others: Sequence[Fighter]) -> tuple[bool, bool, int, int]:
        earlier = sum((other.id, one.id) in self._before for other in others if other.mounted is one.mounted)
        return one.id not in self._exposed, one.mounted, earlier, one.id


def final_fates(
    battle: Battle, side: int, sorts: Sorts, code: int, loss: Loss | None, order: Order
) -> Mapping[int, Fate] | None:
    """Return what becomes of a side's characters who end as a code says; None where numbers do not tell.

    `loss` None: the side has not lost.
    """
    there = [(sort, fighter) for sort, fighter in enumerate(sorts.samples) if sorts.count(code, sort)]
    heroes = [(sort, fighter) for sort, fighter in there if fighter.character]
    fates = {fighter.id: Fate.DEAD if sorts.spent[sort] else sorts.fates[sort] for sort, fighter in heroes}
    if loss is None:
        return fates
    if loss.walls is None:
        return None if any(_characters(battle, side)) else fates
    if loss.walls is not Shelter.NONE:
        return {**fates, **_fallen(battle, side, fates, loss.walls)}
    armies = sum(sorts.count(code, sort) for sort, one in there if not one.character and sorts.fights(sort))
    able = [(fighter, sorts.fates[sort]) for sort, fighter in heroes if sorts.fights(sort)]
    count = loss.extra - armies
    lost = order.first(able, count) if count > 0 else []
    return None if lost is None else {**fates, **{one.id: _given_up(battle, one) for one in lost}}


def _given_up(battle: Battle, one: Fighter) -> Fate:
    gifts = targets.traits(one.abilities)
    spared = battle.rules.hero_outcome_loss == "wounded"
    return removed(hero="hero" in gifts and spared, ethereal="ethereal" in gifts)


def _fallen(battle: Battle, side: int, fates: Mapping[int, Fate], walls: Shelter) -> dict[int, Fate]:
    """Return the fates of those caught in a fallen place: characters go to the tower if there is one (K4, K5)."""
    if walls is Shelter.FORTRESS and battle.place is not None and battle.place.tower:
        return {}
    found: dict[int, Fate] = {}
    for one in _characters(battle, side):
        gone = fates.get(one.id) in {Fate.DEAD, Fate.DISPERSED}
        if not gone and not any(modifier.spared_on_fall for modifier in one.modifiers):
            found[one.id] = removed(hero=False, ethereal="ethereal" in targets.traits(one.abilities))
    return found


def _characters(battle: Battle, side: int) -> Iterable[Fighter]:
    return (one for one in battle.fighters if one.side == side and one.character)
