"""The linter of scenarios: every name resolves, every shape is one, every flag that is asked for is raised."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, TypeGuard, get_args, get_type_hints

import msgspec

from wartable.engine.errors import BadOptions
from wartable.engine.options import build
from wartable.engine.words import hint, listed, nearest
from wartable.games.ring_of_power.charts import Charts, charts
from wartable.games.ring_of_power.linting_table import footing, shapes, standing
from wartable.games.ring_of_power.options import Settlements
from wartable.games.ring_of_power.reading import unit_types
from wartable.games.ring_of_power.scenario import Group, Scenario
from wartable.games.ring_of_power.units import UnitType
from wartable.games.ring_of_power.vocabulary import conditions, effects

BATTLES = frozenset({"battle", "assault", "sally"})


def findings(one: Scenario) -> tuple[str, ...]:
    """Return a sentence for everything that is wrong with a scenario; nothing where it can be played."""
    names = Names(one)
    parts = (
        _twice(one), shapes(one), _settled(one), _people(one), _unknown(names),
        _rosters(names), _arrivals(names), _rules(names), _endings(one),
    )  # fmt: skip
    return tuple(sentence for part in parts for sentence in part) or tuple(footing(one, names.units))


class Names:
    """Everything in a scenario that can be named, by kind."""

    def __init__(self, one: Scenario) -> None:
        self.scenario = one
        self.rules: Charts = charts()
        self.units: Mapping[str, UnitType] = unit_types(one)
        posts = {place.id for place in one.places}
        posts |= {crossing.id for water in one.waters for crossing in water.crossings}
        self.known: Mapping[str, Collection[str]] = {
            "unit": self.units,
            "nation": {unit.nation for unit in self.units.values()},
            "race": self.rules.movement,
            "ability": self.rules.abilities,
            "terrain type": self.rules.terrain,
            "weapon": self.rules.artillery,
            "side": {side.id for side in one.sides},
            "player": {*one.order, *(side.id for side in one.sides if side.wild)},
            "place": {place.id for place in one.places},
            "place or crossing": posts,
            "place or area": posts | {area.id for area in one.terrain} | {water.id for water in one.waters},
            "item": {item.id for item in one.items},
        }
        parts = tuple(_parts(one.rules))
        self.flags = {trigger.flag for trigger in one.triggers}
        """Those that something raises."""
        self.flags |= {part.flag for part in parts if isinstance(part, effects.Raise)}
        self.flags |= {part.once for part in parts if isinstance(part, effects.Muster) and part.once}

    def unknown(self, where: str, kind: str, given: Iterable[str]) -> Iterator[str]:
        """Yield a sentence for each name that is not of a kind."""
        known = self.known[kind]
        for name in given:
            if name and name not in known:
                yield f"{where} names the {kind} {name}, which there is not. {hint(name, sorted(known))}"


def _twice(one: Scenario) -> Iterator[str]:
    kinds: Mapping[str, tuple[Any, ...]] = {
        "place": one.places, "area": one.terrain, "water": one.waters, "road": one.roads,
        "special rule": one.rules, "arrival": one.arrivals, "side": one.sides, "item": one.items,
    }  # fmt: skip
    for kind, things in kinds.items():
        for name, count in Counter(thing.id for thing in things).items():
            if count > 1:
                yield f"There are {count} of the {kind} {name}; each needs an id of its own."


def _settled(one: Scenario) -> Iterator[str]:
    for name, value in one.settlements.items():
        try:
            build(Settlements, {name: value})
        except BadOptions as error:
            yield f"The settlements: {error.reason.message}"


def _people(one: Scenario) -> Iterator[str]:
    yield from _order(one)
    if set(one.players) != set(one.order):
        yield "`players` must describe the players of the order, and nobody else."
    for count, groups in one.seats.items():
        seated = [player for group in groups for player in group]
        if not count.isdigit() or int(count) != len(groups) or sorted(seated) != sorted(one.order):
            yield f"The seating for {count} must have {count} groups that name every player once."
    for side in one.sides:
        if side.wild and side.players:
            yield f"The wild side {side.id} has players; a side is wild or played."
    for key, facts in one.players.items():
        if facts.colour and not facts.fill:
            yield f"Player {key}: {facts.colour!r} is no colour. Write # and six hexadecimal digits, as '#3c7d72'."


def _order(one: Scenario) -> Iterator[str]:
    """Yield what is wrong with the order: who is missing in it, or strange, or there more than once."""
    sides = Counter(player for side in one.sides for player in side.players)
    order = Counter(one.order)
    wrong = [f"{player} is missing" for player in sides if player not in order]
    wrong += [f"{player} is on no side" for player in order if player not in sides]
    wrong += [f"{player} is in it {times} times" for player, times in order.items() if times > 1]
    wrong += [f"{player} is on {times} sides" for player, times in sides.items() if times > 1]
    if wrong:
        yield f"The order must name every player of the sides once, and nobody else: {listed(wrong)}."


def _groups(names: Names, where: str, groups: Iterable[Group]) -> Iterator[str]:
    for group in groups:
        chosen = [name for name in (group.unit, group.character, group.artillery) if name]
        if len(chosen) != 1:
            yield f"{where}: a group is of one unit, one character or one weapon."
        yield from standing(names.scenario.table, where, group)
        if group.artillery and not group.crew:
            yield f"{where}: the {group.artillery} needs a crew."
        character = names.units.get(group.character or group.unit)
        if character is not None and character.character != bool(group.character):
            yield f"{where}: {group.character or group.unit} is {'a character' if character.character else 'an army'}."


def _rosters(names: Names) -> Iterator[str]:
    for player, groups in names.scenario.rosters.items():
        yield from _groups(names, f"The roster of {player}", groups)
        for group in groups:
            if not group.inside and group.at is None and group.formation is None:
                yield f"The roster of {player}: {group.unit or group.character or group.artillery} stands nowhere."


def _arrivals(names: Names) -> Iterator[str]:
    flags = names.flags
    for arrival in names.scenario.arrivals:
        where = f"Arrival {arrival.id}"
        yield from _groups(names, where, arrival.groups)
        if not (arrival.turn or arrival.flag):
            yield f"{where} needs a turn or a flag."
        for flag in (arrival.flag, arrival.unless):
            if flag and flag not in flags:
                yield f"{where} waits for the flag {flag}, which nothing raises.{_near(flag, flags)}"


def _near(word: str, known: Iterable[str]) -> str:
    """Return a sentence that offers the nearest of some words of the scenario's own, if one is near."""
    meant = nearest(word, sorted(known))
    return f" Did you mean {meant}?" if meant else ""


