"""Classic Risk: the risk-engine rules with the official ones as options (`wartable/data/rules/risk.md`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from wartable.engine import options as engine_options
from wartable.engine.chance import Draw, Request, fits
from wartable.engine.errors import Reason
from wartable.engine.game import Blurb, DiceUse, Forecast, Game
from wartable.engine.options import Options
from wartable.engine.values import CHANCE, Action, Event, Measures, Outcome, Seat
from wartable.games.conquest import actions as a
from wartable.games.conquest import events as e
from wartable.games.conquest import play, setup, turn
from wartable.games.conquest.check import broken_promises
from wartable.games.conquest.deck import drawable
from wartable.games.conquest.default import default_of
from wartable.games.conquest.explain import CHECKS, refusal
from wartable.games.conquest.forecast import dice_of, forecast_attack
from wartable.games.conquest.goals import NO_MISSION
from wartable.games.conquest.hidden import resample_hidden
from wartable.games.conquest.legal import RiskActions
from wartable.games.conquest.maps import drawing_key
from wartable.games.conquest.notation import format_action, parse_action
from wartable.games.conquest.options import PRESET_LINES, PRESET_TITLES, PRESETS, RiskOptions
from wartable.games.conquest.phases import CHANCE_PHASES
from wartable.games.conquest.result import outcome_of
from wartable.games.conquest.rules import Rules, rules_of
from wartable.games.conquest.state import Phase, RiskState
from wartable.games.conquest.tell import prompt_of, sentence
from wartable.games.conquest.view import RiskView, incomes, view_of

_ASK_CHANCE = (CHANCE,)
_ASK_SEAT = tuple((Seat(seat),) for seat in range(6))


class ClassicRisk(Game[RiskState, RiskOptions]):
    """Risk on the classic map of 42 territories, or on a map of the user."""

    key = "risk"
    title = "Classic Risk"
    rules_version = "1"
    seats = (2, 6)
    blurb = Blurb(
        line="Conquer the world, one border at a time.",
        about=(
            "Every turn brings armies for the territories and continents you hold. Place them, attack your neighbours "
            "with dice as often as you dare, and move once at the end. Whoever holds the whole map wins."
        ),
        minutes=40,
        dice=True,
    )
    options_type = RiskOptions
    presets: ClassVar[Mapping[str, Options]] = PRESETS
    preset_titles: ClassVar[Mapping[str, str]] = PRESET_TITLES
    preset_lines: ClassVar[Mapping[str, str]] = PRESET_LINES
    action_types = (a.Claim, a.Place, a.Trade, a.Attack, a.Occupy, a.EndAttacks, a.Fortify, a.EndTurn)
    event_types = (
        e.Dealt, e.Claimed, e.TurnBegan, e.Placed, e.Battle, e.Conquered, e.MovedIn, e.Fortified, e.Traded,
        e.CardDrawn, e.CardTaken, e.CardsSeized, e.MissionGiven, e.Eliminated, e.Won, e.TurnEnded,
    )  # fmt: skip
    state_type = RiskState
    hidden = True

    def start(self, options: RiskOptions, seats: int) -> RiskState:
        """Return the empty map. Raises `BadOptions` for contradictory options or a wrong number of seats."""
        options = options.settled()
        engine_options.check(options)
        self.check_seats(seats, "risk D2")
        return setup.first_state(options, seats)

    def to_act(self, state: RiskState) -> tuple[Seat, ...]:
        """Return chance, the seat whose turn it is, or nobody."""
        if state.phase in CHANCE_PHASES:
            return _ASK_CHANCE
        return () if state.victory is not None else _ASK_SEAT[state.seat]

    def request(self, state: RiskState) -> Request:
        """Return the dice of a battle, a card, or what the set-up needs."""
        fight = state.fight
        if fight is not None:
            rules, armies = rules_of(state.options), state.armies
            attack = min(fight.dice, armies[fight.source] - 1)
            return rules.rolls[attack][min(rules.defence_dice, armies[fight.target])]
        if state.phase == "draw":
            choice = drawable(rules_of(state.options), state.cards)
            return Draw("card", choice.bit_count(), audience=(state.seat,))
        return setup.request(state)

    def default(self, state: RiskState, seat: Seat) -> Action:  # noqa: ARG002 - only one seat is ever asked
        """Return a careful nothing: armies to a border, no attack, no move."""
        return default_of(rules_of(state.options), state)

    def view(self, state: RiskState, seat: Seat | None) -> RiskView:
        """Return the board, and the own hand and mission."""
        return view_of(rules_of(state.options), state, seat)

    def outcome(self, state: RiskState) -> Outcome | None:
        """Return the ranks: winners, then the survivors by territories, then the eliminated, last one first."""
        return outcome_of(state)

    def format(self, action: Action) -> str:
        """Return the notation of a decision: `attack brazil > north_africa x3`."""
        return format_action(action)

    def parse(self, state: RiskState, seat: Seat, text: str) -> Action:  # noqa: ARG002 - the same for every seat
        """Read a notation; raises `BadNotation`."""
        return parse_action(rules_of(state.options), text)

    def tell(self, event: Event, names: Sequence[str], options: RiskOptions | None = None) -> str:
        """Return an event as a full sentence, with the names of the map played on."""
        return sentence(rules_of(options or PRESETS["engine"]), event, names)

    def prompt(self, state: RiskState, seat: Seat) -> str:  # noqa: ARG002 - only one seat is ever asked
        """Return what is asked: `Place 3 armies`."""
        return prompt_of(rules_of(state.options), state)

    def invariants(self, state: RiskState) -> Iterator[str]:
        """Yield what is wrong with a state: armies, masks, cards, turn."""
        return broken_promises(rules_of(state.options), state)

    def measures(self, state: RiskState) -> Measures:
        """Return territories, armies on the map and next income of each seat."""
        return {
            "territories": tuple(float(mask.bit_count()) for mask in state.held),
            "armies": tuple(map(float, state.army_totals())),
            "income": tuple(map(float, incomes(rules_of(state.options), state))),
        }

    def clock(self, state: RiskState) -> tuple[int, Seat | None]:
        """Return the number of whole rounds played and whose turn it is."""
        return state.turn, Seat(state.seat)

    def resample(self, state: RiskState, seat: Seat | None, rng: Random) -> RiskState:
        """Return the state with other hands, the deck and other missions drawn anew."""
        if not state.cards.hands and not state.missions:
            return state
        return resample_hidden(rules_of(state.options), state, seat, rng)

    def keeps_secrets(self, state: RiskState) -> bool:
        """Whether somebody holds a card or has been dealt a mission."""
        return any(state.cards.hands) or any(mission != NO_MISSION for mission in state.missions)

    def forecast(self, state: RiskState, seat: Seat, action: Action) -> Forecast | None:
        """Return the exact odds of a legal attack, else None."""
        if not isinstance(action, a.Attack) or self.explain(state, seat, action) is not None:
            return None
        return forecast_attack(rules_of(state.options), state, action)

    def dice(self, event: Event) -> tuple[DiceUse, ...]:
        """Return the dice of both sides of a roll."""
        return dice_of(event) if isinstance(event, e.Battle) else ()

    def board_key(self, options: RiskOptions) -> str:
        """Return the key of the board played on, `classic@world_2008` for an edition."""
        return drawing_key(options.board)

    def advance(self, state: RiskState, seat: Seat, action: Action) -> RiskState:
        """Return the state after an action, as strict as `apply`: what is not plainly legal goes the long way."""
        rules, kind = rules_of(state.options), type(action)
        if seat == state.seat:
            check = CHECKS[state.phase].get(kind)
            if check is not None and check(rules, state, action) is None:
                return _DEEDS[kind](rules, state, action, None)
        elif seat == CHANCE and state.phase in CHANCE_PHASES and fits(self.request(state), action):
            return _ANSWERS[state.phase](rules, state, action, None)
        return super().advance(state, seat, action)

    def _legal(self, state: RiskState, seat: Seat) -> RiskActions:  # noqa: ARG002 - only one seat is ever asked
        return RiskActions(rules_of(state.options), state)

    def _explain(self, state: RiskState, seat: Seat, action: Action) -> Reason | None:  # noqa: ARG002
        return refusal(rules_of(state.options), state, action)

    def _apply(self, state: RiskState, seat: Seat, action: Action, tell: list[Event] | None) -> RiskState:
        rules = rules_of(state.options)
        if seat == CHANCE:
            return _ANSWERS[state.phase](rules, state, action, tell)
        return _DEEDS[type(action)](rules, state, action, tell)


Deed = Callable[[Rules, RiskState, Any, list[Event] | None], RiskState]


def _place(rules: Rules, state: RiskState, action: a.Place, tell: list[Event] | None) -> RiskState:
    put = setup.place_one if state.phase == "setup" else play.place
    return put(rules, state, action, tell)


_ANSWERS: Mapping[Phase, Deed] = {
    "first": setup.draw_first,
    "missions": setup.give_mission,
    "deal": setup.deal,
    "muster": setup.muster,
    "battle": play.roll,
    "draw": turn.take_card,
}
"""What an answer of chance does, by phase."""

_DEEDS: Mapping[type[Action], Deed] = {
    a.Claim: setup.claim,
    a.Place: _place,
    a.Trade: play.trade,
    a.Attack: play.attack,
    a.Occupy: play.occupy,
    a.EndAttacks: turn.end_attacks,
    a.Fortify: play.fortify,
    a.EndTurn: turn.end_turn,
}
"""What a decision does, by kind."""

RISK = ClassicRisk()
"""The game; it keeps nothing, so one is enough."""
