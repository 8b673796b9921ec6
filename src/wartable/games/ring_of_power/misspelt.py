"""What somebody may have meant who wrote an unknown field or word into a file: the nearest that may stand there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias, TypeGuard

from msgspec import inspect

from wartable.engine.words import hint

_UNKNOWN = re.compile(r"unknown field `(?P<word>[^`]*)`|Invalid (?:enum )?value '(?P<value>[^']*)'")
_PLACE = re.compile(r"at `\$(?P<way>[^`]*)`")
_STEP = re.compile(r"\.(?P<name>[^.\[]+)|\[(?P<number>\d+)\]|\[(?P<any>\.\.\.)\]")
Spot: TypeAlias = tuple[inspect.Type, Any]
"""A type, and what a file has in its place."""


def advised(fault: str, plain: Any, kind: type) -> str:  # noqa: ANN401 - YAML can hold anything
    """Return a fault of reading `plain` as a `kind`, with the nearest word where it is about an unknown one."""
    told = _UNKNOWN.search(fault)
    if told is None:
        return fault
    word = told["word"] if told["value"] is None else told["value"]
    place = _PLACE.search(fault)
    steps = list(_STEP.finditer(place["way"])) if place else []
    found = list(_walked([(inspect.type_info(kind), plain)], steps if told["value"] is None else steps[:-1]))
    if told["value"] is None:
        structs = [kind for kind, _ in found if isinstance(kind, inspect.StructType)]
        names = [field.encode_name for kind in structs for field in kind.fields]
        known = list(dict.fromkeys([*names, *(kind.tag_field for kind in structs if kind.tag_field)]))
    else:
        known = _values(found, steps[-1] if steps else None)
    return f"{fault}. {hint(word, known)}" if known else fault


def _walked(spots: Sequence[Spot], steps: Sequence[re.Match[str]]) -> Iterator[Spot]:
    """Yield what a way through a file leads to, of every type that it may be."""
    every = [narrow for spot in spots for narrow in _narrowed(*spot)]
    if not steps:
        yield from every
        return
    after = [further for spot in every for further in _stepped(*spot, steps[0])]
    yield from _walked(after, steps[1:])


def _narrowed(kind: inspect.Type, plain: Any) -> Iterator[Spot]:  # noqa: ANN401
    """Yield the types of a union that may be meant: those whose tag is the one that is written, if there is one."""
    if not isinstance(kind, inspect.UnionType):
        yield kind, plain
        return
    tags = [one for one in kind.types if isinstance(one, inspect.StructType) and one.tag_field]
    written = plain.get(str(tags[0].tag_field)) if tags and is_map(plain) else None
    meant = [one for one in tags if one.tag == written]
    yield from ((one, plain) for one in meant or kind.types)


def _stepped(kind: inspect.Type, plain: Any, step: re.Match[str]) -> Iterator[Spot]:  # noqa: ANN401
    name, number = step["name"], step["number"]
    if isinstance(kind, inspect.StructType) and name is not None and is_map(plain):
        yield from ((field.type, plain.get(name)) for field in kind.fields if field.encode_name == name)
    elif isinstance(kind, inspect.DictType) and is_map(plain):
        yield from ((kind.value_type, value) for value in plain.values())
    elif isinstance(kind, inspect.VarTupleType) and number is not None and is_list(plain):
        yield from ((kind.item_type, part) for part in plain[int(number) : int(number) + 1])


def is_list(value: object) -> TypeGuard[list[Any]]:
    """Whether something read is a list."""
    return isinstance(value, list)


def is_map(value: object) -> TypeGuard[dict[str, Any]]:
    """Whether something read is a mapping."""
    return isinstance(value, dict)


def _values(spots: Sequence[Spot], last: re.Match[str] | None) -> list[str]:
    """Return the words that may stand in the last field of a way: tags of a union, or those of a list of words."""
    found: list[str] = []
    for kind, plain in spots:
        if isinstance(kind, inspect.StructType) and last is not None and kind.tag_field == last["name"]:
            found.append(str(kind.tag))
        elif last is not None:
            words = [narrow for further in _stepped(kind, plain, last) for narrow in _narrowed(*further)]
            literals = [one for one, _ in words if isinstance(one, inspect.LiteralType)]
            found += [str(value) for one in literals for value in one.values]
    return list(dict.fromkeys(found))
