"""Text, picture and command: what they say must be what the battle is."""

import json
from dataclasses import asdict
from pathlib import Path
from xml.etree import ElementTree as ET

import msgspec
import pytest

from wartable.cli.app import run
from wartable.odds import PLAIN, Battle, DiceRules, battle_odds
from wartable.odds.plot import svg_plot
from wartable.odds.report import SHOWN, bars, percent, text_report
from wartable.tools.conquest.odds import DiceOptions

SVG = "{http://www.w3.org/2000/svg}"


def _run(*words: str) -> int:
    return run(["odds", *words])


def test_an_end_too_rare_to_be_followed_is_still_possible() -> None:
    hopeless, sure = (text_report(battle_odds(Battle(*armies))) for armies in ((500, 9000), (9000, 500)))
    assert "conquered                   < 0.0001 %" in hopeless
    assert "repelled                    < 0.0001 %" in sure
    assert "repelled                         0.0 %" in text_report(battle_odds(Battle(9, 3, stop=3)))


@pytest.mark.parametrize(
    ("attackers", "defenders", "stop"), [(11, 7, 0), (11, 7, 4), (1000, 1000, 0), (1, 40, 0), (60, 1, 0)]
)
def test_bars_cover_the_battle_in_reading_order(attackers: int, defenders: int, stop: int) -> None:
    result = battle_odds(Battle(attackers, defenders, stop=stop))
    found = bars(result)
    order = [-bar.low if bar.side == "defender" else bar.low for bar in found]
    sides = [bar.side for bar in found]
    assert sides == sorted(sides, reverse=True)
    assert order == sorted(order)
    assert len(found) <= 26
    assert sum(bar.chance for bar in found) == pytest.approx(1.0, abs=4 * SHOWN)
    held = sum(bar.chance for bar in found if bar.side == "defender")
    assert held == pytest.approx(result.stopped + result.repelled, abs=2 * SHOWN)


def test_bars_of_a_small_battle_are_its_ends() -> None:
    result = battle_odds(Battle(3, 1))
    assert [(bar.side, bar.label, bar.chance) for bar in bars(result)] == [
        ("defender", "1", result.defenders_left[1]),
        ("attacker", "1", result.attackers_left[1]),
        ("attacker", "2", result.attackers_left[2]),
        ("attacker", "3", result.attackers_left[3]),
    ]


def test_text_tells_the_figures_of_the_battle_card() -> None:
    text = text_report(battle_odds(Battle(11, 7)))
    assert "11 attacking, 7 defending\n" in text
    for words in ("conquered                       85.2 %", "5.57", "6.58", "defender left with", "attacker left with"):
        assert words in text
    assert "stopped" not in text
    limited = text_report(battle_odds(Battle(11, 7, stop=4, rolls=1)))
    assert "stopping at 4 attackers left, 1 roll at most" in limited
    assert "stopped" in limited


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (0.0, "0.0 %"),
        (1.0, "100.0 %"),
        (0.5, "50.0 %"),
        (0.0004, "0.04 %"),
        (0.9999, "99.99 %"),
        (0.000004, "0.0004 %"),
        (1e-12, "< 0.0001 %"),
        (1 - 1e-12, "> 99.9999 %"),
    ],
)
def test_percentages_never_round_an_open_matter_away(chance: float, words: str) -> None:
    assert percent(chance) == words


def test_picture_draws_each_bar_to_scale() -> None:
    result = battle_odds(Battle(11, 7))
    root = ET.fromstring(svg_plot(result, "Mira", "Jonas"))
    drawn = [rect for rect in root.iter(f"{SVG}rect") if "bar" in rect.get("class", "")]
    found = bars(result, most=36)
    assert [rect.get("class") for rect in drawn] == [f"bar {bar.side}" for bar in found]
    tallest = max(float(rect.get("height", "0")) for rect in drawn)
    most = max(bar.chance for bar in found)
    for rect, bar in zip(drawn, found, strict=True):
        assert float(rect.get("height", "0")) == pytest.approx(tallest * bar.chance / most, abs=0.1)
    assert root.findtext(f"{SVG}title") == "Mira conquers with 85.2 %"


def test_picture_escapes_names() -> None:
    picture = svg_plot(battle_odds(Battle(3, 2)), "<script>", 'A & "B"')
    assert "<script>" not in picture
    assert ET.fromstring(picture).findtext(f"{SVG}title", "").startswith("<script>")


def test_picture_of_a_hopeless_attack_is_well_formed() -> None:
    root = ET.fromstring(svg_plot(battle_odds(Battle(1, 40))))
    assert root.findtext(f"{SVG}title") == "Attacker conquers with < 0.0001 %"


def test_picture_of_a_huge_battle_stays_readable() -> None:
    root = ET.fromstring(svg_plot(battle_odds(Battle(2000, 1500))))
    assert len([rect for rect in root.iter(f"{SVG}rect") if "bar" in rect.get("class", "")]) <= 38


def test_command_options_are_the_dice_rules() -> None:
    assert asdict(DiceOptions()) == msgspec.structs.asdict(PLAIN)


def test_command_prints_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert _run("10", "7") == 0
    assert capsys.readouterr().out == text_report(battle_odds(Battle(10, 7)))


def test_command_prints_json_with_every_rule(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--stop", "2", "--attack-dice", "2", "--defence-least", "2", "--attack-bonus", "1", "--cap", "6", "--json"]
    assert _run("6", "3", *words) == 0
    told = json.loads(capsys.readouterr().out)
    rules = DiceRules(attack_dice=2, defence_least=2, attack_bonus=1, cap=6)
    result = battle_odds(Battle(6, 3, stop=2, rules=rules))
    assert told["conquered"] == result.conquered
    assert told["battle"]["rules"] == msgspec.structs.asdict(rules)
    assert told["ends"] == [list(end) for end in result.ends]


def test_command_writes_the_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "battle.svg"
    assert _run("10", "7", "--plot", str(target)) == 0
    assert target.read_text(encoding="utf-8") == svg_plot(battle_odds(Battle(10, 7)))
    assert capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["0", "7"], "attackers must be from 1 to 100,000, not 0."),
        (["5", "7", "--stop", "5"], "--stop must be below the 5 attackers, not 5: nobody would roll."),
        (["5", "7", "--attack-dice", "20"], "--attack-dice must be from 1 to 8, not 20."),
        (["5", "7", "--plot", "battle.png"], "name it battle.svg, not battle.png."),
        (["5", "7", "--plot", "no-such-folder/battle.svg"], "Cannot write no-such-folder/battle.svg"),
    ],
)
def test_command_refuses_bad_input_in_words(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert _run(*words) == 2
    told = capsys.readouterr()
    assert message in told.err
    assert told.out == ""
