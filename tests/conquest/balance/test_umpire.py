"""Random games of all options before an umpire with books of his own: every roll, draft, pile, price and victory."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from wartable.engine.chance import answer_with
from wartable.engine.values import CHANCE, Event, Seat
from wartable.games.conquest.balance.options import BalanceOptions
from wartable.games.conquest.balance.state import BalanceState
from wartable.games.conquest.core.actions import Trade
from wartable.games.conquest.core.events import Battle

from .running import GAME
from .umpire import Umpire

STEPS = 1_500
SEEDS = range(12)
Step = tuple[BalanceState, tuple[Event, ...], BalanceState]


def options_of(rng: Random) -> tuple[BalanceOptions, int]:
    """Any options that change what the umpire judges, and a number of players for them."""
    drawn: dict[str, Any] = {
        "neutral_army": rng.choice(["two", "with_three", "none"]),
        "recon": rng.choice(["rerolled", "raised"]),
        "die_cap": rng.choice(["none", "six"]),
        "rounding": rng.choice(["down", "up"]),
        "prices": rng.choice(["printed", "balanced"]),
        "alliances": rng.choice(["any_time", "rested"]),
        "objective_numbers": rng.choice(["printed", "fitted"]),
        "objectives_needed": rng.choice([3, 5]),
    }
    drawn |= {key: rng.random() < 0.5 for key in ("tanks", "third_pair", "rewards", "site_effects")}
    if rng.random() < 0.3:
        drawn |= {
            "actions": False,
            "prices": "balanced",
            "alliances": "rested",
            "recon": "rerolled",
            "die_cap": "none",
            "third_pair": False,
        }
    return BalanceOptions(**drawn), 2 if drawn["neutral_army"] == "two" else 2 + rng.randrange(4)


@cache
def played(seed: int) -> tuple[Step, ...]:
    """Play a random game."""
    rng = Random(seed)
    state = GAME.start(*options_of(rng))
    steps = list[Step]()
    while (asked := GAME.to_act(state)) and len(steps) < STEPS:
        seat = asked[0]
        action = answer_with(GAME.request(state), rng) if seat == CHANCE else GAME.legal(state, seat).sample(rng)
        while isinstance(action, Trade) and not state.options.actions:  # cards gather, beyond the limit too
            action = GAME.legal(state, Seat(seat)).sample(rng)
        step = GAME.apply(state, seat, action)
        steps.append((state, step.events, step.state))
        state = step.state
    return tuple(steps)


@pytest.mark.parametrize("seed", SEEDS)
def test_an_umpire_who_knows_the_rules_agrees_with_every_step(seed: int) -> None:
    steps = played(seed)
    umpire = Umpire(steps[0][0])
    for step in steps:
        umpire.follow(*step)


def test_these_games_bring_every_kind_of_event_that_he_judges() -> None:
    seen = {type(event).__name__.lower() for seed in SEEDS for _, told, _ in played(seed) for event in told}
    assert seen >= {
        "turnbegan", "neutralraised", "drafted", "traded", "battle", "eliminated", "bought", "struck", "cardgiven",
        "collected", "won",
    }  # fmt: skip


def test_he_objects_to_a_roll_settled_wrongly() -> None:
    steps = played(1)
    umpire = Umpire(steps[0][0])
    place = next(number for number, step in enumerate(steps) if any(isinstance(one, Battle) for one in step[1]))
    for step in steps[:place]:
        umpire.follow(*step)
    before, told, after = steps[place]
    wrong = tuple(replace(one, attacker_loss=3 - one.attacker_loss) if isinstance(one, Battle) else one for one in told)
    with pytest.raises(AssertionError, match="53, 56, 57"):
        umpire.follow(before, wrong, after)