def _is_tuple(value: object) -> TypeGuard[tuple[Any, ...]]:
    return isinstance(value, tuple)


def _parts(value: object) -> Iterator[msgspec.Struct]:
    """Yield every struct inside a value, itself among them."""
    if isinstance(value, msgspec.Struct):
        yield value
        for name in value.__struct_fields__:
            yield from _parts(getattr(value, name))
    elif _is_tuple(value):
        for inner in value:
            yield from _parts(inner)


def named_by(hint: Any) -> str:  # noqa: ANN401 - any type form
    """Return of what a type names something, alone or in a list or map; empty: it names nothing."""
    for meta in getattr(hint, "__metadata__", ()):
        if isinstance(meta, msgspec.Meta) and meta.extra:
            return str(meta.extra["names"])
    found = [named_by(inner) for inner in get_args(hint)]
    return next((name for name in found if name), "")


@cache
def _naming(kind: type[msgspec.Struct]) -> tuple[tuple[str, str, bool], ...]:
    """Return the fields of a struct that hold names, of what, and whether they must be given."""
    hints = get_type_hints(kind, include_extras=True)
    found = ((info.name, named_by(hints[info.name]), info.required) for info in msgspec.structs.fields(kind))
    return tuple(field for field in found if field[1])


def _unknown(names: Names) -> Iterator[str]:
    """Yield a sentence for each name in a scenario that names nothing, by the part that it stands in."""
    one = names.scenario
    for where, part in (
        *((f"Unit {key}", unit) for key, unit in one.units.items()),
        *((f"Place {place.id}", place) for place in one.places),
        *((f"Side {side.id}", side) for side in one.sides),
        *((f"The roster of {player}", groups) for player, groups in one.rosters.items()),
        *((f"Arrival {arrival.id}", arrival) for arrival in one.arrivals),
        *((f"Rule {rule.id}", rule) for rule in one.rules),
        *((f"The verdict “{verdict.sentence or verdict.grade}”", verdict) for verdict in one.victory),
        ("The status points", one.points),
        *((f"Trigger {trigger.flag}", trigger) for trigger in one.triggers),
        ("A return", one.returns),
        ("A captive", one.captives),
    ):
        yield from _named(names, where, part)
    yield from names.unknown("The sharing", "side", one.sharing)
    yield from names.unknown("A roster", "player", one.rosters)


