"""Objectives: which are in the pool, how far a seat is with one, and what it is called (`balance-of-power 58`, 60)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from wartable.board.compiled import CompiledBoard
from wartable.games.conquest.balance.data import Objective, ObjectiveTable, RewardKey
from wartable.games.conquest.balance.state import BalanceState
from wartable.games.conquest.core.goals import Goal
from wartable.games.conquest.core.rules import Rules
from wartable.games.conquest.core.state import ConquestState
from wartable.games.conquest.core.words import objectives


class Objectives(Goal, frozen=True):
    """Collect so many objectives, and hold the own capital."""

    needed: int

    def progress(self, rules: Rules, state: ConquestState, seat: int) -> float:
        """Return how much of both a seat has."""
        assert isinstance(state, BalanceState)  # noqa: S101 - no other state comes with these objectives
        collected, capital = len(state.collected[seat]), state.capitals[seat]
        home = capital >= 0 and state.held[seat] >> capital & 1
        return (min(collected, self.needed) + home) / (self.needed + 1)

    def reason(self, rules: Rules, state: ConquestState, seat: int) -> str:
        """Say how many the winner has."""
        assert isinstance(state, BalanceState)  # noqa: S101 - as above
        return f"Collected {objectives(len(state.collected[seat]))} with their own capital in hand."


class Ground(NamedTuple):
    """What a seat is measured by; sets of spaces are bit masks."""

    held: int
    """Its spaces now."""
    began: int
    """Its spaces when its turn began."""
    cities: int
    sites: int
    enemy_capitals: int
    """Spaces with a capital of another seat, of one that is out of the game too."""


def pools(
    table: ObjectiveTable, seats: int, *, variant: bool, fitted: bool = False
) -> tuple[tuple[Objective, ...], tuple[Objective, ...]]:
    """Return the basic and the special objectives that may lie face up.

    Two players cannot take two enemy capitals, so that one stays out; `variant` adds those about sites. `fitted`
    takes the numbers that were found for so many players in the place of those that are printed for any.
    """
    basic = _pool(table.basic, seats, variant=variant, fitted=fitted)
    return basic, _pool(table.special, seats, variant=variant, fitted=fitted)


def _pool(objectives: Sequence[Objective], seats: int, *, variant: bool, fitted: bool) -> tuple[Objective, ...]:
    return tuple(
        one
        for one in objectives
        if (variant or one.origin != "variant")
        and (one.players is None or seats in one.players if fitted else one.origin != "fitted")
        and not (one.what == "capitals" and one.count >= seats)
    )


def reached(board: CompiledBoard, objective: Objective, ground: Ground) -> bool:
    """Whether a seat may collect an objective."""
    return progress(board, objective, ground) >= 1.0


def progress(board: CompiledBoard, objective: Objective, ground: Ground) -> float:
    """Return how far a seat is with an objective, 1.0 when it is reached and never before.

    What is conquered in one turn was not held when it began and is now; a region so only if all of it is.
    """
    own = ground.held if objective.how == "control" else ground.held & ~ground.began
    if objective.what == "region":
        mask = board.region_masks[board.region_ids.index(objective.region)]
        return (own & mask).bit_count() / mask.bit_count()
    if objective.what == "regions":
        return _regions(board, own, objective.count)
    counted = {
        "cities": ground.cities,
        "sites": ground.sites,
        "capitals": ground.enemy_capitals,
        "territories": board.everything,
    }[objective.what]
    return min(1.0, (own & counted).bit_count() / objective.count)


def _regions(board: CompiledBoard, own: int, count: int) -> float:
    """Return the share held of those regions that lack least, below 1.0 as long as one lacks anything."""
    lacking = sorted(((mask & ~own).bit_count(), mask.bit_count()) for mask in board.region_masks)[:count]
    return 1.0 - sum(lack for lack, _ in lacking) / sum(size for _, size in lacking)


_NUMBERS = {
    2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 8: "eight", 10: "ten", 11: "eleven", 12: "twelve",
    13: "thirteen", 14: "fourteen", 20: "twenty",
}  # fmt: skip
_THINGS = {
    "regions": ("a continent", "continents"),
    "cities": ("a city", "cities"),
    "capitals": ("an enemy capital", "enemy capitals"),
    "sites": ("a site", "sites"),
    "territories": ("a territory", "territories"),
}


def title(objective: Objective, region_names: dict[str, str]) -> str:
    """Return the name of an objective: `Asia`, `Eight cities`, `Four cities in one turn`."""
    thing = _thing(objective, region_names)
    words = thing[0].upper() + thing[1:]
    return words if objective.how == "control" else f"{words} in one turn"


def text(objective: Objective, region_names: dict[str, str]) -> str:
    """Return what is to be done as a sentence (`Control all of Asia.`)."""
    thing = _thing(objective, region_names)
    if objective.what == "region":
        return f"Control all of {thing}."
    if objective.how == "control":
        return f"Control {thing}."
    whole = "all of " if objective.what == "regions" else ""
    return f"Conquer {whole}{thing} in one turn."


def _thing(objective: Objective, region_names: dict[str, str]) -> str:
    if objective.what == "region":
        return region_names[objective.region]
    one, many = _THINGS[objective.what]
    return one if objective.count == 1 else f"{_NUMBERS.get(objective.count, objective.count)} {many}"


REWARD_TITLES: dict[RewardKey, str] = {
    "airfield": "Airfield",
    "additional_maneuver": "Additional maneuver",
    "starting_maneuver": "Starting maneuver",
    "guaranteed_card": "Guaranteed card",
    "attack_die": "Attack die",
    "two_troops": "Two armies",
    "defense_die": "Defense die",
}
REWARD_TEXTS: dict[RewardKey, str] = {
    "airfield": "Build an airfield in a territory of yours.",
    "additional_maneuver": "Maneuver twice at the end of your turn.",
    "starting_maneuver": "Maneuver once before your draft.",
    "guaranteed_card": "Take a card each turn, without a conquest too.",
    "attack_die": "Roll one more die in the first roll of each attack.",
    "two_troops": "Get two more armies with each draft.",
    "defense_die": "Roll one more die in the first roll of each defense.",
}
