"""A settled board with what is needed to speak about it: names of units and places, and the cycles that were broken."""

from __future__ import annotations

from collections.abc import Sequence

from wartable.engine.words import listed
from wartable.games.adjudication.evaluator import Evaluator, ResolvedCycle
from wartable.games.adjudication.orders import Convert
from wartable.games.adjudication.outcome import Outcome
from wartable.games.adjudication.phrases import Phrases
from wartable.games.adjudication.results import Fact


class Board:
    """A settled board with what is needed to speak about it; units are numbers, `place` is where their orders go."""

    def __init__(self, evaluator: Evaluator, after: Outcome, phrases: Phrases) -> None:
        self.by = evaluator
        self.after = after
        self.broken = evaluator.broken
        self.phrases = phrases
        self.units = evaluator.orders.units
        self.standing = self.units.standing
        self.place = [task[2] for task in evaluator.orders.tasks]

    def name(self, unit: int) -> str:
        """Return `the army in Munich`."""
        return self.phrases.units[self.standing[unit]]

    def names(self, units: Sequence[int]) -> str:
        """Return `the army in Munich and the fleet in Kiel`."""
        return listed([self.name(unit) for unit in units])

    def code(self, unit: int) -> str:
        """Return `A MUN`."""
        return self.phrases.codes[self.standing[unit]]

    def codes(self, units: Sequence[int]) -> tuple[str, ...]:
        """Return `("A MUN", "F KIE")`."""
        return tuple([self.code(unit) for unit in units])

    def becomes(self, unit: int) -> str:
        """Return what a unit that converts becomes: `an army`."""
        order = self.by.orders.order_of(unit)
        name = self.units.map.kinds[order.kind].name if isinstance(order, Convert) else ""
        return f"{'an' if name[:1] in 'aeiou' else 'a'} {name}"

    def goal(self, unit: int) -> str:
        """Return where a mover goes, in words."""
        return self.phrases.places[self.place[unit]]

    def cycle(self, unit: int) -> ResolvedCycle | None:
        """Return the cycle that was broken by a rule with this unit's decision in it."""
        return next((one for one in self.broken if unit in one.units), None) if self.broken else None

    def move_facts(self, unit: int) -> dict[str, Fact]:
        """Return the facts every reason for a move names."""
        return self.phrases.move_facts(self.standing[unit], self.place[unit])
