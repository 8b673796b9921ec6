"""What a fortress does for a unit in it (Middle-Earth Diplomacy VIII, section 3)."""

from __future__ import annotations

from wartable.games.adjudication.conditions import Traits
from wartable.games.diplomacy.rulings import Rulings


def in_fortress(strength: int, rulings: Rulings) -> Traits:
    """Return the traits of a unit in its fortress; DEFEND is of units that were ordered to move only."""
    leaving = strength if rulings.fortress_covers_movers else 1
    if rulings.fortress_supports == "added":
        return Traits(hold=strength, hold_moving=leaving, defend=leaving, fortress=True)
    return Traits(hold_moving=leaving, least_defence=strength, least_defence_moving=leaving, fortress=True)
