"""Why a figure fights with these numbers: dice and targets with their parts, as data and in words."""

from __future__ import annotations

import msgspec

from wartable.games.ring_of_power.combat import targets
from wartable.games.ring_of_power.combat.lines import Reckoner, present
from wartable.games.ring_of_power.combat.stage import Pairing, Stage
from wartable.games.ring_of_power.combat.values import Fighter


class Numbers(msgspec.Struct, frozen=True):
    """Dice, attack and defence of a figure, and what its hits carry and its dice do besides.

    `defence` is against a plain hit; `against` holds it for every combination of tags that an enemy's hits carry.
    """

    dice: targets.Number
    attack: targets.Number
    defence: targets.Number
    against: tuple[tuple[tuple[str, ...], targets.Number], ...]
    tags: tuple[str, ...]
    attack_reroll: str
    defence_reroll: str

    def words(self) -> tuple[str, ...]:
        """Say them, a line each: `dice: 1 base, fortress x2 = 2`."""
        lines = [f"dice: {self.dice.words()}", f"attack: {self.attack.words()}", f"defence: {self.defence.words()}"]
        lines += [f"defence against {' and '.join(tags)}: {number.words()}" for tags, number in self.against]
        if self.tags:
            lines.append(f"its hits: {', '.join(self.tags)}")
        if self.attack_reroll:
            lines.append(f"rolls {self.attack_reroll} again when it attacks")
        if self.defence_reroll:
            lines.append(f"rolls {self.defence_reroll} again when it defends")
        return tuple(lines)


def explain(stage: Stage, figure: int) -> Numbers:
    """Return the numbers of a figure in its combat, with what was decided so far. Raises `KeyError` for a stranger."""
    fighter = stage.battle.by_id[figure]
    pairing, index = _bout(stage, fighter)
    foes = present(stage.battle, pairing, pairing.sides[1 - index])
    now = Reckoner(stage, present(stage.battle, pairing, fighter.side), foes).circumstances(fighter)
    carried = sorted({targets.tags_of(foe.abilities) for foe in foes} - {()})
    return Numbers(
        dice=targets.dice(fighter, now),
        attack=targets.attack(fighter, now),
        defence=targets.defence(fighter, now),
        against=tuple((tags, targets.defence(fighter, now, tags)) for tags in carried),
        tags=targets.tags_of(fighter.abilities),
        attack_reroll=targets.attack_reroll(fighter, now),
        defence_reroll=targets.defence_reroll(fighter, now),
    )


def _bout(stage: Stage, fighter: Fighter) -> tuple[Pairing, int]:
    """Return the bout that a figure fights in now, or first, or would if nobody hid; and the index of its side."""
    ahead = (*stage.pairings[stage.bout :], *stage.pairings)
    mine = [pairing for pairing in ahead if fighter.side in pairing.sides and fighter.force in pairing.forces]
    enemy = next(side for side in range(len(stage.battle.sides)) if side != fighter.side)
    pairing = mine[0] if mine else Pairing((fighter.side, enemy), tuple(stage.battle.forces))
    return pairing, pairing.sides.index(fighter.side)
