"""The points on which editions of the rules differ, as one frozen record with named presets (DATC 4.A to 4.E)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

import msgspec


class Rulings(msgspec.Struct, frozen=True, kw_only=True):
    """How doubtful points are settled; each field names its DATC issue. Defaults are those of the 2023 rulebook."""

    routes: Literal["any_breaks", "all_break"] = "all_break"
    """4.A.1: whether one broken route of several stops a convoy."""


PRESETS: Mapping[str, Rulings] = MappingProxyType({"2023": Rulings()})
"""Rulebooks by year, and `webdip` as played there."""
