"""How likely famine, plague and storms are: what kind of year comes, and what each place has to fear, exactly.

Source: rules/machiavelli.md 13.1, 13.2.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product

from wartable.games.machiavelli.board import Table
from wartable.games.machiavelli.disasters import struck
from wartable.games.machiavelli.money_events import Disaster
from wartable.games.machiavelli.rules import Rules
from wartable.games.machiavelli.state import Place
from wartable.games.machiavelli.tables import DIE, Effect, SeverityDie, tables

_FACES = range(1, DIE + 1)
LINES: Mapping[int, Fraction] = {
    line: Fraction(sum(one + other == line for one, other in product(_FACES, _FACES)), DIE * DIE)
    for line in range(2, 2 * DIE + 1)
}
"""The probability of each row, and of each column, by two dice."""


@lru_cache(8)
def effect_odds(die: SeverityDie) -> Mapping[Effect, Fraction]:
    """Return the probability of each kind of year (machiavelli 13.1)."""
    sums = {face: Fraction(1, DIE) for face in _FACES} if die == "1d6" else LINES
    found: dict[Effect, Fraction] = {}
    for total, odds in sums.items():
        effect = tables().effect(die, total)
        found[effect] = found.get(effect, Fraction(0)) + odds
    return found


def place_odds(table: Table, die: SeverityDie) -> Mapping[Place, Fraction]:
    """Return the probability that one roll strikes each place of a table (machiavelli 13.2)."""
    effects = effect_odds(die)
    found: dict[Place, Fraction] = {}
    for row, column in product(LINES, LINES):
        odds = LINES[row] * LINES[column]
        years: Mapping[Effect, tuple[int, int]] = {"row": (row, 0), "column": (0, column), "both": (row, column)}
        for effect, lines in years.items():
            for place in struck(table, *lines):
                found[place] = found.get(place, Fraction(0)) + odds * effects.get(effect, Fraction(0))
    return dict(sorted(found.items()))


def table_in_play(rules: Rules, disaster: Disaster) -> Table:
    """Return the table of a disaster without places that are out of the scenario; empty where it is not rolled for."""
    chosen = {"famine": rules.options.famine, "plague": rules.options.plague, "storm": rules.options.storms}
    if not chosen[disaster]:
        return {}
    table: Table = getattr(rules.board, disaster)
    gone = rules.scenario.out
    return {row: {column: place for column, place in line.items() if place not in gone} for row, line in table.items()}
