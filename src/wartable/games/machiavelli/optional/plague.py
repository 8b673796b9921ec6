"""Plague that spreads: after summer and fall, every neighbour of a struck province throws a die.

A province is struck once a year at most, and the plague ends with the year; both is reconstructed, for else nothing
would stop it.
Source: rules/machiavelli.md 14, spreading plague.
"""

from __future__ import annotations

from collections.abc import Sequence

from wartable.games.machiavelli.events import PlagueSpread, Reason
from wartable.games.machiavelli.rules import Outcome, Rules
from wartable.games.machiavelli.state import SEASONS, Place, Position
from wartable.games.machiavelli.steps import struck_down
from wartable.games.machiavelli.tables import DIE, tables

RULE = "machiavelli 14"


def spreads(rules: Rules, position: Position) -> bool:
    """Whether plague goes on after this campaign."""
    return rules.options.spreading_plague and position.season != SEASONS[0] and bool(position.extra.plague)


def exposed(rules: Rules, position: Position) -> tuple[Place, ...]:
    """Return the provinces in play that border on a struck one and were spared so far, in alphabetical order."""
    struck = position.extra.plague
    near = {place for one in struck for place in rules.board.around(one)} - {*struck, *rules.scenario.out}
    return tuple(sorted(place for place in near if rules.is_land(place)))


def dice(rules: Rules, position: Position) -> tuple[int, ...]:
    """Return the sides of the dice: one for each province that is exposed."""
    return (DIE,) * len(exposed(rules, position))


def spread(rules: Rules, position: Position, faces: Sequence[int]) -> Outcome:
    """Strike exposed provinces by their dice: every unit in them dies."""
    most, rolled = tables().spreads_on, exposed(rules, position)
    new = tuple(place for place, face in zip(rolled, faces, strict=True) if face <= most)
    why = Reason("plague.spread", f"{len(rolled)} neighbours rolled; {most} and less strikes.", {"limit": most}, RULE)
    event = PlagueSpread(
        year=position.year, season=position.season, rolled=rolled, faces=tuple(faces), struck=new, why=why
    )
    marked = position.with_extra(plague=tuple(sorted((*position.extra.plague, *new))))
    lost = struck_down(rules, marked, new, "lost.plague", "Died in {place} of the plague.", RULE)
    return Outcome(lost.position, (event, *lost.events))
