"""How soon the Ring's journey may be over and how likely it is found, exactly (`lotr-risk 1.2.7`, `lotr-risk T84`)."""

from __future__ import annotations

from itertools import product

from wartable.games.conquest.core.battle import DIE
from wartable.games.conquest.core.state import NOBODY
from wartable.games.conquest.lotr.fellowship import travels
from wartable.games.conquest.lotr.rules import LotrRules
from wartable.games.conquest.lotr.state import LEADER, LotrState
from wartable.games.conquest.lotr.tasks import Going, Leaving, RingDie, RingRolled


def arrival(rules: LotrRules, state: LotrState, turns: int) -> tuple[float, ...]:
    """Return the chances that the journey is over at the end of this turn, of the next, and so on.

    A step is taken at the end of each turn: with a die printed on it by what the die must show, else for certain. Cards
    that were played count; those that may still be played do not, nor does the search for the Ring.
    """
    if not travels(rules, state):
        return (1.0,) * turns
    reached = rules.ends_on_doom and not rules.options.doom_roll
    over = len(rules.path) - 1 if reached else len(rules.path)
    there, known = {state.ring: 1.0}, _known(rules, state)
    chances: list[float] = []
    for _ in range(turns):
        there = _after_a_turn(rules, there, over, known)
        known = None
        chances.append(round(there.get(over, 0.0), 12))
    return tuple(chances)


def _after_a_turn(rules: LotrRules, there: dict[int, float], over: int, known: float | None) -> dict[int, float]:
    """Return the chances of each step after one more turn; from `over` nothing goes on."""
    ahead: dict[int, float] = {}
    for step, chance in there.items():
        leaves = 0.0 if step == over else leaving(rules, step) if known is None else known
        ahead[step + 1] = ahead.get(step + 1, 0.0) + chance * leaves
        ahead[step] = ahead.get(step, 0.0) + chance * (1 - leaves)
    return ahead


def leaving(rules: LotrRules, step: int) -> float:
    """Return the chance that the Fellowship leaves a step at the end of a turn."""
    if not rules.path_dice >> step & 1:
        return 1.0
    return sum(face >= rules.data.path.roll for face in _faces()) / DIE


def _known(rules: LotrRules, state: LotrState) -> float | None:
    """Return whether it leaves in this turn, where that is decided but for cards; None where it is not."""
    for task in state.agenda:
        if isinstance(task, RingRolled):
            return float(task.face + task.change >= rules.data.path.roll)
        if isinstance(task, Leaving | Going):
            return 1.0
    return None


def search_odds(rules: LotrRules, state: LotrState) -> tuple[int, int] | None:
    """Return the evil owner of the Fellowship's territory and the ways of 36 to find the Ring.

    None where nobody searches: there is no such owner, or the one there is has searched already in this turn.
    """
    if not rules.options.find_ring or not travels(rules, state):
        return None
    space = rules.path[state.ring]
    owner = state.owner(space)
    if owner == NOBODY or state.side(owner) != "evil" or _searched(state, owner):
        return None
    needed = rules.data.find_ring.found_at - search_bonus(rules, state, owner, space)
    return owner, sum(one + other >= needed for one, other in product(_faces(), repeat=2))


def _searched(state: LotrState, owner: int) -> bool:
    """Whether the search at the end of an owner's turn is over: only the step is to come."""
    return any(isinstance(task, Leaving | RingDie | RingRolled | Going) and task.seat == owner for task in state.agenda)


def search_bonus(rules: LotrRules, state: LotrState, seat: int, space: int) -> int:
    """Return what is added to the two dice: 1 for a leader there, 1 for the whole region."""
    return int(state.pieces[LEADER][space] > 0) + int(not rules.region_of[space] & ~state.held[seat])


def _faces() -> range:
    return range(1, DIE + 1)
