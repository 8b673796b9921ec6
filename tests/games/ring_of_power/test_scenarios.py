"""Scenario files: those of the package are sound, and whatever is wrong with one is named."""

from __future__ import annotations

from importlib import resources

import pytest

from wartable.engine.errors import BadData
from wartable.games.ring_of_power.charts import charts
from wartable.games.ring_of_power.linting import findings
from wartable.games.ring_of_power.reading import packaged_scenarios, read_scenario, scenario
from wartable.games.ring_of_power.units import units

MORIA = (resources.files("wartable.data") / "ring_of_power" / "scenarios" / "moria-passage.yaml").read_text("utf-8")


@pytest.mark.parametrize("key", packaged_scenarios())
def test_scenarios_of_the_package_are_sound(key: str) -> None:
    assert findings(scenario(key)) == ()
    assert scenario(key).id == key


def test_lengths_are_read_in_inches() -> None:
    one = scenario("edoras-raid")

    assert (one.table.width, one.table.height) == (48_000, 36_000)
    assert one.places[0].circle == (40_000, 7_000, 1_000)


def changed(old: str, new: str) -> str:
    assert old in MORIA
    return MORIA.replace(old, new, 1)


WRONG = {
    "an unknown unit": ("{unit: goblin, count: 20", "{unit: gobblin, count: 20", "Did you mean goblin?"),
    "an unknown character": ("{character: sam,", "{character: samm,", "names the unit samm"),
    "an army as a character": ("{character: goblin_shaman,", "{character: goblin,", "goblin is an army"),
    "an unknown side": ("{is: spotted, side: good}", "{is: spotted, side: goood}", "Did you mean good?"),
    "an unknown place": ("by: east_gate, who: {holds", "by: east_gat, who: {holds", "Did you mean east_gate?"),
    "an unknown item": ("who: {side: evil, holds: one_ring}", "who: {side: evil, holds: ring}", "names the item ring"),
    "an unknown terrain": ("type: mountain", "type: mountains", "is of the type mountains"),
    "crossing lines": (
        "[[0, 10], [6, 9], [7, 14], [0, 14]]",
        "[[0, 10], [7, 14], [7, 9], [0, 14]]",
        "no simple polygon",
    ),
    "an area off the table": ("[[0, 10], [6, 9]", "[[-1, 10], [6, 9]", "partly off the table"),
    "a place twice": ("{id: deeps,", "{id: west_door,", "2 of the place west_door"),
    "a player left out": ("order: [goblins, fellowship]", "order: [goblins]", "every player"),
    "a standing rule that rolls": ("when: always\n", "when: always\n    roll: {target: 3}\n", "has no die"),
    "an effect at the wrong time": (
        "when: turn_start\n    sentence: If",
        "when: always\n    sentence: If",
        "only these",
    ),
    "no last verdict": ("  - {winner: evil, grade: minor, when: time_out, sentence", "#", "last verdict"),
    "an arrival without a turn": (
        "turn: 4, groups: [{character: balrog}]",
        "groups: [{character: balrog}]",
        "needs a turn",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_named(name: str) -> None:
    """Statement A2."""
    old, new, sentence = WRONG[name]

    found = findings(read_scenario(changed(old, new)))

    assert any(sentence in one for one in found), found


UNREADABLE = {
    "not YAML": ("id: moria-passage", "id: [moria-passage", "not YAML"),
    "a field that there is not": ("last_turn: 10", "last_turns: 10", "last_turn"),
    "a word that there is not": ("is: spotted", "is: spoted", "spoted"),
    "a length that is no number": ("width: 48", "width: wide", "width"),
    "a length without end": ("width: 48", "width: .inf", "inches"),
    "a negative count": ("count: 20", "count: -20", ">= 1"),
    "a turn that never comes": ("last_turn: 10", "last_turn: 0", ">= 1"),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_what_cannot_be_read_is_named(name: str) -> None:
    old, new, sentence = UNREADABLE[name]

    with pytest.raises(BadData, match=sentence.replace("[", r"\[")):
        read_scenario(changed(old, new))


def test_a_scenario_that_there_is_not_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadData, match="helms-deep"):
        scenario("helms-deap")


def test_every_name_in_the_charts_and_units_of_the_package_is_known() -> None:
    rules = charts()
    for ability in rules.abilities.values():
        assert rules.terrain.keys() >= {*ability.where, *ability.clear_in}, ability.title
        assert {ability.tag} <= {"", *rules.tags}, ability.title
    assert {weapon.row for weapon in rules.artillery.values()} <= {"crew", *rules.movement}
    for key, unit in units().items():
        assert {unit.race, unit.race_on_foot} <= {"", *rules.movement}, key
        assert rules.abilities.keys() >= {*unit.abilities}, key
        assert unit.crew is None or unit.crew.unit in units(), key
