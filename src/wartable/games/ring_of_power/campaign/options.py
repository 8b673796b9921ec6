"""The options of Ring of Power: a scenario and how the rules are settled."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import Annotated, ClassVar, Self

import msgspec

from wartable.engine.errors import BadData, BadOptions, Conflict, Reason
from wartable.engine.options import About
from wartable.games.ring_of_power.library import MARK
from wartable.games.ring_of_power.options import FIELD, FIGHT, WALLS, Settlements
from wartable.games.ring_of_power.reading import bound, scenario, scenario_keys
from wartable.games.ring_of_power.scenario import Scenario


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
