"""Which maps of the user the variant can be played on, and why not on others."""

from __future__ import annotations

from wartable.engine.errors import Reason
from wartable.engine.words import listed
from wartable.games.conquest.balance.data import balance_data
from wartable.games.conquest.balance.sites import named_by
from wartable.games.conquest.maps import board_of, is_own

LEAST, MOST = 36, 60
"""Territories that marks and starting armies, which are numbers of the text, go with."""


def misfit(name: str, *, printed: str, site_effects: bool) -> Reason | None:
    """Say what keeps an own map from being played on; None where it fits, and for the printed boards.

    `printed` names an option that asks for what is printed on the boards of 2008, or is empty.
    """
    if not is_own(name):
        return None
    board, table = board_of(name), balance_data().objectives
    regions = {one.region for one in (*table.basic, *table.special) if one.region}
    missing = sorted(regions - {region.id for region in board.regions})
    if missing:
        return _unfit(f"objectives name the continents {listed(missing)}, and {board.title} has none by that id", 58)
    if not LEAST <= len(board.spaces) <= MOST:
        count = len(board.spaces)
        return _unfit(f"the numbers go with {LEAST} to {MOST} territories, and {board.title} has {count}", 4)
    if printed:
        return _unfit(f"{printed} asks for what is printed on the board of 2008, and {board.title} is another", 4)
    if site_effects and not named_by(name):
        return _unfit(f"site_effects needs effects, and the rules of {board.title} name none under `sites`", 68)
    return None


def _unfit(what: str, rule: int) -> Reason:
    message = f"{what[0].upper()}{what[1:]}. Choose another board, or change that."
    return Reason(code="option.contradiction", message=message, rule=f"balance-of-power {rule}")
