"""Whether a standing answer shows: a game in which a seat answers by hand is the same for the others."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from wartable.engine.errors import BadData
from wartable.games.conquest.lotr.actions import Pass
from wartable.games.conquest.lotr.cases.position import LotrTable

if TYPE_CHECKING:
    from wartable.games.conquest.lotr.cases.position import LotrReader
    from wartable.games.conquest.lotr.state import LotrState


def same_without(reader: LotrReader) -> Callable[[LotrTable, int], LotrState]:
    """Return what plays a case anew without the standing answers of a seat, which passes by hand."""

    def again(table: LotrTable, owner: int) -> LotrState:
        steps = table.case.steps
        if not any("standing" in step and step.get("seat") == owner for step in steps):
            raise BadData(f"expect: seat {owner} has given no standing answer")
        other: Any = reader.table(table.case)
        for step in steps:
            if "standing" in step and step.get("seat") == owner:
                continue
            for _ in reader.perform(other, step, ""):
                pass
            while owner in other.game.to_act(other.state) and (asked := other.game.asked(other.state)):
                if asked.kind != "reaction":
                    break
                other.act(owner, Pass())
        found: LotrState = other.state
        return found

    return again
