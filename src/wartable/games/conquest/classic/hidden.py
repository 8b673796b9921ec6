"""What a seat cannot know, drawn anew: other hands, other missions and the deck."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from wartable.games.conquest.classic import goals
from wartable.games.conquest.classic.goals import NO_MISSION, mission_pool
from wartable.games.conquest.classic.rules import RiskRules
from wartable.games.conquest.classic.state import RiskState
from wartable.games.conquest.core.hidden import redealt

TRIES = 200
"""Deals of missions tried before the true one is kept: nearly every deal fits."""


def resample_hidden(rules: RiskRules, state: RiskState, seat: int | None, rng: Random) -> RiskState:
    """Return a state that looks the same to a seat (None: a spectator)."""
    cards = redealt(rules.cards, state.cards, seat, rng) if state.cards.hands else state.cards
    if not state.missions:
        return replace(state, cards=cards)
    return _with_missions(rules, replace(state, cards=cards), seat, rng)


def _with_missions(rules: RiskRules, state: RiskState, seat: int | None, rng: Random) -> RiskState:
    """Deal other missions that nobody has fulfilled yet, or the game would be over."""
    if state.victory is not None:
        return state
    own = NO_MISSION if seat is None else state.missions[seat]
    pool = [mission for mission in mission_pool(rules, state.seats) if mission != own]
    for _ in range(TRIES):
        rng.shuffle(pool)
        spare = iter(pool)
        missions = tuple(
            known if known == NO_MISSION or other == seat else next(spare) for other, known in enumerate(state.missions)
        )
        if _plausible(rules, state, missions):
            return replace(state, missions=missions)
    return state


def _plausible(rules: RiskRules, state: RiskState, missions: tuple[int, ...]) -> bool:
    return not any(
        state.held[seat] and mission != NO_MISSION and goals.fulfilled(rules, state, seat, mission)
        for seat, mission in enumerate(missions)
    )
