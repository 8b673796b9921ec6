"""The ladder: each level beats the next lower one, shown at 95 % confidence over games with seats exchanged."""

from __future__ import annotations

import pytest

from wartable.games.conquest.options import PRESETS
from wartable.games.conquest.risk import RISK
from wartable.lab.ladder import compare
from wartable.lab.simulate import Plan, simulate
from wartable.lab.stats import wilson

DUELS = (("easy", "random", 40), ("medium", "easy", 120), ("hard", "medium", 60))


@pytest.mark.slow
@pytest.mark.parametrize(("stronger", "weaker", "games"), DUELS)
@pytest.mark.parametrize("preset", ["engine", "classic"])
def test_the_stronger_wins_most_duels(preset: str, stronger: str, weaker: str, games: int) -> None:
    assert compare(RISK, PRESETS[preset], stronger, weaker, games=games, seed=preset).proved


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(("stronger", "weaker"), [("medium", "easy"), ("hard", "medium")])
def test_the_stronger_wins_more_than_its_third_among_three(preset: str, stronger: str, weaker: str) -> None:
    plan = Plan(game="risk", options=_plain(preset), seats=(stronger, weaker, weaker), games=60, seed="3", rotate=True)
    games = simulate(plan)
    won = sum(game.seats[seat] == stronger for game in games if game.outcome for seat in game.outcome.winners)
    assert wilson(won, len(games)).low > 1 / 3


def _plain(preset: str) -> dict[str, object]:
    options = PRESETS[preset]
    return {name: getattr(options, name) for name in options.__struct_fields__}
