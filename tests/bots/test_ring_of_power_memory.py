"""What bots of Ring of Power remember of a table: within its bytes however long a game lasts, and played the same."""

from __future__ import annotations

import gc
from random import Random

import pytest

from wartable import bots
from wartable.bots.ring_of_power import marching
from wartable.engine.chance import SealedDice
from wartable.engine.driver import Match
from wartable.engine.memory import Remembered
from wartable.games.ring_of_power.options import RingOptions
from wartable.games.ring_of_power.play.game import RING_OF_POWER
from wartable.games.ring_of_power.terrain.travel import STEPS, Travel

FEW = 4 << 20
"""Bytes of eight journeys over the table of the War of the Ring."""


def decided(decisions: int) -> list[object]:
    """Return the first decisions of a War of the Ring that medium bots play."""
    match = Match(RING_OF_POWER, RingOptions(scenario="war-of-the-ring"), 2, SealedDice.of("ring", 1))
    policies = [bots.get(RING_OF_POWER, "medium") for _ in range(2)]
    rngs = [Random(seat) for seat in range(2)]
    found: list[object] = []
    for _ in range(decisions):
        match.answer_chance()
        seat = match.to_act[0]
        chosen = policies[seat].decide(RING_OF_POWER, match.state, seat, rngs[seat])
        match.act(seat, chosen.action, chosen.why)
        found.append((chosen.action, chosen.why))
    return found


def alive() -> int:
    """Return how many bytes the fields of all journeys take that anything in this process holds."""
    gc.collect()
    held = {id(one.field): one.field for one in gc.get_objects() if isinstance(one, Travel)}
    return sum(field.costs.nbytes + field.steps.nbytes for field in held.values())


def test_journeys_take_no_more_bytes_than_allowed_and_bots_decide_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(marching, "JOURNEYS", Remembered[Travel](marching.JOURNEYS.most))
    at_ease = decided(20)
    assert FEW < marching.JOURNEYS.held <= marching.JOURNEYS.most
    monkeypatch.setattr(marching, "JOURNEYS", Remembered[Travel](FEW))
    before = alive()
    assert decided(20) == at_ease
    assert 0 < marching.JOURNEYS.held <= FEW
    assert alive() - before <= FEW


def test_a_process_may_hold_144_mib_of_journeys_and_tables() -> None:
    assert marching.JOURNEYS.most + STEPS.most == 144 << 20
