"""The page that is made of simulations: what is counted, tables, plots, the command that repeats it."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from xml.etree import ElementTree as ET

import msgspec
import pytest

from wartable.cli.app import run
from wartable.engine import registry
from wartable.engine.options import build
from wartable.lab.page import page_of
from wartable.lab.plots import bar_plot, column_plot, interval_plot
from wartable.lab.report import Report, make_report, text_report
from wartable.lab.simulate import Plan, Played, simulate

GAME = registry.get("balance-of-power")
OPTIONS = build(GAME.options_type, {"first_player": "seat_order"}, GAME.presets["two-player"])
PLAN = Plan(game=GAME.key, options=OPTIONS.values(), seats=("random", "random"), games=3, seed="page", limit=2_000)


@pytest.fixture(scope="module")
def played() -> list[Played]:
    """Three games."""
    return simulate(PLAN)


@pytest.fixture(scope="module")
def report(played: list[Played]) -> Report:
    """Their report."""
    return make_report(PLAN, played)


def plots(page: str) -> list[ET.Element]:
    """Every picture of a page, read strictly."""
    found = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    assert all("\n\n" not in one for one in found), "a blank line ends what is no Markdown"
    return [ET.fromstring(one) for one in found]


def test_what_a_game_has_counted_adds_up(played: list[Played], report: Report) -> None:
    over = [one for one in played if one.outcome is not None]
    assert over
    for line in report.tallies:
        own = [each for one in over for each in one.tallied if each.name == line.name]
        assert line.count == sum(each.count for each in own)
        assert line.by_winners.total == line.count
        assert line.games.total == len(over)
    assert {line.name for line in report.tallies} == {name for names in GAME.study.tallies.values() for name in names}
    assert sum(line.count for line in report.tallies) > 0
    assert sum(games for _, games in report.lengths) == len(over)


def test_recorded_games_count_the_same(played: list[Played], tmp_path: Path) -> None:
    recorded = simulate(msgspec.structs.replace(PLAN, games=1, records=str(tmp_path)))
    assert recorded[0].tallied == played[0].tallied


def test_a_game_that_counts_nothing_has_no_tallies() -> None:
    plan = Plan(game="risk", options={}, seats=("random", "random"), games=1, seed="1", limit=300)
    made = make_report(plan, simulate(plan))
    assert made.tallies == ()
    assert "by winners" not in text_report(made)


def test_the_text_names_what_was_counted(report: Report) -> None:
    text = text_report(report)
    assert "special combat actions bought" in text
    assert "Recon mission" in text


def test_a_page_has_tables_plots_and_the_command(report: Report) -> None:
    page = page_of([report], "Balance", "How it went.")
    assert page.startswith("# Balance\n\nHow it went.\n\n## Balance of Power: random, random\n")
    assert len(plots(page)) == 2 + len(GAME.study.tallies)
    for line in report.tallies:
        assert f"| {line.name} | {line.per_game:.2f} |" in page
    command = next(line for line in page.splitlines() if line.startswith("wartable simulate"))
    assert shlex.split(command)[-2:] == ["--option", "first_player=seat_order"]
    assert page == page_of([report], "Balance", "How it went.")


def test_plots_change_nothing_else_in_their_page(report: Report) -> None:
    page = page_of([report], "a page")
    assert "<style" not in page
    assert any(each.get("font-size") == "11" for plot in plots(page) for each in plot.iter())


def test_plots_are_to_scale() -> None:
    widths = [
        float(bar.attrib["width"])
        for bar in plots(bar_plot("t", [("a", 2.0), ("b & c", 1.0)]))[0].iter()
        if bar.tag.endswith("rect")
    ]
    assert widths[0] == pytest.approx(2 * widths[1], abs=0.2)
    columns = plots(column_plot("t", [("0", 4), ("1", 1)]))[0]
    heights = [float(one.attrib["height"]) for one in columns.iter() if one.tag.endswith("rect")]
    assert heights[0] == pytest.approx(4 * heights[1])
    dots = [
        float(one.attrib["cx"])
        for one in plots(interval_plot("t", [("a", 0.5, 0.4, 0.6)], 0.5))[0].iter()
        if one.tag.endswith("circle")
    ]
    assert len(dots) == 1
    assert plots(column_plot("none", []))
    assert plots(bar_plot("none", []))


def test_the_command_makes_a_page_of_files(report: Report, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, page = tmp_path / "two.json", tmp_path / "page.md"
    source.write_bytes(msgspec.json.encode(report))
    assert run(["report", str(source), "--title", "Two", "--out", str(page)]) == 0
    assert page.read_text(encoding="utf-8") == page_of([report], "Two")
    capsys.readouterr()
    assert run(["report", str(source)]) == 0
    assert capsys.readouterr().out == page_of([report], "Games between bots")


def test_files_that_are_no_reports_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = tmp_path / "wrong.json"
    wrong.write_text('{"game": 3}', encoding="utf-8")
    assert run(["report", str(wrong)]) == 2
    assert "is not what `wartable simulate --json` writes" in capsys.readouterr().err
    assert run(["report"]) == 2
    assert "Name at least one file" in capsys.readouterr().err
