"""Reports keep apart who won alone and who shared a draw, and follow what seats hold through the years."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Wartable
from wartable.engine import registry
from wartable.engine.record import load, replay
from wartable.engine.values import Outcome
from wartable.games.diplomacy.play.standard import DIPLOMACY
from wartable.lab.page import page_of
from wartable.lab.report import Report, make_report, text_report
from wartable.lab.simulate import Plan, Played, simulate

POWERS = ("austria", "england", "france", "germany", "italy", "russia", "turkey")
PLAN = Plan(game="diplomacy", options={}, seats=("medium", "easy", *("medium",) * 5), games=4, seed="made")


def game(number: int, winners: dict[str, float], course: tuple[tuple[float, ...], ...]) -> Played:
    """A finished game that these powers won, or share, with these points."""
    ranks = tuple(1 if power in winners else 1 + len(winners) for power in POWERS)
    return Played(
        number=number,
        seats=PLAN.seats,
        outcome=Outcome(ranks=ranks, scores=(0.0,) * 7, reason="All powers agree on a draw."),
        turns=10 * (number + 1),
        decisions=70,
        points=tuple(winners.get(power, 0.0) for power in POWERS),
        course=course,
    )


START = (3.0, 3.0, 3.0, 3.0, 3.0, 4.0, 3.0)
LATER = (0.0, 5.0, 9.0, 0.0, 2.0, 0.0, 18.0)


@pytest.fixture
def report() -> Report:
    """One game won by Turkey, one by England, a draw of two and a draw of three."""
    return make_report(
        PLAN,
        [
            game(0, {"turkey": 1.0}, (START, LATER)),
            game(1, {"england": 1.0}, (START,)),
            game(2, {"turkey": 0.75, "france": 0.25}, (START, START, LATER)),
            game(3, {"turkey": 0.5, "france": 0.3, "england": 0.2}, (START, START)),
        ],
    )


def test_a_shared_draw_is_no_win(report: Report) -> None:
    turkey, france = report.by_seat[6], report.by_seat[2]

    assert (turkey.wins.count, turkey.shared.count) == (1, 2)
    assert (france.wins.count, france.shared.count) == (0, 2)
    assert sum(line.wins.count for line in report.by_seat) == 2


def test_what_is_fair_counts_only_the_games_that_somebody_won(report: Report) -> None:
    assert report.by_seat[0].fair == pytest.approx(1 / 14, abs=1e-4)
    medium, easy = report.policies
    assert (medium.name, medium.wins.count, medium.shared.count) == ("medium", 1, 2)
    assert (easy.name, easy.wins.count, easy.shared.count) == ("easy", 1, 1)
    assert medium.fair == pytest.approx(6 / 14, abs=1e-4)


def test_draws_are_counted_by_size(report: Report) -> None:
    assert [(line.size, line.games.count) for line in report.sizes] == [(1, 2), (2, 1), (3, 1)]
    assert [line.turns.mean for line in report.sizes] == [15, 30, 40]
    assert [(line.size, line.winners) for line in report.endings if line.size > 1] == [(2, ()), (3, ())]


def test_points_are_means_by_power_and_sums_by_player(report: Report) -> None:
    assert report.scoring == "sum of squares"
    assert [line.points for line in report.by_seat] == [0.0, 0.3, 0.1375, 0.0, 0.0, 0.0, 0.5625]
    assert [line.points for line in report.policies] == [0.7, 0.3]


def test_a_game_that_is_over_counts_with_what_it_ended_with(report: Report) -> None:
    turkey = report.course[6]

    assert report.followed == "centres"
    assert turkey.means == (3.0, (18 + 3 + 3 + 3) / 4, (18 + 3 + 18 + 3) / 4)


def test_text_and_page_tell_wins_draws_points_and_centres(report: Report) -> None:
    for told in (text_report(report), page_of([report], "Draws")):
        assert "sum of squares" in told
        assert "shared by 3" in told
        assert "10.50" in told  # the centres of Turkey in the end
    assert "shared   mean rank" in text_report(report)


def test_a_whole_game_is_followed_from_the_first_year() -> None:
    plan = Plan(game="diplomacy", options={"last_year": 1903}, seats=("easy",) * 7, games=2, seed="course")
    played = simulate(plan)

    for one in played:
        assert one.course[0] == START
        assert len(one.course) == 4
        assert one.outcome is not None
        assert one.course[-1] == one.outcome.scores
        squares = [score**2 for score in one.outcome.scores]
        shares = [square / sum(squares) for square in squares]
        assert one.points == pytest.approx(shares)


def test_the_end_comes_after_how_the_last_year_began(tmp_path: Path) -> None:
    plan = Plan(game="diplomacy", options={}, seats=("medium",) * 7, games=1, seed="c", records=str(tmp_path))
    (one,) = simulate(plan)
    (path,) = tmp_path.iterdir()
    states = [state for _, state, _ in replay(load(path.read_bytes()))]
    springs = {state.position.phase.year: state for state in states[:-1] if state.position.phase.season == "spring"}

    assert states[-1].position.phase.season == "winter"  # somebody has won before the next year began
    assert one.outcome is not None
    began = [DIPLOMACY.measures(springs[year])["centres"] for year in sorted(springs)]
    assert one.course == (START, *began[1:], one.outcome.scores)


def test_a_sole_winner_takes_all_points(wartable: Wartable) -> None:
    said = wartable("simulate", "middle-earth-viii", "--seats", ",".join(["medium"] * 8), "--games", 3, "--json")
    report = json.loads(said.out)

    solos = sum(line["wins"]["count"] for line in report["by_seat"])
    assert solos == sum(line["games"]["count"] for line in report["sizes"] if line["size"] == 1) > 0
    assert sum(line["points"] for line in report["by_seat"]) == pytest.approx(1, abs=0.001)
    assert {line["name"] for line in report["course"]} == {line["name"] for line in report["by_seat"]}


def test_games_without_years_and_points_show_neither() -> None:
    plan = Plan(game="risk", options={}, seats=("easy", "easy"), games=2, seed="plain", limit=600)
    text = text_report(make_report(plan, simulate(plan)))

    assert "squares" not in text
    assert "after year" not in text
    assert registry.get("risk").study.points(None) == ()
