"""Which maps of the user the variant can be played on, and why not on others."""

from __future__ import annotations

from collections.abc import Iterator

from wartable.engine.errors import Conflict, Reason
from wartable.engine.words import listed
from wartable.games.conquest.balance.data import balance_data
from wartable.games.conquest.balance.sites import named_by
from wartable.games.conquest.core.maps import board_of, is_own, settled

LEAST, MOST = 36, 60
"""Territories that marks and starting armies, which are numbers of the text, go with."""


def misfits(name: str, *, printed: str, site_effects: bool) -> Iterator[Conflict]:
    """Yield what keeps an own map from being played on; nothing of the printed boards.

    `printed` names an option that asks for what is printed on the boards of 2008, or is empty.
    """
    if not is_own(name):
        return
    board, table = board_of(settled(name)), balance_data().objectives
    regions = {one.region for one in (*table.basic, *table.special) if one.region}
    missing = sorted(regions - {region.id for region in board.regions})
    if missing:
        yield _misfit(
            (), f"Objectives name the continents {listed(missing)}, and {board.title} has none by that id.", 58
        )
    if not LEAST <= len(board.spaces) <= MOST:
        count = len(board.spaces)
        yield _misfit((), f"The numbers go with {LEAST} to {MOST} territories, and {board.title} has {count}.", 4)
    if printed:
        yield _misfit((printed,), f"This is printed on the board of 2008, and {board.title} is another.", 4)
    if site_effects and not named_by(name):
        yield _misfit(
            ("site_effects",), f"Sites have no effects here: the rules of {board.title} name none under `sites`.", 68
        )


def _misfit(options: tuple[str, ...], message: str, rule: int) -> Conflict:
    reason = Reason(code="option.contradiction", message=message, rule=f"balance-of-power {rule}")
    return Conflict(options=(*options, "board"), reason=reason)
