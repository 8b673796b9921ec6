"""The vocabulary of Ring of Power's special rules as tables: every word with its fields, its meaning and an example."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from wartable.games.ring_of_power.linting import named_by
from wartable.games.ring_of_power.vocabulary import conditions, effects

LENGTHS = {"within", "distance"}
"""Fields that hold inches."""
EXAMPLES = {
    "all": "{is: all, of: [{is: turn, at_least: 4}, {is: flag, flag: bell_rung}]}",
    "any": "{is: any, of: [{is: breached, place: keep}, {is: turn, at_least: 9}]}",
    "not": "{is: not, of: {is: flag, flag: bell_rung}}",
    "turn": "{is: turn, at_least: 3, at_most: 6}",
    "flag": "{is: flag, flag: bell_rung}",
    "counted": "{is: counted, counter: storms, at_least: 3}",
    "held": "{is: held, place: keep, by: league}",
    "bases": "{is: bases, by: league, of: tide, at_least: 2}",
    "breached": "{is: breached, place: keep}",
    "figures": "{is: figures, who: {side: tide, inside: [ford]}, at_least: 5}",
    "together": "{is: together, who: {unit: [abbot]}, other: {unit: [eel_queen]}, within: 2}",
    "left": "{is: left, by: harbour, who: {holds: lantern}}",
    "status": "{is: status, side: league, at_least: 40}",
    "spotted": "{is: spotted, side: league}",
    "destroyed": "{is: destroyed, item: lantern}",
    "raise": "{do: raise, flag: bell_rung}",
    "lower": "{do: lower, flag: bell_rung}",
    "count": "{do: count, counter: storms}",
    "harm": "{do: harm, who: {inside: [quicksand]}, each_rolls: 3}",
    "stop": "{do: stop, who: {it: true}}",
    "close": "{do: close, area: causeway, turns: 2}",
    "breach": "{do: breach, place: keep}",
    "muster": "{do: muster, player: reeve, units: {lamplighter: 6}, at: harbour, turns: 3}",
    "leave": "{do: leave, who: {unit: [abbot]}, turns: 2, at: harbour, wizardry: 3}",
    "modify": "{do: modify, title: High tide, who: {side: tide}, attack: 1}",
    "strike": "{do: strike, who: {inside: [quicksand]}, dice: 4, attack: 5, tags: [crushing]}",
    "become": "{do: become, who: {unit: [reeve], inside: [stables]}, unit: mounted_reeve}",
    "vanish": "{do: vanish, who: {unit: [eel_queen]}}",
    "give": "{do: give, item: lantern, who: {unit: [abbot], inside: [chapel]}}",
    "roll": "{do: roll, target: 4, then: [{do: raise, flag: bell_rung}]}",
    "duel": "{do: duel, one: abbot, other: eel_queen, lose: [{do: harm, who: {unit: [abbot]}, how: wound}]}",
    "rush": "{do: rush, who: {unit: [eel]}, toward: ford}",
    "lend": "{do: lend, who: {nation: [marsh]}, player: eel_queen}",
    "bound": "{do: bound, who: {unit: [eel]}, inside: mere}",
    "barred": "{do: barred, who: {side: tide}, area: chapel}",
    "keep": "{do: keep, who: {unit: [lamplighter]}, inside: keep, at_least: 4}",
    "eased": "{do: eased, who: {nation: [marsh]}, terrain: [marsh]}",
    "boats": "{do: boats, who: {side: league, near: mere, within: 1}, distance: 12}",
    "hidden": "{do: hidden, who: {unit: [lamplighter], force_at_most: 4}}",
    "points": "{do: points, player: reeve, points: 10}",
    "double": "{do: double, player: eel_queen}",
    "destroy": "{do: destroy, item: lantern}",
    "seize": "{do: seize, item: lantern, by: eel_queen}",
    "corrupt": "{do: corrupt, item: lantern}",
    "win": "{do: win, side: league, grade: major}",
}
"""An example of every word, from the world of `examples/ring-of-power/`; a test reads each of them."""


def word_blocks() -> dict[str, list[str]]:
    """Return the tables of the page on the vocabulary by the names of their marks."""
    return {
        "conditions": [*word_table("is", conditions.Condition)],
        "effects": [*word_table("do", effects.Effect)],
        "filter": [*filter_table()],
    }


def words_of(union: object) -> dict[str, type[msgspec.Struct]]:
    """Return the words of a union of tagged structs, in their order."""
    return {str(kind.__struct_config__.tag): kind for kind in get_args(union)}


def word_table(field: str, union: object) -> Iterator[str]:
    """Yield a row for every word: its fields, what it means, and an example."""
    yield f"| `{field}:` | fields | what it means | example |\n|---|---|---|---|"
    for tag, kind in words_of(union).items():
        yield f"| `{tag}` | {_fields(kind)} | {_meaning(kind)} | `{EXAMPLES[tag]}` |"


def _meaning(kind: type[msgspec.Struct]) -> str:
    """Return the docstring of a word, and those of its fields that have one."""
    told = " ".join((kind.__doc__ or "").split())
    besides = (f"`{name}`: {text[:1].lower()}{text[1:]}" for name, text in described(kind).items())
    return " ".join((told, *besides))


def _fields(kind: type[msgspec.Struct]) -> str:
    return "<br>".join(_field(kind, info) for info in msgspec.structs.fields(kind)) or "-"


def _field(kind: type, info: msgspec.structs.FieldInfo) -> str:
    what = _what(kind, info.name)
    default = "" if info.required or info.default in (None, "", ()) else f", else {_word(info.default)}"
    asked = "" if not info.required else "**"
    return f"{asked}`{info.encode_name}`{asked}: {what}{default}"


def _what(kind: type, name: str) -> str:
    """Return what stands in a field: a name of something, or a value."""
    hint = get_type_hints(kind, include_extras=True)[name]
    named = named_by(hint)
    if not named or get_origin(hint) is dict:
        return _type_words(name, hint)
    return f"list: {named}" if get_origin(hint) is tuple else named


def _word(value: object) -> str:
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def _type_words(name: str, hint: Any) -> str:  # noqa: ANN401, PLR0911 - a type form; one way out for each kind
    """Return a type in the words of a scenario's author."""
    origin, inner = get_origin(hint), [one for one in get_args(hint) if one is not type(None)]
    if name in LENGTHS:
        return "inches"
    if hint == conditions.Condition:
        return "condition"
    if origin is Literal:
        return " or ".join(f"`{value}`" for value in inner)
    if origin in (Union, UnionType) and len(inner) == 1:
        return _type_words(name, inner[0])
    if origin is tuple:
        return f"list: {_type_words(name, inner[0])}"
    if origin is Annotated:
        return f"{_type_words(name, inner[0])}{_range_words(inner[1])}"
    if origin is dict:
        return "units with numbers"
    if "Effect" in str(hint) or (inner and str(inner[0].__module__).endswith("effects")):
        return "effects"
    return {conditions.Who: "filter", int: "number", bool: "yes or no", str: "text"}[hint]


def _range_words(meta: msgspec.Meta) -> str:
    """Return the limits of a number in words; that it is not negative goes without saying."""
    least, most = meta.ge, meta.le
    if most is None:
        return f" from {least}" if least else ""
    return f" from {least} to {most}"


def filter_table() -> Iterator[str]:
    """Yield a row for every field of a filter."""
    yield "| field | what stands there | fits figures |\n|---|---|---|"
    told = described(conditions.Who)
    for info in msgspec.structs.fields(conditions.Who):
        yield f"| `{info.encode_name}` | {_what(conditions.Who, info.name)} | {told[info.name]} |"


def described(kind: type) -> dict[str, str]:
    """Return the fields of a class, each with the text under it in the code."""
    module = Path(sys.modules[kind.__module__].__file__ or "")
    tree = ast.parse(module.read_text(encoding="utf-8"))
    (found,) = (node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == kind.__name__)
    return {
        field.target.id: " ".join(text.value.value.split())
        for field, text in pairwise(found.body)
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
        if isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant) and isinstance(text.value.value, str)
    }
