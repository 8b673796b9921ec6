"""The turn machine as a table: who is asked, what may be done, what comes next; the documentation is drawn from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from wartable.engine.values import Action
from wartable.games.conquest.actions import Attack, Claim, EndAttacks, EndTurn, Fortify, Occupy, Place, Trade
from wartable.games.conquest.state import Phase

Shown: TypeAlias = Literal["claim", "setup", "reinforce", "attack", "occupy", "fortify", "over"]
"""A phase as people see it."""


class PhaseRow(msgspec.Struct, frozen=True, kw_only=True):
    """One row of the machine.

    `actions` is empty where chance is asked (or nobody, when the game is over). `shown` is the phase people see,
    `hint` what to say to one who tries something of another phase.
    """

    shown: Shown
    title: str
    actions: tuple[type[Action], ...] = ()
    then: tuple[Phase, ...] = ()
    rule: str = ""
    hint: str = ""
    prompt: str = ""
    """What is asked, with `{left}` for armies in hand and `{target}` for a conquered territory."""

    @property
    def chance(self) -> bool:
        """Whether dice or a draw are awaited."""
        return not self.actions and bool(self.then)


PHASES: Mapping[Phase, PhaseRow] = {
    "first": PhaseRow(shown="setup", title="Draw the first player", then=("missions", "deal", "claim"), rule="D4"),
    "missions": PhaseRow(shown="setup", title="Deal the missions", then=("missions", "deal", "claim"), rule="D12"),
    "deal": PhaseRow(shown="setup", title="Deal the territories", then=("muster", "setup"), rule="D4"),
    "muster": PhaseRow(shown="setup", title="Spread the starting armies", then=("reinforce", "attack"), rule="D4"),
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
        actions=(Place, Trade),
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
"""Every phase with what it allows and what may follow."""

CHANCE_PHASES = frozenset(key for key, row in PHASES.items() if row.chance)
"""The phases that wait for dice or a draw."""


def phase_table() -> str:
    """Return the machine as a Markdown table, as it stands in the rules page."""
    lines = ["| step | who decides | what may be done | what may follow | rule |", "|---|---|---|---|---|"]
    lines += [_line(row) for row in PHASES.values()]
    return "\n".join(lines)


def _line(row: PhaseRow) -> str:
    who = "chance" if row.chance else "the player" if row.actions else "nobody"
    deeds = ", ".join(str(kind.__struct_config__.tag).replace("_", " ") for kind in row.actions) or "-"
    after = ", ".join(PHASES[phase].title.lower() for phase in row.then) or "-"
    return f"| {row.title} | {who} | {deeds} | {after} | {row.rule} |"
