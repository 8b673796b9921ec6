"""What can be wrong with a board file."""

from __future__ import annotations

from wartable.engine.errors import BadData


class BoardError(BadData):
    """A board, its outlines or an imported map cannot be used; the message says where and what would be right."""


def unreadable(error: Exception) -> str:
    """Return why a file cannot be read as text, or as YAML."""
    if isinstance(error, OSError):
        return error.strerror or str(error)
    return "it is no text" if isinstance(error, UnicodeDecodeError) else str(error)
