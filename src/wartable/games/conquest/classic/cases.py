"""How Classic Risk reads stated cases (`conquest-cases/1`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from wartable.engine.errors import BadData
from wartable.games.conquest.cases.facts import facts_for, other_hand
from wartable.games.conquest.cases.steps import steps_for
from wartable.games.conquest.cases.table import Table
from wartable.games.conquest.classic.course import COURSE
from wartable.games.conquest.classic.game import RISK
from wartable.games.conquest.classic.rules import RiskRules
from wartable.games.conquest.classic.state import RiskState
from wartable.games.conquest.core.goals import NO_MISSION, mission_id, mission_pool
from wartable.games.conquest.simultaneous.cases import FACTS as ROUND_FACTS
from wartable.games.conquest.simultaneous.cases import HIDDEN, STEP_KINDS, RoundBefore, RoundReader

PHASES: Mapping[str, tuple[str, ...]] = {
    "setup_claim": ("claim",),
    "setup_place": ("setup",),
    "reinforce": ("reinforce", "attack"),
    "attack": ("attack",),
    "move_in": ("occupy",),
    "fortify": ("fortify",),
}


class RiskBefore(RoundBefore, frozen=True, kw_only=True):
    """A position of Classic Risk."""

    missions: dict[int, str] = msgspec.field(default_factory=dict[int, str])
    """Secret missions by seat; the others have the first ones that are left."""


class RiskReader(RoundReader[RiskRules, RiskState]):
    """Cases of Classic Risk."""

    game = RISK
    course = COURSE
    before = RiskBefore
    phases = PHASES

    def furnished(self, table: Table[RiskRules, RiskState], before: RiskBefore) -> RiskState:
        """Return the position with everybody's mission."""
        state = table.state
        if not state.missions:
            return state
        pool = {mission_id(mission): mission for mission in mission_pool(table.rules, state.seats)}
        for seat, name in before.missions.items():
            if name not in pool:
                raise BadData(f"before: seat {seat} cannot have the mission {name!r}: there are {', '.join(pool)}")
        named = {seat: pool[name] for seat, name in before.missions.items()}
        left = iter(mission for mission in pool.values() if mission not in named.values())
        return replace(
            state,
            missions=tuple(named[seat] if seat in named else next(left, NO_MISSION) for seat in range(state.seats)),
        )


def _other_mission(table: Table[Any, Any], seat: int) -> RiskState | None:
    """Return the position in which a seat has another mission; None where there are none."""
    state: RiskState = table.state
    others = [mission for mission in mission_pool(table.rules, state.seats) if mission not in state.missions]
    if not state.missions or not others:
        return None
    other = others[0]
    return replace(state, missions=tuple(other if s == seat else own for s, own in enumerate(state.missions)))


CASES = RiskReader()
RiskReader.steps = {**steps_for(CASES), **STEP_KINDS}
RiskReader.facts = {
    **facts_for(CASES, {"missions": _other_mission, "territory_cards": other_hand, **HIDDEN}),
    **ROUND_FACTS,
}
