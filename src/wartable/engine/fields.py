"""Fields and words that nobody knows, found in plain data, so that a misspelt one is refused by its name.

msgspec passes over what a struct does not have. That is right for what is stored, where fields may have been retired
since, and wrong for what people and programs send: a misspelt field would silently leave them with a default. Of a word
that may not stand somewhere it does not say which may.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar, cast

import msgspec
from msgspec import inspect

from wartable.engine.errors import BadData
from wartable.engine.words import hint

T = TypeVar("T")
_SOME = "[...]"
"""What msgspec says for an entry of a mapping."""
_PLACE = re.compile(r"`\$([^`]*)`$")
_STEP = re.compile(r"\.([^.\[]+)|\[(\d+)\]")
_MANY = (inspect.ListType, inspect.VarTupleType, inspect.SetType, inspect.FrozenSetType)


class UnknownField(msgspec.ValidationError):
    """Plain data has a field that its type does not have; says which, where, and which may have been meant."""


class UnknownWord(msgspec.ValidationError):
    """Plain data has a word, or the tag of a struct, that may not stand there."""


def check_fields(data: object, kind: Any) -> None:  # noqa: ANN401 - any type, unions of structs too
    """Raise `UnknownField` for the first field of plain data that a type, or a part of it, does not have.

    What is wrong otherwise is passed over: reading it says that better.
    """
    found = next((one for one in _unknown(data, _info(kind), "") if isinstance(one, UnknownField)), None)
    if found is not None:
        raise found


def check_words(data: object, kind: Any) -> None:  # noqa: ANN401 - any type, unions of structs too
    """Raise `UnknownField` or `UnknownWord` for the first field or word of plain data that may not stand there."""
    found = next(_unknown(data, _info(kind), ""), None)
    if found is not None:
        raise found


def converted(plain: object, kind: type[T] | Any, place: str) -> T:  # noqa: ANN401 - unions are no types
    """Return plain data as a type; raises `BadData` that names the place, the field, and what would be right."""
    try:
        check_fields(plain, kind)
        return msgspec.convert(plain, kind, str_keys=True)
    except msgspec.ValidationError as error:
        raise BadData(f"{place}: {explained(error, plain, kind)}") from error


def explained(error: Exception, plain: object, kind: Any) -> str:  # noqa: ANN401 - any type
    """Say why plain data cannot be read as a type: the first unknown field or word in it, else what the error says.

    msgspec does not name the entry of a mapping: it says `$.shapes[...]` for what is said here as `$.shapes.fell`.
    """
    found = next(_unknown(plain, _info(kind), ""), None)
    return str(found) if found is not None else _with_names(str(error), plain, kind)


def _with_names(said: str, plain: object, kind: Any) -> str:  # noqa: ANN401
    """Put the names of the entries of mappings in the place of `[...]` in what msgspec says of plain data."""
    place = _PLACE.search(said)
    if place is None or _SOME not in place[1]:
        return said
    before = place[1].partition(_SOME)[0]
    steps = [name or int(number) for name, number in _STEP.findall(before)]
    entries = _inside(plain, steps)
    for name, value in cast("Mapping[object, object]", entries).items() if isinstance(entries, Mapping) else ():
        alone = _put(plain, steps, {name: value})
        try:
            msgspec.convert(alone, kind, str_keys=True)
        except msgspec.ValidationError as error:
            if str(error) == said:
                return _with_names(said.replace(f"{before}{_SOME}", f"{before}.{name}", 1), alone, kind)
    return said


def _inside(plain: Any, steps: Sequence[str | int]) -> object:  # noqa: ANN401
    """Return what plain data holds at a place, None where it has no such place."""
    try:
        for step in steps:
            plain = plain[step]
    except (KeyError, IndexError, TypeError):
        return None
    return plain


def _put(plain: Any, steps: Sequence[str | int], value: object) -> Any:  # noqa: ANN401
    """Return plain data with another value at a place."""
    if not steps:
        return value
    inner = _put(plain[steps[0]], steps[1:], value)
    if isinstance(plain, Mapping):
        return {**cast("Mapping[object, object]", plain), steps[0]: inner}
    return [inner if number == steps[0] else one for number, one in enumerate(plain)]


def refused_field(name: str, known: Iterable[str], place: str = "") -> str:
    """Say that there is no such field, and which there are."""
    where = f" in {place}" if place else ""
    names = list(known)
    told = hint(name, names, "The fields are") if names else "There are none."
    return f"There is no field {name!r}{where}. {told}"


@cache
def _info(kind: Any) -> inspect.Type:  # noqa: ANN401
    return inspect.type_info(kind)


def _unknown(data: object, info: inspect.Type, place: str) -> Iterator[UnknownField | UnknownWord]:
    """Yield what is to be said of every unknown field and word."""
    if isinstance(info, inspect.Metadata):
        yield from _unknown(data, info.type, place)
    elif isinstance(info, inspect.UnionType):
        chosen = _chosen(data, info)
        yield from _untagged(data, info, place) if chosen is None else _unknown(data, chosen, place)
    elif isinstance(data, str):
        if isinstance(info, inspect.LiteralType) and data not in info.values:
            yield _refused_word(data, info.values, place)
    elif isinstance(data, Mapping):
        yield from _in_mapping(cast("Mapping[str, object]", data), info, place)
    elif isinstance(data, list | tuple):
        for number, one in enumerate(cast("Sequence[object]", data)):
            inner = _item(info, number)
            if inner is not None:
                yield from _unknown(one, inner, f"{place}[{number}]")


def _refused_word(word: str, known: Iterable[object], place: str) -> UnknownWord:
    return UnknownWord(f"{word!r} cannot stand at {place}. {hint(word, map(str, known))}")


def _untagged(data: object, union: inspect.UnionType, place: str) -> Iterator[UnknownWord]:
    """Yield what is to be said of a tag that none of several structs has."""
    tags = {one.tag: one.tag_field for one in union.types if isinstance(one, inspect.StructType) and one.tag_field}
    for field in dict.fromkeys(tags.values()) if isinstance(data, Mapping) else ():
        written = cast("Mapping[str, object]", data).get(field)
        if isinstance(written, str):
            yield _refused_word(written, tags, _under(place, field))


def _in_mapping(data: Mapping[str, object], info: inspect.Type, place: str) -> Iterator[UnknownField | UnknownWord]:
    if isinstance(info, inspect.DictType):
        for name, value in data.items():
            yield from _unknown(value, info.value_type, _under(place, name))
    elif isinstance(info, inspect.StructType) and not info.array_like:
        fields = {field.encode_name: field.type for field in info.fields}
        known = {**({info.tag_field: None} if info.tag_field else {}), **fields}
        for name, value in data.items():
            if name not in known:
                yield UnknownField(refused_field(str(name), known, place))
            elif name in fields:
                yield from _unknown(value, fields[name], _under(place, name))


def _under(place: str, name: object) -> str:
    return f"{place}.{name}" if place else str(name)


def _item(info: inspect.Type, number: int) -> inspect.Type | None:
    if isinstance(info, _MANY):
        return info.item_type
    if isinstance(info, inspect.TupleType) and number < len(info.item_types):
        return info.item_types[number]
    return None


def _chosen(data: object, union: inspect.UnionType) -> inspect.Type | None:
    """Return the member of a union that the data is meant for; None where it fits none of them, or has no fields."""
    plain = [one.type if isinstance(one, inspect.Metadata) else one for one in union.types]
    if isinstance(data, str) and not any(isinstance(one, inspect.StrType) for one in plain):
        return next((one for one in plain if isinstance(one, inspect.LiteralType)), None)
    if isinstance(data, list | tuple):
        return next((one for one in plain if isinstance(one, (*_MANY, inspect.TupleType))), None)
    if not isinstance(data, Mapping):
        return None
    kinds = [one for one in plain if isinstance(one, inspect.StructType | inspect.DictType)]
    tagged = [one for one in kinds if isinstance(one, inspect.StructType) and one.tag_field]
    for one in tagged:
        if cast("Mapping[object, object]", data).get(one.tag_field) == one.tag:
            return one
    rest = [one for one in kinds if one not in tagged]
    return rest[0] if rest else None
