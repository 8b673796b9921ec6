"""The options of Ring of Power: the scenario, and every settlement of the rules that decides play."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import Annotated, ClassVar, Literal, Self

import msgspec

from wartable.engine.errors import BadData, BadOptions, Conflict, Reason
from wartable.engine.options import About, Options
from wartable.games.ring_of_power.library import MARK
from wartable.games.ring_of_power.reading import bound, scenario, scenario_keys
from wartable.games.ring_of_power.scenario import Scenario

FIELD = "Measuring and moving"
FIGHT = "Combat"
WALLS = "Fortresses and artillery"


def _way(label: str, sentence: str, rule: str, group: str, **choices: str) -> About:
    return About(label, sentence, rule=f"ring-of-power {rule}", choices=choices, group=group)


class Settlements(Options, frozen=True, kw_only=True):
    """How the points are read on which the rules are silent or contradict themselves (Q1 to Q80)."""

    measure: Annotated[
        Literal["centre", "edge"],
        _way(
            "Measuring",
            "Where distances are measured from.",
            "Q1",
            FIELD,
            centre="Centre to centre",
            edge="Edge to edge of the bases",
        ),
    ] = "centre"
    contact_move: Annotated[
        Literal["stop", "free"],
        _way(
            "Passing enemies",
            "What happens on coming within 1 inch of an enemy on the way.",
            "Q2",
            FIELD,
            stop="The move ends there",
            free="Nothing",
        ),
    ] = "stop"
    mixed_terrain: Annotated[
        Literal["fraction", "worst"],
        _way(
            "Mixed ground",
            "How a move through several kinds of ground is counted.",
            "Q3",
            FIELD,
            fraction="Each part at its own speed",
            worst="All at the slowest speed entered",
        ),
    ] = "fraction"
    turn_structure: Annotated[
        Literal["phases", "player_turns"],
        _way(
            "Turns",
            "Whether all move before all fight.",
            "Q4",
            FIELD,
            phases="All players move, then all combats",
            player_turns="Each player moves and fights in turn",
        ),
    ] = "phases"
    bolt_shooter_move: Annotated[
        Literal["chart", "text"],
        _way(
            "Bolt shooters move",
            "The chart and the text differ.",
            "Q20",
            FIELD,
            chart="6 inches, 4 in difficult ground",
            text="4 inches",
        ),
    ] = "chart"
    carry_by: Annotated[
        Literal["characters", "any_figure"],
        _way("Carrying", "Who may carry the wounded.", "Q25", FIELD, characters="Characters", any_figure="Any figure"),
    ] = "characters"
    arrive_by: Annotated[
        Literal["side", "player"],
        _way(
            "Reinforcements",
            "Who must control the place at which they arrive.",
            "Q65",
            FIELD,
            side="Their side",
            player="Their own player: only allies stand there, and it is shut",
        ),
    ] = "side"
    hidden_pins_enemy: Annotated[
        bool,
        About(
            "Hidden figures pin",
            "Whether a figure that was not found pins enemies.",
            rule="ring-of-power Q6",
            group=FIELD,
        ),
    ] = False
    detect_rolls: Annotated[
        Literal["once_per_searching_force_per_phase", "once_per_phase"],
        _way(
            "Searching",
            "How often a hidden party is searched for in a phase.",
            "Q7",
            FIGHT,
            once_per_searching_force_per_phase="Once by each force near it",
            once_per_phase="Once",
        ),
    ] = "once_per_searching_force_per_phase"
    trackers_find: Annotated[
        Literal["parties", "characters"],
        _way(
            "Trackers",
            "For whom a tracker's force searches with 1 added.",
            "Q7",
            FIGHT,
            parties="Every party that hides",
            characters="Parties of characters, not stealthy armies",
        ),
    ] = "parties"
    duel_with: Annotated[
        Literal["wizards", "characters"],
        _way(
            "Duels",
            "Whom a wizard may challenge where both sides have wizards.",
            "Q52",
            FIGHT,
            wizards="Enemy wizards",
            characters="Any enemy character",
        ),
    ] = "wizards"
    overflow_allocation: Annotated[
        Literal["level", "free"],
        _way(
            "Surplus hits",
            "How hits are dealt out once everybody has one.",
            "Q9",
            FIGHT,
            level="Evenly, round by round",
            free="As their owner likes",
        ),
    ] = "level"
    double_stack: Annotated[
        Literal["max2", "multiply"],
        _way(
            "Doubled dice",
            "Whether two doublings multiply.",
            "Q11",
            FIGHT,
            max2="Only one doubling counts",
            multiply="They multiply",
        ),
    ] = "max2"
    score_slain_leader: Annotated[
        bool,
        About(
            "A slain leader leads",
            "Whether a leader killed in a combat still adds to its score.",
            rule="ring-of-power Q12",
            group=FIGHT,
        ),
    ] = True
    extra_loss_base: Annotated[
        Literal["engaged_survivors", "force_survivors"],
        _way(
            "Extra losses",
            "Of what one in ten is lost by the loser.",
            "Q13",
            FIGHT,
            engaged_survivors="Engaged figures that are left",
            force_survivors="The whole force that is left",
        ),
    ] = "engaged_survivors"
    retreat_who: Annotated[
        Literal["whole_force", "engaged_only"],
        _way(
            "Retreat",
            "Who of the losers retreats.",
            "Q14",
            FIGHT,
            whole_force="The whole force",
            engaged_only="Engaged figures",
        ),
    ] = "whole_force"
    retreat_trapped: Annotated[
        Literal["stay", "eliminate"],
        _way(
            "No way back",
            "What becomes of losers who cannot retreat.",
            "Q15",
            FIGHT,
            stay="They stay",
            eliminate="They are lost",
        ),
    ] = "stay"
    hero_outcome_loss: Annotated[
        Literal["wounded", "slain"],
        _way(
            "Heroes as extra losses",
            "What an extra loss does to a hero.",
            "Q16",
            FIGHT,
            wounded="He is wounded",
            slain="He is slain",
        ),
    ] = "wounded"
    poison_scope: Annotated[
        Literal["attack_rolls", "attack_and_defence"],
        _way(
            "Poisoned weapons",
            "Which dice that show one are rolled again.",
            "Q21",
            FIGHT,
            attack_rolls="Attacks",
            attack_and_defence="Attacks and defence",
        ),
    ] = "attack_rolls"
    leadership_scope: Annotated[
        Literal["force", "nation"],
        _way("Leadership", "Whom a leader leads.", "Q22", FIGHT, force="His whole force", nation="His own nation"),
    ] = "force"
    paralysed_scores: Annotated[
        bool,
        About(
            "The paralysed score",
            "Whether paralysed figures count as casualties.",
            rule="ring-of-power Q23",
            group=FIGHT,
        ),
    ] = True
    fortress_contact: Annotated[
        Literal["declared", "automatic"],
        _way(
            "Assaults",
            "Whether enemies at a wall fight only if somebody says so.",
            "Q17",
            WALLS,
            declared="Assaults and sallies are declared",
            automatic="Whoever stands at the wall fights",
        ),
    ] = "declared"
    furious_against: Annotated[
        Literal["any_open", "all_open"],
        _way(
            "Furious charges",
            "Against whom a charge is furious where some enemies are in difficult ground or behind walls.",
            "Q72",
            FIGHT,
            any_open="If any enemy stands in the open",
            all_open="Only if all of them do",
        ),
    ] = "any_open"
    breach: Annotated[
        Literal["after_combat", "at_once"],
        _way(
            "Broken gates",
            "From when on a gate or wall that breaks in a combat opens the place.",
            "Q57",
            WALLS,
            after_combat="When the combat is over",
            at_once="Before the first blow",
        ),
    ] = "after_combat"
    weapons_double: Annotated[
        bool,
        About(
            "Weapons behind walls",
            "Whether the dice of artillery in a fortress are doubled as those of figures are.",
            rule="ring-of-power Q19",
            group=WALLS,
        ),
    ] = False
    artillery_profile: Annotated[
        Literal["text", "chart"],
        _way(
            "Artillery dice",
            "The text and the notes of the chart differ.",
            "Q19",
            WALLS,
            text="As the text says",
            chart="As the chart notes say",
        ),
    ] = "text"
    slow_chart: Annotated[
        bool,
        About(
            "Slow movement",
            "Moves by the slower chart of the authors' guide, for large tables.",
            rule="ring-of-power C1",
            group=FIELD,
        ),
    ] = False


def _scenarios() -> dict[str, str]:
    return dict(_readable())


def _readable() -> Iterator[tuple[str, str]]:
    """Yield the scenarios with their words; one of the user's that cannot be read is not offered."""
    for key in scenario_keys():
        with suppress(BadData):
            yield key, _told(scenario(key))


