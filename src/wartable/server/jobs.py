"""What is worked out in the process beside the server: each a function that makes bytes of a wish.

Everything large is imported in the functions, since the server itself has no use for it.
"""

from __future__ import annotations

import msgspec

from wartable.odds.battle import Battle, battle_odds
from wartable.server.wire_adjudicate import AdjudicationWish, Situation
from wartable.server.wire_ring_odds import OddsWish
from wartable.server.wire_workbench import GameText, MapFile, PictureWish, ReadingWish, SavingWish

_MANY_ARMIES = 400
_MANY_DICE = 4
_LONG = 4096
"""Letters of a question of the sandbox from which reading it may take longer than a few milliseconds."""


def is_quick(battle: Battle) -> bool:
    """Whether the odds of a battle take a few milliseconds, so that a thread of the server may work them out."""
    dice = max(battle.rules.attack_dice + battle.rules.attack_extra, battle.rules.defence_most)
    return battle.attackers + battle.defenders <= _MANY_ARMIES and dice <= _MANY_DICE


def is_short(wish: msgspec.Struct) -> bool:
    """Whether a thread of the server may answer a question of the sandbox.

    It may not where somebody brings a map of their own, on which there is no end to what can be asked for, nor draw.
    """
    if isinstance(wish, PictureWish | MapFile) or (isinstance(wish, AdjudicationWish) and wish.picture):
        return False
    known = not isinstance(wish, Situation) or isinstance(wish.variant, str)
    return known and len(msgspec.json.encode(wish)) < _LONG


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


def adjudication(wish: AdjudicationWish) -> bytes:
    """Judge a phase."""
    from wartable.server.adjudicator import adjudicate  # noqa: PLC0415

    return msgspec.json.encode(adjudicate(wish))


def possible_orders(wish: Situation) -> bytes:
    """Return what may be ordered."""
    from wartable.server.adjudicator import possible  # noqa: PLC0415

    return msgspec.json.encode(possible(wish))


def readings(wish: ReadingWish) -> bytes:
    """Return what each line of a text of orders says."""
    from wartable.server.workbench import read_lines  # noqa: PLC0415

    return msgspec.json.encode(read_lines(wish))


def saved_game(wish: GameText) -> bytes:
    """Return the phases of a saved game."""
    from wartable.server.gamefiles import read_game  # noqa: PLC0415

    return msgspec.json.encode(read_game(wish))


def saving(wish: SavingWish) -> bytes:
    """Return phases as a saved game."""
    from wartable.server.gamefiles import write_game  # noqa: PLC0415

    return write_game(wish)


def map_file(wish: MapFile) -> bytes:
    """Return a map file as the adjudicator takes it."""
    from wartable.server.mapfiles import read_map_file  # noqa: PLC0415

    return msgspec.json.encode(read_map_file(wish))
