"""What failed defence does to a figure: dismounts, wounds, disperses, paralyses or kills it (G10)."""

from __future__ import annotations

from collections.abc import Sequence

from wartable.games.ring_of_power.charts import charts
from wartable.games.ring_of_power.combat.lines import Stance
from wartable.games.ring_of_power.combat.values import Fate


def fate_of(stance: Stance, failed: Sequence[tuple[str, ...]]) -> tuple[Fate, int]:
    """Return what becomes of a figure, and its wounds left, from the tags of the hits it failed to save, in order."""
    blows = len(failed) - stance.riding
    if blows >= stance.wounds:
        return _felled(stance, failed), 0
    if stance.riding and failed:
        return Fate.DISMOUNTED, stance.wounds - blows
    return (Fate.HURT if blows > 0 else Fate.UNHURT), stance.wounds - max(blows, 0)


def _felled(stance: Stance, failed: Sequence[tuple[str, ...]]) -> Fate:
    decisive = failed[stance.wounds + stance.riding - 1]
    if any(charts().tags[tag].paralyses for tag in decisive):
        return Fate.PARALYSED
    slain = any(charts().tags[tag].slays_ethereal for tags in failed for tag in tags)
    return removed(hero=stance.hero, ethereal=stance.ethereal and not slain)


def removed(*, hero: bool, ethereal: bool) -> Fate:
    """Return what killing means for a figure: a hero is wounded, an ethereal one dispersed (J2, J6)."""
    if ethereal:
        return Fate.DISPERSED
    return Fate.WOUNDED if hero else Fate.DEAD
