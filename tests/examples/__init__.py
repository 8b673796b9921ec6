"""The packages among the examples, loaded as they are installed: by their own names."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

FOLDER = Path(__file__).resolve().parents[2] / "examples"


def load(name: str) -> ModuleType:
    """Return the module of an example that is a package to install."""
    spec = importlib.util.spec_from_file_location(name, FOLDER / name / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


capitals = load("capitals")
