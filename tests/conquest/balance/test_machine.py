"""Random games of every preset: the table of phases, armies accounted for, and the contract."""

from __future__ import annotations

from importlib import resources
from random import Random

import pytest

from tests.conquest.balance.running import GAME
from wartable.engine.chance import answer_with
from wartable.engine.conformance import conform
from wartable.engine.values import CHANCE, Event
from wartable.games.conquest.balance import tanks
from wartable.games.conquest.balance.events import NeutralPlaced
from wartable.games.conquest.balance.options import PRESETS
from wartable.games.conquest.balance.phases import PHASES
from wartable.games.conquest.balance.shop.events import Struck
from wartable.games.conquest.core import events as e

STEPS = 700
OPENING = {"neutral", "claim", "setup"}


def gain(event: Event) -> int:
    """Armies that an event brings to the map."""
    match event:
        case e.Placed() | NeutralPlaced():
            return event.count
        case e.Battle():
            return -event.attacker_loss - event.defender_loss
        case Struck():
            return -event.count
        case tanks.TankFormed():
            return -5
        case tanks.TankDisbanded():
            return event.count
        case _:
            return 0


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("preset", PRESETS)
def test_random_play_keeps_to_the_table_and_loses_no_army(preset: str, seed: int) -> None:
    rng, options = Random(seed), PRESETS[preset]
    seats = GAME.seat_counts(options)[-1]
    state = GAME.start(options, seats)
    for _ in range(STEPS):
        asked = GAME.to_act(state)
        if not asked:
            break
        seat = asked[0]
        action = answer_with(GAME.request(state), rng) if seat == CHANCE else GAME.legal(state, seat).sample(rng)
        step = GAME.apply(state, seat, action)
        assert step.state.phase in PHASES[state.phase].then, (state.phase, action)
        assert list(GAME.invariants(step.state)) == []
        if state.phase not in OPENING:
            change = sum(step.state.armies) - sum(state.armies)
            assert change == sum(map(gain, step.events)), (state.phase, action)
        state = step.state


@pytest.mark.parametrize("preset", PRESETS)
def test_absent_players_can_be_stood_in_for(preset: str) -> None:
    rng, options = Random(3), PRESETS[preset]
    state = GAME.start(options, GAME.seat_counts(options)[0])
    for _ in range(STEPS):
        seat = GAME.to_act(state)[0]
        action = answer_with(GAME.request(state), rng) if seat == CHANCE else GAME.default(state, seat)
        state = GAME.apply(state, seat, action).state


@pytest.mark.parametrize("preset", PRESETS)
def test_conformance(preset: str) -> None:
    conform(GAME, games=2, seed=3, preset=preset, limit=400)


def test_every_preset_is_told_about() -> None:
    assert set(GAME.blurb.preset_titles) == set(GAME.blurb.preset_lines) == set(PRESETS)


def test_the_rules_page_shows_the_turn_machine() -> None:
    page = resources.files("wartable").joinpath("data/rules/balance-of-power.md").read_text(encoding="utf-8")
    assert GAME.machine.table() in page


def test_every_event_has_a_sentence() -> None:
    assert set(GAME.event_types) <= set(GAME.sentences)
