"""What a seat drafts as its position stands (`balance-of-power 55`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wartable.games.conquest.balance.draft import places_income
from wartable.games.conquest.balance.sites import extra_draft
from wartable.games.conquest.balance.state import BalanceState
from wartable.games.conquest.core.rules import region_bonus

if TYPE_CHECKING:
    from wartable.games.conquest.balance.rules import BalanceRules


def draft_of(rules: BalanceRules, state: BalanceState, seat: int) -> int:
    """Return the armies of a seat's draft, stars and sabotage not counted.

    Territories and cities, continents, one for every capital it controls whoever's it was, the reward of two,
    and its barracks.
    """
    held, table = state.held[seat], rules.tables.draft
    cities = (held & state.cities).bit_count()
    places = places_income(table, held.bit_count(), cities, up=state.options.rounding == "up")
    earned = state.earned[seat] if state.earned else ()
    extra = earned.count("two_troops") * rules.tables.objectives.rewards.two_troops
    return places + region_bonus(rules, held) + capitals_held(state, seat) + extra + extra_draft(state, held)


def capitals_held(state: BalanceState, seat: int) -> int:
    """Return the number of capitals that a seat controls, its own and others'."""
    return sum(space >= 0 and state.held[seat] >> space & 1 for space in state.capitals)
