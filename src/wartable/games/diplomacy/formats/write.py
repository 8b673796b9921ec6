"""Variants written as files of our own format, such as one brought over from another program."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

import msgspec
import yaml

from wartable.games.diplomacy.variant import Variant

_WIDTH = 120


def write_variant(variant: Variant) -> str:
    """Return a variant as YAML that `load_variant_file` reads back; what is as by default is left out."""
    written = plain_variant(variant)
    dump = cast("Callable[..., str]", yaml.safe_dump)  # pyright: ignore[reportUnknownMemberType] - its stubs know half
    text = dump(written, sort_keys=False, default_flow_style=None, width=_WIDTH, allow_unicode=True)
    return f"# {variant.title}: docs/add-a-variant.md explains the fields.\n{text}"


def plain_variant(variant: Variant) -> object:
    """Return a variant as the plain data of its file, without what is as by default."""
    return _without_defaults(variant)


def _without_defaults(value: object) -> object:
    """Return a value as plain data, its structs without the fields that are as by default."""
    if isinstance(value, msgspec.Struct):
        fields = msgspec.structs.fields(type(value))
        told = {field.encode_name: (getattr(value, field.name), _default(field)) for field in fields}
        return {name: _without_defaults(part) for name, (part, default) in told.items() if part != default}
    return _plain(value)


def _default(field: msgspec.structs.FieldInfo) -> object:
    make = field.default_factory
    return field.default if make is msgspec.NODEFAULT else cast("Callable[[], object]", make)()


def _plain(value: object) -> object:
    if isinstance(value, tuple):
        return [_without_defaults(part) for part in cast("tuple[object, ...]", value)]
    if isinstance(value, Mapping):
        return {key: _without_defaults(part) for key, part in cast("Mapping[str, object]", value).items()}
    return value
