"""The tables of disasters as a page shows them, with what each place has to fear."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias, get_args

import msgspec

from wartable.games.machiavelli.dangers import effect_odds, place_odds, table_in_play
from wartable.games.machiavelli.money_events import Disaster
from wartable.games.machiavelli.options import MachiavelliOptions
from wartable.games.machiavelli.rules import Rules, rules_of
from wartable.games.machiavelli.state import Place, Season
from wartable.games.machiavelli.tables import Effect

Ratio: TypeAlias = tuple[int, int]
"""A probability as numerator and denominator."""


class DangerView(msgspec.Struct, frozen=True):
    """A disaster that is rolled for in this game.

    `season` is after which campaign; famine comes before the spring of each year. `since` is the first year in which
    it is rolled for. `effects` are the kinds of year, `cells` the places of the table by row and column, `odds` the
    probability by place that one roll strikes it.
    """

    disaster: Disaster
    season: Season
    since: int
    effects: Mapping[Effect, Ratio]
    cells: tuple[tuple[int, int, Place], ...]
    odds: Mapping[Place, Ratio]


@lru_cache(8)
def dangers_of(options: MachiavelliOptions) -> tuple[DangerView, ...]:
    """Return the disasters that are rolled for in games of some options, famine first."""
    rules = rules_of(options)
    return tuple(_danger(rules, disaster) for disaster in get_args(Disaster) if table_in_play(rules, disaster))


def _danger(rules: Rules, disaster: Disaster) -> DangerView:
    options, first = rules.options, rules.scenario.first_year
    table = table_in_play(rules, disaster)
    since = {
        "famine": first if options.first_year_famine else first + 1,
        "plague": max(first, rules.board.plague_from),
        "storm": first,
    }
    seasons: Mapping[Disaster, Season] = {"famine": "spring", "plague": "spring", "storm": options.storm_season}
    die = options.severity_die
    return DangerView(
        disaster=disaster,
        season=seasons[disaster],
        since=since[disaster],
        effects={effect: _ratio(odds) for effect, odds in effect_odds(die).items()},
        cells=tuple((row, column, place) for row, line in table.items() for column, place in line.items()),
        odds={place: _ratio(odds) for place, odds in place_odds(table, die).items()},
    )


def _ratio(odds: Fraction) -> Ratio:
    return odds.numerator, odds.denominator
