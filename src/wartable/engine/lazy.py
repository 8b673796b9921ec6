"""Modules that are loaded when they are first used: rules whose libraries take a second to load."""

from __future__ import annotations

from importlib import import_module
from typing import Any


class Lazy:
    """A module that is loaded when something of it is first asked for.

    Meant for a name that checkers see imported::

        if TYPE_CHECKING:
            from my_package import heavy
        else:
            heavy = Lazy("my_package.heavy")
    """

    def __init__(self, module: str) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the module holds
        """Return what the module holds under a name; raises `AttributeError`."""
        return getattr(import_module(self._module), name)
