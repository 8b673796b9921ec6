"""Conquest chances of all small battles at once, worked out once and then looked up."""

from functools import lru_cache

import msgspec

from wartable.odds.battle import Battle, battle_odds
from wartable.odds.errors import require_range
from wartable.odds.rules import PLAIN, DiceRules
from wartable.odds.sweep import taps

MAX_TABLE = 256
"""The largest side of a table; `outlook` answers larger battles one by one."""

Row = list[float]
Rows = tuple[Row, Row, Row]
"""For one number of attackers, by defenders: conquest, attackers left, defenders left."""


class Outlook(msgspec.Struct, frozen=True):
    """What a fight to the end brings, in three numbers."""

    conquered: float
    """Probability that no defender is left."""
    attackers_left: float
    """Expected attackers left, counting 0 when repelled."""
    defenders_left: float
    """Expected defenders left, counting 0 when conquered."""


class ConquestTable(msgspec.Struct, frozen=True):
    """Outlooks of fights to the end, as rows by attackers and columns by defenders, both from 0."""

    rules: DiceRules
    conquered: tuple[tuple[float, ...], ...]
    """Probability that no defender is left."""
    attackers_left: tuple[tuple[float, ...], ...]
    """Expected attackers left, counting 0 when repelled."""
    defenders_left: tuple[tuple[float, ...], ...]
    """Expected defenders left, counting 0 when conquered."""


@lru_cache(maxsize=64)
def conquest_table(max_attackers: int, max_defenders: int, rules: DiceRules = PLAIN) -> ConquestTable:
    """Return the outlook of every battle up to these armies, each side fighting to the end.

    Raises `OddsError` for sides outside 1 to `MAX_TABLE`.
    """
    require_range("max_attackers", max_attackers, 1, MAX_TABLE)
    require_range("max_defenders", max_defenders, 1, MAX_TABLE)
    # No attackers and no defenders is the roll that would empty the territory: one defender stays.
    beaten = [1.0, *map(float, range(1, max_defenders + 1))]
    rows: list[Rows] = [([0.0] * (max_defenders + 1), [0.0] * (max_defenders + 1), beaten)]
    for attackers in range(1, max_attackers + 1):
        rows.append(_row(rows, attackers, max_defenders, rules))
    conquered, ours, theirs = zip(*[tuple(map(tuple, row)) for row in rows], strict=True)
    return ConquestTable(rules, conquered, ours, theirs)


def _row(rows: list[Rows], attackers: int, max_defenders: int, rules: DiceRules) -> Rows:
    """Work out one row from those with fewer attackers and from itself."""
    row: Rows = ([1.0], [float(attackers)], [0.0])
    known = [*rows[-rules.attack_dice :], row]
    conquered, ours, theirs = row
    for defenders in range(1, max_defenders + 1):
        win = left = held = 0.0
        for lost, won, share in taps(attackers, defenders, rules):
            after, column = known[-1 - lost], defenders - won
            win += share * after[0][column]
            left += share * after[1][column]
            held += share * after[2][column]
        conquered.append(win)
        ours.append(left)
        theirs.append(held)
    return row


def outlook(attackers: int, defenders: int, rules: DiceRules = PLAIN) -> Outlook:
    """Return the outlook of one fight to the end by table look-up, for callers that ask very often.

    Armies from 0 on: without attackers nothing is won, without defenders everything is.
    """
    if attackers <= 0 or defenders <= 0:
        return Outlook(float(defenders <= 0), float(max(attackers, 0)), float(max(defenders, 0)))
    if attackers > MAX_TABLE or defenders > MAX_TABLE:
        odds = battle_odds(Battle(attackers, defenders, rules=rules))
        return Outlook(odds.conquered, attackers - odds.attacker_losses, defenders - odds.defender_losses)
    table = conquest_table(_rounded(attackers), _rounded(defenders), rules)
    return Outlook(
        table.conquered[attackers][defenders],
        table.attackers_left[attackers][defenders],
        table.defenders_left[attackers][defenders],
    )


def _rounded(armies: int) -> int:
    """Round up to 32, 64, 128 or 256, so that few tables answer all questions."""
    return max(32, 1 << (armies - 1).bit_length())
