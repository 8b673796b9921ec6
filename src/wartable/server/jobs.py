"""What is worked out in the process beside the server: each a function that makes bytes of a wish.

Everything large is imported in the functions, since the server itself has no use for it.
"""

from __future__ import annotations

import msgspec

from wartable.odds.battle import Battle, battle_odds
from wartable.server.wire_ring_odds import OddsWish
from wartable.server.wire_workbench import PictureWish

_MANY_ARMIES = 400
_MANY_DICE = 4


def is_quick(battle: Battle) -> bool:
    """Whether the odds of a battle take a few milliseconds, so that a thread of the server may work them out."""
    dice = max(battle.rules.attack_dice + battle.rules.attack_extra, battle.rules.defence_most)
    return battle.attackers + battle.defenders <= _MANY_ARMIES and dice <= _MANY_DICE


def battle(wish: Battle) -> bytes:
    """Return the odds of a battle as JSON. Large ones are not remembered: whoever asks keeps the answer."""
    return msgspec.json.encode(battle_odds(wish) if is_quick(wish) else battle_odds.__wrapped__(wish))


def ring_battle(wish: OddsWish) -> bytes:
    """Return the odds of a combat of Ring of Power as JSON."""
    from wartable.server.ring_odds import answer  # noqa: PLC0415

    return msgspec.json.encode(answer(wish))


def picture(wish: PictureWish) -> bytes:
    """Return the board with units and orders."""
    from wartable.server.workbench import draw  # noqa: PLC0415

    return draw(wish)
