"""Other charts in the place of the package's, everywhere in the game, for as long as a test wants them."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager
from functools import cache
from typing import Any
from unittest.mock import patch

from wartable.games.ring_of_power import charts as source
from wartable.games.ring_of_power.charts import Charts
from wartable.games.ring_of_power.units import units

GAME = "wartable.games.ring_of_power."
KEPT = (f"{GAME}reading", f"{GAME}campaign.world", f"{GAME}units")
"""Modules whose caches stay: scenarios and unit types were read before, and checks make worlds of their own."""


@contextmanager
def bound(charts: Charts) -> Generator[None]:
    """Let the game read these charts."""
    units()
    real = source.charts()
    _take(charts)
    try:
        yield
    finally:
        _take(real)


def _take(charts: Charts) -> None:
    """Forget whatever came of other charts, and read these."""
    for cached in _caches():
        cached.cache_clear()
    with patch.object(source, "packaged", return_value=charts):
        source.charts()


@cache
def _caches() -> tuple[Any, ...]:
    """Return every function of the game that remembers what it returned."""
    modules = [module for name, module in sys.modules.items() if name.startswith(GAME)]
    found = {id(one): one for module in modules for one in vars(module).values() if hasattr(one, "cache_clear")}
    return tuple(one for one in found.values() if one.__module__ not in KEPT)
