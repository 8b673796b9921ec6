from __future__ import annotations

import json

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
    assert set(whole["presets"]) == {"engine", "classic", "missions"}
    assert whole["presets"]["missions"]["goal"] == "missions"
    assert {option["name"] for option in whole["options"]} == set(whole["presets"]["engine"])
    assert "attack" in whole["actions"]
    assert [game["key"] for game in brief] == list(keys())
