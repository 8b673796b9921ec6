"""Classic Risk: the risk-engine rules with the official ones as options (`wartable/data/rules/risk.md`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import ClassVar, get_args

from wartable.engine.game import Blurb, Inquiry
from wartable.engine.options import Options
from wartable.engine.values import Action, Measures, Seat, Standing
from wartable.games.conquest.classic.course import COURSE
from wartable.games.conquest.classic.default import default_of
from wartable.games.conquest.classic.explain import CHECKS, wrong_phase
from wartable.games.conquest.classic.offers import MENUS
from wartable.games.conquest.classic.options import PRESET_LINES, PRESET_TITLES, PRESETS, RiskOptions
from wartable.games.conquest.classic.phases import PHASES
from wartable.games.conquest.classic.rules import RiskRules, rules_of
from wartable.games.conquest.classic.setup import REQUESTS, first_state
from wartable.games.conquest.classic.state import RiskRoundState, RiskState
from wartable.games.conquest.classic.tasks import RiskTask
from wartable.games.conquest.classic.view import RiskView, view_of
from wartable.games.conquest.core import actions as a
from wartable.games.conquest.core import events as e
from wartable.games.conquest.core.invariants import broken_promises
from wartable.games.conquest.core.machine import REQUESTS as SHARED
from wartable.games.conquest.core.machine import Effect, Machine
from wartable.games.conquest.core.notation import FORMS, Forms
from wartable.games.conquest.core.rest import CLAIMS, PLACES
from wartable.games.conquest.core.tell import SENTENCES, Sentences
from wartable.games.conquest.core.trading import must_trade
from wartable.games.conquest.core.view import incomes
from wartable.games.conquest.simultaneous import actions as b
from wartable.games.conquest.simultaneous.forecast import ROUND_INQUIRIES, RoundAnswer
from wartable.games.conquest.simultaneous.game import RoundsGame, not_now
from wartable.games.conquest.simultaneous.handlers import handlers
from wartable.games.conquest.simultaneous.notation import FORMS as ROUND_FORMS
from wartable.games.conquest.simultaneous.tell import EVENTS as ROUND_EVENTS
from wartable.games.conquest.simultaneous.tell import SENTENCES as ROUND_SENTENCES
from wartable.games.conquest.simultaneous.view import totals
from wartable.games.flow.handler import Handler

_ANSWERS: Mapping[str, Effect] = {
    "first": COURSE.draw_first,
    "missions": COURSE.give_mission,
    "deal": COURSE.deal,
    "spread": COURSE.spread_armies,
    "battle": COURSE.roll,
    "draw": COURSE.take_card,
}
_EFFECTS: Mapping[type[Action], Effect] = {**COURSE.effects(), a.Trade: COURSE.trade}


class ClassicRisk(RoundsGame[RiskRules, RiskState, RiskOptions]):
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
    action_types = (*_EFFECTS, b.Placements, b.Orders, b.NameTargets, b.Withdraw, b.FightOn)
    event_types = (
        e.Dealt, e.Claimed, e.TurnBegan, e.Placed, e.Battle, e.Conquered, e.MovedIn, e.Fortified, e.Traded,
        e.CardDrawn, e.CardTaken, e.CardsSeized, e.MissionGiven, e.Eliminated, e.Won, e.TurnEnded, *ROUND_EVENTS,
    )  # fmt: skip
    inquiry_types = ROUND_INQUIRIES
    state_type = RiskState
    round_state_type = RiskRoundState
    book = "risk"
    course = COURSE
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
    interrupts: ClassVar[Mapping[type, Handler]] = handlers(COURSE)
    not_now = staticmethod(partial(not_now, "risk", {}))
    compiled = staticmethod(rules_of)
    forms: ClassVar[Forms] = {**FORMS, **ROUND_FORMS}
    sentences: ClassVar[Sentences] = {**SENTENCES, **ROUND_SENTENCES}
    hidden = True
    cases = "wartable.games.conquest.classic.cases:CASES"

    def _start(self, options: RiskOptions, seats: int) -> RiskState:
        """Return the empty map."""
        self.check_seats(seats, "risk D2")
        return first_state(options.settled(), seats)

    def left_to_rules(self, options: RiskOptions) -> tuple[Standing, ...]:
        """Return claims and placements as far as they are made by hand (`risk D4`)."""
        by_hand = {"claim": (CLAIMS, PLACES), "turns": (PLACES,)}
        return by_hand.get(options.setup, ())

    def view(self, state: RiskState, seat: Seat | None) -> RiskView:
        """Return the board, and the own hand and mission."""
        return view_of(self._rules(state.options), state, seat, self.flow.stage(state))

    def prompt(self, state: RiskState, seat: Seat) -> str:
        """Return what is asked: `Place 3 armies`."""
        trading = must_trade(self._rules(state.options), state, seat)
        return "Trade a set of cards" if trading else super().prompt(state, seat)

    def answer(self, state: RiskState, seat: Seat | None, inquiry: Inquiry) -> RoundAnswer | None:
        """Return what is asked of a simultaneous round."""
        return self.round_answer(state, seat, inquiry)

    def keeps_secrets(self, state: RiskState) -> bool:
        """Whether somebody holds a card, has a mission, or has answered what is asked in secret."""
        return bool(self.has_secret_answers(state)) or super().keeps_secrets(state)

    def invariants(self, state: RiskState) -> Iterator[str]:
        """Yield what is wrong with a state: armies, masks, cards, turn."""
        return broken_promises(self._rules(state.options), state)

    def measures(self, state: RiskState) -> Measures:
        """Return territories, armies on the map and next income of each seat."""
        return {
            "territories": tuple(float(mask.bit_count()) for mask in state.held),
            "armies": tuple(map(float, totals(state))),
            "income": tuple(map(float, incomes(self._rules(state.options), state))),
        }


RISK = ClassicRisk()
"""The game; it keeps nothing, so one is enough."""
