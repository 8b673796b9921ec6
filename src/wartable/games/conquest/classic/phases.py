"""The phases of Classic Risk: who is asked, what may be done, what comes next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from msgspec.structs import replace

from wartable.games.conquest.core.actions import Place, Trade
from wartable.games.conquest.core.machine import PhaseRow
from wartable.games.conquest.core.phases import PHASES as SHARED

Shown: TypeAlias = Literal[
    "claim", "setup", "reinforce", "attack", "occupy", "fortify", "moves", "battles", "strategic", "cards", "over"
]
"""A phase as people see it."""


PHASES: Mapping[str, PhaseRow] = {
    "first": PhaseRow(shown="setup", title="Draw the first player", then=("missions", "deal", "claim"), rule="D4"),
    "missions": PhaseRow(shown="setup", title="Deal the missions", then=("missions", "deal", "claim"), rule="D12"),
    "deal": PhaseRow(shown="setup", title="Deal the territories", then=("spread", "setup"), rule="D4"),
    "spread": PhaseRow(shown="setup", title="Spread the starting armies", then=("reinforce", "attack"), rule="D4"),
    "claim": SHARED["claim"],
    "setup": SHARED["setup"],
    "reinforce": replace(SHARED["reinforce"], actions=(Place, Trade)),
    "attack": SHARED["attack"],
    "battle": SHARED["battle"],
    "occupy": SHARED["occupy"],
    "fortify": SHARED["fortify"],
    "draw": SHARED["draw"],
    "over": SHARED["over"],
}
"""Every phase with what it allows and what may follow."""
