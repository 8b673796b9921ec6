"""What wins: the world, a secret mission, a number of territories, a pair of continents (`risk D1`, `risk D12`)."""

from __future__ import annotations

from math import ceil
from typing import TypeAlias

from wartable.board.compiled import bits
from wartable.engine.words import listed
from wartable.games.conquest.classic.rules import RiskRules
from wartable.games.conquest.classic.state import RiskState
from wartable.games.conquest.core.data import RegionMission, SpaceMission
from wartable.games.conquest.core.words import armies, counted, territories

Aim: TypeAlias = RegionMission | SpaceMission | int
"""What is to be reached: regions to hold, spaces to hold, or a seat to eliminate."""
_MORE = {
    (1, 1): "another continent of your choice",
    (2, 1): "a third continent of your choice",
    (0, 1): "a continent of your choice",
}
"""Words for further regions, by those named and those free to choose."""
NO_MISSION = -1
"""The mission of a seat that has not been dealt one yet."""


def mission_count(rules: RiskRules) -> int:
    """Return the number of missions in the list, those left out included."""
    table = rules.missions
    return len(table.regions) + len(table.spaces) + table.eliminate


def mission_pool(rules: RiskRules, seats: int) -> tuple[int, ...]:
    """Return the missions that may be dealt.

    Those that ask for no more territories than are dealt at the start stay out: 18 with two seats, who begin with 21.
    """
    table = rules.missions
    first = len(table.regions)
    easy = {first + number for number, mission in enumerate(table.spaces) if _dealt(rules, seats, mission)}
    if _dealt(rules, seats, table.fallback):
        easy.update(range(first + len(table.spaces), mission_count(rules)))
    return tuple(number for number in range(mission_count(rules)) if number not in easy)


def _dealt(rules: RiskRules, seats: int, mission: SpaceMission) -> bool:
    """Whether a seat may begin with as many territories as a mission asks for."""
    return mission.count <= ceil(len(rules.board.ids) / seats)


def mission_id(mission: int) -> str:
    """Return the id of a mission: `m01` and so on."""
    return f"m{mission + 1:02d}"


def target_seat(rules: RiskRules, mission: int) -> int | None:
    """Return the seat that a mission says to eliminate, else None."""
    seat = mission - len(rules.missions.regions) - len(rules.missions.spaces)
    return seat if seat >= 0 else None


def falls_back(state: RiskState, seat: int, target: int) -> bool:
    """Whether a mission to eliminate `target` has become 24 territories.

    It does when that colour is one's own, is not in the game, or was eliminated by somebody else.
    """
    if target == seat or target >= state.seats:
        return True
    return any(fallen.seat == target and fallen.by != seat for fallen in state.fallen)


def aim_of(rules: RiskRules, state: RiskState, seat: int, mission: int) -> Aim:
    """Return what a mission asks of a seat as things stand."""
    table = rules.missions
    if mission < len(table.regions):
        return table.regions[mission]
    target = target_seat(rules, mission)
    if target is None:
        return table.spaces[mission - len(table.regions)]
    return table.fallback if falls_back(state, seat, target) else target


def fulfilled(rules: RiskRules, state: RiskState, seat: int, mission: int) -> bool:
    """Whether a seat has fulfilled a mission."""
    return progress_of(rules, state, seat, mission) >= 1.0


def progress_of(rules: RiskRules, state: RiskState, seat: int, mission: int) -> float:
    """Return how far a seat is with a mission, 1.0 when it is fulfilled."""
    aim = aim_of(rules, state, seat, mission)
    if isinstance(aim, int):
        return 1.0 if any(fallen.seat == aim and fallen.by == seat for fallen in state.fallen) else 0.0
    return _aim_progress(rules, state, seat, aim)


def _aim_progress(rules: RiskRules, state: RiskState, seat: int, aim: RegionMission | SpaceMission) -> float:
    """Return the share of the spaces wanted that a seat holds; below 1.0 as long as a region is missing."""
    held = state.held[seat]
    if isinstance(aim, SpaceMission):
        return min(1.0, sum(1 for space in bits(held) if state.armies[space] >= aim.armies) / aim.count)
    wanted = wanted_regions(rules, held, aim)
    return 1.0 - (wanted & ~held).bit_count() / wanted.bit_count()


