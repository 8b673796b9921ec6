"""Altered copies of the charts: every number, word and list of every row, changed in each way that means something."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple, cast

import msgspec
from msgspec import inspect
from msgspec.structs import replace

from wartable.games.ring_of_power.charts import Ability, Charts, TerrainType, Weapon
from wartable.games.ring_of_power.units import UnitType

WORDS = frozenset({"title", "designers", "sentence", "provenance", "rule", "issues", "like"})
"""Fields that people read and no rule does."""
EQUIVALENT = {
    "movement.ship.size": "a ship by itself never fights, so that bullies go near it",
    "movement.ship.foot": "ships sail by the column of the mounted",
    "abilities.immobile.traits = ('immobile', 'bully')": "who never moves never comes near anybody",
    "abilities.immobile.traits = ('immobile', 'ponderous')": "who never moves never enters difficult ground",
    "abilities.miners.when = 'in_difficult'": "all ground of miners is difficult",
    "abilities.woodsmen.when = 'in_difficult'": "woods are difficult",
    "abilities.tracker.speed_exempt = ('chariot',)": "difficult ground is closed to chariots",
    "abilities.tracker.speed_exempt = ('heavy_artillery',)": "difficult ground is closed to heavy artillery",
    "artillery.trebuchet.row": "a trebuchet never moves",
    "artillery.trebuchet.text_speed": "a trebuchet never moves",
    "artillery.battering_ram.attack": "a ram has no dice to attack with",
    "artillery.demolition_charge.attack": "a charge has no dice to attack with",
}
"""What decides nothing in one row, a field or a value of it, and why."""


STEPS: Mapping[type, float] = {inspect.IntType: 1, inspect.FloatType: 0.25}
"""By how much numbers are altered: targets and counts by one, lengths by a quarter of an inch."""
SHOTS = ("field", "fortress_attack", "fortress_defence")
NATIONS = ("rohan", "gondor")


class Mutant(NamedTuple):
    """Charts with one thing altered; `row` names the row, `change` what was done to it."""

    row: str
    change: str
    charts: Charts


def mutants(charts: Charts) -> Iterator[Mutant]:
    """Yield every mutant of some charts."""
    for table in msgspec.structs.fields(Charts):
        value = getattr(charts, table.name)
        if table.name in WORDS:
            continue
        if isinstance(value, Mapping):
            yield from _of_table(charts, table.name, cast("Mapping[str, msgspec.Struct]", value))
        elif isinstance(value, msgspec.Struct):
            for name, other in _of_struct(charts, value):
                yield Mutant(f"{table.name}.{name}", _said(name, other), replace(charts, **{table.name: other}))
        else:
            for other in _others(inspect.type_info(float), value, ()):
                yield Mutant(table.name, f"{other}", replace(charts, **{table.name: other}))


def rows(charts: Charts) -> Iterator[str]:
    """Yield the name of every row; constants are rows of their own."""
    yield from dict.fromkeys(mutant.row for mutant in mutants(charts))


def _of_table(charts: Charts, table: str, value: Mapping[str, msgspec.Struct]) -> Iterator[Mutant]:
    for key, row in value.items():
        for name, other in _of_struct(charts, row):
            change = _said(name, other)
            if not {f"{table}.{key}.{name}", f"{table}.{key}.{change}"} & EQUIVALENT.keys():
                yield Mutant(f"{table}.{key}", change, replace(charts, **{table: {**value, key: other}}))
    if table == "terrain":
        for upper, lower in pairwise(value):
            order = [{upper: lower, lower: upper}.get(key, key) for key in value]
            yield Mutant(
                f"terrain.{upper}", f"below {lower}", replace(charts, terrain={key: value[key] for key in order})
            )


def altered_units(charts: Charts, unit: UnitType) -> Iterator[tuple[str, UnitType]]:
    """Yield a unit with each thing altered in turn, and what was done to it; its row filled other fields before."""
    kind = inspect.type_info(UnitType)
    assert isinstance(kind, inspect.StructType)
    races = tuple(charts.movement)
    known = {
        "race": races,
        "race_on_foot": races,
        "nation": NATIONS,
        "leads": NATIONS,
        "abilities": (*charts.abilities,),
    }
    for field in kind.fields:
        if field.name not in {*WORDS, "name", "row"}:
            for other in _others(field.type, getattr(unit, field.name), known.get(field.name, ())):
                yield f"{field.name} = {other!r}", replace(unit, **{field.name: other})


def _said(name: str, other: msgspec.Struct) -> str:
    return f"{name} = {getattr(other, name)!r}"


def _of_struct(charts: Charts, row: msgspec.Struct) -> Iterator[tuple[str, msgspec.Struct]]:
    """Yield a row's fields, each with the row as it is when that field is altered."""
    kind = inspect.type_info(type(row))
    assert isinstance(kind, inspect.StructType)
    for field in kind.fields:
        if field.name not in WORDS and not _idle(row, field.name):
            for other in _others(field.type, getattr(row, field.name), _known(charts, row, field.name)):
                yield field.name, replace(row, **{field.name: other})


