"""The course of Classic Risk, in turns or in simultaneous rounds."""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from wartable.engine.values import Seat
from wartable.games.conquest.classic.rules import RiskRules, income
from wartable.games.conquest.classic.setup import RiskSetUp
from wartable.games.conquest.classic.state import RiskState
from wartable.games.conquest.core import events as e
from wartable.games.conquest.core.tasks import Attacking, Drawing, Reinforcing
from wartable.games.conquest.core.trading import Trading, holds_set
from wartable.games.conquest.core.turn import Tell
from wartable.games.conquest.simultaneous.course import Rounds
from wartable.games.conquest.simultaneous.hooks import first


class RiskCourse(Rounds[RiskRules, RiskState], Trading[RiskRules, RiskState], RiskSetUp):
    """The course of a game of Classic Risk."""

    def all_set_up(self, rules: RiskRules, state: RiskState, tell: Tell) -> RiskState:
        """Begin the first turn, or the first round."""
        if rules.options.moves == "simultaneous":
            return self.first_round(rules, state, tell)
        return super().all_set_up(rules, state, tell)

    def turn_to(self, rules: RiskRules, state: RiskState, seat: Seat, tell: Tell) -> RiskState:
        """Look for a goal that counts at the end, then draw the card that was earned, if any (`risk D12`)."""
        if rules.goals_count == "end_of_turn":
            state = self.award(rules, state, (seat,), tell)
        earned = not state.victory and state.conquered and state.cards.hands and rules.cards.drawable(state.cards)
        return first(state, Drawing(seat)) if earned else state

    def begin_turn(self, rules: RiskRules, state: RiskState, seat: int, turn: int, tell: Tell) -> RiskState:
        """Hand the seat its armies (`risk D6`); with none to get and no set to trade, its attack begins."""
        armies = income(rules, state.held[seat])
        if tell is not None:
            tell.append(e.TurnBegan(seat, turn, armies))
        steps = _whole_turn(Seat(seat))
        return replace(
            state,
            agenda=steps if armies or holds_set(rules, state, seat) else steps[1:],
            step=state.step + 1,
            seat=seat,
            turn=turn,
            to_place=armies,
            placed=0,
            conquered=False,
            cards=replace(state.cards, pictured=False) if state.cards.pictured else state.cards,
        )


COURSE = RiskCourse()
"""What is done in the game."""


@cache
def _whole_turn(seat: Seat) -> tuple[Reinforcing, Attacking]:
    """Return the steps of a turn that begins with armies to place."""
    return Reinforcing(seat), Attacking(seat)
