from __future__ import annotations

from tests.cli.conftest import pig

__all__ = ["pig"]
