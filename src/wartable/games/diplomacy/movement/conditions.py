"""What a variant may set for one phase without touching the rules: strengths of single units, and extra passages."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from wartable.games.diplomacy.movement.network import Passage
from wartable.games.diplomacy.orders import Location, province_of
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.rulings import Rulings
from wartable.games.diplomacy.variant import Variant


class Traits(msgspec.Struct, frozen=True, kw_only=True):
    """Base strengths of one unit before supports, in units of strength (DATC 5.B: HOLD, ATTACK, DEFEND, PREVENT)."""

    attack: int = 1
    hold: int = 1
    hold_moving: int = 1
    """HOLD of a unit that was ordered to move and stays."""
    defend: int = 1
    """DEFEND in a head-to-head battle."""
    prevent: int = 1
    """PREVENT: what it keeps others out with where it was going."""
    least_defence: int = 0
    """What HOLD of a unit that stays is at least, whatever the base and the supports come to."""
    least_defence_moving: int = 0
    """What DEFEND is at least."""
    support: int = 1
    """What a support it gives is worth."""
    steps: int = 1
    """Spaces it may move in one phase; 2 lets its order name one space between, which it has no effect on."""


class Conditions(msgspec.Struct, frozen=True):
    """Traits of units by where they stand at the start of the phase, and ways open in this phase only."""

    traits: Mapping[Location, Traits] = {}
    passages: frozenset[Passage] = frozenset()


ORDINARY = Traits()
PLAIN = Conditions()


def _inside(strength: int, rulings: Rulings) -> Traits:
    """Return the traits of a unit in its fortress; DEFEND is of units that were ordered to move only."""
    leaving = strength if rulings.fortress_covers_movers else 1
    if rulings.fortress_supports == "added":
        return Traits(hold=strength, hold_moving=leaving, defend=leaving)
    return Traits(hold_moving=leaving, least_defence=strength, least_defence_moving=leaving)


def conditions_of(variant: Variant, position: Position, rulings: Rulings) -> Conditions:
    """Return the conditions the variant's own data ask for: a unit in its power's fortress is harder to dislodge.

    Middle-Earth Diplomacy VIII, section 3: the bonus counts for HOLD and DEFEND, whoever owns the centre (but for
    variants that want it owned), and for units that fail to leave by the ruling `fortress_covers_movers`.
    """
    if variant.fortress_strength == 1:
        return PLAIN
    traits = _inside(variant.fortress_strength, rulings)
    return Conditions(
        {
            unit.at: traits
            for power, units in position.units.items()
            if power in variant.powers and (fortresses := variant.powers[power].fortresses)
            for unit in units
            if province_of(unit.at) in fortresses
            and (not variant.fortress_needs_owner or position.owners.get(province_of(unit.at)) == power)
        }
    )
