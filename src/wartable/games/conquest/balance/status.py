"""Who is winning and who is losing in a state (`balance-of-power 19` to 21), and whom the sixth card goes to (34)."""

from __future__ import annotations

from wartable.games.conquest.balance.ranking import Measure, Ranking, standing_of, to_roll
from wartable.games.conquest.balance.rules import BalanceRules
from wartable.games.conquest.balance.state import BalanceState
from wartable.games.conquest.balance.tanks import tank_armies
from wartable.games.conquest.core.state import NOBODY


def score_of(state: BalanceState, seat: int) -> int:
    """Return the territories and cities of a seat together."""
    held = state.held[seat]
    return held.bit_count() + (held & state.cities).bit_count()


def measures_of(rules: BalanceRules, state: BalanceState) -> tuple[Measure | None, ...]:
    """Return what each seat is judged by; None for those out of the game."""
    totals = state.army_totals()
    return tuple(
        Measure(
            score_of(state, seat),
            len(state.cards.hands[seat]),
            totals[seat] + tank_armies(rules, state, seat),
            state.rolls[seat] if state.rolls else (),
        )
        if alive
        else None
        for seat, alive in enumerate(state.alive)
    )


def standing(rules: BalanceRules, state: BalanceState) -> Ranking:
    """Return who is at the top and at the bottom."""
    return standing_of(measures_of(rules, state))


def rolling(rules: BalanceRules, state: BalanceState) -> tuple[int, ...]:
    """Return the seats whose dice part those who are level."""
    return to_roll(measures_of(rules, state))


def heir_of(rules: BalanceRules, state: BalanceState) -> int:
    """Return whom the acting seat's card beyond the limit goes to: the losing player, or nobody.

    Nobody where the losing player has the most himself, or is the one who gives.
    """
    loser = standing(rules, state).losing[0]
    full = len(state.cards.hands[loser]) >= rules.tables.hand_limit.most
    return NOBODY if full or loser == state.seat else loser


def over_limit(rules: BalanceRules, state: BalanceState) -> bool:
    """Whether the acting seat holds more cards than it may (`balance-of-power 3`)."""
    return state.options.hand_limit and len(state.cards.hands[state.seat]) > rules.tables.hand_limit.most
