"""Whole simultaneous games between bots of every level: they end, and every decision is legal."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from wartable import bots
from wartable.engine import registry
from wartable.engine.chance import SealedDice
from wartable.engine.driver import Match
from wartable.engine.values import Seat
from wartable.games.conquest.classic.options import PRESETS as RISK_PRESETS
from wartable.games.conquest.lotr.presets import PRESETS as LOTR_PRESETS
from wartable.games.conquest.simultaneous.actions import FightOn, NameTargets, Orders, Placements, Withdraw
from wartable.lab.simulate import Plan, simulate

OPTIONS = {**RISK_PRESETS, **LOTR_PRESETS}
GAMES = {"risk-simultaneous": "risk", "lotr-simultaneous": "lotr-risk", "simple-bounce": "lotr-risk"}
LEVELS = ("easy", "medium", "hard")
WRITTEN = (Placements, Orders, NameTargets, FightOn, Withdraw)


def played(preset: str, levels: tuple[str, ...], rounds: int, seed: int = 1) -> tuple[Match, list[tuple[Any, str]]]:
    """Play some rounds; return the match and every decision with its reason. An illegal one raises."""
    game = registry.get(GAMES[preset])
    match = Match(game, OPTIONS[preset], len(levels), SealedDice.of("rounds", seed))
    players = [bots.get(game, level) for level in levels]
    rngs = [Random(f"{seed}/{seat}") for seat in range(len(levels))]
    made: list[tuple[Any, str]] = []
    while match.state.turn < rounds:
        match.answer_chance()
        if not match.to_act:
            break
        seat = match.to_act[0]
        known = game.resample(match.state, seat, rngs[seat])
        chosen = players[seat].decide(game, known, Seat(seat), rngs[seat])
        match.act(seat, chosen.action, chosen.why)
        made.append((chosen.action, chosen.why))
    return match, made


@pytest.mark.parametrize("preset", GAMES)
def test_every_level_writes_orders_targets_and_reasons(preset: str) -> None:
    _, made = played(preset, LEVELS, 3)
    kinds = {type(action) for action, _ in made}
    assert {Placements, Orders, NameTargets} <= kinds
    for action, why in made:
        if isinstance(action, WRITTEN):
            assert why.endswith(".")
            assert why[0].isupper() or why[0].isdigit()


def test_the_same_seed_plays_the_same_game() -> None:
    one, other = (played("risk-simultaneous", LEVELS, 3)[1] for _ in range(2))
    assert one == other


def test_leaders_go_along_in_lord_of_the_rings_risk() -> None:
    _, made = played("lotr-simultaneous", ("medium", "hard", "medium"), 4)
    orders = [order for action, _ in made if isinstance(action, Orders) for order in action.orders]
    assert any(order.leader and order.count for order in orders)


@pytest.mark.parametrize(("reveal", "swap", "cap"), [("player_by_player", "fight", False), ("together", "fight", True)])
def test_the_other_options_are_played_too(reveal: str, swap: str, cap: bool) -> None:  # noqa: FBT001
    values = {**RISK_PRESETS["risk-simultaneous"].values(), "reveal": reveal, "swap": swap, "cap_by_units": cap}
    plan = Plan(game="risk", options=values, seats=("medium", "easy", "easy"), games=1, seed="options", limit=400)
    assert simulate(plan)[0].decisions > 50


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "seats", "games"), [("risk-simultaneous", 3, 6), ("lotr-simultaneous", 4, 20)])
def test_games_of_easy_bots_end(preset: str, seats: int, games: int) -> None:
    plan = Plan(game=GAMES[preset], options=OPTIONS[preset].values(), seats=("easy",) * seats, games=games, seed="end")
    assert all(game.outcome is not None for game in simulate(plan))
