"""The Balance of Power variant, and the game of 2008 by the same parts (`wartable/data/rules/balance-of-power.md`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import ClassVar, get_args

from wartable.engine.chance import Roll
from wartable.engine.game import Blurb
from wartable.engine.options import Options
from wartable.engine.values import Action, Measures, Seat, Standing
from wartable.games.conquest.balance import actions as b
from wartable.games.conquest.balance import collecting, events, shop, sites, tanks
from wartable.games.conquest.balance.check import broken_promises
from wartable.games.conquest.balance.course import BalanceCourse
from wartable.games.conquest.balance.data import balance_data
from wartable.games.conquest.balance.default import default_of
from wartable.games.conquest.balance.explain import CHECKS, wrong_phase
from wartable.games.conquest.balance.menus import MENUS
from wartable.games.conquest.balance.notation import FORMS
from wartable.games.conquest.balance.objectives import title
from wartable.games.conquest.balance.opening import REQUESTS, first_state, seat_counts
from wartable.games.conquest.balance.options import PRESET_LINES, PRESET_TITLES, PRESETS, BalanceOptions
from wartable.games.conquest.balance.phases import PHASES
from wartable.games.conquest.balance.preview import forecast_of
from wartable.games.conquest.balance.rules import BalanceRules, rules_of
from wartable.games.conquest.balance.state import BalanceState
from wartable.games.conquest.balance.status import measures_of, rolling, score_of
from wartable.games.conquest.balance.tasks import BalanceTask
from wartable.games.conquest.balance.tell import SENTENCES
from wartable.games.conquest.balance.view import BalanceView, view_of
from wartable.games.conquest.core import actions as a
from wartable.games.conquest.core import events as e
from wartable.games.conquest.core.battle import DIE
from wartable.games.conquest.core.game import ConquestGame, ConquestStudy
from wartable.games.conquest.core.machine import REQUESTS as SHARED
from wartable.games.conquest.core.machine import Effect, Machine, Wanted
from wartable.games.conquest.core.notation import Forms
from wartable.games.conquest.core.rest import CLAIMS, PLACES
from wartable.games.conquest.core.tell import Sentences
from wartable.games.conquest.core.view import incomes

COURSE = BalanceCourse()


_ANSWERS: Mapping[str, Effect] = {
    "first": COURSE.roll_first,
    "cities": COURSE.draw_cities,
    "rough": COURSE.draw_rough,
    "sites": COURSE.draw_sites,
    "objectives": COURSE.draw_objectives,
    "rewards": COURSE.draw_rewards,
    "neutral": COURSE.draw_neutral,
    "start_cards": COURSE.draw_start,
    "ties": COURSE.part,
    "revival": COURSE.revive,
    "bomb": COURSE.fallout,
    "spy": COURSE.spy,
    "battle": COURSE.roll,
    "draw": COURSE.take_card,
}
_REQUESTS: Mapping[str, Wanted] = {
    **SHARED,
    **REQUESTS,
    "ties": lambda rules, state, _step: Roll("standing", (DIE,) * len(rolling(rules, state))),
    "revival": lambda _rules, _state, _step: Roll("revival", (DIE, DIE)),
    "bomb": shop.bomb_request,
    "spy": shop.spy_request,
}
_EFFECTS: Mapping[type[Action], Effect] = {
    **COURSE.effects(),
    b.Capital: COURSE.found,
    b.Buy: COURSE.buy,
    a.Trade: COURSE.trade,
    b.FormTank: COURSE.form,
    b.DisbandTank: tanks.disband_tank,
    b.MoveTanks: COURSE.move_tanks,
    b.Collect: COURSE.collect,
    b.Give: COURSE.give,
    b.Done: COURSE.done,
}


_BOUGHT, _TAKEN = "Special combat actions bought", "Objectives collected"
_ACTIONS = {row.key: row.title for row in balance_data().shop.actions}
_PLAIN = rules_of(PRESETS["two-player"])
_OBJECTIVES = {key: title(one, _PLAIN.regions) for key, one in _PLAIN.objectives.items()}


class BalanceStudy(ConquestStudy[BalanceState]):
    """Purchases and objectives beside the dice."""

    tallies: ClassVar[Mapping[str, tuple[str, ...]]] = {
        _BOUGHT: tuple(_ACTIONS.values()),
        _TAKEN: tuple(dict.fromkeys(_OBJECTIVES.values())),
    }

    def tally(self, action: Action) -> tuple[str, str] | None:
        """Count purchases and objectives."""
        if isinstance(action, b.Buy):
            return _BOUGHT, _ACTIONS[action.what]
        return (_TAKEN, _OBJECTIVES[action.objective]) if isinstance(action, b.Collect) else None


class BalanceOfPower(ConquestGame[BalanceRules, BalanceState, BalanceOptions]):
    """Risk with cities, rough terrain, a neutral army, special combat actions and objectives."""

    key = "balance-of-power"
    title = "Balance of Power"
    versions = ("3",)
    blurb = Blurb(
        line="Risk as a duel: a neutral army between you, and casualties that buy bombs, spies and reconnaissance.",
        about=(
            "Cities count like territories, rough terrain is hard to take, and a neutral army holds six sites: whoever "
            "is losing commands it. Your fallen pay for special combat actions. Three objectives and your own capital "
            "win."
        ),
        minutes=60,
        dice=True,
        caveat="The rules of the variant leave out objectives and a few details; what was added is marked on its page.",
        preset_titles=PRESET_TITLES,
        preset_lines=PRESET_LINES,
    )
    options_type = BalanceOptions
    presets: ClassVar[Mapping[str, Options]] = PRESETS
    action_types = tuple(_EFFECTS)
    event_types = (
        e.Claimed, e.TurnBegan, e.Placed, e.Battle, e.Conquered, e.MovedIn, e.Fortified, e.Traded, e.CardDrawn,
        e.CardTaken, e.CardsSeized, e.Eliminated, e.Won, e.TurnEnded,
        *events.EVENT_TYPES, *sites.EVENT_TYPES, *shop.EVENT_TYPES, *tanks.EVENT_TYPES, *collecting.EVENT_TYPES,
    )  # fmt: skip
    state_type = BalanceState
    hidden = True
    cases = "wartable.games.conquest.balance.cases:CASES"
    machine = Machine(
        steps=get_args(BalanceTask),
        rows=PHASES,
        offers=MENUS,
        checks=CHECKS,
        effects=_EFFECTS,
        answers=_ANSWERS,
        requests=_REQUESTS,
        default=default_of,
        wrong_phase=wrong_phase,
    )
    compiled = staticmethod(rules_of)
    foretold = staticmethod(forecast_of)
    forms: ClassVar[Forms] = FORMS
    sentences: ClassVar[Sentences] = SENTENCES

    @cached_property
    def study(self) -> BalanceStudy:
        """What statistics follow."""
        return BalanceStudy()

    def _start(self, options: BalanceOptions, seats: int) -> BalanceState:
        """Return the empty map."""
        self.check_seats(seats, "balance-of-power 7")
        return first_state(options, seats)

    def left_to_rules(self, options: BalanceOptions) -> tuple[Standing, ...]:
        """Return the claims and the placements (`balance-of-power 8`)."""
        return CLAIMS, PLACES

    def seat_counts(self, options: BalanceOptions) -> tuple[int, ...]:
        """Return the numbers of players that the options are for."""
        return seat_counts(options)

    def view(self, state: BalanceState, seat: Seat | None) -> BalanceView:
        """Return the board with all that lies on it, the own hand, and the shop for the seat that may buy."""
        return view_of(self._rules(state.options), state, seat)

    def invariants(self, state: BalanceState) -> Iterator[str]:
        """Yield what is wrong with a state: armies, masks, cards, piles, objectives, turn."""
        return broken_promises(self._rules(state.options), state)

    def worth(self, state: BalanceState, seat: Seat) -> tuple[int, ...]:
        """Return territories with cities, and what parts those who are level in them (`balance-of-power 19`, 20)."""
        measure = measures_of(self._rules(state.options), state)[seat]
        return (0,) if measure is None else (*measure[:-1], *measure.rolls)

    def measures(self, state: BalanceState) -> Measures:
        """Return territories and cities, objectives, armies on the map and next draft of each seat."""
        return {
            "score": tuple(float(score_of(state, seat)) for seat in range(state.seats)),
            "objectives": tuple(float(len(keys)) for keys in state.collected),
            "armies": tuple(map(float, state.army_totals())),
            "income": tuple(map(float, incomes(self._rules(state.options), state))),
        }


BALANCE_OF_POWER = BalanceOfPower()
"""The game; it keeps nothing, so one is enough."""
