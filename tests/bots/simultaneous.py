"""Tables of simultaneous rounds, for several test modules."""

from __future__ import annotations

from random import Random

from wartable.bots.conquest.ground import ground_of
from wartable.bots.conquest.simultaneous.outlook import Outlook
from wartable.bots.conquest.simultaneous.table import Table
from wartable.games.conquest.classic.game import RISK
from wartable.games.conquest.classic.options import PRESETS

OPTIONS = PRESETS["risk-simultaneous"]


def table_of(armies: dict[str, tuple[int, int]], rest: tuple[int, int] = (1, 1), card: float = 0.0) -> Table:
    """A classic map: owner and armies of some spaces, the rest of one owner."""
    rules = RISK.rules(RISK.start(OPTIONS, 3))
    stands = [armies.get(space, rest) for space in rules.board.ids]
    owners = [owner for owner, _ in stands]
    seats = sorted({owner for owner in owners if owner >= 0})
    found = Table(ground_of(rules), rules.board.neighbour_masks, owners, [count for _, count in stands], seats)
    found.outlook = Outlook(card=card)
    return found


def at(table: Table, name: str) -> int:
    """The index of a space."""
    return table.ground.rules.board.index[name]


def mixed(seed: int, seats: int = 4) -> Table:
    """A map where all hold something, with a few large armies each."""
    rng = Random(seed)
    rules = RISK.rules(RISK.start(OPTIONS, seats))
    names = list(rules.board.ids)
    rng.shuffle(names)
    armies = {name: (place % seats, rng.choice((1, 1, 2, 3))) for place, name in enumerate(names)}
    for seat in range(seats):
        for name in [name for name in names if armies[name][0] == seat][:2]:
            armies[name] = (seat, armies[name][1] + 5)
    return table_of(armies)