def wanted_regions(rules: RiskRules, held: int, aim: RegionMission) -> int:
    """Return the spaces to hold for regions: where further ones are free to choose, those that lack least."""
    board = rules.board
    named = [board.region_masks[board.region_ids.index(region)] for region in aim.hold]
    others = sorted(((mask & ~held).bit_count(), mask) for mask in board.region_masks if mask not in named)
    wanted = 0
    for mask in (*named, *(mask for _, mask in others[: aim.plus_any])):
        wanted |= mask
    return wanted


def open_aims(rules: RiskRules, seats: int) -> tuple[RegionMission | SpaceMission, ...]:
    """Return what any seat may win by where the goal is open: territories, or the pairs of continents."""
    if rules.options.goal == "continents":
        return rules.data.missions["lotr_notes"].regions
    if rules.options.goal != "territories":
        return ()
    wanted = rules.data.open_counts(rules.options.territories)
    return tuple(aim for aim in wanted if aim.count <= len(rules.board.ids) and not _dealt(rules, seats, aim))


def progress(rules: RiskRules, state: RiskState, seat: int) -> float:
    """Return how far a seat is with the goal of the game, 1.0 when it is reached."""
    if rules.options.goal == "missions":
        mission = state.missions[seat] if state.missions else NO_MISSION
        return progress_of(rules, state, seat, mission) if mission != NO_MISSION else 0.0
    aims = open_aims(rules, state.seats)
    if not aims:
        return state.held[seat].bit_count() / len(state.armies)
    return max(_aim_progress(rules, state, seat, aim) for aim in aims)


def reached(rules: RiskRules, state: RiskState, seat: int) -> str | None:
    """Return in words how a seat has reached the goal, or None. Conquering the world is judged by who is left."""
    if rules.options.goal == "missions":
        mission = state.missions[seat]
        done = fulfilled(rules, state, seat, mission)
        return f"Fulfilled the mission: {mission_text(rules, state, seat, mission)}." if done else None
    for aim in open_aims(rules, state.seats):
        if _aim_progress(rules, state, seat, aim) >= 1.0:
            return f"Reached the goal: {aim_text(rules, aim)}."
    return None


def aim_text(rules: RiskRules, aim: RegionMission | SpaceMission) -> str:
    """Say an aim in words, without a full stop: `hold Asia and Africa`."""
    if isinstance(aim, SpaceMission):
        each = "" if aim.armies == 1 else f" with at least {armies(aim.armies)} on each"
        return f"hold {territories(aim.count)}{each}"
    names = [rules.regions[region] for region in aim.hold]
    more = _MORE.get((len(names), aim.plus_any), f"{counted(aim.plus_any, 'more continent')} of your choice")
    return f"hold {listed([*names, more] if aim.plus_any else names)}"


def mission_text(rules: RiskRules, state: RiskState, seat: int, mission: int) -> str:
    """Say a mission in words as it stands for a seat, naming another seat as `seat 2`.

    What it was stays in it when it has become another: else two that have would read alike.
    """
    aim = aim_of(rules, state, seat, mission)
    if isinstance(aim, int):
        return f"eliminate seat {aim + 1}"
    target = target_seat(rules, mission)
    return aim_text(rules, aim) if target is None else f"{aim_text(rules, aim)}, since {_loss(state, seat, target)}"


def _loss(state: RiskState, seat: int, target: int) -> str:
    """Say why a mission to eliminate a seat cannot be fulfilled any more."""
    if target == seat:
        return "the colour to eliminate is the player's own"
    return "the colour to eliminate does not play" if target >= state.seats else f"seat {target + 1} fell to another"


def goal_text(rules: RiskRules, seats: int) -> str:
    """Say in a sentence what wins this game."""
    if rules.options.goal == "missions":
        return "Fulfil your secret mission, or be the last player left."
    aims = [aim_text(rules, aim) for aim in open_aims(rules, seats)]
    if not aims:
        return "Conquer the whole world."
    first, *rest = aims
    return f"{(first[0].upper() + first[1:])}{''.join(f', or {aim}' for aim in rest)}; or be the last player left."
