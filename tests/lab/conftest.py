from __future__ import annotations

from tests.cli.conftest import pig, wartable

__all__ = ["pig", "wartable"]
