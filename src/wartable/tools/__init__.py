"""What games bring beside themselves: calculators, an adjudicator, a sandbox, files of one's own. A folder a family."""

from wartable.tools.files import Bringing, CaseFiles, OwnFiles, Scenarios
from wartable.tools.registry import GROUP, Command, Tools, found_at, installed, register, unregister

__all__ = [
    "GROUP",
    "Bringing",
    "CaseFiles",
    "Command",
    "OwnFiles",
    "Scenarios",
    "Tools",
    "found_at",
    "installed",
    "register",
    "unregister",
]
