from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from tests.cli.conftest import Wartable
from wartable.engine import registry
from wartable.engine.chance import SealedDice
from wartable.engine.driver import Match, RandomPolicy, play
from wartable.engine.options import build
from wartable.engine.record import SeatInfo, dump, of_match

NAMES = ("Ada", "Bo", "Cy")


@pytest.fixture(scope="module")
def match() -> Match:
    risk = registry.get("risk")
    made = Match(risk, build(risk.options_type, {"turn_limit": 4}), 3, SealedDice.of("records"))
    play(made, [RandomPolicy()] * 3, [Random(seat) for seat in range(3)])
    return made


@pytest.fixture
def file(match: Match, tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    path.write_bytes(dump(of_match(match, [SeatInfo(name=name) for name in NAMES])))
    return path


def test_replay_tells_the_whole_game(wartable: Wartable, file: Path, match: Match) -> None:
    said = wartable("replay", file)

    assert said.status == 0
    assert "-- turn 1\n" in said.out
    assert all(name in said.out for name in NAMES)
    assert match.outcome is not None
    assert said.out.endswith(f"{match.outcome.reason}\n")


def test_replay_json_has_a_line_per_entry(wartable: Wartable, file: Path, match: Match) -> None:
    told = json.loads(wartable("replay", file, "--json").out)

    assert [moment["step"] for moment in told["moments"]] == list(range(len(match.moves) + 1))
    assert told["moments"][1]["seat"] == -1
    assert told["header"]["game"] == "risk"
    assert told["outcome"]["reason"]


@pytest.mark.parametrize("at", [0, 1, 30, -1])
def test_replay_at_shows_that_moment(wartable: Wartable, file: Path, match: Match, at: int) -> None:
    step = at if at >= 0 else len(match.moves)
    said = json.loads(wartable("replay", file, "--at", at, "--json").out)

    view = match.game.view(match.state_at(step), None)
    assert said["step"] == step
    assert said["view"]["owners"] == list(view.owners)  # type: ignore[attr-defined]
    assert said["view"]["armies"] == list(view.armies)  # type: ignore[attr-defined]


def test_replay_past_the_end_says_what_there_is(wartable: Wartable, file: Path, match: Match) -> None:
    said = wartable("replay", file, "--at", 100_000)

    assert said.status == 2
    assert f"moments 0 to {len(match.moves)}" in said.err


def test_verify_says_how_much_it_checked(wartable: Wartable, file: Path, match: Match) -> None:
    verdict = json.loads(wartable("verify", file, "--json").out)

    assert verdict["dice_match"] is True
    assert verdict["rolls"] == match.rolls
    assert verdict["entries"] == len(match.moves)


def test_verify_notices_a_changed_die(wartable: Wartable, file: Path) -> None:
    lines = file.read_text().splitlines()
    number = next(n for n, line in enumerate(lines) if '"rolled"' in line and n > 5)
    entry = json.loads(lines[number])
    entry["action"]["faces"][0] = entry["action"]["faces"][0] % 6 + 1
    file.write_text("\n".join([*lines[:number], json.dumps(entry), *lines[number + 1 :]]) + "\n")

    said = wartable("verify", file)

    assert said.status == 1
    assert said.err.count("\n") == 1
    assert f"Entry {number - 1}" in said.err


@pytest.mark.parametrize("text", ["hello\n", '{"record": 1}\n', '{"record": 9, "game": "risk"}\n'])
def test_a_file_that_is_no_record_is_one_clear_line(wartable: Wartable, tmp_path: Path, text: str) -> None:
    path = tmp_path / "wrong.jsonl"
    path.write_text(text)

    for command in ("replay", "verify"):
        said = wartable(command, path)
        assert said.status == 1
        assert said.err.startswith("wartable: Line 1")
        assert said.err.count("\n") == 1


def test_map_of_a_moment(wartable: Wartable, file: Path, match: Match, tmp_path: Path) -> None:
    picture = tmp_path / "moment.svg"
    said = wartable("map", "risk", "--record", file, "--at", 40, "-o", picture)

    assert said.status == 0
    svg = picture.read_text()
    armies = match.game.view(match.state_at(40), None).armies  # type: ignore[attr-defined]
    assert svg.count('class="token"') == len(armies) == 42
    assert "var(--" not in svg


def test_map_of_a_game_of_diplomacy_shows_units_and_the_orders_that_led_there(
    wartable: Wartable, tmp_path: Path
) -> None:
    diplomacy = registry.get("diplomacy")
    made = Match(diplomacy, build(diplomacy.options_type, {"last_year": 1901}), 7, SealedDice.of("orders"))
    play(made, [RandomPolicy()] * 7, [Random(seat) for seat in range(7)])
    path, picture = tmp_path / "game.jsonl", tmp_path / "moment.svg"
    path.write_bytes(dump(of_match(made, [SeatInfo(name=f"Player {seat}") for seat in range(7)])))
    said = wartable("map", "diplomacy", "--record", path, "--at", 7, "-o", picture)

    assert said.status == 0, said.err
    svg, units = picture.read_text(), made.state_at(7).position.units
    assert svg.count('class="unit ') >= sum(map(len, units.values())) > 0
    assert 'class="order ' in svg
    assert "Austria 3" in svg


def test_map_as_png_and_in_the_dark(wartable: Wartable, tmp_path: Path) -> None:
    light, dark = tmp_path / "light.png", tmp_path / "dark.png"
    wartable("map", "risk", "-o", light, "--width", 400)
    said = wartable("map", "classic", "-o", dark, "--width", 400, "--theme", "dark")

    assert said.status == 0
    assert light.read_bytes()[:8] == dark.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    assert light.read_bytes() != dark.read_bytes()


def test_a_record_of_another_game_is_refused(wartable: Wartable, file: Path, pig: str, tmp_path: Path) -> None:
    said = wartable("map", pig, "--record", file, "-o", tmp_path / "x.svg")

    assert said.status == 2
    assert "a record of risk, not of pig" in said.err


def test_a_record_is_drawn_by_the_name_of_its_board_too(wartable: Wartable, file: Path, tmp_path: Path) -> None:
    said = wartable("map", "classic", "--record", file, "-o", tmp_path / "x.svg")

    assert (said.status, "turn" in said.out) == (0, True)


def test_a_record_on_another_board_is_refused(wartable: Wartable, file: Path, tmp_path: Path) -> None:
    said = wartable("map", "lotr-64", "--record", file, "-o", tmp_path / "x.svg")

    assert said.status == 2
    assert "a record of risk, played on classic, not of lotr-64" in said.err


def test_replay_at_says_in_words_who_has_what_and_who_is_asked(wartable: Wartable, file: Path, match: Match) -> None:
    first, *told = wartable("replay", file, "--at", 1).out.splitlines()
    assert first == "Turn 1, after entry 1"
    held = match.game.measures(match.state_at(1))["armies"]
    assert next(line.split() for line in told if line.startswith("armies")) == ["armies", *(f"{n:g}" for n in held)]
    assert told[-1].startswith("To act: ")
    assert wartable("replay", file, "--at", -1).out.endswith(f"{match.outcome.reason}\n")  # type: ignore[union-attr]


def test_a_record_that_breaks_off_says_so(wartable: Wartable, file: Path) -> None:
    file.write_text("\n".join(file.read_text().splitlines()[:5]))
    assert wartable("verify", file).err == (
        "wartable: The record breaks off after line 5: its last line, which holds `end`, is missing.\n"
    )
