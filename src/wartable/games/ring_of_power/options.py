"""The options of Ring of Power: the scenario, and every settlement of the rules that decides play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from typing import Annotated, Any, ClassVar, Literal, Self

import msgspec

from wartable.board.fileformat import packaged
from wartable.board.folders import MARK
from wartable.engine.errors import BadData, BadOptions, Conflict, Reason
from wartable.engine.options import About, Options
from wartable.games.ring_of_power.reading import FILE, bound, lend, own_text, scenario, scenario_keys
from wartable.games.ring_of_power.scenario import Scenario


@cache
def _settlements() -> Mapping[str, About]:
    """Return the words of all settlements by name."""
    groups = packaged("data/ring_of_power/settlements.yaml", dict[str, dict[str, dict[str, Any]]])
    return {
        name: msgspec.structs.replace(About(**words, group=group), rule=f"ring-of-power {words['rule']}")
        for group, named in groups.items()
        for name, words in named.items()
    }


_settled = _settlements().__getitem__


class Settlements(Options, frozen=True, kw_only=True):
    """How the points are read on which the rules are silent or contradict themselves (Q1 to Q80).

    What each is called and asks is in `data/ring_of_power/settlements.yaml`.
    """

    measure: Annotated[Literal["centre", "edge"], _settled("measure")] = "centre"
    contact_move: Annotated[Literal["stop", "free"], _settled("contact_move")] = "stop"
    mixed_terrain: Annotated[Literal["fraction", "worst"], _settled("mixed_terrain")] = "fraction"
    turn_structure: Annotated[Literal["phases", "player_turns"], _settled("turn_structure")] = "phases"
    bolt_shooter_move: Annotated[Literal["chart", "text"], _settled("bolt_shooter_move")] = "chart"
    carry_by: Annotated[Literal["characters", "any_figure"], _settled("carry_by")] = "characters"
    arrive_by: Annotated[Literal["side", "player"], _settled("arrive_by")] = "side"
    hidden_pins_enemy: Annotated[bool, _settled("hidden_pins_enemy")] = False
    detect_rolls: Annotated[
        Literal["once_per_searching_force_per_phase", "once_per_phase"], _settled("detect_rolls")
    ] = "once_per_searching_force_per_phase"
    trackers_find: Annotated[Literal["parties", "characters"], _settled("trackers_find")] = "parties"
    duel_with: Annotated[Literal["wizards", "characters"], _settled("duel_with")] = "wizards"
    overflow_allocation: Annotated[Literal["level", "free"], _settled("overflow_allocation")] = "level"
    double_stack: Annotated[Literal["max2", "multiply"], _settled("double_stack")] = "max2"
    score_slain_leader: Annotated[bool, _settled("score_slain_leader")] = True
    extra_loss_base: Annotated[Literal["engaged_survivors", "force_survivors"], _settled("extra_loss_base")] = (
        "engaged_survivors"
    )
    retreat_who: Annotated[Literal["whole_force", "engaged_only"], _settled("retreat_who")] = "whole_force"
    retreat_trapped: Annotated[Literal["stay", "eliminate"], _settled("retreat_trapped")] = "stay"
    hero_outcome_loss: Annotated[Literal["wounded", "slain"], _settled("hero_outcome_loss")] = "wounded"
    poison_scope: Annotated[Literal["attack_rolls", "attack_and_defence"], _settled("poison_scope")] = "attack_rolls"
    leadership_scope: Annotated[Literal["force", "nation"], _settled("leadership_scope")] = "force"
    paralysed_scores: Annotated[bool, _settled("paralysed_scores")] = True
    fortress_contact: Annotated[Literal["declared", "automatic"], _settled("fortress_contact")] = "declared"
    furious_against: Annotated[Literal["any_open", "all_open"], _settled("furious_against")] = "any_open"
    breach: Annotated[Literal["after_combat", "at_once"], _settled("breach")] = "after_combat"
    weapons_double: Annotated[bool, _settled("weapons_double")] = False
    artillery_profile: Annotated[Literal["text", "chart"], _settled("artillery_profile")] = "text"
    slow_chart: Annotated[bool, _settled("slow_chart")] = False


def _scenarios() -> dict[str, str]:
    """Return the scenarios with their words; one of the user's that cannot be read is not offered."""
    found: dict[str, str] = {}
    for key in scenario_keys():
        with suppress(BadData):
            found[key] = _told(scenario(key))
    return found


def _told(one: Scenario) -> str:
    """Say what a scenario is called, who plays it, how large its table is, and how long it takes."""
    sides = " against ".join(side.name for side in one.sides if not side.wild)
    size = f"{one.table.width / 1000:g} by {one.table.height / 1000:g} inches"
    long = f"{one.minutes} minutes" if one.minutes <= 120 else f"{one.minutes / 60:.0f} hours"
    return f"{one.title}: {sides}, {size}, {one.last_turn} turns, about {long}"


class RingOptions(Settlements, frozen=True, kw_only=True):
    """Everything that can be chosen before a campaign begins."""

    groups: ClassVar = ("Scenario", "Measuring and moving", "Combat", "Fortresses and artillery")

    scenario: Annotated[str, msgspec.structs.replace(_settled("scenario"), choices=_scenarios, lead=True)] = (
        "edoras-raid"
    )
    last_turn: Annotated[int, _settled("last_turn")] = 0

    def files(self) -> Mapping[str, str]:
        """Return the file of an own scenario."""
        return {FILE: own_text(self.scenario)} if MARK in self.scenario else {}

    @classmethod
    def lend(cls, values: Mapping[str, object], files: Mapping[str, str]) -> None:
        """Let an own scenario be found from its file."""
        lend(str(values["scenario"]), files.get(FILE, ""))

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
