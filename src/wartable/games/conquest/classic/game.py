"""Classic Risk: the risk-engine rules with the official ones as options (`wartable/data/rules/risk.md`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import ClassVar, get_args

from msgspec.structs import replace

from wartable.engine.game import Blurb
from wartable.engine.options import Options
from wartable.engine.values import Action, Measures, Seat
from wartable.games.conquest.classic.default import default_of
from wartable.games.conquest.classic.explain import CHECKS, wrong_phase
from wartable.games.conquest.classic.offers import MENUS
from wartable.games.conquest.classic.options import PRESET_LINES, PRESET_TITLES, PRESETS, RiskOptions
from wartable.games.conquest.classic.phases import PHASES
from wartable.games.conquest.classic.rules import RiskRules, income, rules_of
from wartable.games.conquest.classic.setup import REQUESTS, RiskSetUp, first_state
from wartable.games.conquest.classic.state import RiskState
from wartable.games.conquest.classic.tasks import RiskTask
from wartable.games.conquest.classic.view import RiskView, view_of
from wartable.games.conquest.core import actions as a
from wartable.games.conquest.core import events as e
from wartable.games.conquest.core.game import ConquestGame
from wartable.games.conquest.core.invariants import broken_promises
from wartable.games.conquest.core.machine import REQUESTS as SHARED
from wartable.games.conquest.core.machine import Effect, Machine
from wartable.games.conquest.core.notation import FORMS, Forms
from wartable.games.conquest.core.tasks import Attacking, Reinforcing
from wartable.games.conquest.core.tell import SENTENCES, Sentences
from wartable.games.conquest.core.trading import Trading, holds_set, must_trade
from wartable.games.conquest.core.turn import Tell
from wartable.games.conquest.core.view import incomes


class RiskCourse(Trading[RiskRules, RiskState], RiskSetUp):
    """The course of a game of Classic Risk."""

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


@cache
def _whole_turn(seat: Seat) -> tuple[Reinforcing, Attacking]:
    """Return the steps of a turn that begins with armies to place."""
    return Reinforcing(seat), Attacking(seat)


_ANSWERS: Mapping[str, Effect] = {
    "first": COURSE.draw_first,
    "missions": COURSE.give_mission,
    "deal": COURSE.deal,
    "spread": COURSE.spread_armies,
    "battle": COURSE.roll,
    "draw": COURSE.take_card,
}
_EFFECTS: Mapping[type[Action], Effect] = {**COURSE.effects(), a.Trade: COURSE.trade}


class ClassicRisk(ConquestGame[RiskRules, RiskState, RiskOptions]):
    """Risk on the classic map of 42 territories, or on a map of the user."""

    key = "risk"
    title = "Classic Risk"
    versions = ("1",)
    blurb = Blurb(
        line="Conquer the world, one border at a time.",
        about=(
            "Every turn brings armies for the territories and continents you hold. Place them, attack your neighbours "
            "with dice as often as you dare, and move once at the end. Whoever holds the whole map wins."
        ),
        minutes=40,
        dice=True,
        preset_titles=PRESET_TITLES,
        preset_lines=PRESET_LINES,
    )
    options_type = RiskOptions
    presets: ClassVar[Mapping[str, Options]] = PRESETS
    action_types = tuple(_EFFECTS)
    event_types = (
        e.Dealt, e.Claimed, e.TurnBegan, e.Placed, e.Battle, e.Conquered, e.MovedIn, e.Fortified, e.Traded,
        e.CardDrawn, e.CardTaken, e.CardsSeized, e.MissionGiven, e.Eliminated, e.Won, e.TurnEnded,
    )  # fmt: skip
    state_type = RiskState
    machine = Machine(
        steps=get_args(RiskTask),
        rows=PHASES,
        offers=MENUS,
        checks=CHECKS,
        effects=_EFFECTS,
        answers=_ANSWERS,
        requests={**SHARED, **REQUESTS},
        default=default_of,
        wrong_phase=wrong_phase,
    )
    compiled = staticmethod(rules_of)
    forms: ClassVar[Forms] = FORMS
    sentences: ClassVar[Sentences] = SENTENCES
    hidden = True
    cases = "wartable.games.conquest.classic.cases:CASES"

    def _start(self, options: RiskOptions, seats: int) -> RiskState:
        """Return the empty map."""
        self.check_seats(seats, "risk D2")
        return first_state(options.settled(), seats)

    def view(self, state: RiskState, seat: Seat | None) -> RiskView:
        """Return the board, and the own hand and mission."""
        return view_of(self._rules(state.options), state, seat)

    def prompt(self, state: RiskState, seat: Seat) -> str:
        """Return what is asked: `Place 3 armies`."""
        trading = must_trade(self._rules(state.options), state, seat)
        return "Trade a set of cards" if trading else super().prompt(state, seat)

    def invariants(self, state: RiskState) -> Iterator[str]:
        """Yield what is wrong with a state: armies, masks, cards, turn."""
        return broken_promises(self._rules(state.options), state)

    def measures(self, state: RiskState) -> Measures:
        """Return territories, armies on the map and next income of each seat."""
        return {
            "territories": tuple(float(mask.bit_count()) for mask in state.held),
            "armies": tuple(map(float, state.army_totals())),
            "income": tuple(map(float, incomes(self._rules(state.options), state))),
        }


RISK = ClassicRisk()
"""The game; it keeps nothing, so one is enough."""
