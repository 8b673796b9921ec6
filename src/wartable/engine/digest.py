"""Digests of positions, by which a replay that diverges says where.

A digest covers the position without the options it is played by: these stand in the heading of a record, and an option
that comes to a game later changes no game that was played before. Two positions can be compared as long as states are
written the same way, which `layout` tells.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, cast

import msgspec

from wartable.engine.options import Options
from wartable.engine.values import State

_TOLD = frozenset(["title", "description", "default"])
"""Keys of a schema that say nothing of how values are written."""


def digest(state: State) -> str:
    """Return the digest of a position: 16 hexadecimal digits of SHA-256 over its JSON without options."""
    values = {name: getattr(state, name) for name in state.__struct_fields__}
    return _hash({name: value for name, value in values.items() if not isinstance(value, Options)})


@cache
def layout(state_type: type[State]) -> str:
    """Return how states of a type are written, as 16 hexadecimal digits; equal for types that write equal JSON."""
    fields = msgspec.structs.fields(state_type)
    kept = [field for field in fields if not (isinstance(field.type, type) and issubclass(field.type, Options))]
    schemas, parts = msgspec.json.schema_components([field.type for field in kept], ref_template="{name}")
    written = {field.encode_name: schema for field, schema in zip(kept, schemas, strict=True)}
    return _hash(_inlined(written, parts, ()))


def _inlined(schema: object, parts: Mapping[str, Any], within: Sequence[str]) -> object:
    """Return a schema with its parts in their places, so that the names of types do not count."""
    if isinstance(schema, list):
        return [_inlined(one, parts, within) for one in cast("list[object]", schema)]
    if not isinstance(schema, dict):
        return schema
    keys = {key: value for key, value in cast("dict[str, object]", schema).items() if key not in _TOLD}
    name = keys.get("$ref")
    if isinstance(name, str):
        again = {"again": within.index(name)} if name in within else None
        return again or _inlined(parts[name], parts, [*within, name])
    # A property may be called `title`, which is no word about the schema then.
    properties = cast("dict[str, object]", keys.pop("properties", {}))
    named = {key: _inlined(one, parts, within) for key, one in properties.items()}
    return {**{key: _inlined(value, parts, within) for key, value in keys.items()}, "properties": named}


def _hash(value: object) -> str:
    return hashlib.sha256(msgspec.json.encode(value, order="deterministic")).hexdigest()[:16]