def _told(one: Scenario) -> str:
    """Say what a scenario is called, who plays it, how large its table is, and how long it takes."""
    sides = " against ".join(side.name for side in one.sides if not side.wild)
    size = f"{one.table.width / 1000:g} by {one.table.height / 1000:g} inches"
    long = f"{one.minutes} minutes" if one.minutes <= 120 else f"{one.minutes / 60:.0f} hours"
    return f"{one.title}: {sides}, {size}, {one.last_turn} turns, about {long}"


class RingOptions(Settlements, frozen=True, kw_only=True):
    """Everything that can be chosen before a campaign begins."""

    groups: ClassVar = ("Scenario", FIELD, FIGHT, WALLS)

    scenario: Annotated[
        str,
        About(
            "Scenario",
            "The table, the armies and what wins.",
            rule="ring-of-power 4",
            choices=_scenarios,
            group="Scenario",
            lead=True,
        ),
    ] = "edoras-raid"
    last_turn: Annotated[
        int,
        About(
            "Last turn",
            "Turns that are played; 0 takes the scenario's.",
            rule="ring-of-power B3",
            least=0,
            most=500,
            group="Scenario",
        ),
    ] = 0

    def settled(self) -> Self:
        """Bind an own scenario to what its files say now, so that a stored game never goes on on another one.

        Raises `BadOptions` for one that is not there, or has faults.
        """
        try:
            key = bound(self.scenario)
        except BadData as error:
            raise BadOptions(_unplayable(str(error))) from error
        if key == self.scenario:
            return self
        _check_own(key)
        return msgspec.structs.replace(self, scenario=key)

    def contradictions(self) -> Iterator[Conflict]:
        """Yield a scenario that there is not."""
        try:
            scenario(self.scenario)
        except BadData as error:
            yield Conflict(options=("scenario",), reason=_unplayable(str(error)))


@cache
def _check_own(key: str) -> None:
    """Raise `BadOptions` with the first fault of an own scenario."""
    from wartable.games.ring_of_power.linting import findings  # noqa: PLC0415 - geometry takes a while to load

    try:
        fault = next(iter(findings(scenario(key))), "")
    except BadData as error:
        fault = str(error)
    if fault:
        raise BadOptions(_unplayable(f"The scenario {key.partition(MARK)[0]} has a fault: {fault}"))


def _unplayable(message: str) -> Reason:
    return Reason(code="option.scenario", message=message, rule="ring-of-power 4")
