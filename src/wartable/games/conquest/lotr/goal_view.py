"""What wins a game of Lord of the Rings Risk, and how far each seat is with it, as far as one may know."""

from __future__ import annotations

from wartable.games.conquest.core.goals import HoldSpaces, mission_of
from wartable.games.conquest.core.view import GoalView
from wartable.games.conquest.lotr.ends import goals_of
from wartable.games.conquest.lotr.rules import LotrRules
from wartable.games.conquest.lotr.state import LotrState


def goal_view(rules: LotrRules, state: LotrState, seat: int | None, mask: int) -> GoalView:
    """Return what wins for a seat (None: a spectator) that sees the units in the territories of a mask."""
    over = state.victory is not None
    secret = bool(state.missions) and not over
    return GoalView(
        kind=",".join(rules.options.victory),
        text=goal_text(rules),
        mission=None if seat is None else _mission(rules, state, seat),
        missions=tuple(_mission(rules, state, one) for one in range(state.seats)) if over and state.missions else (),
        progress=tuple(
            None if secret and other != seat else _progress(rules, state, other, mask) for other in range(state.seats)
        ),
    )


def _progress(rules: LotrRules, state: LotrState, seat: int, mask: int) -> float | None:
    """Return how far a seat is with its nearest goal; None where that depends on units outside a mask."""
    goals = goals_of(rules, state, seat)
    if state.held[seat] & ~mask and any(isinstance(goal, HoldSpaces) and goal.armies > 1 for goal in goals):
        return None
    found = [goal.progress(rules, state, seat) for goal in goals]
    return round(max(found, default=state.held[seat].bit_count() / len(state.armies)), 4)


def _mission(rules: LotrRules, state: LotrState, seat: int) -> str | None:
    mission = mission_of(rules, state, seat)
    if mission is None:
        return None
    text = mission.said(rules, state, seat)
    return f"{text[0].upper()}{text[1:]}."


def goal_text(rules: LotrRules) -> str:
    """Say in a sentence what wins."""
    won: list[str] = []
    if rules.options.ring:
        won.append("have most points when the Ring's journey ends")
    if rules.missions:
        won.append("reach your secret goal")
    won += [goal.words(rules) for goal in rules.goals]
    if "all" in rules.options.victory:
        won.append("conquer all territories")
    text = ", or ".join((*won, "be the last player left"))
    return f"{text[0].upper()}{text[1:]}."
