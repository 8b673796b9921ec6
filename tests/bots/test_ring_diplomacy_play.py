"""Bots of ring diplomacy at play: legal in every preset, with reasons, the same from the same seed, and no secrets."""

from __future__ import annotations

import re
from random import Random

import pytest

from tests.bots.games import play_on
from wartable import bots
from wartable.bots.diplomacy.hard import LEARNING, POLISHING
from wartable.bots.diplomacy.judge import Judge
from wartable.bots.diplomacy.ring.judge import RingJudge
from wartable.bots.diplomacy.ring.scene import RingScene
from wartable.engine.chance import SealedDice
from wartable.engine.driver import Match
from wartable.engine.options import build
from wartable.games.diplomacy.ring.game import RING_DIPLOMACY
from wartable.games.diplomacy.ring.options import PRESETS, RingOptions

SENTENCE = re.compile(r"[A-Z][^.]*\.")


def table(preset: str, seats: int, seed: object = 1, **values: object) -> Match:
    options = build(RingOptions, {**values}, PRESETS[preset])
    return Match(RING_DIPLOMACY, options, seats, SealedDice.of("ring bots", seed))


TABLES = [("basic", 5), ("basic", 4), ("advanced", 5), ("advanced", 4), ("everything", 5), ("two-player", 2)]


@pytest.mark.parametrize(("preset", "seats"), TABLES)
def test_medium_plays_every_preset_with_reasons(preset: str, seats: int) -> None:
    match = table(preset, seats, last_year=3005)
    for move in play_on(match, ["medium"] * seats):
        assert SENTENCE.fullmatch(move.why), move.why
    assert match.outcome is not None


@pytest.mark.parametrize(("preset", "seats"), [("everything", 5), ("two-player", 2), ("basic", 4)])
def test_hard_plays_by_the_rules(preset: str, seats: int) -> None:
    moves = play_on(table(preset, seats), ["hard", *["medium"] * (seats - 1)], 2 * seats)
    assert {move.entry.seat for move in moves} >= set(range(seats))
    for move in moves:
        assert SENTENCE.fullmatch(move.why), move.why


def test_powers_of_one_player_share_the_judgements_of_hard(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a player of three powers would think three times as long."""
    judges: list[Judge] = []
    begin = RingJudge.__init__

    def begun(judge: RingJudge, scene: RingScene) -> None:
        begin(judge, scene)
        judges.append(judge)

    monkeypatch.setattr(RingJudge, "__init__", begun)
    play_on(table("two-player", 2), ["hard", "medium"], 2)

    assert len(judges) == 3
    assert 0.6 < sum(judge.count for judge in judges) / (LEARNING + POLISHING) <= 1.1


@pytest.mark.parametrize(
    "values",
    [
        {"ring_steps": 2, "dead_spent": "on_call", "nazgul_spares": "evil", "ring_decides": True},
        {"sudden_death": (), "elite_support": 1, "sea_moves": "one_line", "strongholds": True},
        {"sudden_death": ("last_year",), "forced_alliances": True, "ents": True, "mount_doom_centre": True},
    ],
)
def test_medium_plays_by_any_settlement(values: dict[str, object]) -> None:
    match = table("advanced", 5, last_year=3004, **values)
    play_on(match, ["medium", "easy", "medium", "medium", "medium"])
    assert match.outcome is not None


def test_the_same_seed_gives_the_same_game() -> None:
    levels = ("medium", "easy", "hard", "medium", "easy")
    first, second = (
        [(move.entry, move.why) for move in play_on(table("advanced", 5), levels, decisions=8)] for _ in "ab"
    )
    assert first == second


@pytest.mark.parametrize(("level", "decisions", "tries"), [("medium", 60, 8), ("hard", 16, 2)])
def test_decisions_do_not_hang_on_what_a_seat_may_not_know(level: str, decisions: int, tries: int) -> None:
    """Whatever is drawn for hidden figures, their leader and orders of others, a seat decides the same."""
    match, player = table("advanced", 5, seed=3), bots.get(RING_DIPLOMACY, level)
    play_on(match, ["medium"] * 5, decisions)
    match.answer_chance()
    for seat in match.to_act[-2:]:
        chosen = {
            str(
                player.decide(RING_DIPLOMACY, RING_DIPLOMACY.resample(match.state, seat, Random(draw)), seat, Random(7))
            )
            for draw in range(tries)
        }
        assert len(chosen) == 1, seat
