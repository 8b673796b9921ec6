"""The steps of Lord of the Rings Risk: who is asked, what may be done, what comes next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from msgspec.structs import replace

from wartable.games.conquest.core.actions import Claim, EndAttacks, EndTurn, Occupy, Place, Trade
from wartable.games.conquest.core.machine import PhaseRow
from wartable.games.conquest.core.phases import PHASES as SHARED
from wartable.games.conquest.lotr.actions import (
    Declare,
    Discard,
    EndStep,
    Enter,
    LotrAttack,
    Move,
    MoveLeader,
    PlaceLeader,
    PlaceReward,
    PlayCard,
    ShowMission,
)
from wartable.games.conquest.lotr.state import LotrState
from wartable.games.conquest.lotr.tasks import Dicing, PlacingLeader

Shown: TypeAlias = Literal[
    "setup", "claim", "reinforce", "declare", "attack", "occupy", "fortify", "moves", "battles", "strategic", "cards",
    "fellowship", "over",
]  # fmt: skip
"""A phase as people see it."""
_TURN = (
    "declare",
    "attack",
    "fortify",
    "show",
    "leader",
    "draw",
    "adventure",
    "discard",
    "search",
    "ring",
    "reinforce",
)
PHASES: Mapping[str, PhaseRow] = {
    "deal": PhaseRow(
        shown="setup", title="Deal the territories", then=("dice", "claim", "deal_rest", "setup"), rule="T04"
    ),
    "dice": PhaseRow(
        shown="setup", title="Roll for the highest die", then=("claim", "deal_rest", "setup", "reinforce", "over"),
        rule="1.1.5",
    ),
    "claim": replace(SHARED["claim"], actions=(Claim,), rule="1.1.5"),
    "deal_rest": PhaseRow(shown="setup", title="Deal the territories left over", then=("setup",), rule="T06"),
    "setup": replace(
        SHARED["setup"], title="Place first units", actions=(Place,), then=("setup", "leader"), rule="1.1.5",
        hint="First units are still being placed, one at a time in turn.", prompt="Place a unit, {left} in hand",
    ),
    "leader": PhaseRow(
        shown="setup", title="Place a leader", actions=(PlaceLeader,),
        then=("leader", "goal", "hand", "dice", "draw", "adventure", "search", "ring", "reinforce"), rule="T34",
        hint="Place a leader first, in a territory of yours without one.", prompt="Place a leader",
    ),
    "goal": PhaseRow(shown="setup", title="Deal the secret goals", then=("goal", "hand", "dice"), rule="T14"),
    "hand": PhaseRow(shown="setup", title="Deal the starting hands", then=("hand", "dice", "reinforce"), rule="1.1.7"),
    "reinforce": PhaseRow(
        shown="reinforce", title="Reinforce", actions=(Place, Trade, PlaceReward, PlayCard, EndStep),
        then=_TURN[:3], rule="1.2.1", hint="You are still reinforcing: {left} left.", prompt="Place {left}",
    ),
    "declare": PhaseRow(
        shown="declare", title="Declare missions", actions=(Declare, PlayCard, EndStep), then=("attack",), rule="T33",
        hint="Say first which leaders go for missions, or end this step.", prompt="Declare leaders for missions",
    ),
    "attack": PhaseRow(
        shown="attack", title="Attack", actions=(LotrAttack, Enter, ShowMission, PlayCard, EndAttacks, EndTurn),
        then=("battle", "reinforce", *_TURN[2:]), rule="1.2.2", hint="You are attacking; end your attacks to go on.",
        prompt="Attack, or end your attacks",
    ),
    "battle": replace(SHARED["battle"], rule="1.2.2"),
    "occupy": replace(
        SHARED["occupy"], actions=(Occupy,), rule="T21", hint="Say first how many units move into {target}.",
        prompt="Move units into {target}",
    ),
    "fortify": PhaseRow(
        shown="fortify", title="Fortify",
        actions=(Move, MoveLeader, PlaceLeader, ShowMission, PlayCard, EndStep, EndTurn),
        then=("fortify", *_TURN[3:]), rule="1.2.3",
        hint="Your attacks are over. Move, show missions, or end this step.",
        prompt="Move units and leaders, show missions, or end this step",
    ),
    "show": PhaseRow(
        shown="cards", title="Show missions", actions=(ShowMission, PlayCard, EndStep, EndTurn), then=_TURN[4:],
        rule="T80", hint="Show the missions you have fulfilled, or end this step.",
        prompt="Show missions, or end this step",
    ),
    "draw": PhaseRow(shown="cards", title="Draw a territory card", then=_TURN[4:], rule="1.2.4"),
    "adventure": PhaseRow(shown="cards", title="Draw an adventure card", then=("turn_up", *_TURN[4:]), rule="1.2.5"),
    "discard": PhaseRow(
        shown="cards", title="Discard", actions=(Discard,), then=_TURN[4:], rule="T83",
        hint="You hold too many adventure cards: discard first.", prompt="Discard adventure cards",
    ),
    "turn_up": PhaseRow(
        shown="cards", title="Turn up territory cards", then=("turn_up", "adventure", "leader"), rule="1.2.5"
    ),
    "search": PhaseRow(shown="fellowship", title="Search for the Ring", then=("ring", "reinforce", "over"), rule="T84"),
    "ring": PhaseRow(shown="fellowship", title="The Fellowship rolls", then=("reinforce", "over"), rule="1.2.7"),
    "over": PhaseRow(shown="over", title="Game over", rule="1.4"),
}  # fmt: skip
"""Every step with what it allows and what may follow."""


def shown_phase(state: LotrState, stage: str) -> str:
    """Return the phase that people see; leaders and dice of the set-up come in turns and at the end too."""
    task = state.agenda[0] if state.agenda else None
    if isinstance(task, PlacingLeader) and task.why != "setup":
        return "cards"
    if isinstance(task, Dicing) and task.purpose == "tie":
        return "fellowship"
    return "over" if task is None else stage or "fellowship"
