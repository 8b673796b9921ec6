"""Teams: seats in turn belong to one of several teams, which win and lose together.

How teams are made, and that cities and home countries of a team are added up, is reconstructed.
Source: rules/machiavelli.md 14, team game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wartable.games.machiavelli.ending import Standing
from wartable.games.machiavelli.options import MachiavelliOptions
from wartable.games.machiavelli.state import Power

COUNTS = {"none": 0, "two": 2, "three": 3}


def sides_of(options: MachiavelliOptions, powers: Sequence[Power]) -> tuple[tuple[Power, ...], ...]:
    """Return the powers that win together; each alone where there are no teams."""
    count = COUNTS[options.teams] or len(powers)
    return tuple(tuple(powers[first::count]) for first in range(min(count, len(powers))))


def team_number(options: MachiavelliOptions, seat: int) -> int:
    """Return the team of a seat, from 1 on; 0 where there are none."""
    count = COUNTS[options.teams]
    return seat % count + 1 if count else 0


def together(standings: Mapping[Power, Standing], side: Sequence[Power]) -> Standing:
    """Return what the powers of a side that are in the game have together."""
    found = [standings[power] for power in side if power in standings]
    return Standing(*(sum(figures) for figures in zip(*found, strict=True))) if found else Standing(0, 0)
