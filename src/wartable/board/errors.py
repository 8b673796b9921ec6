"""What can be wrong with a board file."""

from __future__ import annotations

import yaml

from wartable.engine.errors import BadData


class BoardError(BadData):
    """A board, its outlines or an imported map cannot be used; the message says where and what would be right."""


def unreadable(error: Exception) -> str:
    """Return why a file cannot be read as text, or as YAML, on one line."""
    if isinstance(error, OSError):
        return error.strerror or str(error)
    if isinstance(error, yaml.MarkedYAMLError) and (mark := error.problem_mark or error.context_mark) is not None:
        begun = error.context_mark
        context = f" ({error.context} that begins on line {begun.line + 1})" if error.context and begun else ""
        return f"line {mark.line + 1}, column {mark.column + 1}: {error.problem or error.context}{context}"
    return "it is no text" if isinstance(error, UnicodeDecodeError) else str(error)
