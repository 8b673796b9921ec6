"""Bots at Lord of the Rings Risk: legal, with reasons, the same from the same seed, to an end, under any options."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from random import Random

import pytest

from tests.bots.games import play_on
from wartable import bots
from wartable.engine.chance import SealedDice
from wartable.engine.driver import Match, Move
from wartable.engine.errors import BadOptions
from wartable.engine.optionfield import OptionField
from wartable.engine.options import build, describe
from wartable.engine.values import Seat
from wartable.games.conquest.lotr.actions import MoveLeader, PlayCard, ShowMission
from wartable.games.conquest.lotr.game import LOTR_RISK
from wartable.games.conquest.lotr.options import LotrOptions
from wartable.games.conquest.lotr.presets import PRESETS

LEVELS = ("easy", "medium", "hard")
SENTENCE = re.compile(r"[A-Z0-9].*[^ ]\.")
ENOUGH = 30_000
"""Decisions after which a game is taken to be endless."""


def play(
    options: LotrOptions, levels: Sequence[str], seed: object = 1, decisions: int = ENOUGH
) -> tuple[Match, list[Move]]:
    """Play so many decisions, or to the end; return the moves that the seats made too. An illegal choice raises."""
    match = Match(LOTR_RISK, options, len(levels), SealedDice.of("lotr bots", seed))
    return match, play_on(match, levels, decisions, seed)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("level", ["easy", "medium"])
def test_every_preset_is_played_to_its_end_with_reasons(preset: str, level: str) -> None:
    for seats in PRESETS[preset].seat_counts():
        match, moves = play(PRESETS[preset], [level] * seats)
        assert match.outcome is not None
        for move in moves:
            assert SENTENCE.fullmatch(move.why), move


@pytest.mark.parametrize("preset", PRESETS)
def test_hard_plays_by_the_rules(preset: str) -> None:
    seats = PRESETS[preset].seat_counts()[-1]
    for move in play(PRESETS[preset], ["hard", *["medium"] * (seats - 1)], decisions=350)[1]:
        assert SENTENCE.fullmatch(move.why), move


def test_the_same_seed_gives_the_same_game() -> None:
    levels = ("medium", "hard", "easy")
    first, second = (
        [(move.entry, move.why) for move in play(PRESETS["original"], levels, decisions=250)[1]] for _ in "ab"
    )
    assert first == second


def any_value(field: OptionField, rng: Random) -> object:
    """A value that an option may have."""
    if field.kind == "bool":
        return bool(rng.randrange(2))
    values = [value for value, _ in field.choices]
    if field.kind == "choice":
        return rng.choice(values)
    if field.kind == "set":
        return tuple(value for value in values if rng.randrange(2)) or (rng.choice(values),)
    assert field.most is not None
    return rng.randint(field.least or 0, field.most)


def any_options(rng: Random) -> LotrOptions:
    """Options that the option type accepts, a third of them other than usual."""
    fields = describe(LotrOptions)
    while True:
        changed = {field.name: any_value(field, rng) for field in fields if not rng.randrange(3)}
        try:
            return build(LotrOptions, changed)
        except BadOptions:
            continue


PARTS = [*range(4), *(pytest.param(part, marks=pytest.mark.strength) for part in range(4, 12))]
"""Sets of options by the 25: 100 with every run of the tests, 300 with those of strength."""


@pytest.mark.parametrize("part", PARTS)
def test_easy_plays_any_options_to_the_end(part: int) -> None:
    rng = Random(f"any options {part}")
    for number in range(25):
        options = any_options(rng)
        seats = rng.choice(options.seat_counts())
        assert play(options, ["easy"] * seats, number)[0].outcome is not None, options.values()


@pytest.mark.parametrize("level", ["medium", pytest.param("hard", marks=pytest.mark.strength)])
def test_stronger_levels_play_any_options_by_the_rules(level: str) -> None:
    rng = Random(f"any options for {level}")
    for number in range(16):
        options = any_options(rng)
        seats = rng.choice(options.seat_counts())
        play(options, [level, *["medium"] * (seats - 1)], number, decisions=400)


def test_cards_are_used_and_leaders_sent_out() -> None:
    played: set[str] = set()
    shown = sent = 0
    for seed in range(4):
        for move in play(PRESETS["trilogy"], ["medium"] * 3, seed)[1]:
            action = move.entry.action
            if isinstance(action, PlayCard):
                played.add(action.card)
            shown += isinstance(action, ShowMission)
            sent += isinstance(action, MoveLeader)
    assert len(played) >= 10, played
    assert shown >= 8
    assert sent >= 8


def test_hard_decides_within_a_second() -> None:
    """Measured in processor time, so that a busy machine does not fail it."""
    match = Match(LOTR_RISK, PRESETS["trilogy"], 4, SealedDice.of("lotr bots", "time"))
    player = bots.get(LOTR_RISK, "hard")
    slowest = 0.0
    for number in range(420):
        match.answer_chance()
        if not match.to_act:
            break
        seat, rng = match.to_act[0], Random(f"time {number}")
        known = LOTR_RISK.resample(match.state, seat, rng)
        start = time.process_time()
        chosen = player.decide(LOTR_RISK, known, Seat(seat), rng)
        slowest = max(slowest, time.process_time() - start)
        match.act(seat, chosen.action, chosen.why)
    assert slowest < 1.0
