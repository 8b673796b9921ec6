"""The easy player of ring diplomacy: it plays every preset to the end, legally, and beats chance."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from wartable.bots.registry import bots_of
from wartable.bots.registry import get as get_bot
from wartable.engine.chance import SealedDice
from wartable.engine.driver import Match, Policy, play
from wartable.games.diplomacy.play.standard import DIPLOMACY
from wartable.games.diplomacy.ring.game import RING_DIPLOMACY
from wartable.games.diplomacy.ring.options import PRESETS


def played(preset: str, policies: list[Policy], seed: str) -> tuple[int, ...]:
    match = Match(RING_DIPLOMACY, PRESETS[preset], len(policies), SealedDice.of(seed))
    outcome = play(match, policies, [Random(f"{seed}/{seat}") for seat in range(len(policies))])
    assert outcome is not None
    return outcome.ranks


def easy() -> Policy:
    return get_bot(RING_DIPLOMACY, "easy")


def test_it_has_levels_of_its_own() -> None:
    assert [bot.key for bot in bots_of(RING_DIPLOMACY)] == ["random", "easy", "medium", "hard"]
    assert [bot.key for bot in bots_of(DIPLOMACY)] == ["random", "easy", "medium", "hard"]


@pytest.mark.parametrize("preset", ["advanced", "everything"])
def test_five_easy_players_come_to_an_end(preset: str) -> None:
    assert 1 in played(preset, [easy() for _ in range(5)], f"easy/{preset}")


def test_two_easy_players_lead_a_side_each() -> None:
    assert sorted(played("two-player", [easy(), easy()], "two")) in ([1, 1], [1, 2])


def test_easy_beats_chance() -> None:
    wins = Counter[int]()
    for seat in range(5):
        policies = [easy() if other == seat else get_bot(RING_DIPLOMACY, "random") for other in range(5)]
        wins[played("basic", policies, f"chance/{seat}")[seat]] += 1

    assert wins[1] >= 4
