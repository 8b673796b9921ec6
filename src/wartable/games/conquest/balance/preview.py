"""What an attack will bring with everything in force at it, exactly."""

from __future__ import annotations

from wartable.engine.values import Forecast
from wartable.games.conquest.balance.dice import clash_of, later_rules
from wartable.games.conquest.balance.modifiers import chips
from wartable.games.conquest.balance.rules import BalanceRules
from wartable.games.conquest.balance.state import BalanceState
from wartable.games.conquest.core.actions import Attack
from wartable.games.conquest.core.forecast import forecast_attack


def forecast_of(rules: BalanceRules, state: BalanceState, action: Attack) -> Forecast:
    """Return the odds of a legal attack; its chips name what is in force in the order it is counted."""
    source, target = rules.board.index[action.source], rules.board.index[action.target]
    clash = clash_of(rules.board, state, source, target, action.dice)
    later = later_rules(rules.board, state, source, target, action.dice)
    return forecast_attack(rules, state, action, later=later, chips=chips(clash))
