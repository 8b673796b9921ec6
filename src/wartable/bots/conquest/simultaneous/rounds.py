"""What every level answers in a simultaneous round, by the step that asks."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from wartable.bots.conquest.simultaneous import battles, moving, placing, shifting
from wartable.bots.conquest.simultaneous.desk import Desk
from wartable.bots.conquest.simultaneous.wits import Wits
from wartable.engine.driver import Decision
from wartable.games.conquest.simultaneous import tasks as t

ANSWERS: Mapping[type, Callable[[Wits, Desk], Decision]] = {
    t.WritingPlacements: placing.place,
    t.WritingMoves: moving.write_moves,
    t.NamingTargets: battles.name_targets,
    t.Withdrawing: battles.withdraw,
    t.WritingStrategic: shifting.regroup,
}
