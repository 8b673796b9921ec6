"""Ways to win as values: how far a seat is with each of them, and how people say it.

Goals are open to all; a mission is a goal that one seat has been dealt in secret. To be the last player left always
wins, and who is ahead when time is up is measured by `Turns.measured`.
"""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

import msgspec

from wartable.board.compiled import bits
from wartable.engine.words import counted, listed
from wartable.games.conquest.core.words import armies, territories

if TYPE_CHECKING:
    from wartable.games.conquest.core.rules import Rules  # which list the goals of a game
    from wartable.games.conquest.core.state import ConquestState

_MORE = {
    (1, 1): "another continent of your choice",
    (2, 1): "a third continent of your choice",
    (0, 1): "a continent of your choice",
}
"""Words for further regions, by those named and those free to choose."""
NO_MISSION = -1
"""The mission of a seat that has not been dealt one yet."""


class Goal(msgspec.Struct, frozen=True):
    """Something to reach; games add kinds of their own."""

    def progress(self, rules: Rules, state: ConquestState, seat: int) -> float:
        """Return how far a seat is, 1.0 when it has reached the goal."""
        raise NotImplementedError

    def words(self, rules: Rules) -> str:
        """Say it without a full stop: `hold Asia and Africa`."""
        raise NotImplementedError

    def said(self, rules: Rules, state: ConquestState, seat: int) -> str:
        """Say it as it stands for a seat, naming another seat as `seat 2`."""
        return self.words(rules)

    def reason(self, rules: Rules, state: ConquestState, seat: int) -> str:
        """Say in a sentence that a seat has won by it."""
        return f"Reached the goal: {self.said(rules, state, seat)}."

    def dealt(self, spaces: int) -> bool:
        """Whether a seat may have reached it with as many spaces as are dealt: then it is no goal."""
        return False


class HoldRegions(Goal, frozen=True):
    """Hold these regions whole, and so many more of one's choice."""

    id: str
    hold: tuple[str, ...]
    plus_any: int = 0

    def progress(self, rules: Rules, state: ConquestState, seat: int) -> float:
        """Return the share of the spaces wanted that a seat holds."""
        held = state.held[seat]
        wanted = self.wanted(rules, held)
        return 1.0 - (wanted & ~held).bit_count() / wanted.bit_count()

    def wanted(self, rules: Rules, held: int) -> int:
        """Return the spaces to hold: where further regions are free to choose, those that lack least."""
        board = rules.board
        named = [board.region_masks[board.region_ids.index(region)] for region in self.hold]
        others = sorted(((mask & ~held).bit_count(), mask) for mask in board.region_masks if mask not in named)
        wanted = 0
        for mask in (*named, *(mask for _, mask in others[: self.plus_any])):
            wanted |= mask
        return wanted

    def words(self, rules: Rules) -> str:
        """Name the regions."""
        names = [rules.regions[region] for region in self.hold]
        more = _MORE.get((len(names), self.plus_any), f"{counted(self.plus_any, 'more continent')} of your choice")
        return f"hold {listed([*names, more] if self.plus_any else names)}"


class HoldSpaces(Goal, frozen=True):
    """Hold so many spaces with so many armies on each."""

    id: str
    count: int
    armies: int

    def progress(self, rules: Rules, state: ConquestState, seat: int) -> float:
        """Return the share of the spaces wanted that a seat holds."""
        enough = sum(1 for space in bits(state.held[seat]) if state.armies[space] >= self.armies)
        return min(1.0, enough / self.count)

    def words(self, rules: Rules) -> str:
        """Say how many."""
        each = "" if self.armies == 1 else f" with at least {armies(self.armies)} on each"
        return f"hold {territories(self.count)}{each}"

    def dealt(self, spaces: int) -> bool:
        """Whether it asks for no more spaces than are dealt."""
        return self.count <= spaces


