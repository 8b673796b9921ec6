"""The phases that games of the family share."""

from __future__ import annotations

from collections.abc import Mapping

from wartable.games.conquest.core.actions import Attack, Claim, EndAttacks, EndTurn, Fortify, Occupy, Place
from wartable.games.conquest.core.machine import PhaseRow

PHASES: Mapping[str, PhaseRow] = {
    "claim": PhaseRow(
        shown="claim",
        title="Claim territories",
        actions=(Claim,),
        then=("claim", "setup"),
        rule="D4",
        hint="Territories are still being claimed: take a free one.",
        prompt="Claim a free territory",
    ),
    "setup": PhaseRow(
        shown="setup",
        title="Place starting armies",
        actions=(Place,),
        then=("setup", "reinforce", "attack"),
        rule="D4",
        hint="Starting armies are still being placed, one at a time in turn.",
        prompt="Place a starting army, {left} in hand",
    ),
    "reinforce": PhaseRow(
        shown="reinforce",
        title="Reinforce",
        actions=(Place,),
        then=("reinforce", "attack", "over"),
        rule="D6",
        hint="You are still placing: {left} left. Attacking comes next.",
        prompt="Place {left}",
    ),
    "attack": PhaseRow(
        shown="attack",
        title="Attack",
        actions=(Attack, EndAttacks, EndTurn),
        then=("battle", "fortify", "draw", "reinforce", "attack", "over"),
        rule="D7",
        hint="You are attacking. End your attacks first.",
        prompt="Attack, or end your attacks",
    ),
    "battle": PhaseRow(
        shown="attack",
        title="Roll the dice",
        then=("battle", "attack", "occupy", "reinforce", "over"),
        rule="D8",
    ),
    "occupy": PhaseRow(
        shown="occupy",
        title="Move in",
        actions=(Occupy,),
        then=("attack", "reinforce", "over"),
        rule="D10",
        hint="{target} is yours. Say first how many armies move in.",
        prompt="Move armies into {target}",
    ),
    "fortify": PhaseRow(
        shown="fortify",
        title="Fortify",
        actions=(Fortify, EndTurn),
        then=("draw", "reinforce", "attack", "over"),
        rule="D11",
        hint="Your attacks are over. Make one move, or end your turn.",
        prompt="Move armies once, or end your turn",
    ),
    "draw": PhaseRow(shown="fortify", title="Draw a card", then=("reinforce", "attack", "over"), rule="D12"),
    "over": PhaseRow(shown="over", title="Game over", rule="D1"),
}
"""What may be done in each, and what may follow as Classic Risk has it."""
