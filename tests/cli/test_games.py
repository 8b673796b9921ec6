from __future__ import annotations

import json
import subprocess
import sys
from importlib.metadata import EntryPoint

import pytest

from tests.cli.conftest import Wartable
from wartable.engine import registry
from wartable.engine.options import describe
from wartable.engine.registry import keys


def test_the_list_names_every_game_and_preset(wartable: Wartable, pig: str) -> None:
    said = wartable("games")

    assert said.status == 0
    for key in keys():
        assert f"\n{key} " in "\n" + said.out
        assert registry.get(key).title in said.out
    assert pig in keys()


def test_a_game_shows_every_option_with_rule_default_and_choices(wartable: Wartable) -> None:
    said = wartable("games", "risk")

    risk = registry.get("risk")
    for field in describe(risk.options_type):
        assert f"  {field.name} = " in said.out
        assert f"[{field.rule}]" in said.out
        assert all(value in said.out and words in said.out for value, words in field.choices)
    assert all(f"  {preset} " in said.out for preset in risk.presets)


def test_json_carries_the_same(wartable: Wartable) -> None:
    whole = json.loads(wartable("games", "risk", "--json").out)
    brief = json.loads(wartable("games", "--json").out)

    assert whole["board"] == "classic"
    assert whole["seats"] == [2, 6]
    assert set(whole["presets"]) == {"engine", "classic", "missions", "risk-simultaneous"}
    assert whole["presets"]["missions"]["goal"] == "missions"
    assert {option["name"] for option in whole["options"]} == set(whole["presets"]["engine"])
    assert "attack" in whole["actions"]
    assert [game["key"] for game in brief] == list(keys())


def test_presets_come_first_with_their_line_then_groups_with_titles(wartable: Wartable) -> None:
    said = wartable("games", "middle-earth-viii").out

    titles = ["Presets", "Rules", "Calendar", "Set-up", "Fortresses", "Conversion", "End", "Absence", "Doubtful points"]
    assert [line for line in said.splitlines() if line in titles] == titles
    assert "The version of 2006: fleets on the coasts from the start" in said


def test_what_an_option_needs_is_said_beside_it(wartable: Wartable) -> None:
    said = wartable("games", "risk", "--search", "pictured").out
    assert said.splitlines()[0] == "Cards"
    assert "has an effect only with cards other than off" in said
    assert "turn_limit other than 0)" in wartable("games", "risk", "--search", "new armies").out


def test_options_are_searched_in_labels_sentences_rules_and_values(wartable: Wartable) -> None:
    found = {
        word: [
            line.split()[0] for line in wartable("games", "risk", "--search", word).out.splitlines() if " = " in line
        ]
        for word in ("eliminates another", "D11", "italian", "CARDS eliminated")
    }

    assert found == {
        "eliminates another": ["seize_cards"],
        "D11": ["fortify"],
        "italian": ["defence_dice", "cards"],
        "CARDS eliminated": ["seize_cards"],
    }
    whole = json.loads(wartable("games", "risk", "--search", "D11", "--json").out)
    assert [option["name"] for option in whole["options"]] == ["fortify"]


def test_a_search_without_a_find_or_a_game_says_so(wartable: Wartable) -> None:
    assert "No option of Classic Risk mentions 'zzz'" in wartable("games", "risk", "--search", "zzz").err
    assert "wartable games NAME --search WORD" in wartable("games", "--search", "zzz").err


def test_options_that_contradict_are_refused_with_the_changes_that_help(wartable: Wartable) -> None:
    said = wartable("simulate", "risk", "--seats", "random,random", "--games", "1", "--option", "income=cards_only")

    assert said.status == 2
    assert said.err.splitlines() == [
        "wartable: New armies (For cards only) does not go with the rest: this game has no cards.",
        "  New armies (For cards only) does not go with the rest: without a turn limit play may come to a standstill.",
        "  Try --option income=whole_sum",
        "  or --option cards=escalating --option turn_limit=20",
    ]


def test_options_are_read_by_their_kind(wartable: Wartable, travel: str) -> None:
    told = wartable("games", travel).out
    assert "hand = 5 from 2 seats on, 4 from 4 on" in told
    assert "parts = leaders" in told
    assert "matters only to 2 players" in told
    for word, status in (("ring,ports", 0), ("none", 0), ("", 0), ("ring,rings", 2), ("ring,ring", 2)):
        game = ("simulate", travel, "--seats", "random,random", "--games", "1", "--option", f"parts={word}")
        assert wartable(*game).status == status, word
    year = ("conform", "risk", "--games", "1", "--limit", "5", "--preset", "engine", "--option", "goal=territories")
    assert wartable(*year, "--option", "territories=24").status == 0


def test_what_stands_beside_an_option_is_the_value_of_the_first_preset(wartable: Wartable) -> None:
    said = wartable("games", "lotr-risk").out

    assert "  deal_mode = alignment  [" in said
    assert "  starting_territory_cards = 1  [" in said


def test_a_set_that_needs_a_value_is_not_said_to_do_without(wartable: Wartable) -> None:
    said = wartable("games", "lotr-risk", "--search", "T10").out

    assert "several may be chosen, with commas between them\n" in said


def test_the_list_loads_no_game_of_ours_and_says_what_they_say() -> None:
    script = (
        "import sys; from wartable.cli.app import run; status = run(['games']);"
        "print(status, sorted(name for name in sys.modules if name.startswith('wartable.games.')))"
    )
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert said.splitlines()[-1] == "0 []"


def test_what_the_list_says_of_our_games_is_what_they_say(wartable: Wartable) -> None:
    told = {one["key"]: one for one in json.loads(wartable("games", "--json").out)}
    for key in registry.GAMES.ours:
        game = registry.get(key)
        assert told[key]["presets"] == list(game.presets)
        assert told[key]["versions"] == list(game.versions)


def test_a_game_that_cannot_be_loaded_is_left_out_of_the_list(
    wartable: Wartable, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = EntryPoint("wrong", "wartable.nowhere:GAME", registry.GROUP)
    monkeypatch.setitem(registry.GAMES.__dict__, "announced", {**registry.GAMES.announced, "wrong": wrong})
    said = wartable("games", "--json")

    assert [one["key"] for one in json.loads(said.out)][: len(registry.GAMES.ours)] == list(registry.GAMES.ours)
    assert said.status == 0
    assert "wartable: the game 'wrong' is left out: The entry point wrong" in said.err
    assert "No module named 'wartable.nowhere'" in said.err