class Eliminate(Goal, frozen=True):
    """Eliminate a seat. It becomes another goal where that cannot be done any more."""

    seat: int
    otherwise: HoldSpaces

    def lost(self, state: ConquestState, seat: int) -> bool:
        """Whether the colour to eliminate is one's own, is not in the game, or was eliminated by somebody else."""
        if self.seat == seat or self.seat >= state.seats:
            return True
        return any(fallen.seat == self.seat and fallen.by != seat for fallen in state.fallen)

    def progress(self, rules: Rules, state: ConquestState, seat: int) -> float:
        """Return whether the seat has fallen, or how far one is with the other goal."""
        if self.lost(state, seat):
            return self.otherwise.progress(rules, state, seat)
        return float(any(fallen.seat == self.seat for fallen in state.fallen))

    def words(self, rules: Rules) -> str:
        """Name the seat."""
        return f"eliminate seat {self.seat + 1}"

    def said(self, rules: Rules, state: ConquestState, seat: int) -> str:
        """Say what it has become, and what it was: else two that have would read alike."""
        if not self.lost(state, seat):
            return self.words(rules)
        why = f"seat {self.seat + 1} fell to another"
        if self.seat == seat:
            why = "the colour to eliminate is the player's own"
        elif self.seat >= state.seats:
            why = "the colour to eliminate does not play"
        return f"{self.otherwise.words(rules)}, since {why}"

    def dealt(self, spaces: int) -> bool:
        """Whether what it may become is reached too easily."""
        return self.otherwise.dealt(spaces)


def open_goals(rules: Rules, seats: int) -> tuple[Goal, ...]:
    """Return what any seat may win by, less what seats may begin with."""
    if not rules.goals:
        return ()
    share = ceil(len(rules.board.ids) / seats)
    return tuple(goal for goal in rules.goals if not goal.dealt(share))


def mission_pool(rules: Rules, seats: int) -> tuple[int, ...]:
    """Return the missions that may be dealt, as indices.

    Those that ask for no more territories than are dealt at the start stay out: 18 with two seats, who begin with 21.
    """
    share = ceil(len(rules.board.ids) / seats)
    return tuple(number for number, goal in enumerate(rules.missions) if not goal.dealt(share))


def mission_id(mission: int) -> str:
    """Return the id of a mission: `m01` and so on."""
    return f"m{mission + 1:02d}"


def mission_of(rules: Rules, state: ConquestState, seat: int) -> Goal | None:
    """Return the mission of a seat, if it has been dealt one."""
    mission = state.missions[seat] if state.missions else NO_MISSION
    return None if mission == NO_MISSION else rules.missions[mission]


def progress(rules: Rules, state: ConquestState, seat: int) -> float:
    """Return how far a seat is with what wins: its mission, the nearest open goal, or else the whole world."""
    mission = mission_of(rules, state, seat)
    goals: tuple[Goal, ...] = (*open_goals(rules, state.seats), *((mission,) if mission else ()))
    if not goals:
        return 0.0 if state.missions else state.held[seat].bit_count() / len(state.armies)
    return max(goal.progress(rules, state, seat) for goal in goals)


def reached(rules: Rules, state: ConquestState, seat: int) -> str | None:
    """Return in words how a seat has won, or None. Conquering the world is judged by who is left."""
    for goal in open_goals(rules, state.seats):
        if goal.progress(rules, state, seat) >= 1.0:
            return goal.reason(rules, state, seat)
    mission = mission_of(rules, state, seat)
    if mission is None or mission.progress(rules, state, seat) < 1.0:
        return None
    return f"Fulfilled the mission: {mission.said(rules, state, seat)}."


def goal_text(rules: Rules, seats: int) -> str:
    """Say in a sentence what wins this game."""
    if rules.missions:
        return "Fulfil your secret mission, or be the last player left."
    goals = [goal.words(rules) for goal in open_goals(rules, seats)]
    if not goals:
        return "Conquer the whole world."
    first, *rest = goals
    return f"{(first[0].upper() + first[1:])}{''.join(f', or {goal}' for goal in rest)}; or be the last player left."
