"""What can be wrong with a board file."""

from __future__ import annotations

from wartable.engine.errors import BadData


class BoardError(BadData):
    """A board, its outlines or an imported map cannot be used; the message says where and what would be right."""
