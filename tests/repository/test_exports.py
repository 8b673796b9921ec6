"""Every name a package exports is there, and meant."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from types import ModuleType

import pytest

import wartable


def packages() -> list[str]:
    found = [info.name for info in pkgutil.walk_packages(wartable.__path__, "wartable.") if info.ispkg]
    return ["wartable", *(name for name in found if "migrations" not in name)]


@pytest.mark.parametrize("name", packages())
def test_exports_are_there_sorted_and_complete(name: str) -> None:
    package = importlib.import_module(name)
    exported = list(getattr(package, "__all__", []))

    assert [word for word in exported if not hasattr(package, word)] == []
    assert exported == sorted(set(exported), key=lambda word: (not word.isupper(), not word[0].isupper(), word))
    if exported:
        assert sorted(public_names(package) - set(exported)) == []


def public_names(package: ModuleType) -> set[str]:
    """Names from inside the package that look public, modules left out."""
    return {
        name
        for name, value in vars(package).items()
        if not name.startswith("_")
        and not isinstance(value, ModuleType)
        and str(getattr(value, "__module__", "")).startswith(package.__name__)
    }


def test_every_public_thing_of_the_contract_is_documented() -> None:
    modules = [info.name for info in pkgutil.iter_modules(importlib.import_module("wartable.engine").__path__)]
    for module_name in modules:
        module = importlib.import_module(f"wartable.engine.{module_name}")
        undocumented = [
            name
            for name, value in vars(module).items()
            if not name.startswith("_")
            and (inspect.isclass(value) or inspect.isfunction(value))
            and getattr(value, "__module__", "") == module.__name__
            and not getattr(value, "__doc__", None)
        ]

        assert undocumented == [], module_name
