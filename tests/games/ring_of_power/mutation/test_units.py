"""No value of a unit can be altered unnoticed: each line here says all of one, apart from the data file (A3, N)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.games.ring_of_power.mutation.mutants import altered_units
from wartable.board.fileformat import read_yaml
from wartable.games.ring_of_power.charts import charts
from wartable.games.ring_of_power.units import Profile, UnitType, units

FACTS = Path(__file__).parents[5] / "shared" / "facts" / "ring-of-power-scenarios.yaml"
LINES = """\
rohan_foot: rohan man army 1/4/5
rohan_rider: rohan man army 1/4/5, mounted 2/3/4, with swift furious_charge_mounted
rohan_royal_guard: rohan man army 1/3/4, mounted 2/2/3, with swift furious_charge_mounted
gondor_warrior: gondor man army 1/4/4, with heavy_armor
gondor_guard: gondor man army 1/4/4, with heavy_armor elite
gondor_knight: gondor man army 1/4/4, mounted 2/3/4, with heavy_armor furious_charge_mounted
gondor_ranger: gondor man army 1/4/5, with ranger ambush woodsmen
swan_knight: gondor man army 1/4/4, mounted 2/3/4, with heavy_armor elite
fief_man: gondor man army 1/4/5
gondor_militia: gondor man army 1/4/6, with unarmored
dead_host: dead man army 1/4/4, with ethereal terror
noldor_elf: elves elf army 1/3/4, with heavy_armor
galadhrim: elves elf army 1/3/5, with woodsmen
wood_elf: elves elf army 1/3/5, with woodsmen
dwarf_warrior: dwarves dwarf army 1/4/3, with miners axes
khazad_guard: dwarves dwarf army 1/4/2, with miners heavy_armor
iron_guard: dwarves dwarf army 1/4/2, with tough heavy_armor
dale_man: dale man army 1/4/5
uruk_hai: isengard uruk army 1/4/5
uruk_pike: isengard uruk army 1/4/4, with heavy_armor pikes
uruk_berserker: isengard uruk army 1/4/5, with berserk
uruk_engineer: isengard uruk army 1/4/5
warg_rider: isengard orc army 1/5/6, mounted 2/4/5, with scouts
dunlending: dunland man army 1/4/6, with unarmored axes
orc: mordor orc army 1/5/6
orc_crew: mordor orc army 1/5/6
troll: mordor troll army 2/3/4
olog: mordor troll army 2/3/3, with heavy_armor terror
goblin: moria goblin army 1/6/-, with burrower
goblin_drummer: moria goblin army 1/6/-, with burrower
cave_troll: moria troll army 2/3/4, with burrower
giant_spider: wild spider army 1/5/5, with paralyze
spider_swarm: wild spider army 1/5/-, with paralyze
castellan: dol_guldur man army 1/4/4, with ethereal immobile
numenorean: mordor man army 1/4/4, mounted 2/3/4, with heavy_armor
haradrim: harad man army 1/4/6, with unarmored poison_weapons
harad_rider: harad man army 1/4/6, mounted 2/3/6, with unarmored camels
mumak: harad mumakil army crew/3/3, crew 3 to 4 haradrim, with terror ponderous
easterling: rhun man army 1/4/4, with heavy_armor pikes
khand_chariot: khand chariot army 2/3/4
corsair: harad man army 1/4/5, with sailors
corsair_ship: harad ship army 0/-/3, wounds 3, carries 8
ent_host: fangorn troll army 10/2/-, with crushing_attack
frodo: fellowship hobbit character 1/6/4, with heroes stealth
sam: fellowship hobbit character 1/5/5, with heroes stealth
merry: fellowship hobbit character 1/5/6, with heroes stealth magic_weapons
pippin: fellowship hobbit character 1/5/6, with heroes stealth
gandalf: fellowship man character 2/3/3, leads 2, wizardry 3, with heroes magic_weapons
aragorn: fellowship man character 2/3/3, leads 3, with heroes ranger tracker
legolas: fellowship elf character 2/3/4, leads 1, with heroes woodsmen
gimli: fellowship dwarf character 1/4/2, leads 1, with heroes axes miners
boromir: fellowship man character 2/3/4, leads 2, with heroes
theoden: rohan man character 1/4/4, mounted 2/3/4, leads 2 rohan, with heroes
theodred: rohan man character 1/4/5, mounted 2/3/4, leads 1 rohan, with heroes
eomer: rohan man character 1/4/5, mounted 2/3/4, leads 2 rohan, with heroes
eowyn: rohan man character 1/5/5, mounted 2/4/4, with heroes
erkenbrand: rohan man character 1/4/5, mounted 2/3/4, leads 1 rohan, with heroes
gamling: rohan man character 1/4/5, mounted 2/3/4, with royal_standard
denethor: gondor man character 1/4/4, leads 2 gondor, with venerable
faramir: gondor man character 2/3/4, leads 2 gondor, with heroes ranger
imrahil: gondor man character 1/3/4, mounted 2/2/3, leads 2 gondor, with heroes
elrond: elves elf character 2/3/3, leads 2 elves, wizardry 2, with heroes
glorfindel: elves elf character 2/3/3, mounted 3/2/3, leads 2 elves, wizardry 1, with heroes magic_weapons
galadriel: elves elf character 1/4/4, leads 1 elves, wizardry 3, with heroes venerable
celeborn: elves elf character 2/3/3, leads 2 elves, with heroes
haldir: elves elf character 2/3/4, leads 1 elves, with heroes woodsmen
thranduil: elves elf character 2/3/3, leads 2 elves, with heroes woodsmen
dain: dwarves dwarf character 1/4/3, leads 2 dwarves, with heroes axes venerable
brand: dale man character 1/4/4, leads 1 dale, with heroes
murin: dwarves dwarf character 1/4/3, with heroes axes
drar: dwarves dwarf character 1/4/3, with heroes axes
witch_king: mordor man character 2/3/3, mounted 3/3/3, leads 3, wizardry 3, with ethereal terror
nazgul: mordor man character 1/4/4, mounted 2/3/4, leads 1, wizardry 1, with ethereal terror
khamul: dol_guldur man character 2/3/3, mounted 2/3/3, leads 2, wizardry 2, with ethereal terror tracker
mouth: mordor man character 1/4/4, mounted 2/3/4, leads 2, wizardry 1
gothmog: mordor orc character 2/4/4, leads 2
grishnakh: mordor orc character 1/5/6, leads 1, with tracker
saruman: isengard man character 2/4/4, leads 2, wizardry 4
grima: isengard man character 1/6/6, with assassin
lurtz: isengard uruk character 1/4/5, leads 1
ugluk: isengard uruk character 1/4/5, leads 1, with tracker
goblin_king: moria goblin character 2/4/5, leads 2 moria, with burrower
great_goblin: moria goblin character 2/4/5, leads 1 moria, with burrower
goblin_shaman: moria goblin character 1/6/-, wizardry 1, with burrower
suladan: harad man character 1/4/5, mounted 2/3/4, leads 2, with poison_weapons
amdur: rhun man character 2/3/4, leads 2, with elite
khand_king: khand chariot character 2/3/4, leads 1, with elite
balrog: moria troll character 6/2/2, leads 3, wizardry 2, with terror crushing_attack
watcher: wild spider character 4/4/4, with immobile
shelob: wild spider character 4/3/3, with paralyze terror ambush
gollum: wild hobbit character 1/5/5, with stealth scouts tracker burrower
"""
EXPECTED: Mapping[str, str] = dict(line.split(": ", 1) for line in LINES.splitlines())


def numbers(profile: Profile) -> str:
    return "/".join("-" if part is None else str(part) for part in (profile.dice, profile.attack, profile.defence))


def told(unit: UnitType) -> str:
    """Return all that a unit is, in one line; what is as usual is left out."""
    crew = unit.crew
    extras = {
        "mounted": numbers(unit.mounted) if unit.mounted else "",
        "afoot": unit.race_on_foot,
        "leads": f"{unit.leadership} {unit.leads}".strip() if unit.leadership or unit.leads else "",
        "wizardry": str(unit.wizardry or ""),
        "crew": f"{crew.count} to {crew.max} {crew.unit}" if crew else "",
        "wounds": str(unit.wounds) if unit.wounds != 1 else "",
        "carries": str(unit.capacity or ""),
        "size": unit.size or "",
        "with": " ".join(unit.abilities),
    }
    kind = "character" if unit.character else "army"
    parts = [f"{name} {value}" for name, value in extras.items() if value]
    return ", ".join([f"{unit.nation} {unit.race} {kind} {numbers(unit.foot)}", *parts])


def test_every_unit_is_guarded() -> None:
    assert EXPECTED.keys() == units().keys()


@pytest.mark.parametrize("key", sorted(EXPECTED))
def test_a_unit_is_what_the_armies_say(key: str) -> None:
    """Statements A2, A3."""
    assert told(units()[key]) == EXPECTED[key]


@pytest.mark.parametrize("key", sorted(EXPECTED))
def test_an_altered_unit_is_noticed(key: str) -> None:
    mutants = list(altered_units(charts(), units()[key]))

    assert len(mutants) > 30
    assert [change for change, other in mutants if told(other) == EXPECTED[key]] == []


def printed(fact: Mapping[str, Any]) -> tuple[Any, ...]:
    return fact["d"], fact["a"], fact["s"]


@pytest.mark.skipif(not FACTS.exists(), reason="the tables that the armies were taken from are not at hand")
@pytest.mark.parametrize("kind", ["unit_types", "characters"])
def test_profiles_are_those_of_the_tables(kind: str) -> None:
    """Statement A3."""
    facts = read_yaml(FACTS.read_text(encoding="utf-8"))[kind]
    shared = {key: fact for key, fact in facts.items() if key in units() and "f" in fact}
    assert len(shared) > 30
    for key, fact in shared.items():
        unit = units()[key]
        assert (unit.foot.dice, unit.foot.attack, unit.foot.defence) == printed(fact["f"]), key
        assert (unit.mounted is not None) == ("m" in fact), key
        if unit.mounted:
            assert (unit.mounted.dice, unit.mounted.attack, unit.mounted.defence) == printed(fact["m"]), key
        assert (unit.leadership, unit.wizardry) == (fact.get("leadership", 0), fact.get("wizardry", 0)), key
        assert set(fact.get("abilities", ())) <= set(unit.abilities), key