def _idle(row: msgspec.Struct, field: str) -> bool:
    """Whether a field says where something holds that the row does not have."""
    if isinstance(row, Ability):
        gives = row.attack or row.defence or row.dice_factor != 1 or row.attack_reroll or row.defence_reroll
        if "immobile" in row.traits and (field.startswith("speed") or field == "clear_in"):
            return True
        return (field in {"where", "when"} and not gives) or (field in {"speed_in", "speed_exempt"} and not row.speed)
    return isinstance(row, TerrainType) and field == "closed_to" and row.ground in {"crossing", "impassable"}


def _known(charts: Charts, row: msgspec.Struct, field: str) -> Sequence[str]:
    """Return the names that a field may hold."""
    return {
        "tag": ("", *charts.tags),
        "row": ("crew", *charts.movement),
        "where": tuple(charts.terrain),
        "clear_in": tuple(key for key, kind in charts.terrain.items() if kind.ground == "difficult"),
        "speed_exempt": tuple(race for race in charts.movement if race != "ship"),
        "closed_to": ("man",),
        "traits": tuple(sorted({trait for ability in charts.abilities.values() for trait in ability.traits})),
        "abilities": ("terror",),
        "uses": SHOTS if isinstance(row, Weapon) and row.dice else ("gate", "weak_wall"),
    }.get(field, ())


def _others(kind: inspect.Type, value: Any, known: Sequence[str]) -> Iterator[Any]:
    """Yield other values of a type, near to the one given; `known` are the names that a text may be."""
    if isinstance(kind, inspect.Metadata):
        yield from _others(kind.type, value, known)
    elif isinstance(kind, inspect.UnionType):
        yield from _other_of_union(kind, value, known)
    elif isinstance(kind, inspect.VarTupleType):
        yield from _other_lists(kind.item_type, value, known)
    elif isinstance(kind, inspect.TupleType):
        yield from _elsewhere(kind.item_types, value)
    elif isinstance(kind, inspect.StructType):
        for field in kind.fields:
            for other in _others(field.type, getattr(value, field.name), NATIONS):
                yield replace(value, **{field.name: other})
    else:
        yield from _other_words(kind, value, known)


def _other_words(kind: inspect.Type, value: Any, known: Sequence[str]) -> Iterator[Any]:
    if isinstance(kind, inspect.BoolType):
        yield not value
    elif isinstance(kind, inspect.LiteralType):
        yield from (word for word in kind.values if word != value)
    elif isinstance(kind, inspect.StrType):
        yield from (word for word in known if word != value)
    else:
        yield value + STEPS[type(kind)]
        if value and not (isinstance(kind, inspect.IntType) and kind.ge == value):
            yield value - STEPS[type(kind)]


def _other_of_union(kind: inspect.UnionType, value: Any, known: Sequence[str]) -> Iterator[Any]:
    """Yield other values of something that may be missing, or a number or a word."""
    if value is None:
        yield from (_something(one) for one in kind.types if not isinstance(one, inspect.NoneType))
        return
    if any(isinstance(one, inspect.NoneType) for one in kind.types):
        yield None
    for one in kind.types:
        if isinstance(one, inspect.IntType) and isinstance(value, str):
            yield 3
        elif not isinstance(one, inspect.NoneType | inspect.LiteralType):
            yield from _others(one, value, known)


def _something(kind: inspect.Type) -> Any:
    """Return a value of a type, where there was nothing."""
    if isinstance(kind, inspect.Metadata):
        return _something(kind.type)
    if isinstance(kind, inspect.UnionType):
        return _something(next(one for one in kind.types if not isinstance(one, inspect.NoneType)))
    if isinstance(kind, inspect.TupleType):
        return tuple(_something(one) for one in kind.item_types)
    if isinstance(kind, inspect.StructType):
        return kind.cls(**{field.name: _something(field.type) for field in kind.fields})
    if isinstance(kind, inspect.LiteralType):
        return kind.values[0]
    return NATIONS[0] if isinstance(kind, inspect.StrType) else 3


def _other_lists(kind: inspect.Type, value: Sequence[Any], known: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    """Yield a list with each part left out or, if it holds numbers, altered; and with each known name added."""
    if isinstance(kind, inspect.IntType):
        yield from _elsewhere([kind] * len(value), value)
        return
    for at in range(len(value)):
        yield (*value[:at], *value[at + 1 :])
    yield from ((*value, name) for name in known if name not in value)


def _elsewhere(kinds: Sequence[inspect.Type], value: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
    for at, (kind, part) in enumerate(zip(kinds, value, strict=True)):
        yield from ((*value[:at], other, *value[at + 1 :]) for other in _others(kind, part, ()))
