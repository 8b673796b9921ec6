"""Random events: after its income every power throws a die, that brings it money or costs it some.

What each face does is reconstructed; a treasury loses no more than it has.
Source: rules/machiavelli.md 14, random events.
"""

from __future__ import annotations

from collections.abc import Sequence

from wartable.games.machiavelli.accounts import earns
from wartable.games.machiavelli.events import Reason
from wartable.games.machiavelli.money_events import FortuneTold
from wartable.games.machiavelli.rules import Outcome, Rules
from wartable.games.machiavelli.state import Position
from wartable.games.machiavelli.tables import DIE, tables

RULE = "machiavelli 14"


def dice(rules: Rules, position: Position) -> tuple[int, ...]:
    """Return the sides of the dice: one for each power."""
    return (DIE,) * len(position.powers) if rules.options.random_events else ()


def told(position: Position, faces: Sequence[int]) -> Outcome:
    """Change the treasuries by what the dice say; `faces` are by power."""
    events: list[FortuneTold] = []
    for power, face in zip(position.powers, faces, strict=True):
        ducats = max(tables().fortune[face - 1], -position.accounts[power].treasury)
        why = Reason("fortune", f"The die shows {face}.", {"face": face, "ducats": ducats}, RULE)
        event = FortuneTold(year=position.year, season=position.season, power=power, ducats=ducats, face=face, why=why)
        position = earns(position, event)
        events.append(event)
    return Outcome(position, tuple(events))
