"""What every level answers in a simultaneous round, by the step that asks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from wartable.bots.conquest.knowledge import Knowledge
from wartable.bots.conquest.simultaneous import battles, moving, placing, shifting
from wartable.bots.conquest.simultaneous.desk import Desk
from wartable.bots.conquest.simultaneous.wits import Wits
from wartable.engine.driver import Decision
from wartable.engine.values import Seat
from wartable.games.conquest.core.rules import Rules
from wartable.games.conquest.simultaneous import tasks as t

ANSWERS: Mapping[type, Callable[[Wits, Desk], Decision]] = {
    t.WritingPlacements: placing.place,
    t.WritingMoves: moving.write_moves,
    t.NamingTargets: battles.name_targets,
    t.Withdrawing: battles.withdraw,
    t.WritingStrategic: shifting.regroup,
}


def write(wits: Wits, known: Knowledge, rules: Rules, state: Any, seat: Seat, rng: Random) -> Decision | None:  # noqa: ANN401
    """Answer what a simultaneous round asks; None for any other question, and in games whose course is not known."""
    found = ANSWERS.get(state.agenda[0].__class__)
    if found is None or known.rounds is None:
        return None
    return found(wits, Desk(known, known.rounds, rules, state, seat, rng))
