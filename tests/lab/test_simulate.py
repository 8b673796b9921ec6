from __future__ import annotations

import os
import signal
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest

from wartable.engine import registry
from wartable.engine.errors import UnknownGame, WartableError
from wartable.engine.options import build
from wartable.engine.record import load, verify
from wartable.engine.values import Outcome
from wartable.lab.ladder import compare
from wartable.lab.players import make_players
from wartable.lab.report import make_report, text_report
from wartable.lab.simulate import Plan, Played, simulate
from wartable.lab.stats import wilson


def plan_of(game: str, **changed: object) -> Plan:
    fields: dict[str, object] = {"game": game, "options": {}, "seats": ("random", "random"), "games": 6, "seed": "lab"}
    return Plan(**{**fields, **changed})  # type: ignore[arg-type]


def test_a_game_depends_on_seed_and_number_alone(pig: str) -> None:
    few = simulate(plan_of(pig, games=3))
    many = simulate(plan_of(pig, games=20))

    assert many[:3] == few
    assert [one.number for one in many] == list(range(20))
    assert simulate(plan_of(pig, games=3, seed="other")) != few


def test_recording_changes_nothing_and_records_verify(pig: str, tmp_path: Path) -> None:
    plain = simulate(plan_of(pig))
    recorded = simulate(plan_of(pig, records=str(tmp_path / "a" / "b")))
    files = sorted((tmp_path / "a" / "b").iterdir())

    assert recorded == plain
    assert len(files) == 6
    for one, file in zip(recorded, files, strict=True):
        record = load(file.read_bytes())
        assert record.ending.outcome == one.outcome
        assert verify(record).dice_match is True


def test_rotation_plays_every_deal_from_every_seat(pig: str) -> None:
    plan = plan_of(pig, seats=("a", "b", "c"), rotate=True)

    assert [plan.deal(number) for number in range(6)] == [0, 0, 0, 1, 1, 1]
    assert [plan.seated(number) for number in range(3)] == [("a", "b", "c"), ("c", "a", "b"), ("b", "c", "a")]
    seats = Counter((name, seat) for number in range(3) for seat, name in enumerate(plan.seated(number)))
    assert set(seats.values()) == {1}


def test_without_rotation_everyone_keeps_a_seat(pig: str) -> None:
    plan = plan_of(pig, seats=("a", "b"))

    assert {plan.seated(number) for number in range(5)} == {("a", "b")}
    assert [plan.deal(number) for number in range(3)] == [0, 1, 2]


def test_each_game_is_told_as_it_comes_in(pig: str) -> None:
    told: list[Played] = []
    played = simulate(plan_of(pig, games=11), on_game=told.append)

    assert told == played


def test_ctrl_c_while_the_processes_begin_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    begin: Any = ProcessPoolExecutor.map

    def pressed(*args: Any, **more: Any) -> Any:
        os.kill(os.getpid(), signal.SIGINT)
        return begin(*args, **more)

    monkeypatch.setattr(ProcessPoolExecutor, "map", pressed)
    with pytest.raises(KeyboardInterrupt):
        simulate(plan_of("risk", limit=50), 2)


def test_a_game_past_the_limit_counts_as_unfinished(pig: str, tmp_path: Path) -> None:
    quick = simulate(plan_of(pig, limit=5))
    recorded = simulate(plan_of(pig, limit=5, records=str(tmp_path)))

    assert quick == recorded
    assert {one.outcome for one in quick} == {None}
    report = make_report(plan_of(pig, limit=5), quick)
    assert (report.games, report.finished) == (6, 0)
    assert "0 of 6 games finished" in text_report(report)


def test_errors_cross_from_a_worker(pig: str) -> None:
    with pytest.raises(UnknownGame, match="pig"):  # registered in this process only
        simulate(plan_of(pig), jobs=2)


def test_unknown_players_are_named(pig: str) -> None:
    with pytest.raises(WartableError, match="random"):
        make_players(registry.get(pig), ["randon"])


def test_the_report_of_a_game_between_equals_is_fair(pig: str) -> None:
    plan = plan_of(pig, games=200, rotate=True)
    report = make_report(plan, simulate(plan))

    assert report.finished == 200
    assert sum(line.wins.count for line in report.by_seat) == 200
    assert report.policies[0].fair == 1.0
    assert {one.reason for one in report.endings} == {"50 points reached"}
    assert sum(one.games.count for one in report.endings) == 200
    assert report.turns.least >= 2
    assert all(line.mean_rank == pytest.approx(1.5, abs=0.2) for line in report.by_seat)


def test_the_report_of_rotated_games_knows_that_those_of_one_deal_depend_on_each_other(pig: str) -> None:
    """Here the deal alone decides which seat wins: 20 deals of two games tell no more than 20 games."""
    plan = plan_of(pig, games=40, rotate=True)
    won = [
        Played(
            number=number,
            seats=plan.seated(number),
            outcome=Outcome(ranks=(2, 1) if plan.deal(number) % 2 else (1, 2), scores=(0, 0), reason="Luck."),
            turns=1,
            decisions=1,
        )
        for number in range(40)
    ]
    seat, once = make_report(plan, won).by_seat[0].wins, wilson(10, 20)
    assert (seat.count, seat.total) == (20, 40)
    assert (seat.low, seat.high) == pytest.approx((once.low, once.high), abs=0.01)


def test_compare_tells_the_stronger_one_from_the_weaker() -> None:
    risk = registry.get("risk")
    options = msgspec.structs.replace(risk.presets["engine"], turn_limit=12)

    found = compare(risk, options, "easy", "random", games=30, seed="ladder")
    turned = compare(risk, options, "random", "easy", games=30, seed="ladder")

    assert found.wins.total + found.undecided == 30
    assert found.proved
    assert not found.refuted
    assert turned.refuted


def test_players_are_compared_with_options_by_name_as_simulations_take_them() -> None:
    risk = registry.get("risk")
    by_name = compare(risk, {"turn_limit": 2}, "easy", "random", games=3, seed="names")
    as_object = compare(risk, build(risk.options_type, {"turn_limit": 2}), "easy", "random", games=3, seed="names")
    assert by_name == as_object
    assert by_name.wins.total + by_name.undecided == 4
