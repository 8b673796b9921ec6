"""Whole games under every kind of option: invariants after each step, the turn table, secrets, armies kept."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.conquest.positions import begun
from wartable.engine.chance import answer_with
from wartable.engine.conformance import conform
from wartable.engine.errors import IllegalAction
from wartable.engine.game import AnyGame
from wartable.engine.options import build
from wartable.engine.values import CHANCE, Event, Seat
from wartable.games.conquest.classic.game import RISK, ClassicRisk
from wartable.games.conquest.classic.options import PRESETS, RiskOptions
from wartable.games.conquest.classic.phases import PHASES
from wartable.games.conquest.classic.rules import rules_of
from wartable.games.conquest.classic.state import RiskState
from wartable.games.conquest.core.actions import Attack, Fortify, Occupy, Place, Trade
from wartable.games.conquest.core.events import Battle, Placed, Traded

OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "board": st.sampled_from(["classic", "anniversary_1999", "world_2008"]),
        "setup": st.sampled_from(["automatic", "turns", "claim"]),
        "first_player": st.sampled_from(["drawn", "seat_order"]),
        "bonuses": st.sampled_from(["standard", "none", "border_weighted"]),
        "income": st.sampled_from(["whole_sum", "official", "cards_only"]),
        "attack_dice": st.integers(1, 3),
        "defence_dice": st.integers(1, 3),
        "move_in": st.sampled_from(["one", "dice"]),
        "fortify": st.sampled_from(["adjacent", "chain", "none"]),
        "cards": st.sampled_from(["escalating", "fixed", "italian", "off"]),
        "goal": st.sampled_from(["world", "missions", "territories", "continents"]),
        "turn_limit": st.sampled_from([0, 3]),
    },
).map(lambda values: values | _beside(values))


def _beside(values: dict[str, Any]) -> dict[str, Any]:
    """Return what else must be chosen where only cards bring armies."""
    if values.get("income") != "cards_only":
        return {}
    cards = values.get("cards", "off")
    return {"cards": "fixed" if cards == "off" else cards, "bonuses": "standard", "turn_limit": 3}


class RiskMachine(RuleBasedStateMachine):
    """Plays any game of Risk, one decision at a time."""

    def __init__(self) -> None:
        super().__init__()
        self.state: RiskState | None = None
        self.before: RiskState | None = None
        self.events: tuple[Event, ...] = ()

    @property
    def now(self) -> RiskState:
        assert self.state is not None
        return self.state

    @initialize(values=OPTIONS, seats=st.integers(2, 6))
    def start(self, values: dict[str, Any], seats: int) -> None:
        self.state = RISK.start(build(RiskOptions, values), seats)

    def _step(self, seat: Seat, action: Any) -> None:
        step = RISK.apply(self.now, seat, action)
        self.before, self.state, self.events = self.now, step.state, step.events

    @rule(seed=st.integers(0, 2**32), times=st.integers(1, 40))
    def play(self, seed: int, times: int) -> None:
        rng = Random(seed)
        for _ in range(times):
            if not RISK.to_act(self.now):
                return
            seat = RISK.to_act(self.now)[0]
            action = (
                answer_with(RISK.request(self.now), rng) if seat == CHANCE else RISK.legal(self.now, seat).sample(rng)
            )
            self._step(seat, action)
            self.check()

    @precondition(lambda self: self.state and RISK.to_act(self.state) not in ((), (CHANCE,)))
    @rule()
    def do_nothing(self) -> None:
        seat = RISK.to_act(self.now)[0]
        self._step(seat, RISK.default(self.now, seat))
        self.check()

    def check(self) -> None:
        """Look at the last step."""
        assert list(RISK.invariants(self.now)) == []
        self._check_table()
        self._check_armies()

    def _check_table(self) -> None:
        """The table names every way from one phase to the next."""
        assert self.before is not None
        row = PHASES[self.before.phase]
        assert self.now.phase in row.then

    def _check_armies(self) -> None:
        """Armies come by placing and sets, and go by battle; nothing else changes their number."""
        assert self.before is not None
        if self.before.phase in ("first", "missions", "deal", "spread", "claim"):
            return
        change = sum(self.now.armies) - sum(self.before.armies)
        assert change == sum(_gain(event) for event in self.events)

    @invariant()
    def cards_are_all_there(self) -> None:
        if self.state is None or not self.state.cards.hands:
            return
        held = [card for hand in self.state.cards.hands for card in hand]
        deck = self.state.cards.deck.bit_count()
        assert len(held) + deck <= rules_of(self.state.options).cards.size

    @invariant()
    def round_trips(self) -> None:
        if self.state is not None:
            assert msgspec.json.decode(msgspec.json.encode(self.state), type=RiskState) == self.state


def _gain(event: Event) -> int:
    if isinstance(event, Placed):
        return event.count
    if isinstance(event, Traded):
        return 2 if event.bonus else 0
    return -(event.attacker_loss + event.defender_loss) if isinstance(event, Battle) else 0


TestRiskMachine = RiskMachine.TestCase
TestRiskMachine.settings = settings(
    max_examples=80, stateful_step_count=20, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)


@pytest.mark.parametrize("preset", PRESETS)
def test_conforms(preset: str) -> None:
    (report,) = conform(RISK, games=3, seed=5, preset=preset, limit=700)
    assert report.decisions > 500


class Mixed(ClassicRisk):
    """Classic Risk with the options that no preset has."""

    presets = {  # noqa: RUF012 - a class attribute of the contract
        "claim": RiskOptions(setup="claim", fortify="chain", cards="fixed", defence_dice=3, goal="continents"),
        "turns": RiskOptions(setup="turns", goal="missions", missions="lotr_notes", cards="escalating", turn_limit=9),
        "small": RiskOptions(attack_dice=1, fortify="none", goal="territories", bonuses="none", seize_cards=True),
    }


@pytest.mark.parametrize("preset", Mixed.presets)
def test_other_options_conform(preset: str) -> None:
    game: AnyGame = Mixed()
    conform(game, games=3, seed=2, preset=preset, limit=500)


def test_listed_actions_are_counted_and_sampled() -> None:
    state, rng = begun(), Random(3)
    seen: set[type] = set()
    for _ in range(400):
        legal = RISK.legal(state, Seat(state.seat))
        listed = list(legal)
        assert legal.count() == len(listed) == len(set(listed))
        action = legal.sample(rng)
        assert action in listed
        seen.add(type(action))
        state = RISK.advance(state, Seat(state.seat), action)
        while RISK.to_act(state) == (CHANCE,):
            state = RISK.advance(state, CHANCE, answer_with(RISK.request(state), rng))
        if state.victory:
            break
    assert {Place, Attack, Occupy, Fortify} <= seen


def test_every_kind_of_action_can_be_sampled_in_a_card_game() -> None:
    state, rng = begun(PRESETS["classic"], 4, seed=8), Random(8)
    trades = 0
    for _ in range(1500):
        if state.victory:
            break
        seat = RISK.to_act(state)[0]
        if seat == CHANCE:
            state = RISK.advance(state, CHANCE, answer_with(RISK.request(state), rng))
            continue
        action = RISK.legal(state, seat).sample(rng)
        trades += isinstance(action, Trade)
        state = RISK.advance(state, seat, action)
    assert trades > 0
    assert state.cards.sets == trades


def test_a_refused_action_changes_nothing() -> None:
    state = begun()
    text = msgspec.json.encode(state)
    with pytest.raises(IllegalAction):
        RISK.advance(state, Seat(state.seat), Occupy(1))
    assert msgspec.json.encode(state) == text
