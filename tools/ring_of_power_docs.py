"""The parts of the documentation of Ring of Power that follow from its data and its code."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from ring_of_power_faults import fault_table
from ring_of_power_goals import goal_blocks
from ring_of_power_words import word_blocks
from wartable.engine.optionfield import OptionField
from wartable.engine.options import describe
from wartable.games.ring_of_power.charts import Charts, MovementRow, Speeds, Weapon, charts
from wartable.games.ring_of_power.combat.targets import hit_chance, save_chance
from wartable.games.ring_of_power.options import Settlements
from wartable.games.ring_of_power.play.game import RING_OF_POWER
from wartable.games.ring_of_power.reading import scenario, scenario_keys
from wartable.games.ring_of_power.scenario import Scenario

Cells = tuple[str, ...]
Profile = tuple[int | str, int | None, int | None]
NONE = "\N{EN DASH}"
"""How the charts write that a figure has none of something."""
MARK = re.compile(r"(<!-- (?P<name>[\w ]+) -->\n).*?(<!-- end of (?P=name) -->)", re.DOTALL)
"""What stands between two such remarks of a page is made here."""
SETTLEMENT = re.compile(r"^### (Q\d+) (.+)\n\n\*(\w+)\.\*(?:(?!^##).*\n?)*", re.MULTILINE)
"""A settlement of a page: number, title and kind."""


class Table(NamedTuple):
    """A table: the titles of its columns, and its rows."""

    head: Cells
    rows: tuple[Cells, ...]

    def lines(self) -> Iterator[str]:
        """Yield the table as lines of Markdown."""
        yield from map(_line, (self.head, *self.rows))

    @classmethod
    def of(cls, head: Cells, rows: Iterable[Cells]) -> Table:
        """Return a table, whose second line divides the head from the rows."""
        return cls(head, (("---",) * len(head), *rows))


def _line(cells: Cells) -> str:
    return f"| {' | '.join(cells)} |"


def with_tables(text: str) -> str:
    """Return the rules page with its tables as the charts and the scenarios have them."""
    made = chart_tables()
    for heading, name in (
        ("What it is", "scenarios"),
        ("Movement chart", "movement"),
        ("Slow movement", "slow movement"),
        ("Terrain chart", "terrain"),
        ("Combat chart", "combat"),
        ("Artillery chart", "artillery"),
        ("What a die is worth", "dice"),
        ("Abilities", "abilities"),
    ):
        text = tabled(text, heading, made[name])
    return text


def tabled(text: str, heading: str, table: Table) -> str:
    """Return a page whose first table under a heading is this one. Raises `ValueError` where there is none."""
    place = re.compile(rf"(^##+ {re.escape(heading)}\n(?:(?!#|\|)[^\n]*\n)*)(?:\|[^\n]*\n)+", re.MULTILINE)
    made = "".join(f"{line}\n" for line in table.lines())
    found, count = place.subn(lambda match: match[1] + made, text, count=1)
    if not count:
        message = f"There is no table under the heading {heading}."
        raise ValueError(message)
    return found


def section_pages(folder: Path) -> Iterator[tuple[Path, str]]:
    """Yield the pages of a folder with their marked parts renewed. Raises `KeyError` for a strange mark."""
    made = {name: list(table.lines()) for name, table in chart_tables().items()}
    made |= {f"option {field.name}": list(option_table(field).lines()) for field in describe(Settlements)}
    made |= {"presets": list(preset_table().lines()), "settlements": list(settlement_table(folder).lines())}
    made |= {"faults": list(fault_table()), **word_blocks(), **goal_blocks()}
    for path in sorted(folder.glob("*.md")):
        yield path, filled(path.read_text(encoding="utf-8"), made)


def filled(text: str, made: Mapping[str, Iterable[str]]) -> str:
    """Return a page with its marked parts made anew."""
    return MARK.sub(lambda mark: "\n".join([mark[1], *made[mark["name"]], f"\n{mark[3]}"]), text)


def option_table(field: OptionField) -> Table:
    """Return the values of an option, and which preset takes which."""
    values = field.choices or (("true", "yes"), ("false", "no"))
    rows = ((f"`{value}`", words, ", ".join(_taking(field.name, value)) or NONE) for value, words in values)
    return Table.of((f"option `{field.name}`", field.label, "taken by"), rows)


def _taking(name: str, value: str) -> Iterator[str]:
    for key, options in RING_OF_POWER.presets.items():
        if _word(getattr(options, name)) == value:
            yield f"`{key}`"


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def preset_table() -> Table:
    """Return what the presets differ in."""
    first = next(iter(RING_OF_POWER.presets.values())).values()
    return Table.of(
        ("preset", "players see", "differs from the first by"),
        (
            (f"`{key}`", RING_OF_POWER.blurb.preset_titles[key], ", ".join(_changed(options.values(), first)))
            for key, options in RING_OF_POWER.presets.items()
        ),
    )


def _changed(options: dict[str, object], first: dict[str, object]) -> list[str]:
    changed = [f"`{name}={_word(value)}`" for name, value in options.items() if value != first[name]]
    return changed or ["nothing: it is the default"]


def settlement_table(folder: Path) -> Table:
    """Return all settlements that the pages of a folder tell, by number."""
    rows: list[tuple[int, Cells]] = []
    for path in folder.glob("*.md"):
        for match in SETTLEMENT.finditer(path.read_text(encoding="utf-8")):
            number, title, kind = match[1], match[2], match[3]
            options = ", ".join(f"`{name}`" for name in re.findall(r"<!-- option (\w+) -->", match[0]))
            link = f"[{title}]({path.name}#{_anchor(f'{number} {title}')})"
            rows.append((int(number[1:]), (number, link, kind.lower(), path.stem[0].upper(), options or NONE)))
    return Table.of(("number", "matter", "kind", "section", "option"), (row for _, row in sorted(rows)))


def _anchor(title: str) -> str:
    return re.sub(r"[\s-]+", "-", re.sub(r"[^\w\s-]", "", title.lower())).strip("-")


def chart_tables() -> dict[str, Table]:
    """Return the charts as tables by name."""
    rules = charts()
    speeds = ("race", "on foot", "mounted", "difficult", "source")
    return {
        "scenarios": Table.of(("scenario", "table", "turns", "seats", "what it is"), scenario_rows()),
        "movement": Table.of(speeds, movement_rows(rules.movement.items())),
        "slow movement": Table.of(speeds, movement_rows(rules.slow_movement.items())),
        "terrain": Table.of(("ground", "class", "besides", "source"), terrain_rows(rules)),
        "combat": Table.of(("type", "on foot", "mounted", "abilities", "source"), combat_rows(rules)),
        "artillery": Table.of(
            ("weapon", "crew", "attack", "dice", "dice by the chart's notes", "use", "source"), artillery_rows(rules)
        ),
        "dice": Table.of(
            (
                "target",
                "hits",
                "with a furious charge",
                "with poison",
                "saves",
                "of the tough",
                "against terror",
                "both",
            ),
            dice_rows(),
        ),
        "abilities": Table.of(
            ("number", "key", "ability", "what it does", "source", "settled in"), ability_rows(rules)
        ),
    }


def scenario_rows() -> Iterator[Cells]:
    """Yield the scenarios of the package, the smallest table first."""
    every = (scenario(key) for key in scenario_keys())
    for one in sorted(every, key=lambda one: (one.table.width * one.table.height, one.id)):
        size = f"{one.table.width / 1000:g} by {one.table.height / 1000:g}"
        yield f"{one.title} (`{one.id}`)", size, str(one.last_turn), _seats(one), one.summary.removesuffix(".")


def _seats(one: Scenario) -> str:
    played = sum(not side.wild for side in one.sides)
    return ", ".join(str(count) for count in sorted({played, len(one.order), *map(int, one.seats)}))


def movement_rows(rows: Iterable[tuple[str, Speeds]]) -> Iterator[Cells]:
    """Yield the rows of a movement chart; races that follow each other with the same numbers share one."""

    def cells(item: tuple[str, Speeds]) -> Cells:
        row = item[1]
        numbers = ("" if value is None else f"{value:g}" for value in (row.foot, row.mounted, row.difficult))
        return (*numbers, _source(row.provenance, row.issues if isinstance(row, MovementRow) else ()))

    for shared, items in groupby(rows, key=cells):
        yield (_listed(key for key, _ in items), *shared)


def _listed(keys: Iterable[str]) -> str:
    return ", ".join(key.replace("_", " ") for key in keys).capitalize()


def _source(provenance: str, issues: Iterable[str] = ()) -> str:
    return ", ".join((provenance, *issues))


def terrain_rows(rules: Charts) -> Iterator[Cells]:
    """Yield the rows of the terrain chart, in order of precedence."""
    for key, row in rules.terrain.items():
        easy = [ability.title.lower() for ability in rules.abilities.values() if key in ability.clear_in]
        besides = [
            *(f"closed to the {race}" for race in row.closed_to),
            *([f"clear to {', '.join(easy)}"] if easy else []),
            *([f"{row.water} water"] if row.water else []),
        ]
        yield row.title, row.ground, "; ".join(besides), _source(row.provenance, row.issues)


def combat_rows(rules: Charts) -> Iterator[Cells]:
    """Yield the rows of the combat chart as settled."""
    for key, row in rules.combat.items():
        wounds = f"; {row.wounds} wounds" if row.wounds > 1 else ""
        gifts = ", ".join(rules.abilities[name].title.lower() for name in row.abilities)
        mounted = _profile(row.mounted) if row.mounted else ""
        yield _listed([key]), _profile(row.foot) + wounds, mounted, gifts, _source(row.provenance, row.issues)


def _profile(numbers: Profile) -> str:
    dice, attack, defence = numbers
    return f"{dice} / {_target(attack)} / {_target(defence)}"


def _target(value: int | None) -> str:
    return NONE if value is None else f"{value}+"


def artillery_rows(rules: Charts) -> Iterator[Cells]:
    """Yield the weapons, with their dice from the full crew down."""
    for weapon in rules.artillery.values():
        yield (
            weapon.title,
            str(weapon.crew),
            _target(weapon.attack),
            _by_crew(weapon, weapon.dice),
            _by_crew(weapon, weapon.chart_dice),
            ", ".join(use.replace("_", " ") for use in weapon.uses),
            weapon.provenance,
        )


def _by_crew(weapon: Weapon, dice: tuple[int, ...]) -> str:
    return ", ".join(str(number) for number in dice[weapon.crew : 0 : -1]) or NONE


def dice_rows() -> Iterator[Cells]:
    """Yield for each target the chances that a die hits and that it saves."""
    for target in range(2, 7):
        hits = (hit_chance(target, again) for again in ("", "misses", "ones"))
        plain, tough = (save_chance(target, again, terror=False) for again in ("", "failures"))
        scared, both = (save_chance(target, again, terror=True) for again in ("", "failures"))
        yield f"{target}+", *map(str, (*hits, plain, tough, scared, both))


def ability_rows(rules: Charts) -> Iterator[Cells]:
    """Yield the abilities, those of the rules by their number and then those of scenarios."""
    every = sorted(rules.abilities.items(), key=lambda item: (not item[1].rule, int(item[1].rule[1:] or 0)))
    for key, one in every:
        yield one.rule, f"`{key}`", one.title, one.sentence, one.provenance, ", ".join(one.issues)
