"""Making structs of what is known already, so that fields of the same name need not be listed again."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

S = TypeVar("S", bound=msgspec.Struct)


def filled(kind: type[S], source: object, **own: Any) -> S:  # noqa: ANN401 - fields of any struct
    """Return a struct with the fields given, and all others from the attributes of that name of another object.

    Raises `AttributeError` where neither has a field.
    """
    return kind(**{name: getattr(source, name) for name in kind.__struct_fields__ if name not in own}, **own)
