"""The options of Ring of Power: a scenario and how the rules are settled."""

from __future__ import annotations

from typing import Annotated

from wartable.engine.errors import Reason
from wartable.engine.options import About
from wartable.games.ring_of_power.options import Settlements
from wartable.games.ring_of_power.reading import scenario, scenario_keys
from wartable.games.ring_of_power.scenario import Scenario


def _scenarios() -> dict[str, str]:
    return {key: _told(scenario(key)) for key in scenario_keys()}


def _told(one: Scenario) -> str:
    """Say what a scenario is called, who plays it, how large its table is, and how long it takes."""
    sides = " against ".join(side.name for side in one.sides if not side.wild)
    size = f"{one.table.width / 1000:g} by {one.table.height / 1000:g} inches"
    return f"{one.title}: {sides}, {size}, {one.last_turn} turns, about {one.minutes} minutes"


class RingOptions(Settlements, frozen=True, kw_only=True):
    """Everything that can be chosen before a campaign begins."""

    scenario: Annotated[
        str,
        About(
            "Scenario",
            "The table, the armies and what wins.",
            rule="ring-of-power 4",
            choices=_scenarios,
            group="Scenario",
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

    def contradiction(self) -> Reason | None:
        """Refuse a scenario that there is not."""
        if self.scenario in scenario_keys():
            return None
        message = f"There is no scenario {self.scenario}; there are {', '.join(scenario_keys())}."
        return Reason(code="option.scenario", message=message, rule="ring-of-power 4")
