"""Combats with decisions and dice at random: nothing breaks, and the same answers give the same end."""

from __future__ import annotations

import random

import msgspec
import pytest

from tests.games.ring_of_power.combat.brute import random_battle
from wartable.engine.errors import IllegalAction
from wartable.games.ring_of_power.combat.machine import answer, begin, report, sample
from wartable.games.ring_of_power.combat.report import Report
from wartable.games.ring_of_power.combat.requests import Allocate, Answer, Decision, Faces, Throw
from wartable.games.ring_of_power.combat.stage import Stage
from wartable.games.ring_of_power.combat.values import CASUALTIES, Fate


def fought(seed: int) -> tuple[Stage, list[Answer]]:
    rng = random.Random(seed)
    stage, given = begin(random_battle(rng)), list[Answer]()
    while stage.awaits is not None:
        if isinstance(stage.awaits, Throw):
            reply: Answer = Faces(tuple(rng.choices(range(1, 7), k=stage.awaits.dice)))
        else:
            reply = sample(stage, rng)
            check_level(stage, stage.awaits, reply)
        given.append(reply)
        stage = answer(stage, reply)
    return stage, given


def check_level(stage: Stage, decision: Decision, reply: Answer) -> None:
    if isinstance(reply, Allocate) and stage.battle.rules.overflow_allocation == "level":
        hits = {figure: sum(counts) for figure, counts in reply.hits}
        each = [hits.get(figure, 0) for figure in decision.figures]
        assert max(each) - min(each) <= 1


@pytest.mark.parametrize("seed", range(150))
def test_any_course_ends_and_can_be_replayed(seed: int) -> None:
    """Settlement Q80, case 7.8."""
    stage, given = fought(seed)
    again = begin(stage.battle)
    for reply in given:
        again = answer(again, reply)

    assert again == stage
    assert msgspec.json.decode(msgspec.json.encode(stage), type=Stage) == stage
    told = report(stage)
    assert msgspec.json.decode(msgspec.json.encode(told), type=Report) == told


@pytest.mark.parametrize("seed", range(300, 400))
def test_the_dead_neither_retreat_nor_flee(seed: int) -> None:
    """Statement G16."""
    told = report(fought(seed)[0])
    dead = {result.id for result in told.figures if result.fate in (Fate.DEAD, Fate.DISPERSED)}

    assert not dead & set(told.retreats)
    assert all(result.wounds == 0 for result in told.figures if result.fate in CASUALTIES)
    assert all(result.wounds > 0 for result in told.figures if result.fate not in CASUALTIES)
    assert len({result.id for result in told.figures}) == len(told.figures)


def test_nothing_is_sampled_where_dice_are_asked_for() -> None:
    stage, _ = fought(1)

    with pytest.raises(IllegalAction, match="No decision"):
        sample(stage, random.Random(1))