def _named(names: Names, where: str, value: object) -> Iterator[str]:
    """Yield a sentence for each name inside a value that names nothing, or is missing."""
    for part in _parts(value):
        for field, of, required in _naming(type(part)):
            held = getattr(part, field)
            if held == "" and required:
                yield f"{where}: {field} is empty; name a {of}."
            given = (held,) if isinstance(held, str) else held or ()
            yield from names.unknown(where, of, (name for name in given if isinstance(name, str)))
        if isinstance(part, conditions.Who) and part.near and part.near not in names.units:
            yield from names.unknown(where, "place or area", (part.near,))
        if isinstance(part, effects.Leave) and part.turns and not part.at:
            yield f"{where}: who leaves for a while needs a place to come back to."


def _rules(names: Names) -> Iterator[str]:
    one, flags = names.scenario, names.flags
    counters = {part.counter for part in _parts(one.rules) if isinstance(part, effects.Count)}
    counters |= {f"corruption_{item.id}" for item in one.items}
    for rule in one.rules:
        where = f"Rule {rule.id}"
        yield from _in_place(rule)
        for part in _parts(rule):
            if isinstance(part, conditions.Flag) and part.flag not in flags:
                yield f"{where} looks at the flag {part.flag}, which nothing raises.{_near(part.flag, flags)}"
            if isinstance(part, conditions.Counted | effects.Bonus) and part.counter and part.counter not in counters:
                near = _near(part.counter, counters)
                yield f"{where} looks at the counter {part.counter}, which nothing counts.{near}"
            if isinstance(part, effects.Muster):
                # Not a bound of the type, which would change how positions are written.
                yield from (f"{where} musters 0 {unit}; write 1 or more." for unit, n in part.units.items() if not n)


def _in_place(rule: effects.SpecialRule) -> Iterator[str]:
    """Yield what a rule does at a time when it would mean nothing."""
    where = f"Rule {rule.id}"
    standing = any(isinstance(part, effects.Standing) for part in _parts(rule))
    if standing != (rule.when == "always"):
        yield f"{where}: standing effects, and only these, belong to `when: always`."
    if rule.when == "always" and (rule.roll or rule.table or rule.each or rule.asks or rule.otherwise):
        yield f"{where} always holds, so that it has no die, asks nobody and is for nobody in particular."
    if any(isinstance(part, effects.Modify | effects.Vanish) for part in _parts(rule)) and rule.when not in BATTLES:
        yield f"{where} changes a battle; that is done `when: battle`, `assault` or `sally`."
    if rule.roll and rule.table:
        yield f"{where} has both a test and a table; one die decides one of them."
    if rule.table:
        faces = Counter(face for row in rule.table for face in row.faces)
        if sorted(faces.elements()) != [1, 2, 3, 4, 5, 6]:
            yield f"{where}: the rows of its table must have each face of the die once."
    if rule.otherwise and not rule.roll:
        yield f"{where} has an `otherwise`, but no die to fail."


def _endings(one: Scenario) -> Iterator[str]:
    last = [verdict for verdict in one.victory if verdict.when == "time_out"]
    if not last or last[-1].condition is not None:
        yield "The victory needs a last verdict `when: time_out` without a condition, for when nothing else holds."
