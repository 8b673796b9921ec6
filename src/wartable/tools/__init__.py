"""What games bring beside themselves: calculators, an adjudicator, a sandbox, files of one's own. A folder a family."""

from wartable.tools.files import Adjudicator, Bringing, CaseFiles, Judging, OwnFiles, Scenarios
from wartable.tools.registry import GROUP, Command, Tools, found_at, installed, register, unregister

__all__ = [
    "GROUP",
    "Adjudicator",
    "Bringing",
    "CaseFiles",
    "Command",
    "Judging",
    "OwnFiles",
    "Scenarios",
    "Tools",
    "found_at",
    "installed",
    "register",
    "unregister",
]
