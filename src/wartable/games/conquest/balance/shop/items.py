"""All special combat actions, in the order of the text."""

from __future__ import annotations

from collections.abc import Mapping

from wartable.games.conquest.balance.data import ActionKey
from wartable.games.conquest.balance.shop.bans import ForcedAlliance, KillGeneral, Sabotage
from wartable.games.conquest.balance.shop.cards import DrawCard, Espionage
from wartable.games.conquest.balance.shop.dice_effects import ImprovedAttack, ImprovedDefense, Recon, SpecialForces
from wartable.games.conquest.balance.shop.forces import Airfield, Draft, NeutralAttack
from wartable.games.conquest.balance.shop.item import Item
from wartable.games.conquest.balance.shop.maneuver import Maneuver
from wartable.games.conquest.balance.shop.strikes import AtomicBomb, Bombardment

ITEMS: Mapping[ActionKey, Item] = {
    item.key: item
    for item in (
        Recon(),
        Maneuver(),
        ForcedAlliance(),
        ImprovedAttack(),
        ImprovedDefense(),
        KillGeneral(),
        NeutralAttack(),
        Draft(),
        AtomicBomb(),
        Bombardment(),
        DrawCard(),
        Sabotage(),
        SpecialForces(),
        Espionage(),
        Airfield(),
    )
}
"""What each one does; titles and prices are data."""
